"""Adding orders: one order written into a draft, where it replaces what it contradicts."""

from dragoman.errors import NotationError
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid
from dragoman.house.play.drafts import SeatReader
from dragoman.house.play.orders import Outdated, SeatOrders, my_desk, save_orders
from dragoman.model import Order, Subject
from dragoman.record.filing import Line, subject_of

TRIES = 8
"""How often an order is written into a draft that others keep changing."""


def add_order(
    house: House,
    account: str | None,
    table_id: str,
    turn: int,
    order: str,
    *,
    seat: str = "",
    split: bool = False,
) -> SeatOrders:
    """Write one order into the draft; it replaces what it contradicts, unless votes are counted.

    With `split`, it joins the order that its unit has already: the unit is to divide.
    """
    for patience in reversed(range(TRIES)):
        desk = my_desk(house, account, table_id, seat=seat)
        if desk.reader is None:
            raise Closed("no orders are taken now")
        mine = desk.orders
        try:
            lines = merged(desk.reader, mine.text, order, split=split)
        except NotationError as error:
            raise Invalid(str(error), "order") from error
        text, old = "\n".join(lines), mine.version
        try:
            return save_orders(house, account, table_id, turn, text, seat=mine.seat, version=old)
        except Outdated:  # another order was added at the same moment: both are meant
            if not patience:
                raise
    raise AssertionError("the last try answers or raises")


def merged(reader: SeatReader, text: str, order: str, *, split: bool) -> list[str]:
    """A draft with one order written into it; a line that loses nothing stays as typed."""
    ask, seat = reader.ask, reader.seat
    charges = ask.mandate(seat).charges
    about = {subject_of(ask, seat, charges, one) for one in reader.line(order)}
    counts = {c.subject: c.count for c in charges}
    pooled = {c.subject for c in charges if c.pool}

    def stays(one: Order) -> bool:
        subject = subject_of(ask, seat, charges, one)
        kept = _keeps(subject, counts, split) and str(one) != order
        return subject not in about or subject in pooled or kept

    lines = text.splitlines()
    for line in reader.lines(text):
        rest = Line.worth((o for o in line.orders if stays(o)), line.orders.amount)
        if len(rest) < len(line.orders):
            lines[line.number] = str(rest) if rest else ""
    return [*(line for line in lines if line.strip()), order]


def _keeps(subject: Subject, counts: dict[Subject, int], split: bool) -> bool:
    """Whether earlier orders for the same subject stay: builds do, and the parts of a unit."""
    return counts.get(subject, 1) > 1 and (split or not subject.unit)
