"""Graph-only maps: from nothing but borders to provinces that touch exactly when they should.

The planar part of the graph is filled up with nodes for gaps until every face is a triangle, laid
out by Tutte's method, which cannot fold, and relaxed towards equal areas without turning any
triangle over. A province is the third of every triangle that lies nearest to it. Borders that
cannot be drawn become links.
"""

import math
from collections.abc import Collection, Sequence
from typing import Any

import networkx as nx
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from shapely.affinity import scale, translate
from shapely.geometry import Polygon
from shapely.ops import unary_union

from dragoman.geo import IMPASSABLE, WATER, Map
from dragoman.mapmaker.borders import ARMY, FLEET, Border, declared, ordered, rooted
from dragoman.mapmaker.faces import LAKE

Positions = dict[str, NDArray[np.float64]]
Triangle = tuple[str, str, str]

GAP, VOID = "~gap", "~void"
ROUNDS = 900
SLIVER = 60.0
MARGIN, PROPORTION = 40.0, 0.75
ROOM, LEAST, MOST = 220.0, 640.0, 2800.0
"""The width that a board of one province would have, and the least and most of any."""


class GraphLayout(Struct):
    """A board laid out from its borders: its cells and its size."""

    cells: dict[str, Any]
    size: tuple[float, float]


def natural_width(board: Map) -> float:
    """A width that gives each province about the same room, however many there are."""
    return min(max(ROOM * math.sqrt(len(board.spaces)), LEAST), MOST)


def lay_out(board: Map, wide: float, apart: Collection[Border] = ()) -> GraphLayout:
    """A board for a map that has nothing but borders; its separate parts stand side by side.

    Provinces that are to stand apart do not touch, whatever borders they have.
    """
    graph = nx.Graph()
    graph.add_nodes_from(str(s.id) for s in board.spaces.values() if s.kind != IMPASSABLE)
    graph.add_edges_from(pair for pair in sorted(touching(board)) if pair not in apart)
    parts = sorted(nx.connected_components(graph), key=lambda c: (-len(c), min(c)))
    cells, left = {}, MARGIN
    for part in parts:
        share = max(0.16, len(part) / len(graph))
        size = ((wide - 2 * MARGIN) * share, wide * PROPORTION - 2 * MARGIN)
        for label, cell in _part(board, graph.subgraph(sorted(part)).copy(), *size).items():
            cells[label] = translate(cell, left, MARGIN)
        left += size[0] + MARGIN
    shape = unary_union(list(cells.values()))
    return GraphLayout(cells, (max(wide, shape.bounds[2] + MARGIN), wide * PROPORTION))


def touching(board: Map) -> set[Border]:
    """The provinces that should touch; coasts that only fleets pass between are linked instead."""
    wanted = declared(board)
    by_sea = {rooted(pair) for pair in wanted[FLEET]}
    wet = {str(s.id) for s in board.spaces.values() if s.kind == WATER}
    return {rooted(pair) for pair in wanted[ARMY]} | {p for p in by_sea if wet.intersection(p)}


def _part(board: Map, graph: Any, width: float, height: float) -> dict[str, Any]:
    if len(graph) < 3:
        return _row(sorted(graph), width, height)
    planar, embedding = planar_part(graph)
    full, triangles, ring = triangulated(planar, embedding, _Corners(board))
    weights = {str(s.id): 1.5 if s.kind == WATER else 1.0 for s in board.spaces.values()}
    places = embed(full, triangles, ring, weights, (width, height))
    return _filling(_cells(triangles, places), width, height)


def _filling(cells: dict[str, Any], width: float, height: float) -> dict[str, Any]:
    """Cells stretched until they fill their part of the board, without the void round them."""
    left, top, right, bottom = unary_union(list(cells.values())).bounds
    wide, high = width / (right - left), height / (bottom - top)
    return {
        label: scale(translate(cell, -left, -top), wide, high, origin=(0, 0))
        for label, cell in cells.items()
    }


def _row(labels: list[str], width: float, height: float) -> dict[str, Any]:
    step = width / len(labels)
    return {
        label: Polygon(
            [
                (k * step, height * 0.3),
                ((k + 1) * step, height * 0.3),
                ((k + 1) * step, height * 0.7),
                (k * step, height * 0.7),
            ]
        )
        for k, label in enumerate(labels)
    }


def planar_part(graph: Any) -> tuple[Any, Any]:
    """The graph without the borders that the plane has no room for; local ones are kept first."""
    planar, embedding = nx.check_planarity(graph)
    if planar:
        return graph, embedding
    between = nx.edge_betweenness_centrality(graph)
    kept = nx.Graph()
    kept.add_nodes_from(graph)
    for edge in sorted(graph.edges, key=lambda e: (between[e], e)):
        kept.add_edge(*edge)
        if not nx.check_planarity(kept)[0]:
            kept.remove_edge(*edge)
    return kept, nx.check_planarity(kept)[1]


def _faces(embedding: Any) -> list[list[str]]:
    seen: set[tuple[str, str]] = set()
    return [embedding.traverse_face(u, v, seen) for u, v in embedding.edges if (u, v) not in seen]


class _Corners:
    """Which three provinces may meet at a point: a fleet could pass there from coast to coast."""

    def __init__(self, board: Map) -> None:
        self.wet = {str(s.id) for s in board.spaces.values() if s.kind == WATER}
        self.sailed = {rooted(pair) for pair in declared(board)[FLEET]}

    def meet(self, face: Sequence[str]) -> bool:
        """Whether the provinces of a face may meet at a point."""
        dry = [label for label in face if label not in self.wet]
        return len(dry) != 2 or ordered(*dry) in self.sailed


