"""Writing a fight: what the lowering gives, put down as the flat integers that are solved.

What is given comes row by row, end to end, and names everything by number: forces, places, the
supports in cuts, the carriers in links; a worth by its offset in the pool. `flatten` makes rows of
full width of it, in which everything is named by where its row starts, with zeros for what the
solver fills in.
"""

from collections.abc import Sequence

from dragoman.judge.layout import (
    CARRIER_GIVEN,
    CARRIER_ROW,
    CUT_GIVEN,
    CUT_ROW,
    FORCE_GIVEN,
    FORCE_ROW,
    HEADER,
    PLACE_ROW,
    SUPPORT_GIVEN,
    SUPPORT_ROW,
)

FORCE_REST = (0,) * (FORCE_ROW - FORCE_GIVEN)
SUPPORT_REST = (0,) * (SUPPORT_ROW - SUPPORT_GIVEN)
CUT_REST = (0,) * (CUT_ROW - CUT_GIVEN)
CARRIER_REST = (0,) * (CARRIER_ROW - CARRIER_GIVEN)
"""What follows the given part of a row."""

Given = Sequence[int]
"""Rows end to end, with only what is given of each."""


def flatten(
    places: int,
    forces: Given,
    supports: Given = (),
    cuts: Given = (),
    carriers: Given = (),
    links: Given = (),
    clashes: Given = (),
    peaces: Given = (),
    pool: Given = (),
) -> list[int]:
    """The flat integers of a fight."""
    n, m = len(forces) // FORCE_GIVEN, len(supports) // SUPPORT_GIVEN
    # Blocks follow one another, so that each ends where the next begins and needs no length.
    at_places = HEADER + n * FORCE_ROW
    at_carriers = at_places + places * PLACE_ROW
    at_links = at_carriers + len(carriers) // CARRIER_GIVEN * CARRIER_ROW
    at_supports = at_links + len(links)
    at_cuts = at_supports + m * SUPPORT_ROW
    at_clashes = at_cuts + len(cuts) // CUT_GIVEN * CUT_ROW
    at_peaces = at_clashes + len(clashes)
    at_moves = at_peaces + len(peaces)
    at_open = at_moves + n
    at_queue = at_open + m
    # A force has two questions at most: whether it arrives, and whether its convoy stands.
    at_pool = at_queue + 2 * n
    force, place = range(HEADER, at_places, FORCE_ROW), range(at_places, at_carriers, PLACE_ROW)
    carrier, support = (
        range(at_carriers, at_links, CARRIER_ROW),
        range(at_supports, at_cuts, SUPPORT_ROW),
    )
    # fmt: off
    d = [
        0, 0, HEADER, at_places, at_carriers, at_links, at_supports, at_cuts, at_clashes,
        at_peaces, at_moves, at_open, at_queue, at_pool, at_pool + len(pool),
    ]
    # fmt: on
    for k in range(0, len(forces), FORCE_GIVEN):
        d += (place[forces[k]], place[forces[k + 1]], *forces[k + 2 : k + FORCE_GIVEN], *FORCE_REST)
    d += [0] * (places * PLACE_ROW)
    for k in range(0, len(carriers), CARRIER_GIVEN):
        d += (force[carriers[k]], force[carriers[k + 1]], carriers[k + 2], *CARRIER_REST)
    d += [carrier[c] for c in links]
    for k in range(0, len(supports), SUPPORT_GIVEN):
        d += (force[supports[k]], force[supports[k + 1]], at_pool + supports[k + 2])
        d += (supports[k + 3], *SUPPORT_REST)
    for k in range(0, len(cuts), CUT_GIVEN):
        d += (force[cuts[k]], support[cuts[k + 1]], cuts[k + 2], cuts[k + 3], *CUT_REST)
    d += [force[f] for f in clashes]
    d += [force[f] for f in peaces]
    d += [0] * (at_pool - at_moves)
    d += pool
    return d
