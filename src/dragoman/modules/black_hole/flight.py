"""Flight: where a dislodged unit without orders goes, if it goes north.

Bart's rule 4.
"""

from collections.abc import Iterable

from dragoman.geo import Place, turn
from dragoman.model import Disband, Retreat, Subject, Unit
from dragoman.rules import Ask, Orders, PhaseRule

NORTHERLY = 45
"""How many degrees off due north a space may lie to be called the one to the north."""


def fleeing(rule: PhaseRule, nobodys: bool, ask: Ask, subject: Subject) -> Orders:
    """What a unit without orders does: it flees rather than disband, nobody's too if so (C23)."""
    orders = rule.default(ask, subject)
    held = nobodys or subject.power in (ask.whole or ask).state.holder
    if not held or not any(isinstance(order, Disband) for order in orders):
        return orders
    unit = ask.unit[subject.unit]
    to = northward(ask, unit)
    return orders if to is None else (Retreat(ask.piece(unit), to),)


def northward(ask: Ask, unit: Unit) -> Place | None:
    """The space to the north if it is open, else the first open one anticlockwise.

    Without a map that tells directions there is none.
    """
    near = turns(ask, unit, ask.moves[unit.kind].get(unit.place, ()))
    refuges = set(ask.rules.refuges(ask, unit))
    if not near:
        return None
    north = min(near, key=lambda to: (min(near[to], 360 - near[to]), to))
    if north in refuges and min(near[north], 360 - near[north]) <= NORTHERLY:
        return north
    return min((to for to in near if to in refuges), key=lambda to: (near[to], to), default=None)


def turns(ask: Ask, unit: Unit, places: Iterable[Place]) -> dict[Place, float]:
    """How far anticlockwise from due north each place lies, of those of which the map tells it."""
    start = ask.map.spaces[ask.province[unit.place]].point
    ends = {to: ask.map.spaces[ask.province[to]].point for to in places}
    found = {to: turn(start, end) for to, end in ends.items() if start and end}
    return {to: degrees for to, degrees in found.items() if degrees is not None}
