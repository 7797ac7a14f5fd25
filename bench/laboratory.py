"""How many games of `greedy` the laboratory plays a minute, variant by variant.

    python bench/laboratory.py                          what is on the path, as JSON
    python bench/laboratory.py --than earlier.json      a table beside an earlier run

Games are played as `dragoman lab` plays many of them, in one process, and counted by its processor
time; loops are compiled and a game of each variant is played before.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from dragoman.lab.schedule import MANY, is_swift, key_of, play_games
from dragoman.lab.setup import Setup

RUNS = [
    ("standard", 30, 64),
    ("cline", 10, 64),
    ("catspaw", 10, 24),
    ("escalation", 10, 24),
    ("cat", 10, 24),
    ("militarism", 10, 16),
    ("heptadiplomacy", 3, 2),
]
"""Variants, how many years a game lasts at most, and how many games."""


def rate(variant: str, years: int, games: int) -> float:
    """Games a minute of one processor."""
    setup = Setup(variant, years=years, seed=1)
    swift = is_swift(setup, MANY)
    play_games(key_of(setup), (games,), swift)
    begun = time.process_time()
    for first in range(0, games, 32):
        play_games(key_of(setup), tuple(range(first, min(games, first + 32))), swift)
    return 60 * games / (time.process_time() - begun)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--than", type=Path, help="what an earlier run printed")
    parser.add_argument("variants", nargs="*")
    given = parser.parse_args()
    runs = [run for run in RUNS if not given.variants or run[0] in given.variants]
    rates = {variant: round(rate(variant, years, games), 1) for variant, years, games in runs}
    if given.than is None:
        json.dump(rates, sys.stdout)
        return
    earlier = json.loads(given.than.read_text())
    print("| | years at most | games a minute before | now | |\n|---|---|---|---|---|")
    for variant, years, _ in runs:
        before, now = earlier[variant], rates[variant]
        print(f"| `{variant}` | {years} | {before:,.0f} | {now:,.0f} | {now / before:.1f} × |")


if __name__ == "__main__":
    main()
