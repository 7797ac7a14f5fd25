"""Every backend, one after the other, each empty at the start of a test."""

from collections.abc import Iterator

import pytest

from dragoman.store import Store, open_store


@pytest.fixture(params=["memory", "sqlite_url", "postgres_url"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store of each backend."""
    if request.param == "memory":
        return "memory:"
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store of each backend."""
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store of each backend that outlasts its closing."""
    return str(request.getfixturevalue(request.param))
