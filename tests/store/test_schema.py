"""The migrations make exactly what the rows ask for, from every earlier schema."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, create_engine, inspect, make_url

from dragoman.errors import RequestError
from dragoman.store import open_store
from dragoman.store.migrate import MIGRATIONS, known, migrate, newest, version
from dragoman.store.rows import KINDS
from dragoman.store.schema import metadata
from dragoman.store.sqlite import writing_engine
from tests.store.test_conformance import in_threads

BOTH = pytest.mark.parametrize("bare_url", ["sqlite", "postgresql"], indirect=True)

LATER = """
from alembic import op
import sqlalchemy as sa
revision = "9001"
down_revision = "{newest}"

def upgrade():
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("nickname", sa.Text(), nullable=False, server_default="-"))
    {then}
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_column("password")
"""


@pytest.fixture
def bare_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without any table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'bare.db'}"
        return
    from tests.store.servers import database

    with database(request.getfixturevalue("postgres"), "bare") as url:
        yield url


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A connection to a database, past the store."""
    if url.startswith("sqlite"):
        engine = writing_engine(Path(url.removeprefix("sqlite:///")))
    else:
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@BOTH
def test_the_migrations_make_what_the_rows_ask_for(bare_url: str) -> None:
    open_store(bare_url).close()
    with connected(bare_url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        unlike = compare_metadata(context, metadata())
    assert unlike == [], "rows.py changed: add a migration to store/migrations/versions"


@BOTH
@pytest.mark.parametrize("schema", known())
def test_every_earlier_schema_is_brought_forward_with_its_rows(bare_url: str, schema: str) -> None:
    with connected(bare_url) as connection:
        migrate(connection, schema)
        before = fill(connection)
    store = open_store(bare_url)
    with store.read() as tx:
        for kind in KINDS:
            if kind.NAME in before:
                (row,) = tx.find(kind)
                same = {name: getattr(row, name, old) for name, old in before[kind.NAME].items()}
                assert same == before[kind.NAME]
    store.close()


def fill(connection: Connection) -> dict[str, dict[str, Any]]:
    """One row in every table of a database, as its columns are now; the rows by table."""
    found = MetaData()
    with connection.begin():
        found.reflect(connection)
        rows = {}
        for table in found.sorted_tables:
            if table.name != "alembic_version":
                rows[table.name] = {column.name: value(column) for column in table.columns}
                connection.execute(table.insert(), rows[table.name])
    return rows


def value(column: Any) -> Any:
    """A value for a column; whatever refers to something refers to the row called x."""
    return {str: "x", int: 7, bool: True}[column.type.python_type]


def migrations(folder: Path, then: str) -> Path:
    """A folder with the migrations there are and one more, which does something half way."""
    shutil.copytree(MIGRATIONS, folder)
    file = folder / "versions" / "9001_later.py"
    file.write_text(LATER.format(newest=newest(), then=then))
    return folder


INTERRUPTED = """
import sys
from pathlib import Path
from sqlalchemy import create_engine
from dragoman.store.migrate import migrate
from dragoman.store.sqlite import writing_engine
url, folder = sys.argv[1:]
if url.startswith("sqlite"):
    engine = writing_engine(Path(url.removeprefix("sqlite:///")))
else:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
migrate(engine.connect(), folder=Path(folder))
"""


@BOTH
def test_a_migration_that_is_killed_has_not_happened(bare_url: str, tmp_path: Path) -> None:
    open_store(bare_url).close()
    with connected(bare_url) as connection:
        before = fill(connection)
    broken = migrations(tmp_path / "broken", "import os; os.kill(os.getpid(), 9)")
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, bare_url, str(broken)], timeout=60)
    assert done.returncode == -signal.SIGKILL
    with connected(bare_url) as connection:
        assert version(connection) == newest()
        assert "nickname" not in accounts(connection)
        connection.rollback()
        migrate(connection, folder=migrations(tmp_path / "whole", "pass"))
        assert version(connection) == "9001"
        assert {"nickname"} == accounts(connection) - set(before["accounts"])
        assert "password" not in accounts(connection)
        assert connection.exec_driver_sql("SELECT id FROM accounts").all() == [("x",)]


def accounts(connection: Connection) -> set[str]:
    """The columns of accounts."""
    return {column["name"] for column in inspect(connection).get_columns("accounts")}


@BOTH
def test_a_migration_that_fails_has_not_happened(bare_url: str, tmp_path: Path) -> None:
    open_store(bare_url).close()
    with connected(bare_url) as connection:
        fill(connection)
        with pytest.raises(ZeroDivisionError):
            migrate(connection, folder=migrations(tmp_path / "m", "1 / 0"))
        assert version(connection) == newest()
        assert "nickname" not in accounts(connection)


@BOTH
def test_a_newer_database_is_refused(bare_url: str, tmp_path: Path) -> None:
    with connected(bare_url) as connection:
        migrate(connection, folder=migrations(tmp_path / "m", "pass"))
    with pytest.raises(RequestError, match=r"schema 9001.*knows 0"):
        open_store(bare_url)


@pytest.mark.parametrize("bare_url", ["postgresql"], indirect=True)
def test_servers_that_start_at_once_migrate_once(bare_url: str) -> None:
    in_threads(*[lambda: open_store(bare_url).close()] * 4)
    with connected(bare_url) as connection:
        assert version(connection) == newest()
