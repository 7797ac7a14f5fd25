"""Putting a fight together: the flat integers for the solver, and a readable view of them."""

from dragoman.judge.layout import (
    ARRIVE,
    CARRIER_GIVEN,
    CARRIER_ROW,
    CUT,
    CUT_GIVEN,
    CUT_ROW,
    FORCE_GIVEN,
    FORCE_ROW,
    HEADER,
    PLACE_ROW,
    POINTS,
    RECEIVER,
    STRIKE,
    SUPPORT_GIVEN,
    SUPPORT_ROW,
    WORTH,
)


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
    """The flat integers of a fight, from flat lists of what its rows are given.

    Forces and places are named by their rows, which are known before anything is written: force i
    is `HEADER + FORCE_ROW * i`, place i is `first_place(forces) + PLACE_ROW * i`. Supports and
    carriers are named by number, and a worth by its offset in the pool. In this order:

    - forces: place, goal, side, attack, defence, path, light
    - supports: giver, receiver, worth, points
    - cuts: cutter, number of the support, strike, arrive
    - carriers: cargo, fleet, ends
    - links: the numbers of two carriers
    - clashes, peaces: two forces
    """
    n = len(forces) // FORCE_GIVEN
    at_places = HEADER + n * FORCE_ROW
    at_carriers = at_places + places * PLACE_ROW
    at_links = at_carriers + len(carriers) // CARRIER_GIVEN * CARRIER_ROW
    at_supports = at_links + len(links)
    at_cuts = at_supports + len(supports) // SUPPORT_GIVEN * SUPPORT_ROW
    at_clashes = at_cuts + len(cuts) // CUT_GIVEN * CUT_ROW
    at_peaces = at_clashes + len(clashes)
    at_moves = at_peaces + len(peaces)
    at_open = at_moves + n
    at_queue = at_open + len(supports) // SUPPORT_GIVEN
    at_pool = at_queue + 2 * n
    size = at_pool + len(pool)
    # fmt: off
    d = [
        0, 0, HEADER, at_places, at_carriers, at_links, at_supports, at_cuts, at_clashes,
        at_peaces, at_moves, at_open, at_queue, at_pool, size,
    ]
    # fmt: on
    d += [0] * (size - HEADER)
    for k in range(FORCE_GIVEN):
        d[HEADER + k : at_places : FORCE_ROW] = forces[k::FORCE_GIVEN]
    if supports:
        d[at_supports:at_cuts:SUPPORT_ROW] = supports[::SUPPORT_GIVEN]
        d[at_supports + RECEIVER : at_cuts : SUPPORT_ROW] = supports[RECEIVER::SUPPORT_GIVEN]
        worths = [at_pool + w for w in supports[WORTH::SUPPORT_GIVEN]]
        d[at_supports + WORTH : at_cuts : SUPPORT_ROW] = worths
        d[at_supports + POINTS : at_cuts : SUPPORT_ROW] = supports[POINTS::SUPPORT_GIVEN]
    if cuts:
        d[at_cuts:at_clashes:CUT_ROW] = cuts[::CUT_GIVEN]
        d[at_cuts + CUT : at_clashes : CUT_ROW] = [
            at_supports + SUPPORT_ROW * s for s in cuts[CUT::CUT_GIVEN]
        ]
        d[at_cuts + STRIKE : at_clashes : CUT_ROW] = cuts[STRIKE::CUT_GIVEN]
        d[at_cuts + ARRIVE : at_clashes : CUT_ROW] = cuts[ARRIVE::CUT_GIVEN]
    if carriers:
        for k in range(CARRIER_GIVEN):
            d[at_carriers + k : at_links : CARRIER_ROW] = carriers[k::CARRIER_GIVEN]
        d[at_links:at_supports] = [at_carriers + CARRIER_ROW * c for c in links]
    d[at_clashes:at_peaces] = clashes
    d[at_peaces:at_moves] = peaces
    d[at_pool:] = pool
    return d
