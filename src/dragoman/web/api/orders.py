"""Routes about orders: what a seat owes, what it has ordered, what it may order."""

from msgspec import Struct, field

from dragoman.house.play import orders
from dragoman.house.play.adding import add_order
from dragoman.house.play.drafts import joined
from dragoman.house.play.observing import observe
from dragoman.house.play.orders import SeatOrders
from dragoman.report.rows import StepRow
from dragoman.web.api.people import Body
from dragoman.web.api.tables import TABLE, Query
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.faults import Wrong
from dragoman.web.limits import ORDERS
from dragoman.web.routes import get, post, put

LEGAL = dict[str, list[str]]
TEXT = "text/plain; charset=utf-8"


class OwnSeat(Query, frozen=True, kw_only=True):
    """One of one's seats, the only one if it is left out; a watcher's invitation, if he has one."""

    seat: str = ""
    invite: str = ""


class Observed(OwnSeat, frozen=True, kw_only=True):
    """One of one's seats, and whether every province comes with its borders."""

    board: bool = False


class OrdersBody(Body, frozen=True, kw_only=True):
    """Orders for a turn, as text or one by one; they replace what was saved before."""

    turn: int
    text: str | None = None
    orders: list[str] | None = None
    seat: str = ""


class OneMore(Body, frozen=True, kw_only=True):
    """One order to be written into the draft; with `split` it joins the one that its unit has."""

    turn: int
    order: str
    split: bool = False
    seat: str = ""


class Ready(Body, frozen=True, kw_only=True):
    """Whether one is ready for a turn to be judged."""

    turn: int
    ready: bool = True
    seat: str = ""


class AllReady(Struct, frozen=True):
    """Whether one is ready; whether all are is seen when the phase is judged."""

    ready: bool


class Prefix(Body, frozen=True, kw_only=True):
    """What is to be ordered, and the words chosen so far."""

    subject: str
    prefix: list[str] = field(default_factory=list)
    seat: str = ""


def mine(call: Call) -> SeatOrders:
    """What a seat owes, and its draft."""
    return orders.my_orders(call.house, call.me, call.path["table"], seat=call.query.seat)


def observation(call: Call) -> HttpAnswer:
    """All that a seat knows, as text."""
    q: Observed = call.query
    text = observe(call.house, call.me, call.path["table"], seat=q.seat, board=q.board)
    return HttpAnswer(body=text, media=TEXT)


def save(call: Call) -> SeatOrders:
    """Save a seat's orders."""
    body: OrdersBody = call.body
    if (body.text is None) == (body.orders is None):
        raise Wrong(422, "give either a text or a list of orders", "text")
    text = body.text if body.text is not None else joined(body.orders or [])
    return orders.save_orders(
        call.house, call.me, call.path["table"], body.turn, text, seat=body.seat
    )


def add(call: Call) -> SeatOrders:
    """Write one order into the draft."""
    body: OneMore = call.body
    table, seat = call.path["table"], body.seat
    return add_order(call.house, call.me, table, body.turn, body.order, seat=seat, split=body.split)


def ready(call: Call) -> AllReady:
    """Say whether one is ready."""
    body: Ready = call.body
    orders.set_ready(call.house, call.me, call.path["table"], body.turn, body.ready, seat=body.seat)
    return AllReady(body.ready)


def legal(call: Call) -> LEGAL:
    """Every legal order of a seat."""
    return orders.legal(call.house, call.me, call.path["table"], seat=call.query.seat)


def steps(call: Call) -> list[StepRow]:
    """The next choices for an order."""
    body: Prefix = call.body
    return orders.steps(
        call.house, call.me, call.path["table"], body.subject, body.prefix, seat=body.seat
    )


ROUTES = [
    get(
        f"{TABLE}/observation",
        observation,
        "All that a seat knows, as text for a reader.",
        None,
        media=TEXT,
        query=Observed,
        heavy=True,
    ),
    get(f"{TABLE}/orders", mine, "What a seat owes, and its draft.", SeatOrders, query=OwnSeat),
    put(
        f"{TABLE}/orders",
        save,
        "Save a seat's orders.",
        OrdersBody,
        answers=SeatOrders,
        rate=ORDERS,
    ),
    post(
        f"{TABLE}/orders/add",
        add,
        "Write one order into the draft; it replaces what it contradicts.",
        OneMore,
        answers=SeatOrders,
        rate=ORDERS,
    ),
    put(f"{TABLE}/ready", ready, "Say whether one is ready.", Ready, answers=AllReady, rate=ORDERS),
    get(f"{TABLE}/legal", legal, "Every legal order of a seat.", LEGAL, query=OwnSeat, heavy=True),
    post(
        f"{TABLE}/steps",
        steps,
        "The next choices.",
        Prefix,
        answers=list[StepRow],
        rate=None,
        stateless=True,
    ),
]
