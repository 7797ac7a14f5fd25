"""What tests of several packages need: databases."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A PostgreSQL server that is started once."""
    from tests.store.servers import running

    with running() as server:
        yield server


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> str:
    """The address of a PostgreSQL database."""
    return str(postgres_server.get_uri())


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The address of a PostgreSQL database that is empty again."""
    from tests.store.servers import emptied

    emptied(postgres)
    return postgres


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the newest schema and no rows."""
    from dragoman.store import open_store

    path = tmp_path_factory.mktemp("sqlite") / "empty.db"
    open_store(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def sqlite_url(sqlite_file: Path, tmp_path: Path) -> str:
    """The address of an SQLite database without rows."""
    path = tmp_path / "site.db"
    shutil.copyfile(sqlite_file, path)
    return f"sqlite:///{path}"
