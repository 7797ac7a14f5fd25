"""Laws of judging: what must hold in every position, whatever was ordered."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings

from dragoman.judge import adjudicate
from dragoman.judge.turn import admit
from dragoman.model import (
    FAILED,
    VOID,
    Ballot,
    Convoy,
    Dislodged,
    Move,
    Power,
    Resolution,
    State,
    Subject,
    Unit,
    Verdict,
)
from dragoman.record.conformance import valid
from dragoman.rules import QUESTIONS, Ask, Ruleset, Variant
from tests.amounts import amount
from tests.laws.positions import (
    CHANCE,
    EDITIONS,
    POWERS,
    Scene,
    any_phase,
    drawn,
    melee,
    movement,
    piece,
    retreat,
    standings,
)

FEW = settings(max_examples=amount(100))


@FEW
@given(drawn(any_phase), CHANCE)
def test_judging_ignores_the_order_of_submission(scene: Scene, chance: Random) -> None:
    """Ballots cast in another order lead to the same position and the same verdicts."""
    ballots = chance.sample(scene.ballots, len(scene.ballots))
    one, other = scene.judged(), adjudicate(scene.ask.variant, scene.state, ballots)
    assert one.state == other.state
    assert one.left == other.left
    assert Counter(one.verdicts) == Counter(other.verdicts)


def outline(resolution: Resolution) -> Counter[tuple[object, ...]]:
    """What came of each order, without the one cause that is named where there are several."""
    return Counter(
        (v.power, v.order, v.outcome, v.reason.code, v.supplied) for v in resolution.verdicts
    )


@FEW
@given(drawn(any_phase), CHANCE)
def test_judging_ignores_the_order_of_units(scene: Scene, chance: Random) -> None:
    """Units listed in another order end in the same places for the same reasons."""
    state = msgspec.structs.replace(
        scene.state,
        units=tuple(chance.sample(scene.state.units, len(scene.state.units))),
        dislodged=tuple(chance.sample(scene.state.dislodged, len(scene.state.dislodged))),
    )
    one, other = scene.judged(), adjudicate(scene.ask.variant, state, scene.ballots)
    assert sorted(map(repr, one.state.units)) == sorted(map(repr, other.state.units))
    assert set(one.dislodged) == set(other.dislodged)
    assert one.standoffs == other.standoffs
    assert one.state.owners == other.state.owners
    assert outline(one) == outline(other)


def renamed_unit(unit: Unit, names: dict[Power, Power]) -> Unit:
    """A unit of the power that takes another's name."""
    return msgspec.structs.replace(unit, power=names[unit.power])


def renamed(state: State, names: dict[Power, Power]) -> State:
    """A position in which powers have changed names."""
    return msgspec.structs.replace(
        state,
        seats={seat: tuple(names[p] for p in powers) for seat, powers in state.seats.items()},
        units=tuple(renamed_unit(u, names) for u in state.units),
        owners={center: names[p] for center, p in state.owners.items()},
        homes={names[p]: homes for p, homes in state.homes.items()},
        dislodged=tuple(Dislodged(renamed_unit(d.unit, names), d.by) for d in state.dislodged),
    )


def renamed_ballot(ballot: Ballot, names: dict[Power, Power]) -> Ballot:
    """A ballot on the same affair under its new name."""
    subject = ballot.subject
    return Ballot(
        ballot.seat, Subject(names[subject.power], subject.unit, subject.topic), ballot.orders
    )


@FEW
@given(drawn(any_phase), CHANCE)
def test_judging_ignores_the_names_of_powers(scene: Scene, chance: Random) -> None:
    """Powers that change names meet the same fate under the new ones."""
    names = dict(zip(POWERS, chance.sample(POWERS, len(POWERS)), strict=True))
    ballots = [renamed_ballot(b, names) for b in scene.ballots]
    other = adjudicate(scene.ask.variant, renamed(scene.state, names), ballots)
    one = scene.judged()
    was, now = renamed(one.state, names), other.state
    assert standings(was.units) == standings(now.units)
    assert set(was.dislodged) == set(now.dislodged)
    assert (was.owners, was.standoffs, was.result) == (now.owners, now.standoffs, now.result)
    assert outline(other) == Counter(
        {(names[row[0]], *row[1:]): n for row, n in outline(one).items()}  # type: ignore[index]
    )


@FEW
@given(drawn(any_phase))
def test_a_position_stays_valid(scene: Scene) -> None:
    """After any phase no two units share a province, and every unit stands where it can."""
    resolution = scene.judged()
    for state in (resolution.left, resolution.state):
        assert list(valid(Ask(scene.ask.variant, state))) == []


@FEW
@given(drawn(movement))
def test_every_unit_gets_exactly_one_fate(scene: Scene) -> None:
    """A unit stands once, or is dislodged once from where it stood."""
    left = scene.judged().left
    ids = [u.id for u in left.units] + [d.unit.id for d in left.dislodged]
    assert sorted(ids) == [u.id for u in scene.state.units]
    assert {d.unit for d in left.dislodged} <= set(scene.state.units)


