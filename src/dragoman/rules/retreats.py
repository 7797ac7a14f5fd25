"""Retreat orders: where dislodged units may go."""

from dragoman.geo import Place
from dragoman.model import Disband, Power, Reason, Retreat, Subject, Unit
from dragoman.rules.ask import Ask
from dragoman.rules.legality import NO_SUCH_UNIT, WRONG_PHASE, undone
from dragoman.rules.values import Charge, Orders, Step

NOT_A_REFUGE = Reason("not_a_refuge")


def retreat_charges(ask: Ask, power: Power) -> tuple[Charge, ...]:
    """A power's dislodged units; one that has nowhere to go owes nothing."""
    return tuple(
        Charge(
            Subject(power, d.unit.id),
            ("retreat", "disband")
            if (free := bool(ask.rules.refuges(ask, d.unit)))
            else ("disband",),
            owed=free,
        )
        for d in ask.state.dislodged
        if d.unit.power == power
    )


def check_retreat(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
    """A unit retreats to a refuge or disbands; two different legal orders undo each other."""
    unit = ask.unit.get(subject.unit)
    if unit is None:
        return (NO_SUCH_UNIT,) * len(orders)
    return undone(orders, [_fault(ask, unit, order) for order in orders])


def _fault(ask: Ask, unit: Unit, order: object) -> Reason | None:
    if isinstance(order, Disband):
        return None
    if not isinstance(order, Retreat):
        return WRONG_PHASE
    return None if order.to in ask.rules.refuges(ask, unit) else NOT_A_REFUGE


def retreat_choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What a dislodged unit may be ordered next."""
    unit = ask.unit[subject.unit]
    me = ask.piece(unit)
    refuges = ask.rules.refuges(ask, unit)
    if not prefix:
        leave = (Step("retreat", more=True),) if refuges else ()
        return (*leave, Step("disband", Disband(me)))
    if prefix == ("retreat",):
        return tuple(Step(to, Retreat(me, Place(to))) for to in refuges)
    return ()


def disband_by_default(ask: Ask, subject: Subject) -> Orders:
    """A dislodged unit without orders is disbanded."""
    unit = ask.unit[subject.unit]
    return (Disband(ask.piece(unit)),)


def open_refuges(ask: Ask, unit: Unit) -> tuple[Place, ...]:
    """Where a dislodged unit could have moved by itself: vacant, not stood off, not barred."""
    barred = {d.by for d in ask.state.dislodged if d.unit.id == unit.id}
    closed = {*ask.state.standoffs, *barred}
    near = ask.moves[unit.kind].get(unit.place, frozenset())
    open_ = (to for to in sorted(near) if ask.province[to] not in closed)
    return tuple(to for to in open_ if ask.has_room(unit, ask.province[to]))
