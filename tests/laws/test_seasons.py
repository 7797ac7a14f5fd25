"""Laws of time: no phase stalls, retreats come before the reckoning, supply is kept to."""

from hypothesis import given, settings

from dragoman.judge import owed
from dragoman.model import Power
from dragoman.rules import Ask
from tests.amounts import amount
from tests.laws.positions import (
    POWERS,
    STANDARD,
    Scene,
    any_phase,
    drawn,
    fall_melee,
    melee,
    retreat,
    winter,
)

FEW = settings(max_examples=amount(60))


@FEW
@given(drawn(any_phase))
def test_no_phase_stalls(scene: Scene) -> None:
    """Known bugs 21 and 26: after any phase somebody owes orders, or the game is over."""
    after = Ask(scene.ask.variant, scene.judged().state)
    assert after.state.result is not None or owed(after)
    rank = after.variant.year.rank
    assert rank(scene.state.phase) < rank(after.state.phase)


@FEW
@given(drawn(any_phase))
def test_whoever_owes_has_a_choice(scene: Scene) -> None:
    """What is owed can be ordered in at least two ways."""
    after = Ask(scene.ask.variant, scene.judged().state)
    for charges in owed(after).values():
        for charge in charges:
            steps = after.rule.choices(after, charge.subject, ())
            assert len(steps) > 1 or any(step.more for step in steps)


@FEW
@given(drawn(fall_melee))
def test_nothing_is_reckoned_before_the_retreats(scene: Scene) -> None:
    """Known bug 22: while a retreat is owed, owners and result are what they were."""
    resolution = scene.judged()
    if resolution.state.phase.kind == "R":
        assert resolution.state.owners == scene.state.owners
        assert resolution.state.result is None


@FEW
@given(drawn(melee))
def test_the_dislodged_are_asked_and_nobody_else(scene: Scene) -> None:
    """Known bug 13: a unit that was driven out and can go somewhere is owed a retreat."""
    resolution = scene.judged()
    if resolution.state.phase.kind == "R":
        after = Ask(scene.ask.variant, resolution.state)
        free = {d.unit.id for d in resolution.dislodged if after.rules.refuges(after, d.unit)}
        due = [(seat, c.subject) for seat, charges in owed(after).items() for c in charges]
        assert {subject.unit for _, subject in due} == free
        for seat, subject in due:
            assert after.unit[subject.unit].power == subject.power == Power(seat)


@FEW
@given(drawn(retreat))
def test_refuges_are_vacant_near_and_not_barred(scene: Scene) -> None:
    """A unit retreats to a neighbor where nobody stands, stood off or came from."""
    ask = scene.ask
    for dislodged in ask.state.dislodged:
        unit = dislodged.unit
        for place in ask.rules.refuges(ask, unit):
            province = ask.province[place]
            assert place in ask.moves[unit.kind][unit.place]
            assert province not in ask.at
            assert province not in ask.state.standoffs
            assert province != dislodged.by


@FEW
@given(drawn(winter))
def test_no_power_keeps_more_than_it_supplies(scene: Scene) -> None:
    """After Winter nobody has more units than centers, and nobody lost more than it had to."""
    left = scene.judged().left
    for power in POWERS:
        before, units = len(scene.state.forces_of(power)), len(left.forces_of(power))
        centers = len(left.centers(power))
        assert units <= max(centers, 0)
        assert units >= min(before, centers)


@FEW
@given(drawn(winter))
def test_civil_disorder_has_an_order_for_all_units(scene: Scene) -> None:
    """Known bug 23: every unit that needs supply has its turn to go, the same every time."""
    removal_order = STANDARD.rules.removal_order
    for power in POWERS:
        order = removal_order(scene.ask, power)
        assert sorted(order, key=repr) == sorted(scene.state.forces_of(power), key=repr)
        assert order == removal_order(Ask(STANDARD, scene.state), power)


@FEW
@given(drawn(winter))
def test_builds_stand_on_empty_homes_of_ones_own(scene: Scene) -> None:
    """What is new after Winter stands in a home center that its power owns."""
    old = {u.id for u in scene.state.units}
    for unit in scene.judged().left.units:
        if unit.id not in old:
            province = scene.ask.province[unit.place]
            assert province in scene.state.homes[unit.power]
            assert scene.state.owners[province] == unit.power
            assert province not in scene.ask.at