@FEW
@given(drawn(movement))
def test_what_the_verdicts_say_is_what_happened(scene: Scene) -> None:
    """A unit is elsewhere exactly if its move is done, and out exactly if it was driven out."""
    resolution = scene.judged()
    after = {u.id: u.place for u in resolution.left.units}
    moves = {v.order for v in resolution.verdicts if v.outcome == "done"}
    for unit in scene.state.units:
        place = after.get(unit.id, unit.place)
        arrived = Move(piece(unit), place) in moves or Move(piece(unit), place, True) in moves
        assert arrived == (place != unit.place)
    held = {v.order for v in resolution.verdicts if v.reason.code == "held"}
    assert not any(h.unit == piece(d.unit) for d in resolution.dislodged for h in held)  # type: ignore[union-attr]


@FEW
@given(drawn(any_phase))
def test_an_illegal_order_is_as_good_as_none(scene: Scene) -> None:
    """Leaving out what is void leads to the same position."""
    faults = admit(scene.ask, scene.ballots)
    legal = [
        Ballot(b.seat, b.subject, tuple(o for o, f in zip(b.orders, fs, strict=True) if f is None))
        for b, fs in zip(scene.ballots, faults, strict=True)
    ]
    without = adjudicate(scene.ask.variant, scene.state, [b for b in legal if b.orders])
    assert without.state == scene.judged().state


def ordered(scene: Scene, resolution: Resolution) -> list[Verdict]:
    """The verdicts on orders that were followed."""
    return [v for v in resolution.verdicts if v.outcome != VOID]


@settings(max_examples=amount(150))
@given(drawn(melee))
def test_no_convoy_breaks_unless_a_fleet_of_it_is_dislodged(scene: Scene) -> None:
    """Known bug 1: a broken convoy names an attack that drove out one of its fleets."""
    resolution = scene.judged()
    driven = {piece(d.unit) for d in resolution.dislodged}
    lost = {
        (v.order.whom, v.order.to)
        for v in resolution.verdicts
        if isinstance(v.order, Convoy) and v.order.unit in driven
    }
    for verdict in ordered(scene, resolution):
        if verdict.reason.code == "convoy_broken":
            order = verdict.order
            assert isinstance(order, Move | Convoy)
            cargo = order.unit if isinstance(order, Move) else order.whom
            assert (cargo, order.to) in lost
            assert verdict.reason.by is not None


@FEW
@given(drawn(melee))
def test_no_power_dislodges_its_own(scene: Scene) -> None:
    """Known bug 14: who drives a unit out is of another power, and stronger."""
    for verdict in ordered(scene, scene.judged()):
        if verdict.reason.code == "dislodged":
            assert verdict.outcome == FAILED
            assert verdict.reason.by is not None
            assert verdict.reason.by.power != verdict.power
            assert verdict.reason.mine is not None
            assert verdict.reason.theirs is not None
            assert verdict.reason.theirs.total > verdict.reason.mine.total


@settings(max_examples=amount(40))
@given(drawn(retreat))
def test_retreats_leave_alone_what_movement_settled(scene: Scene) -> None:
    """Known bug 17: whoever stood before the retreats stands there after them."""
    resolution = scene.judged()
    assert set(scene.state.units) <= set(resolution.left.units)
    assert resolution.left.dislodged == ()
    assert {v.reason.code for v in ordered(scene, resolution)} <= {
        "retreated",
        "disbanded",
        "collided",
        "removed",
        "waived",
    }


def asked_anew(rules: Ruleset) -> Ruleset:
    """The same answers, none of them known by sight."""

    def wrapped(answer: Any) -> Any:
        return (lambda *args: answer(*args)) if callable(answer) else answer

    # Who answers about burdens at all has strengths counted in halves, so that is no short way.
    known = {q: wrapped(getattr(rules, q)) for q in QUESTIONS if q != "burden"}
    return rules.answering(**known)


def unknown(variant: Variant) -> Variant:
    """A variant whose answers are the default ones, though the judge cannot tell."""
    return msgspec.structs.replace(variant, rules=asked_anew(variant.rules))


UNKNOWN = {variant.policies: unknown(variant) for variant in EDITIONS}


@FEW
@given(drawn(melee))
def test_default_answers_are_taken_for_what_they_say(scene: Scene) -> None:
    """Where the judge knows the default answer it does not ask; asking gives the same."""
    variant = UNKNOWN[scene.ask.variant.policies]
    assert adjudicate(variant, scene.state, scene.ballots) == scene.judged()


@settings(max_examples=amount(40))
@given(drawn(any_phase))
def test_default_answers_hold_in_every_phase(scene: Scene) -> None:
    """The same for retreats, adjustments and what follows them."""
    other = adjudicate(unknown(scene.ask.variant), scene.state, scene.ballots)
    assert other == scene.judged()
