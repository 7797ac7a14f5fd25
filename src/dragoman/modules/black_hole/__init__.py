"""Black Hole: at the close of every season a space vanishes by lot, with all that stands there.

Two families: in Bart's the space is impassable from then on, in Partridge's the board closes up.
"""

from collections.abc import Sequence
from functools import lru_cache, partial

import msgspec

from dragoman.errors import RequestError
from dragoman.geo import IMPASSABLE, Map, Province, close, contract
from dragoman.model import (
    MOVEMENT,
    NUMBER,
    PROVINCE,
    RETREAT,
    TEXT,
    Ballot,
    Fact,
    FactKind,
    Phase,
    Result,
    Seat,
    Sign,
    State,
    Stroke,
    Unit,
    circle,
)
from dragoman.modules.black_hole.flight import fleeing
from dragoman.modules.black_hole.immunity import (
    DECLARED,
    IMMUNE,
    NAME,
    TOPIC,
    Hole,
    Naming,
    holes,
    note,
    noted,
    second_choice,
    seen_by,
)
from dragoman.rules import (
    SEALED,
    Ask,
    Draft,
    Lots,
    Module,
    Option,
    PhaseRule,
    Ruleset,
    Settings,
    View,
)

CLOSING = "closing"

VOID = Sign(
    (
        Stroke(circle(21), fill="#050308"),
        Stroke(circle(21), stroke="#c9a3ff", width=1.4, dashes="2 3"),
        Stroke("M-24-4Q0-24 22-6M24 4Q0 24-22 6", stroke="#e7d6ff", width=1.6, cap="round"),
    ),
    ground="#0a0710",
    opacity=0.82,
    scale=0.7,
)
HOLE = FactKind(
    "hole",
    (PROVINCE, TEXT),
    says="{0.name}",
    about="{1}",
    many="Holes",
    meaning="Spaces that are gone, with whatever stood there.",
    sign=VOID,
)
NEXT_HOLE = FactKind(
    "next hole",
    (PROVINCE,),
    says="{0.name}",
    meaning="The space that will be gone next.",
)
NEEDED = FactKind(
    "winning number",
    (NUMBER,),
    says="{0}",
    meaning="How many centers win now: fewer, as centers have vanished.",
)

OPTIONS = (
    Option(
        "family",
        "choice",
        "impassable",
        "impassable: nobody passes the hole; closing: all that touched it now touch one another",
        ("impassable", CLOSING),
        title="How a hole works",
    ),
    Option(
        "per_turn",
        "number",
        1,
        "how many spaces vanish each season",
        least=1,
        most=9,
        title="Spaces that vanish each season",
    ),
    Option(
        "immunity",
        "flag",
        True,
        "with the orders of the first Spring every seat may name a home center, in secret, "
        "that is spared",
        title="Immune home centers",
    ),
    Option(
        "foretold",
        "choice",
        "family",
        "yes: the hole is drawn after the moves, so that those who retreat know it; "
        "no: after the retreats; family: yes where the board closes up",
        ("family", "yes", "no"),
        title="When the hole is drawn",
    ),
    Option(
        "majority",
        "choice",
        "family",
        "centers: a majority of the centers left; "
        "units: that, and a majority of the units on the board; "
        "family: centers where the board closes up, else units",
        ("family", "centers", "units"),
        title="What wins on the shrinking board",
    ),
    Option(
        "unnamed",
        "choice",
        "none",
        "none: who names no center has none that is spared; lot: one is drawn",
        ("none", "lot"),
        title="Who names no immune center",
    ),
    Option(
        "second_choice",
        "choice",
        "family",
        "yes: whose immune center is another's, and who then loses one of two homes to a hole, may "
        "name the last one, once in a game; no: nobody may; family: no where the board closes up",
        ("family", "yes", "no"),
        title="A second immune center",
    ),
    Option(
        "unordered",
        "choice",
        "family",
        "north: a dislodged unit without orders retreats to the north, or else to the first open "
        "space anticlockwise; disband: it is disbanded; family: disband where the board closes up",
        ("family", "north", "disband"),
        title="Dislodged units without orders",
    ),
    Option(
        "nobodys",
        "choice",
        "flee",
        "flee: units of powers that nobody holds do what those without orders do; "
        "disband: they are disbanded",
        ("flee", "disband"),
        source="C23",
        title="Dislodged units of nobody's powers",
    ),
)


