"""Operators: a map made into another map."""

from collections.abc import Iterable, Iterator

import msgspec

from dragoman.geo.edge import CONVOY, LAND, MOVE, SEA, SUPPORT, Edge, Place, Province
from dragoman.geo.map import COASTAL, IMPASSABLE, INLAND, WATER, Map, Space

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


def local(place: str) -> str:
    """A place without its board: `par` for `3:par`."""
    return place.rpartition(":")[2]


def join(
    board: Map, pairs: Iterable[tuple[Province, Province]], *, shared_shores: bool = True
) -> Map:
    """A map with pairs of its provinces made neighbors.

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
