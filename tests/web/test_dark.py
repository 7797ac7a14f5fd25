"""Fog on every route: who may see no difference between two games gets the same bytes of both."""

import pytest

from tests.web.dark import VARIANTS, DarkWorld, two_dark_worlds
from tests.web.world import site

PAIRS = 10
"""How many pairs of worlds are compared in one run; scripts/soak compares a thousand."""


def test_nobody_learns_what_lies_in_the_dark() -> None:
    """Every variant of the list is among the pairs, and most pairs have somebody to ask."""
    assert len(VARIANTS) <= PAIRS
    came = {seed: two_dark_worlds(seed) for seed in range(PAIRS)}
    assert {seed: found for seed, (_, found) in came.items() if found} == {}
    assert sum(bool(blind) for blind, _ in came.values()) > PAIRS / 2
    assert {VARIANTS[seed % len(VARIANTS)] for seed, (blind, _) in came.items() if blind} == set(
        VARIANTS
    )


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
        told = {row["seat"]: (row["centers"], row["units"], row["alive"]) for row in seats}
        assert told["France"] == (3, 3, True)
        assert told["Turkey"] == (None, None, True)
        side = world.players["France"].get(f"/tables/{world.table}/side").body.decode()
        assert '<td class="number">?</td>' in side
