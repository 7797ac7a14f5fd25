"""Void orders in English: what is wrong with each, worked out from the position."""

from collections.abc import Callable, Iterable

from dragoman.geo import COASTAL, WATER, Place
from dragoman.model import (
    ADJUSTMENT,
    RETREAT,
    Act,
    Build,
    Convoy,
    Dislodged,
    Order,
    Piece,
    Remove,
    Retreat,
    Support,
    Unit,
    Verdict,
    piece_of,
    verb_of,
)
from dragoman.rules import Ask
from dragoman.words.phrases import (
    adjective,
    article,
    ballots,
    counted,
    kind_name,
    listing,
    phase_name,
    unit_name,
)


def goal_of(order: Order) -> Place | None:
    """The place that an order sends a piece to, if any."""
    return getattr(order, "to", None)


def located(ask: Ask, piece: Piece) -> str:
    """A piece by its kind and place: `a fleet in nth`."""
    return f"{article(kind_name(ask, acting_kind(ask, piece)))} in {piece.place}"


def standing(ask: Ask, place: Place) -> list[Unit]:
    """The units in the province of a place."""
    province = ask.province.get(place)
    return ask.at.get(province, []) if province else []


def named_units(ask: Ask, units: Iterable[Unit]) -> str:
    """Units and whose they are."""
    return listing(unit_name(ask, unit) for unit in units)


def no_such_unit(verdict: Verdict, ask: Ask) -> str:
    """A unit that is not there, and which one is."""
    order = verdict.order
    piece = piece_of(order)
    if isinstance(order, Support | Convoy) and ask.named(order.unit):
        piece = order.whom
    if piece is None:
        return "void: there is no such unit"
    if ask.state.phase.kind == RETREAT:
        return f"void: there is no dislodged {piece}"
    known = ask.rules.known(ask)
    if known is not None and ask.province[piece.place] not in known:
        return f"void: no {piece} is in sight: you do not see {piece.place}"
    there = standing(ask, piece.place)
    rest = f" (the unit there is {named_units(ask, there)})" if there else ""
    return f"void: there is no {piece}{rest}"


def not_yours(verdict: Verdict, ask: Ask) -> str:
    """Another's unit or affair."""
    if isinstance(verdict.order, Build):
        return not_your_site(verdict, ask, verdict.order)
    piece = piece_of(verdict.order)
    unit = meant(ask, piece) if piece else None
    owner = unit.power if unit else verdict.power
    named = " ".join((adjective(ask, owner), str(piece)))
    what = f"the {named}" if piece else f"this for {owner}"
    who = verdict.seat or "this seat"
    return f"void: {who} may not order {what}"


def meant(ask: Ask, piece: Piece) -> Unit | None:
    """The unit that an order is about: of two in one place, the one that must retreat."""
    driven_out = (d.unit for d in ask.state.dislodged)
    alike = (u for u in driven_out if piece.means(u))
    return next(alike, None) or ask.named(piece)


def not_your_site(verdict: Verdict, ask: Ask, order: Build) -> str:
    """A build at home with another, or with a power of nobody's that has nothing to build."""
    place = order.unit.place
    home = ask.province.get(place)
    host = next((p for p, homes in ask.state.homes.items() if home in homes), None)
    if host and host not in ask.state.holder:
        return f"void: {host} can build nothing now"
    where = f"{place}, a home center of {host}" if host else place
    return f"void: {verdict.seat or 'this seat'} may not build in {where}"


def acting_kind(ask: Ask, piece: Piece) -> str:
    """The kind that is to act: the part's own where a unit is ordered in parts of several kinds."""
    named = (letter for letter, kind in ask.variant.kinds.items() if kind.name == piece.part)
    return next(named, piece.kind)


def cannot_reach(verdict: Verdict, ask: Ask) -> str:
    """A place out of reach: of that kind of unit, of the convoy asked for, or of this unit."""
    piece, to = piece_of(verdict.order), goal_of(verdict.order)
    if piece is None or to is None:
        return "void: the unit cannot get there"
    kind = acting_kind(ask, piece)
    moves = ask.moves.get(kind, {})
    if to == piece.place:
        return f"void: {located(ask, piece)} cannot move to where it already stands"
    if to not in moves:
        return f"void: {article(kind_name(ask, kind))} cannot go to {to}"
    if to in moves.get(piece.place, ()):
        via = getattr(verdict.order, "via", False)
        return f"void: {located(ask, piece)} cannot reach {to}{' by convoy' if via else ''}"
    shores = all(ask.map.spaces[ask.province[p]].kind == COASTAL for p in (piece.place, to))
    carried = any(kind in other.carries for other in ask.variant.kinds.values())
    by_sea = ", and no fleets could carry it there" if shores and carried else ""
    return f"void: {located(ask, piece)} cannot reach {to}{by_sea}"


