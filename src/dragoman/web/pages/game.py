"""The game page: the board, the desk, the results, and what keeps them fresh."""

from typing import Any

from msgspec import Struct

from dragoman.bots import BOTS
from dragoman.draw.layers import draw_overlay
from dragoman.errors import NotationError
from dragoman.house import history, seats, tables, views
from dragoman.house.accounts import new_guest, open_session
from dragoman.house.catalog import get_variant, seats_of
from dragoman.house.core import House
from dragoman.house.errors import NotYours
from dragoman.house.games import Played
from dragoman.house.history import PhaseView
from dragoman.house.orders import my_orders, save_orders, seat_view, set_ready
from dragoman.house.views import TableView
from dragoman.model import Order, Power
from dragoman.record.filing import read_lines
from dragoman.web.api.people import Body
from dragoman.web.call import Answer, Call
from dragoman.web.limits import ACCOUNTS, ORDERS
from dragoman.web.pages.completion import completions
from dragoman.web.pages.desk import Choice, Desk, add_order, choices, desk
from dragoman.web.pages.look import catalog
from dragoman.web.pages.serving import Form, Viewer, form, html, see_other
from dragoman.web.pages.site import base_address
from dragoman.web.routes import Row, get, post, put

TABLE = "/tables/{table}"
PLAY_NOW = {"early": True, "limits": {"other": {"seconds": 0}, "movement": {"seconds": 0}}}
"""A game against the computer waits for its only player."""
RIVALS = "greedy"


class SeatQuery(Struct, frozen=True, kw_only=True):
    """For which of one's seats."""

    seat: str = ""


class ChoiceQuery(SeatQuery, frozen=True, kw_only=True):
    """What to go on with."""

    subject: str = ""
    prefix: str = ""


class TextQuery(SeatQuery, frozen=True, kw_only=True):
    """What somebody has begun to type."""

    text: str = ""


class LayerQuery(SeatQuery, frozen=True, kw_only=True):
    """Which moment of the game, which board, in which colors."""

    at: str = ""
    board: str = ""
    theme: str = "light"


class Draft(Body, frozen=True, kw_only=True):
    """A whole draft."""

    turn: int
    text: str


class OneOrder(Body, frozen=True, kw_only=True):
    """One order to be written into the draft."""

    turn: int
    order: str
    split: bool = False


class Ready(Body, frozen=True, kw_only=True):
    """Whether one's orders are final."""

    turn: int
    ready: bool


class Layer(Struct, frozen=True):
    """What lies upon the board, and where the board itself is found."""

    base: str
    title: str
    judged: bool
    under: str
    middle: str
    over: str


class Step(Struct, frozen=True):
    """A phase that was judged."""

    n: str
    label: str


class Now(Struct, frozen=True):
    """Where the game stands."""

    turn: int
    status: str
    label: str
    deadline: int | None
    phases: list[Step]


class PlayNow(Form, frozen=True, kw_only=True):
    """Which variant to play at once, as which seat."""

    variant: str
    seat: str = ""
    bot: str = RIVALS


def play(viewer: Viewer) -> Answer:
    """A game against the computer, begun at once; who has no account becomes a guest."""
    call, wanted = viewer.call, viewer.call.body
    variant = get_variant(call.house, wanted.variant)
    account, token = call.who, None
    if account is None:
        call.spend(ACCOUNTS, call.address)
        guest = new_guest(call.house)
        account, token = guest.id, open_session(call.house, guest, call.agent)
    table = start_alone(call.house, account, wanted, [str(s) for s in seats_of(variant)])
    return see_other(f"/tables/{table}?first=1", token=token)


def start_alone(house: House, account: str, wanted: PlayNow, names: list[str]) -> str:
    """A table with one person and bots on all other seats."""
    made = tables.create_table(
        house, account, variant=wanted.variant, settings=PLAY_NOW, visibility="unlisted"
    )
    mine = wanted.seat or names[0]
    seats.join(house, account, made, mine)
    for name in names:
        if name != mine:
            seats.seat_bot(house, account, made, name, wanted.bot)
    return made


class PageQuery(SeatQuery, frozen=True, kw_only=True):
    """How a game page is opened: for which seat, with an invitation, for the first time."""

    invite: str = ""
    first: str = ""


