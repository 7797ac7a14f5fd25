"""Arcs: the lines between labelled faces, each shared by the two sides it divides."""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon

from dragoman.mapmaker.faces import Face, segments

Points = NDArray[np.float64]
Spot = tuple[float, float]

OUTSIDE = "#"
COAST, BORDER, SEA, EDGE = "coast", "border", "sea", "edge"

# How far a line may be moved to make it simpler, and how often its corners are cut.
SMOOTHING = {COAST: (0.45, 2), BORDER: (0.85, 2), SEA: (1.1, 3)}


class CutArc:
    """A line between two labels: as it was cut, and as it is drawn."""

    def __init__(self, sides: tuple[str, str], kind: str, raw: list[Spot]) -> None:
        self.sides, self.kind, self.raw = sides, kind, raw
        self.points: Points = np.array(raw)

    @property
    def ends(self) -> tuple[Spot, Spot]:
        """Where it begins and ends."""
        return self.raw[0], self.raw[-1]

    @property
    def length(self) -> float:
        """How long it is drawn."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())


def trace(
    faces: Sequence[Face], is_water: Callable[[str], bool], boxes: Collection[str] = ()
) -> list[CutArc]:
    """The arcs between the faces; lines within a label vanish, those round a box are edges."""
    owners: dict[tuple[Spot, Spot], list[str]] = {}
    for face in faces:
        for a, b in segments(face.shape):
            owners.setdefault((min(a, b), max(a, b)), []).append(face.label)
    sides: dict[tuple[Spot, Spot], tuple[str, str]] = {}
    for key, labels in owners.items():
        pair = sorted(labels if len(labels) == 2 else [*labels, OUTSIDE])
        if pair[0] != pair[1]:
            sides[key] = (pair[0], pair[1])
    return [
        CutArc(pair, EDGE if set(pair) & set(boxes) else kind_of(pair, is_water), path)
        for pair, path in walks(sides)
    ]


def kind_of(sides: tuple[str, str], is_water: Callable[[str], bool]) -> str:
    """Whether a line is the board's edge, a coast, a border by land or one at sea."""
    if OUTSIDE in sides:
        return EDGE
    wet = [is_water(s) for s in sides]
    return SEA if all(wet) else COAST if any(wet) else BORDER


def walks(
    sides: dict[tuple[Spot, Spot], tuple[str, str]],
) -> Iterable[tuple[tuple[str, str], list[Spot]]]:
    """The segments joined to paths, each from node to node with the same two sides all along."""
    near: dict[Spot, list[Spot]] = {}
    for a, b in sides:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)

    def pair(a: Spot, b: Spot) -> tuple[str, str]:
        return sides[min(a, b), max(a, b)]

    nodes = {p for p, n in near.items() if len(n) != 2 or pair(p, n[0]) != pair(p, n[1])}
    used: set[frozenset[Spot]] = set()

    def walk(a: Spot, b: Spot) -> list[Spot]:
        path = [a, b]
        used.add(frozenset((a, b)))
        while b not in nodes:
            following = [c for c in near[b] if c != path[-2]]
            if not following or frozenset((b, following[0])) in used:
                break
            used.add(frozenset((b, following[0])))
            b = following[0]
            path.append(b)
        return path

    starts = [(a, b) for a in sorted(nodes) for b in near[a]]
    for a, b in (*starts, *sides):
        if frozenset((a, b)) not in used:
            yield pair(a, b), walk(a, b)


def smooth(arcs: Sequence[CutArc]) -> None:
    """Draw every arc with a calm hand, its ends kept, and no two of them crossing."""
    for arc in arcs:
        if arc.kind != EDGE:
            arc.points = smoothed(arc.raw, *SMOOTHING[arc.kind])
    for tolerance, rounds in ((0.2, 1), (0.0, 0), (0.0, 0)):
        for k in crossing(arcs):
            if arcs[k].kind != EDGE:
                arcs[k].points = (
                    smoothed(arcs[k].raw, tolerance, rounds) if rounds else np.array(arcs[k].raw)
                )


