"""Sandboxes edited: units placed and removed, centers given, phases set, all of it undone."""

import pytest

from dragoman.house.errors import Closed, Invalid, NotYours
from dragoman.house.play.editing import Edit, edit, step_back
from dragoman.house.play.sandbox import create_sandbox
from dragoman.house.tables.organizer import adjudicate
from dragoman.model import Power
from tests.house.tools import add_people, full_table, game, make_house, row


def test_a_position_is_edited_and_each_step_undone() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_sandbox(house, "ann", variant="standard")
    first = game(house, table).state

    def do(**change: str) -> None:
        edit(house, "ann", table, Edit(**change), row(house, table).turn)

    def units(power: str) -> list[str]:
        return sorted(str(u) for u in game(house, table).state.units if u.power == power)

    do(tool="place", place="bur", power="Germany", kind="A")
    assert "A bur" in units("Germany")
    # Where something stands already it is replaced; coasts are kept.
    do(tool="place", place="bur", power="France", kind="A")
    assert "A bur" in units("France") and "A bur" not in units("Germany")
    do(tool="place", place="spa/sc", power="France", kind="F")
    do(tool="remove", place="spa")
    assert units("France") == ["A bur", "A mar", "A par", "F bre"]
    do(tool="center", place="spa", power="France")
    do(tool="center", place="par")
    assert {str(c) for c in game(house, table).state.centers(Power("France"))} == {
        "bre",
        "mar",
        "spa",
    }
    do(tool="phase", phase="f1903m")
    assert str(game(house, table).state.phase) == "F1903M"
    adjudicate(house, "ann", table, row(house, table).turn, sure=True)
    assert str(game(house, table).state.phase) != "F1903M"
    for left in ("F1903M", "S1901M", "S1901M"):
        step_back(house, "ann", table, row(house, table).turn)
        assert str(game(house, table).state.phase) == left
    # An edit after an undo is undone by itself, then what was before.
    do(tool="remove", place="mar")
    for _ in range(6):
        step_back(house, "ann", table, row(house, table).turn)
    assert game(house, table).state == first
    with pytest.raises(Closed, match="nothing to undo"):
        step_back(house, "ann", table, row(house, table).turn)


def test_what_cannot_be_is_refused_and_no_game_but_a_sandbox_is_edited() -> None:
    house = make_house()
    table, sitters = full_table(house)
    for account in ("umpire", sitters["France"]):
        with pytest.raises(NotYours):
            edit(house, account, table, Edit(tool="remove", place="par"), 1)
        with pytest.raises(NotYours):
            step_back(house, account, table, 1)
    add_people(house, "bea")
    mine = create_sandbox(house, "bea", variant="standard")
    wrong = [
        Edit(tool="paint"),
        Edit(tool="remove", place="xyz"),
        Edit(tool="place", place="par", power="France", kind="F"),
        Edit(tool="center", place="bur", power="France"),
        Edit(tool="phase", phase="tomorrow"),
    ]
    for one in wrong:
        with pytest.raises(Invalid):
            edit(house, "bea", mine, one, 1)
    with pytest.raises(Closed):
        edit(house, "bea", mine, Edit(tool="remove", place="par"), 7)
