"""From a seat's charges to agents of a plan, and from their actions back to orders."""

from dragoman.bots.field import Field
from dragoman.bots.plan import CONVOY, MOVE, SUPPORT, ActionPlan, Agent
from dragoman.geo import COASTAL, Place, Province
from dragoman.model import Convoy, Hold, Move, Order, Piece, Support, Unit
from dragoman.rules import Charge

LONGEST = 3
"""How many fleets make the longest convoy that is planned."""


def agents_of(field: Field, charge: Charge) -> list[Agent]:
    """The agents of a unit: one, or two if it may be given two orders; none without weight."""
    unit = field.ask.unit[charge.subject.unit]
    strength = field.strength[unit.id]
    if not strength:
        return []
    if charge.count < 2:
        return [Agent(unit, unit.kind, unit.place, strength)]
    letters = field.ask.kind(unit.kind).splits_into or (unit.kind, unit.kind)
    halves = [half_of(field, unit, letter, strength / 2) for letter in letters]
    halves[1].second = True
    return halves


def half_of(field: Field, unit: Unit, letter: str, strength: float) -> Agent:
    """Half of a unit, of the kind that it would be by itself."""
    kind = field.ask.kind(letter)
    place = unit.place if kind.coasts else field.ask.map.root(unit.place)
    part = kind.name if letter != unit.kind else ""
    return Agent(unit, letter, place, strength, part)


def convoys(field: Field, plan: ActionPlan) -> None:
    """Tell a plan where fleets of the seat could carry its armies."""
    ask = field.ask
    fleets = {
        a.province: a
        for a in plan.agents
        if ask.kind(a.unit.kind).carries and ask.map.spaces[a.province].convoys
    }
    for army in plan.agents if fleets else ():
        shore = ask.map.spaces[army.province].kind == COASTAL and not army.part
        cargo = {p: f for p, f in fleets.items() if army.kind in ask.kind(f.unit.kind).carries}
        if shore and cargo:
            plan.add_routes(army, _landings(field, army, cargo).items())


def _landings(
    field: Field, army: Agent, fleets: dict[Province, Agent]
) -> dict[Place, tuple[Agent, ...]]:
    """The shores that fleets could carry an army to, each with its shortest chain."""
    waters, spaces = field.ask.map.waters, field.ask.map.spaces
    stands = field.grounds[army.kind].index
    found: dict[Place, tuple[Agent, ...]] = {}
    ring: list[tuple[Agent, ...]] = [
        (fleets[s],) for s in waters.get(army.province, ()) if s in fleets
    ]
    for _ in range(LONGEST):
        longer: list[tuple[Agent, ...]] = []
        for chain in ring:
            for near in waters.get(chain[-1].province, ()):
                if spaces[near].kind == COASTAL:
                    if near != army.province and Place(near) in stands:
                        found.setdefault(Place(near), chain)
                elif near in fleets and fleets[near] not in chain:
                    longer.append((*chain, fleets[near]))
        ring = longer
    return found


def orders_of(agents: list[Agent]) -> tuple[Order, ...]:
    """What the agents of one unit do, as its orders."""
    return tuple(dict.fromkeys(order_of(agent) for agent in agents))


def order_of(agent: Agent) -> Order:
    """What an agent does, as an order of its unit."""
    action = agent.action
    me = Piece(agent.unit.kind, agent.unit.place, agent.part)
    if action.verb == MOVE:
        return Move(me, action.to)
    other = action.helps
    if other is None:
        return Hold(me)
    if action.verb == CONVOY and other.action.to == action.to and other.action.route:
        return Convoy(me, other.piece, action.to)
    if action.verb == SUPPORT and other.action.province in agent.lends:
        return Support(me, other.piece, other.action.to if other.action.verb == MOVE else None)
    return Hold(me)
