"""The bot `dumb`: in the manner of David Norman's DumbBot (2003), by its published description.

It has other habits than `greedy`, so games between the two are a second opinion. Rivals' centers
are worth more the larger their owner, one's own the larger who could come; that spreads over the
map and fades in ten steps. Units choose in an order that is drawn, each the best place it can
reach, now and then the next best; where another goes already they help, if anybody could resist.
Only that plan is its own; everything beside it is done as `greedy` does it.
"""

from random import Random

from dragoman.bots.field import Field, Ground
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.plan import MOVE, SUPPORT, Action, ActionPlan, Agent
from dragoman.bots.worth import Worth
from dragoman.geo import Place, Province
from dragoman.model import Power, Seat
from dragoman.rules import Ask

SQUARE, LINEAR, CONSTANT = 1, 4, 16
"""What makes the size of a power of its centers."""

SPRING, FALL = (700, 300), (600, 400)
"""How much rivals' centers and one's own count in Spring, and in Fall."""

SPRING_NEAR = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
FALL_NEAR = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
"""How much counts what lies nought, one, two … steps away."""

SPREAD = 5
"""By how much a step over a board divides; where boards are linked, by as many times more as there
are more steps, or what is far away would count more than what is near."""

STRENGTH = 1000
"""What each point of strength that could come counts: one's own for a place, rivals' against it."""

NEXT_BEST, STEEP = 0.5, 5.0
"""How often the next best place is thought of, and how much less for what it is worth less."""


class DumbWorth(Worth):
    """What places are worth to a seat, in the manner of DumbBot."""

    def __init__(self, field: Field, seat: Seat, rng: Random) -> None:
        super().__init__(field, seat, rng, 0.0)
        fall = field.ask.variant.year.settles(field.ask.state.phase)
        self.weights = FALL if fall else SPRING
        self.steps = FALL_NEAR if fall else SPRING_NEAR
        self.centers = self._values()

    def _values(self) -> dict[Province, float]:
        owners = self.field.ask.state.owners
        return {c: self._value(c, owners.get(c)) for c in self.field.ask.map.centers}

    def _value(self, center: Province, owner: Power | None) -> float:
        field, (attack, defense) = self.field, self.weights
        if owner is not None and field.party[owner] == self.seat:
            near = (p for p in field.pressure.get(center, {}) if p != self.seat)
            return defense * max(map(self.size, near), default=0)
        return attack * self.size("" if owner is None else field.party[owner])

    def size(self, party: str) -> int:
        """The size of a party; centers that nobody owns count as one's who has none."""
        centers = self.field.sizes.get(party, 0)
        return SQUARE * centers * centers + LINEAR * centers + CONSTANT

    def of_kind(self, kind: str) -> dict[Place, float]:
        """The worth of every place that a kind of piece may stand on."""
        if kind not in self._places:
            self._places[kind] = self._spread(self.field.grounds[kind])
        return self._places[kind]

    def afoot(self, kind: str, place: Place) -> float:
        """The same: DumbBot carries nobody."""
        return self.at(kind, place)

    def _spread(self, ground: Ground) -> dict[Place, float]:
        light = [self.centers.get(province, 0.0) for province in ground.provinces]
        spread = SPREAD * ground.beyond
        sums = [self.steps[0] * x for x in light]
        for weight in self.steps[1:]:
            light = [
                (here + sum(light[k] for k in near)) / spread
                for here, near in zip(light, ground.afoot, strict=True)
            ]
            sums = [total + weight * x for total, x in zip(sums, light, strict=True)]
        return {
            place: total + STRENGTH * self._odds(province)
            for place, province, total in zip(ground.places, ground.provinces, sums, strict=True)
        }

    def _odds(self, province: Province) -> int:
        """How much more strength one could bring to a province than any rival."""
        mine = self.field.pressure.get(province, {}).get(self.seat, 0)
        return mine - self.field.threat(province, self.seat)


class DumbPlan(ActionPlan):
    """Units choose one after the other, without a look at what that means for the rest."""

    def improve(self, rng: Random) -> None:
        """Let every unit choose, then let those that stand still help."""
        queue = rng.sample(self.agents, len(self.agents))
        done: set[int] = set()
        waited: set[int] = set()
        while queue:
            agent = queue.pop(0)
            first = self.blocker(agent, done, waited, rng)
            if first is not None:
                # Who stands in the way decides first, but nobody waits twice.
                waited.add(id(agent))
                queue.remove(first)
                queue[:0] = [first, agent]
                continue
            self.choose(agent, done, rng)
            done.add(id(agent))
        for agent in self.agents:
            if agent.action is agent.stay:
                self.help(agent)

    def blocker(self, agent: Agent, done: set[int], waited: set[int], rng: Random) -> Agent | None:
        """An own unit on the best place that has not chosen yet."""
        best = max([agent.stay, *agent.options], key=lambda action: action.worth)
        there = self.standing.get(best.province, ()) if best.verb == MOVE else ()
        waiting = [a for a in there if id(a) not in done and a is not agent]
        return waiting[0] if waiting and id(agent) not in waited else None

    def choose(self, agent: Agent, done: set[int], rng: Random) -> None:
        """Take the best place that is left, or help who goes there already."""
        ways = sorted([agent.stay, *agent.options], key=lambda action: -action.worth)
        while ways:
            action = ways.pop(preferred(ways, rng))
            if action is agent.stay:
                return
            going = [a for a in self.bound.get(action.province, ()) if a.unit.id != agent.unit.id]
            if not going:
                self._do(agent, action)
                return
            if self.backs(agent, going[0]):
                return

    def backs(self, agent: Agent, other: Agent) -> bool:
        """Whether a unit helps another that needs it, and now does."""
        goal = other.action.province
        rivals = self.field.threat(goal, self.me) + (self.contest(goal).guard > 0)
        needed = rivals > (other.action.verb != MOVE) + len(other.backers)
        if goal not in agent.lends or not needed:
            return False
        self._do(agent, Action(SUPPORT, agent.place, agent.province, agent.here, other))
        return True

    def help(self, agent: Agent) -> None:
        """Let a unit that stands still help the neighbor whose goal is worth most."""
        near = [a for a in self.agents if a is not agent and a.action.verb != SUPPORT]
        for other in sorted(near, key=lambda a: -a.action.worth):
            if other.unit.id != agent.unit.id and self.backs(agent, other):
                return


def preferred(ways: list[Action], rng: Random) -> int:
    """Which of some ways is taken, the best being the first: now and then the next, or the next."""
    best, chosen = max(1.0, ways[0].worth), 0
    while chosen + 1 < len(ways):
        less = STEEP * (ways[0].worth - ways[chosen + 1].worth) / best
        if rng.random() >= NEXT_BEST or rng.random() < less:
            break
        chosen += 1
    return chosen


class DumbBot(GreedyBot):
    """Plays any variant in the manner of DumbBot."""

    name = "dumb"

    def loops(self, ask: Ask) -> None:
        """Its plan is made of objects alone."""

    def worth_of(self, field: Field, seat: Seat, rng: Random) -> Worth:
        """What places are worth to a seat."""
        return DumbWorth(field, seat, rng)

    def plan_of(self, worth: Worth, agents: list[Agent], rng: Random) -> ActionPlan:
        """What agents do together."""
        plan = DumbPlan(worth.field, worth, agents)
        plan.improve(rng)
        return plan
