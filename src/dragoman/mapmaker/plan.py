"""Plans: a board in labelled faces, whichever way it was drawn: from seeds, outlines or a graph."""

from collections.abc import Callable, Collection
from functools import reduce
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon, box
from shapely.ops import polygonize

from dragoman.geo import WATER, Map, Province
from dragoman.mapmaker import graph
from dragoman.mapmaker.arcs import CutArc, rings_of, shape_of, smooth, trace
from dragoman.mapmaker.borders import (
    ARMY,
    EXTRA,
    FLEET,
    MISSING,
    Border,
    BorderFault,
    box_links,
    faults,
    roots,
)
from dragoman.mapmaker.faces import LAKE, SCENERY, Displacement, Face, LandAndWater, cut_board
from dragoman.mapmaker.proof import proofread
from dragoman.mapmaker.sheet import DOTTED, FANTASY, DrawingSheet, LinkStyle

OUTLINE_FIELD = Displacement(7.5, 170, 11, 3)
OUTLINE_GRID = 0.5
FADE = 20.0
"""How far from the board's edge lines are bent less."""

OVERLAP = 4.0
"""Two outlines may share so many square pixels; more is a mistake."""


class FacePlan:
    """A board cut into faces, with the arcs between them and the links that no arc shows."""

    def __init__(self, board: Map, sheet: DrawingSheet) -> None:
        self.board, self.sheet = board, sheet
        proofread(board, sheet)
        self.ground: LandAndWater | None = None
        self.graph_only = False
        self.links: list[LinkStyle] = list(sheet.links)
        self.boxes: dict[str, Any] = {}
        self.cities: dict[str, tuple[float, float]] = {}
        self.faces = self._faces()
        self.links += box_links(board, self.boxes)
        self.arcs = self._arcs()
        if self.graph_only:
            self._part_wrong_neighbors()
            self.links += leftovers(self.faults())
        self.rings = rings_of(self.arcs)
        self.shapes = {label: shape_of(self.arcs, rings) for label, rings in self.rings.items()}

    def _arcs(self) -> list[CutArc]:
        arcs = trace(self.faces, self.is_water, self.boxes)
        smooth(arcs)
        return arcs

    def _part_wrong_neighbors(self) -> None:
        """Lay a graph out anew until it shows no border too many: what must part becomes a link."""
        apart: set[Border] = set()
        while wrong := {roots(f) for f in self.faults() if f.problem == EXTRA} - apart:
            apart |= wrong
            self.faces = self._from_graph(apart)
            self.arcs = self._arcs()

    def _faces(self) -> list[Face]:
        if self.sheet.coastline:
            return self._from_seeds()
        if any(plot.outlines for plot in self.sheet.plots.values()):
            return self._from_outlines()
        return self._from_graph()

    def _from_seeds(self) -> list[Face]:
        self.ground = ground = LandAndWater(self.board, self.sheet)
        top, right, bottom, left = self.sheet.margin
        self.size = (ground.size[0] + left + right, ground.size[1] + top + bottom)
        self.boxes = ground.boxes
        self.cities = {label: points[0] for label, points in ground.seeds.items()}
        return cut_board(ground)

    def _from_outlines(self) -> list[Face]:
        left, top, right, bottom = self.sheet.frame
        scale = self.sheet.size / (right - left)
        self.size = (self.sheet.size, (bottom - top) * scale)
        shapes = {}
        for label, plot in self.sheet.plots.items():
            rings = [Polygon((np.array(r) - (left, top)) * scale) for r in plot.outlines]
            self._proof_rings(label, rings, scale)
            shapes[label] = reduce(shapely.symmetric_difference, rings)
        self._proof_outlines(shapes, scale)
        if self.sheet.style != FANTASY:  # which lies on bare paper
            shapes[SCENERY] = self.frame.difference(shapely.union_all([*shapes.values()]))
        return drawn(shapes, lambda points: bent_within(points, self.size))

    def _proof_rings(self, label: str, rings: list[Any], scale: float) -> None:
        """Refuse outlines that cross themselves."""
        for ring in rings:
            if not ring.is_valid:
                where = shapely.is_valid_reason(ring).partition("[")[2].rstrip("]").split()
                x, y = (float(v) / scale + self.sheet.frame[k] for k, v in enumerate(where))
                problem = f"the outline of {label} crosses itself near {x:.0f},{y:.0f}"
                raise self.sheet.fault(self.sheet.plots[label].line, problem)

    def _proof_outlines(self, shapes: dict[str, Any], scale: float) -> None:
        """Refuse outlines that lie over each other."""
        labels = sorted(shapes)
        tree = shapely.STRtree([shapes[k] for k in labels])
        first, second = tree.query([shapes[k] for k in labels], predicate="intersects")
        for a, b in ((labels[i], labels[j]) for i, j in zip(first, second, strict=True) if i < j):
            both = shapes[a].intersection(shapes[b])
            if both.area > OVERLAP:
                x, y = both.representative_point().coords[0]
                at = f"{x / scale + self.sheet.frame[0]:.0f},{y / scale + self.sheet.frame[1]:.0f}"
                problem = f"the outlines of {a} and {b} lie over each other near {at}"
                raise self.sheet.fault(self.sheet.plots[a].line, problem)

    def _from_graph(self, apart: Collection[Border] = ()) -> list[Face]:
        own = "size" in self.sheet.lines
        wide = self.sheet.size if own else graph.natural_width(self.board)
        points = {k: plot.at for k, plot in self.sheet.plots.items() if plot.at}
        wishes = graph.Wishes(points, tuple(self.sheet.outside), frozenset(apart))
        layout = graph.lay_out(self.board, wide, wishes)
        self.size = layout.size
        self.graph_only = True
        return drawn(layout.cells, OUTLINE_FIELD)

    def is_water(self, label: str) -> bool:
        """Whether a label lies on the water."""
        if self.ground:
            return self.ground.is_water(label)
        return label == LAKE or (
            label in self.board.spaces and self.board.spaces[Province(label)].kind == WATER
        )

    def faults(self) -> list[BorderFault]:
        """Every difference between the drawing and the declared borders."""
        return faults(self.board, self.arcs, self.links)

    @property
    def field(self) -> tuple[float, float, float, float]:
        """The board proper, without the margin that holds boxes."""
        top, right, bottom, left = self.sheet.margin if self.ground else (0.0, 0.0, 0.0, 0.0)
        return left, top, self.size[0] - right, self.size[1] - bottom

    @property
    def frame(self) -> Any:
        """The edge of the picture."""
        return box(0, 0, *self.size)


