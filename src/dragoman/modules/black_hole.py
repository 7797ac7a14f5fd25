"""Black Hole: at the close of every season a space vanishes by lot, with all that stands there.

Two families: in Bart's the space is impassable from then on, in Partridge's the board closes up.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import IMPASSABLE, Map, Province, close, contract
from dragoman.model import (
    DONE,
    MOVEMENT,
    SPRING,
    Ballot,
    Declare,
    Order,
    Phase,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Unit,
    Verdict,
)
from dragoman.rules import (
    SEALED,
    Ask,
    Badge,
    Charge,
    Claims,
    Draft,
    Lots,
    Module,
    Option,
    Orders,
    PhaseRule,
    Ruleset,
    Settings,
    Step,
    View,
    remembered,
    remembering,
)

NAME = "black_hole"
IMMUNE = "immune"
CLOSING = "closing"

OPTIONS = (
    Option(
        "family",
        "choice",
        "impassable",
        "impassable: nobody passes the hole; closing: all that touched it now touch one another",
        ("impassable", CLOSING),
    ),
    Option("per_turn", "number", 1, "how many spaces vanish each season", least=1, most=9),
    Option(
        "immunity",
        "flag",
        True,
        "with the orders of the first Spring every seat may name a home center, in secret, "
        "that is spared",
    ),
    Option(
        "foretold",
        "choice",
        "family",
        "yes: the hole is drawn after the moves, so that those who retreat know it; "
        "no: after the retreats; family: yes where the board closes up",
        ("family", "yes", "no"),
    ),
    Option(
        "majority",
        "choice",
        "family",
        "centers: a majority of the centers left; "
        "units: that, and a majority of the units on the board; "
        "family: centers where the board closes up, else units",
        ("family", "centers", "units"),
    ),
)


class Hole(Struct, frozen=True):
    """A space that is gone: when it went, what went with it, and what was left without a shore."""

    province: Province
    season: str = ""
    lost: tuple[str, ...] = ()
    aground: tuple[str, ...] = ()


class Note(Struct, frozen=True):
    """What the module remembers: the holes, one that is foretold, and what is immune in secret."""

    holes: tuple[Hole, ...] = ()
    next: tuple[Province, ...] = ()
    immune: dict[Power, Province] = {}
    named: bool = False


def note(state: State) -> Note:
    """What the module remembers of a game."""
    return remembered(state, NAME, Note)


def noted(state: State, **changes: Any) -> State:
    """A position in which the module remembers something else."""
    return remembering(state, NAME, msgspec.structs.replace(note(state), **changes))


def holes(state: State) -> tuple[Province, ...]:
    """The spaces that are gone, in the order in which they went."""
    return tuple(hole.province for hole in note(state).holes)


class _BlackHole:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, settings: Settings) -> None:
        self.rules, self.settings = rules, settings
        closing = settings["family"] == CLOSING
        vanish = contract if closing else close
        self.foretold = by_family(settings["foretold"], "yes" if closing else "no") == "yes"
        self.units_count = counts_units(settings)

        @lru_cache(maxsize=256)
        def without(board: Map, gone: tuple[Province, ...]) -> Map:
            return vanish(without(board, gone[:-1]), gone[-1]) if gone else board

        self.without = without

    def map(self, ask: Ask, board: str, given: Map) -> Map:
        """The board without the spaces that are gone."""
        before = self.rules.ground.map(ask, board, given)
        gone = holes(ask.state)
        for province in gone:
            if province not in before.spaces:
                raise RequestError(f"notes.{NAME}: no province {province!r} on the map")
        return self.without(before, tuple(p for p in gone if before.spaces[p].board == board))

    def aftermath(self, ask: Ask, lots: Lots) -> State:
        """The holes of a season open, before centers are counted and units adjusted."""
        state = self.rules.reckoning.aftermath(ask, lots)
        drawn = note(state).next or self.draw(Ask(ask.variant, state), lots)
        for province in drawn:
            state = opened(Ask(ask.variant, state), province)
        return noted(state, next=())

    def draw(self, ask: Ask, lots: Lots) -> tuple[Province, ...]:
        """Spaces chosen by lot among those that are left and not immune."""
        spared = self.spared(ask)
        spaces = [s for s in ask.map.spaces.values() if ask.governs(s.board)]
        pool = sorted(s.id for s in spaces if s.kind != IMPASSABLE and s.id not in spared)
        count = min(self.settings["per_turn"], len(pool))
        return tuple(pool.pop(lots.draw(len(pool))) for _ in range(count))

    def spared(self, ask: Ask) -> set[Province]:
        """The immune centers; immunity ends with the power that has it."""
        named = note(ask.state).immune.items()
        return {province for power, province in named if ask.alive(power)}

    def win_at(self, ask: Ask) -> int:
        """The winning number, lowered as centers vanish so that a majority stays one."""
        number, all_of_them = self.rules.reckoning.win_at(ask), len(ask.variant.map.centers)
        return max(1, number - (all_of_them // 2 - len(ask.map.centers) // 2))

    def outcome(self, ask: Ask, claims: Claims) -> Result | None:
        """In Bart's family the winner needs a majority of the units on the board as well."""
        result = self.rules.reckoning.outcome(ask, claims)
        if result is None or result.how != "solo" or not self.units_count:
            return result
        powers = {p for seat in result.winners for p in ask.state.seats[seat]}
        mine = sum(u.power in powers for u in ask.state.units)
        return result if 2 * mine > len(ask.state.units) else None

    def see(self, ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
        """The immunity of others stays secret while the game goes on."""
        view = self.rules.view.see(ask, pending, seat)
        named = note(view.state).immune
        if not named or ask.state.result is not None:
            return view
        powers = ask.state.seats.get(seat, ()) if seat is not None else ()
        known = {p: home for p, home in named.items() if p in powers}
        return msgspec.structs.replace(view, state=noted(view.state, immune=known))

    def disclose(self, ask: Ask, ballot: Ballot) -> str:
        """What is named immune is not published."""
        if ballot.subject.topic == IMMUNE:
            return SEALED
        return self.rules.view.disclose(ask, ballot)

    def show(self, ask: Ask) -> tuple[Badge, ...]:
        """The holes, and one that is foretold."""
        spaces, known = ask.variant.map.spaces, note(ask.state)
        return (
            *self.rules.view.show(ask),
            *(
                Badge("hole", spaces[hole.province].name, about_hole(hole), news=True)
                for hole in known.holes
            ),
            *(Badge("next hole", spaces[p].name, news=True) for p in known.next),
        )

    def phases(self) -> dict[str, PhaseRule]:
        """Movement with a secret declaration beside it, and with the hole foretold after it."""
        rules = self.rules.calendar.phases
        moving = _Naming(self, rules[MOVEMENT]).rule()
        return {**rules, MOVEMENT: moving}


class _Naming:
    """The movement phase with the naming of immune centers."""

    def __init__(self, hole: _BlackHole, rule: PhaseRule) -> None:
        self.hole, self.inner = hole, rule

    def rule(self) -> PhaseRule:
        """The phase rule."""
        return msgspec.structs.replace(
            self.inner,
            subjects=self.subjects,
            choices=self.choices,
            check=self.check,
            default=self.default,
            verbs=(*self.inner.verbs, "declare"),
            aside=self.aside,
        )

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """The units, and in the first Spring with homes the center that is to be immune."""
        charges = self.inner.subjects(ask, power)
        if not self.is_open(ask) or power not in ask.state.holder or not homes(ask, power):
            return charges
        naming = Charge(Subject(power, topic=IMMUNE), ("declare",), owed=False)
        return (*charges, naming)

    def is_open(self, ask: Ask) -> bool:
        """Whether immune centers are named in this phase."""
        spring = ask.state.phase.season == SPRING
        return bool(self.hole.settings["immunity"]) and spring and not note(ask.state).named

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """The homes that may be named, or what the unit may do."""
        if subject.topic != IMMUNE:
            return self.inner.choices(ask, subject, prefix)
        steps = (Step(home, Declare(IMMUNE, (home,))) for home in homes(ask, subject.power))
        return () if prefix else tuple(steps)

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """One home center is named."""
        if subject.topic != IMMUNE:
            return self.inner.check(ask, subject, orders)
        faults: list[Reason | None] = []
        for order in orders:
            fault = fault_of(ask, subject.power, order)
            faults.append(fault or (Reason("too_many") if None in faults else None))
        return tuple(faults)

    def default(self, ask: Ask, subject: Subject) -> Orders:
        """Who names nothing has nothing immune."""
        return () if subject.topic == IMMUNE else self.inner.default(ask, subject)

    def aside(
        self, ask: Ask, settled: Resolution, elected: dict[Subject, Orders], lots: Lots
    ) -> Resolution:
        """What was named is taken down, and the hole drawn where it is foretold."""
        if self.inner.aside:
            settled = self.inner.aside(ask, settled, elected, lots)
        named = dict(self.named(elected))
        state = settled.state
        if self.is_open(ask) and any(homes(ask, p) for p in ask.state.holder):
            immune = {power: order.provinces[0] for power, order in named.items()}
            state = noted(state, named=True, immune=immune)
        if self.hole.foretold:
            state = noted(state, next=self.hole.draw(Ask(ask.variant, state), lots))
        rows = tuple(Verdict(p, o, DONE, Reason("declared")) for p, o in named.items())
        return msgspec.structs.replace(
            settled, state=state, left=state, verdicts=(*settled.verdicts, *rows)
        )

    def named(self, elected: dict[Subject, Orders]) -> Iterator[tuple[Power, Declare]]:
        """What each power has named."""
        for subject, orders in elected.items():
            for order in orders if subject.topic == IMMUNE else ():
                if isinstance(order, Declare):
                    yield subject.power, order


def counts_units(settings: Settings) -> bool:
    """Whether the winner needs a majority of the units on the board as well."""
    choice: str = settings["majority"]
    return by_family(choice, "" if settings["family"] == CLOSING else "units") == "units"


def by_family(choice: str, otherwise: str) -> str:
    """A choice, or what the family has where it is left to that."""
    return otherwise if choice == "family" else choice


def homes(ask: Ask, power: Power) -> tuple[Province, ...]:
    """The home centers of a power that are left."""
    return tuple(h for h in ask.state.homes.get(power, ()) if ask.map.spaces[h].center)


def fault_of(ask: Ask, power: Power, order: Order) -> Reason | None:
    """What is wrong with the naming of an immune center."""
    if not isinstance(order, Declare):
        return Reason("wrong_phase")
    if order.what != IMMUNE:
        return Reason("not_allowed", note="only an immune center is declared")
    if len(order.provinces) != 1:
        return Reason("not_allowed", note="name one home center")
    known = order.provinces[0] in homes(ask, power)
    return None if known else Reason("not_allowed", note="only a home center can be immune")


def opened(ask: Ask, hole: Province) -> State:
    """The position once a space has vanished, with units there or left without a shore."""
    swallowed = [u for u in ask.state.units if ask.province[u.place] == hole]
    row = Hole(hole, season(ask.state.phase), names(ask, swallowed))
    left = tuple(u for u in ask.state.units if u not in swallowed)
    owners = {c: p for c, p in ask.state.owners.items() if c != hole}
    state = msgspec.structs.replace(ask.state, units=left, owners=owners)
    after = Ask(ask.variant, noted(state, holes=(*note(state).holes, row)))
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
        outcome=mine.outcome,
        see=mine.see,
        disclose=mine.disclose,
        show=mine.show,
        phases=mine.phases(),
    )


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins, told of a board that shrinks."""
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
)
