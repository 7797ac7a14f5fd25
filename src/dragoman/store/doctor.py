"""Looks a site over without changing anything, and says what it sees."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, func, inspect, select
from sqlalchemy import Row as SqlRow
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import SQLAlchemyError

from dragoman.errors import DragomanError, RequestError
from dragoman.store.copies import faults
from dragoman.store.export import write_rows
from dragoman.store.migrate import newest, version
from dragoman.store.opening import sqlite_path
from dragoman.store.rows import KINDS, Event, Publication, Row, Table
from dragoman.store.salvage import UNREADABLE, Lost, read_row, salvaged
from dragoman.store.schema import sql_table
from dragoman.store.view import reading
from dragoman.variants import load
from dragoman.variants.pages import part_names

SOUND_SQLITE = (3, 51, 3)
MOST_LISTED = 20
"""How many damaged rows are listed one by one."""


class Finding(Struct, frozen=True):
    """One thing seen, and whether it is as it should be."""

    text: str
    well: bool = True


def examine(url: str, folders: Sequence[Path] = ()) -> list[Finding]:
    """What there is to say about the site at an address; a server may be running."""
    engine, _ = reading(url)
    path = sqlite_path(url)
    seen = _examined(engine, folders)
    return [*(_sqlite(path) if path else ()), *seen, *(_damage(path) if path else ())]


def _damage(path: Path) -> Iterator[Finding]:
    """The rows that cannot be read, the first of them, and what can be done about it."""
    lost, saved = [], 0
    for row in salvaged(path):
        if isinstance(row, Lost):
            lost.append(row)
        else:
            saved += 1
    for one in lost[:MOST_LISTED]:
        yield Finding(f"damaged: {one}", well=False)
    if lost:
        more = f"and {len(lost) - MOST_LISTED} more; " if len(lost) > MOST_LISTED else ""
        yield Finding(
            f"{more}{saved} rows can be saved: dragoman doctor --save FILE.jsonl.gz", well=False
        )


def save(url: str, out: Path) -> tuple[int, list[Lost]]:
    """Write what can be read of a site in SQLite to a backup: how many rows, and what is lost."""
    path = sqlite_path(url)
    if path is None:
        raise RequestError("only a file of SQLite is saved row by row; for PostgreSQL use pg_dump")
    lost: list[Lost] = []

    def whole() -> Iterator[Row]:
        for row in salvaged(path):
            if isinstance(row, Lost):
                lost.append(row)
            else:
                yield row

    return write_rows(out, whole()), lost


def _sqlite(path: Path) -> Iterator[Finding]:
    """The file, the library, and whether anything is damaged."""
    wal = path.with_name(f"{path.name}-wal")
    yield Finding(f"SQLite {sqlite3.sqlite_version}{_known_fault()}")
    yield Finding(f"{path}: {_size(path)}, log of changes {_size(wal)}")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = faults(connection)
    except UNREADABLE as error:
        found = [f"the file cannot be read: {error}"]
    yield from (Finding(fault, well=False) for fault in found)
    if not found:
        yield Finding("the file is sound")


def _known_fault() -> str:
    """What is known against this version of SQLite."""
    if sqlite3.sqlite_version_info >= SOUND_SQLITE:
        return ""
    return " (its fault in resetting the log needs two writers; here there is one)"


def _size(path: Path) -> str:
    """The size of a file, if it exists."""
    return f"{path.stat().st_size / 2**20:.1f} MiB" if path.exists() else "none"


def _examined(engine: Engine, folders: Sequence[Path]) -> list[Finding]:
    """The schema, the rows and the logs."""
    found: list[Finding] = []
    try:
        with engine.begin() as connection:
            for part in (_server, _schema, partial(_rows, folders)):
                found += part(connection)
            return found
    except (SQLAlchemyError, UnicodeDecodeError) as error:
        why = str(getattr(error, "orig", None) or error).partition("\n")[0]
        return [*found, Finding(f"the rest cannot be read: {why}", well=False)]
    finally:
        engine.dispose()


def _server(connection: Connection) -> Iterator[Finding]:
    """PostgreSQL's version, and whether what it acknowledges is on disk."""
    if connection.dialect.name != "postgresql":
        return
    yield Finding(f"PostgreSQL {_setting(connection, 'server_version')}")
    for name, wanted in (("fsync", "on"), ("server_encoding", "UTF8")):
        found = _setting(connection, name)
        yield Finding(f"{name} is {found}", well=found == wanted)
    commit = _setting(connection, "synchronous_commit")
    yield Finding(f"synchronous_commit is {commit}", well=commit != "off")


