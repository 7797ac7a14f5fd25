"""Extra ballots: votes on units that nobody holds, for oneself and against rivals."""

from random import Random

from dragoman.bots.base import Sight
from dragoman.bots.choices import legal_together, some_orders
from dragoman.bots.field import Field
from dragoman.bots.plan import MOVE, ActionPlan, Agent, entry
from dragoman.bots.worth import Worth
from dragoman.geo import Province
from dragoman.model import Ballot, Build, Hold, Move, Order, Support, Unit
from dragoman.rules import Charge

COPIES = 2
"""How many votes go to an order that matters, since rivals vote too."""

TRIED = 4
"""How many wishes for one unit are asked about, the weightiest first."""

STILL, AGAINST, ASIDE, CONTESTED = 0.05, 0.3, 0.1, 0.5
"""What it counts that a unit stands still, goes where a rival owns a center, or elsewhere; and what
is left of that where another unit stands."""

Wish = tuple[float, Charge, Order]


def cast(sight: Sight, worth: Worth, plan: ActionPlan, rng: Random) -> list[Ballot]:
    """The ballots of a seat on what it does not hold, the weightiest wishes first."""
    mandate = sight.ask.mandate(sight.seat)
    ballots: list[Ballot] = []
    for pool, quota in mandate.quotas.items():
        charges = [c for c in mandate.charges if c.pool == pool]
        wishes = [w for c in charges for w in wishes_for(sight, worth, plan, c, rng)]
        wishes.sort(key=lambda wish: -wish[0])
        if any(charge.most for charge in charges):
            ballots += paid(sight, wishes)
            continue
        left, heard = quota, set[object]()
        for weight, charge, order in wishes:
            copies = min(left, COPIES if weight > 1 else 1)
            if copies and charge.subject not in heard:
                heard.add(charge.subject)
                left -= copies
                ballots += [Ballot(sight.seat, charge.subject, (order,))] * copies
    return ballots


def paid(sight: Sight, wishes: list[Wish]) -> list[Ballot]:
    """Ballots for which the seat gives something: half of what it has, for the best wishes."""
    ballots: list[Ballot] = []
    left = max((charge.most for _, charge, _ in wishes), default=0) // 2
    for weight, charge, order in wishes:
        amount = min(left, 1 + int(2 * weight))
        if amount:
            left -= amount
            ballots.append(Ballot(sight.seat, charge.subject, (order,), amount))
    return ballots


def wishes_for(
    sight: Sight, worth: Worth, plan: ActionPlan, charge: Charge, rng: Random
) -> list[Wish]:
    """What a seat would like a unit, or a power's builds, to do; each with its weight."""
    if not charge.subject.unit:
        builds = some_orders(sight.ask, charge.subject, rng)
        safest = min(builds, key=lambda order: danger(worth, order), default=None)
        return [] if safest is None else [(-danger(worth, safest), charge, safest)]
    unit = sight.ask.unit[charge.subject.unit]
    found = [*aids(worth.field, plan, unit), *moves(worth, unit)]
    found.sort(key=lambda wish: -wish[0])
    legal = (
        (weight, charge, order)
        for weight, order in found[:TRIED]
        if weight > 0 and legal_together(sight.ask, sight.seat, charge.subject, (order,))
    )
    return list(legal)[:1]


def danger(worth: Worth, order: Order) -> float:
    """How much of what is one's own a new unit could come near."""
    if not isinstance(order, Build):
        return 0.0
    ask, ways = worth.field.ask, worth.field.grounds[order.unit.kind].ways
    near = {province for _, province in ways.get(order.unit.place, ())}
    mine = {c for c, p in ask.state.owners.items() if worth.field.party[p] == worth.seat}
    return float(len(near & mine))


def aids(field: Field, plan: ActionPlan, unit: Unit) -> list[tuple[float, Order]]:
    """Support for the seat's own units, by how much likelier it makes what they want."""
    lends = field.ask.lends[unit.kind].get(unit.place, frozenset())
    me = field.ask.piece(unit)
    found: list[tuple[float, Order]] = []
    for agent in plan.agents:
        action = agent.action
        if (
            action.province in lends
            and not agent.part
            and not _against(field, unit, action.province)
        ):
            to = action.to if action.verb == MOVE else None
            found.append((_gain(plan, agent), Support(me, agent.piece, to)))
    return found


def _gain(plan: ActionPlan, agent: Agent) -> float:
    action = agent.action
    if action.verb != MOVE:
        return 0.5 * max(0.0, agent.threat - agent.strength)
    contest = plan.contest(action.province)
    likelier = entry(agent.strength + 1, contest) - entry(agent.strength, contest)
    return likelier * (action.worth - agent.here)


def _against(field: Field, unit: Unit, province: Province) -> bool:
    """Whether a unit of the same power stands in a province, so that an order would be void."""
    return any(u.power == unit.power for u in field.ask.at.get(province, ()))


def moves(worth: Worth, unit: Unit) -> list[tuple[float, Order]]:
    """Moves that trouble rivals, and holds for units that would else trouble oneself."""
    field = worth.field
    me = field.ask.piece(unit)
    found: list[tuple[float, Order]] = [(STILL, Hold(me))]
    for to, province in field.grounds[unit.kind].ways.get(unit.place, ()):
        owner = field.ask.state.owners.get(province)
        party = field.party[owner] if owner else ""
        guard = field.guard.get(province)
        if _against(field, unit, province) or party == worth.seat:
            continue
        if guard is not None and field.party[guard.power] == worth.seat:
            continue
        hurt = party in field.ask.state.seats
        size = field.sizes.get(party, 0) / max(1, field.ask.win_at())
        weight = AGAINST + size if hurt else ASIDE
        found.append((weight * (CONTESTED if guard else 1.0), Move(me, to)))
    return found
