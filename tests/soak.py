"""The long run: many games of random legal play of every variant and composition, summed up.

    python -m tests.soak                          every variant and every listed composition
    python -m tests.soak --games 50 catspaw "black_hole family=closing"

Lines that say for how many years their games last, being of many boards, are played twenty times.
The summary is a table for docs/soak.md; faults are printed as they come, and make the exit code 1.
"""

import argparse
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from dragoman.record.conformance import Played, conformance
from dragoman.variants import load
from tests.variants.test_conformance import limits, options, references

BATCH, LONG = 10, 20


class Summary(NamedTuple):
    """What came of the games of one variant."""

    line: str
    games: list[Played]
    seconds: float

    @property
    def row(self) -> str:
        """A row of the table."""
        ends = Counter(g.result or "years over" for g in self.games)
        phases = sum(g.phases for g in self.games)
        endings = ", ".join(f"{n} {end}" for end, n in sorted(ends.items()))
        bad = sum(bool(g.faults) for g in self.games)
        cells = (f"`{self.line}`", len(self.games), phases, endings, bad, f"{self.seconds:.0f}")
        return f"| {' | '.join(map(str, cells))} |"


def batch(line: str, years: int, first: int) -> list[Played]:
    """Some games of one variant, one for each seed from the first on."""
    ref, *words = line.split()
    variant = load(ref, options(words))
    years = min(years, limits(line)["years"])
    return [
        game
        for seed in range(first, first + BATCH)
        for game in conformance(variant, games=1, seed=seed, years=years)
    ]


def play(line: str, games: int, years: int, pool: ProcessPoolExecutor) -> Summary:
    """The games of one variant, with their faults printed."""
    begun = time.monotonic()
    if "years=" in line:
        games, years = min(games, LONG), min(years, limits(line)["years"])
    batches = pool.map(partial(batch, line, years), range(0, games, BATCH))
    played = [game for found in batches for game in found][:games]
    for game in played:
        for fault in game.faults:
            print(f"{line}, seed {game.seed}: {fault}", file=sys.stderr)
    return Summary(line, played, time.monotonic() - begun)


def commit() -> str:
    """The commit that is being run, marked if files have changed since."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def head(arguments: argparse.Namespace) -> Iterator[str]:
    """What was run, above the table."""
    yield f"Commit `{commit()}`, {time.strftime('%d %B %Y', time.gmtime())}."
    yield f"Command `{' '.join(['scripts/soak', *map(shlex.quote, sys.argv[1:])])}`."
    yield f"Seeds 0 to {arguments.games - 1} each, at most {arguments.years} years a game."
    yield ""
    yield "| variant | games | phases | ended by | with faults | seconds |"
    yield "|---|---|---|---|---|---|"


def main() -> int:
    """Run the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--years", type=int, default=30)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("lines", nargs="*")
    arguments = parser.parse_args()
    for line in head(arguments):
        print(line)
    bad = 0
    with ProcessPoolExecutor(arguments.workers) as pool:
        for line in arguments.lines or references():
            summary = play(line, arguments.games, arguments.years, pool)
            bad += sum(bool(game.faults) for game in summary.games)
            print(summary.row, flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
