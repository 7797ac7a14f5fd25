"""Movement: the rules are asked once, their answers written down as a fight and solved.

Where the rules give the default answer, which is known, it is not asked for unit by unit: that
would take a third of the time. A test holds both ways to the same results.
"""

from collections.abc import Container, Sequence
from operator import attrgetter

from msgspec.structs import replace

from dragoman.geo import Province
from dragoman.judge.explain import Explainer
from dragoman.judge.lower import Battle
from dragoman.model import (
    Dislodged,
    Fate,
    Resolution,
    State,
    Unit,
)
from dragoman.rules import Ask, Elected, Lots

by_id = attrgetter("id")


def resolve_movement(ask: Ask, elected: Elected, lots: Lots) -> Resolution:
    """The position after all moves, each order with its verdict."""
    explainer = Explainer(Battle(ask, elected))
    verdicts = explainer.verdicts()
    state = settle(explainer)
    return Resolution(
        ask.state.phase, tuple(verdicts), state, state, state.dislodged, state.standoffs
    )


def settle(explainer: Explainer) -> State:
    """The position that the fight leaves: who stands where, who must retreat, where none may."""
    battle, driven = explainer.battle, explainer.driven
    ask = battle.ask
    units, last = stand(battle, battle.arrived, driven)
    dislodged: list[Dislodged] = []
    if driven:
        out, last = settled(ask, [Fate(battle.force(i), None) for i in sorted(driven)], last)
        attackers = {battle.heres[i]: by for i, by in driven.items()}
        dislodged = [Dislodged(u, barred(battle, u, attackers)) for u in out]
    return replace(
        ask.state,
        units=tuple(units),
        dislodged=tuple(dislodged),
        standoffs=tuple(sorted(explainer.standoffs)),
        last_id=last,
    )


def stand(battle: Battle, arrived: set[int], driven: Container[int]) -> tuple[list[Unit], int]:
    """The units that forces leave on the board, and the last id given."""
    rules, goes, last = battle.ask.rules, battle.goes, battle.ask.state.last_id
    if rules.is_default("settle") and rules.is_default("muster"):
        units = list(battle.units)
        for i in arrived:
            unit, to = units[i], goes[i]
            assert to is not None
            units[i] = Unit(unit.id, unit.power, unit.kind, to, unit.marks)
        if driven:
            units = [unit for i, unit in enumerate(units) if i not in driven]
        units.sort(key=by_id)
        return units, last
    forces = ((i, battle.force(i)) for i in range(len(battle.orders)) if i not in driven)
    ended = [Fate(force, goes[i] if i in arrived else force.place) for i, force in forces]
    return settled(battle.ask, ended, last)


def settled(ask: Ask, fates: list[Fate], last: int) -> tuple[list[Unit], int]:
    """The units that the rules leave in each province, new ones given ids never used before."""
    units: list[Unit] = []
    for province, ended in by_province(ask, fates).items():
        units += ask.rules.settle(ask, province, ended)
    for n, unit in enumerate(units):
        if not unit.id:
            last += 1
            units[n] = replace(unit, id=last)
    units.sort(key=by_id)
    return units, last


def by_province(ask: Ask, fates: list[Fate]) -> dict[Province, list[Fate]]:
    """Fates sorted by the province in which they ended, or from which they were driven."""
    found: dict[Province, list[Fate]] = {}
    for fate in fates:
        found.setdefault(ask.province[fate.place or fate.force.place], []).append(fate)
    return found


def barred(
    battle: Battle, unit: Unit, attackers: dict[Province, tuple[int, bool]]
) -> Province | None:
    """The province closed to a dislodged unit, from who came into each place and how."""
    by, sailed = attackers[battle.ask.province[unit.place]]
    return battle.ask.rules.barred(battle.ask, unit, battle.force(by), sailed)


def fight_of(ask: Ask, elected: Elected) -> Sequence[int]:
    """The flat integers of a movement phase, as the solver takes them."""
    return Battle(ask, elected).fight()
