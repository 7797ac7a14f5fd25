"""What is kept of a game to be shown again: never another's view, an old one, or too much."""

import json
from random import Random

import pytest

from dragoman.house.core import Cache, House, view_weight
from dragoman.house.play.history import history
from dragoman.house.play.orders import save_orders
from dragoman.house.play.rounds import run_due
from dragoman.house.tables.organizer import abandon, adjudicate, roll_back
from dragoman.house.tables.seats import leave
from dragoman.house.tables.views import TableView, table_view
from dragoman.store.rows import Account, Table
from tests.house.tools import HOUR, TestHouse, full_table, make_house, play_phase


def views(house: House, table: str, people: list[str | None]) -> list[TableView]:
    """The table as each of some people sees it, one after the other."""
    return [table_view(house, person, table) for person in people]


def unkept(house: TestHouse, table: str, person: str | None) -> TableView:
    """The table as somebody sees it in a house that has kept nothing."""
    return table_view(TestHouse(house.store, house.clock), person, table)


@pytest.mark.parametrize("variant", ["standard", "black_hole", "escalation"])
def test_a_view_that_was_kept_is_the_one_made_anew(variant: str) -> None:
    house, chance = make_house(), Random(variant)
    options = {"immunity": True} if variant == "black_hole" else None
    table, sitters = full_table(house, variant, options=options)
    people = [None, "umpire", *sitters.values()]
    for _ in range(3):
        fresh = [unkept(house, table, person) for person in people]
        assert views(house, table, people) == fresh
        assert views(house, table, people[::-1]) == fresh[::-1]
        play_phase(house, table, sitters, chance)
    assert views(house, table, people) == [unkept(house, table, person) for person in people]


def test_a_secret_of_one_seat_is_kept_from_the_others_whoever_looks_first() -> None:
    for first in ("France", "Turkey"):
        house = make_house()
        table, sitters = full_table(house, "black_hole", options={"immunity": True})
        save_orders(house, sitters["France"], table, 1, "declare immune par")
        adjudicate(house, "umpire", table, 1, sure=True)
        table_view(house, sitters[first], table)
        phases = {seat: str(table_view(house, sitters[seat], table).last) for seat in sitters}
        assert [seat for seat, last in phases.items() if "immune par" in last] == ["France"]


def test_a_change_outside_the_game_is_seen_at_once() -> None:
    house = make_house()
    table, sitters = full_table(house)
    before = table_view(house, None, table)
    with house.store.write() as tx:
        tx.change(Account, {"id": sitters["France"]}, name="Renamed")
        tx.change(Account, {"id": "umpire"}, name="Referee")
        tx.change(Table, {"id": table}, deadline=house.now + 1)
    after = table_view(house, None, table)
    assert (before.organizer, after.organizer) == ("Umpire", "Referee")
    assert [s.name for s in after.seats if s.seat == "France"] == ["Renamed"]
    assert after.deadline == house.now + 1


def test_a_game_that_was_rolled_back_is_seen_as_it_stands() -> None:
    house = make_house()
    table, sitters = full_table(house)
    opening = table_view(house, None, table)
    play_phase(house, table, sitters, Random(0))
    assert table_view(house, None, table).phase != opening.phase
    roll_back(house, "umpire", table, opening.phase, "a mistake")
    again = table_view(house, None, table)
    assert (again.phase, again.powers) == (opening.phase, opening.powers)


def test_only_so_many_bytes_are_kept_of_views_of_games() -> None:
    house, chance = make_house(), Random(0)
    table, sitters = full_table(house)
    for _ in range(6):
        play_phase(house, table, sitters, chance)
    last = table_view(house, None, table).last
    assert last is not None
    most = 3 * view_weight(last)
    house.views = Cache(most, weigh=view_weight)
    house.games.drop(table)
    seen = [history(house, None, table, n) for n in range(1, 7)]
    assert 1 <= len(house.views) <= 4
    assert seen == [history(house, None, table, n) for n in range(1, 7)]


@pytest.mark.parametrize("way", ["miss", "leave"])
def test_at_an_anonymous_table_nobodys_counts_change_while_it_runs(way: str) -> None:
    """Who misses a deadline or leaves would be known by it; it counts when the game is over."""
    house = make_house()
    table, at = full_table(house, settings={"anonymous": True, "absent_after": 3})
    person = at["France"]
    with house.store.read() as tx:
        before = {row.id: row.tally for row in tx.find(Account)}
    if way == "miss":
        house.clock.move(3 * 24 * HOUR)
        assert run_due(house) == [table]
        assert {seat.missed for seat in table_view(house, None, table).seats} == {0}
        assert table_view(house, person, table).seats[2].missed == 1
    else:
        leave(house, person, table)
    with house.store.read() as tx:
        assert {row.id: row.tally for row in tx.find(Account)} == before
    abandon(house, "umpire", table, "enough")
    with house.store.read() as tx:
        found = {row.id: row.tally for row in tx.find(Account)}
    assert {name for name in found if found[name] != before[name]} == (
        set(at.values()) if way == "miss" else {person}
    )
    assert json.loads(found[person])["missed" if way == "miss" else "abandoned"] == 1
