"""Intervals and tests of the laboratory, against cases whose truth is known."""

from random import Random

import pytest

from dragoman.lab.stats import (
    Doubt,
    balance,
    entropy,
    mean,
    rate,
    rows_of,
    sign_chance,
    swap_chance,
)


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


def shared_out(weights: list[float], games: int, draw: Random) -> list[dict[str, float]]:
    """Games in which all seats get something, more or less by their weights."""
    found = []
    for _ in range(games):
        parts = [draw.gammavariate(10 * weight, 1) for weight in weights]
        found.append({f"s{n}": part / sum(parts) for n, part in enumerate(parts)})
    return found


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


@pytest.mark.parametrize(
    ("weights", "truth"),
    [([1 / 7] * 7, 1.0), ([0.2, 0.17, 0.15, 0.14, 0.13, 0.12, 0.09], 0.906)],
)
def test_intervals_of_the_index_hold_the_truth(weights: list[float], truth: float) -> None:
    draw, held = Random(11), 0
    for _ in range(30):
        low, high = Doubt(rows_of(shared_out(weights, 20, draw))).interval()
        held += low - 1e-3 <= truth <= high + 1e-3
    assert held >= 27


@pytest.mark.parametrize("games", [2, 8, 20])
def test_seats_that_come_out_exactly_even_are_not_proved_so(games: int) -> None:
    """Ten wins each of twenty are no surprise where one seat wins six games of ten."""
    won, lost = {"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 1.0}
    found = balance([won, lost] * (games // 2))
    assert (found.index.value, found.index.high, found.verdict) == (1, 1, "undecided")
    assert found.index.low < 0.8


def test_intervals_of_the_index_hold_the_truth_where_one_seat_wins_all() -> None:
    held = 0
    for seed in range(40):
        index = balance(drawn({"a": 0.6, "b": 0.4}, 20, seed)).index
        held += index.low - 1e-3 <= 0.8 <= index.high + 1e-3
    assert held >= 36


def test_a_verdict_of_unbalanced_leaves_even_seats_out_of_the_interval() -> None:
    draw, weights = Random(12), [0.2, 0.17, 0.15, 0.14, 0.13, 0.12, 0.09]
    found = [balance(shared_out(weights, 24, draw)) for _ in range(10)]
    uneven = [balance.index.high for balance in found if balance.verdict == "unbalanced"]
    assert uneven and max(uneven) < 1


def test_seats_that_always_get_the_same_are_even_without_doubt() -> None:
    found = balance([{"a": 0.5, "b": 0.5}] * 30)
    assert (found.index.value, found.index.low, found.index.high) == (1, 1, 1)
    assert found.verdict == "balanced"


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
    assert balance(games).chance < 0.01


def test_differences_of_one_sign_are_no_chance_and_mixed_ones_are() -> None:
    assert sign_chance([0.1] * 20) < 0.01
    assert sign_chance([0.1, -0.1] * 10) == 1.0


def test_a_difference_is_told_from_chance_among_fifty_figures() -> None:
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
