"""Adjustment orders: builds where more is due, removals where less, and civil disorder's."""

from collections.abc import Callable

from dragoman.geo import LAND, Province
from dragoman.model import (
    ADJUSTMENT,
    Build,
    Order,
    Piece,
    Power,
    Reason,
    Remove,
    Subject,
    Unit,
    Waive,
)
from dragoman.rules.ask import Ask
from dragoman.rules.legality import COAST_NEEDED, NO_SUCH_UNIT, WRONG_PHASE
from dragoman.rules.values import Charge, Orders, Step

TOO_MANY = Reason("too_many")
REPEATED = Reason("repeated")
BUILDS = "builds"


def is_opening(ask: Ask) -> bool:
    """Whether the game begins with builds and this is the phase in which they are made."""
    return ask.state.phase.kind == ADJUSTMENT and ask.state.phase == ask.variant.start


def adjustment_charges(ask: Ask, power: Power) -> tuple[Charge, ...]:
    """A power's builds or removals; one without a real choice owes nothing.

    Builds for which there is no room are not asked for, though they may be waived.
    """
    due = ask.rules.entitlement(ask, power)
    if due > 0:
        open_sites = {ask.province[s.place] for s in ask.rules.sites(ask, power)}
        room = min(due, len(open_sites))
        return (Charge(Subject(power, topic=BUILDS), ("build", "waive"), room, owed=room > 0),)
    if due < 0:
        # By default every unit that needs supply may go; their order is not asked for here.
        default = ask.rules.is_default("removal_order")
        units = supplied(ask, power) if default else ask.rules.removal_order(ask, power)
        choice = len(units) > -due
        return (Charge(Subject(power, topic=BUILDS), ("remove",), -due, owed=choice),)
    return ()


