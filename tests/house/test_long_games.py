"""Long games: what somebody does over and over at a table of his own costs nobody else anything."""

from typing import Any

import pytest

from dragoman.house.errors import Closed
from dragoman.house.play import games
from dragoman.house.play.editing import step_back
from dragoman.house.play.orders import set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.play.sandbox import create_sandbox, fork
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.organizer import abandon, adjudicate, correct, resume, roll_back
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from tests.house.tools import HOUR, add_people, full_table, game, make_house, row


def test_after_an_act_of_the_organizer_only_what_is_new_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not the whole game again, while all others wait to write."""
    house = make_house()
    add_people(house, "ann")
    table, real, read = create_sandbox(house, "ann", variant="standard"), games._kept_step, []

    def noted(*given: Any) -> Any:
        read.append(given)
        return real(*given)

    monkeypatch.setattr(games, "_kept_step", noted)
    for n in range(6):
        correct(house, "ann", table, Change(units={"Italy": ["A rom"] if n % 2 else []}), "so")
        game(house, table)
    assert len(read) <= 8
    steps, house.games = game(house, table).steps, make_house().games
    again = game(house, table)
    assert again.seed == row(house, table).seed
    assert [step.state for step in again.steps] == [step.state for step in steps]


def test_a_game_has_only_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_STEPS", 3)
    house = make_house()
    add_people(house, "ann")
    table = create_sandbox(house, "ann", variant="standard")
    for _ in range(2):
        correct(house, "ann", table, Change(units={"Italy": []}), "so")
    turn = row(house, table).turn
    for act in (
        lambda: correct(house, "ann", table, Change(units={"Italy": []}), "so"),
        lambda: roll_back(house, "ann", table, "S1901M", "so"),
        lambda: step_back(house, "ann", table, turn),
        lambda: set_ready(house, "ann", table, turn, True, seat="Italy"),
        lambda: adjudicate(house, "ann", table, turn, sure=True),
    ):
        with pytest.raises(Closed, match=r"3 steps|is paused"):
            act()
    assert len(game(house, fork(house, "ann", table))) == 2
    abandon(house, "ann", table, "enough")
    assert row(house, table).status == "finished"


def test_a_game_that_goes_on_by_itself_stands_still_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_STEPS", 3)
    house = make_house()
    table, at = full_table(house, "standard", settings={"absent_after": 100})
    for _ in range(4):
        house.clock.move(200 * HOUR)
        run_due(house)
    assert (row(house, table).status, len(game(house, table))) == ("paused", 3)
    with pytest.raises(Closed, match="steps"):
        resume(house, "umpire", table)
    turn = row(house, table).turn
    for seat in list(at)[:3]:
        cast_votes(house, at[seat], table, turn, SeatVotes(resume=True), seat=seat)
    with pytest.raises(Closed, match="steps"):
        cast_votes(house, at["Turkey"], table, turn, SeatVotes(resume=True))
    assert row(house, table).status == "paused"
