"""Tables for docs/balance.md from the folders of finished runs.

python bench/balance.py FOLDER …
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from dragoman.lab.report import facts, heading, percent, place_rows, verdict
from dragoman.lab.summary import Summary


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def section(found: Summary) -> str:
    """What the docs show of one run."""
    rows = [
        (
            row.seat,
            str(row.games),
            percent(row.points),
            percent(row.share),
            percent(row.solo),
            percent(row.survived),
        )
        for row in sorted(found.seats, key=lambda row: -row.points.value)
    ]
    head = ("seat", "games", "points %", "centers %", "won alone %", "survived %")
    parts = [heading(found.setup, found.games) + ".", verdict(found.balance) + "."]
    parts += [markdown(head, rows), markdown(("", ""), facts(found))]
    if found.first_mover:
        parts.append(
            markdown(("came in turn", "points above equal"), place_rows(found.first_mover))
        )
    return "\n\n".join(parts)


def main() -> None:
    """Print a section for each folder."""
    for folder in map(Path, sys.argv[1:]):
        data = (folder / "summary.json").read_bytes()
        print(f"## {folder.name}\n\n{section(msgspec.json.decode(data, type=Summary))}\n")


if __name__ == "__main__":
    main()
