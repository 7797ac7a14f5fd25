"""Movement orders: which are possible for a unit, as a tree of choices and checked one by one.

An order is legal if, knowing no other orders, it could be carried out here (DATC 4.E.1).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from dragoman.geo import COASTAL, Place, Province
from dragoman.model import (
    Convoy,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Reason,
    Subject,
    Support,
    Unit,
)
from dragoman.rules.ask import Ask
from dragoman.rules.convoys import (
    afloat,
    can_sail,
    could_carry,
    crews,
    havens,
    landing,
)
from dragoman.rules.values import Charge, Orders, Step
from dragoman.rules.variant import Aims

NO_SUCH_UNIT = Reason("no_such_unit")
CANNOT_REACH = Reason("cannot_reach")
COAST_NEEDED = Reason("coast_needed")
CANNOT_SUPPORT = Reason("cannot_support")
CANNOT_CONVOY = Reason("cannot_convoy")
OWN_SUPPORT = Reason("own_support")
CONTRADICTED = Reason("contradicted")
WRONG_PHASE = Reason("wrong_phase")

Spot = TypeVar("Spot", bound=str)

NO_FAULT = (None,)
NOWHERE: frozenset[Place] = frozenset()
VERBS = ("hold", "move", "support", "convoy")
ASHORE = VERBS[:3]


def unit_charges(ask: Ask, power: Power) -> tuple[Charge, ...]:
    """A power's units on the board, each to be given one order."""
    units, subjects = ask.units_of.get(power, ()), ask.subjects
    at_sea, verbs = ask.at_sea, (ASHORE, VERBS)
    return tuple([Charge(subjects[u.id], verbs[(u.kind, u.place) in at_sea]) for u in units])


def units_move(ask: Ask) -> bool:
    """Whether each unit is given one order by whoever holds its power, as is the default."""
    return ask.rules.defaults["mandate"] and ask.rule.subjects is unit_charges


def unit_subjects(ask: Ask, powers: Iterable[Power]) -> list[Subject]:
    """The units of some powers, as what is decided where each of them is given orders."""
    subjects, units_of = ask.subjects, ask.units_of
    return [subjects[unit.id] for power in powers for unit in units_of.get(power, ())]


def movement_verbs(ask: Ask, unit: Unit) -> tuple[str, ...]:
    """What a unit can do at all."""
    return VERBS if (unit.kind, unit.place) in ask.at_sea else ASHORE


