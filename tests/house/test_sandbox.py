"""The sandbox: one account at every seat, forks of any phase, and what if."""

import msgspec
import pytest

from dragoman.house.errors import Closed, Invalid, NotYours, Unknown
from dragoman.house.play.imagining import guesses, what_if
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.play.sandbox import create_sandbox, fork
from dragoman.house.tables.organizer import abandon, adjudicate
from dragoman.house.tables.seats import clear_seat, seat_bot
from dragoman.house.tables.tables import list_tables
from dragoman.house.tables.views import table_view
from dragoman.record import Turn
from dragoman.store.rows import Ballots
from tests.house.tools import add_people, full_table, game, make_house, row, tick


def test_one_person_holds_every_seat_of_a_sandbox() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_sandbox(house, "ann", variant="catspaw")
    view = table_view(house, "ann", table)
    assert (view.status, view.deadline) == ("running", None)
    assert all(seat.mine for seat in view.seats)
    assert len(view.own) == 3
    for stranger in ("bob", None):
        with pytest.raises(Unknown):
            table_view(house, stranger, table)
    assert list_tables(house, "bob") == []
    seats = [own.seat for own in view.own]
    for seat in seats:
        save_orders(house, "ann", table, 1, "", seat=seat)
        set_ready(house, "ann", table, 1, True, seat=seat)
    assert run_due(house) == [table]
    adjudicate(house, "ann", table, 2, sure=True)
    assert row(house, table).turn == 3


def test_bots_play_at_a_sandbox_and_the_seat_can_be_had_back() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_sandbox(house, "ann", variant="standard")
    seat_bot(house, "ann", table, "France", "random")
    adjudicate(house, "ann", table, 1, sure=True)
    tick(house)
    with house.store.read() as tx:
        saved = tx.find(Ballots, table=table, turn=2)
    assert [ballots.seat for ballots in saved] == ["France"]
    entry = game(house, table).steps[1].entry
    assert isinstance(entry, Turn) and set(entry.orders) == {"France"}
    clear_seat(house, "ann", table, "France")
    assert len(table_view(house, "ann", table).own) == 7


def test_a_finished_game_is_forked_with_its_history() -> None:
    house = make_house()
    table, sitters = full_table(house)
    save_orders(house, sitters["France"], table, 1, "A par - bur")
    for turn in (1, 2):
        adjudicate(house, "umpire", table, turn, sure=True)
    abandon(house, "umpire", table, "enough")
    add_people(house, "ann")
    for step in (0, 1, 2):
        copy = fork(house, "ann", table, step)
        play = game(house, copy)
        assert play.state == game(house, table).steps[step].state
        assert len(play.steps) == step + 1
        adjudicate(house, "ann", copy, row(house, copy).turn, sure=True)
        assert len(game(house, copy).steps) == step + 2
    assert game(house, fork(house, "ann", table)).state.phase.season == "S"
    with pytest.raises(Closed):
        fork(house, "ann", table, 3)
    with pytest.raises(Invalid):
        fork(house, "ann", table, 9)
    with pytest.raises(NotYours):
        fork(house, None, table)


def test_of_a_running_game_only_ones_own_view_is_forked() -> None:
    house = make_house()
    table, sitters = full_table(house, "black_hole", options={"immunity": True})
    for seat, home in (("France", "par"), ("Italy", "rom")):
        save_orders(house, sitters[seat], table, 1, f"declare immune {home}")
    adjudicate(house, "umpire", table, 1, sure=True)
    secret = game(house, table)
    assert '"par"' in msgspec.json.encode(secret.state.notes).decode()
    for who, known in ((sitters["France"], ["par"]), (sitters["Turkey"], []), ("umpire", [])):
        copy = game(house, fork(house, who, table))
        notes = msgspec.json.encode(copy.state.notes["black_hole"]).decode()
        assert [home for home in ("par", "rom") if f'"{home}"' in notes] == known
        assert copy.seed != secret.seed


def test_what_if_changes_nothing() -> None:
    house = make_house()
    table, sitters = full_table(house)
    before = row(house, table)
    found = what_if(
        house, sitters["France"], table, {"France": "A par - bur", "germany": "A mun - bur\n???"}
    )
    assert {r.order: r.outcome for r in found.phase.orders if not r.supplied} == {
        "A par - bur": "failed",
        "A mun - bur": "failed",
    }
    assert (found.next, found.label, found.over) == ("F1901M", "Fall 1901", False)
    assert row(house, table) == before
    with pytest.raises(Invalid):
        what_if(house, None, table, {"Spain": "A mad H"})
    with pytest.raises(Invalid):
        what_if(house, None, table, {}, 4)


def test_what_if_does_not_foretell_the_lots_of_the_game() -> None:
    house = make_house(seed=1)
    table, _ = full_table(house, "black_hole")
    guess = what_if(house, None, table, {})
    adjudicate(house, "umpire", table, 1, sure=True)
    view = table_view(house, None, table)
    holes = [fact.value for fact in view.facts if fact.name == "hole"]
    assert holes and holes != [f.value for f in guess.phase.facts if f.name == "hole"]


def test_guesses_for_the_others_come_from_what_the_own_seat_sees() -> None:
    """In fog nothing is guessed for units that are out of sight."""
    house = make_house()
    table, sitters = full_table(house)
    found = guesses(house, sitters["France"], table, "greedy")
    assert "France" not in found and len(found) == 6
    assert all(len(text.splitlines()) in (3, 4) for text in found.values())
    house = make_house()
    dark, sitters = full_table(house, variant="fog")
    unseen = guesses(house, sitters["France"], dark, "greedy")
    assert "".join(unseen.values()) == ""
    with pytest.raises(Invalid):
        guesses(house, sitters["France"], dark, "nobody")
