"""Convoys: which fleets could carry a unit where, judged on the position alone."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from dragoman.geo import COASTAL, Map, Place, Province
from dragoman.model import Unit, kept
from dragoman.rules.ask import Ask

TOO_MANY = 60
"""Of more fleets than these every one that hangs together counts as on a route."""

NO_SHORE: frozenset[Province] = frozenset()

MOST_FLOTILLAS = 2000
"""How many flotillas are remembered for a map."""


class SeaTexts(Struct):
    """The texts of orders that units can be given because of a flotilla, by their names.

    Those of who could go on board, of fleets for each unit that they could help to carry, and of
    who could support those that land, for each of these.
    """

    moves: dict[tuple[str, bool], list[str]] = {}
    convoys: dict[str, dict[str, list[str]]] = {}
    supports: dict[str, dict[str, list[str]]] = {}


class Flotilla:
    """Fleets at sea that hang together, and what follows for them from the map alone.

    So it is kept with the map: most flotillas of a game come back turn after turn.
    """

    def __init__(
        self, board: Map, kind: str, stands: Collection[Place], seas: frozenset[Province]
    ) -> None:
        self.board, self.kind, self.seas = board, kind, seas
        near = {shore for sea in seas for shore in board.waters.get(sea, ())}
        self.shores = frozenset(shore for shore in near if board.spaces[shore].kind == COASTAL)
        self.havens = [place for place in map(Place, sorted(self.shores)) if place in stands]
        start = {shore for sea in seas for shore in board.waters_to.get(sea, ())}
        self.starts = frozenset(shore for shore in start if board.spaces[shore].kind == COASTAL)
        self.parts: dict[Province, list[Flotilla]] = {}
        self.needed: dict[tuple[Province, Province], list[Province]] = {}
        self._carried: dict[tuple[int, int], list[Place]] = {}
        self._aims: dict[tuple[str, Place], frozenset[Province]] = {}
        self.texts = SeaTexts()

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

    def aims(self, ask: Ask, unit: Unit) -> frozenset[Province]:
        """The shores where it could land somebody whom a unit could support there."""
        key = (unit.kind, unit.place)
        if key not in self._aims:
            near = ask.lends[unit.kind].get(unit.place, NO_SHORE)
            self._aims[key] = near.intersection(self.havens)
        return self._aims[key]


def afloat(ask: Ask, kind: str) -> dict[Province, Flotilla]:
    """The fleets now at sea that could carry such a unit, each with the flotilla it is part of."""
    if kind not in ask.seas.afloat:
        flotillas = _apart(ask, kind, ask.carriers.get(kind, ()))
        ask.seas.afloat[kind] = {sea: found for found in flotillas for sea in found.seas}
    return ask.seas.afloat[kind]


def _apart(ask: Ask, kind: str, fleets: Collection[Province]) -> list[Flotilla]:
    """Fleets as they hang together."""
    known, left = ask.flotillas, set(fleets)
    found: list[Flotilla] = []
    while left:
        seas = _together(ask.map, left)
        flotilla = known.get((kind, seas))
        if flotilla is None:
            # Threads share what is known, and another may forget it all at any time.
            if len(known) >= MOST_FLOTILLAS:
                known.forget()
            flotilla = known[kind, seas] = Flotilla(ask.map, kind, ask.moves[kind], seas)
        found.append(flotilla)
    return found


def _together(board: Map, left: set[Province]) -> frozenset[Province]:
    """Some fleets of those left that hang together, and with none besides; they are taken out."""
    edge = [left.pop()]
    seen = {*edge}
    while edge:
        near = left & board.ties.get(edge.pop(), NO_SHORE)
        left -= near
        seen |= near
        edge += near
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
        near.update(f for f in _parts(ask, broken, without) if not f.seas.isdisjoint(waters))
    return near


def _parts(ask: Ask, flotilla: Flotilla, without: Province) -> list[Flotilla]:
    """What is left of a flotilla without one of its fleets."""
    if without not in flotilla.parts:
        flotilla.parts[without] = _apart(ask, flotilla.kind, flotilla.seas - {without})
    return flotilla.parts[without]


def can_sail(
    ask: Ask, kind: str, start: Province, end: Province, *, without: Province | None = None
) -> bool:
    """Whether fleets now at sea could carry such a unit there, one of them perhaps left out."""
    if start == end or ask.map.spaces[start].kind != COASTAL:
        return False
    if ferry(ask, kind, start, end, without):
        return True
    near = _off(ask, kind, ask.map.waters.get(start, ()), without)
    return any(end in flotilla.shores for flotilla in near)


def needed_fleets(ask: Ask, kind: str, start: Province, end: Province) -> list[Province]:
    """The fleets without any of which none could carry such a unit there, if they can now."""
    if start == end or ask.map.spaces[start].kind != COASTAL:
        return []
    near = _off(ask, kind, ask.map.waters.get(start, ()), None)
    able = [flotilla for flotilla in near if end in flotilla.shores]
    # Where two flotillas could, neither is needed.
    if len(able) != 1:
        return []
    known, seas = able[0].needed, sorted(able[0].seas)
    if (start, end) not in known:
        needed = [sea for sea in seas if not can_sail(ask, kind, start, end, without=sea)]
        known[start, end] = needed
    return known[start, end]


def ferry(ask: Ask, kind: str, start: Province, end: Province, without: Province | None) -> bool:
    """Whether one fleet now at sea is enough: most convoys are of one, which is quickly seen."""
    waters, fleets = ask.map.waters, ask.carriers.get(kind, ())
    if ask.map.spaces[end].kind != COASTAL:
        return False
    for sea in waters.get(start, ()):
        if sea in fleets and sea != without and end in waters.get(sea, ()):
            return True
    return False


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


def crews(ask: Ask) -> dict[Flotilla, list[int]]:
    """The flotillas now at sea that could take units on board, and these, by rank."""
    if ask.seas.crews is None:
        found = {}
        for kind in ask.carriers:
            for flotilla in dict.fromkeys(afloat(ask, kind).values()):
                there = [ask.at[shore] for shore in flotilla.starts.intersection(ask.at)]
                if crew := [ask.rank[u.id] for units in there for u in units if u.kind == kind]:
                    found[flotilla] = sorted(crew)
        ask.seas.crews = found
    return ask.seas.crews


def aboard(ask: Ask) -> dict[int, list[Flotilla]]:
    """For each unit, by rank, that fleets now at sea could take on board, their flotillas."""
    found: dict[int, list[Flotilla]] = {}
    for flotilla, crew in crews(ask).items():
        for n in crew:
            found.setdefault(n, []).append(flotilla)
    return found


def crews_without(
    ask: Ask, flotilla: Flotilla, sea: Province
) -> Iterator[tuple[Flotilla, list[int]]]:
    """What is left of a flotilla without a fleet, and whom that could take on board."""
    units, province, crew = ask.state.units, ask.province, crews(ask)[flotilla]
    for part in _parts(ask, flotilla, sea):
        yield part, [n for n in crew if province[units[n].place] in part.starts]


def landing(ask: Ask, unit: Unit) -> dict[int, frozenset[Province]]:
    """For each unit, by rank, the shores where it could land and be supported by another."""
    found: dict[int, frozenset[Province]] = {}
    here = ask.province[unit.place]
    for whole, everybody in crews(ask).items():
        # A fleet that supports carries nobody.
        left = crews_without(ask, whole, here) if here in whole.seas else [(whole, everybody)]
        for flotilla, crew in left:
            aims = flotilla.aims(ask, unit)
            for n in crew if aims else ():
                found[n] = found[n] | aims if n in found else aims
    return found


def could_carry(ask: Ask, kind: str, here: Province, start: Province, end: Province) -> bool:
    """Whether a fleet lies on a route that fleets now at sea could form."""
    # One that touches both shores is a route by itself.
    waters = ask.map.waters
    if here in waters.get(start, ()) and end in waters.get(here, ()):
        return here in ask.carriers.get(kind, ())
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
