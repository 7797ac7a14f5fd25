"""Sandboxes edited: units placed and removed, centers given, phases set, all of it undone."""

import pytest

from dragoman.house.errors import Closed, Invalid, NotYours
from dragoman.house.play.editing import Edit, can_undo, drafted, edit, step_back
from dragoman.house.play.orders import my_orders, save_orders
from dragoman.house.play.sandbox import create_sandbox
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.organizer import (
    abandon,
    adjudicate,
    correct,
    extend,
    roll_back,
    take_back,
)
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
    do(tool="recolor", place="mar", power="Italy")
    assert "A mar" in units("Italy") and units("France") == ["A bur", "A par", "F bre"]
    step_back(house, "ann", table, row(house, table).turn)
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


def test_orders_outlast_an_edit_and_come_back_with_their_phase() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_sandbox(house, "ann", variant="standard")

    def turn() -> int:
        return row(house, table).turn

    def save(text: str) -> None:
        save_orders(house, "ann", table, turn(), text, seat="Austria")

    def saved() -> str:
        return my_orders(house, "ann", table, seat="Austria").text

    save("A vie - gal")
    edit(house, "ann", table, Edit(tool="remove", place="par"), turn())
    assert saved() == "A vie - gal"
    save("A vie - tyr")
    step_back(house, "ann", table, turn())
    assert saved() == "A vie - tyr"
    adjudicate(house, "ann", table, turn(), sure=True)
    assert saved() == ""
    step_back(house, "ann", table, turn())
    assert saved() == "A vie - tyr"
    edit(house, "ann", table, Edit(tool="phase", phase="w1901a"), turn())
    assert saved() == ""
    step_back(house, "ann", table, turn())
    assert saved() == "A vie - tyr"


def test_what_cannot_be_is_refused_and_no_game_but_a_sandbox_is_edited() -> None:
    house = make_house()
    table, sitters = full_table(house)
    for account in ("umpire", sitters["France"]):
        with pytest.raises(NotYours):
            edit(house, account, table, Edit(tool="remove", place="par"), 1)
    for act in (
        lambda a: step_back(house, a, table, 1),
        lambda a: drafted(house, a, table, Change()),
    ):
        with pytest.raises(NotYours):
            act(sitters["France"])
    add_people(house, "bea")
    mine = create_sandbox(house, "bea", variant="standard")
    wrong = [
        Edit(tool="paint"),
        Edit(tool="remove", place="xyz"),
        Edit(tool="place", place="par", power="France", kind="F"),
        Edit(tool="center", place="bur", power="France"),
        Edit(tool="recolor", place="bur", power="France"),
        Edit(tool="phase", phase="tomorrow"),
    ]
    for one in wrong:
        with pytest.raises(Invalid):
            edit(house, "bea", mine, one, 1)
    with pytest.raises(Closed):
        edit(house, "bea", mine, Edit(tool="remove", place="par"), 7)


def test_an_organizer_drafts_a_position_that_nobody_sees() -> None:
    house = make_house()
    table, _ = full_table(house)
    wanted = Change(centers={"France": ["bre", "mar"]}, phase="F1901M")
    _, state = drafted(house, "umpire", table, wanted, Edit(tool="remove", place="bre"))
    assert sorted(str(u) for u in state.units if u.power == "France") == ["A mar", "A par"]
    assert str(state.phase) == "F1901M" and len(state.centers(Power("France"))) == 2
    assert row(house, table).turn == 1 and str(game(house, table).state.phase) == "S1901M"


def test_what_an_organizer_set_right_is_undone_until_a_phase_is_judged() -> None:
    house = make_house()
    table, _ = full_table(house)

    def undo() -> None:
        step_back(house, "umpire", table, row(house, table).turn)

    first = game(house, table).state
    with pytest.raises(Closed, match="nothing to undo"):
        undo()
    adjudicate(house, "umpire", table, 1, sure=True)
    second = game(house, table).state
    # The reason that marks an undoing is a reason like any other where nothing is undone.
    correct(house, "umpire", table, Change(units={"Italy": ["A rom"]}), "undone")
    roll_back(house, "umpire", table, "S1901M", "a slip")
    abandon(house, "umpire", table, "we are tired")
    assert row(house, table).status == "finished" and can_undo(house, "umpire", table)
    for before in (first, None, second):
        undo()
        assert before is None or game(house, table).state == before
    assert row(house, table).status == "running" and not can_undo(house, "umpire", table)
    with pytest.raises(Closed, match="a phase has been judged since"):
        undo()


def test_time_that_was_given_is_taken_back_right_away() -> None:
    house = make_house()
    table, _ = full_table(house)
    ends = row(house, table).deadline
    extend(house, "umpire", table, 3600)
    take_back(house, "umpire", table)
    assert row(house, table).deadline == ends
    with pytest.raises(Closed, match="right after"):
        take_back(house, "umpire", table)
