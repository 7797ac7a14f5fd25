"""One turn: who may order what, what is passed over, and how a season closes."""

import msgspec
import pytest

from dragoman.geo import Place
from dragoman.judge import adjudicate, owed
from dragoman.judge.turn import admit
from dragoman.model import (
    Ballot,
    Build,
    Hold,
    Move,
    Order,
    Piece,
    Result,
    Seat,
    State,
    Subject,
    Waive,
)
from dragoman.record.filing import file_texts
from dragoman.rules import Ask, knows_draws
from tests.rules.table import FRANCE, STANDARD, at, by_order, judged, pieces


def nobody_holds(state: State, *powers: str) -> State:
    """A position in which nobody holds some powers."""
    seats = {s: tuple(p for p in ps if p not in powers) for s, ps in state.seats.items()}
    return msgspec.structs.replace(state, seats=seats)


def test_a_game_that_is_over_is_not_judged() -> None:
    state = msgspec.structs.replace(at("S1901M", {}).state, result=Result("draw"))
    with pytest.raises(ValueError, match="the game is over"):
        adjudicate(STANDARD, state, [])


def test_nobody_owes_anything_after_the_end() -> None:
    ask = at("S1901M", {"France": "A par"})
    assert set(owed(ask)) == {"France"}
    ended = msgspec.structs.replace(ask.state, result=Result("draw"))
    assert owed(Ask(STANDARD, ended)) == {}


@pytest.mark.parametrize(
    ("phase", "order", "reason"),
    [
        ("S1901M", "A mun - tyr", "not_yours"),
        ("S1901M", "A par disband", "wrong_phase"),
        ("S1901M", "build A par", "wrong_phase"),
        ("S1901M", "waive", "wrong_phase"),
        ("S1901M", "A vie - bud", "no_such_unit"),
        ("S1901M", "A par - ber", "cannot_reach"),
        ("S1901R", "A par - gas", "no_such_unit"),
        ("S1901R", "A bur S A bur", "wrong_phase"),
        ("W1901A", "A par H", "wrong_phase"),
        ("W1901A", "build A bre", "too_many"),
        ("W1901A", "waive", "too_many"),
    ],
)
def test_an_order_that_is_not_due_is_void_with_its_reason(
    phase: str, order: str, reason: str
) -> None:
    ask = at(
        phase,
        {"France": "A par", "Germany": "A mun"},
        centers={"France": "bre"},
        out={"France": "A bur from mun"} if phase.endswith("R") else {},
    )
    resolution = judged(ask, {"France": order})
    given = resolution.verdicts[0]
    assert (given.outcome, given.reason.code, given.power) == ("void", reason, "France")


def test_a_seat_without_powers_orders_nothing() -> None:
    """What it writes is booked under the power that owns the unit."""
    ask = at("S1901M", {"France": "A par", "Germany": "A ber"})
    state = nobody_holds(ask.state, "France")
    ballot = Ballot(Seat("France"), Subject(FRANCE, 1), (Hold(Piece("A", Place("par"))),))
    [given, *supplied] = adjudicate(STANDARD, state, [ballot]).verdicts
    assert (given.power, given.outcome, given.reason.code) == ("France", "void", "not_yours")
    assert [str(v.order) for v in supplied] == ["A par H", "A ber H"]


def test_a_ballot_of_nobody_is_void() -> None:
    """A seat that is not at the table has nothing to order."""
    ask = at("S1901M", {"France": "A par"})
    order = Move(Piece("A", Place("par")), Place("bur"))
    ballot = Ballot(Seat("Atlantis"), Subject(FRANCE, 1), (order,))
    [given, _] = adjudicate(STANDARD, ask.state, [ballot]).verdicts
    assert (given.outcome, given.reason.code) == ("void", "not_yours")


def test_waives_are_answered_one_by_one() -> None:
    """Three waives where two builds are due: two are done, one is too many."""
    ask = at("W1901A", {"France": "A bur"}, centers={"France": "par, mar, bre"})
    waives: tuple[Order, ...] = (Waive(),) * 3
    ballot = Ballot(Seat("France"), Subject(FRANCE, topic="builds"), waives)
    rows = adjudicate(STANDARD, ask.state, [ballot]).verdicts
    assert [f"{v.outcome} {v.reason.code}" for v in rows] == [
        "done waived",
        "done waived",
        "void too_many",
    ]


def test_several_ballots_for_one_matter_count_together() -> None:
    """Two builds on two ballots are both made."""
    ask = at("W1901A", {"France": "A bur"}, centers={"France": "par, mar, bre"})
    builds: list[Order] = [Build(Piece("A", Place("par"))), Build(Piece("F", Place("bre")))]
    cast = [Ballot(Seat("France"), Subject(FRANCE, topic="builds"), (b,)) for b in builds]
    rows = adjudicate(STANDARD, ask.state, cast).verdicts
    assert [f"{v.order}: {v.outcome}" for v in rows] == ["build A par: done", "build F bre: done"]


