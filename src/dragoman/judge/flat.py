"""Writing a fight: what the lowering gives, put down as the flat integers that are solved.

`flatten` takes what the rows are given, in this order:

- forces: a column each of place, goal, side, attack, defence, path, light
- supports: giver, receiver, worth, points; one after another, as are all that follow
- cuts: cutter, number of the support, strike, arrive
- carriers: cargo, fleet, ends
- links: the numbers of two carriers
- clashes, peaces: two forces

Forces and places are named by their rows, which are known before anything is written: force i is
`HEADER + FORCE_ROW * i`, place i is `first_place(forces) + PLACE_ROW * i`. Supports and carriers
are named by number, a worth by its offset in the pool.
"""

from collections.abc import Sequence

from dragoman.judge.layout import (
    CARRIER_GIVEN,
    CARRIER_ROW,
    CUT,
    CUT_GIVEN,
    CUT_ROW,
    FORCE_ROW,
    FORCES,
    HEADER,
    PLACE_ROW,
    SUPPORT_GIVEN,
    SUPPORT_ROW,
    WORTH,
)


def first_place(forces: int) -> int:
    """Where the place rows start in a fight of so many forces."""
    return HEADER + FORCE_ROW * forces


def flatten(
    places: int,
    forces: Sequence[Sequence[int]],
    supports: list[int],
    cuts: list[int],
    carriers: list[int],
    links: list[int],
    clashes: list[int],
    peaces: list[int],
    pool: list[int],
) -> list[int]:
    """The flat integers of a fight."""
    n = len(forces[0])
    given = len(supports) // SUPPORT_GIVEN
    # Blocks follow one another, so that each ends where the next begins and needs no length.
    at_places = HEADER + n * FORCE_ROW
    at_carriers = at_places + places * PLACE_ROW
    at_links = at_carriers + len(carriers) // CARRIER_GIVEN * CARRIER_ROW
    at_supports = at_links + len(links)
    at_cuts = at_supports + given * SUPPORT_ROW
    at_clashes = at_cuts + len(cuts) // CUT_GIVEN * CUT_ROW
    at_peaces = at_clashes + len(clashes)
    at_moves = at_peaces + len(peaces)
    at_open = at_moves + n
    at_queue = at_open + given
    # A force has two questions at most: whether it arrives, and whether its convoy stands.
    at_pool = at_queue + 2 * n
    size = at_pool + len(pool)
    d = [0] * size
    # fmt: off
    d[FORCES:HEADER] = (
        HEADER, at_places, at_carriers, at_links, at_supports, at_cuts, at_clashes, at_peaces,
        at_moves, at_open, at_queue, at_pool, size,
    )
    # fmt: on
    for k, column in enumerate(forces):
        d[HEADER + k : at_places : FORCE_ROW] = column
    if supports:
        fill(d, at_supports, at_cuts, SUPPORT_ROW, supports, SUPPORT_GIVEN)
        shift(d, at_supports + WORTH, at_cuts, SUPPORT_ROW, at_pool, 1)
    if cuts:
        fill(d, at_cuts, at_clashes, CUT_ROW, cuts, CUT_GIVEN)
        shift(d, at_cuts + CUT, at_clashes, CUT_ROW, at_supports, SUPPORT_ROW)
    if carriers:
        fill(d, at_carriers, at_links, CARRIER_ROW, carriers, CARRIER_GIVEN)
        d[at_links:at_supports] = [at_carriers + CARRIER_ROW * c for c in links]
    d[at_clashes:at_moves] = clashes + peaces
    d[at_pool:] = pool
    return d


def fill(d: list[int], start: int, end: int, width: int, rows: list[int], given: int) -> None:
    """Spread rows of what is given over a block of wider rows."""
    # A strided slice fills a whole column at once, which is quicker than going row by row.
    for field in range(given):
        d[start + field : end : width] = rows[field::given]


def shift(d: list[int], start: int, end: int, width: int, base: int, step: int) -> None:
    """Turn a column of numbers into references."""
    d[start:end:width] = [base + step * number for number in d[start:end:width]]
