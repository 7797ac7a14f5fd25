"""Legal orders without listing them all: walks through the tree of choices, and sets of orders."""

from collections.abc import Callable, Iterable
from random import Random

from dragoman.model import Ballot, Order, Seat, Subject
from dragoman.rules import Ask, Charge

LEAVES, DRAWS = 300, 40
"""How many orders of a subject are looked at one by one; of more, how many are drawn."""


def drawn_order(ask: Ask, subject: Subject, rng: Random) -> Order | None:
    """A legal order, each choice on the way to it drawn from those that are open."""
    prefix: tuple[str, ...] = ()
    while True:
        steps = ask.rule.choices(ask, subject, prefix)
        if not steps:
            return None
        step = rng.choice(steps)
        if step.order is not None and not (step.leads_on and rng.random() < 0.5):
            return step.order
        prefix = (*prefix, step.token)


def some_orders(ask: Ask, subject: Subject, rng: Random, most: int = LEAVES) -> list[Order]:
    """Every legal order of a subject if there are few, else some that are drawn."""
    found: list[Order] = []
    if _collect(ask, subject, (), found, most):
        return found
    drawn = (drawn_order(ask, subject, rng) for _ in range(DRAWS))
    return list(dict.fromkeys(order for order in drawn if order is not None))


def _collect(
    ask: Ask, subject: Subject, prefix: tuple[str, ...], found: list[Order], most: int
) -> bool:
    """Whether all orders after a prefix were found before there were too many."""
    for step in ask.rule.choices(ask, subject, prefix):
        if step.order is not None:
            found.append(step.order)
        if len(found) > most:
            return False
        if step.leads_on and not _collect(ask, subject, (*prefix, step.token), found, most):
            return False
    return True


def legal_together(ask: Ask, seat: Seat, subject: Subject, orders: tuple[Order, ...]) -> bool:
    """Whether a seat may give these orders for a subject."""
    return not any(ask.rules.legal(ask, Ballot(seat, subject, orders)))


def taken(
    ask: Ask, seat: Seat, charge: Charge, ranked: Iterable[Order], count: int
) -> tuple[Order, ...]:
    """The first orders of a ranking, so many as are due, that are legal together."""
    chosen: tuple[Order, ...] = ()
    for order in ranked:
        if len(chosen) == count:
            break
        if legal_together(ask, seat, charge.subject, (*chosen, order)):
            chosen = (*chosen, order)
    return chosen


def ranked(orders: Iterable[Order], worth: Callable[[Order], float]) -> list[Order]:
    """Orders by their worth, the best first; of equals the first stays first."""
    return sorted(orders, key=worth, reverse=True)
