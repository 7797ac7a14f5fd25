"""How many games of `greedy` the laboratory plays a minute, variant by variant.

    python bench/laboratory.py            a table beside what commit 2a1aec9 played
    python bench/laboratory.py --write    the same, put into docs/speed.md

Games are played as `dragoman lab` plays many of them, in one process, and counted by its processor
time; loops are compiled and a game of each variant is played before.
"""

import argparse
import json
import re
import time
from pathlib import Path

from dragoman.lab.schedule import MANY, is_swift, key_of, play_games
from dragoman.lab.setup import Setup

HERE = Path(__file__).parent
BEFORE = HERE / "data" / "laboratory.json"
PAGE = HERE.parent / "docs" / "speed.md"

HEAD = "| | years at most | games a minute before | now | |\n|---|---|---|---|---|\n"

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


def table(runs: list[tuple[str, int, int]]) -> str:
    """Games a minute before and now."""
    earlier, lines = json.loads(BEFORE.read_text()), []
    for variant, years, games in runs:
        before, now = earlier[variant], rate(variant, years, games)
        lines.append(
            f"| `{variant}` | {years} | {before:,.0f} | {now:,.0f} | {now / before:.1f} × |"
        )
    return HEAD + "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write docs/speed.md")
    parser.add_argument("variants", nargs="*")
    given = parser.parse_args()
    if given.write and given.variants:
        parser.error("the page is written with all variants")
    text = table([run for run in RUNS if not given.variants or run[0] in given.variants])
    print(text, end="")
    if given.write:
        page = PAGE.read_text(encoding="utf-8")
        old = re.escape(HEAD) + r"(\|.*\n)+"
        PAGE.write_text(re.sub(old, lambda _: text, page, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
