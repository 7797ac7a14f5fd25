"""The migrations make exactly what the rows ask for, from every earlier schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, make_url

from dragoman.store import open_store
from dragoman.store.schema import metadata
from dragoman.store.sqlite import writing_engine


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


def unlike(url: str) -> list[object]:
    """Where a database differs from what the rows ask for."""
    with connected(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata()))


@pytest.mark.parametrize("backend", ["sqlite_url", "postgres_url"])
def test_the_migrations_make_what_the_rows_ask_for(
    request: pytest.FixtureRequest, backend: str
) -> None:
    url = str(request.getfixturevalue(backend))
    open_store(url).close()
    assert unlike(url) == [], "rows.py changed: add a migration to store/migrations/versions"