def leftovers(found: list[BorderFault]) -> list[LinkStyle]:
    """A dotted link for each border that a plane cannot show."""
    missing = [f for f in found if f.problem == MISSING]
    ends = {mode: tuple((f.a, f.b) for f in missing if f.mode == mode) for mode in (ARMY, FLEET)}
    return [LinkStyle(DOTTED, "link", ends[ARMY], ends[FLEET])] if missing else []


def bent_within(points: Any, size: tuple[float, float]) -> Any:
    """Points bent by the field of outlines, the less the nearer they lie to the board's edge."""
    away = np.minimum(points, np.array(size) - points).min(axis=1)
    part = np.clip(away / FADE, 0, 1)[:, None]
    return points + (OUTLINE_FIELD(points) - points) * part


def drawn(shapes: dict[str, Any], field: Callable[[Any], Any]) -> list[Face]:
    """Shapes that share borders as faces, their lines bent a little by the field."""
    lines = shapely.union_all([s.boundary for s in shapes.values()], grid_size=OUTLINE_GRID)
    cells = list(polygonize(shapely.segmentize(lines, 3.0)))
    labels, tree = list(shapes), shapely.STRtree(list(shapes.values()))
    found = []
    for cell in cells:
        hits = tree.query(cell.representative_point(), predicate="intersects")
        if len(hits):
            found.append(Face(labels[hits[0]], shapely.transform(cell, field)))
    return found
