"""Scenery: what is drawn and is no province: rivers, lakes, islets, lines along a coast."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, box
from shapely.ops import unary_union

from dragoman.draw.compiled import Steps
from dragoman.mapmaker.arcs import cut_corners
from dragoman.mapmaker.coastline import load_coastline
from dragoman.mapmaker.faces import polygons
from dragoman.mapmaker.plan import FacePlan

WATERLINES = (2.8, 6.2, 10.4, 15.4)


def steps_of(points: Any) -> Steps:
    """A line as whole tenths of a pixel: its first point, then steps, none of them empty."""
    whole = np.round(np.asarray(points) * 10).astype(int)
    moves = np.diff(whole, axis=0, prepend=np.zeros((1, 2), int))
    kept = [m for n, m in enumerate(moves) if n == 0 or m.any()]
    return tuple(int(v) for m in kept for v in m)


def outlines(shape: Any, tolerance: float) -> list[Steps]:
    """The rings of a shape as steps."""
    rings = [r for p in polygons(shape) for r in (p.exterior, *p.interiors)]
    simple = [r.simplify(tolerance) for r in rings]
    return [steps_of(r.coords) for r in simple if len(r.coords) > 3]


def scenery(plan: FacePlan) -> dict[str, tuple[Steps, ...]]:
    """Every layer of scenery."""
    land = dry_land(plan)
    found: dict[str, list[Steps]] = {"coast": outlines(land, 0.2)}
    for number, distance in enumerate(WATERLINES):
        swollen = land.buffer(distance, quad_segs=3).simplify(0.4).intersection(sea_ground(plan))
        found[f"waterline{number}"] = outlines(swollen, 0.35)
    if plan.ground:
        found["islets"] = outlines(unary_union(plan.ground.islets), 0.2)
        for label, strait in plan.ground.straits.items():
            found[f"strait {label}"] = outlines(strait.intersection(plan.shapes[label]), 0.2)
        found |= waters(plan, land)
    return {k: tuple(v) for k, v in found.items() if v}


def sea_ground(plan: FacePlan) -> Any:
    """Where lines of the sea may run: the board proper, or its seas alone if it has no ocean."""
    if plan.ground is None:
        seas = [k for k in plan.shapes if k in plan.board.spaces and plan.is_water(k)]
        return unary_union([plan.shapes[k] for k in seas])
    return box(*plan.field).buffer(-0.5)


def dry_land(plan: FacePlan) -> Any:
    """All that is land to the eye: provinces without their straits, and nobody's islands."""
    boxes = set(plan.boxes)
    shapes = [s for k, s in plan.shapes.items() if not plan.is_water(k) and k not in boxes]
    wet: list[Any] = []
    if plan.ground:
        shapes += plan.ground.islets
        wet = list(plan.ground.straits.values())
    whole = unary_union(shapes).buffer(0.12).buffer(-0.12)
    return whole.difference(unary_union(wet)) if wet else whole


def waters(plan: FacePlan, land: Any) -> dict[str, list[Steps]]:
    """Rivers and lakes of the coastline's own land."""
    assert plan.ground is not None
    coast, project = load_coastline(plan.sheet.coastline), plan.ground.project
    window = box(*plan.sheet.window)
    lines = [LineString(c).intersection(window) for c in coast.rivers() if len(c) > 1]
    flat = [
        LineString(cut_corners(project(np.array(part.coords)), 1))
        for part in pieces(lines)
        if part.length > 0
    ]
    rivers = unary_union(flat).intersection(land.buffer(-0.5))
    found = [steps_of(line.simplify(0.35).coords) for line in pieces([rivers]) if line.length > 6]
    lakes = []
    for _, shape in coast.shapes("lakes"):
        near = shape.intersection(window)
        if not near.is_empty:
            lakes.append(shapely.make_valid(shapely.transform(near, project)))
    wet = unary_union([p for lake in lakes for p in polygons(lake) if p.area > 5]).intersection(
        land
    )
    return {"rivers": found, "lakes": outlines(wet, 0.25)}


def pieces(lines: Iterable[Any]) -> Iterable[Any]:
    """The single lines that shapes consist of."""
    for line in lines:
        if line.geom_type == "LineString" and len(line.coords) > 1:
            yield line
        elif hasattr(line, "geoms"):
            yield from pieces(line.geoms)


def strewn(plan: FacePlan, taken: list[Any]) -> dict[str, tuple[Steps, ...]]:
    """Small signs strewn over provinces, clear of names, units and each other."""
    dice, blocked = np.random.default_rng(5), unary_union(taken).buffer(10)
    found: dict[str, list[Steps]] = {}
    for sign, labels in plan.sheet.decor.items():
        for label in labels:
            if sign == "eye":
                spots = [np.array(plan.shapes[label].centroid.coords[0])]
            else:
                spots = _spread(plan.shapes[label].buffer(-15).difference(blocked), dice)
            found.setdefault(f"decor {sign}", []).extend(steps_of([s]) for s in spots)
    return {k: tuple(v) for k, v in found.items()}


def _spread(area: Any, dice: np.random.Generator) -> list[Any]:
    """Points in an area, none closer to another than two signs are wide."""
    left, top, right, bottom = area.bounds if not area.is_empty else (0, 0, 0, 0)
    kept: list[Any] = []
    for point in dice.uniform((left, top), (right, bottom), (int(area.area / 220), 2)):
        if shapely.contains_xy(area, *point) and all(np.hypot(*(point - k)) > 30 for k in kept):
            kept.append(point)
    return sorted(kept, key=lambda p: p[1])
