"""Order text, read and written; the one place that turns it into orders and back."""

import re
from collections.abc import Iterable, Sequence

from dragoman.model import Order, Power, Remembered, State
from dragoman.notation.canonical import read_canonical
from dragoman.notation.language import Language
from dragoman.notation.parser import OrderReader
from dragoman.notation.roster import Roster, roster_of

_LINES = re.compile(r"[;\n]")
_AMOUNT = re.compile(r"(?P<first>^\s*\$?(\d{1,9})\s+for\s)|\s*\$\s*(\d{1,9})\s*$", re.IGNORECASE)


def read_amount(text: str) -> tuple[str, int]:
    """A line of orders without the amount that is given for them, and the amount.

    >>> read_amount("A mun - tyr $5"), read_amount("5 for A mun - tyr")
    (('A mun - tyr', 5), ('      A mun - tyr', 5))
    """
    # Most lines have none, which is quickly seen.
    found = _AMOUNT.search(text) if "$" in text or "for" in text.casefold() else None
    if found is None:
        return text, 0
    # What is left stays where it was, so that a fault in it is shown at its place.
    rest = " " * found.end() + text[found.end() :] if found["first"] else text[: found.start()]
    return rest, int(found[2] or found[3])


def read_orders(
    text: str,
    language: Language,
    state: State,
    *,
    power: Power | None = None,
    powers: Sequence[Power] = (),
    by_part: bool = False,
) -> list[Order]:
    """The orders that a text gives in a position.

    `power` is whose orders these are; it decides what a bare unit means when builds are due. Where
    that may be one of several `powers`, theirs is the unit that is meant of two called alike.
    With `by_part`, a unit that is called by the kind of a part of it stands for that part.
    """
    roster = roster_of(language, state)
    [order] = read_plain((text,), language, state)
    if order:
        return [order]
    if orders := _canonical_lines(text, roster):
        return orders
    return OrderReader(text, roster, power, powers, by_part=by_part).orders()


def read_plain(texts: Iterable[str], language: Language, state: State) -> list[Order | None]:
    """The order of each text that is a canonical one, which can be read quickly; else none."""
    roster = roster_of(language, state)
    known, alone = roster.read_before, roster.alone
    found: list[Order | None] = []
    for text in texts:
        read = known.get(text)
        there = read is not None and read.unit in alone and read.other in alone
        found.append(read.orders[0] if read and there else read_canonical(text, roster))
    return found


def _canonical_lines(text: str, roster: Roster) -> list[Order]:
    """The orders of a text that is canonical from end to end, else nothing."""
    found: list[Order] = []
    for line in _LINES.split(text):
        order = read_canonical(line.strip(" "), roster)
        if order is None:
            return []
        found.append(order)
    return found


ORDER_TEXTS: Remembered[Order, str] = Remembered(str, 20_000)
"""The canonical texts of orders."""


def write_order(order: Order) -> str:
    """The canonical text of an order."""
    return ORDER_TEXTS[order]
