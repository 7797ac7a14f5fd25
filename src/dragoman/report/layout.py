"""Plain text of a fixed width: paragraphs, headings, and orders with remarks beside them."""

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap

WIDTH = 80

Row = tuple[str, str]
"""Something, and a remark to stand beside it."""

_GLUE = "\N{NO-BREAK SPACE}"
# Behind a unit's letter, around the sign of an order, and on either side of a number.
_UNTORN = re.compile(
    r"(?<=\b[A-Z]) (?=[a-z0-9])|(?<=\b[A-Z]{2}) (?=[a-z0-9])| [-SCH] (?=\S)| (?=H\b)"
    r"|(?<![,;]) (?=\d+\b)|(?<=\d) (?=[a-z])"
)
_BESIDE, _GAP = 30, 2


def filled(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines of the width, its first line and the others led in; orders are not torn."""
    rest = first if rest is None else rest
    held = _UNTORN.sub(lambda found: found.group().replace(" ", _GLUE), text)
    lines = wrap(held, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [line.replace(_GLUE, " ") for line in lines]


def titled(title: str, lines: Iterable[str]) -> list[str]:
    """Lines under a title, or nothing where there are none."""
    found = list(lines)
    return [title, *found] if found else []


def ruled(title: str, rule: str = "=") -> list[str]:
    """A heading with a line under it."""
    lines = filled(title)
    return [*lines, rule * max(map(len, lines))]


def remark_column(rows: Iterable[Row]) -> int:
    """Where remarks begin: behind the longest text that leaves them room."""
    fitting = [len(text) for text, _ in rows if len(text) <= _BESIDE]
    return 2 + max(fitting, default=0) + _GAP


def beside(rows: Sequence[Row], column: int | None = None) -> list[str]:
    """Rows with their remarks in a column; a text that is too long has its remark below."""
    column = remark_column(rows) if column is None else column
    return [line for text, remark in rows for line in _row(text, remark, column)]


def _row(text: str, remark: str, column: int) -> list[str]:
    if not remark or 2 + len(text) + _GAP > column:
        return [*filled(text, "  ", "    "), *filled(remark, "      ")]
    return filled(remark, f"  {text}".ljust(column), " " * column)


def stacked(blocks: Iterable[Sequence[str]]) -> str:
    """Blocks of lines with an empty line between them; the empty blocks are left out."""
    return (
        "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block) + "\n"
    )
