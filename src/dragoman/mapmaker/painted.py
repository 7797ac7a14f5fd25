"""Outlines from a picture: shapes that overlap and leave gaps become provinces that share lines.

The shapes are painted on a grid one after the other, slivers go, gaps are filled from their sides,
and the lines between the labels are read off. So every line is shared by its two sides.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely.geometry import Polygon

from dragoman.geo import IMPASSABLE, WATER, Map
from dragoman.mapmaker.arcs import (
    OUTSIDE,
    CutArc,
    Spot,
    crossing,
    ring_points,
    rings_of,
    smoothed,
    walks,
)
from dragoman.mapmaker.borders import ARMY, FLEET, Border, declared, ordered, root

Grid = NDArray[np.int32]
Ring = Sequence[Spot]

CELLS = 1000
"""How many cells the longer side of the board has."""

GAP = 9
"""Empty ground that is nowhere so many cells from a painted shape is a gap, and is filled."""

SHORT = 9
"""A contact of so few cells may be a slip of the pen, and so may a gap."""

ISLET = 14.0
"""Islands of fewer cells go, unless a province has nothing else."""

VOID = -1


class Traced(Struct, frozen=True):
    """Outlines that share their lines, in the units of the picture, and the frame about them."""

    rings: dict[str, list[list[Spot]]]
    frame: tuple[float, float, float, float]


def trace_picture(
    board: Map, shapes: Mapping[str, Sequence[Ring]], view: tuple[float, ...] | None
) -> Traced:
    """The outlines of a board's provinces from shapes, in the order in which they are painted."""
    solid = {k: _solid(rings) for k, rings in shapes.items()}
    frame = _frame(solid.values(), view)
    sheet = _Sheet(board, list(solid), frame)
    for number, shape in enumerate(solid.values()):
        sheet.paint(number, shape)
    sheet.clean()
    sheet.mend()
    sheet.widen()
    return Traced(sheet.rings(), sheet.frame)


def _solid(rings: Sequence[Ring]) -> Any:
    """What rings enclose; a ring within a ring is a hole."""
    shape: Any = Polygon()
    for ring in rings:
        shape = shape.symmetric_difference(shapely.make_valid(Polygon(ring)))
    return shape


def _frame(
    shapes: Iterable[Any], view: tuple[float, ...] | None
) -> tuple[float, float, float, float]:
    """The part of the window that shapes lie in."""
    left, top, right, bottom = shapely.total_bounds(list(shapes))
    if view:
        left, top = max(left, view[0]), max(top, view[1])
        right, bottom = min(right, view[2]), min(bottom, view[3])
    return float(left), float(top), float(right), float(bottom)


