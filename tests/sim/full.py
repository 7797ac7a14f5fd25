"""The long run of the arena: whole games beside the judge on every board and in every edition.

    python -m tests.sim.full --phases 100000
    python -m tests.sim.full --phases 8000 hundred youngstown

Every legal list, verdict and position of so many phases is compared, compiled; faults are printed
and make the exit code 1.
"""

import argparse
import sys
from itertools import count
from random import Random

from dragoman.record.replay import opening
from dragoman.rules import EDITIONS
from dragoman.sim import LoopArena, left_out, lockstep
from dragoman.variants import load, variant_ids

YEARS = 30


def compared(arena: LoopArena, phases: int) -> tuple[int, int, list[str]]:
    """How many games and phases were played, and the faults."""
    done, last = 0, arena.variant.start.year + YEARS - 1
    for game in count():
        arena.place(0, opening(arena.variant, (), f"{game}"))
        for fault in lockstep.compared(arena, Random(game), last):
            if fault:
                return game + 1, done, [f"game {game}: {fault}"]
            done += 1
        if done >= phases:
            return game + 1, done, []
    raise AssertionError("unreachable")


def main() -> int:
    """Compare, and print a table for docs/soak.md."""
    parser = argparse.ArgumentParser(description="Compares the arena with the judge.")
    parser.add_argument("--phases", type=int, default=100_000, help="of all boards together")
    parser.add_argument("variants", nargs="*", help="those to compare, if not all")
    given = parser.parse_args()
    editions = [("standard", {"edition": edition}) for edition in EDITIONS]
    others = given.variants or (name for name in variant_ids() if name != "standard")
    boards = [] if given.variants else editions
    boards += [(name, {}) for name in others if not left_out(load(name))]
    faults = 0
    print("| board | games | phases | with faults |\n|---|---|---|---|")
    for name, options in boards:
        arena = LoopArena(load(name, options), 1, 0)
        games, phases, wrong = compared(arena, given.phases // len(boards))
        title = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        print(f"| `{title}` | {games} | {phases} | {len(wrong)} |", flush=True)
        print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
        faults += len(wrong)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
