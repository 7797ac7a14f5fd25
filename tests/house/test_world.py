"""What the house takes from outside: a clock that nobody sets, ids that nobody guesses."""

import gc
import time
import tracemalloc
from random import Random

import pytest

from dragoman.house.core import Cache
from dragoman.house.play.games import opened, read_on
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table
from dragoman.house.world import ALPHABET, SteadyClock, SystemRng, new_id, new_secret
from dragoman.store.rows import PositionRow, Table
from tests.house.tools import full_table, game, make_house, play_phase


def test_a_clock_that_is_set_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    earliest, clock = time.time() * 1000 - 2, SteadyClock()
    assert earliest <= clock.now() <= time.time() * 1000 + 2
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


def test_of_many_games_so_many_bytes_are_kept_as_there_is_room_for() -> None:
    house, chance = make_house(), Random(0)
    table, sitters = full_table(house, "france_austria")
    tables = [table, *(create_table(house, "umpire", variant="france_austria") for _ in range(2))]
    for other in tables[1:]:
        for seat, person in sitters.items():
            join(house, person, other, seat)
    for one in tables:
        for _ in range(4):
            play_phase(house, one, sitters, chance)
    before = [game(house, one) for one in tables]
    house.games = Cache(sum(g.weight for g in before[1:]), weigh=lambda g: int(g.weight))
    again = [game(house, one) for one in tables]
    assert [house.games.get(one) for one in tables] == [None, *again[1:]]
    # What was let go of is read again from the store.
    assert game(house, tables[0]) is not again[0]
    assert [(g.state, g.record) for g in again] == [(g.state, g.record) for g in before]


def test_a_phase_that_was_played_takes_a_few_bytes_and_no_more_than_it_weighs() -> None:
    house, chance = make_house(), Random(0)
    table, sitters = full_table(house)
    for _ in range(12):
        play_phase(house, table, sitters, chance)
    with house.read() as tx:
        row = tx.get(Table, id=table)
        assert row is not None
        kept = tx.find(PositionRow, table=table)
        tracemalloc.start()
        read = read_on(tx, row, opened(house, row))
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    assert len(read) == len(kept) == 13
    assert taken < sum(step.weight for step in read.steps) + 10_000 < 40_000
