"""What every test of the server may ask for."""

from collections.abc import Iterator

import pytest

from tests.web.world import Site, site


@pytest.fixture
def here() -> Iterator[Site]:
    """A site of one's own."""
    with site() as made:
        yield made
