"""Canals: a fleet passes from sea to sea by leave of the power that stands in the land between."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from dragoman.geo import MOVE, SEA, Edge, Map, Place, Province
from dragoman.model import (
    DONE,
    FAILED,
    MOVEMENT,
    PROVINCE,
    Act,
    Force,
    Move,
    Order,
    Power,
    Reason,
    ReasonKind,
    Resolution,
    Subject,
    Unit,
    Verb,
    Verdict,
)
from dragoman.rules import (
    Ask,
    Before,
    Charge,
    Draft,
    Elected,
    Lots,
    Module,
    Orders,
    PhaseRule,
    Ruleset,
    Settings,
    Step,
    Tree,
    orders_of,
)
from dragoman.rules.legality import undone

TOPIC, LINE = "canal", "waterway"
"""What may be opened, and what a map calls it, land in the middle: `@line waterway med egy red`."""

OPEN = Verb(
    "open",
    takes=(PROVINCE,),
    words=("opens", "open", "lets pass", "let pass"),
    says="The canal is opened to the fleet in {0}",
    noun="grant",
)
OPENED = ReasonKind("opened", DONE, "leave was given to pass the canal", "leave is given")
NO_LEAVE = ReasonKind(
    "no_leave", FAILED, "the canal was not opened to it", "fails: the canal is closed to it"
)

NOBODY_THERE = Reason("cannot_reach", note="nobody stands at the canal to open it")
NO_SUCH_FLEET = Reason("not_allowed", note="no fleet could pass from there")
NOT_GRANTED = Reason(
    NO_LEAVE.code, note="whoever stands at the canal did not open it to this fleet"
)
LEAVING = Reason(NO_LEAVE.code, note="the unit at the canal was ordered away")


class Canal(NamedTuple):
    """A way between two seas, and the land through which it runs."""

    ends: frozenset[Province]
    land: Province


def canals_on(board: Map) -> tuple[Canal, ...]:
    """The canals that a map names."""
    lines = board.lines.get(LINE, ())
    return tuple(Canal(frozenset((line[0], line[2])), line[1]) for line in lines if len(line) == 3)


def shape(draft: Draft, settings: Settings) -> Draft:
    """The board with a border between the ends of every canal, for moves of fleets alone."""
    modes, uses = frozenset({LINE}), frozenset({MOVE})
    ends = (sorted(canal.ends) for canal in canals_on(draft.map))
    added = [Edge(Place(a), Place(b), modes, uses) for a, b in ends]
    board = replace(draft.map, edges=(*draft.map.edges, *added))
    kinds = {
        letter: replace(kind, modes=kind.modes | modes) if SEA in kind.modes else kind
        for letter, kind in draft.kinds.items()
    }
    return replace(draft, map=board, kinds=kinds)


def objects(draft: Draft, settings: Settings) -> str | None:
    """There must be a canal, of three places."""
    lines = draft.map.lines.get(LINE, ())
    if lines and all(len(line) == 3 for line in lines):
        return None
    return f"the map {draft.map.id} names no canal: write `@line {LINE} sea land sea` in its file"


class _Canals:
    """The answers of the module, over the rules and the board it was given."""

    def __init__(self, rules: Ruleset, draft: Draft) -> None:
        self.rules = rules
        self.rule = rules.phases[MOVEMENT]
        self.canals = canals_on(draft.map)

    def passed(self, ask: Ask, unit: Unit | None, order: Order) -> Canal | None:
        """The canal through which an order leads, if it does."""
        if unit is None or not isinstance(order, Move) or order.via:
            return None
        ends = frozenset((ask.province[unit.place], ask.province[order.to]))
        return next((canal for canal in self.canals if canal.ends == ends), None)

    def fault(self, ask: Ask, unit: Unit | None, order: Order) -> Reason | None:
        """Where nobody stands at a canal it is closed."""
        canal = self.passed(ask, unit, order)
        return NOBODY_THERE if canal and canal.land not in ask.at else None

    def waiting(self, ask: Ask, power: Power) -> Iterator[Act]:
        """The leaves that a power may give: to each unit at the end of a canal that it holds."""
        for canal in self.canals:
            if any(unit.power == power for unit in ask.at.get(canal.land, ())):
                near = (p for p in sorted(canal.ends) if p in ask.at)
                yield from (OPEN(province) for province in near)

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """The units, and for whoever holds a canal at which a fleet lies, the canal."""
        charges = self.rule.subjects(ask, power)
        if not any(self.waiting(ask, power)):
            return charges
        return (*charges, Charge(Subject(power, topic=TOPIC), (OPEN.name,), owed=False))

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """The fleets to which a canal may be opened, or what a unit may do."""
        if subject.topic == TOPIC:
            acts = self.waiting(ask, subject.power)
            return () if prefix else tuple(Step(str(act.args[0]), act) for act in acts)
        unit = ask.unit.get(subject.unit)
        steps = self.rule.choices(ask, subject, prefix)
        return tuple(s for s in steps if s.order is None or not self.fault(ask, unit, s.order))

    def orders(self, ask: Ask, subject: Subject) -> list[Order]:
        """Every order of the tree."""
        if subject.topic == TOPIC:
            return list(self.waiting(ask, subject.power))
        unit = ask.unit.get(subject.unit)
        found = orders_of(self.rule.choices, ask, subject)
        return [order for order in found if not self.fault(ask, unit, order)]

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """What is wrong with each order; of two leaves neither is given."""
        if subject.topic == TOPIC:
            open_ = list(self.waiting(ask, subject.power))
            return undone(orders, [None if o in open_ else NO_SUCH_FLEET for o in orders])
        unit, found = ask.unit.get(subject.unit), self.rule.check(ask, subject, orders)
        pairs = zip(orders, found, strict=True)
        return tuple(fault or self.fault(ask, unit, order) for order, fault in pairs)

    def default(self, ask: Ask, subject: Subject) -> Orders:
        """Who says nothing gives no leave."""
        return () if subject.topic == TOPIC else self.rule.default(ask, subject)

    def before(self, ask: Ask, elected: Elected, lots: Lots) -> Before:
        """Fleets that would pass without leave stay where they are."""
        earlier = self.rules.before(ask, elected, lots)
        if ask.state.phase.kind != MOVEMENT:
            return earlier
        found = {s: self.refused(ask, earlier.elected, s) for s in earlier.elected}
        stopped = {s: reason for s, reason in found.items() if reason}
        left = Elected({s: o for s, o in earlier.elected.items() if s not in stopped})
        rows = (
            Verdict.of(subject, order, FAILED, reason)
            for subject, reason in stopped.items()
            for order in earlier.elected[subject]
        )
        return Before(earlier.state, left, (*earlier.verdicts, *rows))

    def refused(self, ask: Ask, elected: Elected, subject: Subject) -> Reason | None:
        """Why a unit may not pass a canal that it was ordered through."""
        canal = self.through(ask, elected, subject)
        if canal is None:
            return None
        keepers = ask.at[canal.land]
        if any(self.leaves(elected, Subject(unit.power, unit.id)) for unit in keepers):
            return LEAVING
        leave = any(self.granted(ask, elected, canal, unit.power, subject) for unit in keepers)
        return None if leave else NOT_GRANTED

    def through(self, ask: Ask, elected: Elected, subject: Subject) -> Canal | None:
        """The canal through which a unit is to pass."""
        unit, orders = ask.unit.get(subject.unit), elected[subject]
        return next((c for c in (self.passed(ask, unit, o) for o in orders) if c), None)

    def leaves(self, elected: Elected, keeper: Subject) -> bool:
        """Whether a unit at the canal is to move away from it."""
        return any(isinstance(order, Move) for order in elected.get(keeper, ()))

    def granted(
        self, ask: Ask, elected: Elected, canal: Canal, power: Power, subject: Subject
    ) -> bool:
        """Whether a power gives a unit leave: in words, or by sending one of its own and no other.

        Who gives leave in words gives it to nobody else.
        """
        named = [
            order.args[0]
            for order in elected.get(Subject(power, topic=TOPIC), ())
            if OPEN.made(order) and order.args[0] in canal.ends
        ]
        if named:
            return ask.province[ask.unit[subject.unit].place] in named
        passing = [
            s for s in elected if s.power == power and self.through(ask, elected, s) == canal
        ]
        return passing == [subject]

    def relies_on(self, ask: Ask, force: Force) -> tuple[Province, ...]:
        """Leave ends with whoever gave it."""
        canal = self.passed(ask, force.units[0], force.order)
        given = self.rules.relies_on(ask, force)
        return (*given, canal.land) if canal else given

    def aside(self, ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        """The leaves that were given are listed."""
        done = self.rule.aside(ask, settled, elected, lots) if self.rule.aside else settled
        rows = [
            Verdict.of(subject, order, DONE, Reason(OPENED.code))
            for subject, orders in elected.items()
            for order in orders
            if subject.topic == TOPIC
        ]
        return replace(done, verdicts=(*done.verdicts, *rows))

    def refuges(self, ask: Ask, unit: Unit) -> tuple[Place, ...]:
        """Nobody retreats through a canal."""
        here, ways = ask.province[unit.place], {canal.ends for canal in self.canals}
        found = self.rules.refuges(ask, unit)
        return tuple(to for to in found if frozenset((here, ask.province[to])) not in ways)

    def movement(self) -> PhaseRule:
        """The phase of moves, with leaves to pass."""
        return replace(
            self.rule,
            subjects=self.subjects,
            choices=Tree(self.choices, self.orders),
            check=self.check,
            default=self.default,
            verbs=(*self.rule.verbs, OPEN.name),
            aside=self.aside,
        )


def canals(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Passing a canal is a move over a border that only leave opens."""
    mine = _Canals(rules, draft)
    return rules.answering(
        phases={**rules.phases, MOVEMENT: mine.movement()},
        before=mine.before,
        relies_on=mine.relies_on,
        refuges=mine.refuges,
    )


MODULE = Module(
    "canals",
    "A fleet passes a canal by leave of the power that stands in the land through which it runs.",
    canals,
    shape=shape,
    objects=objects,
    verbs=(OPEN,),
    reasons=(OPENED, NO_LEAVE),
)