def crossing(arcs: Sequence[CutArc]) -> set[int]:
    """The numbers of the arcs that cross another or themselves, in tenths of a pixel as written."""
    lines = [LineString(np.round(a.points, 1)) for a in arcs]
    first, second = shapely.STRtree(lines).query(lines, predicate="crosses")
    return {int(k) for k in (*first, *second)} | {
        k for k, line in enumerate(lines) if not line.is_simple
    }


def smoothed(path: Sequence[Spot], tolerance: float, rounds: int) -> Points:
    """A path simplified and its corners cut (Chaikin), with the same ends."""
    points = np.array(path)
    if len(path) > 2:
        simple = np.array(LineString(path).simplify(tolerance).coords)
        if len(simple) >= 4 or not np.allclose(simple[0], simple[-1]):
            points = simple
    return cut_corners(points, rounds)


def cut_corners(points: Points, rounds: int) -> Points:
    """A line with each corner replaced by two, so many times."""
    closed = len(points) > 3 and np.allclose(points[0], points[-1])
    for _ in range(rounds):
        if len(points) < 3:
            return points
        a, b = points[:-1], points[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        points = (
            np.vstack([cut, cut[:1]]) if closed else np.vstack([points[:1], cut[1:-1], points[-1:]])
        )
    return points


def rings_of(arcs: Sequence[CutArc]) -> dict[str, list[list[int]]]:
    """The rings round each label, as arc numbers in order; `~n` is arc n walked backwards."""
    mine: dict[str, list[int]] = {}
    for k, arc in enumerate(arcs):
        for side in arc.sides:
            mine.setdefault(side, []).append(k)
    return {label: _chained(arcs, numbers) for label, numbers in mine.items() if label != OUTSIDE}


def _chained(arcs: Sequence[CutArc], numbers: list[int]) -> list[list[int]]:
    starts: dict[Spot, list[int]] = {}
    for k in numbers:
        starts.setdefault(arcs[k].ends[0], []).append(k)
        starts.setdefault(arcs[k].ends[1], []).append(~k)
    free, rings = set(numbers), []
    while free:
        first = min(free)
        ring, at = [first], arcs[first].ends[1]
        free.discard(first)
        while at != arcs[first].ends[0]:
            step = _turn(arcs, ring[-1], [s for s in starts[at] if (s if s >= 0 else ~s) in free])
            ring.append(step)
            k = step if step >= 0 else ~step
            free.discard(k)
            at = arcs[k].ends[1] if step >= 0 else arcs[k].ends[0]
        rings.append(ring)
    return rings


def _turn(arcs: Sequence[CutArc], came: int, steps: list[int]) -> int:
    """Of several ways on, the sharpest turn, so that a ring never crosses itself."""
    if len(steps) == 1:
        return steps[0]
    arrival = directed(arcs, came)
    back = math.atan2(*(arrival[-2] - arrival[-1]))

    def angle(step: int) -> float:
        leaving = directed(arcs, step)
        return float((math.atan2(*(leaving[1] - leaving[0])) - back) % (2 * math.pi))

    return min(steps, key=angle)


def directed(arcs: Sequence[CutArc], step: int) -> Points:
    """The drawn points of an arc in the direction of a step."""
    return arcs[step].points if step >= 0 else arcs[~step].points[::-1]


def ring_points(arcs: Sequence[CutArc], ring: Iterable[int]) -> Points:
    """The drawn points of a whole ring."""
    parts = [directed(arcs, step) for step in ring]
    return np.concatenate([parts[0], *(p[1:] for p in parts[1:])])


def shape_of(arcs: Sequence[CutArc], rings: Iterable[Sequence[int]]) -> Any:
    """The polygon that rings enclose; a ring within a ring is a hole."""
    shape: Any = Polygon()
    for ring in rings:
        points = ring_points(arcs, ring)
        if len(points) > 3:
            shape = shape.symmetric_difference(shapely.make_valid(Polygon(points)))
    return shape
