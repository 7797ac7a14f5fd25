"""The shipped maps as they are drawn, and a little geometry to measure them with."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from dragoman.draw.compiled import FILE, Compiled, load_compiled

MAPS = Path(__file__).parents[2] / "src" / "dragoman" / "maps"
NAMES = sorted(file.parent.name for file in MAPS.glob("*/map.txt"))

Spot = tuple[float, float]
Box = tuple[float, float, float, float]


def board(name: str) -> Compiled:
    """A shipped map."""
    return load_compiled(MAPS / name / FILE)


def rings(compiled: Compiled, province: str) -> Iterator[list[Spot]]:
    """The rings of a province, in pixels."""
    for numbers in compiled.shapes[province].rings:
        points: list[tuple[int, int]] = []
        for n in numbers:
            points += compiled.points[n] if n >= 0 else compiled.points[~n][::-1]
        yield [(x / 10, y / 10) for x, y in points]


def inside(point: Spot, outline: Sequence[list[Spot]]) -> bool:
    """Whether a point lies in rings, by counting the lines to its right."""
    x, y = point
    odd = False
    for ring in outline:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd


def extent(outline: Sequence[list[Spot]]) -> Box:
    """The box round some rings."""
    xs, ys = zip(*(point for ring in outline for point in ring), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share more than a hair's breadth."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.6 and min(a[3], b[3]) - max(a[1], b[1]) > 0.6


def around(spot: Spot, half: float) -> Box:
    """The square round a point."""
    return spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half


def gap(area: Box, outline: Sequence[list[Spot]]) -> float:
    """How far a box is from the nearest corner of some rings."""
    left, top, right, bottom = area
    return min(
        max(left - x, x - right, 0.0) + max(top - y, y - bottom, 0.0)
        for ring in outline
        for x, y in ring
    )
