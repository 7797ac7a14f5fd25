"""Intervals and tests of the laboratory, against cases whose truth is known."""

from random import Random

import pytest

from dragoman.lab.stats import balance, chance_of, entropy, mean, rate, sign_chance


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


def test_equal_seats_are_seldom_called_unbalanced() -> None:
    even = {"a": 1.0, "b": 1.0, "c": 1.0}
    called = [balance(drawn(even, 60, seed)).verdict for seed in range(20)]
    assert called.count("unbalanced") <= 1


def test_unequal_seats_are_called_so_once_there_are_enough_games() -> None:
    found = balance(drawn({"a": 3.0, "b": 1.0, "c": 1.0}, 120, 4))
    assert found.verdict == "unbalanced"
    assert 0.4 < found.index.value < 0.9


def test_few_games_decide_nothing() -> None:
    assert balance(drawn({"a": 1.0, "b": 1.0, "c": 1.0}, 6, 1)).verdict == "undecided"


def test_many_games_of_equal_seats_are_called_balanced() -> None:
    shares = [0.3, 0.33, 0.37]
    draw = Random(7)
    games = [dict(zip("abc", draw.sample(shares, 3), strict=True)) for _ in range(60)]
    assert balance(games).verdict == "balanced"


def test_one_seat_that_wins_everything_is_no_balance_at_all() -> None:
    found = balance(drawn({"a": 1.0, "b": 0.0}, 40, 5))
    assert found.index.value == pytest.approx(0)
    assert found.verdict == "unbalanced"


def test_seats_that_do_not_always_play_are_compared_too() -> None:
    draw = Random(6)
    games = []
    for _ in range(80):
        trio = draw.sample(["a", "b", "c", "d", "e"], 3)
        winner = "a" if "a" in trio and draw.random() < 0.7 else draw.choice(trio)
        games.append({seat: float(seat == winner) for seat in trio})
    assert chance_of(games) < 0.01


def test_differences_of_one_sign_are_no_chance_and_mixed_ones_are() -> None:
    assert sign_chance([0.1] * 20) < 0.01
    assert sign_chance([0.1, -0.1] * 10) == 1.0


def test_the_effective_number_counts_equals_fully_and_rarities_hardly() -> None:
    assert entropy([5, 5, 5]) == pytest.approx(3)
    assert 1 < entropy([98, 1, 1]) < 1.2
    assert entropy([]) == 0
    assert rate(0, 0).high == 1