def _setting(connection: Connection, name: str) -> str:
    """A setting of PostgreSQL."""
    return str(connection.exec_driver_sql(f"SHOW {name}").scalar())


def _schema(connection: Connection) -> Iterator[Finding]:
    """Whether the schema is the newest."""
    found = version(connection)
    if found == newest():
        yield Finding(f"schema {found}")
    else:
        wanted = f"this program's is {newest()}; a server of this version brings it there"
        yield Finding(f"schema {found or 'none'}: {wanted}", well=False)


def _rows(folders: Sequence[Path], connection: Connection) -> Iterator[Finding]:
    """How many rows there are, which logs have gaps, which tables are stuck."""
    there = inspect(connection).get_table_names()
    if missing := [kind.NAME for kind in KINDS if kind.NAME not in there]:
        yield Finding(f"missing: {', '.join(missing)}", well=False)
        # An earlier schema: what the next start would meet is reported all the same.
        yield from _outdated(folders, connection) if Table.NAME in there else ()
        return
    counts = {kind.NAME: _count(connection, sql_table(kind)) for kind in KINDS}
    yield Finding("rows in " + ", ".join(f"{name}: {n}" for name, n in counts.items()))
    yield from _gaps(connection)
    stuck = sql_table(Table).select().where(sql_table(Table).c.status == "stuck")
    for row in connection.execute(stuck):
        yield Finding(f"table {row.id} is stuck: its organizer must look at it", well=False)
    yield from _outdated(folders, connection)
    yield from _nonsense(connection)


def _nonsense(connection: Connection) -> Iterator[Finding]:
    """The rows of PostgreSQL that are not what they should be; those of a file are salvaged."""
    if connection.dialect.name != "postgresql":
        return
    streaming = connection.execution_options(stream_results=True)
    for kind in KINDS:
        for raw in streaming.exec_driver_sql(f"SELECT * FROM {kind.NAME}").mappings():
            row = read_row(kind, dict(raw))
            if isinstance(row, Lost):
                yield Finding(f"damaged: {row}", well=False)


def _outdated(folders: Sequence[Path], connection: Connection) -> Iterator[Finding]:
    """The games under way whose rules this program does not have as they were begun."""
    table = sql_table(Table)
    going_on = table.select().where(table.c.status.in_(("running", "paused", "stuck")))
    published = _published(connection)
    for row in connection.execute(going_on):
        try:
            # What people published is kept in the database, and never changes.
            if not published.intersection(part_names(row.variant)):
                yield from _other_rules(folders, row)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            yield Finding(f"table {row.id} cannot be read: {error}", well=False)


def _other_rules(folders: Sequence[Path], row: SqlRow[Any]) -> Iterator[Finding]:
    """That a table was begun by other rules than there are here, if it was."""
    version = _version(folders, row)
    if version != row.version:
        here = f"here is version {version}" if version else "not among the variants here"
        yield Finding(
            f"table {row.id} ({row.title}): begun by version {row.version} of {row.variant}, "
            f"{here}: it waits until its organizer, or its players, agree",
            well=False,
        )


def _published(connection: Connection) -> set[str]:
    """The ids of the variants that people have published."""
    if Publication.NAME not in inspect(connection).get_table_names():
        return set()
    return set(connection.execute(select(sql_table(Publication).c.id)).scalars())


def _version(folders: Sequence[Path], row: SqlRow[Any]) -> str:
    """The version by which this program plays on what a table began; nothing if by none."""
    try:
        version = int(row.version) if row.version.isdigit() else None
        options = msgspec.json.decode(row.options)
        return str(load(row.variant, options, folders, version).version)
    except DragomanError:
        return ""


def _count(connection: Connection, table: SqlTable) -> int:
    """How many rows a table has."""
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _gaps(connection: Connection) -> Iterator[Finding]:
    """The logs of which a number is missing."""
    log = sql_table(Event).c
    span = func.max(log.n) - func.min(log.n) + 1
    query = select(log.table).group_by(log.table).having(func.count() != span)
    for (table,) in connection.execute(query):
        yield Finding(f"the log of table {table} has gaps", well=False)
