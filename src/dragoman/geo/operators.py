"""Operators: a map made into another map."""

from collections.abc import Iterable, Iterator

import msgspec

from dragoman.geo.edge import CONVOY, LAND, MOVE, SEA, SUPPORT, Edge, Place, Province
from dragoman.geo.map import COASTAL, IMPASSABLE, INLAND, WATER, Map, Space

STILL = frozenset({MOVE})
LEVELS = 4
"""The module in which only the same provinces touch, for all that neighbors can do."""
ALL_USES = frozenset({MOVE, SUPPORT, CONVOY})


def stack(board: Map, count: int) -> Map:
    """Several copies of a board, numbered from 1, with no way from one to another.

    The place `par` of the third copy is `3:par`; what a border crosses is each copy's own.
    """
    names = [str(number) for number in range(1, count + 1)]
    return Map(
        id=f"{board.id}-{count}",
        name=f"{board.name}, {count} boards",
        spaces={s.id: s for name in names for s in _copied_spaces(board, name)},
        edges=tuple(edge for name in names for edge in _copied_edges(board, name)),
        lines={key: tuple(_copied_lines(rows, names)) for key, rows in board.lines.items()},
    )


def _copied_spaces(board: Map, name: str) -> Iterator[Space]:
    for space in board.spaces.values():
        yield msgspec.structs.replace(
            space,
            id=Province(f"{name}:{space.id}"),
            coasts=tuple(Place(f"{name}:{coast}") for coast in space.coasts),
            board=name,
        )


def _copied_lines(
    rows: tuple[tuple[Province, ...], ...], names: list[str]
) -> Iterator[tuple[Province, ...]]:
    for name in names:
        yield from (tuple(Province(f"{name}:{p}") for p in row) for row in rows)


def _copied_edges(board: Map, name: str) -> Iterator[Edge]:
    for e in board.edges:
        crossing = f"{name}:{e.crossing}" if e.crossing else ""
        ends = Place(f"{name}:{e.a}"), Place(f"{name}:{e.b}")
        yield Edge(*ends, e.modes, e.uses, crossing, e.one_way)


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


def local(place: str) -> str:
    """A place without its board: `par` for `3:par`."""
    return place.rpartition(":")[2]


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


def join(
    board: Map, pairs: Iterable[tuple[Province, Province]], *, shared_shores: bool = True
) -> Map:
    """A map with pairs of its provinces made neighbors, as Twin Earths links them.

    Armies pass if neither is water; fleets if one is, and then the other has a shore; or if both
    have shores. A shore that one link gives serves the other links of its space, if shared.
    """
    linked = list(pairs)
    washed = {s.id: s for a, b in linked for s in _washed(board, a, b)}
    shores = frozenset(washed) if shared_shores else frozenset[Province]()
    edges = [edge for a, b in linked for edge in _joined(board, a, b, shores)]
    return (
        msgspec.structs.replace(board, spaces=board.spaces | washed, edges=(*board.edges, *edges))
        if edges
        else board
    )


def _washed(board: Map, a: Province, b: Province) -> Iterator[Space]:
    """The inland province that a link to the sea gives a shore."""
    ends = [board.spaces[a], board.spaces[b]]
    if WATER in (space.kind for space in ends):
        yield from (
            msgspec.structs.replace(space, kind=COASTAL) for space in ends if space.kind == INLAND
        )


def _joined(board: Map, a: Province, b: Province, washed: frozenset[Province]) -> Iterator[Edge]:
    """The edges of one link: one for armies, and one for fleets between each pair of coasts."""
    ends = [board.spaces[a], board.spaces[b]]
    kinds = [space.kind for space in ends]
    if IMPASSABLE in kinds:
        return
    if WATER not in kinds:
        yield Edge(Place(a), Place(b), frozenset({LAND}), frozenset({MOVE, SUPPORT}))
    shores = [_shores(board, space, WATER in kinds or space.id in washed) for space in ends]
    sails = any(s.convoys for s in ends)
    uses = ALL_USES if sails else frozenset({MOVE, SUPPORT})
    for x in shores[0]:
        for y in shores[1]:
            yield Edge(x, y, frozenset({SEA}), uses)


def _shores(board: Map, space: Space, washed: bool) -> tuple[Place, ...]:
    """Where fleets stand in a province; one that a link washes has a shore from then on."""
    if space.coasts:
        return space.coasts
    sailed = Place(space.id) in board.reach(frozenset({SEA}), MOVE, coasts=True)
    return (Place(space.id),) if sailed or washed else ()
