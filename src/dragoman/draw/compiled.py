"""Compiled maps: what the map compiler leaves for the drawing, read without any geometry library.

Lines are kept once and shared by the provinces on both their sides, as whole tenths of a pixel: the
first point, then steps. A province is rings of line numbers, `~n` for a line walked backwards.
"""

from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.errors import DataError

Spot = tuple[float, float]
Steps = tuple[int, ...]

FILE = "board.json"


class Arc(Struct, frozen=True, array_like=True):
    """A line of the map: what lies on its two sides, its kind, its points."""

    sides: tuple[str, str]
    kind: str
    steps: Steps


class Label(Struct, frozen=True):
    """A name on the map: its lines, their size and width, the middle of its box."""

    lines: tuple[str, ...]
    size: float
    x: float
    y: float
    width: float
    stem: tuple[float, ...] = ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box that the name fills: left, top, right, bottom."""
        half = LEADING * self.size * len(self.lines) / 2
        return (self.x - self.width / 2, self.y - half, self.x + self.width / 2, self.y + half)


LEADING = 1.04
"""The height of a line of a label, in its size."""


class Shape(Struct, frozen=True):
    """A province as it is drawn: its outline, and where everything in it stands."""

    name: str
    kind: str
    rings: tuple[Steps, ...]
    unit: Spot
    spare: Spot
    label: Label
    short: Label
    center: Spot | None = None
    coasts: dict[str, Spot] = {}
    box: tuple[float, ...] = ()


class Link(Struct, frozen=True):
    """A border that no line shows, the line that is drawn for it, and who may pass."""

    style: str
    name: str
    a: str
    b: str
    line: Steps
    whom: str = ""


class Compiled(Struct, frozen=True, dict=True, eq=False):
    """A map ready to be drawn."""

    id: str
    name: str
    style: str
    width: float
    height: float
    digest: str
    arcs: tuple[Arc, ...]
    shapes: dict[str, Shape]
    backdrop: dict[str, tuple[Steps, ...]] = {}
    scenery: dict[str, tuple[Steps, ...]] = {}
    links: tuple[Link, ...] = ()
    field: tuple[float, ...] = ()
    key: tuple[float, ...] = ()
    ocean: bool = True

    def shape_of(self, place: str) -> Shape | None:
        """The province of a place, whichever of its coasts is meant; none if it is not here."""
        return self.shapes.get(place.split("/")[0])

    def spot(self, place: str) -> Spot | None:
        """Where a unit stands at a place; none if it is not here."""
        shape = self.shape_of(place)
        return shape.coasts.get(place, shape.unit) if shape else None

    @cached_property
    def paths(self) -> dict[str, str]:
        """The outline of every province as the `d` of an SVG path."""
        return {k: "".join(self.ring(r) for r in shape.rings) for k, shape in self.shapes.items()}

    @cached_property
    def backdrop_paths(self) -> dict[str, str]:
        """The outlines of what is on the board and is no province."""
        return {k: "".join(self.ring(r) for r in rings) for k, rings in self.backdrop.items()}

    def ring(self, numbers: Steps) -> str:
        """A ring of lines as one closed subpath."""
        parts = []
        for k, n in enumerate(numbers):
            points = self.points[n] if n >= 0 else self.points[~n][::-1]
            parts += points if k == 0 else points[1:]
        return path(parts) + "z"

    @cached_property
    def points(self) -> tuple[list[tuple[int, int]], ...]:
        """The points of every line, in tenths of a pixel."""
        return tuple(unfold(arc.steps) for arc in self.arcs)

    @cached_property
    def neighbors(self) -> dict[str, set[str]]:
        """The provinces that each land province borders on by land."""
        found: dict[str, set[str]] = {
            k: set() for k, s in self.shapes.items() if s.kind in ("inland", "coast")
        }
        for arc in self.arcs:
            a, b = arc.sides
            if a in found and b in found:
                found[a].add(b)
                found[b].add(a)
        return found

    @cached_property
    def arc_paths(self) -> tuple[str, ...]:
        """Every line as a subpath."""
        return tuple(path(points) for points in self.points)

    def lines(self, *kinds: str) -> str:
        """All lines of some kinds as one path."""
        return "".join(
            path(p) for p, arc in zip(self.points, self.arcs, strict=True) if arc.kind in kinds
        )


def unfold(steps: Steps) -> list[tuple[int, int]]:
    """The points that steps lead over.

    >>> unfold((10, 10, 5, 0, 0, -5))
    [(10, 10), (15, 10), (15, 5)]
    """
    x = y = 0
    found = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def fold(points: list[tuple[int, int]]) -> Steps:
    """The steps that lead over points.

    >>> fold([(10, 10), (15, 10), (15, 5)])
    (10, 10, 5, 0, 0, -5)
    """
    steps = (d for a, b in pairwise(points) for d in (b[0] - a[0], b[1] - a[1]))
    return (*points[0], *steps)


def path(points: list[tuple[int, int]]) -> str:
    """Points in tenths of a pixel as a subpath of relative steps.

    >>> path([(10, 10), (15, 10), (15, 5)])
    'M1 1l.5 0 0-.5'
    """
    (x, y), *rest = points
    words = [f"M{_tenth(x)}{_glued(_tenth(y))}"]
    for k, (px, py) in enumerate(rest):
        step = f"{_tenth(px - x)}{_glued(_tenth(py - y))}"
        words.append(("l" if k == 0 else "" if step[0] == "-" else " ") + step)
        x, y = px, py
    return "".join(words)


def _tenth(value: int) -> str:
    whole, part = divmod(abs(value), 10)
    digits = f"{whole or ''}.{part}" if part else f"{whole}"
    return f"-{digits}" if value < 0 else digits


def _glued(number: str) -> str:
    return number if number[0] == "-" else f" {number}"


def path_of(steps: Steps) -> str:
    """A line of steps as a subpath."""
    return path(unfold(steps))


def read_compiled(data: bytes, file: str) -> Compiled:
    """The compiled map in some bytes."""
    try:
        return msgspec.json.decode(data, type=Compiled)
    except msgspec.DecodeError as error:
        raise DataError(file, "compiled map", str(error)) from error


@lru_cache(maxsize=32)
def load_compiled(file: Path) -> Compiled:
    """The compiled map in a file; kept for the next time."""
    try:
        return read_compiled(file.read_bytes(), str(file))
    except OSError as error:
        raise DataError(str(file), "compiled map", error.strerror or "cannot be read") from error
