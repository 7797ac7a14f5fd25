"""Suggestions: seeds that would mend a difference between drawn and declared borders."""

from collections.abc import Sequence

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely.ops import nearest_points

from dragoman.mapmaker.arcs import CutArc, shape_of
from dragoman.mapmaker.borders import MISSING, BorderFault, declared, ordered, rooted, roots
from dragoman.mapmaker.faces import LandAndWater

STEP = 8.0


class Suggestion(Struct, frozen=True):
    """A seed to add to a province, and the fault it is meant to mend."""

    province: str
    lon: float
    lat: float
    fault: BorderFault

    def __str__(self) -> str:
        return f"{self.province}: seed {self.lon:g},{self.lat:g}   ({self.fault})"


class _Doctor:
    def __init__(
        self, ground: LandAndWater, arcs: Sequence[CutArc], rings: dict[str, list[list[int]]]
    ) -> None:
        self.ground, self.arcs = ground, arcs
        self.shapes = {label: shape_of(arcs, r) for label, r in rings.items()}
        wanted = declared(ground.board)
        self.wanted = {rooted(border) for borders in wanted.values() for border in borders}

    def seed(self, label: str, at: NDArray[np.float64], fault: BorderFault) -> Suggestion:
        guess = self.ground.sheet.plots[label].seeds[0]
        return Suggestion(label, *self.ground.project.back(at, guess), fault)

    def shape(self, label: str) -> shapely.Geometry:
        return self.shapes.get(label) or shapely.Point(self.ground.seeds[label][0])

    def bridge(self, fault: BorderFault, a: str, b: str) -> list[Suggestion]:
        """One seed of each on the shortest line between two that should touch."""
        ends = nearest_points(self.shape(a), self.shape(b))
        p, q = (np.array(end.coords[0]) for end in ends)
        gap = float(np.hypot(*(q - p)))
        way = (q - p) / gap if gap else np.array([1.0, 0.0])
        middle, reach = (p + q) / 2, max(gap * 0.3, STEP)
        wet = [self.ground.is_water(x) for x in (a, b)]
        if wet[0] == wet[1]:
            return [
                self.seed(a, middle - way * reach, fault),
                self.seed(b, middle + way * reach, fault),
            ]
        sea, shore = (a, q) if wet[0] else (b, p)
        return [self.seed(sea, shore, fault)]

    def wedge(self, fault: BorderFault, a: str, b: str) -> list[Suggestion]:
        """A seed of a neighbor of both on the line where two touch that should not."""
        lines = [shapely.LineString(x.points) for x in self.arcs if set(x.sides) == {a, b}]
        if not lines:
            return []
        spot = max(lines, key=lambda line: line.length).interpolate(0.5, normalized=True)
        between = [
            k
            for k in self.shapes
            if {ordered(a, k), ordered(b, k)} <= self.wanted and k in self.ground.seeds
        ]
        wet = {self.ground.is_water(a), self.ground.is_water(b)}
        fitting = [k for k in between if self.ground.is_water(k) in wet]
        if not fitting:
            return []
        nearest = min(fitting, key=lambda k: self.shapes[k].distance(spot))
        return [self.seed(nearest, np.array(spot.coords[0]), fault)]


def suggest(
    ground: LandAndWater,
    arcs: Sequence[CutArc],
    rings: dict[str, list[list[int]]],
    found: Sequence[BorderFault],
) -> list[Suggestion]:
    """Seeds that would mend the faults; a first draft for whoever draws the map."""
    doctor, suggestions = _Doctor(ground, arcs, rings), []
    seen: set[tuple[str, str, str]] = set()
    for fault in found:
        a, b = roots(fault)
        if (fault.problem, a, b) in seen or not {a, b} <= set(ground.seeds):
            continue
        seen.add((fault.problem, a, b))
        suggestions += (
            doctor.bridge(fault, a, b) if fault.problem == MISSING else doctor.wedge(fault, a, b)
        )
    return suggestions
