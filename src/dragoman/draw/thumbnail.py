"""Thumbnails: a board small enough for a card, with fewer points and no names."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from dragoman.draw.compiled import Arc, Compiled, Steps, fold, unfold
from dragoman.draw.game import Moment, compiled_map
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import scene
from dragoman.rules import Variant

COARSE = 36
"""How far, in tenths of a pixel, a thinned line may stray from the true one."""

KEPT = ("coast",)
UNSEEN = ("names",)

Point = tuple[int, int]


def draw_thumbnail(
    variant: Variant, moment: Moment, *, theme: str = "light", folders: Sequence[Path] = ()
) -> str:
    """The first board of a position as a light SVG without names."""
    board = variant.map.boards[0]
    seen = scene(variant, moment.state, None, board)
    compiled = bare(thinned(compiled_map(variant, folders), COARSE, KEPT))
    layers = Board(compiled, seen, theme=theme, small=True).layers()
    inside = "".join(layer for name, layer in layers.items() if name not in UNSEEN)
    return svg(inside, compiled.width, compiled.height, title=variant.name, alone=False)


def bare(board: Compiled) -> Compiled:
    """A map without the outlines of seas, which nobody sees: only a page needs them."""
    if not board.ocean:
        return board
    shapes = {
        k: msgspec.structs.replace(s, rings=()) if s.kind == "sea" and not s.box else s
        for k, s in board.shapes.items()
    }
    return msgspec.structs.replace(board, shapes=shapes)


@lru_cache(maxsize=32)
def thinned(board: Compiled, stray: int, kept: tuple[str, ...] = ()) -> Compiled:
    """A map with fewer points in its lines, and only the scenery to be kept, if any is named."""
    arcs = tuple(Arc(a.sides, a.kind, thin(a.steps, stray)) for a in board.arcs)
    scenery = {
        name: tuple(thin(line, _allowed(name, stray)) for line in lines) if _drawn(name) else lines
        for name, lines in board.scenery.items()
        if not kept or name in kept
    }
    return msgspec.structs.replace(board, arcs=arcs, scenery=scenery)


def _drawn(name: str) -> bool:
    """Whether scenery is lines, rather than the spots of signs."""
    return not name.startswith("decor ")


def _allowed(name: str, stray: int) -> int:
    """How far scenery may stray: the waves along a coast are faint, so twice as far."""
    return 2 * stray if name.startswith("waterline") else stray


def thin(steps: Steps, stray: int) -> Steps:
    """A line with only the points that it needs to stray no further than this from its course.

    >>> thin((0, 0, 100, 1, 100, -1, 0, 300), 5)
    (0, 0, 200, 0, 0, 300)
    """
    return fold(_needed(unfold(steps), stray))


def _step(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _needed(points: list[Point], stray: int) -> list[Point]:
    """The ends of a line, and between them the points that stray furthest."""
    if len(points) < 3:
        return points
    ends = points[0], points[-1]
    far, where = max((_distance(p, *ends), n) for n, p in enumerate(points[1:-1], 1))
    if far <= stray:
        return list(ends) if ends[0] != ends[1] else [ends[0], points[where], ends[1]]
    return _needed(points[: where + 1], stray)[:-1] + _needed(points[where:], stray)


def _distance(p: Point, a: Point, b: Point) -> float:
    """How far a point lies from the line between two others."""
    (dx, dy), (px, py) = _step(a, b), _step(a, p)
    length = (dx * dx + dy * dy) ** 0.5
    return float(abs(dx * py - dy * px) / length if length else (px * px + py * py) ** 0.5)
