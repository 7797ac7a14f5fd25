"""Games: the events of a table's log as positions, read from what was kept, or judged again.

A position that was kept when it came about is never judged again, whatever the rules become. What
is older than that is judged by the rules of today; where it does not fit them any more it is only
text, and the game can go on from the next position that was kept.
"""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec import Struct

from dragoman.bots.base import quiet_years
from dragoman.errors import RequestError
from dragoman.house.core import Cache, House
from dragoman.house.errors import Closed, Invalid
from dragoman.house.limits import go_on
from dragoman.house.play.shown import ShownStep, shown_step
from dragoman.house.play.steps import OPEN, GameStep, PastStep, Step, packed, past_step
from dragoman.house.tables.catalog import PREVIEW, get_variant
from dragoman.house.world import new_id
from dragoman.model import Result, Seat, State, read_phase
from dragoman.record import GameRecord
from dragoman.record.entries import Entry
from dragoman.record.replay import follow, followed_if_fit, opening
from dragoman.record.stored import stored
from dragoman.rules import Ask, Variant, sharers, survivors
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Event, JudgedRow, PositionRow, Table
from dragoman.variants import load

ENTRY = "entry"
"""The kind of event whose body is an entry of the game's record."""
BEGINNINGS = ("started", "forked")
"""The kinds of events with which a game begins."""
FEW = 32
"""How many views are kept of a game that belongs to no house."""
RESEEDED = "."
"""What stands in a seed before the part that was drawn later."""
MOST_STEPS = 2000
"""How many steps a game may have: whoever comes to its table has all of them read."""
STAND_IN = "standard"
"""Whose rules are named where a variant is here no longer; nothing is ever judged by them."""

T = TypeVar("T")
_ENTRIES: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class ReadGame(Struct, frozen=True, dict=True):
    """A game as far as the log had been read: up to its event number `events`.

    `begun` is the version of the rules that the table plays by, `fault` says why it cannot go on
    by the rules there are today; empty as long as it can. If it is `gone`, there are no rules.
    """

    variant: Variant
    seed: str
    steps: tuple[Step, ...]
    events: int
    table: str = ""
    begun: str = ""
    fault: str = ""
    gone: bool = False
    views: Cache = msgspec.field(default_factory=lambda: Cache(FEW))

    def __len__(self) -> int:
        return len(self.steps)

    @cached_property
    def weight(self) -> int:
        """About how many bytes the game takes in memory, with what is asked of its present."""
        return OPEN * len(self.body) + sum(step.weight for step in self.steps)

    @cached_property
    def state(self) -> State:
        """The present position, with all its secrets."""
        return self.steps[-1].state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    @cached_property
    def body(self) -> bytes:
        """The present position as it is kept, for whoever works on it elsewhere."""
        return msgspec.json.encode(stored(self.state))

    @cached_property
    def ask(self) -> Ask:
        """The present position with the rules."""
        return Ask(self.variant, self.state)

    @cached_property
    def living(self) -> tuple[Seat, ...]:
        """The seats that are still in the game; without its rules, those that have anything."""
        if not self.fault:
            return tuple(survivors(self.ask))
        has = {*self.state.owners.values(), *(unit.power for unit in self.state.units)}
        return tuple(s for s, powers in self.state.seats.items() if has.intersection(powers))

    @property
    def sharing(self) -> tuple[Seat, ...]:
        """The seats that vote, and share a draw."""
        return self.living if self.fault else tuple(sharers(self.ask))

    @cached_property
    def quiet(self) -> int:
        """For how many years no center has changed hands."""
        return quiet_years(self.steps)

    @cached_property
    def _mark(self) -> object:
        """What distinguishes this game, as it stands, from every other."""
        return object()

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """A view of this game as it stands, kept to be shown again.

        The key names everything else that it depends on, above all who watches.
        """
        return self.views.get_or((self._mark, key), make)

    @property
    def record(self) -> GameRecord:
        """The game as a record, with all its secrets."""
        entries = tuple(step.entry for step in self.steps if step.entry is not None)
        return GameRecord(
            *(self.variant.id, self.variant.version, self.variant.options, ()),
            *(first_seed(self.seed), entries),
        )

    def label(self, n: int) -> str:
        """What the phase of a position is called."""
        step = self.steps[n]
        if step.label or self.fault:
            return step.label or step.phase
        ask = Ask(self.variant, step.state)
        return ask.rules.label(ask, step.state.phase)

    def followed(self, entry: Entry) -> GameStep:
        """What one more entry leads to."""
        step = follow(self.variant, self.seed, self.steps, entry)
        return GameStep(step.entry, step.state, step.resolution)

    def prepared(self, step: GameStep) -> GameStep:
        """A step with what is shown of it, so that it need not be made while others wait."""
        return msgspec.structs.replace(
            step, shown=shown_step(self.variant, len(self.steps), self.state, step)
        )

    def extended(self, step: Step, events: int) -> "ReadGame":
        """The game after one more step, which event number `events` brought."""
        added = msgspec.structs.replace(step, at=events)
        return msgspec.structs.replace(self, steps=(*self.steps, added), events=events)

    def shown(self, n: int) -> ShownStep:
        """What is shown of a step that was not kept."""
        step = self.steps[n].opened
        before = self.steps[max(0, n - 1)].state
        return step.shown or shown_step(self.variant, n, before, step)

    @property
    def as_kept(self) -> "ReadGame | None":
        """The same game once its last step is in the store; none if it must be read anew."""
        *earlier, last = self.steps
        if last.shown is None or any(keepable(step) and not step.kept for step in earlier):
            return None
        kept = msgspec.structs.replace(
            last.opened,
            label=self.label(len(earlier)),
            hidden=bool(last.shown.lesser),
        )
        return msgspec.structs.replace(self, steps=(*earlier, packed(kept)))