def view_of(viewer: Viewer) -> TableView:
    """The table as this viewer sees it."""
    call, query = viewer.call, viewer.call.query
    return views.table_view(
        call.house, call.who, call.path["table"], seat=query.seat, invite=query.invite
    )


def show(viewer: Viewer) -> Answer:
    """A table: the lobby while it forms, the game once it has begun."""
    call, query = viewer.call, viewer.call.query
    view = view_of(viewer)
    if view.status == "forming":
        bots = list(BOTS)
        return viewer.page(
            "forming.html", view=view, invite=query.invite, link="", link_seat="", bots=bots
        )
    mine = [row.seat for row in view.seats if row.mine]
    seat = query.seat if query.seat in mine else (mine[0] if mine else "")
    variant = get_variant(call.house, view.variant, view.options)
    boards = list(variant.map.boards) if len(variant.map.boards) > 1 else []
    return viewer.page(
        "game.html",
        view=view,
        mine=mine,
        seat=seat,
        boards=boards,
        front=front_board(view, seat, boards),
        now=now_of(view),
        first=bool(query.first),
        words=words(),
        tints=tints(view),
    )


def front_board(view: TableView, seat: str, boards: list[str]) -> str:
    """The board that a seat looks at first: where its first unit stands."""
    for power in view.powers:
        if power.seat == seat and power.units:
            place = power.units[0].split()[1]
            return place.partition(":")[0] if ":" in place else ""
    return boards[0] if boards else ""


def words() -> dict[str, str]:
    """The strings that the scripts say."""
    return {k.removeprefix("script."): v for k, v in catalog().items() if k.startswith("script.")}


def tints(view: TableView) -> dict[str, str]:
    """The color of every power."""
    return {power.name: power.color for power in view.powers}


def steps_of(view: TableView) -> list[Step]:
    """The phases that were judged."""
    return [Step(str(row.n), row.label) for row in view.phases if row.kind == "turn"]


def now_of(view: TableView) -> Now:
    """Where a game stands."""
    return Now(view.turn, view.status, view.label, view.deadline, steps_of(view))


def now(call: Call) -> Now:
    """Where the game stands, for a page that looks whether something is new."""
    return now_of(views.table_view(call.house, call.who, call.path["table"], seat=call.query.seat))


def layer(call: Call) -> Layer:
    """What lies upon the board at a moment of the game; at present, with one's own draft."""
    query: LayerQuery = call.query
    n = int(query.at) if query.at.isascii() and query.at.isdigit() and len(query.at) < 9 else None
    game, moment = history.moment(call.house, call.who, call.path["table"], n, query.seat)
    theme = query.theme if query.theme in ("light", "dark") else "light"
    boards = game.variant.map.boards
    drawn = draw_overlay(
        game.variant,
        moment,
        board=query.board if query.board in boards else boards[0],
        theme=theme,
        pending=pending(call, query) if n is None else (),
        folders=call.house.folders,
    )
    view = f"{game.variant.name}, {moment.name}"
    address = base_address(call.house, reference(call, game), game.variant, theme)
    return Layer(address, view, n is not None, drawn.under, drawn.middle, drawn.over)


def reference(call: Call, game: Played) -> str:
    """The name by which the table's variant is found."""
    return game.variant.id


def pending(call: Call, query: SeatQuery) -> list[tuple[Power, Order]]:
    """The orders of one's own draft, to be drawn for one's own eyes."""
    try:
        mine = my_orders(call.house, call.who, call.path["table"], seat=query.seat)
    except NotYours:
        return []
    if not mine.open:
        return []
    ask, seat = seat_view(call.house, call.who, call.path["table"], mine.seat)
    own = (*ask.state.seats.get(seat, ()), Power(seat))[0]
    found: list[tuple[Power, Order]] = []
    for line in mine.lines:
        good = [note.order for note in line.orders if not note.fault]
        orders = [] if line.problem else _read(ask, seat, line.text)
        found += [(_power(ask, order, own), order) for order in orders if str(order) in good]
    return found


