"""Small random fights of every sort that the rows can say, and the same ones reordered."""

from random import Random
from typing import NamedTuple

from tests.judge.twin import (
    ANY,
    DIRECT,
    EVERY,
    LAND_OR_ANY,
    LAND_OR_EVERY,
    Carrier,
    Cut,
    FightTable,
    Force,
    Support,
)

Worth = tuple[int, ...]
WORTHS: dict[int, list[Worth]] = {0: [(0,)], 1: [(1, 0)], 2: [(2, 0), (2, 1, 0)]}
PATHS = (ANY, ANY, EVERY, LAND_OR_ANY, LAND_OR_EVERY)
SORTS = ("plain", "plain", "strong", "halves", "light", "all")


def random_fight(rng: Random, most: int) -> FightTable:
    """One fight of up to so many forces on a handful of places."""
    forces, peaces = stand(rng, rng.randint(2, most), rng.choice(SORTS))
    places = max(rng.randint(3, 6), 1 + max(f.place for f in forces))
    forces = [go(rng, force, places) for force in forces]
    if rng.random() < 0.3:
        circle(rng, forces)
    table = FightTable(places, forces, [], [], [], [], [], peaces)
    if rng.random() < 0.6:
        sail(rng, table)
    if table.carriers and rng.random() < 0.5:
        tangle(rng, table)
    for giver, force in enumerate(forces):
        idle = force.place == force.goal and not force.light and not carries(table, giver)
        if idle and rng.random() < 0.8:
            support(rng, table, giver)
    if rng.random() < 0.3:
        cross(rng, table)
    return table


def stand(rng: Random, count: int, sort: str) -> tuple[list[Force], list[tuple[int, int]]]:
    """Forces where they stand, and which may share a place."""
    forces: list[Force] = []
    peaces: list[tuple[int, int]] = []
    places = list(range(count))
    rng.shuffle(places)
    shared = False
    for i in range(count):
        light = sort in ("light", "all") and rng.random() < 0.25
        beside = bool(forces) and not shared and not forces[-1].light
        shared = beside and (light or sort in ("halves", "all")) and rng.random() < 0.4
        if shared:
            place, side = forces[-1].place, forces[-1].side
        else:
            place, side = places.pop(), rng.randrange(3)
        if shared and not light:
            peaces.append((i - 1, i))
        attack = rng.choice((0, 1, 1, 2)) if sort in ("strong", "all") else 1
        defence = rng.choice((0, 1, 1, 2)) if sort == "all" else attack
        if light:
            attack = defence = 0
        forces.append(Force(place, place, side, attack, defence, DIRECT, light))
    for b, two in enumerate(forces):
        for a, one in enumerate(forces[:b]):
            if (one.light and two.light) or ((one.light or two.light) and one.side == two.side):
                peaces.append((a, b))
    return forces, peaces


def go(rng: Random, force: Force, places: int) -> Force:
    """The same force, often on its way to another place."""
    if rng.random() < 0.35:
        return force
    return force._replace(goal=rng.choice([p for p in range(places) if p != force.place]))


def circle(rng: Random, forces: list[Force]) -> None:
    """Send some of the forces round in a ring."""
    ring = rng.sample(range(len(forces)), rng.randint(2, min(4, len(forces))))
    for i, ahead in zip(ring, ring[1:] + ring[:1], strict=True):
        forces[i] = forces[i]._replace(goal=forces[ahead].place)


def carries(table: FightTable, force: int) -> bool:
    """Whether a force is part of a convoy."""
    return any(carrier.fleet == force for carrier in table.carriers)


def sail(rng: Random, table: FightTable) -> None:
    """Let some moves go by sea, with up to three of the idle forces for fleets."""
    idle = [i for i, f in enumerate(table.forces) if f.place == f.goal]
    rng.shuffle(idle)
    for m, force in enumerate(table.forces):
        if force.place == force.goal or not idle or rng.random() < 0.6:
            continue
        table.forces[m] = force._replace(path=rng.choice(PATHS))
        first = len(table.carriers)
        for k in range(rng.randint(0, min(3, len(idle)))):
            origin, landing = rng.choice(((True, True), (True, False), (False, True)))
            table.carriers.append(Carrier(m, idle.pop(), origin, landing))
            table.links.extend((first + k, first + j) for j in range(k) if rng.random() < 0.6)