def check_movement(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
    """What is wrong with each order; two different legal orders undo each other (DATC 4.D.3)."""
    unit = ask.unit.get(subject.unit)
    if unit is None:
        return (NO_SUCH_UNIT,) * len(orders)
    if len(orders) != 1:
        return undone(orders, [check_order(ask, unit, order) for order in orders])
    fault = _CHECKS.get(type(orders[0]), _not_now)(ask, unit, orders[0])
    return (fault,) if fault else NO_FAULT


def undone(orders: Orders, faults: Sequence[Reason | None]) -> tuple[Reason | None, ...]:
    """The faults of some orders for one unit; two different legal ones undo each other."""
    if len({o for o, fault in zip(orders, faults, strict=True) if fault is None}) > 1:
        return tuple(fault or CONTRADICTED for fault in faults)
    return tuple(faults)


def is_possible_by_map(ask: Ask, order: Hold | Move | Support | Convoy) -> bool:
    """Whether an order is possible if the units that it names stand there, whoever else does.

    Most are; what else is possible depends on other fleets at sea.
    """
    unit = order.unit
    match order:
        case Move():
            return not order.via and order.to in ask.moves[unit.kind].get(unit.place, NOWHERE)
        case Support():
            return order.whom != unit and aids_near(ask, unit, order.whom, order.to)
        case Convoy():
            return ferries(ask, unit, order.whom, order.to)
        case _:
            return True


def aids_near(ask: Ask, unit: Unit | Piece, other: Unit | Piece, to: Place | None) -> bool:
    """Whether a unit can lend support where another stays or goes by itself."""
    if to is not None and to not in ask.moves[other.kind].get(other.place, NOWHERE):
        return False
    return ask.province[to or other.place] in ask.lends[unit.kind].get(unit.place, NOWHERE)


def check_order(ask: Ask, unit: Unit, order: Order) -> Reason | None:
    """What makes an order impossible for a unit, if anything does."""
    return _CHECKS.get(type(order), _not_now)(ask, unit, order)


def _not_now(ask: Ask, unit: Unit, order: Order) -> Reason | None:
    return WRONG_PHASE


def _always(ask: Ask, unit: Unit, order: Order) -> Reason | None:
    return None


def check_move(ask: Ask, unit: Unit, order: Move) -> Reason | None:
    """A move is possible to a neighbor, or over fleets that could form a chain."""
    if order.to in ask.moves[unit.kind].get(unit.place, ()):
        if not order.via or not heeds_via(ask, unit) or _sails_to(ask, unit, order.to):
            return None
        return Reason("cannot_reach", note="no fleets could carry it there")
    if _sails_to(ask, unit, order.to):
        return None
    coasts = ask.map.spaces[ask.province[order.to]].coasts
    near = ask.moves[unit.kind].get(unit.place, frozenset())
    return COAST_NEEDED if order.to not in coasts and near.intersection(coasts) else CANNOT_REACH


def heeds_via(ask: Ask, unit: Unit) -> bool:
    """Whether the rules know the words `via convoy`; the editions before 2000 do not."""
    return ask.rules.routes(ask, unit).intent in ("own_or_via", "via")


def _sails_to(ask: Ask, unit: Unit, to: Place, without: Province | None = None) -> bool:
    start, end = ask.province[unit.place], ask.province[to]
    if unit.kind not in ask.carriers or to not in ask.moves[unit.kind]:
        return False
    return can_sail(ask, unit.kind, start, end, without=without)


def check_support(ask: Ask, unit: Unit, order: Support) -> Reason | None:
    """Support goes where the unit itself could, for what the other unit could do (6.D.31)."""
    other = ask.named(order.whom)
    if other is None:
        return NO_SUCH_UNIT
    if other.id == unit.id:
        return OWN_SUPPORT
    return None if aids_near(ask, unit, other, order.to) else support_fault(ask, unit, order, other)


def support_fault(ask: Ask, unit: Unit, order: Support, other: Unit) -> Reason | None:
    """What keeps a unit from supporting another in what the order says."""
    aim = ask.province[order.whom.place if order.to is None else order.to]
    if aim not in ask.lends[unit.kind].get(unit.place, ()):
        return CANNOT_SUPPORT
    if order.to is None or could_go(ask, other, order.to, unit):
        return None
    return Reason("cannot_support", note="the other unit cannot get there")


def could_go(ask: Ask, unit: Unit, to: Place, supporter: Unit) -> bool:
    """Whether a unit could move there while another supports it; a coast left open may be any."""
    near = ask.moves[unit.kind].get(unit.place, NOWHERE)
    if to in near:
        return True
    if near and any(c in near for c in ask.map.spaces[ask.province[to]].coasts if to != c):
        return to == ask.map.root(to)
    return _sails_to(ask, unit, to, without=ask.province[supporter.place])


def check_convoy(ask: Ask, unit: Unit, order: Convoy) -> Reason | None:
    """A fleet carries a unit if it lies on some route for it (DATC 6.G.19)."""
    other = ask.named(order.whom)
    return NO_SUCH_UNIT if other is None else convoy_fault(ask, unit, order, other)


def ferries(ask: Ask, unit: Piece, other: Piece, to: Place) -> bool:
    """Whether a fleet touches both shores of a convoy, and nobody else could carry in its sea."""
    start, end, here = (ask.province[p] for p in (other.place, to, unit.place))
    kinds, waters = ask.variant.kinds, ask.map.waters
    there = [(kind, place) for kind, place in ask.at_sea if ask.province[place] == here]
    return (
        there == [(unit.kind, unit.place)]
        and other.kind in kinds[unit.kind].carries
        and is_passage(ask, other.kind, start, to)
        and here in waters.get(start, ())
        and end in waters.get(here, ())
    )


def is_passage(ask: Ask, kind: str, start: Province, to: Place) -> bool:
    """Whether a way is one from coast to coast, at whose end such a unit can stand."""
    end, spaces = ask.province[to], ask.map.spaces
    coastal = spaces[start].kind == COASTAL == spaces[end].kind
    return coastal and start != end and to in ask.moves[kind]


def convoy_fault(ask: Ask, unit: Unit, order: Convoy, other: Unit) -> Reason | None:
    """What keeps a fleet from carrying another unit where the order says."""
    start, end, here = (ask.province[p] for p in (other.place, order.to, unit.place))
    carriers = ask.carriers.get(other.kind, {})
    if carriers.get(here) != unit or not is_passage(ask, other.kind, start, order.to):
        return CANNOT_CONVOY
    return None if could_carry(ask, other.kind, here, start, end) else CANNOT_CONVOY


_CHECKS: dict[type, Callable[[Ask, Unit, Any], Reason | None]] = {
    Move: check_move,
    Support: check_support,
    Convoy: check_convoy,
    Hold: _always,
}
"""What makes each sort of order impossible."""


def movement_choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What a unit may be ordered next, given the words already chosen."""
    unit = ask.unit[subject.unit]
    return unit_choices(ask, unit, ask.piece(unit), prefix)


def unit_choices(ask: Ask, unit: Unit, me: Piece, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What a unit may be ordered next, under the name that its orders give it."""
    if not prefix:
        return _verb_steps(ask, unit, me)
    steps = _STEPS.get(prefix[0])
    return tuple(steps(ask, unit, me, prefix[1:])) if steps else ()


def _verb_steps(ask: Ask, unit: Unit, me: Piece) -> tuple[Step, ...]:
    verbs = [v for v in movement_verbs(ask, unit)[1:] if next(_steps_of(ask, unit, me, v), None)]
    return (Step("hold", Hold(me)), *(Step(verb, more=True) for verb in verbs))


def _steps_of(ask: Ask, unit: Unit, me: Piece, verb: str) -> Iterator[object]:
    """The steps after a verb, or as good as those: what is near needs no look at the rest."""
    if verb == "move":
        yield from ask.moves[unit.kind].get(unit.place, ())
    if verb == "support":
        aims = ask.lends[unit.kind].get(unit.place, frozenset())
        near = (other for aim in aims for other in ask.at.get(aim, ()))
        yield from (other for other in near if other.id != unit.id)
    if verb == "convoy":
        here = ask.province[unit.place]
        cargo = ask.variant.kinds[unit.kind].carries
        ashore = (
            other for shore in ask.map.waters.get(here, ()) for other in ask.at.get(shore, ())
        )
        yield from (other for other in ashore if other.kind in cargo and takes_on(ask, here, other))
    yield from _STEPS[verb](ask, unit, me, ())


def movement_orders(ask: Ask, subject: Subject) -> list[Order]:
    """Every order that a unit may be given, as the choices have them."""
    unit = ask.unit[subject.unit]
    me = ask.piece(unit)
    found: list[Order] = [Hold(me)]
    by_sea = sea_goals(ask, unit)
    either = either_way(ask, unit, by_sea)
    for to in destinations(ask, unit, by_sea):
        found.append(Move(me, to))
        if to in either:
            found.append(Move(me, to, via=True))
    for n, aims in _supportable(ask, unit):
        whom = ask.pieces[n][1]
        found += [Support(me, whom, to) for to in aims]
    for n, goals in _cargoes(ask, unit):
        whom = ask.pieces[n][1]
        found += [Convoy(me, whom, to) for to in goals]
    return found


def _cargoes(ask: Ask, unit: Unit) -> Iterator[tuple[int, list[Place]]]:
    """Each unit, by rank, that a fleet could help to carry, and where to."""
    here, units = ask.province[unit.place], ask.state.units
    for number in cargo(ask, unit):
        yield number, carried_goals(ask, here, units[number])


def either_way(ask: Ask, unit: Unit, by_sea: list[Place]) -> frozenset[Place]:
    """Where a unit could go by itself or by sea, as the order says."""
    if not by_sea or not heeds_via(ask, unit):
        return NOWHERE
    return ask.moves[unit.kind].get(unit.place, NOWHERE).intersection(by_sea)


def destinations(ask: Ask, unit: Unit, by_sea: list[Place]) -> Sequence[Place]:
    """Every place that a unit could be ordered to move to, by itself or by sea."""
    near = ask.moves[unit.kind].get(unit.place, NOWHERE)
    if not by_sea:
        return in_order(near)
    # Two sorted runs are quickly merged.
    return sorted([*by_sea, *sorted(near.difference(by_sea))])


@lru_cache(maxsize=20_000)
def in_order(places: frozenset[Spot]) -> tuple[Spot, ...]:
    """Places or provinces, of which the same few sets are met time and again, sorted."""
    return tuple(sorted(places))


def sea_goals(ask: Ask, unit: Unit, *, without: Province | None = None) -> list[Place]:
    """Every place to which fleets now at sea could carry a unit."""
    if unit.kind not in ask.carriers:
        return []
    start = ask.map.root(unit.place)
    shores = havens(ask, unit.kind, ask.province[unit.place], without=without)
    return [place for place in shores if place != start]


def _move_steps(ask: Ask, unit: Unit, me: Piece, rest: tuple[str, ...]) -> Iterator[Step]:
    by_sea = sea_goals(ask, unit)
    either = either_way(ask, unit, by_sea)
    if not rest:
        for to in destinations(ask, unit, by_sea):
            yield Step(to, Move(me, to), more=to in either)
    elif len(rest) == 1 and rest[0] in either:
        yield Step("via", Move(me, Place(rest[0]), via=True))


def _support_steps(ask: Ask, unit: Unit, me: Piece, rest: tuple[str, ...]) -> Iterator[Step]:
    others = supportable(ask, unit)
    if not rest:
        yield from (Step(token, more=True) for token in others)
    elif len(rest) == 1 and rest[0] in others:
        whom, goals = others[rest[0]]
        yield from (Step("hold" if to is None else to, Support(me, whom, to)) for to in goals)


def supportable(ask: Ask, unit: Unit) -> dict[str, tuple[Piece, Aims]]:
    """For each unit that a unit could support, in what: staying, or going somewhere.

    Where the other could land on two coasts the support names the province and fits either.
    """
    if unit not in ask.seas.backing:
        found = _supportable(ask, unit)
        ask.seas.backing[unit] = {ask.pieces[n][0]: (ask.pieces[n][1], aims) for n, aims in found}
    return ask.seas.backing[unit]


def _supportable(ask: Ask, unit: Unit) -> Iterator[tuple[int, Aims]]:
    """For each unit that a unit could support, by rank, in what."""
    near, by_sea, me = ask.aided(unit.kind, unit.place), landing(ask, unit), unit.id
    for n, (name, other) in enumerate(zip(ask.names, ask.state.units, strict=True)):
        aims = near.get(name, ())
        if n in by_sea:
            aims = both_ways(ask, other, aims, by_sea[n])
        if aims and other.id != me:
            yield n, aims


def both_ways(ask: Ask, unit: Unit, near: Aims, shores: frozenset[Province]) -> Aims:
    """In what a unit could be supported that comes by land or, to some shores, by sea."""
    start = ask.province[unit.place]
    by_land = ask.ways[unit.kind].get(unit.place, (start,))
    by_sea = [Place(shore) for shore in shores if shore not in by_land]
    # By the names of provinces; staying comes first.
    return tuple(sorted([*near, *by_sea], key=lambda to: ask.province[to] if to else ""))


def _convoy_steps(ask: Ask, unit: Unit, me: Piece, rest: tuple[str, ...]) -> Iterator[Step]:
    here = ask.province[unit.place]
    for number in cargo(ask, unit):
        other, (token, whom) = ask.state.units[number], ask.pieces[number]
        if not rest:
            if takes_on(ask, here, other) or carried_goals(ask, here, other):
                yield Step(token, more=True)
        elif rest == (token,):
            goals = carried_goals(ask, here, other)
            yield from (Step(to, Convoy(me, whom, to)) for to in goals)


def cargo(ask: Ask, unit: Unit) -> Iterator[int]:
    """The units, by rank, that a fleet, alone or with others, could take on board."""
    here = ask.province[unit.place]
    for letter, carriers in ask.carriers.items():
        if carriers.get(here) == unit:
            yield from crews(ask).get(afloat(ask, letter)[here], ())


def takes_on(ask: Ask, here: Province, other: Unit) -> bool:
    """Whether a fleet could by itself carry a unit somewhere."""
    start, stands = ask.province[other.place], ask.moves[other.kind]
    if here not in ask.map.waters.get(start, ()) or ask.map.spaces[start].kind != COASTAL:
        return False
    shores = (p for p in ask.map.waters[here] if p != start and ask.map.spaces[p].kind == COASTAL)
    return any(Place(p) in stands for p in shores)


def carried_goals(ask: Ask, here: Province, other: Unit) -> list[Place]:
    """The places to which a fleet could help to carry a unit that it could take on board."""
    goals = afloat(ask, other.kind)[here].carried(here, ask.province[other.place])
    root = ask.map.root(other.place)
    return [to for to in goals if to != root]


_STEPS = {"move": _move_steps, "support": _support_steps, "convoy": _convoy_steps}


def hold_by_default(ask: Ask, subject: Subject) -> Orders:
    """An unordered unit holds."""
    unit = ask.unit[subject.unit]
    return (Hold(ask.piece(unit)),)
