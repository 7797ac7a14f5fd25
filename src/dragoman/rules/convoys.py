"""Convoys: which fleets could carry a unit where, judged on the position alone."""

from collections.abc import Collection, Mapping

from dragoman.geo import COASTAL, Map, Province
from dragoman.rules.ask import Ask

Waters = Mapping[Province, tuple[Province, ...]]

PATIENCE = 4000
"""How many steps the search for routes takes before it accepts every fleet that hangs together."""


def can_sail(
    ask: Ask, kind: str, start: Province, end: Province, *, without: Province | None = None
) -> bool:
    """Whether fleets now at sea could carry such a unit there, one of them perhaps left out."""
    carriers = ask.carriers.get(kind)
    return bool(carriers) and end in landings(ask, kind, start, without=without)


def landings(
    ask: Ask, kind: str, start: Province, *, without: Province | None = None
) -> frozenset[Province]:
    """Every shore to which fleets now at sea could carry such a unit from a shore."""
    carriers = ask.carriers.get(kind, {})
    key = (kind, start, without if without in carriers else None)
    if key not in ask.sailings:
        ask.sailings[key] = _landings(ask.map, carriers.keys() - {without}, start)
    return ask.sailings[key]


def _landings(board: Map, fleets: Collection[Province], start: Province) -> frozenset[Province]:
    spaces, waters = board.spaces, board.waters
    if spaces[start].kind != COASTAL:
        return frozenset()
    seen = {p for p in waters.get(start, ()) if p in fleets}
    edge = list(seen)
    shores: set[Province] = set()
    while edge:
        for near in waters[edge.pop()]:
            if spaces[near].kind == COASTAL:
                shores.add(near)
            elif near in fleets and near not in seen:
                seen.add(near)
                edge.append(near)
    shores.discard(start)
    return frozenset(shores)


def on_routes(
    board: Map, fleets: Collection[Province], start: Province, end: Province
) -> set[Province]:
    """The fleets that lie on some route from one shore to another on which no fleet is idle.

    A fleet that only lengthens a route which others complete is on none: DATC 6.G.19.
    """
    waters = board.waters
    first = [f for f in waters.get(start, ()) if f in fleets]
    last = {f for f in waters.get(end, ()) if f in fleets}
    used = {f for f in first if f in last}
    if not last or len(used) == len(fleets):
        return used
    search = _Search(waters, set(fleets) - used, set(first), last)
    for f in first:
        if f not in used:
            search.follow([f], set())
    return used | search.used


class _Search:
    """A walk over all routes without shortcuts."""

    def __init__(
        self, waters: Waters, fleets: set[Province], first: set[Province], last: set[Province]
    ) -> None:
        self.waters, self.fleets, self.first, self.last = waters, fleets, first, last
        self.used: set[Province] = set()
        self.steps = 0

    def follow(self, path: list[Province], closed: set[Province]) -> None:
        """Lengthen a path; `closed` are fleets that touch an earlier part of it."""
        self.steps += 1
        nexts = [
            f
            for f in self.waters[path[-1]]
            if f in self.fleets and f not in closed and f not in self.first
        ]
        if self.steps > PATIENCE:
            self.used |= set(path) | set(nexts)
            return
        touched = {*closed, *nexts, path[-1]}
        for f in nexts:
            if f in self.last:
                self.used |= {*path, f}
            else:
                self.follow([*path, f], touched)
