"""The solver against brute force on small random fights."""

from random import Random

import pytest

from dragoman.judge import layout
from dragoman.judge.layout import (
    ARRIVES,
    CONVOYS_FAIL,
    DISLODGED,
    KNOT,
    LANDING,
    NOBODY,
    ORIGIN,
    STAYS,
)
from dragoman.judge.solve import solve
from tests.amounts import amount
from tests.judge import twin
from tests.judge.fight import (
    CarrierRow,
    CutRow,
    Fight,
    ForceOutcome,
    ForceRow,
    Outcome,
    SupportRow,
)
from tests.judge.random_fights import random_fight
from tests.judge.twin import FightTable, Supposed, Twin, strongest

CHUNKS, FIGHTS = 8, amount(3_000)

PATHS = {
    twin.DIRECT: layout.DIRECT,
    twin.ANY: layout.ANY_ROUTE,
    twin.EVERY: layout.EVERY_ROUTE,
    twin.LAND_OR_ANY: layout.LAND_OR_ANY,
    twin.LAND_OR_EVERY: layout.LAND_OR_EVERY,
}
MANNERS = {
    layout.NO_ROUTE: "no route",
    layout.KNOT: "knot",
    layout.CROSSED: "crossed",
    layout.OWN: "own",
    layout.DUEL: "duel",
    layout.HELD: "held",
    layout.BOUNCED: "bounced",
    layout.TAKEN: "taken",
}


def in_rows(table: FightTable) -> Fight:
    """A fight of the twin's in the solver's rows."""
    return Fight(
        table.places,
        tuple(ForceRow(*f[:5], PATHS[f.path], int(f.light)) for f in table.forces),
        tuple(SupportRow(*s) for s in table.supports),
        tuple(CutRow(*c) for c in table.cuts),
        tuple(
            CarrierRow(c.cargo, c.fleet, ORIGIN * c.origin | LANDING * c.landing)
            for c in table.carriers
        ),
        tuple(table.links),
        tuple(table.clashes),
        tuple(table.peaces),
    )


def solved(table: FightTable) -> Outcome:
    """What the solver tells of a fight."""
    flat = in_rows(table).flat()
    solve(flat)
    return Outcome.read(flat)


def sunk(table: FightTable, outcome: Outcome) -> frozenset[int]:
    """The convoys that the solver failed by the paradox rule."""
    if not outcome.knots & CONVOYS_FAIL:
        return frozenset()
    pairs = zip(table.forces, outcome.forces, strict=True)
    return frozenset(
        i
        for i, (force, o) in enumerate(pairs)
        if (o.cause == KNOT and not o.route)
        or (force.path in (twin.LAND_OR_ANY, twin.LAND_OR_EVERY) and not o.sea)
    )


def check_arrivals(table: FightTable, outcome: Outcome, world: Supposed) -> None:
    """The only answer if there is one, else what the rules for knots lead to."""
    answers = Twin(table).answers()
    # Light forces are placed afterwards: whether they arrive says nothing about a ring.
    heavy = frozenset(i for i, force in enumerate(table.forces) if not force.light)
    if len(answers) == 1:
        assert world.arrivals == answers[0]
    elif world.twin.sunk:
        assert world.agrees()
    elif outcome.knots & NOBODY:
        assert not any(all(full >= other & heavy for other in answers) for full in answers)
    else:
        assert world.arrivals in answers
        assert all(world.arrivals >= other & heavy for other in answers)


def check_name(named: int | None, wanted: set[int]) -> None:
    """One of several equally strong forces, or none where there is none."""
    assert named in wanted if wanted else named is None


def check_force(world: Supposed, i: int, force: ForceOutcome, outcome: Outcome) -> None:
    """The fate of a force, who drove it out, and its path."""
    drivers = [] if i in world.arrivals else world.dislodgers(i)
    fate = ARRIVES if i in world.arrivals else DISLODGED if drivers else STAYS
    assert force.fate == fate
    check_name(force.by, strongest(drivers, world.full))
    if i in world.twin.movers:
        assert force.route == (i in world.with_path)
        assert force.sea == (i in world.by_sea)
        check_move(world, i, force, outcome)
    else:
        assert force[2:] == (layout.FREE, None, None, None, False, False)


def check_move(world: Supposed, m: int, force: ForceOutcome, outcome: Outcome) -> None:
    """Why a move failed, because of whom, and the strengths that decided."""
    strengths = None if force.against is None else (force.strength, force.against)
    assert strengths == world.compared(m)
    if m in world.arrivals:
        assert (force.cause, force.stopper) == (layout.FREE, None)
    elif outcome.knots & NOBODY and world.arrives(m):
        assert (force.cause, force.stopper) == (KNOT, None)
    else:
        assert (MANNERS[force.cause], force.stopper) in world.causes(m)


def check_supports(world: Supposed, outcome: Outcome) -> None:
    """What each support was worth and who cut it."""
    for s, support in enumerate(outcome.supports):
        assert support.given == world.worth[s]
        cutters = [cut.cutter for cut in world.twin.cutting[s] if world.points_cut(cut)]
        check_name(support.cut_by, strongest(cutters, world.full))


def check_places(world: Supposed, outcome: Outcome) -> None:
    """Who took each place, and which were stood off."""
    for p, place in enumerate(outcome.places):
        check_name(place.taker, strongest(world.takers(p), world.full))
        assert place.stood_off == world.stood_off(p)


def check(table: FightTable) -> None:
    """Everything the solver tells of a fight."""
    outcome = solved(table)
    arrivals = frozenset(i for i, f in enumerate(outcome.forces) if f.fate == ARRIVES)
    world = Supposed(Twin(table, sunk(table, outcome)), arrivals)
    check_arrivals(table, outcome, world)
    for i, force in enumerate(outcome.forces):
        check_force(world, i, force, outcome)
    check_supports(world, outcome)
    check_places(world, outcome)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_solver_agrees_with_brute_force(chunk: int) -> None:
    """Arrivals, dislodgements, routes, worths, causes, takers and stand-offs all agree."""
    for number in range(FIGHTS):
        seed = chunk * FIGHTS + number
        table = random_fight(Random(seed), 7)
        try:
            check(table)
        except AssertionError as wrong:
            wrong.add_note(f"seed {seed}: {table}")
            raise


def test_rows_and_integers_say_the_same() -> None:
    """A fight read back from its integers is the fight that was written, solved or not."""
    for seed in range(500):
        fight = in_rows(random_fight(Random(seed), 7))
        flat = fight.flat()
        assert Fight.read(flat) == fight
        solve(flat)
        assert Fight.read(flat) == fight
