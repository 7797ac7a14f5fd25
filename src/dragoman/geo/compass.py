"""Directions on a map, from the points that its file gives for drawing."""

import math
import re
from collections.abc import Sequence

Point = tuple[float, float]
"""A point of a plane on which north is up and angles are true."""

PLANE = "plane"
"""The word before points that are counted downwards on a plane."""

_PAIR = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
_POLE = 85.0


def middle(points: Sequence[str]) -> Point | None:
    """The middle of points as a map file lists them, if there are any.

    They are longitudes and latitudes, unless they are of a plane.
    """
    pairs = [(float(x), float(y)) for x, y in _PAIR.findall(" ".join(points))]
    if not pairs:
        return None
    x, y = (sum(side) / len(pairs) for side in zip(*pairs, strict=True))
    return (x, -y) if points[0] == PLANE else _mercator(x, max(-_POLE, min(_POLE, y)))


def _mercator(longitude: float, latitude: float) -> Point:
    """A point of the globe on the chart that keeps every direction."""
    y = math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))
    return math.radians(longitude), y


def turn(start: Point, end: Point) -> float | None:
    """How far anticlockwise from due north a point lies, in degrees; none if it is the same.

    >>> turn((0, 0), (0, 5)), turn((0, 0), (-5, 0)), turn((0, 0), (5, 0))
    (0.0, 90.0, 270.0)
    """
    east, north = end[0] - start[0], end[1] - start[1]
    return math.degrees(math.atan2(-east, north)) % 360 if east or north else None
