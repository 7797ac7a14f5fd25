"""Every backend, one after the other, each empty at the start of a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.store import Store, open_store


@pytest.fixture(params=["memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each backend."""
    opened = open_store("memory:")
    yield opened
    opened.close()