def _read(ask: Any, seat: Any, text: str) -> list[Order]:
    try:
        return read_lines(ask, seat, [text])[0]
    except NotationError:
        return []


def _power(ask: Any, order: Order, own: Power) -> Power:
    piece = getattr(order, "unit", None)
    unit = ask.named(piece) if piece is not None else None
    return unit.power if unit else own


def show_desk(call: Call) -> Desk:
    """What a seat may order and has ordered."""
    return desk(call.house, call.who, call.path["table"], call.query.seat)


def show_choices(call: Call) -> list[Choice]:
    """The ways to go on with an order."""
    query: ChoiceQuery = call.query
    prefix = [token for token in query.prefix.split("|") if token]
    return choices(call.house, call.who, call.path["table"], query.seat, query.subject, prefix)


def complete(call: Call) -> list[str]:
    """How a text may go on."""
    query: TextQuery = call.query
    return completions(call.house, call.who, call.path["table"], query.seat, query.text[:200])


def save(call: Call) -> Desk:
    """Save a whole draft."""
    body: Draft = call.body
    table, seat = call.path["table"], call.query.seat
    save_orders(call.house, call.who, table, body.turn, body.text, seat=seat)
    return desk(call.house, call.who, table, seat)


def add(call: Call) -> Desk:
    """Write one order into the draft."""
    body: OneOrder = call.body
    return add_order(
        call.house,
        call.who,
        call.path["table"],
        call.query.seat,
        body.turn,
        body.order,
        split=body.split,
    )


def ready(call: Call) -> Desk:
    """Say that one's orders are final, or that they are not; in a sandbox, for all seats."""
    body: Ready = call.body
    table, seat = call.path["table"], call.query.seat
    view = views.table_view(call.house, call.who, table, seat=seat)
    alone = [row.seat for row in view.seats if row.mine and row.owes and view.settings.sandbox]
    for name in alone or [seat]:
        set_ready(call.house, call.who, table, body.turn, body.ready, seat=name)
    return desk(call.house, call.who, table, seat)


class ResultsQuery(SeatQuery, frozen=True, kw_only=True):
    """The results of which phase; of the last, if none is named."""

    at: str = ""


def results(viewer: Viewer) -> Answer:
    """What came of a phase, as a part of the page."""
    call, query = viewer.call, viewer.call.query
    found: PhaseView | None
    if query.at.isascii() and query.at.isdigit() and len(query.at) < 9:
        table = call.path["table"]
        found = history.history(call.house, call.who, table, int(query.at), query.seat)
    else:
        found = views.table_view(call.house, call.who, call.path["table"]).last
    return viewer.page("parts/results.html", found=found, groups=grouped(found))


def grouped(found: PhaseView | None) -> dict[str, list[Any]]:
    """The results by power."""
    groups: dict[str, list[Any]] = {}
    for row in found.orders if found else []:
        groups.setdefault(row.power, []).append(row)
    return groups


HTML_ROWS = [
    form("/play", play, "A game against the computer, begun at once.", PlayNow),
    html(TABLE, show, "A table: forming, or the game.", query=PageQuery),
    html(f"{TABLE}/results", results, "What came of a phase.", query=ResultsQuery),
]
_SEAT: dict[str, Any] = {"query": SeatQuery}
JSON_ROWS: list[Row] = [
    get(f"{TABLE}/now", now, "Where the game stands.", Now, **_SEAT),
    get(f"{TABLE}/desk", show_desk, "What a seat may order and has ordered.", Desk, **_SEAT),
    get(f"{TABLE}/choices", show_choices, "How to go on.", list[Choice], query=ChoiceQuery),
    get(f"{TABLE}/complete", complete, "How a text may go on.", list[str], query=TextQuery),
    get(f"{TABLE}/layer", layer, "What lies upon the board.", Layer, query=LayerQuery),
    put(f"{TABLE}/orders", save, "Save a draft.", Draft, answers=Desk, rate=ORDERS, **_SEAT),
    post(f"{TABLE}/orders/add", add, "Add an order.", OneOrder, answers=Desk, rate=ORDERS, **_SEAT),
    put(f"{TABLE}/ready", ready, "Be ready, or not.", Ready, answers=Desk, rate=ORDERS, **_SEAT),
]
