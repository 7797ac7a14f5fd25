"""Meshes: where the nodes of a triangulated graph lie, so that no cell is tiny and none folds.

Positions begin with Tutte's method, which cannot fold. Then every node moves downhill, with large
steps where its surroundings are large, and a triangle that would turn over holds its corners back.
"""

from typing import Any

import networkx as nx
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STEPS, MORE = 300, 2
"""How many steps a mesh takes to settle, and how many more for each node."""

THIN = 1e-5
"""With a triangle thinner than this part of the mean, Tutte's method was no good beginning."""

NEED = 4.0
"""How much more a cell pushes the smaller it is."""

SLIVER = 1e-3
"""The least area of a triangle, in parts of the mean."""

PULL = 0.9
"""How strongly a node is drawn to its own point, against its wish for room."""


class Mesh(Struct):
    """Triangles between nodes, with what of each triangle belongs to each corner's cell."""

    triangles: Ints
    shares: Floats
    fixed: Ints
    """The nodes of the rim, which lie where they are put."""

    room: Floats
    """How much room each cell wishes for; 0 for nodes without a cell."""

    points: Floats
    """Where each node would like to lie; not a number if it does not mind."""


def settle(mesh: Mesh, rim: Floats) -> Floats:
    """Where every node lies, with the rim where it is put."""
    places = _sprung(mesh, rim)
    _descend(mesh, places)
    return places


def areas(mesh: Mesh, places: Floats) -> Floats:
    """How large the cell of each node is."""
    found = np.zeros(len(places))
    np.add.at(found, mesh.triangles, mesh.shares * np.abs(signed(mesh, places))[:, None])
    return found


def signed(mesh: Mesh, places: Floats) -> Floats:
    """The area of each triangle, with a sign for the way it turns."""
    a, b, c = (places[mesh.triangles[:, k]] for k in range(3))
    u, v = b - a, c - a
    return np.asarray((u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2)


def _sprung(mesh: Mesh, rim: Floats) -> Floats:
    """Every free node in the middle of its neighbors, which is Tutte's method: nothing folds.

    Provinces within provinces come out the tinier the deeper they lie. Where that leaves slivers,
    nodes lie among their neighbors as they do on a grid, where no triangle is tiny.
    """
    sides = np.concatenate([mesh.triangles[:, pair] for pair in ([0, 1], [1, 2], [0, 2])])
    pull = np.zeros((len(mesh.room), len(mesh.room)))
    pull[sides[:, 0], sides[:, 1]] = pull[sides[:, 1], sides[:, 0]] = 1
    places = _balanced(mesh, rim, pull)
    sizes = np.abs(signed(mesh, places))
    if sizes.min() > THIN * sizes.mean():
        return places
    return _balanced(mesh, rim, _mean_values(mesh, _on_grid(pull)))


def _balanced(mesh: Mesh, rim: Floats, pull: Floats) -> Floats:
    """Every free node where its neighbors pull it, with the rim where it is put."""
    free = np.setdiff1d(np.arange(len(pull)), mesh.fixed)
    matrix = np.diag(pull[free].sum(axis=1)) - pull[np.ix_(free, free)]
    places = np.zeros((len(pull), 2))
    places[mesh.fixed] = rim
    places[free] = np.linalg.solve(matrix, pull[np.ix_(free, mesh.fixed)] @ rim)
    return places


def _on_grid(pull: Floats) -> Floats:
    """The nodes on the points of a grid, with straight sides and the rim outside (Chrobak, Payne).

    The rim is the longest face, since all others are triangles.
    """
    _, embedding = nx.check_planarity(nx.from_numpy_array(pull))
    spots = nx.combinatorial_embedding_to_pos(embedding)
    return np.array([spots[node] for node in range(len(pull))], float)


def _mean_values(mesh: Mesh, places: Floats) -> Floats:
    """How strongly neighbors pull each node, so that it would lie where it does (Floater, 2003)."""
    pull = np.zeros((len(places), len(places)))
    for k in range(3):
        i, j, n = (mesh.triangles[:, (k + step) % 3] for step in range(3))
        u, v = places[j] - places[i], places[n] - places[i]
        long, wide = np.hypot(*u.T), np.hypot(*v.T)
        cross, dot = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], (u * v).sum(axis=1)
        half = np.abs(cross) / (long * wide + dot)
        np.add.at(pull, (i, j), half / long)
        np.add.at(pull, (i, n), half / wide)
    return np.asarray(pull / pull.sum(axis=1, keepdims=True))