class _Sheet:
    """A grid of cells, each with the number of the label that it is painted with."""

    def __init__(self, board: Map, labels: list[str], frame: tuple[float, ...]) -> None:
        self.labels = labels
        left, top, right, bottom = frame
        self.cell = max(right - left, bottom - top) / CELLS
        wide, high = (max(8, round(v / self.cell)) for v in (right - left, bottom - top))
        edges = (left, top, left + wide * self.cell, top + high * self.cell)
        self.frame = (round(left, 2), round(top, 2), round(edges[2], 2), round(edges[3], 2))
        self.grid: Grid = np.full((high, wide), VOID, np.int32)
        self.wanted, self.open = _contacts_wanted(board, labels)

    def paint(self, number: int, shape: Any) -> None:
        """Paint every cell whose middle lies in a shape."""
        left, top = self.frame[:2]
        bounds = np.array(shape.bounds)
        if not len(bounds):
            return
        low = np.maximum(np.floor((bounds[:2] - (left, top)) / self.cell), 0).astype(int)
        high = np.ceil((bounds[2:] - (left, top)) / self.cell).astype(int) + 1
        part = self.grid[low[1] : high[1], low[0] : high[0]]
        rows, columns = np.indices(part.shape)
        xs = left + (columns + low[0] + 0.5) * self.cell
        ys = top + (rows + low[1] + 0.5) * self.cell
        shapely.prepare(shape)
        part[shapely.contains_xy(shape, xs, ys)] = number

    def clean(self) -> None:
        """Drop slivers and fill gaps."""
        core = np.ones(self.grid.shape, bool)
        for near in _around(self.grid):
            core &= near == self.grid
        kept = np.where(core, self.grid, VOID)
        opened = kept.copy()
        for near in _around(kept):
            opened = np.where((near == self.grid) & (opened == VOID), near, opened)
        # What has no core at all is small, not a sliver.
        lost = np.setdiff1d(np.unique(self.grid), np.unique(opened))
        opened = np.where(np.isin(self.grid, lost), self.grid, opened)
        self.grid = _filled(opened)

    def contacts(self) -> dict[tuple[int, int], int]:
        """How many cells' edges each two open labels share."""
        found: dict[tuple[int, int], int] = {}
        for a, b in ((self.grid[:, :-1], self.grid[:, 1:]), (self.grid[:-1], self.grid[1:])):
            other = (a != b) & (a != VOID) & (b != VOID)
            pairs = np.sort(np.stack([a[other], b[other]]), axis=0)
            rows, counts = np.unique(pairs, axis=1, return_counts=True)
            for (x, y), n in zip(rows.T.tolist(), counts.tolist(), strict=True):
                found[x, y] = found.get((x, y), 0) + n
        return {p: n for p, n in found.items() if {*p} <= self.open}

    def wrong(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The contacts that are too many, and those that are missing."""
        touching = {p for p, n in self.contacts().items() if n > 1}
        return sorted(touching - self.wanted), sorted(self.wanted - touching)

    def mend(self) -> None:
        """Part what touches by a slip, and join what nearly does, wherever that makes it better."""
        for _ in range(2):
            extra, missing = self.wrong()
            for pair, way in [(p, self.join) for p in missing] + [(p, self.part) for p in extra]:
                before, faults = self.grid.copy(), sum(map(len, self.wrong()))
                way(*pair)
                if sum(map(len, self.wrong())) >= faults:
                    self.grid = before

    def join(self, a: int, b: int) -> None:
        """Bring two labels together where they come nearest, if that is near."""
        spots = [np.argwhere(self.edge_of(k)) for k in (a, b)]
        if not all(map(len, spots)):
            return
        away = np.hypot(*(spots[0][:, None] - spots[1][None]).transpose(2, 0, 1))
        i, j = np.unravel_index(np.argmin(away), away.shape)
        p, q = spots[0][i], spots[1][j]
        if away[i, j] > 1.5 * SHORT:
            return
        for t in np.linspace(0, 1, 4 * SHORT):
            y, x = np.round(p + (q - p) * t).astype(int)
            patch = self.grid[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            patch[patch != b] = a if t < 0.5 else b

    def edge_of(self, number: int) -> NDArray[np.bool_]:
        """The cells of a label that another lies beside."""
        mine = self.grid == number
        rim = np.zeros(mine.shape, bool)
        for near in _beside(self.grid):
            rim |= mine & (near != number)
        return rim

    def part(self, a: int, b: int) -> None:
        """Let the labels about a short contact flow into it."""
        rim = np.zeros(self.grid.shape, bool)
        for x, y in ((a, b), (b, a)):
            for near in _beside(self.grid):
                rim |= (self.grid == x) & (near == y)
        if rim.sum() > 2 * SHORT:
            return
        wide = rim.copy()
        for near in _around(rim):
            wide |= near
        mine = np.isin(self.grid, (a, b))
        others = np.where(mine, VOID, self.grid)
        for _ in range(2 * SHORT):
            for near in _beside(others):
                others = np.where((others == VOID) & wide, near, others)
        self.grid = np.where(wide & mine & (others != VOID), others, self.grid)

    def widen(self) -> None:
        """Where cells of a label meet at a corner only, let them meet along an edge."""
        for _ in range(4):
            for flip in (False, True):
                grid = self.grid[:, ::-1] if flip else self.grid
                a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, :-1], grid[1:, 1:]
                pinched = (a == d) & (a != b) & (a != c) & (a != VOID)
                b[pinched] = a[pinched]

    def rings(self) -> dict[str, list[list[Spot]]]:
        """The outlines of the labels, in the units of the picture."""
        names = [*self.labels, OUTSIDE]
        sides = {
            edge: (names[a], names[b]) if names[a] < names[b] else (names[b], names[a])
            for edge, (a, b) in _edges(self.grid).items()
        }
        arcs = [CutArc(pair, "", path) for pair, path in walks(sides)]
        arcs = _without_islets(arcs)
        for arc in arcs:
            arc.points = smoothed(_calm(arc.raw), 0.4, 0)
        for k in crossing(arcs):
            arcs[k].points = np.array(arcs[k].raw)
        found = rings_of(arcs)
        return {
            label: [self.placed(ring_points(arcs, ring)) for ring in rings]
            for label, rings in found.items()
        }

    def placed(self, points: NDArray[np.float64]) -> list[Spot]:
        left, top = self.frame[:2]
        flat = np.round(points[:-1] * self.cell + (left, top), 2)
        return [(float(x), float(y)) for x, y in flat]


def _filled(grid: Grid) -> Grid:
    """Empty cells given to the labels beside them, but for those of wide empty ground."""
    empty, found = grid == VOID, grid
    for _ in range(GAP):
        before = found
        for near in _beside(before):
            found = np.where(found == VOID, near, found)
    wide = found == VOID
    for _ in range(GAP):
        for near in list(_beside(wide)):
            wide = wide | (near & empty)
    return np.where(wide, VOID, found).astype(np.int32)


def _contacts_wanted(board: Map, labels: Sequence[str]) -> tuple[set[tuple[int, int]], set[int]]:
    """Which labels should touch, and which of them units may enter."""
    number = {label: k for k, label in enumerate(labels)}
    kinds = {str(s.id): s.kind for s in board.spaces.values()}
    borders = declared(board)
    pairs: set[Border] = {ordered(root(a), root(b)) for a, b in borders[ARMY]}
    sailed = {ordered(root(a), root(b)) for a, b in borders[FLEET]}
    pairs |= {p for p in sailed if WATER in (kinds[p[0]], kinds[p[1]])}
    found = {tuple(sorted((number[a], number[b]))) for a, b in pairs if {a, b} <= number.keys()}
    opened = {number[k] for k in labels if kinds.get(k, IMPASSABLE) != IMPASSABLE}
    return {(a, b) for a, b in found}, opened


def _beside(grid: Any) -> Iterable[Any]:
    """The grid moved by one cell to each side: what lies beside each cell."""
    for axis in (0, 1):
        for way in (1, -1):
            yield _moved(grid, way, axis)


def _around(grid: Any) -> Iterable[Any]:
    """What lies beside each cell, and at its corners."""
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down or right:
                yield _moved(_moved(grid, down, 0), right, 1)


def _moved(grid: Any, way: int, axis: int) -> Any:
    """The grid moved by one cell or none; its edge stays as it is."""
    if not way:
        return grid
    found = np.roll(grid, way, axis)
    edge = 0 if way > 0 else -1
    if axis:
        found[:, edge] = grid[:, edge]
    else:
        found[edge] = grid[edge]
    return found


def _edges(grid: Grid) -> dict[tuple[Spot, Spot], tuple[int, int]]:
    """The edges of cells between two labels, and at the rim of the grid."""
    wide = np.pad(grid, 1, constant_values=VOID)
    found: dict[tuple[Spot, Spot], tuple[int, int]] = {}
    for axis in (0, 1):
        a, b = (wide[:-1], wide[1:]) if axis == 0 else (wide[:, :-1], wide[:, 1:])
        for y, x in np.argwhere(a != b).tolist():
            start = (x - 1.0, float(y)) if axis == 0 else (float(x), y - 1.0)
            found[start, (float(x), float(y))] = (int(a[y, x]), int(b[y, x]))
    return found


def _without_islets(arcs: list[CutArc]) -> list[CutArc]:
    """The arcs but for those round islets, if their label has others."""
    of: dict[str, int] = {}
    for arc in arcs:
        for side in arc.sides:
            of[side] = of.get(side, 0) + 1
    return [arc for arc in arcs if min(of[s] for s in arc.sides) < 2 or not _is_islet(arc)]


def _is_islet(arc: CutArc) -> bool:
    start, end = arc.ends
    return start == end and Polygon(arc.raw).area < ISLET


def _calm(path: Sequence[Spot]) -> list[Spot]:
    """A path along cells through the middles of its steps."""
    points = np.array(path)
    middles = (points[1:] + points[:-1]) / 2
    return [(float(x), float(y)) for x, y in (points[0], *middles, points[-1])]
