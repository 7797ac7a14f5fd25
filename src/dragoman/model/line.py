"""Names, rows and units of a position as they stand on its one line of text."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from dragoman.errors import RequestError, shown
from dragoman.geo import Place
from dragoman.model.unit import Power, Unit

_ODD = re.compile(r"[^\w .@'’()&+/-]|^ | $|(?<= ) ")
_ODD_WORD = re.compile(r"[^\w.@'’()&+/:-]")
_ESCAPED = re.compile(r"(?:%[0-9A-F]{2})+")
_UNIT = re.compile(r"(\S+) ([^\s#]+)(?:#(\d{1,9}))?(?: \[([^\]]*)\])?")


def _escape(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found.group().encode())


def _unescape(found: re.Match[str]) -> str:
    return bytes.fromhex(found.group().replace("%", "")).decode(errors="replace")


def name(text: str) -> str:
    """A name of a power or a seat, with `%` and two digits for what would divide the line."""
    return _ODD.sub(_escape, text)


def word(text: str) -> str:
    """A place, a kind or a mark, which may have colons but no blanks."""
    return _ODD_WORD.sub(_escape, text)


def plain(text: str) -> str:
    """The name or word that was written."""
    return _ESCAPED.sub(_unescape, text.strip())


def row(head: str, items: Iterable[str]) -> str:
    """A name and what is listed under it."""
    return f"{name(head)}: {', '.join(items)}".rstrip()


def split_rows(text: str) -> Iterator[tuple[str, list[str] | None]]:
    """Each name of a section with what is listed under it; none where there is no colon."""
    for part in text.split(";"):
        head, colon, rest = part.partition(":")
        items = [item.strip() for item in rest.split(",") if item.strip()]
        yield plain(head), items if colon else None


def unit_rows(units: Iterable[Unit]) -> Iterator[str]:
    """Units in their order, a row for those of one power that come one after the other.

    An id is written where it is not the one after that of the unit before.
    """
    last = 0
    for power, group in groupby(units, lambda unit: unit.power):
        texts = []
        for unit in group:
            texts.append(unit_text(unit, last))
            last = unit.id
        yield row(power, texts)


def unit_text(unit: Unit, last: int) -> str:
    """A unit, after one of another id."""
    number = "" if unit.id == last + 1 else f"#{unit.id}"
    marks = f" [{' '.join(map(word, unit.marks))}]" if unit.marks else ""
    return f"{word(unit.kind)} {word(unit.place)}{number}{marks}"


def read_unit_text(text: str, power: str, last: int) -> Unit:
    """The unit that is written, after one of another id."""
    match = _UNIT.fullmatch(text)
    if not match:
        raise RequestError(f"{shown(text)} is no unit: write A par, A par#7 or A par [mark]")
    kind, place, number, marks = match.groups()
    numbered = int(number) if number else last + 1
    named = tuple(map(plain, (marks or "").split()))
    return Unit(numbered, Power(power), plain(kind), Place(plain(place)), named)
