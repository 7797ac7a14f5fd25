"""Intervals and tests of the laboratory, against cases whose truth is known."""

from random import Random
from typing import Any

import pytest

from dragoman.lab.balance import balance, balance_index, rows_of, swap_chance
from dragoman.lab.stats import entropy, mean, rate, sign_chance
from tests.lab.truths import held, parts_of, shared, variation_of, won


def drawn(weights: dict[str, float], games: int, seed: int) -> list[dict[str, float]]:
    """Games that one seat wins, each by its weight."""
    draw = Random(seed)
    names, chances = list(weights), list(weights.values())
    winners = draw.choices(names, chances, k=games)
    return [{name: float(name == winner) for name in names} for winner in winners]


def test_intervals_of_a_rate_hold_the_truth_as_often_as_they_say() -> None:
    draw, held = Random(1), 0
    for _ in range(400):
        figure = rate(sum(draw.random() < 0.3 for _ in range(60)), 60)
        held += figure.low <= 0.3 <= figure.high
    assert 0.92 <= held / 400 <= 0.98


def test_intervals_of_a_mean_hold_the_truth_as_often_as_they_say() -> None:
    draw, held = Random(2), 0
    for _ in range(100):
        figure = mean([draw.expovariate(1) for _ in range(60)])
        held += figure.low <= 1 <= figure.high
    assert 0.87 <= held / 100 <= 0.99


@pytest.mark.parametrize("few", [2, 3, 6])
def test_intervals_of_few_games_are_as_wide_as_few_games_deserve(few: int) -> None:
    draw, held = Random(few), 0
    for _ in range(150):
        figure = mean([draw.betavariate(2, 4) for _ in range(few)], (0.0, 1.0))
        assert 0 <= figure.low <= figure.value <= figure.high <= 1
        held += figure.low <= 1 / 3 <= figure.high
    assert held / 150 >= 0.88


def test_what_one_game_says_could_be_anything() -> None:
    assert mean([0.4], (0.0, 1.0)).low == 0 and mean([0.4], (0.0, 1.0)).high == 1
    assert mean([20.0]).low == mean([20.0]).high == 20


def test_what_was_never_seen_may_still_happen() -> None:
    never, always = mean([0.0] * 20, (0.0, 1.0)), mean([1.0] * 20, (0.0, 1.0))
    assert (never.value, never.low) == (0, 0) and 0.1 < never.high < 0.2
    assert (always.value, always.high) == (1, 1) and 0.8 < always.low < 0.9


@pytest.mark.parametrize("make", [won, shared])
@pytest.mark.parametrize(("seats", "variation"), [(2, 0.85), (3, 0.0), (3, 0.5), (7, 0.2)])
def test_intervals_and_words_hold_the_truth(seats: int, variation: float, make: Any) -> None:
    """A small form of `tests.lab.truths`, whose 2,000 runs the docs report."""
    draw, parts = Random(11), parts_of(seats, variation)
    assert variation_of(parts) == pytest.approx(variation, abs=1e-6)
    found = [held([make(parts, draw) for _ in range(60)], parts) for _ in range(20)]
    ranges, worst, _, words, _ = (sum(column) for column in zip(*found, strict=True))
    assert ranges >= 17 and worst >= 18 and words >= 19


@pytest.mark.parametrize("games", [2, 8, 20])
def test_seats_that_come_out_exactly_even_are_not_proved_so(games: int) -> None:
    """Ten wins each of twenty are no surprise where one seat wins six games of ten."""
    won, lost = {"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 1.0}
    found = balance([won, lost] * (games // 2))
    assert (found.index.value, found.index.high, found.variation.low) == (1, 1, 0)
    assert found.verdict == "undecided" and found.index.low < 0.8


def test_what_says_that_seats_differ_leaves_even_seats_out_of_the_interval() -> None:
    found = balance(drawn({"a": 3.0, "b": 1.0, "c": 1.0}, 120, 4))
    assert found.chance == 1 / 400 and found.variation.low > 0 and found.index.high < 1


def test_seats_that_always_get_the_same_are_even_without_doubt() -> None:
    found = balance([{"a": 0.5, "b": 0.5}] * 30)
    assert (found.index.value, found.index.low, found.index.high) == (1, 1, 1)
    assert (found.verdict, found.worst.value, found.sure) == ("even", 1, 1)


@pytest.mark.parametrize(
    ("variation", "words"),
    [
        (0.02, "even"),
        (0.2, "slight"),
        (0.3, "slight or marked"),
        (0.5, "marked"),
        (0.7, "marked or lopsided"),
        (1.0, "lopsided"),
    ],
)
def test_the_word_goes_by_how_far_seats_differ_and_not_by_the_number_of_games(
    variation: float, words: str
) -> None:
    for seats in (3, 7):
        parts, draw = parts_of(seats, variation), Random(1)
        assert balance([shared(parts, draw) for _ in range(900)]).verdict == words


def test_few_games_decide_nothing_and_unfinished_ones_give_no_verdict() -> None:
    games = drawn({"a": 1.0, "b": 1.0, "c": 1.0}, 60, 1)
    assert balance(games[:6]).verdict == "undecided"
    assert balance(games, 31).verdict == "no verdict"
    assert balance(games, 30).verdict == "even or slight"


def test_one_seat_that_wins_everything_is_no_balance_at_all() -> None:
    found = balance(drawn({"a": 1.0, "b": 0.0}, 40, 5))
    assert found.index.value == pytest.approx(0)
    assert found.verdict == "lopsided" and found.worst.value == 0
    assert 0.5 < found.variation.low < 1


def test_seats_that_do_not_always_play_are_compared_too() -> None:
    draw = Random(6)
    games = []
    for _ in range(80):
        trio = draw.sample(["a", "b", "c", "d", "e"], 3)
        winner = "a" if "a" in trio and draw.random() < 0.7 else draw.choice(trio)
        games.append({seat: float(seat == winner) for seat in trio})
    assert balance(games).chance < 0.01


def test_the_index_takes_off_what_chance_does() -> None:
    even = [balance_index(rows_of(drawn({"a": 1.0, "b": 1.0}, 30, seed))) for seed in range(20)]
    assert sum(index == 1 for index in even) >= 8


def test_differences_of_one_sign_are_no_chance_and_mixed_ones_are() -> None:
    assert sign_chance([0.1] * 20) < 0.01
    assert sign_chance([0.1, -0.1] * 10) == 1.0


def test_a_difference_is_distinguished_from_chance_among_fifty_figures() -> None:
    assert sign_chance([0.1] * 40) <= 0.05 / 50
    even = rows_of(drawn({"a": 1.0, "b": 1.0, "c": 1.0}, 60, 1))
    uneven = rows_of(drawn({"a": 1.0, "b": 0.0, "c": 0.0}, 60, 2))
    assert swap_chance(even, uneven) <= 0.05 / 50


def test_indexes_of_the_same_rules_differ_by_no_more_than_chance() -> None:
    weights = {"a": 2.0, "b": 1.0, "c": 1.0}
    found = [
        swap_chance(rows_of(drawn(weights, 20, seed)), rows_of(drawn(weights, 20, seed + 100)))
        for seed in range(20)
    ]
    assert sum(chance <= 0.05 for chance in found) <= 3


def test_the_effective_number_counts_equals_fully_and_rarities_hardly() -> None:
    assert entropy([5, 5, 5]) == pytest.approx(3)
    assert 1 < entropy([98, 1, 1]) < 1.2
    assert entropy([]) == 0
    assert rate(0, 0).high == 1
