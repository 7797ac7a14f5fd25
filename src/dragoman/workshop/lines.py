"""Where things stand in the texts of a draft, so that a fault is shown beside its line."""

import re

from msgspec import Struct

from dragoman.translate import Said

HEADER = re.compile(r"\s*\[+\s*(?P<name>[^\]]+?)\s*\]+")
KEY = re.compile(r"\s*(?P<key>\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\s*=")
AT_LINE = re.compile(r"\(?at line (?P<line>\d+)(?:, column \d+)?\)?")


class Fix(Struct, frozen=True):
    """A repair that can be chosen: what it is called, and the texts of the lines that it changes.

    A line with the number 0 is added at the end of the file.
    """

    label: Said
    lines: dict[int, str]


class LineFault(Struct, frozen=True):
    """Something wrong in a file, at a line (0: in the file as a whole)."""

    file: str
    line: int
    text: Said
    fixes: tuple[Fix, ...] = ()


def key_lines(text: str) -> dict[str, int]:
    """The line of every table and key of a TOML text, by its whole name.

    >>> key_lines('id = "a"\\n[powers.North]\\nhomes = []')
    {'id': 1, 'powers.North': 2, 'powers.North.homes': 3}
    """
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = _plain(header["name"])
            found.setdefault(table, number)
        elif key := KEY.match(line):
            name = _plain(key["key"])
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _plain(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in re.split(r"\.(?=[^\"]*$|\")", name))


def line_of(text: str, key: str) -> int:
    """The line of a key in a TOML text, or of the nearest table or key around it; else the first.

    >>> line_of('id = "a"\\n[powers.North]\\nhomes = []', "powers.North.units")
    2
    """
    known = key_lines(text)
    parts = key.split(".")
    while parts:
        name = ".".join(parts)
        if name in known:
            return known[name]
        below = [line for other, line in known.items() if other.startswith(f"{name}.")]
        if below:
            return min(below)
        parts.pop()
    return 1


def toml_line(problem: str) -> int:
    """The line that an error of the TOML reader names; at its end it names none.

    >>> toml_line("Invalid value (at line 3, column 5)"), toml_line("(at end of document)")
    (3, 0)
    """
    found = AT_LINE.search(problem)
    return int(found["line"]) if found else 0


def without_fault(text: str, line: int, starts: set[int]) -> str:
    """A text in which what begins at the last start up to a line is blank; the others stay put.

    >>> without_fault("a = 1\\nb = [\\n2]\\nc = 3", 3, {1, 2, 4})
    'a = 1\\n\\n\\nc = 3'
    """
    rows = text.splitlines()
    first = max((n for n in starts if n <= line), default=line)
    last = min((n for n in starts if n > line), default=len(rows) + 1)
    return "\n".join("" if first <= n < last else row for n, row in enumerate(rows, 1))