def triangulated(
    graph: Any, embedding: Any, corners: _Corners
) -> tuple[Any, list[Triangle], list[str]]:
    """The graph filled up to triangles: gaps inside, a ring of void outside."""
    faces = _faces(embedding)
    outer = max(faces, key=lambda f: (len(set(f)), len(f)))
    full, triangles = nx.Graph(graph), []
    for number, face in enumerate(f for f in faces if f is not outer):
        if len(face) == 3 and len(set(face)) == 3 and corners.meet(face):
            triangles.append((face[0], face[1], face[2]))
        else:
            triangles += _filled(face, f"{GAP}{number}", ringed=len(set(face)) < len(face))
    ring = [f"{VOID}{k}" for k in range(len(outer))]
    triangles += _band(outer, ring)
    for a, b, c in triangles:
        full.add_edges_from([(a, b), (b, c), (a, c)])
    return full, triangles, ring


def _filled(face: list[str], gap: str, *, ringed: bool) -> list[Triangle]:
    """The triangles of a face round a gap; a face that meets a node twice needs a ring of gaps."""
    if not ringed:
        return [(gap, a, b) for a, b in zip(face, [*face[1:], face[0]], strict=True)]
    ring = [f"{gap}.{k}" for k in range(len(face))]
    inner = [(gap, a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
    return [*_band(face, ring), *inner]


def _band(face: list[str], ring: list[str]) -> list[Triangle]:
    found: list[Triangle] = []
    for k, a in enumerate(face):
        b, r, q = face[(k + 1) % len(face)], ring[k], ring[(k + 1) % len(face)]
        found += [(r, a, b), (r, b, q)]
    return found


def embed(
    graph: Any,
    triangles: list[Triangle],
    ring: list[str],
    weights: dict[str, float],
    size: tuple[float, float],
) -> Positions:
    """Where every node stands: the ring on a rounded frame, the rest by Tutte, then relaxed."""
    places = _rim(ring, size)
    free = [v for v in graph if v not in places]
    row = {v: k for k, v in enumerate(free)}
    matrix, sums = np.zeros((len(free), len(free))), np.zeros((len(free), 2))
    for v in free:
        for u in graph[v]:
            matrix[row[v], row[v]] += 1
            if u in row:
                matrix[row[v], row[u]] -= 1
            else:
                sums[row[v]] += places[u]
    for v, at in zip(free, np.linalg.solve(matrix, sums), strict=True):
        places[v] = at
    _relax(graph, triangles, places, free, weights, size)
    return places


def _rim(ring: list[str], size: tuple[float, float]) -> Positions:
    width, height = size
    places: Positions = {}
    for k, label in enumerate(ring):
        turn = 2 * math.pi * k / len(ring)
        c, s = math.cos(turn), math.sin(turn)
        x = width / 2 * (1 + math.copysign(abs(c) ** 0.7, c))
        y = height / 2 * (1 + math.copysign(abs(s) ** 0.7, s))
        places[label] = np.array([x, y])
    return places


def _relax(
    graph: Any,
    triangles: list[Triangle],
    places: Positions,
    free: list[str],
    weights: dict[str, float],
    size: tuple[float, float],
) -> None:
    """Move nodes towards larger neighbors until areas are alike; no triangle may turn over."""
    mine = {v: [t for t in triangles if v in t] for v in graph}
    target = {v: weights.get(v, 0.3) for v in graph}
    unit = size[0] * size[1] * 0.8 / sum(target[v] for v in free)
    flip = {t: math.copysign(1, area(places, t)) for t in triangles}
    for turn in range(ROUNDS):
        step = 0.5 * (1 - turn / ROUNDS) + 0.05
        cell = {v: sum(abs(area(places, t)) / 6 for t in mine[v]) for v in free}
        for v in free:
            pull, total = np.zeros(2), 0.0
            for u in graph[v]:
                wish = math.sqrt(cell[u] / (unit * target[u])) if u in cell else 1.0
                weight = min(max(wish, 0.15), 4.0) ** 1.2
                pull += weight * (places[u] - places[v])
                total += weight
            _try_move(places, v, pull / total * step, mine[v], flip)


def _try_move(
    places: Positions,
    v: str,
    by: NDArray[np.float64],
    mine: list[Triangle],
    flip: dict[Triangle, float],
) -> None:
    """Move a node as far as no triangle gets too thin, or thinner where it is so already."""
    old = places[v]
    least = [min(SLIVER, 0.8 * area(places, t) * flip[t]) for t in mine]
    for _ in range(5):
        places[v] = old + by
        if all(area(places, t) * flip[t] > floor for t, floor in zip(mine, least, strict=True)):
            return
        by = by / 2
    places[v] = old


def area(places: Positions, triangle: Triangle) -> float:
    """Twice the area of a triangle, with a sign for the way it turns."""
    (ax, ay), (bx, by), (cx, cy) = (places[v] for v in triangle)
    return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))


def _cells(triangles: list[Triangle], places: Positions) -> dict[str, Any]:
    """The provinces: the third of each triangle at their corner; gaps are lakes."""
    parts: dict[str, list[Any]] = {}
    for triangle in triangles:
        middle = sum(places[v] for v in triangle) / 3
        for k, v in enumerate(triangle):
            here, left, right = (
                places[v],
                places[triangle[(k + 1) % 3]],
                places[triangle[(k + 2) % 3]],
            )
            label = LAKE if v.startswith(GAP) else v
            if not v.startswith(VOID):
                quad = Polygon([here, (here + left) / 2, middle, (here + right) / 2])
                parts.setdefault(label, []).append(quad)
    return {label: unary_union(quads).buffer(0.02).buffer(-0.02) for label, quads in parts.items()}
