"""Writes golden playthroughs: a seeded game of random legal play, and the sheets of a game.

python -m tests.playthroughs.write NAME                 rewrite NAME.txt from NAME.json
python -m tests.playthroughs.write NAME REF PHASES      make NAME.json first
"""

import sys
from pathlib import Path

from dragoman.record import Game, read_record, write_record
from dragoman.record.conformance import random_game
from dragoman.report import results_sheet
from dragoman.rules import Ask
from dragoman.variants import load

FOLDER = Path(__file__).parent


def sheets(file: Path) -> str:
    """The results sheets of every turn of a recorded game."""
    game = Game.of(read_record(file.read_bytes(), file.name))
    steps = zip(game.history, game.history[1:], strict=False)
    return "\n".join(
        results_sheet(
            step.resolution, Ask(game.variant, before.state), Ask(game.variant, step.state)
        )
        + "\n"
        for before, step in steps
        if step.resolution is not None
    )


def main(name: str, ref: str = "", phases: str = "0") -> None:
    """Write a playthrough."""
    file = FOLDER / f"{name}.json"
    if ref:
        file.write_text(
            write_record(random_game(load(ref), "golden", int(phases)).record), encoding="utf-8"
        )
    file.with_suffix(".txt").write_text(sheets(file), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
