"""Convoys: which fleets could carry a unit where, judged on the position alone."""

from collections.abc import Collection, Iterable, Iterator

from dragoman.geo import COASTAL, Map, Place, Province
from dragoman.rules.ask import Ask

NOTHING: tuple[frozenset[Province], tuple[Province, ...]] = (frozenset(), ())

TOO_MANY = 60
"""Of more fleets than these every one that hangs together counts as on a route."""


def can_sail(
    ask: Ask, kind: str, start: Province, end: Province, *, without: Province | None = None
) -> bool:
    """Whether fleets now at sea could carry such a unit there, one of them perhaps left out."""
    left_out = without if without in ask.carriers.get(kind, {}) else None
    key = (kind, start, left_out)
    if key not in ask.seas.sailings:
        ask.seas.sailings[key] = _shores(ask, kind, start, left_out)
    return start != end and end in ask.seas.sailings[key]


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
    if key not in ask.seas.havens:
        stands = ask.moves[kind]
        shores = map(Place, sorted(_shores(ask, kind, start, left_out)))
        ask.seas.havens[key] = [place for place in shores if place in stands]
    return ask.seas.havens[key]


def _flotillas(
    ask: Ask, kind: str, without: Province | None
) -> dict[Province, frozenset[Province]]:
    """For each fleet at sea, the shores of all fleets that hang together with it."""
    key = (kind, without)
    if key not in ask.seas.flotillas:
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
        ask.seas.flotillas[key] = found
    return ask.seas.flotillas[key]


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


def landings(ask: Ask) -> frozenset[Province]:
    """Every shore where fleets now at sea could land somebody."""
    if ask.seas.landings is None:
        shores: dict[int, frozenset[Province]] = {}
        for kind in ask.carriers:
            crews, together = passengers(ask, kind), _flotillas(ask, kind, None)
            shores |= {id(found): found for sea, found in together.items() if crews[sea]}
        ask.seas.landings = frozenset().union(*shores.values())
    return ask.seas.landings


def boarders(ask: Ask, kind: str, end: Province, without: Province | None) -> frozenset[int]:
    """The bands that fleets now at sea, one of them left out, could bring to a shore.

    Shores with the same waters share the answer, which may name those who stand there.
    """
    key = (kind, ask.map.water_class.get(end, -1), without)
    if key not in ask.seas.crews:
        crews = passengers(ask, kind, without)
        near = {id(c): c for sea in ask.map.waters_to.get(end, ()) if (c := crews.get(sea))}
        ask.seas.crews[key] = frozenset().union(*near.values())
    return ask.seas.crews[key]


def passengers(ask: Ask, kind: str, without: Province | None = None) -> dict[Province, list[int]]:
    """For each fleet at sea, the bands that it and those with it could take on board."""
    left_out = without if without in ask.carriers.get(kind, {}) else None
    key = (kind, left_out)
    if key not in ask.seas.boarding:
        together = _flotillas(ask, kind, left_out)
        crews: dict[int, list[int]] = {id(shores): [] for shores in together.values()}
        for seas, bands in _ashore(ask, kind):
            for flotilla in {id(together[sea]) for sea in seas if sea in together}:
                crews[flotilla] += bands
        ask.seas.boarding[key] = {sea: crews[id(shores)] for sea, shores in together.items()}
    return ask.seas.boarding[key]


def _ashore(ask: Ask, kind: str) -> Iterable[tuple[tuple[Province, ...], list[int]]]:
    """The bands on shores, together with the waters that they share."""
    if kind not in ask.seas.ashore:
        found: dict[int, tuple[tuple[Province, ...], list[int]]] = {}
        for band, (_, members) in enumerate(ask.bands):
            unit = ask.state.units[members[0]]
            start = ask.province[unit.place]
            if unit.kind == kind and ask.map.spaces[start].kind == COASTAL:
                seas = ask.map.waters.get(start, ())
                found.setdefault(ask.map.water_class.get(start, -1), (seas, []))[1].append(band)
        ask.seas.ashore[kind] = list(found.values())
    return ask.seas.ashore[kind]


def could_carry(ask: Ask, kind: str, here: Province, start: Province, end: Province) -> bool:
    """Whether a fleet lies on a route that fleets now at sea could form."""
    net = fleet_net(ask, kind)
    return here in net.bit and bool(net.bit[here] & net.routes(start, end))