def keepable(step: Step) -> bool:
    """Whether a step can be kept: it has an event, and came about by the table's own rules."""
    return step.at > 0 and not step.again and not step.unfit


def variant_of(house: House, table: Table) -> Variant:
    """The variant that a table plays, by its own version where that is noted, else as it is today.

    One that is here no longer has its name and the rules of another: it can be read, not played.
    """
    try:
        return known_variant(house, table)
    except Invalid:
        return msgspec.structs.replace(load(STAND_IN), id=table.variant, name=table.variant)


def fault_of(house: House, table: Table) -> str:
    """Why a table cannot go on by the rules there are today; empty if it can."""
    try:
        variant = known_variant(house, table)
    except Invalid as error:
        return f"the house has no longer what this table plays, {table.variant}: {error.text}"
    if str(variant.version) == table.version:
        return ""
    return (
        f"this game was begun by version {table.version} of {variant.id}; "
        f"the house now has version {variant.version}"
    )


def is_gone(house: House, table: Table) -> bool:
    """Whether the house no longer has what a table plays."""
    try:
        known_variant(house, table)
    except Invalid:
        return True
    return False


def known_variant(house: House, table: Table) -> Variant:
    """The variant that a table plays; one that the house no longer has is refused."""
    options = msgspec.json.decode(table.options)
    version = int(table.version) if table.version.isdigit() else None
    return get_variant(house, table.variant, options, version)


def need_sound(game: ReadGame) -> ReadGame:
    """A game that can go on; any other is refused, and says what can be done."""
    if game.gone and not game.fault:
        raise Closed("the house has no longer what this table plays")
    if game.fault:
        raise Closed(
            f"{game.fault}: it goes on by today's rules once its organizer, or a vote, agrees"
        )
    return game


def played(house: House, tx: Tx, table: Table) -> ReadGame:
    """The game of a table as its row has it, read on from what was kept."""
    found = house.games.get(table.id)
    known = same_game(found, table) if isinstance(found, ReadGame) else None
    if known is None or known.events > table.events:
        known = opened(house, table)
    if known.events < table.events:
        known = read_on(tx, table, known)
        house.games.put(table.id, known)
    return known


def same_game(known: ReadGame, table: Table) -> ReadGame | None:
    """What was kept, if it is still the game of a table.

    One that has not begun has no seed yet, and its options may change. What is in the store stays
    as it is if what is still to be drawn is drawn by another seed.
    """
    if known.begun != table.version:
        return None
    if known.seed != seed_of(table):
        of_it = first_seed(known.seed) == first_seed(seed_of(table))
        whole = all(step.kept for step in known.steps[1:])
        return msgspec.structs.replace(known, seed=table.seed) if of_it and whole else None
    same = table.seed or known.variant.options == msgspec.json.decode(table.options)
    return known if same else None


def need_short(game: ReadGame) -> ReadGame:
    """Refuse to let a game go on without end."""
    if len(game) >= MOST_STEPS:
        raise Closed(f"this game has {MOST_STEPS} steps, as many as one may: go on in a sandbox")
    return game


def seed_of(table: Table) -> str:
    """The seed of a game, or that of the preview while it has not begun."""
    return table.seed or PREVIEW


def first_seed(seed: str) -> str:
    """The part of a seed that decides the opening; what follows decides what is drawn later."""
    return seed.partition(RESEEDED)[0]


def reseeded(house: House, seed: str) -> str:
    """A seed by which all that is still to be drawn, or decided by bots, comes out anew.

    What was drawn already is in the log.
    """
    return f"{first_seed(seed)}{RESEEDED}{new_id(house.rng, 20)}"


def opened(house: House, table: Table) -> ReadGame:
    """A game at its opening."""
    variant, seed = variant_of(house, table), seed_of(table)
    fault = fault_of(house, table) if table.seed else ""
    gone = is_gone(house, table)
    state = (
        State(read_phase(table.phase), {})
        if gone and fault
        else opening(variant, (), first_seed(seed))
    )
    first = GameStep(None, state, again=bool(fault))
    found = ReadGame(variant, seed, (first,), 0, table.id, table.version, fault, gone)
    return msgspec.structs.replace(found, views=house.views)


