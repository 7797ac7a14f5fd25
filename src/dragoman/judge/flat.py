"""Writing a fight: what the lowering gives, put down as the flat integers that are solved.

`flatten` takes whole rows end to end, each with zeros for what the solver fills in. Forces and
places are named by their rows, which are known before anything is written: force i is
`HEADER + FORCE_ROW * i`, place i is `first_place(forces) + PLACE_ROW * i`. Supports (in cuts) and
carriers (in links) are named by number, a worth by its offset in the pool.
"""

from dragoman.judge.layout import (
    CARRIER_GIVEN,
    CARRIER_ROW,
    CUT,
    CUT_GIVEN,
    CUT_ROW,
    FORCE_GIVEN,
    FORCE_ROW,
    HEADER,
    PLACE_ROW,
    SUPPORT_GIVEN,
    SUPPORT_ROW,
    WORTH,
)

FORCE_REST = (0,) * (FORCE_ROW - FORCE_GIVEN)
SUPPORT_REST = (0,) * (SUPPORT_ROW - SUPPORT_GIVEN)
CUT_REST = (0,) * (CUT_ROW - CUT_GIVEN)
CARRIER_REST = (0,) * (CARRIER_ROW - CARRIER_GIVEN)
"""What follows the given part of a row."""


def first_place(forces: int) -> int:
    """Where the place rows start in a fight of so many forces."""
    return HEADER + FORCE_ROW * forces


def flatten(
    places: int,
    forces: list[int],
    supports: list[int],
    cuts: list[int],
    carriers: list[int],
    links: list[int],
    clashes: list[int],
    peaces: list[int],
    pool: list[int],
) -> list[int]:
    """The flat integers of a fight."""
    n = len(forces) // FORCE_ROW
    # Blocks follow one another, so that each ends where the next begins and needs no length.
    at_places = HEADER + len(forces)
    at_carriers = at_places + places * PLACE_ROW
    at_links = at_carriers + len(carriers)
    at_supports = at_links + len(links)
    at_cuts = at_supports + len(supports)
    at_clashes = at_cuts + len(cuts)
    at_peaces = at_clashes + len(clashes)
    at_moves = at_peaces + len(peaces)
    at_open = at_moves + n
    at_queue = at_open + len(supports) // SUPPORT_ROW
    # A force has two questions at most: whether it arrives, and whether its convoy stands.
    at_pool = at_queue + 2 * n
    size = at_pool + len(pool)
    # fmt: off
    d = [
        0, 0, HEADER, at_places, at_carriers, at_links, at_supports, at_cuts, at_clashes,
        at_peaces, at_moves, at_open, at_queue, at_pool, size,
    ]
    # fmt: on
    for worth in range(WORTH, len(supports), SUPPORT_ROW):
        supports[worth] += at_pool
    for cut in range(CUT, len(cuts), CUT_ROW):
        cuts[cut] = at_supports + SUPPORT_ROW * cuts[cut]
    d += forces
    d += [0] * (places * PLACE_ROW)
    d += carriers
    if links:
        d += [at_carriers + CARRIER_ROW * number for number in links]
    d += supports
    d += cuts
    d += clashes
    d += peaces
    d += [0] * (at_pool - at_moves)
    d += pool
    return d