def tangle(rng: Random, table: FightTable) -> None:
    """Bring a convoyed army to a force that may support an attack on its fleet."""
    forces = table.forces
    cargo, fleet = rng.choice(table.carriers)[:2]
    moving = [i for i, f in enumerate(forces) if f.place != f.goal and i != cargo]
    idle = [i for i, f in enumerate(forces) if f.place == f.goal and not carries(table, i)]
    if moving and idle:
        attacker, target = rng.choice(moving), rng.choice(idle)
        if forces[target].place != forces[cargo].place:
            forces[cargo] = forces[cargo]._replace(goal=forces[target].place)
        if forces[fleet].place != forces[attacker].place:
            forces[attacker] = forces[attacker]._replace(goal=forces[fleet].place)


def support(rng: Random, table: FightTable, giver: int) -> None:
    """Let a force support another, and whoever attacks it cut that."""
    forces = table.forces
    here = forces[giver].place
    others = [
        i
        for i, f in enumerate(forces)
        if i != giver and not f.light and (f.place != here or f.goal != here)
    ]
    if not others:
        return
    # An attack on a fleet that brings an army here makes the paradoxes.
    brings = {forces[c.fleet].place for c in table.carriers if forces[c.cargo].goal == here}
    knotty = [i for i in others if forces[i].goal in brings and forces[i].place != forces[i].goal]
    receiver = rng.choice(knotty or others)
    number = len(table.supports)
    worth = rng.choice(WORTHS[forces[giver].attack])
    table.supports.append(Support(giver, receiver, worth))
    for m, f in enumerate(forces):
        attacks = f.goal == here != f.place and f.side != forces[giver].side and not f.light
        # Some rulings spare a support from some attacks.
        if attacks and rng.random() < 0.9:
            strike = 0 if f.place == forces[receiver].goal else f.attack
            table.cuts.append(Cut(m, number, strike, 9))


def cross(rng: Random, table: FightTable) -> None:
    """Let some pairs of moves meet on the way."""
    for b, two in enumerate(table.forces):
        for a, one in enumerate(table.forces[:b]):
            moving = one.place != one.goal and two.place != two.goal
            apart = one.place != two.place and one.goal != two.goal
            swap = (one.place, one.goal) == (two.goal, two.place)
            meet = moving and apart and not swap and not (one.light or two.light)
            if meet and rng.random() < 0.3:
                table.clashes.append((b, a))


class Reordered(NamedTuple):
    """The same fight with its rows in another order; `forces[i]` is the old number of force i."""

    table: FightTable
    forces: list[int]
    places: list[int]
    supports: list[int]


def shuffled(rng: Random, count: int) -> tuple[list[int], dict[int, int]]:
    """A random order, and where it puts each number."""
    order = rng.sample(range(count), count)
    return order, {old: new for new, old in enumerate(order)}


def turned(pairs: list[tuple[int, int]], new: dict[int, int]) -> list[tuple[int, int]]:
    """Pairs in another order, each the other way round."""
    return [(new[b], new[a]) for a, b in reversed(pairs)]


def reorder(rng: Random, table: FightTable) -> Reordered:
    """A fight with the rows of every list shuffled."""
    forces, force = shuffled(rng, len(table.forces))
    places, place = shuffled(rng, table.places)
    supports, support = shuffled(rng, len(table.supports))
    carriers, carrier = shuffled(rng, len(table.carriers))
    old_forces = [table.forces[i] for i in forces]
    old_supports = [table.supports[i] for i in supports]
    old_carriers = [table.carriers[i] for i in carriers]
    other = FightTable(
        table.places,
        [f._replace(place=place[f.place], goal=place[f.goal]) for f in old_forces],
        [s._replace(giver=force[s.giver], receiver=force[s.receiver]) for s in old_supports],
        [
            c._replace(cutter=force[c.cutter], support=support[c.support])
            for c in reversed(table.cuts)
        ],
        [c._replace(cargo=force[c.cargo], fleet=force[c.fleet]) for c in old_carriers],
        turned(table.links, carrier),
        turned(table.clashes, force),
        turned(table.peaces, force),
    )
    return Reordered(other, forces, places, supports)
