"""Projections: lon/lat to pixels of the board, and back by Newton's method."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman.mapmaker.sheet import DrawingSheet

Points = NDArray[np.float64]
Plane = Callable[[Points], Points]

EARTH = 6371.0


def albers(lon0: float, lat0: float, south: float, north: float) -> Plane:
    """The equal-area conic of Albers, in km, y downwards."""
    a, b = math.radians(south), math.radians(north)
    n = (math.sin(a) + math.sin(b)) / 2
    c = math.cos(a) ** 2 + 2 * n * math.sin(a)
    rho0 = math.sqrt(c - 2 * n * math.sin(math.radians(lat0))) / n

    def project(points: Points) -> Points:
        lon, lat = np.radians(points[..., 0] - lon0), np.radians(points[..., 1])
        rho = np.sqrt(np.maximum(c - 2 * n * np.sin(lat), 0)) / n
        return EARTH * np.stack([rho * np.sin(n * lon), rho * np.cos(n * lon) - rho0], -1)

    return project


def grid(words: list[str]) -> Plane:
    """A stretched grid of meridians, knots `lon:x`, and after the word `by` parallels, `lat:y`."""
    at = words.index("by")
    xs, ys = (
        _smooth([tuple(map(float, w.split(":"))) for w in part])
        for part in (words[:at], words[at + 1 :])
    )

    def project(points: Points) -> Points:
        return np.stack([xs(points[..., 0]), ys(points[..., 1])], -1)

    return project


def _smooth(knots: list[tuple[float, ...]]) -> Callable[[Points], Points]:
    """A smooth curve through knots that never turns back (Fritsch and Carlson's cubic)."""
    x, y = (np.array(v) for v in zip(*sorted((k[0], k[1]) for k in knots), strict=True))
    slope = np.diff(y) / np.diff(x)
    inner = np.where(
        slope[:-1] * slope[1:] > 0, 2 * slope[:-1] * slope[1:] / (slope[:-1] + slope[1:]), 0.0
    )
    tangent = np.concatenate([slope[:1], inner, slope[-1:]])

    def curve(values: Points) -> Points:
        k = np.clip(np.searchsorted(x, values) - 1, 0, len(x) - 2)
        h = x[k + 1] - x[k]
        t = (values - x[k]) / h
        inside = np.clip(t, 0, 1)
        s = inside
        bent = (
            (2 * s**3 - 3 * s**2 + 1) * y[k]
            + (s**3 - 2 * s**2 + s) * h * tangent[k]
            + (3 * s**2 - 2 * s**3) * y[k + 1]
            + (s**3 - s**2) * h * tangent[k + 1]
        )
        beyond: Points = bent + (t - inside) * h * np.where(t < 0, tangent[k], tangent[k + 1])
        return beyond

    return curve


def lensed(plane: Plane, radius: float, lon: float, lat: float) -> Plane:
    """A projection with its middle enlarged and its edges drawn in; it makes no lines cross."""
    middle = plane(np.array([lon, lat]))

    def project(points: Points) -> Points:
        away = plane(points) - middle
        far = np.sqrt((away * away).sum(-1, keepdims=True)) + 1e-9
        bent: Points = middle + away / far * radius * np.arcsinh(far / radius)
        return bent

    return project


class Projection:
    """From lon/lat to pixels on the board."""

    def __init__(self, sheet: DrawingSheet) -> None:
        kind, rest = sheet.projection[0], sheet.projection[1:]
        plane = grid(rest) if kind == "grid" else albers(*(float(w) for w in rest))
        self.plane = lensed(plane, *sheet.lens) if sheet.lens else plane
        left, top, right, _ = sheet.frame
        self.scale = sheet.size / (right - left)
        self.shift = np.array(
            [sheet.margin[3] - left * self.scale, sheet.margin[0] - top * self.scale]
        )

    def __call__(self, points: ArrayLike) -> Points:
        """Pixels of points."""
        found: Points = self.plane(np.asarray(points, float)) * self.scale + self.shift
        return found

    def back(self, pixel: ArrayLike, guess: ArrayLike) -> tuple[float, float]:
        """The lon/lat of a pixel, sought from a guess."""
        at, goal = np.array(guess, float), np.asarray(pixel, float)
        for _ in range(30):
            steps = [np.array([1e-3, 0.0]), np.array([0.0, 1e-3])]
            slope = np.stack([(self(at + d) - self(at - d)) / 2e-3 for d in steps], -1)
            at = at - np.linalg.solve(slope, self(at) - goal)
        return round(float(at[0]), 2), round(float(at[1]), 2)