def read_on(tx: Tx, table: Table, known: ReadGame) -> ReadGame:
    """A game with what its log has said since."""
    span = (Test("n", ">", known.events), Test("n", "<=", table.events))
    changes = Test("kind", "in", [ENTRY, *BEGINNINGS])
    events = tx.find(Event, *span, changes, table=table.id, order="n")
    kept = {row.n: row for row in tx.find(PositionRow, *span, table=table.id)}
    for event in events:
        go_on()
        known = _after(known, event, kept.get(event.n))
    return _ended(table, _checked(msgspec.structs.replace(known, events=table.events)))


def _after(game: ReadGame, event: Event, row: PositionRow | None) -> ReadGame:
    """A game after one more event."""
    step = _kept_step(event, row)
    if event.kind != ENTRY:
        first = step or msgspec.structs.replace(game.steps[0], at=event.n)
        return msgspec.structs.replace(game, steps=(first, *game.steps[1:]))
    return game.extended(step or _judged_again(game, read_entry(event.body)), event.n)


def _kept_step(event: Event, row: PositionRow | None) -> PastStep | None:
    """A step as it was kept; none if it was not, or in a form that is not known."""
    if row is None:
        return None
    entry = event.body if event.kind == ENTRY else ""
    try:
        return past_step(event.n, row.label, row.hidden, entry, row.body)
    except (RequestError, msgspec.MsgspecError):
        return None


def _judged_again(game: ReadGame, entry: Entry) -> GameStep:
    """A step that was not kept, by the rules of today; text only, if it does not fit them."""
    if game.gone:
        return GameStep(entry, game.state, unfit=game.fault)
    step = followed_if_fit(game.variant, game.seed, game.steps, entry)
    again = bool(game.fault) and not step.unfit
    return GameStep(step.entry, step.state, step.resolution, step.unfit, again=again)


def _checked(game: ReadGame) -> ReadGame:
    """A game that ends in something which does not fit the rules cannot go on."""
    unfit = game.steps[-1].unfit
    if not unfit or game.fault:
        return game
    return msgspec.structs.replace(game, fault=f"this game no longer fits its rules: {unfit}")


def _ended(table: Table, game: ReadGame) -> ReadGame:
    """A game with the end that the table's row tells of, where its own steps do not."""
    if table.result is None or game.over:
        return game
    result = msgspec.json.decode(table.result, type=Result)
    state = msgspec.structs.replace(game.state, result=result)
    last = msgspec.structs.replace(game.steps[-1].opened, state=state)
    return msgspec.structs.replace(game, steps=(*game.steps[:-1], last))


def keep(tx: Tx, game: ReadGame, event: int) -> None:
    """Keep every step of a game that is not in the store yet, with what is shown of it.

    The last one came by this event. Of a game begun before steps were kept, these are all.
    """
    last = msgspec.structs.replace(game.steps[-1], at=event)
    game = msgspec.structs.replace(game, steps=(*game.steps[:-1], last))
    new = [n for n, step in enumerate(game.steps) if not step.kept and keepable(step)]
    have = {row.n for row in tx.find(PositionRow, table=game.table)} if len(new) > 1 else set()
    for n in new:
        if game.steps[n].at not in have:
            keep_step(tx, game, n)


def keep_step(tx: Tx, game: ReadGame, n: int) -> None:
    """Keep one step."""
    step = game.steps[n]
    shown = ShownStep() if game.fault else game.shown(n)
    body = msgspec.json.encode(stored(step.state)).decode()
    tx.add(
        PositionRow(
            table=game.table,
            n=step.at,
            rules=game.begun,
            label=game.label(n),
            hidden=bool(shown.lesser),
            body=body,
        )
    )
    if step.judged or shown.lesser:
        text = msgspec.json.encode(shown).decode()
        tx.add(JudgedRow(table=game.table, n=step.at, body=text))


def shown_of(tx: Tx, game: ReadGame, n: int) -> ShownStep:
    """What was kept to be shown of a step when it came about; made now if it was not kept."""
    step = game.steps[n]
    if not step.kept:
        return game.cached(("shown", n), lambda: game.shown(n))
    row = tx.get(JudgedRow, table=game.table, n=step.at)
    return ShownStep() if row is None else read_shown(row.body)


def read_shown(body: str) -> ShownStep:
    """What is shown of a step; nothing, if it is in a form that is not known."""
    try:
        return msgspec.json.decode(body, type=ShownStep)
    except msgspec.MsgspecError:
        return ShownStep()


def read_entry(body: str) -> Entry:
    """The entry of a record in the body of an event."""
    return _ENTRIES.decode(body)


def written_entry(entry: Entry) -> str:
    """An entry as the body of an event."""
    # Seats in the order of the table: lots are drawn and draws are shared in it.
    return msgspec.json.encode(entry).decode()
