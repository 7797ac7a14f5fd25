"""Fog on every route: who may see no difference between two games gets the same bytes of both."""

import pytest

from tests.web.dark import VARIANTS, DarkWorld, two_dark_worlds
from tests.web.world import site

PAIRS = 10
"""How many pairs of worlds are compared; scripts/soak compares a thousand."""
NOBODY = (4, 5, 7)
"""The pairs of which everybody sees some difference, so that there is nobody to ask."""


@pytest.mark.parametrize("seed", range(PAIRS))
def test_nobody_learns_what_lies_in_the_dark(seed: int) -> None:
    blind, found = two_dark_worlds(seed)
    assert found == [] and bool(blind) == (seed not in NOBODY)


def test_every_variant_of_the_list_is_among_the_pairs() -> None:
    asked = {VARIANTS[seed % len(VARIANTS)] for seed in range(PAIRS) if seed not in NOBODY}
    assert asked == set(VARIANTS)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_comparison_sees_what_there_is_to_see(seed: int) -> None:
    """In the light the same pairs differ for the same viewers: so the test above can fail."""
    blind, found = two_dark_worlds(seed, "standard")
    assert blind
    routes = {row.partition(": ")[2] for row in found}
    assert {
        "GET /api/tables/{table}",
        "GET /api/tables/{table}/board.svg",
        "GET /api/tables/{table}/history/{n}",
        "GET /api/tables/{table}/sheet",
    } <= routes


def test_what_cannot_be_counted_is_not() -> None:
    with site() as here:
        world = DarkWorld(here, "fog")
        seats = world.players["France"].get(f"/api/tables/{world.table}").json["seats"]
        counts = {row["seat"]: (row["centers"], row["units"], row["alive"]) for row in seats}
        assert counts["France"] == (3, 3, True)
        assert counts["Turkey"] == (None, None, True)
        side = world.players["France"].get(f"/tables/{world.table}/side").body.decode()
        assert '<td class="number">?</td>' in side
