"""Retreats: each to its refuge, two to one place destroying each other."""

from collections.abc import Iterator

import msgspec

from dragoman.model import (
    DONE,
    FAILED,
    Cause,
    Disband,
    Force,
    Order,
    Reason,
    Resolution,
    Retreat,
    Subject,
    Unit,
    Verdict,
)
from dragoman.rules import Ask, Elected, Lots, Orders

Ordered = tuple[Unit, Order]


def resolve_retreat(ask: Ask, elected: Elected, lots: Lots) -> Resolution:
    """The position after the retreats, those of one round being made together."""
    rounds: dict[int, list[tuple[Unit, Orders]]] = {}
    for unit in (d.unit for d in ask.state.dislodged):
        number = ask.rules.refuge_round(ask, unit)
        rounds.setdefault(number, []).append((unit, elected[subject_of(unit)]))
    verdicts: list[Verdict] = []
    for number in sorted(rounds):
        ask = settle_round(ask, rounds[number], verdicts)
    state = msgspec.structs.replace(ask.state, dislodged=())
    return Resolution(ask.state.phase, tuple(verdicts), state, state)


def settle_round(ask: Ask, due: list[tuple[Unit, Orders]], verdicts: list[Verdict]) -> Ask:
    """One round of retreats: the position after it, its verdicts added to the list."""
    chosen = [(unit, first_open(ask, unit, orders)) for unit, orders in due]
    moved: list[Unit] = []
    for unit, order in chosen:
        if not isinstance(order, Retreat):
            verdicts.append(Verdict.of(subject_of(unit), order, DONE, Reason("disbanded")))
            continue
        others = list(rivals(ask, unit, order, chosen))
        if not others:
            moved.append(msgspec.structs.replace(unit, place=order.to))
            verdicts.append(Verdict.of(subject_of(unit), order, DONE, Reason("retreated")))
        else:
            verdicts.append(Verdict.of(subject_of(unit), order, FAILED, collided(others)))
    verdicts += list(passed_over(ask, due, chosen, verdicts))
    done = {unit.id for unit, _ in due}
    left = tuple(d for d in ask.state.dislodged if d.unit.id not in done)
    units = (*ask.state.units, *moved)
    return ask.with_state(msgspec.structs.replace(ask.state, units=units, dislodged=left))


def collided(others: list[Ordered]) -> Reason:
    """Destroyed by others that go to the same place; if there are several, all are counted."""
    unit, order = others[0]
    note = f"{len(others) + 1} units" if others[1:] else ""
    return Reason("collided", Cause(unit.power, order), note=note)


def first_open(ask: Ask, unit: Unit, orders: Orders) -> Order:
    """The first of the orders that is still possible, else what the rules supply."""
    refuges = ask.rules.refuges(ask, unit)
    for order in orders:
        if not isinstance(order, Retreat) or order.to in refuges:
            return order
    supplied = ask.rules.default(ask, subject_of(unit))
    return supplied[0] if supplied else Disband(ask.piece(unit))


def passed_over(
    ask: Ask, due: list[tuple[Unit, Orders]], chosen: list[Ordered], before: list[Verdict]
) -> Iterator[Verdict]:
    """The orders of a list of preferences that the unit did not follow: some place is taken."""
    gone = {
        ask.province[v.order.to]: Cause(v.power, v.order)
        for v in before
        if isinstance(v.order, Retreat) and v.outcome == DONE
    }
    for (unit, orders), (_, followed) in zip(due, chosen, strict=True):
        refuges = ask.rules.refuges(ask, unit)
        for order in orders:
            if order != followed:
                to = order.to if isinstance(order, Retreat) else unit.place
                taker = None if to in refuges else gone.get(ask.province[to])
                other = Reason("passed_over", Cause(unit.power, followed))
                reason = Reason("taken", taker) if taker else other
                yield Verdict.of(subject_of(unit), order, FAILED, reason)


def rivals(ask: Ask, unit: Unit, order: Retreat, chosen: list[Ordered]) -> Iterator[Ordered]:
    """The other units that retreat to the same province and may not share it."""
    goal = ask.province[order.to]
    mine = as_force(unit, order)
    for other, theirs in chosen:
        if (
            other.id != unit.id
            and isinstance(theirs, Retreat)
            and ask.province[theirs.to] == goal
            and ask.rules.contests(ask, mine, as_force(other, theirs), goal)
        ):
            yield other, theirs


def subject_of(unit: Unit) -> Subject:
    """A unit, as what is decided in a phase."""
    return Subject(unit.power, unit.id)


def as_force(unit: Unit, order: Order) -> Force:
    """A retreating unit, as the question who contests whom knows it."""
    return Force(unit.power, (unit,), unit.place, order)
