"""What the house takes from outside: a clock that nobody sets, ids that nobody guesses."""

import time
from random import Random

import pytest

from dragoman.house.core import Cache
from dragoman.house.settings import HouseSettings
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table
from dragoman.house.world import ALPHABET, SteadyClock, SystemRng, new_id, new_secret
from tests.house.tools import full_table, game, make_house, play_phase, row


def test_a_clock_that_is_set_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    assert abs(clock.now() - time.time() * 1000) < 1000
    before = clock.now()
    for hours in (-1, 1):
        jumped = time.time_ns() + hours * 3600 * 10**9
        with monkeypatch.context() as changed:
            changed.setattr(time, "time_ns", lambda jumped=jumped: jumped)
            changed.setattr(time, "time", lambda jumped=jumped: jumped / 1e9)
            assert 0 <= clock.now() - before < 60_000


def test_ids_are_long_and_legible() -> None:
    found = {new_id(Random(n)) for n in range(1000)}
    assert len(found) == 1000
    assert {len(each) for each in found} == {12}
    assert set("".join(found)) == set(ALPHABET)
    assert new_id(Random(1)) == new_id(Random(1))
    assert len(new_secret(SystemRng())) == 40


def test_a_shelf_keeps_what_was_used_last() -> None:
    shelf = Cache(2)
    for name in "ab":
        shelf.put(name, name.upper())
    assert shelf.get("a") == "A"
    assert shelf.get_or("c", lambda: "C") == "C"
    assert (shelf.get("b"), shelf.get("a")) == (None, "A")
    assert shelf.get_or("a", lambda: "new") == "A"


def test_a_shelf_keeps_no_more_than_a_weight_but_always_the_last() -> None:
    shelf = Cache(10, weigh=len)
    for key, text in (("a", "aaaa"), ("b", "bbbb"), ("a", "aaaaaa")):
        shelf.put(key, text)
    assert [shelf.get(key) for key in "ab"] == ["aaaaaa", "bbbb"]
    shelf.put("c", "c")
    assert [shelf.get(key) for key in "abc"] == [None, "bbbb", "c"]
    shelf.put("d", "d" * 99)
    assert (shelf.get("d"), len(shelf)) == ("d" * 99, 1)
    shelf.put("d", "d")
    shelf.put("e", "e" * 9)
    assert [shelf.get(key) for key in "de"] == ["d", "e" * 9]


def test_games_that_go_on_for_long_do_not_fill_the_memory() -> None:
    house, chance = make_house(settings=HouseSettings(cached_steps=12)), Random(0)
    table, sitters = full_table(house, "catspaw")
    other = create_table(house, "umpire", variant="catspaw")
    for n in range(3):
        join(house, f"player {n}", other)
    assert len(game(house, other)) == 1
    for _ in range(9):
        play_phase(house, table, sitters, chance)
    assert house.games.get(other) is not None
    assert len(game(house, table)) == 10
    for _ in range(2):
        play_phase(house, table, sitters, chance)
    # What was let go of is read again from the log.
    assert house.games.get(other) is None
    assert len(game(house, other)) == 1
    assert house.games.get(table) is None
    assert len(game(house, table)) == 12 == row(house, table).turn
