"""In how many ways orders can be given."""

from collections import Counter
from math import prod

from dragoman.model import Order, Piece, Waive, piece_of
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Charge


def ways(ask: Ask, charge: Charge) -> int:
    """In how many ways a charge can be met; one that need not be met counts as one way."""
    if not charge.owed or charge.pool:
        return 1
    orders = legal_orders(ask, charge.subject)
    if charge.subject.unit:
        return by_parts(orders)
    return chosen(ask, orders, charge.count)


def by_parts(orders: list[Order]) -> int:
    """The orders of a unit as a whole, and every pair of orders for the parts that it divides into.

    >>> by_parts([])
    1
    """
    pieces = [piece_of(order) for order in orders]
    parts = Counter(piece.part for piece in pieces if piece)
    whole = parts.pop("", 0)
    return whole + prod(parts.values()) if parts else max(whole, 1)


def chosen(ask: Ask, orders: list[Order], count: int) -> int:
    """How many sets of so many orders there are; of those about one province only one is taken.

    Where builds may be waived, fewer will do.
    """
    groups = Counter(_matter(ask, order) for order in orders if not isinstance(order, Waive))
    sets = [1]
    for number in groups.values():
        sets = [a + number * b for a, b in zip([*sets, 0], [0, *sets], strict=True)]
    if any(isinstance(order, Waive) for order in orders):
        return sum(sets[: count + 1])
    return sets[min(count, len(groups))]


def _matter(ask: Ask, order: Order) -> object:
    """What an order is about: the province of its piece, or itself."""
    piece: Piece | None = piece_of(order)
    return (ask.province[piece.place], piece.power) if piece else order
