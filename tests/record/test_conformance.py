"""Conformance: a variant that keeps its promises passes, and each broken promise is reported."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from dragoman.geo import Place, Province
from dragoman.judge.movement import resolve_movement
from dragoman.model import (
    Act,
    Ballot,
    Hold,
    Piece,
    Reason,
    Resolution,
    Seat,
    State,
    Subject,
    Unit,
)
from dragoman.record.conformance import conformance, random_game, valid
from dragoman.rules import Ask, Charge, Elected, Lots, PhaseRule, Step, View
from tests.rules.table import FRANCE, STANDARD, at, ruled

RULES = STANDARD.rules
MOVEMENT = RULES.phases["M"]


def faults(**answers: Any) -> str:
    """What a short game by other rules finds wrong."""
    [played] = conformance(ruled(**answers), games=1, years=2)
    return "\n".join(played.faults)


def phases(**changes: object) -> dict[str, PhaseRule]:
    """The phases, movement changed."""
    return {**RULES.phases, "M": msgspec.structs.replace(MOVEMENT, **changes)}


def test_standard_conforms() -> None:
    [played] = conformance(STANDARD, games=1, seed=5, years=2)
    assert played.faults == ()
    assert (played.phases > 4, played.last[1:5]) == (True, "1903")


def test_random_games_of_a_seed_are_alike() -> None:
    one, other = random_game(STANDARD, "x", 4), random_game(STANDARD, "x", 4)
    assert one.record == other.record
    assert len(one.record.entries) == 4
    assert random_game(STANDARD, "y", 4).record != one.record


def test_a_game_that_ends_is_not_played_on() -> None:
    quick = ruled(win_at=lambda ask: 1)
    assert random_game(quick, "x", 50).over
    [played] = conformance(quick, games=1)
    assert (played.result, played.faults) == ("solo", ())


def test_a_legal_order_that_the_judge_voids_is_reported() -> None:
    def strict(ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
        return (Reason("not_allowed"),) * len(ballot.orders)

    assert "is void" in faults(legal=strict)


def test_a_legal_order_that_reads_otherwise_is_reported() -> None:
    """Here a unit is offered what is another unit's."""

    def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        return (Step("x", Act("say", "say", None, ("  spaced out ",))),)

    assert "is read as" in faults(phases=phases(choices=choices))


def test_an_order_filed_under_another_subject_is_reported() -> None:
    def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        first = ask.units_of[subject.power][0]
        return (Step("hold", Hold(Piece(first.kind, first.place))),)

    assert "is filed under" in faults(phases=phases(choices=choices))


def test_something_owed_without_a_choice_is_reported() -> None:
    assert "is owed but has no legal order" in faults(
        phases=phases(choices=lambda ask, subject, prefix: ())
    )


def test_a_phase_in_which_nobody_owes_is_reported() -> None:
    def idle(ask: Ask, power: str) -> tuple[Charge, ...]:
        charges = RULES.phases["M"].subjects(ask, power)  # type: ignore[arg-type]
        return tuple(msgspec.structs.replace(c, owed=False) for c in charges)

    assert "nobody owes orders" in faults(phases=phases(subjects=idle))


def test_a_view_of_others_orders_is_reported() -> None:
    def gossip(ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
        return View(ask.state, tuple(pending))

    assert "depends on the ballots of" in faults(see=gossip)


def test_a_game_that_replays_otherwise_is_reported() -> None:
    """Rules that remember between games cannot be replayed."""
    calls: list[int] = []

    def moody(ask: Ask, lots: Lots) -> State:
        calls.append(1)
        return msgspec.structs.replace(ask.state, notes={"calls": len(calls)})

    assert "replays to another position" in faults(aftermath=moody)


def test_crowds_and_strays_are_reported() -> None:
    def crowd(ask: Ask, elected: Elected, lots: Lots) -> Resolution:
        done = resolve_movement(ask, elected, lots)
        first, *others = done.state.units
        units = (first, *(msgspec.structs.replace(u, place=first.place) for u in others))
        state = msgspec.structs.replace(done.state, units=units)
        return msgspec.structs.replace(done, state=state, left=state)

    text = faults(phases=phases(resolve=crowd))
    assert "share" in text
    assert "stands where its kind cannot" in text


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"last_id": 1}, "unit ids are [1, 2], the last given 1"),
        ({"owners": {Province("bur"): FRANCE}}, "bur is owned but is no center"),
        ({"owners": {Province("xyz"): FRANCE}}, "xyz is owned but is no center"),
        ({"notes": {"x": (1, 2)}}, "does not survive being written and read"),
        (
            {"units": (Unit(1, FRANCE, "A", Place("par")), Unit(1, FRANCE, "A", Place("mar")))},
            "unit ids are [1, 1]",
        ),
    ],
)
def test_an_invalid_position_is_reported(change: dict[str, object], fault: str) -> None:
    state = msgspec.structs.replace(at("S1901M", {"France": "A par, A mar"}).state, **change)
    assert [f for f in valid(Ask(STANDARD, state)) if fault in f]


def test_a_valid_position_has_no_faults() -> None:
    ask = at("S1901M", {"France": "A par, A mar"})
    assert list(valid(ask)) == []
