"""Convoys: which fleets could carry a unit where, judged on the position alone."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from dragoman.geo import COASTAL, Map, Place, Province
from dragoman.model import kept
from dragoman.rules.ask import Ask

TOO_MANY = 60
"""Of more fleets than these every one that hangs together counts as on a route."""

NO_SHORE: frozenset[Province] = frozenset()

MOST_FLOTILLAS = 2000
"""How many flotillas are remembered for a map."""


class Flotilla:
    """Fleets at sea that hang together, and what follows for them from the map alone.

    So it is kept with the map: most flotillas of a game come back turn after turn.
    """

    def __init__(self, board: Map, stands: Collection[Place], seas: frozenset[Province]) -> None:
        self.board, self.seas = board, seas
        near = {shore for sea in seas for shore in board.waters.get(sea, ())}
        self.shores = frozenset(shore for shore in near if board.spaces[shore].kind == COASTAL)
        self.havens = [place for place in map(Place, sorted(self.shores)) if place in stands]
        self.parts: dict[Province, list[Flotilla]] = {}
        self._carried: dict[tuple[int, int], list[Place]] = {}

    @kept
    def net(self) -> "Net":
        """Its fleets as they may form routes."""
        return Net(self.board, self.seas)

    def carried(self, fleet: Province, start: Province) -> list[Place]:
        """Where it could land a unit from a shore over one of its fleets, sorted.

        Shores with the same waters share the list, which may name the shore itself.
        """
        bit = self.net.bit[fleet]
        key = (bit, self.board.water_class.get(start, -1))
        if key not in self._carried:
            routes, province = self.net.routes, self.board.province
            goals = [to for to in self.havens if routes(start, province[to]) & bit]
            self._carried[key] = goals
        return self._carried[key]


def afloat(ask: Ask, kind: str) -> dict[Province, Flotilla]:
    """The fleets now at sea that could carry such a unit, each with the flotilla it is part of."""
    if kind not in ask.seas.afloat:
        flotillas = _apart(ask, kind, ask.carriers.get(kind, ()))
        ask.seas.afloat[kind] = {sea: found for found in flotillas for sea in found.seas}
    return ask.seas.afloat[kind]


def _apart(ask: Ask, kind: str, fleets: Collection[Province]) -> list[Flotilla]:
    """Fleets as they hang together."""
    known = ask.variant.flotillas if ask.map is ask.variant.map else ask.seas.flotillas
    left, found = set(fleets), list[Flotilla]()
    while left:
        seas = _together(ask.map, left)
        left -= seas
        flotilla = known.get((kind, seas))
        if flotilla is None:
            # Threads share what is known, and another may forget it all at any time.
            if len(known) >= MOST_FLOTILLAS:
                known.clear()
            flotilla = known[kind, seas] = Flotilla(ask.map, ask.moves[kind], seas)
        found.append(flotilla)
    return found


def _together(board: Map, fleets: set[Province]) -> frozenset[Province]:
    """Some of these fleets that hang together, and with none besides."""
    edge = [next(iter(fleets))]
    seen = set(edge)
    while edge:
        sea = edge.pop()
        for near in (board.waters.get(sea, ()), board.waters_to.get(sea, ())):
            fresh = fleets.intersection(near) - seen
            seen |= fresh
            edge += fresh
    return frozenset(seen)


def _off(
    ask: Ask, kind: str, waters: tuple[Province, ...], without: Province | None
) -> set[Flotilla]:
    """The flotillas with a fleet in some waters, one fleet left out."""
    fleets = afloat(ask, kind)
    near = {fleets[sea] for sea in waters if sea in fleets}
    broken = fleets.get(without) if without else None
    if without and broken in near:
        near.remove(broken)
        near.update(f for f in _parts(ask, kind, broken, without) if not f.seas.isdisjoint(waters))
    return near


def _parts(ask: Ask, kind: str, flotilla: Flotilla, without: Province) -> list[Flotilla]:
    """What is left of a flotilla without one of its fleets."""
    if without not in flotilla.parts:
        flotilla.parts[without] = _apart(ask, kind, flotilla.seas - {without})
    return flotilla.parts[without]


def can_sail(
    ask: Ask, kind: str, start: Province, end: Province, *, without: Province | None = None
) -> bool:
    """Whether fleets now at sea could carry such a unit there, one of them perhaps left out."""
    if start == end or ask.map.spaces[start].kind != COASTAL:
        return False
    near = _off(ask, kind, ask.map.waters.get(start, ()), without)
    return any(end in flotilla.shores for flotilla in near)


def havens(
    ask: Ask, kind: str, start: Province, *, without: Province | None = None
) -> Sequence[Place]:
    """Where fleets now at sea could land such a unit from a shore, sorted.

    Shores with the same waters, as on linked boards, share the list, which may name the shore too.
    """
    if ask.map.spaces[start].kind != COASTAL:
        return ()
    key = (kind, ask.map.water_class.get(start, -1), without)
    if key not in ask.seas.havens:
        near = _off(ask, kind, ask.map.waters.get(start, ()), without)
        lists = [flotilla.havens for flotilla in near]
        ask.seas.havens[key] = lists[0] if len(lists) == 1 else sorted({*chain(*lists)})
    return ask.seas.havens[key]


def landings(ask: Ask, without: Province | None = None) -> frozenset[Province]:
    """Every shore where fleets now at sea, one of them left out, could land somebody."""
    known = ask.seas.landings
    if without not in known:
        crewed = [
            flotilla.shores
            for kind in ask.carriers
            for flotilla in _all(ask, kind, without)
            if crew(ask, kind, flotilla)
        ]
        known[without] = crewed[0] if len(crewed) == 1 else NO_SHORE.union(*crewed)
    return known[without]


def _all(ask: Ask, kind: str, without: Province | None) -> set[Flotilla]:
    """All flotillas now at sea that could carry such a unit, one fleet left out."""
    fleets = afloat(ask, kind)
    found = set(fleets.values())
    if without in fleets:
        # One fleet less changes nothing for those that it does not hang together with.
        found.remove(fleets[without])
        found.update(_parts(ask, kind, fleets[without], without))
    return found


def boarders(ask: Ask, kind: str, end: Province, without: Province | None) -> frozenset[int]:
    """The bands that fleets now at sea, one of them left out, could bring to a shore.

    Shores with the same waters share the answer, which may name those who stand there.
    """
    key = (kind, ask.map.water_class.get(end, -1), without)
    if key not in ask.seas.boarders:
        near = _off(ask, kind, ask.map.waters_to.get(end, ()), without)
        crews = [crew(ask, kind, flotilla) for flotilla in near]
        ask.seas.boarders[key] = frozenset().union(*crews)
    return ask.seas.boarders[key]


def crew(ask: Ask, kind: str, flotilla: Flotilla) -> list[int]:
    """The bands that a flotilla could take on board."""
    crews = ask.seas.crews
    if flotilla not in crews:
        ashore, seas = _ashore(ask, kind), flotilla.seas
        crews[flotilla] = [b for near, bands in ashore if not seas.isdisjoint(near) for b in bands]
    return crews[flotilla]


def _ashore(ask: Ask, kind: str) -> Iterable[tuple[tuple[Province, ...], list[int]]]:
    """The bands on shores, together with the waters that they share."""
    if kind not in ask.seas.ashore:
        found: dict[int, tuple[tuple[Province, ...], list[int]]] = {}
        units, province, spaces = ask.state.units, ask.province, ask.map.spaces
        for band, (_, members) in enumerate(ask.bands):
            unit = units[members[0]]
            start = province[unit.place]
            if unit.kind == kind and spaces[start].kind == COASTAL:
                seas = ask.map.waters.get(start, ())
                found.setdefault(ask.map.water_class.get(start, -1), (seas, []))[1].append(band)
        ask.seas.ashore[kind] = list(found.values())
    return ask.seas.ashore[kind]


def could_carry(ask: Ask, kind: str, here: Province, start: Province, end: Province) -> bool:
    """Whether a fleet lies on a route that fleets now at sea could form."""
    flotilla = afloat(ask, kind).get(here)
    return flotilla is not None and bool(flotilla.net.bit[here] & flotilla.net.routes(start, end))


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
        self.board, self.order = board, board.shore_order
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
        # A way back is the way there; where the search gives up, it must not depend on who else is
        # at sea from which end it began.
        if self.both_ways and self.order[start] < self.order[end]:
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
