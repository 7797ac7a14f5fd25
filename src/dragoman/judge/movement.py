"""Movement: the rules are asked once, their answers written down as a fight and solved.

Where the rules give the default answer, which is known, it is not asked for unit by unit: that
would take a third of the time. A test holds both ways to the same results.
"""

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from dragoman.geo import Place, Province
from dragoman.judge.explain import Explainer, number
from dragoman.judge.layout import ARRIVES, BY, DISLODGED, FATE, SEA, STOOD_OFF, YES
from dragoman.judge.lower import Battle
from dragoman.judge.solve import solve
from dragoman.model import (
    Dislodged,
    Fate,
    Force,
    Move,
    Resolution,
    State,
    Subject,
    Unit,
)
from dragoman.rules import Ask, Lots, Orders, as_they_ended, moved, one_unit_one_force

by_id = attrgetter("id")


def resolve_movement(ask: Ask, elected: dict[Subject, Orders], lots: Lots) -> Resolution:
    """The position after all moves, each order with its verdict."""
    battle = Battle(ask, muster(ask, elected))
    solve(battle.flat)
    verdicts = Explainer(battle).verdicts()
    state = settle(battle)
    return Resolution(
        ask.state.phase, tuple(verdicts), state, state, state.dislodged, state.standoffs
    )


def muster(ask: Ask, elected: dict[Subject, Orders]) -> list[Force]:
    """The forces that the units and their orders make, province by province."""
    orders = {subject.unit: chosen for subject, chosen in elected.items()}
    ask_for = ask.rules.force.muster
    if ask_for is one_unit_one_force:
        return [Force(u.power, (u,), u.place, orders[u.id][0]) for u in ask.state.units]
    forces: list[Force] = []
    for province, units in ask.at.items():
        forces += ask_for(ask, province, [(unit, orders[unit.id]) for unit in units])
    return forces


def settle(battle: Battle) -> State:
    """The position that the fight leaves: who stands where, who must retreat, where none may."""
    ask, flat = battle.ask, battle.flat
    ended: list[tuple[Force, Place]] = []
    driven: list[Fate] = []
    attackers: dict[Province, int] = {}
    for row, force in zip(battle.rows, battle.forces, strict=True):
        fate, order = flat[row + FATE], force.order
        if fate == DISLODGED:
            driven.append(Fate(force, None))
            attackers[ask.province[force.place]] = flat[row + BY]
        elif fate == ARRIVES and type(order) is Move:
            ended.append((force, order.to))
        else:
            ended.append((force, force.place))
    units, last = stand(ask, ended)
    out, last = settled(ask, driven, last)
    return msgspec.structs.replace(
        ask.state,
        units=tuple(units),
        dislodged=tuple(
            Dislodged(u, barred(battle, u, attackers[ask.province[u.place]])) for u in out
        ),
        standoffs=tuple(sorted(p for p, row in battle.places.items() if flat[row + STOOD_OFF])),
        last_id=last,
    )


def stand(ask: Ask, ended: list[tuple[Force, Place]]) -> tuple[list[Unit], int]:
    """The units that forces leave on the board, and the last id given."""
    last = ask.state.last_id
    if ask.rules.reckoning.settle is not as_they_ended:
        return settled(ask, [Fate(force, place) for force, place in ended], last)
    units = [moved(unit, place) for force, place in ended for unit in force.units]
    units.sort(key=by_id)
    return units, last


def settled(ask: Ask, fates: list[Fate], last: int) -> tuple[list[Unit], int]:
    """The units that the rules leave in each province, new ones given ids never used before."""
    units: list[Unit] = []
    for province, ended in by_province(ask, fates).items():
        units += ask.rules.reckoning.settle(ask, province, ended)
    for n, unit in enumerate(units):
        if not unit.id:
            last += 1
            units[n] = msgspec.structs.replace(unit, id=last)
    units.sort(key=by_id)
    return units, last


def by_province(ask: Ask, fates: list[Fate]) -> dict[Province, list[Fate]]:
    """Fates sorted by the province in which they ended, or from which they were driven."""
    found: dict[Province, list[Fate]] = {}
    for fate in fates:
        found.setdefault(ask.province[fate.place or fate.force.place], []).append(fate)
    return found


def barred(battle: Battle, unit: Unit, attacker: int) -> Province | None:
    """The province closed to a dislodged unit."""
    force = battle.forces[number(attacker)]
    sailed = battle.flat[attacker + SEA] == YES
    return battle.ask.rules.reckoning.barred(battle.ask, unit, force, sailed)


def fight_of(ask: Ask, elected: dict[Subject, Orders]) -> Sequence[int]:
    """The flat integers of a movement phase, as the solver takes them."""
    return Battle(ask, muster(ask, elected)).flat