def fleet_net(ask: Ask, kind: str) -> "Net":
    """All fleets now at sea that could carry such a unit."""
    if kind not in ask.seas.nets:
        ask.seas.nets[kind] = Net(ask.map, ask.carriers.get(kind, {}))
    return ask.seas.nets[kind]


def voyages(ask: Ask, kind: str, start: Province) -> list[tuple[Place, int]]:
    """Where fleets could land such a unit from a shore, and those on a route there, as `havens`."""
    key = (kind, ask.map.water_class.get(start, -1))
    if key not in ask.seas.voyages:
        routes, province = fleet_net(ask, kind).routes, ask.province
        goals = havens(ask, kind, start)
        ask.seas.voyages[key] = [(to, routes(start, province[to])) for to in goals]
    return ask.seas.voyages[key]


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
    return {fleet for fleet, bit in net.bit.items() if bit & used}


class Net:
    """Fleets that may form routes, as sets in the bits of a number; those with the same neighbors
    are one bit.

    Routes are not listed, of which a full ocean has millions. Where one may lead from a fleet on
    depends on nothing but the fleets that it may still use: so that is worked out once for each
    such pair, and shared by all routes that come there.
    """

    def __init__(self, board: Map, fleets: Collection[Province]) -> None:
        self.board = board
        bits: dict[int, int] = {}
        numbers = board.water_class
        self.bit = {f: bits.setdefault(numbers.get(f, -1), 1 << len(bits)) for f in sorted(fleets)}
        first = dict(zip(reversed(self.bit.values()), reversed(self.bit), strict=True))
        self.near = {bit: self._among(board.waters.get(f, ())) for bit, f in first.items()}
        self.both_ways = all(
            self.near[a] & b for b, near in self.near.items() for a in each_bit(near)
        )
        self.steps = 0
        self._ends: dict[Province, tuple[int, int]] = {}
        self._routes: dict[tuple[int, int], int] = {}
        self._onward: dict[int, dict[tuple[int, int], int]] = {}

    def _among(self, seas: Iterable[Province]) -> int:
        bits = 0
        for sea in seas:
            bits |= self.bit.get(sea, 0)
        return bits

    def ends(self, shore: Province) -> tuple[int, int]:
        """The fleets to which a unit can pass from a shore, and from which it can land there."""
        if shore not in self._ends:
            waters, waters_to = self.board.waters, self.board.waters_to
            out, back = self._among(waters.get(shore, ())), self._among(waters_to.get(shore, ()))
            self._ends[shore] = (out, back)
        return self._ends[shore]

    def routes(self, start: Province, end: Province) -> int:
        """Those on some route from one shore to another on which no fleet is idle."""
        first, last = self.ends(start)[0], self.ends(end)[1]
        if self.both_ways and first < last:
            first, last = last, first
        if (first, last) not in self._routes:
            self._routes[first, last] = self._found_routes(first, last)
        return self._routes[first, last]

    def _found_routes(self, first: int, last: int) -> int:
        used = first & last
        if last == used:
            return used
        for fleet in each_bit(first & ~used):
            used |= self._on_the_way(fleet, self._reach(fleet, ~first, last), last)
        return used

    def _reach(self, fleet: int, free: int, last: int) -> int:
        """The fleets to which a unit can pass from one over any number of those that are free."""
        found = edge = fleet
        while edge:
            self.steps += 1
            one = edge & -edge
            fresh = self.near[one] & free & ~found
            found |= fresh
            edge ^= one | fresh & ~last
        return found

    def _on_the_way(self, fleet: int, free: int, last: int) -> int:
        """The fleets on some way from one to the last ones, over free ones that it can reach."""
        if not free & last:
            return 0
        if free.bit_count() > TOO_MANY:
            return free
        known = self._onward.setdefault(last, {})
        if (fleet, free) not in known:
            near = self.near[fleet] & free
            found, rest = near & last, free & ~near & ~fleet
            for other in each_bit(near & ~last if rest & last else 0):
                # Who goes on there passes by all others that were near, or one would be idle.
                found |= self._on_the_way(other, self._reach(other, rest, last), last)
            known[fleet, free] = found and found | fleet
        return known[fleet, free]


def each_bit(bits: int) -> Iterator[int]:
    """The bits of a number, one by one."""
    while bits:
        one = bits & -bits
        yield one
        bits ^= one
