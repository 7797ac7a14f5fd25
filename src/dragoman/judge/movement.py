"""Movement: the rules are asked once, their answers written down as a fight and solved.

Where the rules give the default answer, which is known, it is not asked for unit by unit: that
would take a third of the time. A test holds both ways to the same results.
"""

from collections.abc import Sequence
from itertools import compress
from operator import attrgetter

from msgspec.structs import replace

from dragoman.geo import Province
from dragoman.judge.explain import Explainer
from dragoman.judge.layout import (
    BY,
    CARRIERS,
    PLACE_ROW,
    PLACES,
    SEA,
    STOOD_OFF,
    YES,
)
from dragoman.judge.lower import Battle
from dragoman.judge.solve import solve
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
    battle = Battle(ask, elected)
    solve(battle.flat)
    explainer = Explainer(battle)
    verdicts = explainer.verdicts()
    state = settle(battle, explainer.arrived, explainer.driven)
    return Resolution(
        ask.state.phase, tuple(verdicts), state, state, state.dislodged, state.standoffs
    )


def settle(battle: Battle, arrived: set[int], driven: set[int]) -> State:
    """The position that the fight leaves: who stands where, who must retreat, where none may."""
    ask, flat = battle.ask, battle.flat
    units, last = stand(battle, arrived, driven)
    if not driven:
        return left(battle, units, (), last)
    out, last = settled(ask, [Fate(battle.force(i), None) for i in sorted(driven)], last)
    attackers = {battle.heres[i]: flat[battle.rows[i] + BY] for i in driven}
    dislodged = [Dislodged(u, barred(battle, u, attackers[ask.province[u.place]])) for u in out]
    return left(battle, units, tuple(dislodged), last)


def left(battle: Battle, units: list[Unit], out: tuple[Dislodged, ...], last: int) -> State:
    """The position with these units, those driven out, and the stand-offs of a fight."""
    flat = battle.flat
    stood_off = flat[flat[PLACES] + STOOD_OFF : flat[CARRIERS] : PLACE_ROW]
    return replace(
        battle.ask.state,
        units=tuple(units),
        dislodged=out,
        standoffs=tuple(sorted(compress(battle.place_rows, stood_off))),
        last_id=last,
    )


def stand(battle: Battle, arrived: set[int], driven: set[int]) -> tuple[list[Unit], int]:
    """The units that forces leave on the board, and the last id given."""
    rules, goes, last = battle.ask.rules, battle.goes, battle.ask.state.last_id
    if rules.is_default("settle") and rules.is_default("muster"):
        units = list(battle.units)
        for i in arrived:
            units[i] = replace(units[i], place=goes[i])
        if driven:
            units = [unit for i, unit in enumerate(units) if i not in driven]
        # Most positions have them in this order.
        if battle.ids != sorted(battle.ids):
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


def barred(battle: Battle, unit: Unit, attacker: int) -> Province | None:
    """The province closed to a dislodged unit."""
    force = battle.force(battle.number(attacker))
    sailed = battle.flat[attacker + SEA] == YES
    return battle.ask.rules.barred(battle.ask, unit, force, sailed)


def fight_of(ask: Ask, elected: Elected) -> Sequence[int]:
    """The flat integers of a movement phase, as the solver takes them."""
    return Battle(ask, elected).flat
