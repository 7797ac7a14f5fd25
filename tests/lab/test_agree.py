"""Whether others put the seats in the same order, as a number."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from dragoman.errors import DataError
from dragoman.lab.agree import agreements, people_of, rank_correlation
from dragoman.lab.balance import Blocks
from dragoman.variants import load
from tests.lab.truths import parts_of, shared

ORDER = ("Turkey", "France", "Russia", "England", "Germany", "Italy", "Austria")
"""The seats of Standard as people's games order them."""


def games(names: tuple[str, ...], seed: int, count: int = 300) -> Blocks:
    """Games in which the first of some seats does best, and each a little better than the next."""
    draw, parts = Random(seed), parts_of(len(names), 0.6)[::-1]
    return [dict(zip(names, shared(parts, draw).values(), strict=True)) for _ in range(count)]


def test_bots_that_order_seats_alike_agree_and_those_that_reverse_it_do_not() -> None:
    standard, alike, reverse = load("standard"), games(ORDER, 1), games(ORDER[::-1], 2)
    gains = {"greedy": alike, "search": games(ORDER, 3), "random": reverse}
    search, random, *people = agreements(standard, gains, gains)
    assert (search.bot, search.other, search.games) == ("greedy", "search", 300)
    assert search.rank.value == 1 and search.rank.low > 0.8
    assert random.rank.value == -1 and random.rank.high < -0.8
    assert [(a.bot, a.other, a.games) for a in people] == [
        (bot, "people", 5616) for bot in ("greedy", "search", "random")
    ]
    assert people[0].rank.value == 1 and people[2].rank.value == -1


def test_few_games_leave_an_order_open() -> None:
    few, many = (games(ORDER, 4, count) for count in (8, 800))
    wide, narrow = (
        agreements(load("cat"), {"a": blocks, "b": blocks}, {})[0].rank for blocks in (few, many)
    )
    assert wide.high - wide.low > narrow.high - narrow.low


def test_of_two_seats_no_order_is_named_and_equal_seats_have_none() -> None:
    blocks = [{"a": 0.4, "b": 0.6}] * 3
    assert agreements(load("france_austria"), {"x": blocks, "y": blocks}, {}) == []
    assert rank_correlation([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) == 0


def test_what_is_wrong_with_a_table_of_peoples_games_is_named(tmp_path: Path) -> None:
    own = replace(load("standard"), folder=str(tmp_path))
    assert people_of(own) is None
    (tmp_path / "people.toml").write_text('source = "here"')
    with pytest.raises(DataError, match=r"people\.toml"):
        people_of(own)