def _descend(mesh: Mesh, places: Floats) -> None:
    """Move nodes downhill until cells have their room, and points are kept as well as may be."""
    turn = np.sign(signed(mesh, places))
    free = np.ones(len(places), bool)
    free[mesh.fixed] = False
    mean = float(np.abs(signed(mesh, places)).mean())
    steps = STEPS + MORE * len(places)
    for step in range(steps):
        ease = 0.35 * (1 - step / steps) + 0.05
        move = _downhill(mesh, places, turn) * ease
        move[~free] = 0
        _move(mesh, places, move, turn, mean * SLIVER)


def _downhill(mesh: Mesh, places: Floats, turn: Floats) -> Floats:
    """Which way each node would go: to give cells room, triangles shape, and points their due."""
    tri = mesh.triangles
    size = np.maximum(signed(mesh, places) * turn, 1e-9)
    cell = np.maximum(areas(mesh, places), 1e-9)
    wish = mesh.room > 0
    scale = float(cell[wish].sum() / mesh.room[wish].sum())
    lack = np.zeros(len(places))
    lack[wish] = np.clip((mesh.room[wish] * scale / cell[wish]) ** NEED, 0, 60) - 1
    # The more its cells lack, the more a triangle wants to grow; a thin one wants it most.
    grow = (mesh.shares * lack[tri] / cell[tri]).sum(axis=1)
    push = np.zeros_like(places)
    length = np.zeros(len(places))
    for k in range(3):
        a, b, c = (places[tri[:, (k + j) % 3]] for j in range(3))
        normal = np.stack([b[:, 1] - c[:, 1], c[:, 0] - b[:, 0]], axis=1) / 2 * turn[:, None]
        sides = ((a - b) ** 2).sum(1) + ((b - c) ** 2).sum(1) + ((c - a) ** 2).sum(1)
        shape = 0.045 * (sides / size**2)[:, None] * normal - 0.09 * (
            (2 * a - b - c) / size[:, None]
        )
        np.add.at(push, tri[:, k], normal * grow[:, None] + shape)
        np.add.at(length, tri[:, k], size)
    near = length / np.maximum(np.bincount(tri.ravel(), minlength=len(places)), 1)
    move = push * near[:, None]
    return _limited(move + _drawn(mesh, places, scale), np.sqrt(near) * 0.9)


def _drawn(mesh: Mesh, places: Floats, scale: float) -> Floats:
    """How each node is drawn to its own point."""
    away = mesh.points - places
    away[np.isnan(away)] = 0
    return np.asarray(PULL * _limited(away, np.full(len(places), np.sqrt(scale) * 0.5)))


def _limited(move: Floats, most: Floats) -> Floats:
    """Moves no longer than may be."""
    length = np.maximum(np.hypot(move[:, 0], move[:, 1]), 1e-12)
    return np.asarray(move * np.minimum(1, most / length)[:, None])


def _move(mesh: Mesh, places: Floats, move: Floats, turn: Floats, least: float) -> None:
    """Move nodes as far as no triangle gets too thin, or thinner where it is so already."""
    floor = np.minimum(least, 0.8 * signed(mesh, places) * turn)
    for _ in range(6):
        bad = signed(mesh, places + move) * turn <= floor
        if not bad.any():
            break
        move[np.unique(mesh.triangles[bad])] *= 0.4
    else:
        stuck = signed(mesh, places + move) * turn <= floor
        while stuck.any():
            move[np.unique(mesh.triangles[stuck])] = 0
            stuck = signed(mesh, places + move) * turn <= floor
    places += move


def frame_points(points: dict[str, Any], size: tuple[float, float], edge: float) -> dict[str, Any]:
    """Points of any plane laid out on a board of a size, with room at its edge."""
    spots = np.array(list(points.values()), float)
    low, high = spots.min(axis=0), spots.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    inner = np.array(size) - 2 * edge
    return {k: edge + (np.array(p, float) - low) / span * inner for k, p in points.items()}
