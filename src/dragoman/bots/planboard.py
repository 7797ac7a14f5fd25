"""A board as the loops of a plan read it, and the room that they work in."""

from collections.abc import Iterable, Sequence
from typing import Any

from dragoman.bots import planfield
from dragoman.bots.field import Ground
from dragoman.bots.plan import ROUTES
from dragoman.bots.planfield import G_HEAD, V_PARTS, W_HEAD
from dragoman.bots.planloops import LONGEST
from dragoman.geo import COASTAL, Map, Place
from dragoman.model import Kind
from dragoman.rules.variant import Loans


class PlanBoard:
    """A map with its kinds of pieces, as integers.

    Places are numbered as the arena numbers them: provinces first, then coasts.
    """

    def __init__(
        self, board: Map, kinds: dict[str, Kind], grounds: dict[str, Ground], lends: Loans
    ) -> None:
        self.map, self.kinds, self.grounds = board, list(kinds.values()), list(grounds.values())
        spaces = list(board.spaces.values())
        coasts = [coast for space in spaces for coast in space.coasts]
        self.places: list[Place] = [*(Place(space.id) for space in spaces), *coasts]
        self.number = {place: n for n, place in enumerate(self.places)}
        self.kind = {letter: n for n, letter in enumerate(kinds)}
        self.province = [self.number[Place(board.province[place])] for place in self.places]
        self.provinces = len(spaces)
        self.g = [0] * G_HEAD
        self._columns()
        self._lists()
        self._lends(lends)

    def _column(self, head: int, values: Iterable[int]) -> None:
        self.g[head] = len(self.g)
        self.g.extend(values)

    def _columns(self) -> None:
        g, spaces, kinds = self.g, list(self.map.spaces.values()), self.kinds
        g[planfield.PROVINCES], g[planfield.PLACES] = self.provinces, len(self.places)
        g[planfield.KINDS] = len(kinds)
        ways = (len(to) for ground in self.grounds for to in ground.ways.values())
        g[planfield.MOST_OPTIONS] = max(ways, default=0) + ROUTES + 1
        cargo = {letter for kind in kinds for letter in kind.carries}
        self._column(planfield.PROVINCE, self.province)
        self._column(planfield.CENTER, (int(s.center) for s in spaces))
        self._column(planfield.COASTAL, (int(s.kind == COASTAL) for s in spaces))
        self._column(planfield.CONVOYS, (int(s.convoys) for s in spaces))
        self._column(planfield.CARRIES, (int(b.letter in a.carries) for a in kinds for b in kinds))
        self._column(
            planfield.TRADE,
            [*(int(bool(k.carries)) for k in kinds), *(int(k.letter in cargo) for k in kinds)],
        )
        self._column(planfield.SIZE, (len(ground.places) for ground in self.grounds))
        self._column(
            planfield.INDEX,
            (ground.index.get(place, -1) for ground in self.grounds for place in self.places),
        )
        self._column(planfield.HALVES, self._halves())

    def _halves(self) -> Iterable[int]:
        """What each kind at each place divides into, as `muster.half_of` has it."""
        for kind in self.kinds:
            for place in self.places:
                for letter in kind.splits_into or (kind.letter, kind.letter):
                    other = self.kinds[self.kind[letter]]
                    at = place if other.coasts else self.map.root(place)
                    yield self.kind[letter] * len(self.places) + self.number[at]

    def _lists(self) -> None:
        g, number, board = self.g, self.number, self.map
        starts = []
        for ground in self.grounds:
            starts.append(len(g))
            g += [number[place] for place in ground.places]
        self._column(planfield.GROUND, starts)
        self._column(planfield.NEAR, [listed(g, ground.near) for ground in self.grounds])
        self._column(planfield.AFOOT, [listed(g, ground.afoot) for ground in self.grounds])
        ways = [
            [number[to] for to, _ in ground.ways.get(place, ())]
            for ground in self.grounds
            for place in self.places
        ]
        g[planfield.WAYS] = listed(g, ways)
        waters = [[number[Place(p)] for p in board.waters.get(s, ())] for s in board.spaces]
        g[planfield.WATERS] = listed(g, waters)

    def _lends(self, lends: Loans) -> None:
        """The provinces into which each kind lends support from each place, as bits."""
        words, found = (self.provinces + 31) // 32, list[int]()
        for kind in self.kinds:
            for place in self.places:
                row = [0] * words
                for province in lends[kind.letter].get(place, ()):
                    p = self.number[Place(province)]
                    row[p >> 5] |= 1 << (p & 31)
                found += row
        self._column(planfield.LENDS, found)

    @property
    def chains(self) -> int:
        """How many chains of fleets there can be at most, from one shore."""
        spaces, waters = self.map.spaces, self.map.waters
        near = [sum(spaces[q].convoys for q in waters.get(p, ())) for p in spaces]
        return sum(max(near, default=0) ** long for long in range(1, LONGEST + 1))

    def rooms(self, n: int, parties: int) -> tuple[list[int], list[float], list[int]]:
        """Room for so many agents: integers, fractions, and where parts of the latter begin."""
        provinces, places, most = self.provinces, len(self.places), self.g[planfield.MOST_OPTIONS]
        size = [max(n, provinces) + 2] * W_HEAD
        size[planfield.PRESSURE], size[planfield.SIZES] = provinces * (parties + 1), parties + 1
        for part in (planfield.OPTION_TO, planfield.OPTION_GOAL, planfield.ROUTE_LONG):
            size[part] = n * most
        size[planfield.ROUTE] = n * most * LONGEST
        size[planfield.ENDS] = size[planfield.BOUND] = n * provinces
        size[planfield.CIRCLE] = size[planfield.BACKERS] = n * n
        size[planfield.EARLIER] = 8 * (n + 8)
        size[planfield.CHAINS] = 4 * self.chains
        size[planfield.SCRATCH] = 2 * provinces + 16
        size[planfield.ORDER] = n + 16
        floats = [places] * V_PARTS
        floats[planfield.BEFORE] = 3 * places
        floats[planfield.WORTH] = places * len(self.kinds)
        floats[planfield.OPTION_WORTH] = n * most
        for part in (planfield.HERE, planfield.ACTION_WORTH, planfield.STRENGTH, planfield.HOPE):
            floats[part] = n
        floats[planfield.UNSURE_TO] = planfield.MOST_UNSURE
        starts, w = beginnings(size, W_HEAD)
        begins, v = beginnings(floats, 0)
        return [*starts, *[0] * (w - W_HEAD)], [0.0] * v, begins


def beginnings(sizes: Sequence[int], first: int) -> tuple[list[int], int]:
    """Where parts of some sizes begin, one after the other, and where the last one ends."""
    found = [first]
    for size in sizes:
        found.append(found[-1] + size)
    return found[:-1], found[-1]


def listed(g: list[int], rows: Sequence[Sequence[int]]) -> int:
    """Append lists of various lengths, after where each begins; where that is."""
    start = len(g)
    at = start + len(rows) + 1
    for row in rows:
        g.append(at)
        at += len(row)
    g.append(at)
    for row in rows:
        g.extend(row)
    return start


def ints(values: Sequence[int], machine: bool) -> Any:
    """Integers as the loops take them: lists, or arrays where they are compiled."""
    if not machine:
        return list(values)
    import numpy as np

    return np.array(values, np.int64)


def floats(values: Sequence[float], machine: bool) -> Any:
    """Fractions as the loops take them."""
    if not machine:
        return list(values)
    import numpy as np

    return np.array(values, np.float64)
