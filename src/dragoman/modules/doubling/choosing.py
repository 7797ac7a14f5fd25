"""The tree of orders where units may be divided: those of each part, and aid for parts."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dragoman.geo import Place, Province
from dragoman.model import Convoy, Order, Piece, Subject, Support, Unit
from dragoman.modules.doubling.halves import Check, Half, Years, halves
from dragoman.rules import Ask, Step
from dragoman.rules.legality import (
    cargo,
    carried_goals,
    check_order,
    sea_goals,
    unit_choices,
)

Choices = Callable[[Ask, Subject, tuple[str, ...]], tuple[Step, ...]]

Aided = tuple[Piece, Unit]
"""Whom a unit may aid because of a division: how orders name it, and the unit that it would be."""


def choose_halves(earlier: Choices, check: Check, years: Years) -> Choices:
    """The tree of orders, with those of each part, and with aid for parts of other units."""

    def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        unit = ask.unit.get(subject.unit)
        if unit is None:
            return earlier(ask, subject, prefix)
        parts = {f"({h.part})": h for h in typed_halves(ask, years, unit)}
        carried = [a for a in freight(ask, years, unit) if not barred(check, ask, subject, a)]
        if prefix and prefix[0] in parts:
            half = parts[prefix[0]]
            me = ask.piece(unit, half.part)
            steps = unit_choices(ask, half.unit, me, prefix[1:])
            return with_aid(ask, years, half.unit, me, prefix[1:], steps, carried)
        me = ask.piece(unit)
        steps = earlier(ask, subject, prefix)
        steps = with_aid(ask, years, unit, me, prefix, steps, carried)
        return steps if prefix else (*steps, *(Step(token, more=True) for token in parts))

    return choices


def typed_halves(ask: Ask, years: Years, unit: Unit) -> tuple[Half, ...]:
    """The parts of a unit that orders can name, if it can be divided into such."""
    named = ask.kind(unit.kind).splits_into and years.divisible(ask, unit)
    return halves(ask, unit) if named else ()


def with_aid(
    ask: Ask,
    years: Years,
    unit: Unit,
    me: Piece,
    prefix: tuple[str, ...],
    steps: tuple[Step, ...],
    carried: Sequence[Aided],
) -> tuple[Step, ...]:
    """The steps of a unit, and those by which it aids parts of others, or of itself its brother."""
    if len(prefix) > 2 or (prefix and prefix[0] not in _AIDS):
        return steps
    known = {step.token for step in steps}
    parts = [*aided_parts(ask, years, unit, me), *carried]
    if prefix:
        more = aid_for_parts(ask, years, unit, me, prefix, parts)
        return (*steps, *(step for step in more if step.token not in known))
    missing = [verb for verb in _AIDS if verb not in known]
    found = [verb for verb in missing if aid_for_parts(ask, years, unit, me, (verb,), parts)]
    return (*steps, *(Step(verb, more=True) for verb in found))


def aided_parts(ask: Ask, years: Years, unit: Unit, me: Piece) -> Iterator[Aided]:
    """The parts of others and the other half of a unit itself (K12, K31)."""
    for other in ask.state.units:
        for half in typed_halves(ask, years, other):
            if other.id != unit.id or me.part not in ("", half.part):
                yield Piece(other.kind, other.place, half.part), half.unit
    if not me.part and years.divisible(ask, unit) and not ask.kind(unit.kind).splits_into:
        yield me, unit


def freight(ask: Ask, years: Years, unit: Unit) -> Iterator[Aided]:
    """Whom one half of a fleet may carry while the other supports that (K20)."""
    if years.divisible(ask, unit):
        for number in cargo(ask, unit):
            yield ask.pieces[number][1], ask.state.units[number]


def barred(check: Check, ask: Ask, subject: Subject, aided: Aided) -> bool:
    """Whether other rules know more about support for a unit than whether it gets there."""
    unit, (whom, other) = ask.unit[subject.unit], aided
    goals = (None, *ask.moves[other.kind].get(other.place, ()))
    orders = [Support(ask.piece(unit), whom, to) for to in goals]
    faults = [fault for order in orders for fault in check(ask, subject, (order,))]
    return faults != [check_order(ask, unit, order) for order in orders]


def aid_for_parts(
    ask: Ask, years: Years, unit: Unit, me: Piece, prefix: tuple[str, ...], parts: list[Aided]
) -> tuple[Step, ...]:
    """Support or convoy for moves that only a part of a unit could make."""
    goals_of, written = _AIDS[prefix[0]]
    found: list[Step] = []
    for whom, half in parts:
        if len(prefix) == 2 and prefix[1] != str(whom):
            continue
        goals = goals_of(ask, years, unit, half)
        if len(prefix) == 2:
            found += [Step(to or "hold", written(me, whom, to)) for to in goals]
        elif goals:
            found.append(Step(str(whom), more=True))
    return tuple(found)


def convoy_goals(ask: Ask, years: Years, unit: Unit, half: Unit) -> Sequence[Place]:
    """Where a fleet could help to carry a half; it carries none of its own."""
    here = ask.province[unit.place]
    if ask.carriers.get(half.kind, {}).get(here) != unit:
        return []
    return list(carried_goals(ask, here, half))


def support_goals(ask: Ask, years: Years, unit: Unit, other: Unit) -> Sequence[Place | None]:
    """In what a unit could support another that might be: going somewhere, or a brother's staying.

    What the brother of the unit carries goes where that takes it (K20); only a double has one.
    """
    aims = ask.lends[unit.kind].get(unit.place, frozenset())
    near = ask.moves[other.kind].get(other.place, frozenset())
    by_sea = sea_goals(ask, other, without=ask.province[unit.place])
    brought = convoy_goals(ask, years, unit, other) if years.divisible(ask, unit) else ()
    goals: dict[Province, list[Place]] = {}
    for to in sorted({*near, *by_sea, *brought}):
        if ask.province[to] in aims:
            goals.setdefault(ask.province[to], []).append(to)
    found = [tos[0] if len(tos) == 1 else Place(p) for p, tos in goals.items()]
    return [None, *found] if other.id == unit.id else found


Aid = tuple[
    Callable[[Ask, Years, Unit, Unit], Sequence[Place | None]], Callable[[Piece, Piece, Any], Order]
]
_AIDS: dict[str, Aid] = {"support": (support_goals, Support), "convoy": (convoy_goals, Convoy)}