def check_adjustment(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
    """Orders are taken one by one as written; what exceeds the due is void (DATC 4.D.4 to 6)."""
    due = ask.rules.entitlement(ask, subject.power)
    left = abs(due)
    used: set[object] = set()
    faults: list[Reason | None] = []
    for order in orders:
        fault = (
            _build_fault(ask, subject.power, order, used)
            if due > 0
            else _remove_fault(ask, subject.power, order, used)
        )
        if fault is None and not left:
            fault = TOO_MANY
        if fault is None:
            left -= 1
            used.add(_spent(ask, order))
        faults.append(fault)
    return tuple(faults)


def _spent(ask: Ask, order: Order) -> object:
    if isinstance(order, Build):
        return ask.province[order.unit.place]
    return order.unit if isinstance(order, Remove) else None


def _build_fault(ask: Ask, power: Power, order: Order, used: set[object]) -> Reason | None:
    if isinstance(order, Waive):
        return None
    if not isinstance(order, Build):
        return WRONG_PHASE
    sites = ask.rules.sites(ask, power)
    province = ask.province[order.unit.place]
    if order.unit in sites:
        return Reason("occupied") if province in used else None
    return why_no_site(ask, power, order.unit, province)


def why_no_site(ask: Ask, power: Power, unit: Piece, province: Province) -> Reason:
    """Why a piece may not be built where an order says."""
    space = ask.map.spaces[province]
    if province in ask.at:
        return Reason("occupied")
    if province not in ask.rules.bases(ask, power):
        return Reason("not_a_site")
    if ask.state.owners.get(province) != power:
        return Reason("not_owned")
    stands = ask.moves.get(unit.kind, {})
    return COAST_NEEDED if any(c in stands for c in space.coasts) else Reason("wrong_kind")


def _remove_fault(ask: Ask, power: Power, order: Order, used: set[object]) -> Reason | None:
    if not isinstance(order, Remove):
        return TOO_MANY if isinstance(order, Build | Waive) else WRONG_PHASE
    unit = ask.named(order.unit)
    if unit is None:
        return NO_SUCH_UNIT
    if unit.power != power:
        return Reason("not_yours")
    if order.unit in used:
        return REPEATED
    return None if unit in ask.rules.removal_order(ask, power) else Reason("not_allowed")


def adjustment_choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What a power may build or remove next; one order at a time."""
    due = ask.rules.entitlement(ask, subject.power)
    if due > 0:
        return _build_steps(ask, subject.power, prefix)
    return _removal_steps(ask, subject.power, prefix) if due < 0 else ()


def _build_steps(ask: Ask, power: Power, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    sites = sorted(ask.rules.sites(ask, power), key=str)
    if not prefix:
        waive = Step("waive", Waive(named_for(ask, power)))
        return (*((Step("build", more=True),) if sites else ()), waive)
    return tuple(Step(str(s), Build(s)) for s in sites) if prefix == ("build",) else ()


def _removal_steps(ask: Ask, power: Power, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    if not prefix:
        return (Step("remove", more=True),)
    units = ask.rules.removal_order(ask, power)
    pieces = sorted((ask.piece(u) for u in units), key=str)
    return tuple(Step(str(p), Remove(p)) for p in pieces) if prefix == ("remove",) else ()


def named_for(ask: Ask, power: Power) -> Power | None:
    """A power, if an order that is not about a unit must say which of a seat's powers it is for."""
    state = (ask.whole or ask).state
    seat = state.holder.get(power)
    return power if seat is None or len(state.seats[seat]) > 1 else None


def nothing_by_default(ask: Ask, subject: Subject) -> Orders:
    """Builds not ordered are waived; removals not ordered are made by civil disorder."""
    return ()


def centers_less_units(ask: Ask, power: Power) -> int:
    """How many units a power may build, or must remove if negative."""
    return len(ask.state.centers(power)) - len(supplied(ask, power))


def supplied(ask: Ask, power: Power) -> list[Unit]:
    """The units of a power that need supply."""
    kinds = ask.variant.kinds
    return [unit for unit in ask.units_of.get(power, ()) if kinds[unit.kind].needs_supply]


def home_centers(ask: Ask, power: Power) -> tuple[Province, ...]:
    """A power builds in its home centers, if it owns them."""
    return ask.state.homes.get(power, ())


def empty_bases(ask: Ask, power: Power) -> tuple[Piece, ...]:
    """What a power may build and where: in those of its bases that it owns and that stand empty."""
    return tuple(
        piece
        for base in ask.rules.bases(ask, power)
        if ask.state.owners.get(base) == power and base not in ask.at
        for piece in raisable(ask, base)
    )


def raisable(ask: Ask, province: Province) -> tuple[Piece, ...]:
    """The pieces that need supply and can stand in a province."""
    known = ask.variant.raisable if ask.map is ask.variant.map else {}
    if province not in known:
        known[province] = _raisable(ask, province)
    return known[province]


def _raisable(ask: Ask, province: Province) -> tuple[Piece, ...]:
    return tuple(
        Piece(kind.letter, place)
        for kind in ask.variant.kinds.values()
        if kind.needs_supply
        for place in ask.map.spaces[province].places
        if place in ask.moves[kind.letter]
    )


def farthest_from_owned(ask: Ask, power: Power) -> tuple[Unit, ...]:
    """Civil disorder's order of removal, measured to owned centers over land and sea (2023)."""
    near = ask.map.steps_to(ask.state.centers(power))
    far = len(ask.map.spaces)
    return _farthest_first(ask, power, lambda unit: near.get(ask.province[unit.place], far))


def farthest_from_home(ask: Ask, power: Power) -> tuple[Unit, ...]:
    """Civil disorder's order of removal, measured to home centers, whoever owns them (1971).

    Fleets count their own moves; armies count moves over any land or sea.
    """
    homes = ask.state.homes.get(power, ())
    near = ask.map.steps_to(homes)
    far = len(ask.map.spaces)

    def distance(unit: Unit) -> int:
        if LAND in ask.kind(unit.kind).modes:
            return near.get(ask.province[unit.place], far)
        return _by_own_moves(ask, unit, homes, far)

    return _farthest_first(ask, power, distance)


def _farthest_first(ask: Ask, power: Power, distance: Callable[[Unit], int]) -> tuple[Unit, ...]:
    """The farthest goes first, then fleets before armies, then by the province's English name.

    A unit from which nothing measured to can be reached counts as farthest of all.
    """

    def key(u: Unit) -> tuple[int, bool, tuple[str, str]]:
        name = ask.map.by_name(ask.province[u.place])
        return -distance(u), LAND in ask.kind(u.kind).modes, name

    return tuple(sorted(supplied(ask, power), key=key))


def _by_own_moves(ask: Ask, unit: Unit, homes: tuple[Province, ...], far: int) -> int:
    moves, province, goals = ask.moves[unit.kind], ask.province, set(homes)
    steps, ring, seen = 0, {unit.place}, {unit.place}
    while ring:
        if not goals.isdisjoint([province[place] for place in ring]):
            return steps
        ring = {near for place in ring for near in moves[place]} - seen
        seen |= ring
        steps += 1
    return far
