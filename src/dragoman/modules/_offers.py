"""Orders of a module's own verb for units: one list of them makes charges, tree and check."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from dragoman.model import Act, Order, Power, Reason, Subject, Unit, Verb
from dragoman.rules.ask import Ask
from dragoman.rules.legality import undone
from dragoman.rules.tree import Tree, orders_of
from dragoman.rules.values import Charge, Orders, PhaseRule, Step

Offer = Callable[[Ask, Unit], Iterable[Act]]
"""The orders of a verb that a unit may be given."""

NOT_ALLOWED = Reason("not_allowed")


def offering(rule: PhaseRule, verb: Verb, offer: Offer) -> PhaseRule:
    """A phase in which units may also be given the orders of a verb that `offer` lists."""
    made = _Offering(rule, verb, offer)
    return replace(
        rule,
        subjects=made.subjects,
        choices=Tree(made.choices, made.orders),
        check=made.check,
        verbs=(*rule.verbs, verb.name),
    )


class _Offering:
    """The answers of a phase, and what an offer adds to them."""

    def __init__(self, rule: PhaseRule, verb: Verb, offer: Offer) -> None:
        self.rule, self.verb, self.offer = rule, verb, offer

    def offered(self, ask: Ask, subject: Subject) -> list[Act]:
        """The orders of the verb for a subject."""
        unit = ask.unit.get(subject.unit)
        return list(self.offer(ask, unit)) if unit else []

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """The charges of the phase; where there is an offer, the verb is open too."""
        return tuple(
            replace(c, verbs=(*c.verbs, self.verb.name)) if self.offered(ask, c.subject) else c
            for c in self.rule.subjects(ask, power)
        )

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """The tree of the phase, with the verb as one more branch: an argument a choice."""
        if not prefix:
            steps = self.rule.choices(ask, subject, ())
            return (*steps, *self.steps(ask, subject, ()))
        if prefix[0] == self.verb.name:
            return self.steps(ask, subject, prefix)
        return self.rule.choices(ask, subject, prefix)

    def steps(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """What follows some words on the way to an order of the verb."""
        return steps_to(self.offered(ask, subject), prefix)

    def orders(self, ask: Ask, subject: Subject) -> list[Order]:
        """Every order of the tree."""
        return [*orders_of(self.rule.choices, ask, subject), *self.offered(ask, subject)]

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """What is wrong with each order; two different legal ones undo each other."""
        if not any(map(self.verb.made, orders)):
            return self.rule.check(ask, subject, orders)
        open_ = self.offered(ask, subject)
        faults = [
            (None if order in open_ else NOT_ALLOWED)
            if self.verb.made(order)
            else self.rule.check(ask, subject, (order,))[0]
            for order in orders
        ]
        return undone(orders, faults)


def steps_to(acts: Iterable[Act], prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """The branches of a tree that leads to acts: first the verb, then an argument a choice."""
    found: dict[str, Step] = {}
    for act in acts:
        words = (act.verb, *map(str, act.args))
        if words[: len(prefix)] == prefix and len(words) > len(prefix):
            token, last = words[len(prefix)], len(words) == len(prefix) + 1
            known = found.get(token, Step(token))
            found[token] = Step(token, act if last else known.order, known.more or not last)
    return tuple(found.values())
