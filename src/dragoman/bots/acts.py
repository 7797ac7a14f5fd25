"""Orders of a module's own verb, which a bot tries without knowing what they mean."""

from random import Random

from dragoman.bots.base import Sight
from dragoman.bots.choices import some_orders
from dragoman.geo import Province
from dragoman.model import VERBS, Act, Hold, Order
from dragoman.rules import Charge

KNOWN = frozenset(VERBS.values())
SOMETIMES = 0.5
"""How often a unit that would stand still tries something else."""


def attempt(sight: Sight, charge: Charge, order: Order, rng: Random) -> Order:
    """The order of a unit, or in place of a hold one of a verb that only this variant has."""
    if not isinstance(order, Hold) or KNOWN.issuperset(charge.verbs) or rng.random() > SOMETIMES:
        return order
    found = some_orders(sight.ask, charge.subject, rng)
    acts = [o for o in found if isinstance(o, Act) and aimed_well(sight, o)]
    return rng.choice(acts) if acts else order


def aimed_well(sight: Sight, act: Act) -> bool:
    """Whether an act names no place but its own, or only places where rivals stand."""
    ask, own = sight.ask, sight.ask.state.seats[sight.seat]
    aims = [Province(a) for a in act.args if isinstance(a, str) and a in ask.map.spaces]
    others = [unit.power for aim in aims for unit in ask.at.get(aim, ())]
    return not aims or (bool(others) and not any(power in own for power in others))
