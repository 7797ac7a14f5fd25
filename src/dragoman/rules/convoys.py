"""Convoys: which fleets could carry a unit where, judged on the position alone."""

from collections.abc import Collection, Iterable

from dragoman.geo import COASTAL, Map, Place, Province
from dragoman.rules.ask import Ask

NOTHING: tuple[frozenset[Province], tuple[Province, ...]] = (frozenset(), ())
NOBODY: frozenset[int] = frozenset()

PATIENCE = 4000
"""How many steps the search for routes takes before it accepts every fleet that hangs together."""


def can_sail(
    ask: Ask, kind: str, start: Province, end: Province, *, without: Province | None = None
) -> bool:
    """Whether fleets now at sea could carry such a unit there, one of them perhaps left out."""
    left_out = without if without in ask.carriers.get(kind, {}) else None
    key = (kind, start, left_out)
    if key not in ask.sailings:
        ask.sailings[key] = _shores(ask, kind, start, left_out)
    return start != end and end in ask.sailings[key]


def _shores(ask: Ask, kind: str, start: Province, without: Province | None) -> frozenset[Province]:
    """Every shore to which fleets now at sea could carry such a unit from a shore, itself too."""
    if ask.map.spaces[start].kind != COASTAL:
        return frozenset()
    together = _flotillas(ask, kind, without)
    near = {together[sea] for sea in ask.map.waters.get(start, ()) if sea in together}
    return near.pop() if len(near) == 1 else frozenset().union(*near)


def havens(ask: Ask, kind: str, start: Province, *, without: Province | None = None) -> list[Place]:
    """Where fleets now at sea could land such a unit from a shore, sorted.

    Shores with the same waters, as on linked boards, share the list, which may name the shore too.
    """
    if ask.map.spaces[start].kind != COASTAL:
        return []
    left_out = without if without in ask.carriers.get(kind, {}) else None
    key = (kind, ask.map.water_class.get(start, -1), left_out)
    if key not in ask.havens:
        stands = ask.moves[kind]
        shores = map(Place, sorted(_shores(ask, kind, start, left_out)))
        ask.havens[key] = [place for place in shores if place in stands]
    return ask.havens[key]


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
    seen, edge, shores = {sea}, [sea], set[Province]()
    while edge:
        coasts, seas = board.roadsteads.get(edge.pop(), NOTHING)
        shores |= coasts
        fresh = [near for near in seas if near in fleets and near not in seen]
        seen.update(fresh)
        edge += fresh
    return seen, shores


def boarders(ask: Ask, kind: str, end: Province, without: Province | None) -> frozenset[int]:
    """The bands that fleets now at sea, one of them left out, could bring to a shore.

    Shores with the same waters share the answer, which may name those who stand there.
    """
    if ask.map.spaces[end].kind != COASTAL:
        return NOBODY
    key = (kind, ask.map.water_class.get(end, -1), without)
    if key not in ask.crews:
        crews = passengers(ask, kind, without)
        near = {id(c): c for sea in ask.map.waters_to.get(end, ()) if (c := crews.get(sea))}
        ask.crews[key] = frozenset().union(*near.values())
    return ask.crews[key]


def passengers(ask: Ask, kind: str, without: Province | None = None) -> dict[Province, list[int]]:
    """For each fleet at sea, the bands that it and those with it could take on board."""
    left_out = without if without in ask.carriers.get(kind, {}) else None
    key = (kind, left_out)
    if key not in ask.boarding:
        together = _flotillas(ask, kind, left_out)
        crews: dict[int, list[int]] = {id(shores): [] for shores in together.values()}
        for seas, bands in _ashore(ask, kind):
            for flotilla in {id(together[sea]) for sea in seas if sea in together}:
                crews[flotilla] += bands
        ask.boarding[key] = {sea: crews[id(shores)] for sea, shores in together.items()}
    return ask.boarding[key]


def _ashore(ask: Ask, kind: str) -> Iterable[tuple[tuple[Province, ...], list[int]]]:
    """The bands on shores, together with the waters that they share."""
    if kind not in ask.ashore:
        found: dict[int, tuple[tuple[Province, ...], list[int]]] = {}
        for band, (_, members) in enumerate(ask.bands):
            unit = ask.state.units[members[0]]
            start = ask.province[unit.place]
            if unit.kind == kind and ask.map.spaces[start].kind == COASTAL:
                seas = ask.map.waters.get(start, ())
                found.setdefault(ask.map.water_class.get(start, -1), (seas, []))[1].append(band)
        ask.ashore[kind] = list(found.values())
    return ask.ashore[kind]


