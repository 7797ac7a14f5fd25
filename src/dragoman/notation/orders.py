"""Order text, read and written; the one place that turns it into orders and back."""

import re

from dragoman.model import Order, Power, State
from dragoman.notation.canonical import read_canonical
from dragoman.notation.language import Language
from dragoman.notation.parser import OrderReader
from dragoman.notation.roster import Roster, roster_of

_LINES = re.compile(r"[;\n]")


def read_orders(
    text: str, language: Language, state: State, *, power: Power | None = None
) -> list[Order]:
    """The orders that a text gives in a position.

    `power` is whose orders these are; it decides what a bare unit means when builds are due.
    """
    roster = roster_of(language, state)
    if order := read_canonical(text, roster):
        return [order]
    return _canonical_lines(text, roster) or OrderReader(text, roster, power).orders()


def _canonical_lines(text: str, roster: Roster) -> list[Order]:
    """The orders of a text that is canonical from end to end, else nothing."""
    found: list[Order] = []
    for line in _LINES.split(text):
        order = read_canonical(line.strip(" "), roster)
        if order is None:
            return []
        found.append(order)
    return found


def write_order(order: Order) -> str:
    """The canonical text of an order."""
    return str(order)
