"""Faces: a board cut into labelled pieces, from seeds and a coastline.

Each province owns what lies nearest to one of its seeds. The lines between are bent by a smooth
field before they are cut to the coast, so that they look drawn and still are shared by both sides.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.ops import polygonize, unary_union

from dragoman.geo import IMPASSABLE, WATER, Map, Province
from dragoman.mapmaker.coastline import load_coastline
from dragoman.mapmaker.projection import Projection
from dragoman.mapmaker.sheet import DrawingSheet
from dragoman.mapmaker.words import hint

Points = NDArray[np.float64]
Seeds = dict[str, list[tuple[float, float]]]

ISLE, LAKE, SCENERY = "~isle", "~lake", "~scenery"
"""Labels of what is on the board and is no province."""

GRID = 0.02
_ISLE_AREA, _ISLET_AREA, _LAKE_AREA = 360.0, 8.0, 40.0
_SEED_REACH = 1.2


class Face:
    """One piece of the board and whose it is."""

    def __init__(self, label: str, shape: Any) -> None:
        self.label, self.shape = label, shape


class LandAndWater:
    """The board's land and water, and what of it is nobody's."""

    def __init__(self, board: Map, sheet: DrawingSheet) -> None:
        self.board, self.sheet = board, sheet
        self.project = Projection(sheet)
        _, top, _, bottom = sheet.frame
        self.size = (sheet.size, (bottom - top) * self.project.scale)
        x, y = sheet.margin[3], sheet.margin[0]
        self.frame = box(x, y, x + self.size[0], y + self.size[1])
        self.countries = self._countries()
        self.seeds = self._seeds()
        self.boxes = {k: box(x, y, x + w, y + h) for k, (x, y, w, h) in _insets(sheet)}
        dry = close(unary_union(list(self.countries.values())), 0.12)
        self.closed = self._closed_waters(dry)
        self.straits = self._straits(dry)
        self.land = close(unary_union([dry, *self.straits.values()]), 0.04).intersection(self.frame)
        self.main, self.isles, self.islets = self._sorted_lands()
        self._proof_elements()

    def _proof_elements(self) -> None:
        """Refuse land provinces with no seed on land, and seas with none on the water."""
        water = self.frame.difference(self.land)
        for label in (k for k in self.sheet.plots if k in self.seeds):
            wet = self.is_water(label)
            ground, other = (water, "land") if wet else (self.land, "water")
            seeds = shapely.multipoints(self.seeds[label])
            if seeds.intersects(self.frame) and not shapely.dwithin(ground, seeds, _SEED_REACH):
                kind = "a sea" if wet else "land"
                problem = f"{label} is {kind}, but all its seeds lie on the {other}: move one"
                raise self.sheet.fault(self.sheet.plots[label].line, problem)

    def _countries(self) -> dict[str, Any]:
        window, found = box(*self.sheet.window), {}
        for name, shape in load_coastline(self.sheet.coastline).shapes("countries"):
            near = shape.intersection(window)
            if not near.is_empty:
                flat = shapely.transform(shapely.segmentize(near, 0.5), self.project)
                flat = shapely.make_valid(flat).intersection(self.frame)
                if not flat.is_empty:
                    found[name] = flat.buffer(0)
        if not found:
            problem = "no land of the coastline lies within @window and @frame: move one of them"
            raise self.sheet.fault("frame", problem)
        return found

    def _seeds(self) -> Seeds:
        found: Seeds = {}
        for label, plot in self.sheet.plots.items():
            if plot.inset:
                continue
            found[label] = [(float(x), float(y)) for x, y in self.project(np.array(plot.seeds))]
            if shapely.multipoints(found[label]).distance(self.frame) > max(self.size) / 2:
                first = ",".join(f"{v:g}" for v in plot.seeds[0])
                problem = f"no seed of {label} lies near the @frame: {first} is far off it"
                raise self.sheet.fault(plot.line, f"{problem} (a seed is written lon,lat)")
        for name, points in self.sheet.scenery.items():
            found[f"{SCENERY} {name}"] = [
                (float(x), float(y)) for x, y in self.project(np.array(points))
            ]
        return found

    def is_water(self, label: str) -> bool:
        """Whether a label lies on the water."""
        if label in self.closed or label == LAKE:
            return True
        return label in self.board.spaces and self.board.spaces[Province(label)].kind == WATER

    def _closed_waters(self, dry: Any) -> set[str]:
        """The impassable provinces that lie on the water."""
        shapely.prepare(dry)
        closed = [
            s.id for s in self.board.spaces.values() if s.kind == IMPASSABLE and s.id in self.seeds
        ]
        return {str(p) for p in closed if not dry.intersects(shapely.Point(self.seeds[p][0]))}

    def _straits(self, dry: Any) -> dict[str, Any]:
        found = {}
        for label, plot in self.sheet.plots.items():
            if plot.straits:
                rings = [Polygon(self.project(np.array(ring))).buffer(0) for ring in plot.straits]
                found[label] = unary_union(rings).difference(dry)
        return found

    def _sorted_lands(self) -> tuple[Any, Any, list[Any]]:
        dry = [p for k, points in self.seeds.items() if not self.is_water(k) for p in points]
        seeds = shapely.multipoints(dry)
        main, isles, islets = [], [], []
        for part in polygons(self.land):
            whole = Polygon(
                part.exterior, [h for h in part.interiors if Polygon(h).area > _LAKE_AREA]
            )
            if shapely.dwithin(whole, seeds, _SEED_REACH):
                main.append(whole)
            elif whole.area > _ISLE_AREA:
                isles.append(whole)
            elif whole.area > _ISLET_AREA:
                islets.append(whole)
        return unary_union(main), unary_union(isles), islets


def _insets(sheet: DrawingSheet) -> list[tuple[str, tuple[float, ...]]]:
    return [(label, plot.inset) for label, plot in sheet.plots.items() if plot.inset]


def close(shape: Any, width: float) -> Any:
    """A shape with cracks narrower than twice a width filled."""
    return shape.buffer(width).buffer(-width)


def polygons(shape: Any) -> list[Any]:
    """The polygons that a shape consists of."""
    if shape.is_empty:
        return []
    if shape.geom_type == "Polygon":
        return [shape]
    return [p for part in getattr(shape, "geoms", []) for p in polygons(part)]


class Displacement:
    """A smooth field of small displacements: what makes straight lines look drawn."""

    def __init__(self, amplitude: float, wave: float, seed: int, octaves: int) -> None:
        dice = np.random.default_rng(seed)
        self.terms = []
        for octave in range(octaves):
            for _ in range(6):
                angle = dice.uniform(0, 2 * math.pi)
                k = 2 * math.pi / (wave / 1.9**octave) * dice.uniform(0.7, 1.3)
                phases = dice.uniform(0, 2 * math.pi, 2)
                size = amplitude / math.sqrt(6) / 3.0**octave
                self.terms.append((k * math.cos(angle), k * math.sin(angle), *phases, size))

    def __call__(self, points: Points) -> Points:
        moved = points.astype(float).copy()
        for kx, ky, p, q, size in self.terms:
            phase = kx * points[:, 0] + ky * points[:, 1]
            moved[:, 0] += size * np.sin(phase + p)
            moved[:, 1] += size * np.sin(phase + q)
        return moved


LAND_FIELD = Displacement(2.3, 46, 7, 3)
SEA_FIELD = Displacement(3.4, 84, 5, 2)


def nearest_regions(seeds: Seeds, area: Any, field: Displacement) -> dict[str, Any]:
    """For each label, all that lies nearest to its seeds, bent, not yet cut to a coast."""
    labels = [k for k, points in seeds.items() for _ in points]
    points = np.array([p for points in seeds.values() for p in points])
    left, top, right, bottom = area.bounds
    clip = box(left - 24, top - 24, right + 24, bottom + 24)
    if len(seeds) == 1:
        return {labels[0]: clip}
    cells = shapely.voronoi_polygons(shapely.multipoints(points), extend_to=clip.buffer(300))
    tree = shapely.STRtree(list(cells.geoms))
    mine: dict[str, list[Any]] = {}
    for seed, cell in zip(*tree.query(shapely.points(points), predicate="intersects"), strict=True):
        mine.setdefault(labels[seed], []).append(cells.geoms[cell])
    found = {}
    for label, parts in mine.items():
        whole = unary_union(parts).intersection(clip)
        if not whole.is_empty:
            bent = shapely.transform(shapely.segmentize(whole, 2.4), field)
            found[label] = shapely.make_valid(bent)
    return found


class _Cut:
    """A part of the board within which only its own seeds count."""

    def __init__(self, area: Any, seeds: Seeds, field: Displacement) -> None:
        self.area = area = unary_union(polygons(area))
        self.regions = nearest_regions(seeds, area, field)
        self.labels = list(self.regions)
        self.tree = shapely.STRtree(list(self.regions.values()))
        shapely.prepare(area)

    def lines(self) -> list[Any]:
        """The coast or edge of the part, and the borders in it."""
        borders = unary_union([r.boundary for r in self.regions.values()])
        return [self.area.boundary, borders.intersection(self.area)]

    def label(self, point: Any) -> str | None:
        """Whose a point is."""
        if not self.area.contains(point):
            return None
        hits = self.tree.query(point, predicate="intersects")
        return self.labels[hits[0]] if len(hits) else self.labels[int(self.tree.nearest(point))]


def cut_board(ground: LandAndWater) -> list[Face]:
    """The whole board in labelled faces."""
    straits = unary_union(list(ground.straits.values()))
    cuts = [*_land_cuts(ground, straits), *_sea_cuts(ground)]
    fixed = {**ground.boxes, **ground.straits, ISLE: ground.isles}
    lines = [ground.frame.boundary, *(s.boundary for s in fixed.values() if not s.is_empty)]
    lines += [line for cut in cuts for line in cut.lines()]
    shapes = list(polygonize(shapely.union_all(lines, grid_size=GRID)))
    points = shapely.point_on_surface(np.array(shapes, object))
    inside = ground.frame.union(unary_union(list(ground.boxes.values())))
    faces = [
        Face(_label(point, fixed, cuts), shape)
        for point, shape in zip(points, shapes, strict=True)
        if inside.contains(point)
    ]
    settle(faces, ground)
    return faces


def _land_cuts(ground: LandAndWater, straits: Any) -> list[_Cut]:
    """The compartments that anybody has seeds in, then the rest of the land."""
    dry = {k: v for k, v in ground.seeds.items() if not ground.is_water(k)}
    rest, cuts, taken = ground.main.difference(straits), [], []
    for name in ground.sheet.compartments:
        if name not in ground.countries:
            problem = f"no country {name!r} in the coastline{hint(name, ground.countries)}"
            raise ground.sheet.fault("compartment", problem)
        area = ground.countries[name].intersection(ground.main).difference(straits)
        seeds = within(dry, area.buffer(1.5))
        if seeds and not area.is_empty:
            cuts.append(_Cut(area, seeds, LAND_FIELD))
            taken.append(area)
            rest = rest.difference(area)
    inner = unary_union(taken).buffer(-1.5)
    free = without(dry, inner)
    return [*cuts, _Cut(rest, free, LAND_FIELD)]


def _sea_cuts(ground: LandAndWater) -> list[_Cut]:
    wet = {k: v for k, v in ground.seeds.items() if ground.is_water(k)}
    seeds = shapely.multipoints([p for points in wet.values() for p in points])
    water = ground.frame.difference(ground.main).difference(ground.isles)
    bodies = [w for w in polygons(water) if w.intersects(seeds)]
    return [_Cut(body, within(wet, body), SEA_FIELD) for body in bodies]


def within(seeds: Seeds, area: Any) -> Seeds:
    """The seeds that lie in an area."""
    return _filtered(seeds, area, True)


def without(seeds: Seeds, area: Any) -> Seeds:
    """The seeds outside an area."""
    return _filtered(seeds, area, False)


def _filtered(seeds: Seeds, area: Any, inside: bool) -> Seeds:
    shapely.prepare(area)
    found = {
        k: [p for p in v if area.contains(shapely.Point(p)) is inside] for k, v in seeds.items()
    }
    return {k: v for k, v in found.items() if v}


def _label(point: Any, fixed: Mapping[str, Any], cuts: Iterable[_Cut]) -> str:
    for label, shape in fixed.items():
        if shape.contains(point):
            return label
    found = (cut.label(point) for cut in cuts)
    return next((label for label in found if label is not None), LAKE)


def settle(faces: Sequence[Face], ground: LandAndWater) -> None:
    """Give each face cut off from its owner's seeds to the neighbor it borders most."""
    neighbors = touching(faces)
    spots = {k: shapely.multipoints(v) for k, v in ground.seeds.items()}
    narrows = {k: strait.buffer(0.5) for k, strait in ground.straits.items()}
    fixed = {k for k, f in enumerate(faces) if f.label in (ISLE, LAKE, *ground.boxes)}
    firm = {k for k, f in enumerate(faces) if k not in fixed and _seeded(f, spots, narrows)}
    reach_same_label(faces, neighbors, firm)
    stray = [k for k in range(len(faces)) if k not in fixed and k not in firm]
    wet = {k: ground.is_water(faces[k].label) for k in stray}
    while stray:
        best = {
            k: _strongest(faces, neighbors.get(k, {}), firm, ground.is_water, wet[k]) for k in stray
        }
        ready = [k for k in stray if best[k]]
        for k in ready:
            faces[k].label = best[k]
        firm.update(ready)
        stray = [k for k in stray if k not in firm]
        if not ready:
            return


