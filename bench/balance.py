"""Plays every shipped variant and writes docs/balance.md.

    python bench/balance.py play FOLDER --seconds 60 [VARIANT …]
    python bench/balance.py write FOLDER

Of each variant games are played to their end, in doubling numbers as long as the seconds permit; how
many there are stands in each section. What is played already is gone on with.
"""

import argparse
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from dragoman.lab.commands import folder_name
from dragoman.lab.report import facts, heading, percent, place_rows, verdict
from dragoman.lab.run import read_games, read_setup, run
from dragoman.lab.schedule import Here
from dragoman.lab.setup import Setup, read_ref
from dragoman.lab.summary import Summary, summarize

DOCS = Path(__file__).parents[1] / "docs" / "balance.md"

VARIANTS = (
    *("standard", "catspaw", "cline", "escalation", "cat", "militarism", "ancient_mediterranean"),
    *("hundred", "modern", "nineteen_hundred", "colonial", "chromatic", "youngstown", "railway"),
    *("france_austria", "fleet_rome", "build_anywhere", "cores", "transform", "doubling"),
    *("four_seasons", "end_year", "black_hole", "neutral_armies", "nuclear", "wings", "payola"),
    *("fog", "half_borders", "chaos", "twin_earths_1", "twin_earths", "para_time"),
    *("heptadiplomacy:module=1", "heptadiplomacy:module=2", "heptadiplomacy:module=3"),
)
SEED, FIRST, MOST = 7, 20, 640


def played(ref: str, out: Path, seconds: float) -> None:
    """Play games of a variant, twice as many each time, as long as there is time."""
    name, options = read_ref(ref)
    setup = Setup(name, options, seed=SEED).sealed()
    folder, begun, games = out / place(name, options), time.monotonic(), FIRST
    while True:
        rounds = time.monotonic()
        run(setup, games, folder, Here())
        took = time.monotonic() - rounds
        if games >= MOST or time.monotonic() - begun + 2 * took > seconds:
            break
        games *= 2
    print(ref, games, f"{time.monotonic() - begun:.0f} s", flush=True)


def place(name: str, options: dict[str, object]) -> str:
    """The folder of a variant's games."""
    return f"{name} {folder_name(options)}".strip()


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Play, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("out", type=Path)
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    if given.what == "play":
        for ref in given.variants:
            played(ref, given.out, given.seconds)


if __name__ == "__main__":
    main()
