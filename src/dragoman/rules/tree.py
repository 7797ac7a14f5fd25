"""The whole tree of what may be ordered: every order to which its choices lead."""

from collections.abc import Callable, Sequence

from dragoman.model import Order, Subject
from dragoman.rules.ask import Ask
from dragoman.rules.values import Step

Choices = Callable[[Ask, Subject, tuple[str, ...]], tuple[Step, ...]]
Listing = Callable[[Ask, Subject], list[Order]]
Texts = Callable[[Ask, Sequence[Subject]], list[list[str]]]


class Tree:
    """Choices that come with a list of all their orders, which is quicker than a walk.

    Choices that are wrapped in a plain function are walked through: never wrong, only slower.
    `texts` are the same orders of some subjects as they are written, where that is quicker still.
    """

    def __init__(self, choices: Choices, orders: Listing, texts: Texts | None = None) -> None:
        self.choices, self.orders, self.texts = choices, orders, texts

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


def texts_of(choices: Choices, ask: Ask, subjects: Sequence[Subject]) -> list[list[str]]:
    """For each of some subjects every order to which choices lead, as it is written."""
    if isinstance(choices, Tree) and choices.texts:
        return choices.texts(ask, subjects)
    return [[str(order) for order in orders_of(choices, ask, subject)] for subject in subjects]


def walk(
    choices: Choices, ask: Ask, subject: Subject, prefix: tuple[str, ...], found: list[Order]
) -> None:
    """Add the orders that follow some words, choice by choice."""
    for step in choices(ask, subject, prefix):
        if step.order is not None:
            found.append(step.order)
        if step.leads_on:
            walk(choices, ask, subject, (*prefix, step.token), found)
