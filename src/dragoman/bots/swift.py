"""`greedy` in loops: the same orders as its plan of objects gives, many times as fast compiled.

The draws that blur its judgement are made outside, in the order in which the plan of objects makes
them. Positions of any variant are given to the loops as a field of parties; where every unit has
the strength one and every seat one power, a game of the arena says the same by itself.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

from dragoman.bots import plan, planfield, planhopes, planloops, planning, planrows, worth
from dragoman.bots.field import Field, Ground
from dragoman.bots.plan import CONVOY, MOVE, STAY, SUPPORT, Action, ActionPlan, Agent
from dragoman.bots.planboard import PlanBoard, floats, ints
from dragoman.bots.worth import FALL_FADE, SPRING_FADE, Worth
from dragoman.geo import Place, Province
from dragoman.judge import batch
from dragoman.model import Ballot, Order, Seat, Unit
from dragoman.rules import Ask, Variant
from dragoman.sim import codes, is_plain
from dragoman.sim.compiling import machine_code
from dragoman.sim.progress import on_terminal
from dragoman.sim.tables import Tables, cargo
from dragoman.sim.values import order_value, row_of

SOURCES: tuple[ModuleType, ...] = (planfield, planloops, planhopes, planning, planrows)
KEYED: tuple[ModuleType, ...] = (codes, plan, worth, *SOURCES)
"""All of whose text compiled code depends on."""

FEW = 40
"""For how many agents there is room at first."""

VERBS = (STAY, MOVE, SUPPORT, CONVOY)


@cache
def compiled() -> Any:
    """The loops compiled; none where numba is not installed."""
    folder = batch.cache_folder("greedy", KEYED)
    own = list(batch.functions_of(SOURCES))
    return machine_code(own, folder, lambda n: on_terminal(n, len(own)), lean=False)


def plain() -> Any:
    """The loops as Python runs them."""
    return SimpleNamespace(**{f.__name__: f for f in batch.functions_of(SOURCES)})


class Swift:
    """The loops on the board of one variant, and the position that they look at."""

    def __init__(self, variant: Variant, *, interpreted: bool = False) -> None:
        self.variant, sails = variant, cargo(variant)
        self.machine = None if interpreted else compiled()
        self.code = self.machine or plain()
        grounds = {
            letter: Ground(variant.map, kind, variant.moves[letter], letter in sails)
            for letter, kind in variant.kinds.items()
        }
        self.board = PlanBoard(variant.map, variant.kinds, grounds, variant.loans)
        self.tables = Tables(variant) if is_plain(variant) else None
        self.g = self.ints(self.board.g)
        self.both = [self.floats(list(fade)) for fade in (SPRING_FADE, FALL_FADE)]
        self.fades, self.win_at = self.both[0], 0
        self.room = 0
        self.w, self.v, self.at = self._rooms(FEW)
        self.row: Any = None
        self.orders = self.ints([0] * self.board.provinces)
        self.seen: object = None
        self.known: list[int] = []
        self.parties: dict[str, int] = {}

    def ints(self, values: Sequence[int]) -> Any:
        """Integers as these loops take them."""
        return ints(values, self.machine is not None)

    def floats(self, values: Sequence[float]) -> Any:
        """Fractions as these loops take them."""
        return floats(values, self.machine is not None)

    def _rooms(self, agents: int) -> tuple[Any, Any, Any]:
        self.room = agents
        w, v, at = self.board.rooms(agents, len(self.variant.powers))
        return self.ints(w), self.floats(v), self.ints(at)

    def fill(self, part: int, values: Sequence[int]) -> None:
        """Write a part of the integers."""
        start = int(self.w[part])
        self.w[start : start + len(values)] = values if self.machine is None else self.ints(values)

    def part(self, part: int, size: int) -> list[int]:
        """Read a part of the integers."""
        start = int(self.w[part])
        return [int(x) for x in self.w[start : start + size]]

    def look(self, ask: Ask, units: int) -> None:
        """What depends on the phase, and room for all units of a position, divided or not."""
        self.fades = self.both[int(ask.variant.year.settles(ask.state.phase))]
        self.win_at = ask.win_at()
        if 2 * units > self.room:
            self.w, self.v, self.at = self._rooms(4 * units)

    def see(self, field: Field) -> None:
        """Look at a position, once for all seats."""
        if self.seen is field:
            return
        self.seen = field
        ask, board, party = field.ask, self.board, field.party
        self.look(ask, len(ask.state.units))
        self.parties = {name: n for n, name in enumerate(dict.fromkeys(party.values()), 1)}
        self.g[planfield.PARTIES] = len(self.parties)
        number, owned = board.number, [0] * board.provinces
        for province, power in ask.state.owners.items():
            owned[number[Place(province)]] = self.parties[party[power]]
        guarded, guards = [0] * board.provinces, [0] * board.provinces
        for province, unit in field.guard.items():
            p = number[Place(province)]
            guarded[p] = self.parties[party[unit.power]]
            guards[p] = field.strength[unit.id]
        places, strength = len(board.places), field.strength
        fighting = [unit for unit in ask.state.units if strength[unit.id]]
        self.fill(planfield.OWNED, owned)
        self.fill(planfield.GUARDED, guarded)
        self.fill(planfield.GUARDS, guards)
        self.fill(
            planfield.STANDS, [board.kind[u.kind] * places + number[u.place] for u in fighting]
        )
        self.fill(planfield.PARTY, [self.parties[party[u.power]] for u in fighting])
        self.fill(planfield.FORCE, [strength[u.id] for u in fighting])
        self.code.press(self.g, self.w, len(fighting))

    def see_row(self, ask: Ask) -> None:
        """The same by way of a game of the arena."""
        if self.seen is not ask and self.tables is not None:
            self.seen, self.known = ask, row_of(self.tables, ask.state)
            self.look(ask, len(ask.state.units))
            self.row = self.ints(self.known)
            self.g[planfield.PARTIES] = len(self.tables.powers)
            self.fill(planfield.WEIGHTS, [1] * self.board.provinces)
            self.fill(planfield.TWOFOLD, [0] * self.board.provinces)
            self.code.survey(self.g, self.row, self.w)

    def ballots(self, ask: Ask, seat: Seat, rng: Random, moods: tuple[float, ...]) -> list[Ballot]:
        """What `greedy` orders for a seat in a movement phase of a board that the arena plays."""
        self.see_row(ask)
        (power,) = ask.state.seats[seat]
        self.moves(1 + list(ask.variant.powers).index(power), rng, moods)
        return [
            Ballot(seat, charge.subject, (self._order(ask.unit[charge.subject.unit]),))
            for charge in ask.mandate(seat).charges
        ]

    def _order(self, unit: Unit) -> Order:
        assert self.tables is not None
        code = int(self.orders[self.tables.province(unit.place)])
        return order_value(self.tables, self.known, code)

    def moves(self, me: int, rng: Random, moods: tuple[float, ...]) -> None:
        """The orders of a power, counted from 1, by province; its draws are those of `greedy`."""
        mood = rng.choice(moods)
        self.shine(me)
        n = self.code.enlist(self.g, self.row, self.w, self.v, self.at, me)
        for kind in dict.fromkeys(self.part(planfield.AGENT_KIND, n)):
            self.value(kind, mood, rng)
        self.plan(n, me, rng)
        self.code.write(self.g, self.w, n, self.orders)

    def plan(self, n: int, me: int, rng: Random) -> None:
        """Plan what the agents do that are enlisted."""
        order = list(range(n))
        rng.shuffle(order)
        self.code.plan(self.g, self.w, self.v, self.at, n, me, self.ints(order))

    def shine(self, me: int) -> None:
        """Let the centers shine for a party, counted from 1."""
        self.code.shine(self.g, self.w, self.v, self.at, me, self.win_at, self.fades[0])

    def value(self, kind: int, mood: float, rng: Random) -> None:
        """What every place is worth to a kind of unit, blurred by draws."""
        ground = self.board.grounds[kind]
        noise = self.floats([rng.random() for _ in ground.places])
        near, usual = planfield.NEAR, ground.usual
        self.code.spread(self.g, self.v, self.at, self.fades, kind, near, usual)
        self.code.blur(self.g, self.v, self.at, kind, mood, noise)


class SwiftWorth(Worth):
    """The worth of places to a seat, by the loops; the draws are those of `Worth`."""

    def __init__(self, swift: Swift, field: Field, seat: Seat, rng: Random, noise: float) -> None:
        self.swift, self.field, self.seat, self.rng, self.noise = swift, field, seat, rng, noise
        swift.see(field)
        self.me = swift.parties.get(seat, 0)
        swift.shine(self.me)
        self.valued: dict[int, None] = {}
        self._places: dict[str, dict[Place, float]] = {}
        self._afoot: dict[str, dict[Place, float]] = {}

    def value(self, kind: int) -> None:
        """Let the loops value the places of a kind, once."""
        if kind not in self.valued:
            self.valued[kind] = None
            self.swift.value(kind, self.noise, self.rng)

    def of_kind(self, kind: str) -> dict[Place, float]:
        """The worth of every place that a kind of piece may stand on."""
        if kind not in self._places:
            swift, board = self.swift, self.swift.board
            k = board.kind[kind]
            self.value(k)
            start = int(swift.at[planfield.WORTH]) + k * len(board.places)
            found = {p: float(swift.v[start + board.number[p]]) for p in board.grounds[k].places}
            self._places[kind] = found
        return self._places[kind]

    def afoot(self, kind: str, place: Place) -> float:
        """The same for a piece that nobody will carry."""
        if kind not in self._afoot:
            swift, k = self.swift, self.swift.board.kind[kind]
            ground, steps = swift.board.grounds[k], planfield.AFOOT
            swift.code.spread(swift.g, swift.v, swift.at, swift.fades, k, steps, ground.usual)
            start = int(swift.at[planfield.BEFORE])
            sums = swift.v[start : start + len(ground.places)]
            self._afoot[kind] = dict(zip(ground.places, map(float, sums), strict=True))
        return self._afoot[kind].get(place, 0.0)


class SwiftPlan(ActionPlan):
    """A plan made by the loops, shaped as one of objects."""

    def __init__(self, worth: SwiftWorth, agents: list[Agent], rng: Random) -> None:
        self.field, self.worth, self.agents, self.me = worth.field, worth, agents, worth.seat
        self.contests, self.swift = {}, worth.swift
        self._enlist()
        for kind in dict.fromkeys(self.swift.board.kind[a.kind] for a in agents):
            worth.value(kind)
        self.swift.plan(len(agents), worth.me, rng)
        self._tell()

    def _enlist(self) -> None:
        """Tell the loops who is to plan together."""
        swift, ask, agents = self.swift, self.field.ask, self.agents
        kind, number, fill = swift.board.kind, swift.board.number, swift.fill
        fill(planfield.AGENT_KIND, [kind[a.kind] for a in agents])
        fill(planfield.AGENT_PLACE, [number[a.place] for a in agents])
        fill(planfield.AGENT_UNIT, [a.unit.id for a in agents])
        fill(planfield.AGENT_SECOND, [int(a.second) for a in agents])
        carry = [kind[a.unit.kind] if ask.kind(a.unit.kind).carries else -1 for a in agents]
        fill(planfield.BEARS, carry)
        fill(planfield.SAILS, [-1 if a.part else kind[a.kind] for a in agents])
        start = int(swift.at[planfield.STRENGTH])
        swift.v[start : start + len(agents)] = [float(a.strength) for a in agents]

    def _tell(self) -> None:
        """What the loops found, as actions."""
        swift, agents, n = self.swift, self.agents, len(self.agents)
        places, province, part = swift.board.places, self.field.ask.province, swift.part
        helps = part(planfield.HELPS, n)
        at, goals = part(planfield.TO, n), part(planfield.GOAL, n)
        options, threats = part(planfield.OPTION, n), part(planfield.THREAT, n)
        here, worths = int(swift.at[planfield.HERE]), int(swift.at[planfield.ACTION_WORTH])
        for i, verb in enumerate(part(planfield.VERB, n)):
            agent = agents[i]
            agent.province, agent.threat = province[agent.place], threats[i]
            agent.here = float(swift.v[here + i])
            agent.lends = self.field.ask.lends[agent.kind].get(agent.place, frozenset())
            agent.action = Action(
                VERBS[verb],
                places[at[i]],
                Province(places[goals[i]]),
                float(swift.v[worths + i]),
                agents[helps[i]] if helps[i] >= 0 else None,
                self._route(options[i]) if VERBS[verb] == MOVE else (),
            )

    def _route(self, option: int) -> tuple[Agent, ...]:
        """The fleets that a move needs."""
        w = self.swift.w
        long, start = int(w[int(w[planfield.ROUTE_LONG]) + option]), int(w[planfield.ROUTE])
        first = start + planloops.LONGEST * option
        return tuple(self.agents[int(k)] for k in w[first : first + long])


@lru_cache(maxsize=8)
def swift_for(variant: Variant) -> Swift | None:
    """What plans for the seats of a variant in loops, where they are compiled."""
    return None if compiled() is None else Swift(variant)