def could_carry(ask: Ask, kind: str, here: Province, start: Province, end: Province) -> bool:
    """Whether a fleet lies on a route that fleets now at sea could form."""
    net = fleet_net(ask, kind)
    return here in net.alike and net.alike[here] in net.routes(start, end)


def fleet_net(ask: Ask, kind: str) -> "Net":
    """All fleets now at sea that could carry such a unit."""
    if kind not in ask.nets:
        ask.nets[kind] = Net(ask.map, ask.carriers.get(kind, {}))
    return ask.nets[kind]


def voyages(ask: Ask, kind: str, start: Province) -> list[tuple[Place, set[Province]]]:
    """Where fleets could land such a unit from a shore, and those on a route there, as `havens`."""
    key = (kind, ask.map.water_class.get(start, -1))
    if key not in ask.voyages:
        routes, province = fleet_net(ask, kind).routes, ask.province
        ask.voyages[key] = [(to, routes(start, province[to])) for to in havens(ask, kind, start)]
    return ask.voyages[key]


def on_routes(
    board: Map, fleets: Collection[Province], start: Province, end: Province
) -> set[Province]:
    """The fleets that lie on some route from one shore to another on which no fleet is idle.

    A fleet that only lengthens a route which others complete is on none: DATC 6.G.19.
    """
    last = {fleet for fleet in board.waters_to.get(end, ()) if fleet in fleets}
    if last.issubset(board.waters.get(start, ())):
        return last
    net = Net(board, fleets)
    used = net.routes(start, end)
    return {fleet for fleet, alike in net.alike.items() if alike in used}


class Net:
    """Fleets that may form routes; of those with the same neighbors the first stands for all."""

    def __init__(self, board: Map, fleets: Collection[Province]) -> None:
        self.board = board
        first: dict[int, Province] = {}
        numbers = board.water_class
        self.alike = {f: first.setdefault(numbers.get(f, -1), f) for f in sorted(fleets)}
        self._near: dict[Province, list[Province]] = {}
        self._reach: dict[Province, set[Province]] = {}
        self._before: dict[Province, set[Province]] = {}
        self._routes: dict[tuple[int, int], set[Province]] = {}

    def near(self, place: Province) -> list[Province]:
        """The fleets to which a unit can pass from a fleet or a shore, one for all alike."""
        if place not in self._near:
            self._near[place] = self._among(self.board.waters.get(place, ()))
        return self._near[place]

    def before(self, shore: Province) -> set[Province]:
        """The fleets from which a unit can pass to a shore, one for all alike."""
        if shore not in self._before:
            self._before[shore] = set(self._among(self.board.waters_to.get(shore, ())))
        return self._before[shore]

    def reach(self, fleet: Province) -> set[Province]:
        """The fleets to which a unit can pass from one over any number of others."""
        if fleet not in self._reach:
            found, edge = {fleet}, [fleet]
            while edge:
                fresh = [f for f in self.near(edge.pop()) if f not in found]
                found.update(fresh)
                edge += fresh
            self._reach[fleet] = found
        return self._reach[fleet]

    def _among(self, seas: tuple[Province, ...]) -> list[Province]:
        alike = self.alike
        return list(dict.fromkeys([alike[sea] for sea in seas if sea in alike]))

    def routes(self, start: Province, end: Province) -> set[Province]:
        """Those on some route from one shore to another on which no fleet is idle.

        Shores with the same waters, as on linked boards, have the same routes.
        """
        numbers = self.board.water_class
        key = (numbers.get(start, -1), numbers.get(end, -1))
        if key not in self._routes:
            self._routes[key] = self._found_routes(start, end)
        return self._routes[key]

    def _found_routes(self, start: Province, end: Province) -> set[Province]:
        first, last = self.near(start), self.before(end)
        used = last.intersection(first)
        goals = last - used
        leads = [f for f in first if f not in used and not goals.isdisjoint(self.reach(f))]
        if not leads:
            return used
        search = _Search(self, set(first), last)
        for fleet in leads:
            search.follow([fleet], set())
        return used | search.used


class _Search:
    """A walk over all routes of two or more fleets without shortcuts."""

    def __init__(self, net: Net, first: set[Province], last: set[Province]) -> None:
        self.net, self.first, self.last = net, first, last
        self.used: set[Province] = set()
        self.steps = 0

    def follow(self, path: list[Province], closed: set[Province]) -> None:
        """Lengthen a path; `closed` are fleets that touch an earlier part of it."""
        self.steps += 1
        near = self.net.near(path[-1])
        nexts = [f for f in near if f not in closed and f not in self.first]
        if self.steps > PATIENCE:
            self.used |= set(path) | set(nexts)
            return
        touched = {*closed, *nexts, path[-1]}
        for f in nexts:
            if f in self.last:
                self.used |= {*path, f}
            else:
                self.follow([*path, f], touched)