def _strongest(
    faces: Sequence[Face],
    sides: dict[int, float],
    firm: set[int],
    is_water: Callable[[str], bool],
    wet: bool,
) -> str:
    """The label that most of a face's sides belong to, among firm faces on the same element."""
    shares = {"": 0.0}
    for other, length in sides.items():
        label = faces[other].label
        if other in firm and is_water(label) is wet:
            shares[label] = shares.get(label, 0.0) + length
    return max(shares, key=lambda s: shares[s])


def reach_same_label(
    faces: Sequence[Face], neighbors: dict[int, dict[int, float]], firm: set[int]
) -> None:
    """Add to the firm faces those that hang together with one of the same label."""
    queue = list(firm)
    while queue:
        k = queue.pop()
        for other in neighbors.get(k, {}):
            if other not in firm and faces[other].label == faces[k].label:
                firm.add(other)
                queue.append(other)


def _seeded(face: Face, spots: dict[str, Any], narrows: dict[str, Any]) -> bool:
    """Whether a face holds a seed of its owner, or is water that counts as land of it."""
    if face.label in narrows and narrows[face.label].contains(face.shape):
        return True
    return face.label in spots and bool(shapely.dwithin(face.shape, spots[face.label], _SEED_REACH))


def touching(faces: Sequence[Face]) -> dict[int, dict[int, float]]:
    """For each face, how much border it shares with each other."""
    sides: dict[tuple[Any, Any], list[int]] = {}
    for k, face in enumerate(faces):
        for a, b in segments(face.shape):
            sides.setdefault((min(a, b), max(a, b)), []).append(k)
    found: dict[int, dict[int, float]] = {}
    for (a, b), owners in sides.items():
        if len(owners) == 2:
            k, j = owners
            length = math.dist(a, b)
            found.setdefault(k, {})[j] = found.get(k, {}).get(j, 0) + length
            found.setdefault(j, {})[k] = found.get(j, {}).get(k, 0) + length
    return found


def segments(shape: Any) -> Iterable[tuple[tuple[float, float], tuple[float, float]]]:
    """The segments of a polygon's rings, on a grid fine enough that neighbors agree."""
    for ring in (shape.exterior, *shape.interiors):
        points = [(round(x, 3), round(y, 3)) for x, y in ring.coords]
        for a, b in pairwise(points):
            if a != b:
                yield a, b
