"""Room for names and units: boxes tried at many points of a province, and how large a name is."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import box

from dragoman.draw.compiled import LEADING, Label
from dragoman.draw.text import width
from dragoman.mapmaker.faces import polygons

Spots = NDArray[np.float64]

UNIT = 15.0
"""Half the width of a unit, with air round it."""

NEARBY = 40.0
"""A unit no farther than this from a name is seen to belong to it."""


class Room:
    """A province's ground for names and units: its shape, and points for the middles of things."""

    def __init__(self, shape: Any) -> None:
        self.shape = max(polygons(shape), key=lambda p: p.area, default=shape)
        self.whole = shape
        step = max(2.5, math.sqrt(max(self.shape.area, 1.0)) / 26)
        left, top, right, bottom = self.shape.bounds
        grid = np.stack(np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step)), -1)
        points = grid.reshape(-1, 2)
        shapely.prepare(self.shape)
        inside = points[shapely.contains_xy(self.shape, points[:, 0], points[:, 1])]
        self.points = (
            inside if len(inside) else np.array([self.shape.representative_point().coords[0]])
        )
        self.air = shapely.distance(shapely.points(self.points), self.shape.boundary)

    def fits(self, wide: float, high: float, taken: Any) -> NDArray[np.bool_]:
        """The points round which a box is free."""
        x, y = self.points[:, 0], self.points[:, 1]
        boxes = shapely.box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        free: NDArray[np.bool_] = shapely.contains(self.shape, boxes)
        if taken is not None and free.any():
            free[free] = ~shapely.intersects(taken, boxes[free])
        return free

    def best(
        self, wide: float, high: float, taken: Any, near: Spots | None = None, name: Any = None
    ) -> Spots | None:
        """The freest of those points, or the nearest to a wish, or one not far from a name."""
        free = self.fits(wide, high, taken)
        if not free.any():
            return None
        score = self.air.copy()
        if near is not None:
            score = np.minimum(score, 30) - 0.25 * np.hypot(*(self.points - near).T)
        if name is not None:
            far = np.maximum(shapely.distance(shapely.points(self.points), name) - NEARBY, 0)
            score = np.minimum(score, 30) - 0.5 * far
        score[~free] = -np.inf
        found: Spots = self.points[int(score.argmax())]
        return found

    @property
    def middle(self) -> Spots:
        """The point farthest from the borders."""
        found: Spots = self.points[int(self.air.argmax())]
        return found


def centroid(shape: Any) -> Spots:
    """The middle of a shape's mass."""
    return np.array(shape.centroid.coords[0])


def shifted(at: Spots, x: float, y: float) -> Spots:
    """A point so far from another."""
    found: Spots = at + np.array([x, y])
    return found


def box_at(at: Spots, wide: float, high: float) -> Any:
    """A box with its middle at a point."""
    return box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


def disc(at: Spots) -> Any:
    """The ground a unit covers."""
    return box(at[0] - UNIT + 2, at[1] - UNIT + 2, at[0] + UNIT - 2, at[1] + UNIT - 2)


def spot(at: Spots) -> tuple[float, float]:
    """A point to a tenth of a pixel."""
    return round(float(at[0]), 1), round(float(at[1]), 1)


def broken(name: str) -> list[tuple[str, ...]]:
    """The ways to set a name: in one line, or in two at any of its spaces or hyphens."""
    words = name.replace("-", "- ").split()
    found: list[tuple[str, ...]] = [(name,)]
    for k in range(1, len(words)):
        halves = (" ".join(words[:k]).replace("- ", "-"), " ".join(words[k:]).replace("- ", "-"))
        found.append(halves)
    return sorted(found, key=lambda lines: (len(lines) > 1, max(map(len, lines))))


def extent(lines: Sequence[str], size: float, wet: bool) -> tuple[float, float]:
    """How wide and high a name is."""
    return max(width(line, size, italic=wet) for line in lines) + 2, size * LEADING * len(lines)


def label_at(
    lines: Sequence[str], size: float, at: Spots, wide: float, stem: tuple[float, ...] = ()
) -> Label:
    """A label with its middle at a point."""
    x, y = spot(at)
    return Label(tuple(lines), size, x, y, round(wide, 1), stem)
