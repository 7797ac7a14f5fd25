"""Map operators that take a space away: `close` leaves it impassable, `contract` closes over it."""

from collections.abc import Iterator
from itertools import combinations

import msgspec

from dragoman.geo.edge import COAST, CONVOY, LAND, MOVE, SEA, SUPPORT, Edge, Place, Province
from dragoman.geo.map import COASTAL, IMPASSABLE, INLAND, WATER, Map, Space

GONE = "gone"
"""The tag of a space that has been taken away."""


def close(board: Map, gone: Province) -> Map:
    """The board with a space made impassable; what bordered it keeps its other borders."""
    edges = tuple(e for e in board.edges if gone not in (board.province[e.a], board.province[e.b]))
    spaces = {**board.spaces, gone: _gone(board.spaces[gone])}
    return msgspec.structs.replace(board, spaces=spaces, edges=edges)


def contract(board: Map, gone: Province) -> Map:
    """The board closed over a space: all that touched it now touch one another.

    Armies walk between any two land spaces that touched it, fleets sail between the seas, and a
    land space that touched it gets a shore on every sea that did. A shore disappears with its
    last sea.
    """
    return _Contraction(board, gone).result()


def _gone(space: Space) -> Space:
    return msgspec.structs.replace(
        space,
        kind=IMPASSABLE,
        center=False,
        coasts=(),
        convoys=False,
        tags=space.tags | {GONE},
    )


class _Contraction:
    """One space being closed over."""

    def __init__(self, board: Map, gone: Province) -> None:
        self.board, self.gone = board, gone
        touching = [e for e in self._from_gone() if MOVE in e.uses]
        self.by_sea = {e.b for e in touching if SEA in e.modes}
        near = {board.province[e.b] for e in touching}
        self.seas = sorted(p for p in near if board.spaces[p].kind == WATER)
        self.lands = sorted(p for p in near if board.spaces[p].kind in (INLAND, COASTAL))
        self.edges = list(close(board, gone).edges)
        self.open = {(_pair(e.a, e.b), mode) for e in self.edges for mode in e.modes}

    def _from_gone(self) -> Iterator[Edge]:
        for edge in self.board.edges:
            if self.board.province[edge.a] == self.gone:
                yield edge
            if self.board.province[edge.b] == self.gone:
                yield edge.reversed()

    def result(self) -> Map:
        """The board after the contraction."""
        for a, b in combinations(self.lands, 2):
            self.join(Place(a), Place(b), LAND)
        for a, b in combinations(self.seas, 2):
            self.join(Place(a), Place(b), SEA)
        for land in self.lands:
            for shore in self.shores(land):
                for sea in self.seas:
                    self.join(shore, Place(sea), SEA)
        self.follow_shores()
        spaces = dict(self.board.spaces)
        spaces[self.gone] = _gone(spaces[self.gone])
        for land in self.lands:
            spaces[land] = self.shored(spaces[land])
        return msgspec.structs.replace(self.board, spaces=spaces, edges=tuple(self.edges))

    def shores(self, land: Province) -> tuple[Place, ...]:
        """Where a land space met the gone from the sea, or would now.

        A space with several coasts that met the gone by land only gets no new shore there.
        """
        space = self.board.spaces[land]
        met = tuple(p for p in space.places if p in self.by_sea)
        return met or (() if space.coasts else (Place(land),))

    def join(self, a: Place, b: Place, mode: str) -> None:
        """Add a border, unless there is one already."""
        if (_pair(a, b), mode) not in self.open:
            self.edges.append(self.edge(a, b, mode))
            self.open.add((_pair(a, b), mode))

    def edge(self, a: Place, b: Place, mode: str) -> Edge:
        """A border with the uses that its two ends allow."""
        ends = [self.board.spaces[self.board.province[p]] for p in (a, b)]
        shore = all(s.kind != WATER for s in ends)
        sails = any(s.convoys for s in ends) and all(s.convoys or s.kind != WATER for s in ends)
        uses = {MOVE, SUPPORT, CONVOY} if mode == SEA and sails else {MOVE, SUPPORT}
        modes = {mode, COAST} if mode == SEA and shore else {mode}
        return Edge(a, b, frozenset(modes), frozenset(uses))

    def follow_shores(self) -> None:
        """Fleets sail between two shores that met the gone if those share a sea."""
        waters = self.waters()
        met = [(land, shore) for land in self.lands for shore in self.shores(land)]
        for (land, a), (other, b) in combinations(met, 2):
            if land == other:
                continue
            if waters.get(a, set()) & waters.get(b, set()):
                self.join(a, b, SEA)
            elif a in self.by_sea and b in self.by_sea and self.was_sea():
                self.part(a, b)

    def was_sea(self) -> bool:
        """Whether the gone was water, along which fleets could follow the shore."""
        return self.board.spaces[self.gone].kind == WATER

    def part(self, a: Place, b: Place) -> None:
        """Take away the way along a shore."""
        self.edges = [
            e for e in self.edges if _pair(e.a, e.b) != _pair(a, b) or not e.modes <= {SEA, COAST}
        ]
        self.open.discard((_pair(a, b), SEA))

    def waters(self) -> dict[Place, set[Place]]:
        """The seas of every shore."""
        found: dict[Place, set[Place]] = {}
        for edge in self.edges:
            for a, b in ((edge.a, edge.b), (edge.b, edge.a)):
                if SEA in edge.modes and self.board.spaces[self.board.province[b]].kind == WATER:
                    found.setdefault(a, set()).add(b)
        return found

    def shored(self, space: Space) -> Space:
        """A land space with the shores that it still has, or has now."""
        places = {p for edge in self.edges if SEA in edge.modes for p in (edge.a, edge.b)}
        coasts = tuple(c for c in space.coasts if c in places)
        coastal = bool(coasts) or (not space.coasts and Place(space.id) in places)
        return msgspec.structs.replace(space, coasts=coasts, kind=COASTAL if coastal else INLAND)


def _pair(a: Place, b: Place) -> tuple[Place, Place]:
    return (a, b) if a < b else (b, a)
