"""The table of known differences, and what a comparison finds beside it."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.games.comparison import Comparison, Difference

TABLE = Path(__file__).with_name("explained.toml")


class Explanation(Struct, frozen=True, forbid_unknown_fields=True):
    """A class of differences: why they occur, the source that decides, and every one of them."""

    id: str
    title: str
    why: str
    source: str
    rows: tuple[Difference, ...]


def read_explanations(path: Path = TABLE) -> list[Explanation]:
    """The classes of a table."""
    with path.open("rb") as file:
        return msgspec.convert(tomllib.load(file)["class"], list[Explanation])


def season_of(difference: Difference) -> str:
    """The season of a difference, by the name that a comparison gives it."""
    game, phase = difference.where.split()[:2]
    return f"{game} {phase.replace('R', 'M')}"


def faults(comparison: Comparison, explanations: Iterable[Explanation]) -> list[str]:
    """Every difference that is not in the table, and every row that no longer occurs.

    A row of a season that was not judged is left alone.
    """
    judged = set(comparison.seasons)
    known = {row for cause in explanations for row in cause.rows if season_of(row) in judged}
    found = set(comparison.differences)
    return [
        *(f"unexplained: {text(row)}" for row in sorted(found - known)),
        *(f"no longer occurs: {text(row)}" for row in sorted(known - found)),
    ]


def text(row: Difference) -> str:
    """A difference in one line."""
    return f"{row.where}: they say {row.theirs!r}, we say {row.ours!r}"
