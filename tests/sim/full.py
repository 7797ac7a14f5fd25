"""The long run of the arena: whole games beside the judge on every board and in every edition.

    python -m tests.sim.full --phases 100000
    python -m tests.sim.full --phases 8000 hundred standard:edition=1971

Every legal list, verdict and position of so many phases is compared, compiled; faults are printed
and make the exit code 1.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from random import Random

from dragoman.lab.setup import read_ref
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


def compiled() -> Iterator[str]:
    """Every board that the arena plays compiled, Standard in every edition."""
    for name in variant_ids():
        if name == "standard":
            yield from (f"standard:edition={edition}" for edition in EDITIONS)
        elif not left_out(load(name)):
            yield name


def main() -> int:
    """Compare, and print a table for docs/soak.md."""
    parser = argparse.ArgumentParser(description="Compares the arena with the judge.")
    parser.add_argument("--phases", type=int, default=100_000, help="of all boards together")
    parser.add_argument("variants", nargs="*", help="those to compare, if not all")
    given = parser.parse_args()
    boards = given.variants or list(compiled())
    faults = 0
    print("| board | games | phases | with faults |\n|---|---|---|---|")
    for board in boards:
        arena = LoopArena(load(*read_ref(board)), 1, 0)
        games, phases, wrong = compared(arena, given.phases // len(boards))
        print(f"| `{board}` | {games} | {phases} | {len(wrong)} |", flush=True)
        print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
        faults += len(wrong)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
