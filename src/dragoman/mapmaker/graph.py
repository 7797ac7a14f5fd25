"""Graph-only maps: from nothing but borders to provinces that touch exactly when they should.

The planar part of the graph is filled up with nodes for gaps until every face is a triangle, and
laid out as a mesh. A province is the third of every triangle that lies nearest to it; provinces on
the outside reach to the edge of the board. Borders that cannot be drawn become links. Points that
the file gives are kept as well as may be, so that the board is neither mirrored nor turned.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import networkx as nx
import numpy as np
from msgspec import Struct
from shapely import STRtree
from shapely.affinity import scale, translate
from shapely.geometry import LineString, Polygon
from shapely.ops import unary_union

from dragoman.geo import IMPASSABLE, WATER, Map
from dragoman.mapmaker.borders import ARMY, FLEET, Border, declared, ordered, root, rooted
from dragoman.mapmaker.faces import LAKE
from dragoman.mapmaker.mesh import Floats, Mesh, frame_points, settle, signed

Triangle = tuple[str, str, str]
Points = Mapping[str, tuple[float, float]]

GAP, VOID = "~gap", "~void"
MARGIN, PROPORTION = 40.0, 0.75
ROOM, LEAST, MOST = 220.0, 640.0, 5000.0
"""The width that a board of one province would have, and the least and most of any."""

EDGE = 0.06
"""How far from the edge of the board the outermost points lie, in parts of its width."""

TRIES, THIN = 6, 1e-6
"""How many faces are tried outside, until no triangle is thinner than this part of the mean."""

ROUND, CROSSED = 0.55, 12
"""A border longer than this part of the width leads round the back of the world; so does one half
as long that crosses more than so many others."""

LARGE = 300
"""With more provinces than this, points alone say which borders the plane has room for."""

SEA_ROOM, LAKE_ROOM = 1.35, 0.16
"""How much room seas and lakes wish for, where a province on land wishes for 1."""


class CellLayout(Struct):
    """A board laid out from its borders: its cells and its size."""

    cells: dict[str, Any]
    size: tuple[float, float]


class Wishes(Struct):
    """What a file says of a board that is drawn from its borders."""

    points: dict[str, tuple[float, float]] = {}
    outside: tuple[str, ...] = ()
    apart: frozenset[Border] = frozenset()
    """Provinces that do not touch, whatever borders they have."""


def natural_width(board: Map) -> float:
    """A width that gives each province about the same room, however many there are."""
    return min(max(ROOM * math.sqrt(len(board.spaces)), LEAST), MOST)


def proportion(wishes: Wishes) -> float:
    """How high a board is for its width: as the points lie, but neither a band nor a tower."""
    if len(wishes.points) < 3:
        return PROPORTION
    xs, ys = zip(*wishes.points.values(), strict=True)
    ratio = float((max(ys) - min(ys)) / max(max(xs) - min(xs), 1e-9))
    return min(max(ratio, 0.45), 1.4)


def lay_out(board: Map, wide: float, wishes: Wishes) -> CellLayout:
    """A board for a map that has nothing but borders; its separate parts stand side by side."""
    graph = nx.Graph()
    graph.add_nodes_from(str(s.id) for s in board.spaces.values() if s.kind != IMPASSABLE)
    graph.add_edges_from(pair for pair in sorted(touching(board)) if pair not in wishes.apart)
    _unroll(graph, wishes.points)
    parts = sorted(nx.connected_components(graph), key=lambda c: (-len(c), min(c)))
    cells, left, high = {}, MARGIN, wide * proportion(wishes)
    for part in parts:
        share = max(0.16, len(part) / len(graph))
        size = ((wide - 2 * MARGIN) * share, high - 2 * MARGIN)
        for label, cell in _part(board, graph.subgraph(sorted(part)).copy(), size, wishes).items():
            cells[label] = translate(cell, left, MARGIN)
        left += size[0] + MARGIN
    shape = unary_union(list(cells.values()))
    return CellLayout(cells, (max(wide, shape.bounds[2] + MARGIN), high))


def touching(board: Map) -> set[Border]:
    """The provinces that should touch; coasts that only fleets pass between are linked instead."""
    wanted = declared(board)
    by_sea = {rooted(pair) for pair in wanted[FLEET]}
    wet = {str(s.id) for s in board.spaces.values() if s.kind == WATER}
    return {rooted(pair) for pair in wanted[ARMY]} | {p for p in by_sea if wet.intersection(p)}


def _part(board: Map, graph: Any, size: tuple[float, float], wishes: Wishes) -> dict[str, Any]:
    if len(graph) < 3:
        return _row(sorted(graph), *size)
    own = {k: p for k, p in wishes.points.items() if k in graph}
    points = frame_points(own, size, EDGE * max(size)) if len(own) > 2 else {}
    leaves = _stripped(graph)
    _, embedding = planar_part(graph, points)
    best: dict[str, Any] = {}
    for rank in range(TRIES):
        web = _Web(board, _faces(embedding), leaves, points, wishes.outside, rank)
        cells, thinnest = web.cells(size)
        best = best or cells
        if thinnest > THIN:
            return cells
    return best


def _stripped(graph: Any) -> list[Border]:
    """Take out provinces that hang on a single other: each with that other, the last one first."""
    found: list[Border] = []
    while len(graph) > 3:
        ends = [v for v in sorted(graph) if len(graph[v]) == 1]
        if not ends:
            break
        found.append((ends[0], next(iter(graph[ends[0]]))))
        graph.remove_node(ends[0])
    return found[::-1]


def _unroll(graph: Any, points: Points) -> None:
    """Take out the borders that lead round the back of the world, from edge to edge."""
    known = [(a, b) for a, b in graph.edges if a in points and b in points]
    if len(known) < 20:
        return
    across = [x for x, _ in points.values()]
    width = max(across) - min(across)
    lines = [LineString([points[a], points[b]]) for a, b in known]
    crossed = Counter(map(int, STRtree(lines).query(lines, predicate="crosses")[0]))
    for number, (a, b) in enumerate(known):
        far = abs(points[a][0] - points[b][0]) / max(width, 1e-9)
        if far > ROUND or (far > ROUND / 2 and crossed[number] > CROSSED):
            graph.remove_edge(a, b)


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


def planar_part(graph: Any, points: Mapping[str, Any] | None = None) -> tuple[Any, Any]:
    """The graph without the borders that the plane has no room for.

    Short borders are kept first, if points are given; else local ones.
    """
    planar, embedding = nx.check_planarity(graph)
    if planar:
        return graph, embedding
    far = _lengths(graph, points or {})
    kept = nx.Graph()
    kept.add_nodes_from(graph)
    edges = sorted(graph.edges, key=lambda e: (far[e], e))
    if len(graph) > LARGE and all(v in (points or {}) for v in graph):
        kept.add_edges_from(_uncrossed(edges, points or {}))
    else:
        _keep(kept, edges)
    return kept, nx.check_planarity(kept)[1]


def _uncrossed(edges: Sequence[Any], points: Mapping[str, Any]) -> list[Any]:
    """The edges that as straight lines meet none before them, which needs no test of the rest."""
    lines = [LineString([points[a], points[b]]) for a, b in edges]
    crossed: dict[int, list[int]] = {}
    for one, other in zip(*STRtree(lines).query(lines, predicate="intersects"), strict=True):
        if other < one and not {*edges[one]} & {*edges[other]}:
            crossed.setdefault(int(one), []).append(int(other))
    kept: set[int] = set()
    for n in range(len(edges)):
        if kept.isdisjoint(crossed.get(n, ())):
            kept.add(n)
    return [edges[n] for n in sorted(kept)]


def _keep(kept: Any, edges: Sequence[Any]) -> None:
    """Add edges in their order, leaving out each for which the plane has no room.

    Whole stretches are tried at once, and halved where one of them does not fit.
    """
    kept.add_edges_from(edges)
    if not nx.check_planarity(kept)[0]:
        kept.remove_edges_from(edges)
        half = len(edges) // 2
        if half:
            _keep(kept, edges[:half])
            _keep(kept, edges[half:])


def _lengths(graph: Any, points: Mapping[str, Any]) -> dict[Any, float]:
    if all(v in points for v in graph):
        return {(a, b): float(np.hypot(*(points[a] - points[b]))) for a, b in graph.edges}
    found: dict[Any, float] = nx.edge_betweenness_centrality(graph)
    return found


def _faces(embedding: Any) -> list[list[str]]:
    seen: set[tuple[str, str]] = set()
    return [embedding.traverse_face(u, v, seen) for u, v in embedding.edges if (u, v) not in seen]


class _Corners:
    """Which provinces may meet at a point: a fleet could pass there from coast to coast."""

    def __init__(self, board: Map) -> None:
        self.wet = {str(s.id) for s in board.spaces.values() if s.kind == WATER}
        self.sailed = declared(board)[FLEET]
        self.shores: dict[Border, set[str]] = {}
        for pair in self.sailed:
            for place, sea in (pair, pair[::-1]):
                if sea in self.wet:
                    self.shores.setdefault((root(place), sea), set()).add(place)

    def meet(self, face: Sequence[str]) -> bool:
        """Whether the provinces of a face may meet at a point: no coast may touch a wrong one."""
        if len(set(face)) < len(face):
            return False
        beside = [*zip(face, [*face[1:], face[0]], strict=True)]
        beside += [(b, a) for a, b in beside]
        coasts = {a: set[str]() for a, b in beside if b in self.wet and a not in self.wet}
        for a, b in beside:
            if a in coasts:
                coasts[a] |= self.shores.get((a, b), set())
        return all(
            ordered(p, q) in self.sailed
            for a, b in combinations(coasts, 2)
            for p in coasts[a]
            for q in coasts[b]
        )


class _Web:
    """A planar graph being filled up to triangles, with the nodes of a mesh numbered."""

    def __init__(
        self,
        board: Map,
        faces: list[list[str]],
        leaves: Sequence[Border],
        points: Mapping[str, Floats],
        outside: Sequence[str],
        rank: int,
    ) -> None:
        self.corners, self.points, self.outside = _Corners(board), points, outside
        self.triangles: list[Triangle] = []
        self.shares: list[tuple[float, float, float]] = []
        self.labels: dict[str, int] = {}
        ranked = self._outer(faces)
        self.outer = ranked[min(rank, len(ranked) - 1)]
        for leaf, stem in leaves:
            self._hang(faces, leaf, stem)
        for number, face in enumerate(f for f in faces if f is not self.outer):
            self._fill(face, f"{GAP}{number}")

    def _outer(self, faces: list[list[str]]) -> list[list[str]]:
        """The faces that may lie outside, the best first: as said, as the points lie, by sea."""
        outside = {*self.outside}
        return sorted(
            faces,
            key=lambda f: (len({*f} & outside), round(self._reach(f), 3), self._score(f)),
            reverse=True,
        )

    def _hang(self, faces: list[list[str]], leaf: str, stem: str) -> None:
        """Put a province that hangs on one other into a face beside that: outside if it can."""
        around = [face for face in faces if stem in face]
        face = self.outer if stem in self.outer else max(around, key=len)
        at = face.index(stem)
        face[at : at + 1] = [stem, leaf, stem]

    def _score(self, face: list[str]) -> tuple[float, int]:
        seas = {*face} & self.corners.wet
        return len(set(face)) + 1.5 * len(seas), len(face)

    def _reach(self, face: list[str]) -> float:
        """How much of the plane the points of a face go round."""
        spots = [self.points[v] for v in face if v in self.points]
        if len(spots) < 3:
            return 0.0
        hull = Polygon(spots).convex_hull
        return float(hull.area)

    def _fill(self, face: list[str], gap: str) -> None:
        """The triangles of a face: itself, or round a point at which its provinces meet, or a lake.

        A face that meets a node twice needs a ring of lakes.
        """
        if len(set(face)) < len(face):
            ring = [f"{gap}.{k}" for k in range(len(face))]
            self._band(face, ring)
            self._add(_around(gap, ring), (1 / 3, 1 / 3, 1 / 3))
        elif not self.corners.meet(face):
            self._add(_around(gap, face), (1 / 3, 1 / 3, 1 / 3))
        elif len(face) == 3:
            self._add([(face[0], face[1], face[2])], (1 / 3, 1 / 3, 1 / 3))
        else:
            self._add(_around(gap, face), (0, 1 / 2, 1 / 2))

    def _band(self, face: list[str], ring: list[str]) -> None:
        for k, a in enumerate(face):
            b, r, q = face[(k + 1) % len(face)], ring[k], ring[(k + 1) % len(face)]
            self._add([(r, a, b), (r, b, q)], (1 / 3, 1 / 3, 1 / 3))

    def _add(self, found: Iterable[Triangle], share: tuple[float, float, float]) -> None:
        for triangle in found:
            self.triangles.append(triangle)
            self.shares.append(share)
            for label in triangle:
                self.labels.setdefault(label, len(self.labels))

    def cells(self, size: tuple[float, float]) -> tuple[dict[str, Any], float]:
        """The provinces and lakes on a board of a size, and how thin the thinnest triangle is."""
        spots = self._rim(size)
        rim = [label for label in self.labels if label.startswith(VOID)]
        mesh = self._mesh(rim)
        places = settle(mesh, np.array([spots[label] for label in rim]))
        sizes = np.abs(signed(mesh, places))
        return _filling(self._shapes(places), *size), float(sizes.min() / sizes.mean())

    def _mesh(self, rim: list[str]) -> Mesh:
        nowhere = np.array([np.nan, np.nan])
        return Mesh(
            triangles=np.array([[self.labels[v] for v in t] for t in self.triangles]),
            shares=np.array(self.shares),
            fixed=np.array([self.labels[v] for v in rim]),
            room=np.array([self._room(v) for v in self.labels]),
            points=np.array([self.points.get(v, nowhere) for v in self.labels]),
        )

    def _room(self, label: str) -> float:
        if label.startswith(VOID):
            return 0.0
        if label.startswith(GAP):
            ring = sum(other.startswith(f"{label.partition('.')[0]}.") for other in self.labels)
            return LAKE_ROOM / (1 + ring) if self._is_lake(label) else 0.0
        return SEA_ROOM if label in self.corners.wet else 1.0

    def _is_lake(self, label: str) -> bool:
        return any(
            label in t and s[t.index(label)]
            for t, s in zip(self.triangles, self.shares, strict=True)
        )

    def _rim(self, size: tuple[float, float]) -> dict[str, Floats]:
        """Where the nodes of the edge lie, with triangles between them and the outer face."""
        face = list(self.outer)
        found = _turns([self.points.get(v) for v in face], size)
        turns, back = found or ([k / len(face) for k in range(len(face))], False)
        if back:
            face, turns = face[::-1], turns[::-1]
        # A node of the rim that lies very near a corner of the board is that corner.
        corners = [round(turn * 4) / 4 for turn in turns]
        near = [c if abs(c - t) < 0.004 else t for c, t in zip(corners, turns, strict=True)]
        ring = [(f"{VOID}{k}", turn) for k, turn in enumerate(near)]
        spots = {label: _on_edge(turn, size) for label, turn in ring}
        for k, (a, (r, turn)) in enumerate(zip(face, ring, strict=True)):
            b, (q, other) = face[(k + 1) % len(face)], ring[(k + 1) % len(ring)]
            other += 1 if k == len(ring) - 1 else 0
            between = [
                (f"{VOID}corner{k}.{c}", c / 4) for c in range(-4, 12) if turn < c / 4 < other
            ]
            spots |= {label: _on_edge(at, size) for label, at in between}
            for x, y in pairwise([r, *(label for label, _ in between), q]):
                self._add([(x, a, y)], (0, 1, 0))
            self._add([(q, a, b)], (0, 1 / 2, 1 / 2))
        return spots

    def _shapes(self, places: Floats) -> dict[str, Any]:
        """The shares of all triangles, put together by what they belong to."""
        parts: dict[str, list[Any]] = {}
        for triangle, share in zip(self.triangles, self.shares, strict=True):
            spots = [places[self.labels[v]] for v in triangle]
            for label, shape in _shared(triangle, share, spots):
                parts.setdefault(LAKE if label.startswith(GAP) else label, []).append(shape)
        return {
            label: unary_union(shapes).buffer(0.02).buffer(-0.02) for label, shapes in parts.items()
        }


def _around(middle: str, ring: Sequence[str]) -> list[Triangle]:
    return [(middle, a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]


def _shared(
    triangle: Triangle, share: tuple[float, float, float], spots: list[Floats]
) -> Iterable[tuple[str, Any]]:
    """What of a triangle belongs to whom."""
    if share == (0, 1, 0):
        yield triangle[1], Polygon(spots)
    elif not share[0]:
        half = (spots[1] + spots[2]) / 2
        yield triangle[1], Polygon([spots[1], half, spots[0]])
        yield triangle[2], Polygon([spots[2], half, spots[0]])
    else:
        middle = sum(spots) / 3
        for k, label in enumerate(triangle):
            left, right = spots[(k + 1) % 3], spots[(k + 2) % 3]
            yield label, Polygon([spots[k], (spots[k] + left) / 2, middle, (spots[k] + right) / 2])


def _on_edge(turn: float, size: tuple[float, float]) -> Floats:
    """A point on the edge of a board: 0 is its top left corner, 1/4 the next, and so on.

    The sides bulge by a hair, so that the edge has no straight line.
    """
    side, along = divmod(turn % 1 * 4, 1)
    out = -0.004 * math.sin(math.pi * along)
    x, y = ((along, out), (1 - out, along), (1 - along, 1 - out), (out, 1 - along))[int(side) % 4]
    return np.array([x * size[0], y * size[1]])


def _turns(
    points: Sequence[Floats | None], size: tuple[float, float]
) -> tuple[list[float], bool] | None:
    """How far round the edge each node of the outer face lies, and whether the face runs back.

    None if too few points are given, or they do not go round the board.
    """
    known = [(k, _turn_of(p, size)) for k, p in enumerate(points) if p is not None]
    if len(known) < 3:
        return None
    spots, turns = zip(*known, strict=True)
    steps = (np.diff([*turns, turns[0]]) + 0.5) % 1 - 0.5
    if abs(round(float(steps.sum()))) != 1:
        return None
    back = steps.sum() < 0
    least = 0.2 / len(known)
    steps = np.maximum(-steps if back else steps, least)
    rising = np.concatenate([[0], np.cumsum(steps / steps.sum())])
    found = np.interp(range(len(points)), [*spots, spots[0] + len(points)], rising)
    wanted = np.array(turns) * (-1 if back else 1)
    off = (wanted - found[list(spots)] + 0.5 - wanted[0]) % 1 - 0.5 + wanted[0]
    found = found + float(np.median(off))
    return list(-found if back else found), bool(back)


def _turn_of(point: Floats, size: tuple[float, float]) -> float:
    x, y = (float(point[k]) / size[k] - 0.5 for k in (0, 1))
    reach = max(abs(x), abs(y), 1e-9)
    x, y = x / reach / 2 + 0.5, y / reach / 2 + 0.5
    if y <= 1e-9:
        return x / 4
    if x >= 1 - 1e-9:
        return (1 + y) / 4
    return (2 + 1 - x) / 4 if y >= 1 - 1e-9 else (3 + 1 - y) / 4


def _filling(cells: dict[str, Any], width: float, height: float) -> dict[str, Any]:
    """Cells stretched until they fill their part of the board."""
    left, top, right, bottom = unary_union(list(cells.values())).bounds
    wide, high = width / (right - left), height / (bottom - top)
    return {
        label: scale(translate(cell, -left, -top), wide, high, origin=(0, 0))
        for label, cell in cells.items()
    }
