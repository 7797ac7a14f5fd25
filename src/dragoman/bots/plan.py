"""A plan: what all of a seat's units do together, made better one unit at a time.

Every unit's prospects are guessed from what rivals could bring; the judge is not asked.
"""

import math
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from dragoman.bots.field import Field
from dragoman.bots.worth import Worth, added
from dragoman.geo import Place, Province
from dragoman.model import Piece, Unit

STAY, MOVE, SUPPORT, CONVOY = "stay", "move", "support", "convoy"

SWEEPS, ASSAULTS, MOST_HELPERS = 4, 2, 3
"""How often all units are gone through, how often for assaults, and how many help in one."""

LOSS = 4.0
"""What a unit driven out costs beside its place."""

LEAVES = 0.1
"""How likely a rival's unit goes away by itself."""

UNSURE = 0.65
"""What is left of hopes for each point of strength that rivals could have more."""

CUT = 0.8
"""What a support is worth that could be cut."""

TOGETHER = 0.2
"""What the second half of a unit adds where the first is too."""

REFUSED = 0.95
"""What is left of a place's worth to a unit that comes back to it from a move that failed."""

RISK, ROUT = 0.6, 0.75
"""How likely a unit is at most driven out, and how much less sure that is for each point less."""

CARRIED, HUNTED, MANY = 0.97, 0.7, 1
"""How sure a fleet carries, how sure with rivals about, and how strong those must be to count."""

FARTHER, ROUTES = 1.02, 2
"""How much better than a march a landing must be to be thought of, and how many are."""

GAIN = 1e-9
"""Less than this is no improvement but a matter of rounding."""


class Action(NamedTuple):
    """What a unit is to do: where it wants to end, what that is worth, and whom it helps."""

    verb: str
    to: Place
    province: Province
    worth: float
    helps: "Agent | None" = None
    route: tuple["Agent", ...] = ()


class Agent:
    """A unit, or half of one, that a plan has to do with."""

    def __init__(
        self, unit: Unit, kind: str, place: Place, strength: float, part: str = ""
    ) -> None:
        self.unit, self.kind, self.place = unit, kind, place
        self.strength, self.part = strength, part
        self.piece = Piece(unit.kind, unit.place)
        self.province = Province("")
        self.ends: dict[Province, None] = {}
        self.lends: frozenset[Province] = frozenset()
        self.threat = 0
        self.here = 0.0
        self.options: list[Action] = []
        self.stay = Action(STAY, place, self.province, 0.0)
        self.action = self.stay
        self.second = False
        self.backers: list[Agent] = []
        self.circle: list[Agent] = []


class Contest(NamedTuple):
    """What a seat could meet in a province: who guards it, those with the guard, and others."""

    guard: int
    friends: int
    others: int


