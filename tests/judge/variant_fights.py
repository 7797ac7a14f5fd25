"""Random fights drawn from variants: crowded positions, random orders, lowered by the judge.

A position is a handful of neighboring provinces full of units; each is used for several draws of
orders. What the lowering writes is read back as a table for the twin.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from dragoman.geo import Province
from dragoman.judge.layout import LANDING, ORIGIN
from dragoman.judge.movement import fight_of
from dragoman.model import (
    Ballot,
    Convoy,
    Move,
    Order,
    Phase,
    Power,
    Seat,
    State,
    Subject,
    Support,
    Unit,
)
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Elected, Lots, Variant
from tests.judge import twin
from tests.judge.fight import Fight
from tests.judge.twin import Carrier, Cut, FightTable, Force

PROVINCES, MOVERS, DRAWS = 6, 6, 12


def drawn_fights(
    variant: Variant, phase: Phase, powers: tuple[str, ...], seed: int
) -> Iterator[FightTable]:
    """The fights of one random position in a variant."""
    rng = Random(seed)
    ask = Ask(variant, position(rng, variant, phase, powers))
    trees = {u.id: legal_orders(ask, Subject(u.power, u.id)) for u in ask.state.units}
    for _ in range(DRAWS):
        table = table_of(Fight.read(fight_of(ask, orders(rng, ask, trees))))
        if sum(f.place != f.goal for f in table.forces) <= MOVERS:
            yield table


def position(rng: Random, variant: Variant, phase: Phase, powers: tuple[str, ...]) -> State:
    """A few neighboring provinces with units of a few powers, sometimes several in one."""
    opening = variant.rules.opening(variant, (), Lots("fights"))
    ask = Ask(variant, opening)
    region = neighborhood(rng, ask)
    units = [unit for place in region for unit in garrison(rng, ask, place, powers)]
    numbered = tuple(replace(unit, id=n) for n, unit in enumerate(units, 1))
    return replace(opening, phase=phase, units=numbered, last_id=len(numbered))


def neighborhood(rng: Random, ask: Ask) -> list[Province]:
    """Some provinces that hang together."""
    found = [rng.choice(sorted(p for p, near in ask.map.borders.items() if near))]
    while len(found) < PROVINCES:
        edge = {b for a in found for b in ask.map.borders[a]} - set(found)
        found.append(rng.choice(sorted(edge)))
    return found


def garrison(rng: Random, ask: Ask, province: Province, powers: tuple[str, ...]) -> Iterator[Unit]:
    """What stands in a province: perhaps a unit, perhaps pieces that share its place."""
    power = Power(rng.choice(powers))
    for kind in rng.sample(sorted(ask.variant.kinds.values(), key=str), len(ask.variant.kinds)):
        places = [p for p in ask.map.spaces[province].places if p in ask.moves[kind.letter]]
        if places and kind.needs_supply:
            if rng.random() < 0.8:
                yield Unit(0, power, kind.letter, rng.choice(places))
            break
    for kind in ask.variant.kinds.values():
        if not kind.needs_supply and rng.random() < 0.45:
            yield Unit(0, power, kind.letter, ask.map.spaces[province].places[0])


def orders(rng: Random, ask: Ask, trees: dict[int, list[Order]]) -> Elected:
    """Random legal orders: moves first, then what goes along with them, then supports."""
    elected = Elected()
    for unit in rng.sample(ask.state.units, len(ask.state.units)):
        subject = Subject(unit.power, unit.id)
        order = one_order(rng, ask, unit, trees[unit.id], elected)
        elected[subject] = (order,)
        charge = next(c for c in ask.charges(unit.power) if c.subject == subject)
        if charge.count > 1 and rng.random() < 0.6:
            second = one_order(rng, ask, unit, trees[unit.id], elected)
            ballot = Ballot(Seat(unit.power), subject, (order, second))
            if not any(ask.rules.legal(ask, ballot)):
                elected[subject] = ballot.orders
    return elected


def one_order(rng: Random, ask: Ask, unit: Unit, tree: list[Order], elected: Elected) -> Order:
    """An order that likely has to do with those given already."""
    given = [order for chosen in elected.values() for order in chosen]
    here = ask.province[unit.place]
    crowded = [o for o in tree if isinstance(o, Move) and ask.province[o.to] in ask.at]
    alike = [
        o
        for o in tree
        if isinstance(o, Move)
        and any(
            isinstance(g, Move) and ask.province[g.unit.place] == here and g.to == o.to
            for g in given
        )
    ]
    near = ask.moves[unit.kind].get(unit.place, frozenset())
    far = [o for o in tree if isinstance(o, Move) and o.to not in near]
    fitting = [o for o in tree if isinstance(o, Support | Convoy) and fits(o, given)]
    pools = [p for p in (tree, crowded, crowded, far, alike, fitting, fitting) if p]
    return rng.choice(rng.choice(pools))


def fits(order: Support | Convoy, given: list[Order]) -> bool:
    """Whether a support or a convoy matches an order that was given."""
    return any(
        getattr(g, "unit", None) == order.whom
        and (g.to if isinstance(g, Move) else None) == order.to
        for g in given
    )


PATHS = (twin.DIRECT, twin.ANY, twin.EVERY, twin.LAND_OR_ANY, twin.LAND_OR_EVERY)


def table_of(fight: Fight) -> FightTable:
    """A fight in the solver's rows as a table of the twin's."""
    return FightTable(
        fight.places,
        [Force(*f[:5], PATHS[f.path], bool(f.light)) for f in fight.forces],
        [twin.Support(*s) for s in fight.supports],
        [Cut(*c) for c in fight.cuts],
        [
            Carrier(c.cargo, c.fleet, bool(c.ends & ORIGIN), bool(c.ends & LANDING))
            for c in fight.carriers
        ],
        list(fight.links),
        list(fight.clashes),
        list(fight.peaces),
    )
