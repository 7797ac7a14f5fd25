"""Votes over other rules: Catspaw with leaders, doubled units and an opening Winter."""

from typing import Any

import pytest
from msgspec.structs import replace

from dragoman import Game
from dragoman.model import Power, read_phase
from tests.contract.exchange import judged, offered

GERMANY = Power("Germany")
HELD = ["Austria", "France", "Turkey"]
OVER_LEADERS = ["catspaw@militarism", "catspaw+militarism", "militarism+catspaw"]


def asked(ref: str, phase: str = "S1901M", **more: Any) -> dict[str, Any]:
    """The answer for a table whose three seats are known."""
    options = {"powers": HELD, **more.pop("options", {})}
    return judged({"variant": ref, "options": options, "phase": phase, **more})


@pytest.mark.parametrize("ref", OVER_LEADERS)
def test_opening_builds_are_voted_on_and_completed(ref: str) -> None:
    """What nobody voted for is the customary unit; a leader and a unit share their center."""
    orders = {"Austria": ["build F kie"], "France": ["build L kie"], "Turkey": ["build L mun"]}
    answer = asked(ref, "W1900A", units={}, orders=orders)
    assert answer["units"]["Germany"] == ["A ber", "A mun", "F kie", "L ber"]
    [votes] = answer["votes"]
    assert votes["chosen"] == "build F kie"
    outcomes = {row["input"]: row["outcome"] for row in answer["orders"] if row["input"]}
    assert outcomes == {"build F kie": "done", "build L kie": "outvoted", "build L mun": "outvoted"}


@pytest.mark.parametrize("ref", OVER_LEADERS)
def test_a_leader_can_be_voted_for(ref: str) -> None:
    """The leader that is wanted stands where it is wanted, and every home has its unit."""
    orders = {"Austria": ["build F kie"], "France": ["build L kie"], "Turkey": ["build L kie"]}
    answer = asked(ref, "W1900A", units={}, orders=orders)
    assert answer["units"]["Germany"] == ["A ber", "A mun", "F kie", "L kie"]


@pytest.mark.parametrize("ref", OVER_LEADERS)
def test_a_leader_of_nobodys_is_not_killed_by_silence(ref: str) -> None:
    """Units of a power without orders are disbanded; its leader goes somewhere (rule 10, L11)."""
    units = {"Germany": ["A mun", "L mun"], "France": ["A bur", "A ruh", "A tyr"]}
    orders = ["A bur - mun", "A ruh S A bur - mun", "A tyr S A bur - mun"]
    answer = asked(ref, units=units, orders={"France": orders})
    assert answer["units"]["Germany"] == ["L ber"]


def test_of_leaders_that_share_a_space_a_seat_means_its_own() -> None:
    """Called alike, they cannot both be ordered; whoever has none there means the first."""
    units = {"Germany": ["L ruh"], "Italy": ["L ruh"], "France": ["L ruh"]}
    orders = {"France": ["L ruh - bur"], "Austria": ["L ruh - kie"]}
    answer = asked("catspaw+militarism", units=units, orders=orders)
    assert answer["units"] == {"France": ["L bur"], "Germany": ["L kie"], "Italy": ["L ruh"]}
    request = {"variant": "catspaw+militarism", "options": {"powers": HELD}, "phase": "S1901M"}
    assert list(offered({**request, "units": units})["legal"]) == HELD


@pytest.mark.parametrize("ref", ["catspaw+doubling", "doubling+catspaw"])
def test_the_same_order_twice_is_the_same_vote(ref: str) -> None:
    """One line that says it once and one that says it for both halves are two equal votes (K3)."""
    votes = {"Austria": ["A mun - tyr"], "France": ["A mun - tyr; A mun - tyr", "A mun - bur"]}
    answer = asked(ref, "S1904M", units={"Germany": ["A mun"]}, orders=votes)
    assert answer["units"] == {"Germany": ["A tyr"]}
    assert [row["votes"] for row in answer["votes"][0]["rows"]] == [2, 1]


def test_a_vote_for_two_halves_is_struck_as_a_whole() -> None:
    """Under the strict rule 9 a vote of which one half is struck does not count with the other."""
    units = {"Germany": ["A mun", "A ber"]}
    votes = {"Austria": ["A mun - ber; A mun - tyr"], "France": ["A ber H"]}
    options = {"strict_rule_9": True}
    answer = asked("catspaw+doubling", "S1904M", units=units, orders=votes, options=options)
    assert answer["units"] == {"Germany": ["A ber", "A mun"]}
    reasons = [(row["order"], row["reason"]) for row in answer["orders"][:2]]
    assert reasons == [("A mun - ber", "not_allowed"), ("A mun - tyr", "not_allowed")]


def test_a_vote_for_what_cannot_be_built_is_about_the_power_that_has_its_home_there() -> None:
    """A coast left out is named for the right power, though others have builds due as well."""
    centers = {"Germany": ["mun", "kie"], "Russia": ["stp"], "Austria": ["vie"]}
    orders = {"Austria": ["build F stp"], "France": ["build A mun", "build F kie"]}
    answer = asked("catspaw", "W1901A", units={}, centers=centers, orders=orders)
    first, _, third = answer["orders"][:3]
    assert (first["power"], first["reason"]) == ("Russia", "coast_needed")
    assert third["text"] == "void: no more than 1 extra build may be written"


def test_extra_orders_beyond_the_quota_are_answered_with_the_quota() -> None:
    """C6: what is too much says how much may be written."""
    votes = {"France": ["A mun - bur"] * 6}
    answer = asked("catspaw", units={"Germany": ["A mun"]}, orders=votes)
    assert answer["orders"][5]["text"] == "void: no more than 5 extra orders may be written"
    assert answer["orders"][4]["outcome"] == "done"


def winter(ref: str, state: dict[str, Any], orders: dict[str, str]) -> str:
    """The results sheet of a Winter."""
    game = Game.new(ref, options={"powers": HELD} if "catspaw" in ref else {})
    if state:
        phase = read_phase("W1901A")
        game.correct(replace(game.state, phase=phase, **state))
    for seat, text in orders.items():
        game.submit(seat, text)
    game.advance()
    return game.report()


def test_builds_that_the_rules_supply_are_not_called_unused() -> None:
    """Opening units that nobody chose stand all the same."""
    assert "unused" not in winter("militarism", {}, {"Russia": "build F stp"})


def test_a_build_that_two_voted_for_is_used_once() -> None:
    """Of two builds due to nobody's power one was voted for, by two."""
    start = Game.new("catspaw", options={"powers": HELD}).state
    away = tuple(
        u for u in start.units if (u.power, u.place) not in {(GERMANY, "mun"), (GERMANY, "ber")}
    )
    sheet = winter("catspaw", {"units": away}, {"France": "build A mun", "Austria": "build A mun"})
    assert "  1 build unused  no order\n" in sheet