class ActionPlan:
    """The actions of all of a seat's fighting units."""

    def __init__(self, field: Field, worth: Worth, agents: list[Agent]) -> None:
        self.field, self.worth, self.agents, self.me = field, worth, agents, worth.seat
        self.contests: dict[Province, Contest] = {}
        self.bound: dict[Province, list[Agent]] = {}
        self.standing: dict[Province, list[Agent]] = {}
        for agent in agents:
            self._settle(agent)
        for agent in agents:
            agent.circle = [b for b in agents if not agent.ends.keys().isdisjoint(b.ends)]

    def _settle(self, agent: Agent) -> None:
        """Everything about an agent that does not depend on the others."""
        ask = self.field.ask
        values = self.worth.of_kind(agent.kind)
        agent.province = province = ask.province[agent.place]
        agent.here = values.get(agent.place, 0.0)
        agent.threat = self.field.threat(province, self.me)
        agent.lends = ask.lends[agent.kind].get(agent.place, frozenset())
        agent.stay = agent.action = Action(STAY, agent.place, province, agent.here)
        ways = self.field.grounds[agent.kind].ways.get(agent.place, ())
        agent.options = [Action(MOVE, to, there, values[to]) for to, there in ways]
        agent.ends = dict.fromkeys((province, *(there for _, there in ways)))
        self.standing.setdefault(province, []).append(agent)
        self.bound.setdefault(province, []).append(agent)

    def add_routes(self, army: Agent, goals: Iterable[tuple[Place, tuple[Agent, ...]]]) -> None:
        """Further moves of an army, carried by fleets of the same seat."""
        ask, values = self.field.ask, self.worth.of_kind(army.kind)
        best = max((o.worth for o in army.options), default=0.0)
        found = [
            Action(MOVE, to, ask.province[to], values[to], route=route)
            for to, route in goals
            if values.get(to, 0.0) > FARTHER * best and values[to] > army.here
        ]
        found.sort(key=lambda action: -action.worth)
        army.options += found[:ROUTES]
        for action in found[:ROUTES]:
            near = {id(a): a for a in (*army.circle, *action.route)}
            near |= {id(a): a for a in self.agents if action.province in a.ends}
            army.circle = list(near.values())

    def improve(self, rng: Random) -> None:
        """Let one unit after the other do what is best given the rest, until nothing changes."""
        order = list(self.agents)
        rng.shuffle(order)
        for sweep in range(SWEEPS):
            changed = [self._improve(agent) for agent in order]
            if sweep < ASSAULTS:
                changed += [self._assault(agent) for agent in order]
            if not any(changed):
                return

    def _assault(self, agent: Agent) -> bool:
        """Try moves that only make sense with support, together with the support for them."""
        return any(
            [
                self._try_assault(agent, action)
                for action in agent.options
                if self.resists(action.province) and not action.route
            ]
        )

    def resists(self, province: Province) -> bool:
        """Whether a seat could meet somebody in a province."""
        contest = self.contest(province)
        return contest.guard > 0 or contest.others > 0

    def _try_assault(self, agent: Agent, action: Action) -> bool:
        """Whether a move with one supporter after the other is better than what was planned."""
        helpers = [
            other
            for other in agent.circle
            if action.province in other.lends
            and other.unit.id != agent.unit.id
            and other.province != action.province
        ][:MOST_HELPERS]
        if not helpers:
            return False
        aid = [(h, Action(SUPPORT, h.place, h.province, h.here, agent)) for h in helpers]
        near = self._touched([(agent, action), *aid])
        before = added(map(self._hope, near))
        earlier = [(a, a.action) for a in near]
        found: list[tuple[Agent, Action]] = []
        most = before + GAIN
        self._do(agent, action)
        for n, (helper, support) in enumerate(aid, 1):
            self._do(helper, support)
            score = added(map(self._hope, near))
            if score > most:
                most, found = score, [(agent, action), *aid[:n]]
        for other, now in earlier:
            self._do(other, now)
        for other, wanted in found:
            self._do(other, wanted)
        return bool(found)

    def _touched(self, changes: Iterable[tuple[Agent, Action]]) -> list[Agent]:
        """All agents whose hopes depend on some changes, those that change included."""
        near: dict[int, Agent] = {}
        for agent, action in changes:
            now = agent.action
            fleets = [fleet for a in (now, action) for fleet in a.route]
            found = [agent, *fleets, *(fleet.action.helps for fleet in fleets)]
            found += [now.helps, action.helps, *self.bound.get(action.province, ())]
            for other in (agent, *fleets):
                found += self.bound.get(other.action.province, ())
                found += self.bound.get(other.province, ())
            near.update((id(other), other) for other in found if other is not None)
        return list(near.values())

    def _improve(self, agent: Agent) -> bool:
        before = agent.action
        best, most = before, GAIN
        for action in self._open(agent):
            if action is not before:
                gain = self._gain(agent, action)
                if gain > most:
                    best, most = action, gain
        self._do(agent, best)
        return best is not before

    def _open(self, agent: Agent) -> list[Action]:
        """What an agent could do as the others' plans stand."""
        found = [agent.stay, *agent.options]
        for other in agent.circle:
            goal = other.action.province
            if goal in agent.lends and other.unit.id != agent.unit.id and goal != agent.province:
                found.append(Action(SUPPORT, agent.place, agent.province, agent.here, other))
        return found

    def _gain(self, agent: Agent, action: Action) -> float:
        """How much more all can hope for if an agent does something else."""
        near = self._touched([(agent, action)])
        before = added(map(self._hope, near))
        now = agent.action
        carriers = [(fleet, fleet.action) for fleet in action.route]
        self._do(agent, action)
        after = added(map(self._hope, near))
        self._do(agent, now)
        for fleet, earlier in carriers:
            self._do(fleet, earlier)
        return after - before

    def _do(self, agent: Agent, action: Action) -> None:
        now = agent.action
        if now is action:
            return
        if now.province != action.province:
            self.bound[now.province].remove(agent)
            self.bound.setdefault(action.province, []).append(agent)
        if now.verb == SUPPORT and now.helps:
            now.helps.backers.remove(agent)
        if action.verb == SUPPORT and action.helps:
            action.helps.backers.append(agent)
        agent.action = action
        for fleet in action.route:
            self._do(fleet, Action(CONVOY, action.to, fleet.province, fleet.here, agent))

    def _hope(self, agent: Agent) -> float:
        """What an agent can expect of where it ends."""
        action = agent.action
        if agent.second and self._together(agent, action.province):
            # The other half counts what the place is worth, and this one only makes it stronger.
            return TOGETHER * action.worth
        if action.verb == MOVE:
            arrives = self._arrives(agent, action)
            return arrives * action.worth + (1 - arrives) * REFUSED * agent.here
        defence = agent.strength + self._backing(agent)
        for other in self.bound[agent.province]:
            if other is not agent and other.unit.id == agent.unit.id:
                defence += other.strength
        if agent.threat <= defence:
            return agent.here
        risk = RISK * (1 - math.pow(ROUT, agent.threat - defence))
        return agent.here - risk * (agent.here + LOSS)

    def _together(self, agent: Agent, province: Province) -> bool:
        """Whether the other half of a unit wants to be in the same place."""
        bound = self.bound.get(province, ())
        return any(o is not agent and o.unit.id == agent.unit.id for o in bound)

    def _arrives(self, agent: Agent, action: Action) -> float:
        """How likely a move succeeds."""
        strength, sure = agent.strength + self._backing(agent), 1.0
        for other in self.bound[action.province]:
            if other is agent:
                continue
            if other.unit.id != agent.unit.id:
                return 0.0
            strength += other.strength
        for other in self.standing.get(action.province, ()):
            if other.action.province == agent.province and not action.route:
                return 0.0
            sure = entry(other.strength, self.contest(other.action.province))
        for fleet in action.route:
            if fleet.action.helps is not agent or fleet.action.to != action.to:
                return 0.0
            sure *= HUNTED if fleet.threat > MANY else CARRIED
        return sure * entry(strength, self.contest(action.province))

    def _backing(self, agent: Agent) -> float:
        """The support that an agent can count on."""
        if not agent.backers:
            return 0.0
        return added(
            backer.strength * (CUT if backer.threat else 1.0)
            for backer in agent.backers
            if agent.action.province in backer.lends
        )

    def contest(self, province: Province) -> Contest:
        """What the seat could meet in a province."""
        if province not in self.contests:
            self.contests[province] = self._contest(province)
        return self.contests[province]

    def _contest(self, province: Province) -> Contest:
        field = self.field
        row = field.pressure.get(province, {})
        guard = field.guard.get(province)
        owner = field.party[guard.power] if guard else self.me
        others = max((s for p, s in row.items() if p not in (self.me, owner)), default=0)
        if guard is None or owner == self.me:
            return Contest(0, 0, others)
        return Contest(field.strength[guard.id], row.get(owner, 0), others)


def entry(strength: float, contest: Contest) -> float:
    """How likely a move of some strength gets into a province, as far as rivals decide it."""
    guard, friends, others = contest
    if not guard:
        return _past(strength, others)
    if_it_leaves = _past(strength, max(friends, others))
    if strength <= guard:
        return LEAVES * if_it_leaves
    beats = min(1.0, strength - guard) * math.pow(UNSURE, max(0.0, guard + friends + 1 - strength))
    return LEAVES * if_it_leaves + (1 - LEAVES) * beats * _past(strength, others)


def _past(strength: float, rivals: float) -> float:
    """How likely nobody as strong comes to the same place."""
    return 1.0 if strength > rivals else math.pow(UNSURE, rivals - strength + 1)
