"""`greedy` in loops: the same orders as its plan of objects gives, many times as fast compiled.

Only for boards on which every unit has the strength one and every seat one power; the draws that
blur its judgement are made outside, in the order in which the plan of objects makes them.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

from dragoman.bots import planhopes, planloops, planning
from dragoman.bots.field import Field, Ground
from dragoman.bots.planloops import G_HEAD, LONGEST, MOST_OPTIONS, W_HEAD
from dragoman.bots.worth import FALL_FADE, SPRING_FADE, Worth
from dragoman.geo import COASTAL, Place
from dragoman.judge import batch
from dragoman.model import Ballot, Order, Seat, Unit
from dragoman.rules import Ask, Variant
from dragoman.sim import codes, left_out
from dragoman.sim.codes import KIND_AT, KIND_MASK, UNITS
from dragoman.sim.progress import on_terminal
from dragoman.sim.tables import Tables, cargo
from dragoman.sim.values import order_value, row_of

SOURCES: tuple[ModuleType, ...] = (planloops, planhopes, planning)
MOST_CHAINS = 4096


@cache
def compiled() -> Any:
    """The loops compiled; none where numba is not installed."""
    folder = batch.cache_folder("greedy", (codes, *SOURCES))
    own = list(batch.functions_of(SOURCES))
    code = batch.machine_code(own, {}, folder, lambda n: on_terminal(n, len(own)))
    return SimpleNamespace(**code) if code else None


def plain() -> Any:
    """The loops as Python runs them."""
    return SimpleNamespace(**{f.__name__: f for f in batch.functions_of(SOURCES)})


class Swift:
    """What `greedy` orders in movement phases of one variant."""

    def __init__(self, variant: Variant, *, interpreted: bool = False) -> None:
        self.variant, self.tables = variant, Tables(variant)
        self.machine = None if interpreted else compiled()
        self.code = self.machine or plain()
        sails = cargo(variant)
        self.grounds = [
            Ground(variant.map, kind, variant.moves[letter], letter in sails)
            for letter, kind in variant.kinds.items()
        ]
        self.g = self._ints(self._board())
        self.w, self.v, self.at = self._rooms()
        self.both = [self._floats(list(fade)) for fade in (SPRING_FADE, FALL_FADE)]
        self.fades = self.both[0]
        self.row: Any = None
        self.orders = self._ints([0] * self.tables.provinces)
        self.seen: Ask | None = None
        self.known: list[int] = []

    def _ints(self, values: Sequence[int]) -> Any:
        if self.machine is None:
            return list(values)
        import numpy as np

        return np.array(values, np.int64)

    def _floats(self, values: Sequence[float]) -> Any:
        if self.machine is None:
            return list(values)
        import numpy as np

        return np.array(values, np.float64)

    def _board(self) -> list[int]:
        """The board as the loops read it."""
        tables, board, variant = self.tables, self.variant.map, self.variant
        number, places = tables.number, tables.places
        g = [tables.provinces, len(places), len(tables.powers), len(tables.kinds)]
        g += [variant.numbers["win_at"], *[0] * (G_HEAD - 5)]
        spaces, kinds = list(board.spaces.values()), list(variant.kinds.values())

        def column(head: int, values: Iterable[int]) -> None:
            g[head] = len(g)
            g.extend(values)

        column(planloops.PROVINCE, (tables.province(place) for place in places))
        column(planloops.CENTER, (int(s.center) for s in spaces))
        column(planloops.COASTAL, (int(s.kind == COASTAL) for s in spaces))
        column(planloops.CONVOYS, (int(s.convoys) for s in spaces))
        column(planloops.CARRIER, (int(bool(kind.carries)) for kind in kinds))
        column(planloops.CARGO, (int(kind.letter in cargo(variant)) for kind in kinds))
        column(planloops.SIZE, (len(ground.places) for ground in self.grounds))
        column(
            planloops.INDEX,
            (ground.index.get(place, -1) for ground in self.grounds for place in places),
        )
        starts = []
        for ground in self.grounds:
            starts.append(len(g))
            g += [number[place] for place in ground.places]
        column(planloops.GROUND, starts)
        near = [listed(g, ground.near) for ground in self.grounds]
        column(planloops.NEAR, near)
        afoot = [listed(g, ground.afoot) for ground in self.grounds]
        column(planloops.AFOOT, afoot)
        ways = [
            [number[to] for to, _ in ground.ways.get(place, ())]
            for ground in self.grounds
            for place in places
        ]
        g[planloops.WAYS] = listed(g, ways)
        g[planloops.WATERS] = listed(
            g, [[number[Place(p)] for p in board.waters.get(s.id, ())] for s in spaces]
        )
        column(planloops.LENDS, self._lends())
        return g

    def _lends(self) -> list[int]:
        """The provinces into which each kind lends support from each place, as bits."""
        tables, words = self.tables, (self.tables.provinces + 31) // 32
        found: list[int] = []
        for letter in tables.kinds:
            for place in tables.places:
                row = [0] * words
                for province in self.variant.loans[letter].get(place, ()):
                    p = tables.number[Place(province)]
                    row[p >> 5] |= 1 << (p & 31)
                found += row
        return found

    def _rooms(self) -> tuple[Any, Any, Any]:
        """Room for integers and fractions, and where the parts of the latter begin."""
        n, powers, places = self.tables.provinces, len(self.tables.powers), len(self.tables.places)
        size = [n + 2] * W_HEAD
        size[planloops.PRESSURE] = n * (powers + 1)
        size[planloops.SIZES] = powers + 1
        for part in (planloops.OPTION_TO, planloops.OPTION_GOAL, planloops.ROUTE_LONG):
            size[part] = n * MOST_OPTIONS
        size[planloops.ROUTE] = n * MOST_OPTIONS * LONGEST
        for part in (planloops.ENDS, planloops.CIRCLE, planloops.BACKERS, planloops.BOUND):
            size[part] = n * n
        size[planloops.EARLIER] = 8 * (n + 8)
        size[planloops.CHAINS] = 4 * MOST_CHAINS
        size[planloops.SCRATCH] = 2 * n + 16
        size[planloops.ORDER] = n + 16
        starts, at = list[int](), W_HEAD
        for room in size:
            starts.append(at)
            at += room
        floats = [n, n, 2 * places, 3 * places, places * len(self.tables.kinds), n]
        floats += [n * MOST_OPTIONS, n, n]
        begins, end = list[int](), 0
        for room in floats:
            begins.append(end)
            end += room
        w = self._ints([*starts, *[0] * (at - W_HEAD)])
        return w, self._floats([0.0] * end), self._ints(begins)

    def see(self, ask: Ask) -> None:
        """Look at a position, once for all seats."""
        if self.seen is not ask:
            self.seen, self.known = ask, row_of(self.tables, ask.state)
            self.row = self._ints(self.known)
            self.fades = self.both[int(ask.variant.year.settles(ask.state.phase))]
            self.code.press(self.g, self.row, self.w)

    def ballots(self, ask: Ask, seat: Seat, rng: Random, moods: tuple[float, ...]) -> list[Ballot]:
        """What `greedy` orders for a seat in a movement phase."""
        self.see(ask)
        (power,) = ask.state.seats[seat]
        planned = self.moves(self.tables.power[power] + 1, rng, moods)
        return [
            Ballot(seat, charge.subject, (self._order(planned, ask.unit[charge.subject.unit]),))
            for charge in ask.mandate(seat).charges
        ]

    def _order(self, planned: Any, unit: Unit) -> Order:
        code = int(planned[self.tables.province(unit.place)])
        return order_value(self.tables, self.known, code)

    def shine(self, power: int) -> None:
        """Let the centers shine for a power, counted from 1."""
        first = self.fades[0]
        self.code.shine(self.g, self.row, self.w, self.v, self.at, power, first)

    def value(self, kind: int, mood: float, rng: Random) -> None:
        """What every place is worth to a kind of unit, blurred by draws."""
        ground = self.grounds[kind]
        noise = self._floats([rng.random() for _ in ground.places])
        near, usual = planloops.NEAR, ground.usual
        self.code.spread(self.g, self.v, self.at, self.fades, kind, near, usual)
        self.code.blur(self.g, self.v, self.at, kind, mood, noise)

    def moves(self, power: int, rng: Random, moods: tuple[float, ...]) -> Any:
        """The orders of a power, counted from 1, by province; its draws are those of `greedy`."""
        mood = rng.choice(moods)
        self.shine(power)
        n = self.code.enlist(self.g, self.row, self.w, power)
        first = int(self.w[planloops.AGENT_AT])
        units = [self.known[UNITS + int(p)] for p in self.w[first : first + n]]
        for kind in dict.fromkeys(u >> KIND_AT & KIND_MASK for u in units):
            self.value(kind, mood, rng)
        order = list(range(n))
        rng.shuffle(order)
        self.code.plan(
            self.g, self.row, self.w, self.v, self.at, power, self._ints(order), self.orders
        )
        return self.orders


class SwiftWorth(Worth):
    """The worth of places to a seat, by the loops; the draws are those of `Worth`."""

    def __init__(self, swift: Swift, field: Field, seat: Seat, rng: Random, noise: float) -> None:
        self.swift, self.field, self.seat, self.rng, self.noise = swift, field, seat, rng, noise
        swift.see(field.ask)
        (power,) = field.ask.state.seats[seat]
        swift.shine(swift.tables.power[power] + 1)
        self._places: dict[str, dict[Place, float]] = {}
        self._afoot: dict[str, dict[Place, float]] = {}

    def of_kind(self, kind: str) -> dict[Place, float]:
        """The worth of every place that a kind of piece may stand on."""
        if kind not in self._places:
            swift, k = self.swift, self.swift.tables.kind[kind]
            swift.value(k, self.noise, self.rng)
            start = int(swift.at[planloops.WORTH]) + k * len(swift.tables.places)
            number = swift.tables.number
            found = {p: float(swift.v[start + number[p]]) for p in swift.grounds[k].places}
            self._places[kind] = found
        return self._places[kind]

    def afoot(self, kind: str, place: Place) -> float:
        """The same for a piece that nobody will carry."""
        if kind not in self._afoot:
            swift, k = self.swift, self.swift.tables.kind[kind]
            ground, steps = swift.grounds[k], planloops.AFOOT
            swift.code.spread(swift.g, swift.v, swift.at, swift.fades, k, steps, ground.usual)
            start = int(swift.at[planloops.BEFORE])
            sums = swift.v[start : start + len(ground.places)]
            self._afoot[kind] = dict(zip(ground.places, map(float, sums), strict=True))
        return self._afoot[kind].get(place, 0.0)


@lru_cache(maxsize=8)
def swift_for(variant: Variant) -> Swift | None:
    """What plays a variant in loops, if all of it can be compiled."""
    return None if left_out(variant) or compiled() is None else Swift(variant)


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
