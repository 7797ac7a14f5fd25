"""Beginning a game, and coming back to those that wait: who plays what, what goes together."""

from random import Random

import pytest

from dragoman.house.errors import Invalid
from dragoman.house.tables.alone import BY_LOT, choosable, start_alone
from dragoman.house.tables.catalog import get_variant
from dragoman.house.tables.mixing import ingredients, mix
from dragoman.house.tables.press import send_press
from dragoman.house.tables.views import table_view
from dragoman.house.tables.waiting import mark_seen, own_tables, put_away, what_waits
from tests.house.tools import TestHouse, add_people, full_table, make_house, play_phase


def mine(house: TestHouse, table: str) -> str:
    """The seat that Ann holds."""
    return next(row.seat for row in table_view(house, "ann", table).seats if row.mine)


def test_a_seat_is_chosen_or_drawn() -> None:
    house = make_house(seed=4)
    add_people(house, "ann")
    assert mine(house, start_alone(house, "ann", "standard")) == "Austria"
    assert mine(house, start_alone(house, "ann", "standard", "turkey")) == "Turkey"
    drawn = {mine(house, start_alone(house, "ann", "standard", BY_LOT)) for _ in range(8)}
    assert len(drawn) > 2
    with pytest.raises(Invalid, match="no seat 'Atlantis'"):
        start_alone(house, "ann", "standard", "Atlantis")


def test_where_the_lot_deals_powers_one_is_chosen_for_any_number_of_players() -> None:
    house = make_house(seed=4)
    add_people(house, "ann")
    assert choosable(get_variant(house, "catspaw"))[:2] == ["Austria", "England"]
    for players in (2, 5):
        table = start_alone(house, "ann", "catspaw", "Italy", options={"players": players})
        view = table_view(house, "ann", table)
        assert (mine(house, table), len(view.seats)) == ("Italy", players)
        assert [row.powers for row in view.seats if row.mine] == [["Italy"]]


def test_a_mix_says_why_not() -> None:
    house = make_house()
    rules, boards = ingredients(house)
    assert {"catspaw", "fog"} <= {one.id for one in rules}
    assert {"standard", "youngstown"} <= {one.id for one in boards}
    found = mix(house, ["catspaw", "fog", "no such rules"], "youngstown")
    assert (found.ref, found.fault) == ("catspaw+fog@youngstown", "")
    assert found.others["escalation"] == "a power that nobody holds cannot place its pieces"
    assert found.others["black_hole"] == ""
    apart = mix(house, ["catspaw", "escalation"])
    assert apart.fault == "a power that nobody holds cannot place its pieces"
    assert mix(house, []).ref == "standard"


def test_what_waits_is_listed_with_what_is_new() -> None:
    house = make_house()
    limits = {"limits": {"movement": {"seconds": 7200}, "other": {"seconds": 3600}}}
    table, sitters = full_table(house, settings=limits)
    ann = sitters["Austria"]
    slow = start_alone(house, ann, "cat")
    first = what_waits(house, ann)
    assert [one.row.id for one in first.waiting] == [table, slow]  # the one with a deadline
    assert (first.waiting[0].your_turn, first.waiting[0].missing) == (True, 3)
    assert first.waiting[0].pending == 6
    mark_seen(house, ann, table, 1)
    play_phase(house, table, sitters, Random(1))
    send_press(house, sitters["England"], table, ["Austria"], "Hello")
    news = next(one for one in what_waits(house, ann).waiting if one.row.id == table)
    assert (news.judged, news.unread) == (["Spring 1901"], 1)
    with pytest.raises(Invalid, match="turn"):
        mark_seen(house, ann, table, 99)


def test_a_game_is_put_away_and_taken_out_again() -> None:
    house = make_house()
    add_people(house, "ann")
    table = start_alone(house, "ann", "standard")
    put_away(house, "ann", table, True)
    assert (what_waits(house, "ann").waiting, what_waits(house, "ann").away) == ([], 1)
    assert [row.id for row in own_tables(house, "ann", away=True)] == [table]
    put_away(house, "ann", table, False)
    assert [one.row.id for one in what_waits(house, "ann").waiting] == [table]
