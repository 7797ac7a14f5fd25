"""Where the key of a board's links stands: over nothing else, as near to a corner as may be."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.ops import unary_union

from dragoman.draw.compiled import Link, unfold
from dragoman.draw.passages import key_extent, key_rows
from dragoman.mapmaker.plan import FacePlan

EDGE, STEP = 12.0, 6.0
AIR = 8.0
"""How far from a link's course the key keeps."""


def key_spot(plan: FacePlan, links: Sequence[Link], taken: Sequence[Any]) -> tuple[float, ...]:
    """The left upper corner of the key; empty if there is nothing to explain, or no room."""
    rows = key_rows(links)
    if not rows:
        return ()
    wide, high = key_extent(rows)
    courses = [LineString(np.array(unfold(link.line)) / 10).buffer(AIR) for link in links]
    blocked = unary_union([*taken, *courses, *plan.boxes.values()])
    x, y = _corners(plan.size, wide, high)
    areas = shapely.box(x, y, x + wide, y + high)
    shapely.prepare(blocked)
    free = ~shapely.intersects(blocked, areas)
    if not free.any():
        return ()
    best = int(np.where(free, _cost(plan, areas), np.inf).argmin())
    return round(float(x[best]), 1), round(float(y[best]), 1)


def _corners(size: tuple[float, float], wide: float, high: float) -> tuple[Any, Any]:
    """The left upper corners that are tried."""
    xs = np.arange(EDGE, max(size[0] - wide - EDGE, EDGE + 1), STEP)
    ys = np.arange(EDGE, max(size[1] - high - EDGE, EDGE + 1), STEP)
    x, y = np.meshgrid(xs, ys)
    return x.ravel(), y.ravel()


def _cost(plan: FacePlan, areas: Any) -> Any:
    """How bad each area is: lines that it would hide count most, then its way from a corner."""
    lines = unary_union([LineString(a.points) for a in plan.arcs])
    shapely.prepare(lines)
    middles = shapely.centroid(areas)
    corners = shapely.multipoints([(x, y) for x in (0, plan.size[0]) for y in (0, plan.size[1])])
    return shapely.distance(middles, corners) + 1e5 * shapely.intersects(lines, areas)
