"""From an address to a store."""

from pathlib import Path

from dragoman.errors import RequestError
from dragoman.extras import install
from dragoman.store.interface import Store
from dragoman.store.memory import MemoryStore

FILE = "dragoman.sqlite"
"""The name of the database in a site's folder."""


def open_store(url: str) -> Store:
    """The store at an address: `memory:`, `sqlite:///PATH` or `postgresql://…`."""
    if url == "memory:":
        return MemoryStore()
    if path := sqlite_path(url):
        need("sqlalchemy", "web")
        from dragoman.store.sqlite import SqliteStore

        return SqliteStore(path)
    if url.startswith(("postgresql://", "postgres://")):
        need("sqlalchemy", "web")
        need("psycopg", "pg")
        from dragoman.store.postgres import PostgresStore

        return PostgresStore(url)
    raise RequestError(
        f"no store at {url!r}: it is memory:, sqlite:///PATH or postgresql://USER@HOST/NAME"
    )


def sqlite_path(url: str) -> Path | None:
    """The file that an address names, if it is one of SQLite's."""
    rest = url.removeprefix("sqlite:///")
    return Path(rest) if rest not in (url, "", ":memory:") else None


def address(data: Path, url: str = "") -> str:
    """The address of a site: the one given, or the SQLite file in its folder."""
    return url or f"sqlite:///{(data / FILE).resolve()}"


def need(module: str, extra: str, what: str = "this") -> None:
    """Say which extra something needs, if it is missing."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise RequestError(f"{what} needs {module}: {install(extra)}")
