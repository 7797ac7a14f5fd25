"""The store in one SQLite file: one connection writes, guarded by a lock file; all others read.

SQLite before 3.51.3 can damage a database if two connections write or checkpoint at the same
instant (https://sqlite.org/wal.html#walresetbug); with one that may write, it has no partner.
Every commit is on disk before it is acknowledged (`synchronous=FULL`).
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy import exc as sql_errors
from sqlalchemy.pool import QueuePool, StaticPool

from dragoman.errors import RequestError
from dragoman.store.base import Listeners, OneAtATime
from dragoman.store.filelock import FileLock
from dragoman.store.interface import StoreDown, Taken, Tx
from dragoman.store.migrate import migrate
from dragoman.store.sql import SqlTx, dangling, translated
from dragoman.store.view import ReadOnlyStore

# The log of changes shrinks to this after a checkpoint.
MOST_WAL = 16 * 2**20

WRITER = (
    *("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA trusted_schema=OFF"),
    f"PRAGMA journal_size_limit={MOST_WAL}",
)
# Each connection that reads would keep 2 MB of pages; the system keeps them once for all.
READER = ("PRAGMA query_only=ON", "PRAGMA trusted_schema=OFF", "PRAGMA cache_size=-512")

# What passes when space, rights or the disk come back, by the names of SQLite.
PASSING = (
    *("FULL", "IOERR", "BUSY", "LOCKED", "READONLY", "CANTOPEN", "CORRUPT", "NOTADB", "NOMEM"),
    *("INTERRUPT", "PROTOCOL", "PERM", "AUTH", "NOLFS", "TOOBIG"),
)


class SqliteStore:
    """Rows in one file; writes one after the other, views beside them."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        if not self.path.parent.is_dir():
            raise RequestError(f"no folder {self.path.parent}: make it first")
        self._file_lock = FileLock(self.path)
        try:
            self.path.touch(mode=0o600)  # hashes of passwords and what was said in secret
            self._writer, self._views = self._open()
        except BaseException:
            self._file_lock.release()
            raise
        self._lock = Lock()
        self._one = OneAtATime()
        self._listeners = Listeners()
        self.listen = self._listeners.listen
        self.read = self._views.read
        self._is_open = True

    def _open(self) -> tuple[Connection, ReadOnlyStore]:
        """The connection that writes, with the newest schema, and those that read."""
        with translated(fault):
            writer = writing_engine(self.path).connect()
            try:
                migrate(writer)
                _mind_references(writer)
            except BaseException:
                writer.close()
                writer.engine.dispose()
                raise
        return writer, ReadOnlyStore(reading_engine(self.path), fault)

    @contextmanager
    def write(self) -> Iterator[Tx]:
        """A transaction that may write; others wait."""
        with self._one(), self._lock:
            if not self._is_open:
                raise StoreDown("the store is closed")
            with translated(fault), self._writer.begin():
                tx = SqlTx(self._writer, True, fault)
                try:
                    yield tx
                    tx.finish()
                finally:
                    tx.open = False
        for topic, body in tx.messages:
            self._listeners.tell(topic, body)

    def close(self) -> None:
        """Close the file and let another process have it."""
        with self._lock:
            if not self._is_open:
                return
            self._is_open = False
            self._views.close()
            self._writer.close()
            self._writer.engine.dispose()
            self._file_lock.release()


def _mind_references(writer: Connection) -> None:
    """Refuse rows that refer to nothing; migrations may do so for a while, so it comes after."""
    raw: Any = writer.connection.dbapi_connection
    raw.execute("PRAGMA foreign_keys=ON").close()  # without effect inside a transaction


def writing_engine(path: Path) -> Engine:
    """The engine of the one connection that writes; whoever calls it holds the lock."""
    engine = create_engine(
        "sqlite://", creator=connector(path, "rwc", WRITER), poolclass=StaticPool
    )
    event.listen(engine, "begin", _begin_writing)
    return engine


def reading_engine(path: Path) -> Engine:
    """The engine of connections that cannot write."""
    engine = create_engine(
        "sqlite://",
        creator=connector(path, "ro", READER),
        poolclass=QueuePool,
        pool_size=8,
        max_overflow=32,
        pool_timeout=10,
    )
    event.listen(engine, "begin", _begin_reading)
    return engine


def connector(path: Path, mode: str, pragmas: tuple[str, ...]) -> Callable[[], Any]:
    """What opens a connection: transactions are begun by us, not guessed by the driver."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
        )
        for pragma in pragmas:
            connection.execute(pragma).close()
        return connection

    return connect


def _begin_writing(connection: Connection) -> None:
    """Begin a transaction as its writer, so that it never has to become one half way."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    """Begin a view."""
    connection.exec_driver_sql("BEGIN")


def fault(error: sql_errors.DBAPIError) -> Exception:
    """What an error of SQLite means."""
    name = getattr(error.orig, "sqlite_errorname", "").removeprefix("SQLITE_")
    if name in ("CONSTRAINT_UNIQUE", "CONSTRAINT_PRIMARYKEY"):
        return Taken(str(error.orig))
    if name == "CONSTRAINT_FOREIGNKEY":
        return dangling(error.orig)
    if name.startswith(PASSING):
        return StoreDown(f"the database cannot be used now: {error.orig} ({name})")
    return error