class _BlackHole:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, settings: Settings) -> None:
        self.rules, self.settings = rules, settings
        closing = settings["family"] == CLOSING
        vanish = contract if closing else close
        self.is_drawn_early = by_family(settings["foretold"], "yes" if closing else "no") == "yes"
        self.units_count = counts_units(settings)
        self.flees = by_family(settings["unordered"], "disband" if closing else "north") == "north"
        self.again = by_family(settings["second_choice"], "no" if closing else "yes") == "yes"

        @lru_cache(maxsize=256)
        def without(board: Map, gone: tuple[Province, ...]) -> Map:
            return vanish(without(board, gone[:-1]), gone[-1]) if gone else board

        self.without = without

    def map(self, ask: Ask, board: str, given: Map) -> Map:
        """The board without the spaces that are gone."""
        before = self.rules.map(ask, board, given)
        gone = holes(ask.state)
        for province in gone:
            if province not in before.spaces:
                raise RequestError(f"no province {province!r} on the map", f"notes.{NAME}")
        return self.without(before, tuple(p for p in gone if before.spaces[p].board == board))

    def aftermath(self, ask: Ask, lots: Lots) -> State:
        """The holes of a season open, before centers are counted and units adjusted."""
        state = self.rules.aftermath(ask, lots)
        drawn = note(state).next or self.draw(ask.with_state(state), lots)
        for province in drawn:
            state = self.opened(ask.with_state(state), province)
        return noted(state, next=())

    def opened(self, ask: Ask, hole: Province) -> State:
        """The position after a hole, and with the rights that it gives to those it strikes."""
        state = second_choice(ask, hole) if self.again else ask.state
        return opened(ask.with_state(state), hole)

    def draw(self, ask: Ask, lots: Lots) -> tuple[Province, ...]:
        """Spaces chosen by lot among those that are left and not immune."""
        spared = self.spared(ask)
        spaces = [s for s in ask.map.spaces.values() if ask.governs(s.board)]
        pool = sorted(s.id for s in spaces if s.kind != IMPASSABLE and s.id not in spared)
        count = min(self.settings["per_turn"], len(pool))
        return tuple(pool.pop(lots.draw(len(pool))) for _ in range(count))

    def spared(self, ask: Ask) -> set[Province]:
        """The immune centers; immunity ends with the power that has it, or when nobody holds it."""
        named, held = note(ask.state).immune.items(), (ask.whole or ask).state.holder
        return {province for power, province in named if ask.alive(power) and power in held}

    def win_at(self, ask: Ask) -> int:
        """The winning number, lowered as centers vanish so that a majority stays one."""
        number, all_of_them = self.rules.win_at(ask), len(ask.variant.map.centers)
        return max(1, number - (all_of_them // 2 - len(ask.map.centers) // 2))

    def upheld(self, ask: Ask, result: Result) -> bool:
        """In Bart's family the winner needs a majority of the units on the board as well."""
        if result.how != "solo" or not self.units_count:
            return True
        powers = {p for seat in result.winners for p in ask.state.seats[seat]}
        mine = sum(u.power in powers for u in ask.state.units)
        return 2 * mine > len(ask.state.units)

    def see(self, ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
        """The immunity of others stays secret while the game goes on."""
        view = self.rules.see(ask, pending, seat)
        if not note(view.state).immune or ask.state.result is not None:
            return view
        powers = ask.state.seats.get(seat, ()) if seat is not None else ()
        return msgspec.structs.replace(view, state=seen_by(view.state, powers))

    def disclose(self, ask: Ask, ballot: Ballot) -> str:
        """What is named immune is not published."""
        if ballot.subject.topic == TOPIC:
            return SEALED
        return self.rules.disclose(ask, ballot)

    def show(self, ask: Ask) -> tuple[Fact, ...]:
        """The holes, and one that is drawn already."""
        known = note(ask.state)
        gone = (Fact(HOLE.name, (h.province, about_hole(h)), news=True) for h in known.holes)
        soon = (Fact(NEXT_HOLE.name, p, news=True) for p in known.next)
        return (*self.rules.show(ask), *gone, *soon, *self.needed(ask))

    def needed(self, ask: Ask) -> tuple[Fact, ...]:
        """The winning number, once it is another than the one that the goal tells."""
        number, whole = self.win_at(ask), ask.whole is None
        shrunk = whole and number != self.rules.win_at(ask)
        return (Fact(NEEDED.name, number, news=True),) if shrunk else ()

    def phases(self) -> dict[str, PhaseRule]:
        """Movement with a secret declaration and the hole drawn, retreats with flight north."""
        rules = self.rules.phases
        naming = Naming(
            rules[MOVEMENT],
            immunity=self.settings["immunity"],
            by_lot=self.settings["unnamed"] == "lot",
            foretell=self.draw if self.is_drawn_early else None,
        )
        found = {**rules, MOVEMENT: naming.rule()}
        if self.flees:
            found[RETREAT] = msgspec.structs.replace(
                rules[RETREAT],
                default=partial(fleeing, rules[RETREAT], self.settings["nobodys"] == "flee"),
            )
        return found


def counts_units(settings: Settings) -> bool:
    """Whether the winner needs a majority of the units on the board as well."""
    choice: str = settings["majority"]
    return by_family(choice, "" if settings["family"] == CLOSING else "units") == "units"


def by_family(choice: str, otherwise: str) -> str:
    """A choice, or what the family has where it is left to that."""
    return otherwise if choice == "family" else choice


def opened(ask: Ask, hole: Province) -> State:
    """The position once a space has vanished, with units there or left without a shore."""
    swallowed = [u for u in ask.state.units if ask.province[u.place] == hole]
    row = Hole(hole, season(ask.state.phase), names(ask, swallowed))
    left = tuple(u for u in ask.state.units if u not in swallowed)
    owners = {c: p for c, p in ask.state.owners.items() if c != hole}
    state = msgspec.structs.replace(ask.state, units=left, owners=owners)
    after = ask.with_state(noted(state, holes=(*note(state).holes, row)))
    # Pedros: fleets that are landlocked when the board closes up are destroyed.
    aground = [u for u in left if u.place not in after.moves[u.kind]]
    row = msgspec.structs.replace(row, aground=names(ask, aground))
    state = msgspec.structs.replace(state, units=tuple(u for u in left if u not in aground))
    return noted(state, holes=(*note(state).holes, row))


def season(phase: Phase) -> str:
    """The season of a phase: `S1901`."""
    return f"{phase.season}{phase.year}"


def names(ask: Ask, units: Sequence[Unit]) -> tuple[str, ...]:
    """Units with the adjectives of their powers."""
    known = ask.variant.powers
    return tuple(f"{known[u.power].adjective if u.power in known else u.power} {u}" for u in units)


def about_hole(hole: Hole) -> str:
    """When a hole opened, and what went with it."""
    lost = [f"with {unit}" for unit in hole.lost]
    aground = [f"{unit} is left without a shore and destroyed" for unit in hole.aground]
    return ", ".join([hole.season, *lost, *aground])


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules with spaces that vanish."""
    mine = _BlackHole(rules, settings)
    return rules.answering(
        map=mine.map,
        aftermath=mine.aftermath,
        win_at=mine.win_at,
        upheld=mine.upheld,
        see=mine.see,
        disclose=mine.disclose,
        show=mine.show,
        phases=mine.phases(),
    )


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins, said of a board that shrinks."""
    also = (
        " A majority of the units on the board is needed as well." if counts_units(settings) else ""
    )
    return f"{earlier} As centers vanish fewer are needed.{also}"


MODULE = Module(
    NAME,
    "At the close of every season a space chosen by lot vanishes.",
    answer,
    OPTIONS,
    goal=goal,
    verbs=(IMMUNE,),
    reasons=(DECLARED,),
    facts=(HOLE, NEXT_HOLE, NEEDED),
)
