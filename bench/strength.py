"""How strong bots are: one seat of a bot against another in all others, variant by variant.

    python bench/strength.py --games 70 greedy random standard catspaw cat
    python bench/strength.py --above 1 --games 42 learned greedy standard heptadiplomacy:boards=2

Seats go round, at least once, so that every seat is played equally often. The share of centers and
the points (the game if it was won, else that share) are given as multiples of an equal share, with
95 % intervals: above 1 the bot does better than the others. With --above the exit code is 1 where
the lower end of the points is not above a number. A bot against itself should get 1: nothing but
the seed tells the lone seat from the others.
"""

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dragoman.lab.run import run
from dragoman.lab.schedule import scheduler
from dragoman.lab.setup import Setup, read_ref
from dragoman.lab.stats import Estimate, mean
from dragoman.lab.summary import lone
from dragoman.record.replay import opening

YEARS = {"para_time": 4, "twin_earths": 4}
"""Year limits of big variants."""


class Strength(NamedTuple):
    """What the lone seat got, in centers and in points, as multiples of an equal share.

    Then in how many games, how often it won alone, and how many games were cut.
    """

    share: Estimate
    points: Estimate
    games: int
    won: int
    cut: int


def strength(setup: Setup, games: int, processes: int) -> Strength:
    """How a bot fares, in so many games or one for each seat, whichever is more."""
    games = max(games, len(opening(setup.load(), (), "").seats))
    with TemporaryDirectory() as folder:
        rows = run(setup, games, Path(folder), scheduler(processes))
    alone = [(len(g.seats) * lone(g).share, len(g.seats) * lone(g).points) for g in rows]
    ends = (0.0, float(max(len(game.seats) for game in rows)))
    won = sum(g.winners == (lone(g).seat,) for g in rows)
    return Strength(
        mean([share for share, _ in alone], ends),
        mean([points for _, points in alone], ends),
        games,
        won,
        sum(game.end == "unfinished" for game in rows),
    )


def shown(figure: Estimate) -> str:
    """A multiple with its interval."""
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"


def main() -> int:
    """Measure and print a table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("against")
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--years", type=int, default=30)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--above", type=float, default=-1.0)
    given, missed = parser.parse_args(), list[str]()
    print(
        "| variant | games | years | centers | points | won alone | unfinished | seconds a game |\n"
        "|---|---|---|---|---|---|---|---|"
    )
    for variant in given.variants:
        name, options = read_ref(variant)
        years = min(YEARS.get(name, given.years), given.years)
        setup = Setup(name, options, given.bot, given.against, given.seed, years)
        start = time.perf_counter()
        found = strength(setup, given.games, given.processes)
        each = (time.perf_counter() - start) / found.games
        figures = (shown(found.share), shown(found.points), found.won, found.cut, f"{each:.1f}")
        cells = (variant, found.games, years, *figures)
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
        if found.points.low <= given.above:
            missed.append(f"{variant}: {shown(found.points)} is not above {given.above:g}")
    print(*missed, sep="\n", end="\n" * bool(missed), file=sys.stderr)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
