"""What can be read of a damaged SQLite database: every row that is whole, found one by one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.record.entries import Entry
from dragoman.record.stored import read_stored
from dragoman.store.columns import check_row, columns
from dragoman.store.interface import Unstorable
from dragoman.store.rows import KINDS, Account, Event, JudgedRow, PositionRow, Row, SeatRow, Table

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file comes to: SQLite may name what is damaged in bytes that are no text."""
LEAP = 1 << 40
"""How far ahead a row is looked for behind one that cannot be read."""
JSON: dict[type[Row], dict[str, Any]] = {
    Account: {"settings": dict, "tally": dict},
    Table: {"options": dict, "settings": dict, "result": dict},
    SeatRow: {"votes": dict, "muted": list[str]},
    JudgedRow: {"body": dict},
    Event: {"body": dict},
}
"""The columns that hold JSON, and what it is."""


class Lost(Struct, frozen=True):
    """Rows that cannot be read: of which kind, where, and why."""

    kind: str
    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.why}"


def salvaged(path: Path) -> Iterator[Row | Lost]:
    """Every row of a database that is whole, and what is lost; rows after those they refer to."""
    known = SavedRows()
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            _bear_with_schema(connection)
            for kind in KINDS:
                for row in _rows(connection, kind):
                    yield from known.checked(row) if isinstance(row, Row) else (row,)
    except UNREADABLE as error:
        yield Lost("file", path.name, str(error))


def _bear_with_schema(connection: sqlite3.Connection) -> None:
    """Of a schema that is damaged, what can be read is enough; the first statement still fails."""
    for _ in range(2):
        _asked(connection, "PRAGMA writable_schema=ON")
        _asked(connection, "SELECT name FROM sqlite_master")


class SavedRows:
    """What was saved so far, as numbers: by what there may be a row only once."""

    def __init__(self) -> None:
        self._once = set[int]()

    def checked(self, row: Row) -> Iterator[Row | Lost]:
        """A row, if what it needs was saved too, and none like it; and what is lost of it."""
        for name, to in row.REFERS.items():
            value = getattr(row, name)
            if value is None or hash((to, to.KEY, value)) in self._once:
                continue
            if not columns(type(row))[name].optional:
                yield Lost(row.NAME, _place(row), f"refers to nothing in {to.NAME}")
                return
            # A game goes on without its organizer, and a seat waits for somebody else.
            yield Lost(row.NAME, _place(row), f"its {name} refers to nothing in {to.NAME}")
            row = msgspec.structs.replace(row, **{name: None})
        own = [
            (type(row), names, *(getattr(row, name) for name in names))
            for names in (row.KEY, *row.UNIQUE)
        ]
        single = {hash(values) for values in own if None not in values}
        if not self._once.isdisjoint(single):
            yield Lost(row.NAME, _place(row), "is there twice")
            return
        self._once |= single
        yield row


def _rows(connection: sqlite3.Connection, kind: type[Row]) -> Iterator[Row | Lost]:
    """The rows of a kind, over whatever cannot be read."""
    names = list(kind.__struct_fields__)
    there = {str(row[1], "utf-8") for row in _asked(connection, f"PRAGMA table_info({kind.NAME})")}
    have = [name for name in names if name in there]
    if not have:
        return  # An earlier schema has fewer kinds of rows.
    columns = ", ".join(f'"{name}"' for name in have)
    query = f'SELECT rowid, {columns} FROM "{kind.NAME}" WHERE rowid >= ? ORDER BY rowid LIMIT 1'
    first: int | None = 0
    while first is not None:
        try:
            found = connection.execute(query, (first,)).fetchone()
        except UNREADABLE as error:
            yield Lost(kind.NAME, f"from row {first} on", str(error))
            first = _behind(connection, query, first)
            continue
        if found is None:
            return
        first = found[0] + 1
        yield read_row(kind, dict(zip(have, found[1:], strict=True)))


def _behind(connection: sqlite3.Connection, query: str, lost: int) -> int | None:
    """The first number behind one that is lost from which rows can be read again, if any."""
    step = 1
    while not _readable(connection, query, lost + step):
        lost, step = lost + step, step * 2
        if step > LEAP:
            return None
    while step > 1:
        step //= 2
        lost += 0 if _readable(connection, query, lost + step) else step
    return lost + 1


def _readable(connection: sqlite3.Connection, query: str, first: int) -> bool:
    """Whether the next row from a number on can be read, or it is known that there is none."""
    try:
        connection.execute(query, (first,)).fetchone()
    except UNREADABLE:
        return False
    return True


def _asked(connection: sqlite3.Connection, query: str) -> list[Any]:
    try:
        return connection.execute(query).fetchall()
    except UNREADABLE:
        return []


def read_row(kind: type[Row], raw: dict[str, Any]) -> Row | Lost:
    """A row whose values are what its columns hold."""
    try:
        values = {k: str(v, "utf-8") if isinstance(v, bytes) else v for k, v in raw.items()}
        row = msgspec.convert(values, kind, strict=False)
        check_row(row)
        check_contents(row)
    except (ValueError, RecursionError, Unstorable, DragomanError) as error:
        key = (raw.get(name) for name in kind.KEY)
        place = ", ".join(
            str(k, "utf-8", "replace") if isinstance(k, bytes) else str(k) for k in key
        )
        return Lost(kind.NAME, place[:80], str(error).partition("\n")[0][:200])
    return row


def check_contents(row: Row) -> None:
    """Refuse a row whose texts are not what they should be."""
    for name, form in JSON.get(type(row), {}).items():
        value = getattr(row, name)
        if value is not None:
            msgspec.json.decode(value, type=form)
    if isinstance(row, Event) and row.kind == "entry":
        msgspec.json.decode(row.body, type=Entry)
    if isinstance(row, PositionRow):
        read_stored(row.body)


def _place(row: Row) -> str:
    """The key of a row, in words."""
    return ", ".join(str(getattr(row, name)) for name in row.KEY)
