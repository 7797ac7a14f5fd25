"""Railway: an army on a line that the map names rides to any other place of it, if it is free."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from dragoman.geo import LAND, MOVE, Edge, Map, Place, Province
from dragoman.model import ARMY, MOVEMENT, Ballot, Move, Order, Power, Reason, Subject, Unit
from dragoman.rules import (
    Ask,
    Draft,
    Faults,
    Module,
    Option,
    Orders,
    PhaseRule,
    Ruleset,
    Settings,
    Step,
    Tree,
    orders_of,
    powers_called,
)

LINE = "railway"
"""What a map calls its lines: `@line railway mos ura omk`."""

OPTIONS = (
    Option(
        "riders",
        "names",
        [],
        "the powers whose armies may ride; none named: all",
        title="Who may ride",
    ),
    Option(
        "trains",
        "number",
        1,
        "how many armies of a power may ride in a turn",
        least=1,
        most=9,
        title="Armies that may ride in a turn",
    ),
)
BLOCKED = Reason("cannot_reach", note="a unit of another power stands on the line between")
NOT_A_RIDER = Reason("cannot_reach", note="only some powers ride on this line")
NO_TRAIN = Reason("too_many", note="more armies would ride than there are trains")

Rides = dict[frozenset[Province], list[tuple[Province, ...]]]
"""For two places that only a line joins, the places between them, on each line."""


def rides_on(board: Map) -> Rides:
    """The rides that the lines of a map allow, between places that do not border."""
    near = {frozenset((board.province[e.a], board.province[e.b])) for e in walked(board)}
    found: Rides = {}
    for line in board.lines.get(LINE, ()):
        for i, j in combinations(range(len(line)), 2):
            ends = frozenset((line[i], line[j]))
            if ends not in near:
                found.setdefault(ends, []).append(line[i + 1 : j])
    return found


def walked(board: Map) -> Iterator[Edge]:
    """The borders over which armies move."""
    return (e for e in board.edges if LAND in e.modes and MOVE in e.uses)


def shape(draft: Draft, settings: Settings) -> Draft:
    """The board with a border for every ride, open to moves of armies alone."""
    modes, uses = frozenset({LINE}), frozenset({MOVE})
    added = [Edge(Place(a), Place(b), modes, uses) for a, b in map(sorted, rides_on(draft.map))]
    board = replace(draft.map, edges=(*draft.map.edges, *added))
    army = draft.kinds[ARMY.letter]
    kinds = draft.kinds | {ARMY.letter: replace(army, modes=army.modes | modes)}
    return replace(draft, map=board, kinds=kinds)


def objects(draft: Draft, settings: Settings) -> str | None:
    """There must be a line, and those who ride must be powers."""
    riders = powers_called(draft.powers, settings["riders"])
    wrong = [name for name in riders if name not in draft.powers]
    if LINE not in draft.map.lines:
        return f"the map {draft.map.id} names no line: write `@line {LINE} a b c` in its file"
    return f"riders: there is no {wrong[0]}" if wrong else None


class _Railway:
    """The answers of the module, over the rules and the board it was given."""

    def __init__(self, rules: Ruleset, draft: Draft, settings: Settings) -> None:
        self.rules, self.settings = rules, settings
        self.rule = rules.phases[MOVEMENT]
        self.rides = rides_on(draft.map)

    def fault(self, ask: Ask, unit: Unit, order: Order) -> Reason | None:
        """What keeps a unit from riding, if its order is a ride that it cannot make."""
        ends = self.ends(ask, unit, order)
        if ends is None:
            return None
        riders = powers_called(ask.variant.powers, self.settings["riders"])
        if riders and unit.power not in riders:
            return NOT_A_RIDER
        return None if any(self.free(ask, unit, way) for way in self.rides[ends]) else BLOCKED

    def ends(self, ask: Ask, unit: Unit, order: Order) -> frozenset[Province] | None:
        """The two ends of a ride; none if an order is no ride."""
        if not isinstance(order, Move) or order.via:
            return None
        ends = frozenset((ask.province[unit.place], ask.province[order.to]))
        return ends if ends in self.rides else None

    def free(self, ask: Ask, unit: Unit, way: tuple[Province, ...]) -> bool:
        """Whether nobody else stands on the way."""
        return all(other.power == unit.power for p in way for other in ask.at.get(p, ()))

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """What is wrong with each order, rides that are blocked too."""
        found = self.rule.check(ask, subject, orders)
        unit = ask.unit.get(subject.unit)
        if unit is None:
            return found
        return tuple(
            fault or self.fault(ask, unit, order)
            for order, fault in zip(orders, found, strict=True)
        )

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """The tree without the rides that are blocked."""
        unit = ask.unit.get(subject.unit)
        steps = self.rule.choices(ask, subject, prefix)
        if unit is None:
            return steps
        return tuple(s for s in steps if s.order is None or not self.fault(ask, unit, s.order))

    def orders(self, ask: Ask, subject: Subject) -> list[Order]:
        """Every order of the tree."""
        unit = ask.unit.get(subject.unit)
        found = orders_of(self.rule.choices, ask, subject)
        return found if unit is None else [o for o in found if not self.fault(ask, unit, o)]

    def review(self, ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
        """Of more rides than there are trains none is made."""
        found = self.rules.review(ask, ballots, faults)
        rides: dict[Power, list[int]] = {}
        for n, ballot in enumerate(ballots):
            unit = ask.unit.get(ballot.subject.unit)
            riding = unit and any(self.ends(ask, unit, order) for order in ballot.orders)
            if riding and not any(found[n]):
                rides.setdefault(ballot.subject.power, []).append(n)
        over = [n for rows in rides.values() if len(rows) > self.settings["trains"] for n in rows]
        return [(NO_TRAIN,) * len(f) if n in over else f for n, f in enumerate(found)]

    def refuges(self, ask: Ask, unit: Unit) -> tuple[Place, ...]:
        """Nobody retreats by rail."""
        here = ask.province[unit.place]
        return tuple(
            to
            for to in self.rules.refuges(ask, unit)
            if frozenset((here, ask.province[to])) not in self.rides
        )

    def movement(self) -> PhaseRule:
        """The phase of moves with its rides."""
        tree = Tree(self.choices, self.orders)
        return replace(self.rule, check=self.check, choices=tree)


def railway(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Rides are moves over borders that only the line makes."""
    mine = _Railway(rules, draft, settings)
    phases = {**rules.phases, MOVEMENT: mine.movement()}
    return rules.answering(phases=phases, review=mine.review, refuges=mine.refuges)


MODULE = Module(
    "railway",
    "An army on a railway rides to any other place on it, if nobody else stands between.",
    railway,
    OPTIONS,
    shape=shape,
    objects=objects,
)
