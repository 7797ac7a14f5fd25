"""The rule books of a table with several boards: as its file names them, and as people do."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dragoman.errors import RequestError
from dragoman.rules import Option
from dragoman.variants.files import is_path, variant_ids
from dragoman.variants.options import read_option

ABOUT = (
    "a variant for each board, in their order, and options of its own after it, such as "
    "standard edition=1971"
)


def books_option(rows: Any) -> Option:
    """The option that names the rules of each board."""
    called = "Rule book of each board"
    return Option("books", "lines", books_of(rows), ABOUT, title=called, per_seat=True)


def books_of(rows: Any) -> list[str]:
    """The books of a file's boards as the option names them.

    >>> books_of({"1": "standard", "2": {"use": "catspaw", "options": {"players": 2}}})
    ['standard', 'catspaw players=2']
    """
    return [book_text(rows[board]) for board in sorted(rows)] if isinstance(rows, dict) else []


def book_text(row: Any) -> str:
    """One row of a file as the option names it."""
    use, options = book_parts(row)
    given = (f"{k}={','.join(map(str, v)) if isinstance(v, list) else v}" for k, v in options)
    return " ".join((use, *given))


def book_parts(row: Any) -> tuple[str, list[tuple[str, Any]]]:
    """The variant that a row names, and its options."""
    if not isinstance(row, dict):
        return str(row), []
    options = row.get("options", {})
    return str(row.get("use")), list(options.items()) if isinstance(options, dict) else []


def book(text: str, table: str, folders: Sequence[Path]) -> dict[str, Any]:
    """A book as somebody names it: `catspaw powers=Austria,England,Turkey`."""
    ref, *words = text.split()
    use = on_board(known(ref, folders), table.partition("@")[2])
    return {"use": use, "options": dict(map(read_option, words))}


def known(ref: str, folders: Sequence[Path]) -> str:
    """A variant by its id in any case; the path of a folder is not for those who only choose."""
    if is_path(ref):
        raise RequestError(f"books: name a variant by its id, such as standard, not {ref!r}")
    ids = {one.lower(): one for one in variant_ids(folders)}
    return re.sub(r"[^+@]+", lambda part: ids.get(part[0].lower(), part[0]), ref)


def on_board(row: Any, board: str) -> Any:
    """The book of one board of a table, on another board than its own, if one is named."""
    if isinstance(row, dict) and isinstance(row.get("use"), str):
        return {**row, "use": on_board(row["use"], board)}
    moved = board and isinstance(row, str) and "@" not in row and row != board
    return f"{row}@{board}" if moved else row
