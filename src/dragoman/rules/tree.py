"""The tree of what may be ordered, told whole: every order to which its choices lead."""

from collections.abc import Callable

from dragoman.model import Order, Subject
from dragoman.rules.ask import Ask
from dragoman.rules.values import Step

Choices = Callable[[Ask, Subject, tuple[str, ...]], tuple[Step, ...]]
Listing = Callable[[Ask, Subject], list[Order]]


class Tree:
    """Choices that come with a list of all their orders, which is quicker than a walk.

    Choices that are wrapped in a plain function are walked through: never wrong, only slower.
    """

    def __init__(self, choices: Choices, orders: Listing) -> None:
        self.choices, self.orders = choices, orders

    def __call__(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """What may be ordered next."""
        return self.choices(ask, subject, prefix)


def orders_of(choices: Choices, ask: Ask, subject: Subject) -> list[Order]:
    """Every order to which choices lead, in their order."""
    if isinstance(choices, Tree):
        return choices.orders(ask, subject)
    found: list[Order] = []
    walk(choices, ask, subject, (), found)
    return found


def walk(
    choices: Choices, ask: Ask, subject: Subject, prefix: tuple[str, ...], found: list[Order]
) -> None:
    """Add the orders that follow some words, choice by choice."""
    for step in choices(ask, subject, prefix):
        if step.order is not None:
            found.append(step.order)
        if step.leads_on:
            walk(choices, ask, subject, (*prefix, step.token), found)
