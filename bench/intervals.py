"""Whether the intervals of the laboratory hold the truth, for games drawn from known truths.

    python bench/intervals.py --runs 60 --games 20

Each row is a table whose seats have known parts. In games of the first kind one seat gets
everything, in those of the second all get something. Told is how often the interval of the balance
index, and those of the seats' means, hold the truth: 0.95 is meant.
"""

import argparse
import math
from collections.abc import Sequence
from random import Random

from dragoman.lab.stats import Doubt, mean, rows_of

TABLES = {
    "two even": (0.5, 0.5),
    "two nearly even": (0.6, 0.4),
    "three even": (1 / 3,) * 3,
    "three nearly even": (0.4, 0.33, 0.27),
    "three uneven": (0.6, 0.25, 0.15),
    "seven even": (1 / 7,) * 7,
    "seven nearly even": (0.2, 0.17, 0.15, 0.14, 0.13, 0.12, 0.09),
    "seven uneven": (0.4, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05),
}

Game = dict[str, float]


def true_index(parts: Sequence[float]) -> float:
    """The balance index of seats whose parts are known."""
    equal = 1 / len(parts)
    far = sum((part - equal) ** 2 for part in parts) / len(parts)
    return 1 - math.sqrt(far / (equal * (1 - equal)))


def won(parts: Sequence[float], draw: Random) -> Game:
    """A game that one seat wins."""
    winner = draw.choices(range(len(parts)), parts)[0]
    return {f"seat {n}": float(n == winner) for n in range(len(parts))}


def shared(parts: Sequence[float], draw: Random) -> Game:
    """A game of which each seat gets something."""
    got = [draw.gammavariate(10 * part, 1) for part in parts]
    return {f"seat {n}": x / sum(got) for n, x in enumerate(got)}


def held(games: list[Game], parts: Sequence[float]) -> tuple[bool, float]:
    """Whether the interval of the index holds the truth, and how many of the means' do."""
    low, high = Doubt(rows_of(games)).interval()
    means = [mean([game[f"seat {n}"] for game in games], (0.0, 1.0)) for n in range(len(parts))]
    right = sum(m.low <= part <= m.high for m, part in zip(means, parts, strict=True))
    return low - 1e-6 <= true_index(parts) <= high + 1e-6, right / len(parts)


def main() -> None:
    """Draw many runs and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    print("| table | games are | index | means |\n|---|---|---|---|")
    for name, parts in TABLES.items():
        for make in (won, shared):
            draw = Random(f"{name} {make.__name__}")
            runs = [
                held([make(parts, draw) for _ in range(given.games)], parts)
                for _ in range(given.runs)
            ]
            index, means = (sum(column) / len(runs) for column in zip(*runs, strict=True))
            print(f"| {name} | {make.__name__} | {index:.2f} | {means:.2f} |", flush=True)


if __name__ == "__main__":
    main()
