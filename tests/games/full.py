"""Judges every recorded game of a folder again: `python -m tests.games.full [FOLDER]`.

Without an argument the folder is the one that DRAGOMAN_GAMES names. Prints what was judged and
every difference that the table does not explain; ends with status 1 if there is any.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from dragoman.variants import load
from tests.games.backstabbr import games_in, read_game
from tests.games.comparison import AGREED, Comparison
from tests.games.explained import Explanation, faults, read_explanations, season_of

VARIABLE = "DRAGOMAN_GAMES"


def compare_folder(folder: Path) -> Comparison:
    """Every game under a folder, judged again."""
    variant = load("standard")
    comparison = Comparison(variant)
    for paths in games_in(folder).values():
        for season in read_game(variant, paths):
            comparison.judge(season)
    return comparison


def summary(comparison: Comparison, explanations: list[Explanation]) -> Iterator[str]:
    """What was judged, and how many differences of each class there are."""
    counts = comparison.counts
    games = {name.split()[0] for name in comparison.seasons}
    phases = " + ".join(f"{counts[f'{kind} phases']} {kind}" for kind in "MRA")
    orders = ", ".join(f"{counts[verb]} {verb}" for verb in AGREED)
    boards = ", ".join(f"{counts[what]} {what}" for what in ("units", "centers", "wins"))
    yield f"{len(games)} games, {len(comparison.seasons)} files, {phases} phases"
    yield f"{sum(counts[verb] for verb in AGREED)} orders: {orders}"
    yield f"compared after a season or before its retreats: {boards}"
    judged = set(comparison.seasons)
    for cause in explanations:
        yield f"{sum(season_of(row) in judged for row in cause.rows):4} {cause.title}"


def main(arguments: list[str]) -> int:
    """The whole run, as a script."""
    folder = arguments[0] if arguments else os.environ.get(VARIABLE, "")
    if not folder or not games_in(Path(folder)):
        print(f"no games in {folder!r}: name a folder of them, or set {VARIABLE}", file=sys.stderr)
        return 2
    explanations = read_explanations()
    comparison = compare_folder(Path(folder))
    found = faults(comparison, explanations)
    print(*summary(comparison, explanations), *found, f"{len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
