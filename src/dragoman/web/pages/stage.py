"""The stage of the game page: what lies upon the board, and the small pictures of all boards."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.draw.game import Moment
from dragoman.draw.layers import Mini, draw_overlay, mini, size
from dragoman.house.errors import NotYours
from dragoman.house.play import history
from dragoman.house.play.drafts import ReadDraft, SeatReader
from dragoman.house.play.games import ReadGame
from dragoman.house.play.orders import my_desks
from dragoman.model import Order, Power, Seat
from dragoman.rules import Ask, Variant
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.language import say
from dragoman.web.pages.game import TABLE, PageSeatQuery
from dragoman.web.pages.serving import THEMES, Viewer, html, step_number
from dragoman.web.pages.site import base_address, packed
from dragoman.web.routes import ApiRoute

JSON = "application/json; charset=utf-8"


class StageQuery(PageSeatQuery, frozen=True, kw_only=True):
    """Which moment of the game, which board, in which colors and form."""

    at: str = ""
    board: str = ""
    beside: str = ""
    theme: str = "light"
    form: str = ""
    letters: str = ""

    @property
    def step(self) -> int | None:
        """The number of the phase that is wanted; none for the present."""
        return step_number(self.at)

    @property
    def colors(self) -> str:
        """The theme that is wanted."""
        return self.theme if self.theme in THEMES else "light"


class Layer(Struct, frozen=True):
    """What lies upon the board, and where the board itself is found."""

    base: str
    title: str
    judged: bool
    under: str
    middle: str
    over: str


class Minis(Struct, frozen=True):
    """All boards as very small pictures over the same ground."""

    ground: str
    width: int
    height: int
    boards: list[Mini]


def layer(viewer: Viewer) -> HttpAnswer:
    """What lies upon the board at a moment of the game; at present, with one's own draft.

    It may be compressed: it holds nothing that anybody but the viewer can have written.
    """
    return _packed(viewer, layer_of(viewer.call))


def layer_of(call: Call) -> Layer:
    """What lies upon a board."""
    query: StageQuery = call.query
    game, moment = history.moment(call.house, call.who, call.path["table"], query.step, query.seat)
    return history.pictured(game, lambda: _layer(call, game, moment))


def _layer(call: Call, game: ReadGame, moment: Moment) -> Layer:
    query: StageQuery = call.query
    drafts = pending(call, query) if query.step is None else ()
    return drawn_layer(call, game.variant, moment, query, drafts)


def drawn_layer(
    call: Call,
    variant: Variant,
    moment: Moment,
    query: StageQuery,
    drafts: Sequence[tuple[Power, Order]] = (),
) -> Layer:
    """What lies upon a board at a moment, with the orders of a draft."""
    boards = variant.map.boards
    drawn = draw_overlay(
        variant,
        moment,
        board=query.board if query.board in boards else boards[0],
        theme=query.colors,
        small=query.form == "small",
        pending=drafts,
        beside=query.beside,
        own=own_powers(moment, query.seat),
        letters={"on": True, "off": False}.get(query.letters),
        folders=call.house.folders,
    )
    title = f"{variant.name}, {say(moment.name)}"
    base = base_address(call.house, variant, query.colors)
    judged = moment.resolution is not None or query.step is not None
    return Layer(base, title, judged, drawn.under, drawn.middle, drawn.over)


def own_powers(moment: Moment, seat: str) -> tuple[Power, ...]:
    """The powers of a seat at a moment."""
    return moment.state.seats.get(Seat(seat), ())


def minis(viewer: Viewer) -> HttpAnswer:
    """All boards as very small pictures; at present, with what happened in the phase before."""
    call, query = viewer.call, viewer.call.query
    house, table = call.house, viewer.call.path["table"]
    game, moment = history.moment(house, call.who, table, query.step, query.seat)
    variant, folders = game.variant, house.folders
    last = max((n for n, step in enumerate(game.steps) if step.judged), default=None)
    shown = query.step if query.step is not None else last
    judged = history.moment(house, call.who, table, shown, query.seat)[1]

    def drawn() -> Minis:
        wide, high = size(variant, folders)
        ground = base_address(house, variant, query.colors, "ground")
        boards = [
            mini(variant, moment, board, folders, judged=judged) for board in variant.map.boards
        ]
        return Minis(ground, wide, high, boards)

    return _packed(viewer, history.pictured(game, drawn))


def _packed(viewer: Viewer, value: Struct) -> HttpAnswer:
    return packed(viewer, msgspec.json.encode(value), JSON, {})


def pending(call: Call, query: PageSeatQuery) -> list[tuple[Power, Order]]:
    """The orders of one's own draft, in a sandbox of all drafts, to be drawn for one's own eyes."""
    try:
        mine = list(my_desks(call.house, call.who, call.path["table"], seat=query.seat))
    except NotYours:
        return []
    return [order for desk in mine if desk.reader for order in drafted(desk.reader, desk.draft)]


def drafted(reader: SeatReader, draft: ReadDraft) -> Iterator[tuple[Power, Order]]:
    """The orders of a draft that can be carried out, with the powers whose they are."""
    ask, seat = reader.ask, reader.seat
    own = (*ask.state.seats.get(seat, ()), Power(seat))[0]
    good = {note.order for line in draft.lines for note in line.orders if not note.fault}
    for order in draft.orders:
        if str(order) in good:
            yield _power(ask, order, own), order


def _power(ask: Ask, order: Order, own: Power) -> Power:
    piece = getattr(order, "unit", None)
    unit = ask.named(piece) if piece is not None else None
    return unit.power if unit else own


_STAGE: dict[str, Any] = {"query": StageQuery, "media": JSON}
HTML_ROWS: list[ApiRoute] = [
    html(f"{TABLE}/layer", layer, "What lies upon the board.", **_STAGE),
    html(f"{TABLE}/minis", minis, "All boards, very small.", **_STAGE),
]
