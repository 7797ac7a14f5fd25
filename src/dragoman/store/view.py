"""A store opened for reading only: beside a server, for backups, changing nothing."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy import Engine

from dragoman.errors import RequestError
from dragoman.store.interface import StoreDown, Tx
from dragoman.store.migrate import newest, version
from dragoman.store.opening import need, sqlite_path
from dragoman.store.sql import Fault, SqlTx, translated


class ReadOnlyStore:
    """Reads what is kept; every transaction sees one moment."""

    def __init__(self, engine: Engine, fault: Fault) -> None:
        self._engine = engine
        self._fault = fault
        self._is_open = True

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A view of what is kept now."""
        if not self._is_open:
            raise StoreDown("the store is closed")
        with translated(self._fault), self._engine.begin() as connection:
            tx = SqlTx(connection, False, self._fault)
            try:
                yield tx
            finally:
                tx.open = False

    def write(self) -> AbstractContextManager[Tx]:
        """Refused."""
        raise TypeError("this store was opened for reading only")

    def listen(self, heard: Callable[[str, str], None]) -> Callable[[], None]:
        """Refused."""
        raise TypeError("this store was opened for reading only")

    def close(self) -> None:
        """Let go of all connections."""
        self._is_open = False
        self._engine.dispose()


def open_view(url: str) -> ReadOnlyStore:
    """The store at an address, for reading; its schema must be the newest."""
    engine, fault = reading(url)
    try:
        with translated(fault), engine.begin() as connection:
            found = version(connection)
        if found != newest():
            raise RequestError(
                f"the database has schema {found or 'none'}, this program needs {newest()}: "
                "start the server of this version once, or use the version that wrote it"
            )
    except BaseException:
        engine.dispose()
        raise
    return ReadOnlyStore(engine, fault)


def reading(url: str) -> tuple[Engine, Fault]:
    """The connections that read from an address, and what their errors mean."""
    if path := sqlite_path(url):
        if not path.is_file():
            raise RequestError(f"no database {path}")
        from dragoman.store import sqlite

        return sqlite.reading_engine(path), sqlite.fault
    if url.startswith(("postgresql://", "postgres://")):
        need("psycopg", "pg")
        from dragoman.store import postgres

        return postgres.reading_engine(url), postgres.fault
    raise RequestError(f"no site at {url!r}: it is sqlite:///PATH or postgresql://USER@HOST/NAME")
