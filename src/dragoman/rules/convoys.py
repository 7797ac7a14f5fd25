"""Convoys: which fleets could carry a unit where, judged on the position alone."""

from collections.abc import Collection, Mapping

from dragoman.geo import COASTAL, Map, Province
from dragoman.model import Unit
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
    left_out = without if without in carriers else None
    key = (kind, start, left_out)
    if key not in ask.sailings:
        ask.sailings[key] = _landings(ask, kind, start, left_out)
    return ask.sailings[key]


def _landings(
    ask: Ask, kind: str, start: Province, without: Province | None
) -> frozenset[Province]:
    if ask.map.spaces[start].kind != COASTAL:
        return frozenset()
    together = _flotillas(ask, kind, without)
    near = [together[sea] for sea in ask.map.waters.get(start, ()) if sea in together]
    return frozenset().union(*near) - {start}


def _flotillas(
    ask: Ask, kind: str, without: Province | None
) -> dict[Province, frozenset[Province]]:
    """For each fleet at sea, the shores of all fleets that hang together with it."""
    key = (kind, without)
    if key not in ask.flotillas:
        found: dict[Province, frozenset[Province]] = {}
        fleets: set[Province] = set(ask.carriers.get(kind, ()))
        if without is not None:
            # One fleet less changes nothing for those that it does not hang together with.
            whole = _flotillas(ask, kind, None)
            found = {sea: shores for sea, shores in whole.items() if shores is not whole[without]}
            fleets -= {without, *found}
        for sea in fleets:
            if sea not in found:
                seas, shores = _together(ask.map, fleets, sea)
                found |= dict.fromkeys(seas, frozenset(shores))
        ask.flotillas[key] = found
    return ask.flotillas[key]


def _together(
    board: Map, fleets: Collection[Province], sea: Province
) -> tuple[set[Province], set[Province]]:
    """The fleets that hang together with one of them, and their shores."""
    spaces, waters = board.spaces, board.waters
    seen, edge, shores = {sea}, [sea], set[Province]()
    while edge:
        for near in waters.get(edge.pop(), ()):
            if spaces[near].kind == COASTAL:
                shores.add(near)
            elif near in fleets and near not in seen:
                seen.add(near)
                edge.append(near)
    return seen, shores


def boarders(ask: Ask, kind: str, end: Province, without: Province | None) -> list[Unit]:
    """The units that fleets now at sea, one of them left out, could carry to a shore."""
    if ask.map.spaces[end].kind != COASTAL:
        return []
    crews = passengers(ask, kind, without)
    near = {id(c): c for sea in ask.map.waters_to.get(end, ()) if (c := crews.get(sea))}
    found = {u.id: u for crew in near.values() for u in crew if ask.province[u.place] != end}
    return list(found.values())


def passengers(ask: Ask, kind: str, without: Province | None = None) -> dict[Province, list[Unit]]:
    """For each fleet at sea, the units that it and those with it could take on board."""
    left_out = without if without in ask.carriers.get(kind, {}) else None
    key = (kind, left_out)
    if key not in ask.boarding:
        ask.boarding[key] = _passengers(ask, kind, left_out)
    return ask.boarding[key]


def _passengers(ask: Ask, kind: str, without: Province | None) -> dict[Province, list[Unit]]:
    together = _flotillas(ask, kind, without)
    by_flotilla: dict[int, list[Unit]] = {}
    for unit in ask.state.units:
        start = ask.province[unit.place]
        if unit.kind == kind and ask.map.spaces[start].kind == COASTAL:
            near = {id(together[s]) for s in ask.map.waters.get(start, ()) if s in together}
            for flotilla in near:
                by_flotilla.setdefault(flotilla, []).append(unit)
    nobody: list[Unit] = []
    return {sea: by_flotilla.get(id(shores), nobody) for sea, shores in together.items()}


def could_carry(ask: Ask, kind: str, here: Province, start: Province, end: Province) -> bool:
    """Whether a fleet lies on a route that fleets now at sea could form.

    Shores with the same waters, as on linked boards, have the same routes.
    """
    shores = ask.map.water_class
    key = (kind, shores.get(start, -1), shores.get(end, -1))
    if key not in ask.routes:
        ask.routes[key] = on_routes(ask.map, ask.carriers.get(kind, {}), start, end)
    return here in ask.routes[key]


def on_routes(
    board: Map, fleets: Collection[Province], start: Province, end: Province
) -> set[Province]:
    """The fleets that lie on some route from one shore to another on which no fleet is idle.

    A fleet that only lengthens a route which others complete is on none: DATC 6.G.19.
    """
    first = [f for f in board.waters.get(start, ()) if f in fleets]
    last = {f for f in board.waters_to.get(end, ()) if f in fleets}
    used = {f for f in first if f in last}
    if not last or len(used) == len(fleets):
        return used
    return used | _longer_routes(board, set(fleets) - used, first, last)


def _longer_routes(
    board: Map, fleets: set[Province], first: list[Province], last: set[Province]
) -> set[Province]:
    """The fleets on routes of two or more; of fleets with the same neighbors one stands for all."""
    like: dict[int, Province] = {}
    numbers = board.water_class
    for f in sorted(fleets & numbers.keys()):
        like.setdefault(numbers[f], f)
    search = _Search(board.waters, set(like.values()), set(first), last)
    for f in first:
        if f in search.fleets:
            search.follow([f], set())
    if len(like) == len(fleets):
        return search.used
    classes = {numbers[f] for f in search.used}
    return {f for f in fleets if numbers.get(f) in classes}


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
