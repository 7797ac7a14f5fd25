"""Copies of an SQLite database while it is in use, and back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from dragoman.errors import DataError, RequestError
from dragoman.store.export import new_file, part_of
from dragoman.store.filelock import FileLock
from dragoman.store.migrate import known, newest
from dragoman.store.salvage import UNREADABLE


def copy_database(source: Path, out: Path) -> int:
    """Copy the database of one moment to a new file, whole and checked; its size.

    Reads only, so a server may go on writing; and in one step, since SQLite would begin again
    whenever somebody has written between two steps.
    """
    with new_file(out):
        try:
            with closing(_reading(source)) as old, closing(sqlite3.connect(part_of(out))) as new:
                old.backup(new)
                new.execute("PRAGMA journal_mode=DELETE").close()  # one file, no log beside it
        except UNREADABLE as error:
            raise DataError(str(source), "SQLite", f"it cannot be copied: {error}") from error
        check_database(part_of(out))
    return out.stat().st_size


def restore_database(copy: Path, target: Path) -> None:
    """Put a copy where no database is."""
    check_database(copy)
    lock = FileLock(target)
    try:
        if target.exists():
            raise RequestError(f"{target} exists already: restore into an empty folder")
        copy_database(copy, target)
    finally:
        lock.release()


def check_database(path: Path) -> None:
    """Refuse a file that is damaged, or no database of ours."""
    try:
        with closing(_reading(path)) as connection:
            found = faults(connection)
            schema = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except UNREADABLE as error:
        raise DataError(str(path), "SQLite", f"this is no database of a site: {error}") from error
    if found:
        raise DataError(str(path), "SQLite", "; ".join(found))
    if not schema or schema[0] not in known():
        raise DataError(str(path), "schema", f"{schema}; this program knows {newest()} and earlier")


def faults(connection: sqlite3.Connection) -> list[str]:
    """What is damaged in a database."""
    connection.text_factory = lambda raw: str(raw, "utf-8", "replace")
    said = [text for (text,) in connection.execute("PRAGMA integrity_check(10)") if text != "ok"]
    lost = [
        f"a row of {table} refers to nothing in {to}"
        for table, _, to, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(10)
    ]
    return said + lost


def _reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write."""
    if not path.is_file():
        raise RequestError(f"no database {path}")
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
