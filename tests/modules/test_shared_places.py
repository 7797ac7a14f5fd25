"""Units that are called alike and stand together: each can be ordered, listed, helped and shown."""

import msgspec
import pytest

from dragoman.draw.game import Moment, draw_moment
from dragoman.errors import RequestError
from dragoman.geo import Place
from dragoman.judge import adjudicate
from dragoman.model import Ballot, Dislodged, Power, Seat, State, Unit, read_phase
from dragoman.record.checks import checked
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.replay import opening
from dragoman.record.trees import legal_by_subject, open_subjects
from dragoman.report import describe_order, explain
from dragoman.rules import Ask, Variant
from dragoman.variants import load

BOARDS = load("militarism@heptadiplomacy", {"winter_zero": False})
ONE = load("militarism", {"winter_zero": False})


def standing(variant: Variant, *units: tuple[str, str, str], phase: str = "S1901M") -> State:
    """A position of units, each a power, a kind and a place."""
    rows = [Unit(n, Power(p), k, Place(at)) for n, (p, k, at) in enumerate(units, 1)]
    start = opening(variant, (), "0")
    return msgspec.structs.replace(
        start, phase=read_phase(phase), units=tuple(rows), last_id=len(rows)
    )


TWO = standing(
    BOARDS,
    ("Austria@1", "L", "1:vie"),
    ("Germany@1", "L", "1:vie"),
    ("Austria@1", "A", "1:tri"),
    ("Italy@1", "A", "1:tyr"),
)


@pytest.mark.parametrize(
    ("seat", "text", "order", "unit"),
    [
        ("Austria", "L 1:vie - 1:boh", "Austria@1 L 1:vie - 1:boh", 1),
        ("Germany", "L 1:vie - 1:boh", "Germany@1 L 1:vie - 1:boh", 2),
        ("Germany", "Germany@1 L 1:vie - 1:boh", "Germany@1 L 1:vie - 1:boh", 2),
        ("Italy", "A 1:tyr S Germany@1 L 1:vie", "A 1:tyr S Germany@1 L 1:vie", 4),
    ],
)
def test_both_are_ordered_by_text(seat: str, text: str, order: str, unit: int) -> None:
    ask = Ask(BOARDS, TWO)
    lines = read_lines(ask, Seat(seat), [text])
    assert [str(o) for o in lines[0]] == [order]
    [ballot] = file_orders(ask, Seat(seat), lines).ballots
    assert ballot.subject.unit == unit
    assert read_lines(ask, Seat(seat), [order]) == lines


def test_one_seat_may_hold_both() -> None:
    """A seat that holds both powers names the one it means."""
    seats = {Seat("Both"): (Power("Austria@1"), Power("Germany@1"))}
    ask = Ask(BOARDS, msgspec.structs.replace(TWO, seats=seats))
    lines = read_lines(ask, Seat("Both"), ["Austria@1 L 1:vie H", "Germany@1 L 1:vie - 1:boh"])
    found = file_orders(ask, Seat("Both"), lines).ballots
    assert [(b.subject.unit, str(b.orders[0])) for b in found] == [
        (1, "Austria@1 L 1:vie H"),
        (2, "Germany@1 L 1:vie - 1:boh"),
    ]


def test_both_are_listed_under_their_own_names() -> None:
    ask = Ask(BOARDS, TWO)
    for name in ("Austria", "Germany"):
        listed = legal_by_subject(ask, open_subjects(ask, Seat(name)))
        assert f"{name}@1 L 1:vie - 1:boh" in listed[f"{name}@1 L 1:vie"]


def test_both_are_offered_and_helped_by_the_tree() -> None:
    ask = Ask(BOARDS, TWO)
    [tyrolia] = [c.subject for c in ask.mandate(Seat("Italy")).charges]
    helped = {step.token for step in ask.rule.choices(ask, tyrolia, ("support",))}
    assert {"A 1:tri"} <= helped
    for charge in ask.mandate(Seat("Germany")).charges:
        steps = ask.rule.choices(ask, charge.subject, ("move",))
        assert {str(step.order) for step in steps} >= {"Germany@1 L 1:vie - 1:boh"}


def test_both_are_judged_and_distinguished() -> None:
    ask = Ask(BOARDS, TWO)
    ballots: list[Ballot] = []
    for seat, text in (("Austria", "L 1:vie - 1:boh"), ("Germany", "L 1:vie - 1:gal")):
        ballots += file_orders(ask, Seat(seat), read_lines(ask, Seat(seat), [text])).ballots
    result = adjudicate(BOARDS, TWO, ballots)
    assert [str(u) for u in result.left.units][:2] == ["L 1:boh", "L 1:gal"]
    sentences = [describe_order(v.order, ask) for v in result.verdicts if v.power == "Germany@1"]
    assert sentences == ["The German@1 leader in Vienna on board 1 moves to Galicia on board 1"]
    assert all("German Germany" not in explain(v, ask) for v in result.verdicts)


def test_both_are_drawn() -> None:
    """One as a piece and the other as its flag; three leaders and a unit have three flags."""
    crowd = standing(
        ONE, ("Austria", "A", "vie"), *((p, "L", "vie") for p in ("Austria", "Italy", "Russia"))
    )
    picture = draw_moment(ONE, Moment(crowd), alone=False)
    assert picture.count('class="unit led"') == 3
    assert "scale(-1 1)" in picture


def test_two_dislodged_leaders_retreat_each_by_name() -> None:
    state = standing(ONE, ("Italy", "A", "vie"), phase="S1901R")
    driven = [Unit(n, Power(p), "L", Place("vie")) for n, p in ((7, "Austria"), (8, "Germany"))]
    state = msgspec.structs.replace(state, dislodged=tuple(Dislodged(u) for u in driven), last_id=9)
    ask = Ask(ONE, state)
    [line] = read_lines(ask, Seat("Germany"), ["L vie - boh"])
    assert [str(o) for o in line] == ["Germany L vie - boh"]
    assert str(ask.piece(driven[0])) == "Austria L vie"


@pytest.mark.parametrize(
    ("units", "problem"),
    [
        (
            (("Austria", "A", "vie"), ("Italy", "A", "vie")),
            "A vie and Austria's A vie stand in vie",
        ),
        (
            (("Austria", "A", "vie"), ("Italy", "L", "vie")),
            "L vie and Austria's A vie stand in vie",
        ),
        ((("Italy", "L", "vie"), ("Italy", "L", "vie")), "L vie and Italy's L vie stand in vie"),
    ],
)
def test_a_position_that_the_rules_forbid_is_refused_by_name(
    units: tuple[tuple[str, str, str], ...], problem: str
) -> None:
    with pytest.raises(RequestError, match=problem):
        checked(ONE, standing(ONE, *units))


@pytest.mark.parametrize(
    "units",
    [
        (("Austria", "A", "vie"), ("Austria", "L", "vie")),
        (("Austria", "L", "vie"), ("Italy", "L", "vie")),
    ],
)
def test_a_position_that_the_rules_allow_is_taken(units: tuple[tuple[str, str, str], ...]) -> None:
    state = standing(ONE, *units)
    assert checked(ONE, state) == state