def test_units_that_nobody_holds_hold_nobody_up() -> None:
    """Known bug 21: dislodged units of a power without a seat are disbanded at once."""
    ask = at("S1901M", {"France": "A bur", "Germany": "A mun, A ruh"})
    state = nobody_holds(ask.state, "France")
    resolution = judged(Ask(STANDARD, state), {"Germany": "A mun - bur; A ruh S A mun - bur"})
    assert str(resolution.state.phase) == "F1901M"
    assert by_order(resolution)["A bur disband"] == "done disbanded"
    assert pieces(resolution) == ["Germany A bur", "Germany A ruh"]


def test_removals_that_nobody_orders_are_made_in_passing() -> None:
    """A power without a seat loses what it cannot supply, and no Winter is asked for."""
    ask = at("F1901M", {"France": "A bur, A gas", "Germany": "A mun"}, centers={"Germany": "mun"})
    resolution = judged(Ask(STANDARD, nobody_holds(ask.state, "France")), {})
    assert str(resolution.state.phase) == "S1902M"
    assert {"remove A bur", "remove A gas"} <= by_order(resolution).keys()


def test_builds_that_cannot_be_used_hold_nobody_up() -> None:
    """Known bug 26: a power whose homes are lost or full is asked for nothing."""
    units = {"France": "A par, A bur", "Germany": "A mun"}
    centers = {"France": "par, spa, por", "Germany": "mun"}
    resolution = judged(at("F1901M", units, centers=centers), {})
    assert str(resolution.state.phase) == "S1902M"


def test_a_game_that_nobody_plays_ends_without_a_result() -> None:
    """A table that nobody sits at does not go on for ever."""
    ask = at("S1901M", {"France": "A par"})
    resolution = judged(Ask(STANDARD, nobody_holds(ask.state, *STANDARD.powers)), {})
    assert resolution.state.result == Result("none")
    assert resolution.state.phase.year == 1904


def test_an_empty_board_ends_the_game_without_a_result() -> None:
    """Without units or centers there is nothing to decide in any year."""
    ask = at("S1901M", {}, centers={"France": ""})
    assert judged(ask, {}).state.result == Result("none")


def test_a_game_in_which_nobody_can_decide_anything_is_a_draw_of_who_is_left() -> None:
    """A center without a unit, and without a home to build in, leaves nothing to decide."""
    ask = at("S1901M", {}, centers={"France": "spa", "Germany": "por"})
    assert judged(ask, {}).state.result == Result("draw", (Seat("France"), Seat("Germany")))


def test_all_who_are_left_without_anything_may_still_agree_on_a_draw() -> None:
    """A unanimous draw is always possible where the rules know draws."""
    ask = at("S1901M", {}, centers={"France": ""})
    assert knows_draws(ask)
    assert ask.rules.draw(ask, frozenset(ask.state.seats)) is not None
    assert ask.rules.draw(ask, frozenset([Seat("France")])) is None


SPOILS = "par, mar, bre, spa, por, bel, hol, lon, lvp, edi, kie, ber, den, swe, nwy, rom, ven"


@pytest.mark.parametrize(
    ("retreat", "result"),
    [("A mun - kie", None), ("A mun disband", Result("solo", (Seat("France"),)))],
)
def test_the_game_is_won_after_the_retreats(retreat: str, result: Result | None) -> None:
    """Known bug 22: an eighteenth center counts only when retreats have taken none back."""
    ask = at(
        "F1905M",
        {"France": "A bur, A ruh", "Germany": "A mun"},
        centers={"France": SPOILS, "Germany": "mun"},
    )
    moved = judged(ask, {"France": "A bur - mun; A ruh S A bur - mun"})
    assert (str(moved.state.phase), moved.state.result) == ("F1905R", None)
    assert moved.state.owners == ask.state.owners
    retreated = judged(Ask(STANDARD, moved.state), {"Germany": retreat})
    assert "mun" in retreated.state.centers(FRANCE)
    assert retreated.state.result == result


def test_spring_changes_no_owner() -> None:
    """Centers entered in Spring and left in Fall stay what they were."""
    ask = at("S1901M", {"France": "A bur"}, centers={"France": "par", "Germany": "mun"})
    spring = judged(ask, {"France": "A bur - mun"})
    assert spring.state.owners == ask.state.owners
    fall = judged(Ask(STANDARD, spring.state), {"France": "A mun - tyr"})
    assert fall.state.owners == ask.state.owners


def test_what_was_filed_as_possible_is_not_asked_about_again() -> None:
    """That holds of the very ballots that were filed, for the orders that the map alone allows."""
    units, texts = {"France": "A bre, A par, F eng"}, ["A bre - lon", "A par - gas", "F eng H"]
    for _ in range(2):  # Only what was read before is filed so quickly.
        ask = at("S1901M", units)
        ballots = file_texts(ask, Seat("France"), texts).ballots
    assert ask.sound == {2: ballots[1], 3: ballots[2]}
    assert admit(ask, ballots) == [(None,)] * 3
    far = Ballot(
        Seat("France"), Subject(FRANCE, 2), (Move(Piece("A", Place("par")), Place("ber")),)
    )
    assert [fault and fault.code for [fault] in admit(ask, [far])] == ["cannot_reach"]