def coast_needed(verdict: Verdict, ask: Ask) -> str:
    """A place with several coasts, and which of them would do."""
    order = verdict.order
    piece = piece_of(order)
    if piece is None:
        return "void: name the coast"
    building = isinstance(order, Build)
    goal = goal_of(order) or piece.place
    coasts = listing(open_coasts(ask, piece, goal, building=building), "or")
    if not coasts:
        return f"void: name the coast of {goal}"
    return f"void: {piece} could {'be built' if building else 'land'} on {coasts}: name the coast"


def open_coasts(ask: Ask, piece: Piece, goal: Place, *, building: bool) -> list[Place]:
    """The coasts of a province on which a piece could be built, or to which it could go."""
    moves = ask.moves.get(piece.kind, {})
    within = moves if building else moves.get(piece.place, frozenset())
    province = ask.province.get(goal)
    coasts = ask.map.spaces[province].coasts if province else ()
    return [coast for coast in coasts if coast in within]


def cannot_support(verdict: Verdict, ask: Ask) -> str:
    """Support into a place that the supporter, or the supported unit, cannot go to."""
    order = verdict.order
    if not isinstance(order, Support):
        return "void: the unit cannot lend support there"
    aim = order.to or order.whom.place
    near = ask.lends.get(order.unit.kind, {}).get(order.unit.place, frozenset())
    if ask.province.get(aim) in near:
        return f"void: {order.whom} cannot be supported{f' to {aim}' if order.to else ''}"
    unit = located(ask, order.unit)
    if aim in ask.moves.get(order.unit.kind, {}).get(order.unit.place, ()):
        return f"void: {unit} could move to {aim}, but its support does not reach there"
    why = "where it stands" if aim == order.unit.place else "where it could not move"
    return f"void: {unit} cannot support into {aim}, {why}"


def cannot_convoy(verdict: Verdict, ask: Ask) -> str:
    """A convoy by a unit that carries nothing there, or that lies on no route."""
    order = verdict.order
    if not isinstance(order, Convoy):
        return "void: the fleet is on no route for that convoy"
    unit, whom = order.unit, order.whom
    kind, space = ask.variant.kinds.get(unit.kind), ask.province.get(unit.place)
    if kind is None or whom.kind not in kind.carries:
        cargo = article(kind_name(ask, whom.kind))
        return f"void: {article(kind_name(ask, unit.kind))} cannot convoy {cargo}"
    if space is not None and not ask.map.spaces[space].convoys:
        if ask.map.spaces[space].kind == WATER:
            return f"void: no convoy passes {space}"
        return f"void: {located(ask, unit)} is not at sea, so it cannot convoy"
    return f"void: {unit} is on no convoy route from {whom.place} to {order.to}"


def contradicted(verdict: Verdict, ask: Ask) -> str:
    """One of two different orders for a unit."""
    whom = piece_of(verdict.order) or "this"
    return f"void: {whom} was given another legal order as well, so neither counts"


def wrong_phase(verdict: Verdict, ask: Ask) -> str:
    """An order of a kind that is not due now, or not from this power."""
    if ask.state.phase.kind == ADJUSTMENT and verb_of(verdict.order) in ask.rule.verbs:
        return f"void: {adjustments_due(ask, verdict)}"
    return f"void: no {verb_of(verdict.order)} orders are due in {phase_name(ask)}"


def not_a_refuge(verdict: Verdict, ask: Ask) -> str:
    """A place closed to a retreat, and by what."""
    order = verdict.order
    if not isinstance(order, Retreat):
        return "void: the unit may not retreat there"
    found = (d for d in ask.state.dislodged if order.unit.means(d.unit))
    why = barrier(ask, order, next(found, None))
    return f"void: {order.unit} may not retreat to {order.to}{f', {why}' if why else ''}"


def barrier(ask: Ask, order: Retreat, driven: Dislodged | None) -> str:
    """What closes a place to a dislodged unit."""
    goal = ask.province.get(order.to)
    if order.to not in ask.moves.get(order.unit.kind, {}).get(order.unit.place, ()):
        coasts = open_coasts(ask, order.unit, order.to, building=False)
        return f"only to {listing(coasts, 'or')}" if coasts else "which it cannot reach by itself"
    if there := standing(ask, order.to):
        return f"where {named_units(ask, there)} stands"
    if goal in ask.state.standoffs:
        return "which a stand-off closed"
    return "where its attacker came from" if driven and goal == driven.by else ""


