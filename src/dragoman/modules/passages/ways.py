"""The ways between boards: what of a board opens to the others, by the number of the module."""

from collections.abc import Iterator

import msgspec

from dragoman.geo import CONVOY, MOVE, SUPPORT, Edge, Map, Place, local

STILL = frozenset({MOVE})
LEVELS = 4
"""The module in which only the same provinces touch, for all that neighbors can do."""


def link(boards: Map, module: int, *, fleets_of_origin: bool = False) -> Map:
    """Stacked boards joined by one of the modules of CW Heptadiplomacy (H1, H4 to H6), or levels.

    Module 1 opens the same province on every board, for moves. Module 2 adds the neighbors on
    every board, for moves, and lets an army go on and off a convoy across boards, its fleets being
    all on one board: any, or that of the army's origin. Module 3 opens all of it to supports and
    convoys as well. Levels are the way of Twin Earths I: module 1, but supports pass as moves do,
    and a fleet hands an army on to one in the same sea.
    """
    steps = list(_same_province(boards, module))
    if module in (2, 3):
        steps += _neighbors(boards, module, fleets_of_origin)
    return msgspec.structs.replace(
        boards, id=f"{boards.id}-{module}", edges=(*boards.edges, *steps)
    )


def _same_province(boards: Map, module: int) -> Iterator[Edge]:
    """Between two boards a unit keeps its province, and its coast (H7)."""
    uses = STILL | {SUPPORT} if module > 2 else STILL
    deep = uses | {CONVOY} if module == LEVELS else uses
    modes: dict[Place, frozenset[str]] = {}
    for edge in boards.edges:
        for place in (edge.a, edge.b):
            modes[place] = modes.get(place, frozenset()) | edge.modes
    for place in modes:
        here = boards.spaces[boards.province[place]].board
        for there in boards.boards[boards.boards.index(here) + 1 :]:
            other = Place(f"{there}:{local(place)}")
            if other in modes:
                at_sea = boards.spaces[boards.province[place]].convoys
                yield Edge(place, other, modes[place], deep if at_sea else uses)


def _neighbors(boards: Map, module: int, fleets_of_origin: bool) -> Iterator[Edge]:
    """Every border of a board, led over to each of the others."""
    for edge in boards.edges:
        here = boards.spaces[boards.province[edge.a]].board
        for there in boards.boards:
            far = Place(f"{there}:{local(edge.b)}")
            if there == here or far not in boards.province:
                continue
            led = Edge(edge.a, far, edge.modes, edge.uses)
            yield from [led] if module > 2 else _shared_fleets(boards, led, fleets_of_origin)


def _shared_fleets(boards: Map, edge: Edge, fleets_of_origin: bool) -> Iterator[Edge]:
    """A border of module 2: fleets hand on to fleets of their own board only."""
    at_sea = [boards.spaces[boards.province[p]].convoys for p in (edge.a, edge.b)]
    if CONVOY not in edge.uses or all(at_sea):
        yield Edge(edge.a, edge.b, edge.modes, STILL)
    elif not fleets_of_origin:
        yield Edge(edge.a, edge.b, edge.modes, frozenset({MOVE, CONVOY}))
    else:
        ends = (edge.a, edge.b) if at_sea[0] else (edge.b, edge.a)
        yield Edge(edge.a, edge.b, edge.modes, STILL)
        yield Edge(*ends, edge.modes, frozenset({CONVOY}), one_way=True)
