"""Whether intervals and words of the laboratory hold the truth, for games of known truths.

    python -m tests.lab.truths --runs 2000 --games 100 --processes 2

Each row is a table of so many seats whose parts are known, with a coefficient of variation in the
middle of what a word means. Games are won by one seat, or shared among all. Shown is in how many of
100 runs the truth lies in the interval of the variation (and so of the index), of the worst seat's
part of the best, and of a seat's mean (95 are meant), how often the words named hold the right one,
and how often one word is named.
"""

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import fmean

from dragoman.lab.balance import WORDS, balance, word_of
from dragoman.lab.stats import mean

SEATS = (3, 7)
VARIATIONS = (0.05, 0.2, 0.5, 0.85)
"""What lies in the middle of what each word means."""

Game = dict[str, float]
Held = tuple[bool, bool, float, bool, bool]


def parts_of(seats: int, variation: float) -> list[float]:
    """Parts of so many seats that vary so much, each some times the one before."""
    low, high = 0.0, 20.0
    for _ in range(60):
        steep = (low + high) / 2
        parts = [math.exp(steep * n / (seats - 1)) for n in range(seats)]
        parts = [part / sum(parts) for part in parts]
        low, high = (steep, high) if variation_of(parts) < variation else (low, steep)
    return parts


def variation_of(parts: Sequence[float]) -> float:
    """The coefficient of variation of some parts of 1."""
    equal = 1 / len(parts)
    return math.sqrt(fmean((part - equal) ** 2 for part in parts)) / equal


def won(parts: Sequence[float], draw: Random) -> Game:
    """A game that one seat wins."""
    winner = draw.choices(range(len(parts)), parts)[0]
    return {f"seat {n}": float(n == winner) for n in range(len(parts))}


def shared(parts: Sequence[float], draw: Random) -> Game:
    """A game of which each seat gets something."""
    got = [draw.gammavariate(10 * part, 1) for part in parts]
    return {f"seat {n}": x / sum(got) for n, x in enumerate(got)}


def held(games: list[Game], parts: Sequence[float]) -> Held:
    """Which intervals hold the truth, and whether the words do."""
    found, truth = balance(games), variation_of(parts)
    means = [mean([game[f"seat {n}"] for game in games], (0.0, 1.0)) for n in range(len(parts))]
    return (
        found.variation.low - 1e-6 <= truth <= found.variation.high + 1e-6,
        found.worst.low <= min(parts) / max(parts) <= found.worst.high,
        fmean(m.low <= part <= m.high for m, part in zip(means, parts, strict=True)),
        WORDS[word_of(truth)] in found.words,
        len(found.words) == 1,
    )


def row(case: tuple[int, float, str], runs: int, games: int) -> str:
    """The row of one table."""
    seats, variation, kind = case
    parts, make = parts_of(seats, variation), {"won": won, "shared": shared}[kind]
    draw = Random(f"{seats} {variation} {kind}")
    found = [held([make(parts, draw) for _ in range(games)], parts) for _ in range(runs)]
    figures = [f"{100 * fmean(map(float, column)):.1f}" for column in zip(*found, strict=True)]
    return f"| {seats} | {variation:g} | {kind} | {' | '.join(figures)} |"


def main() -> None:
    """Draw many runs and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    cases = [(s, v, k) for s in SEATS for v in VARIATIONS for k in ("won", "shared")]
    print("| seats | variation | games are | variation | worst | means | word | one word |")
    print("|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(given.processes) as pool:
        for line in pool.map(partial(row, runs=given.runs, games=given.games), cases):
            print(line, flush=True)


if __name__ == "__main__":
    main()