def not_a_site(verdict: Verdict, ask: Ask) -> str:
    """A place where a power builds nothing."""
    piece = piece_of(verdict.order)
    place = piece.place if piece else "there"
    bases = ask.rules.bases(ask, verdict.power)
    away = piece is not None and ask.province.get(piece.place) not in bases
    at_home = set(bases).issubset(ask.state.homes.get(verdict.power, ()))
    right = "one of its home centers" if at_home else "a center where it may build"
    why = f", which is not {right}" if away else ""
    return f"void: {verdict.power} may not build in {place}{why}"


def not_owned(verdict: Verdict, ask: Ask) -> str:
    """A home center in other hands."""
    piece = piece_of(verdict.order)
    province = ask.province.get(piece.place) if piece else None
    if province is None:
        return f"void: {verdict.power} does not own that center"
    owner = ask.state.owners.get(province)
    return f"void: {verdict.power} does not own {province}{f' ({owner} does)' if owner else ''}"


def occupied(verdict: Verdict, ask: Ask) -> str:
    """A place already taken, on the board or by an earlier order."""
    piece = piece_of(verdict.order)
    if piece is None:
        return "void: another unit stands there"
    there = standing(ask, piece.place)
    if there:
        return f"void: {named_units(ask, there)} stands there"
    return f"void: another order already puts a unit in {ask.province.get(piece.place)}"


def wrong_kind(verdict: Verdict, ask: Ask) -> str:
    """A kind of unit that cannot be where it was ordered."""
    piece = piece_of(verdict.order)
    if piece is None:
        return "void: that kind of unit cannot be there"
    return f"void: {article(kind_name(ask, piece.kind))} cannot stand in {piece.place}"


def too_many(verdict: Verdict, ask: Ask) -> str:
    """More than is due: of what a seat votes on, its quota; for adjustments, what is due."""
    most = extra_ballots(verdict, ask)
    if most:
        return f"void: no more than {most} may be written"
    # What nobody signed is a vote, which has nothing to do with what is due to the power.
    signed = verdict.seat is not None
    if signed and ask.state.phase.kind == ADJUSTMENT and not verdict.reason.note:
        return f"void: {adjustments_due(ask, verdict)}"
    return "void: more orders were given than are due"


def extra_ballots(verdict: Verdict, ask: Ask) -> str | None:
    """How many extra ballots the writer has, if the order is for what is another's or nobody's."""
    seat = verdict.seat
    if seat is None or verdict.power in ask.state.seats.get(seat, ()):
        return None
    mandate = ask.mandate(seat)
    mine = (c for c in mandate.charges if c.subject.power == verdict.power)
    pool = next((c.pool for c in mine if c.pool), None)
    if pool is None or pool not in mandate.quotas:
        return None
    return ballots(mandate.quotas[pool], pool)


def adjustments_due(ask: Ask, verdict: Verdict) -> str:
    """What a power has to build or remove, said against an order that does not fit."""
    power, removal = verdict.power, isinstance(verdict.order, Remove)
    due = ask.rules.entitlement(ask, power)
    most = counted(abs(due), "unit")
    if isinstance(verdict.order, Act):
        return f"{power} has nothing to {verdict.order.word.split()[0]}"
    if due == 0:
        return f"{power} has nothing to build or remove"
    if due > 0:
        return (
            f"{power} has builds due, not removals" if removal else f"{power} may build only {most}"
        )
    return f"{power} has to remove only {most}" if removal else f"{power} has to remove, not build"


def repeated(verdict: Verdict, ask: Ask) -> str:
    """The same order a second time."""
    order = verdict.order
    again = f"{order.unit} is removed already" if isinstance(order, Remove) else ""
    return f"void: {again or 'the same order was given before'}"


FAULTS: dict[str, Callable[[Verdict, Ask], str]] = {
    "no_such_unit": no_such_unit,
    "not_yours": not_yours,
    "cannot_reach": cannot_reach,
    "coast_needed": coast_needed,
    "cannot_support": cannot_support,
    "cannot_convoy": cannot_convoy,
    "own_support": lambda verdict, ask: "void: a unit cannot support itself",
    "contradicted": contradicted,
    "wrong_phase": wrong_phase,
    "not_a_refuge": not_a_refuge,
    "not_a_site": not_a_site,
    "not_owned": not_owned,
    "occupied": occupied,
    "wrong_kind": wrong_kind,
    "too_many": too_many,
    "too_much": lambda verdict, ask: "void: more is given for it than the seat may give",
    "repeated": repeated,
    "not_allowed": lambda verdict, ask: "void: the rules of this variant do not allow it",
}
"""The sentence for each code that a void order can have."""
