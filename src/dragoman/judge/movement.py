"""Movement: the rules are asked once, their answers written down as a fight and solved."""

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from dragoman.geo import Province
from dragoman.judge.explain import Explainer
from dragoman.judge.layout import ARRIVES, BY, DISLODGED, FATE, SEA, STOOD_OFF, YES
from dragoman.judge.lower import Battle
from dragoman.judge.solve import solve
from dragoman.model import (
    Dislodged,
    Fate,
    Force,
    Resolution,
    State,
    Subject,
    Unit,
)
from dragoman.rules import Ask, Lots, Orders

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
    forces: list[Force] = []
    for province, units in ask.at.items():
        forces += ask_for(ask, province, [(unit, orders[unit.id]) for unit in units])
    return forces


def settle(battle: Battle) -> State:
    """The position that the fight leaves: who stands where, who must retreat, where none may."""
    ask, flat, province = battle.ask, battle.flat, battle.ask.province
    standing: dict[Province, list[Fate]] = {}
    driven: dict[Province, list[Fate]] = {}
    attackers: dict[int, int] = {}
    for row, force in zip(battle.rows, battle.forces, strict=True):
        fate, place = flat[row + FATE], force.place
        if fate == DISLODGED:
            driven.setdefault(province[place], []).append(Fate(force, None))
            attackers.update((u.id, flat[row + BY]) for u in force.units)
        else:
            if fate == ARRIVES:
                place = force.order.to  # type: ignore[union-attr]
            standing.setdefault(province[place], []).append(Fate(force, place))
    units, last = number(ask, standing, ask.state.last_id)
    out, last = number(ask, driven, last)
    return msgspec.structs.replace(
        ask.state,
        units=tuple(units),
        dislodged=tuple(Dislodged(u, barred(battle, u, attackers[u.id])) for u in out),
        standoffs=tuple(sorted(p for p, row in battle.places.items() if flat[row + STOOD_OFF])),
        last_id=last,
    )


def number(ask: Ask, fates: dict[Province, list[Fate]], last: int) -> tuple[list[Unit], int]:
    """The units that end in each province, new ones given ids never used before."""
    ask_for = ask.rules.reckoning.settle
    units: list[Unit] = []
    for province, ended in fates.items():
        for unit in ask_for(ask, province, ended):
            if not unit.id:
                last += 1
                unit = msgspec.structs.replace(unit, id=last)
            units.append(unit)
    units.sort(key=by_id)
    return units, last


def barred(battle: Battle, unit: Unit, attacker: int) -> Province | None:
    """The province closed to a dislodged unit."""
    force = battle.forces[battle.number(attacker)]
    sailed = battle.flat[attacker + SEA] == YES
    return battle.ask.rules.reckoning.barred(battle.ask, unit, force, sailed)


def fight_of(ask: Ask, elected: dict[Subject, Orders]) -> Sequence[int]:
    """The flat integers of a movement phase, as the solver takes them."""
    return Battle(ask, muster(ask, elected)).flat
