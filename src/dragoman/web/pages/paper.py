"""Paper: the board, the results and the order form of a game, as a printer wants them."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.draw.game import draw_moment
from dragoman.draw.layers import size
from dragoman.house.errors import Closed
from dragoman.house.play import history
from dragoman.house.play.shown import PhaseView
from dragoman.house.tables.views import PowerView, TableView
from dragoman.web.call import HttpAnswer
from dragoman.web.language import say
from dragoman.web.limits import PICTURES
from dragoman.web.pages.game import TABLE, PageQuery, chosen_seat, variant_of, view_of
from dragoman.web.pages.results import sheet_said
from dragoman.web.pages.serving import Viewer, html, step_number
from dragoman.web.routes import ApiRoute

BROAD = 1.25
"""How much wider than high a board is that is printed on its side."""
SPARE = 3
"""How many lines are left empty under a power, for builds and what else comes."""


class OrderSheet(Struct, frozen=True):
    """The order form of a power: what it has, a line for each."""

    power: str
    lines: list[str]
    spare: int = SPARE


class PaperQuery(PageQuery, frozen=True, kw_only=True):
    """Which board is to be printed."""

    board: str = ""


def show(viewer: Viewer) -> HttpAnswer:
    """What can be printed of a game, each on a page of its own."""
    view = view_of(viewer)
    if view.status == "forming" or not view.readable:
        raise Closed("there is nothing to print yet")
    call, seat = viewer.call, chosen_seat(viewer, view)
    step = step_number(call.query.at)
    turns = [row.n for row in view.phases if row.kind == "turn"]
    judged = step if step is not None else turns[-1] if turns else None
    last = last_results(viewer, view, judged, seat) if judged else None
    return viewer.page(
        "paper.html",
        view=view,
        seat=seat,
        at=call.query.at if step is not None else "",
        label=say(last.label if last and step is not None else view.label),
        last=last,
        broad=is_broad(viewer, view),
        boards=variant_of(call.house, view).map.boards,
        sheets=[order_sheet(power) for power in powers(view, seat)] if step is None else [],
    )


def last_results(viewer: Viewer, view: TableView, n: int, seat: str) -> PhaseView:
    """A phase with its results sheet in the language of the page."""
    call = viewer.call
    found = history.history(call.house, call.who, view.id, n, seat)
    game, moment = history.moment(call.house, call.who, view.id, n, seat)
    said = found.sheet if game.fault else sheet_said(game.variant, moment, found.sheet)
    return msgspec.structs.replace(found, sheet=said)


def is_broad(viewer: Viewer, view: TableView) -> bool:
    """Whether a board fills a sheet of paper better if that is turned."""
    house = viewer.call.house
    wide, high = size(variant_of(house, view), house.folders)
    return wide > BROAD * high


def powers(view: TableView, seat: str) -> list[PowerView]:
    """The powers of a seat; all of them for those who hold none."""
    return [power for power in view.powers if power.units and (not seat or power.seat == seat)]


def order_sheet(power: PowerView) -> OrderSheet:
    """The order form of one power."""
    return OrderSheet(power.name, power.units)


def picture(viewer: Viewer) -> HttpAnswer:
    """The board in black on white."""
    call, query = viewer.call, viewer.call.query
    call.spend(PICTURES, call.address)
    table, step = call.path["table"], step_number(query.at)
    game, moment = history.moment(call.house, call.who, table, step, query.seat)
    board = query.board if query.board in game.variant.map.boards else ""
    look: dict[str, Any] = {
        "theme": "print",
        "board": board,
        "one": True,
        "folders": call.house.folders,
    }
    drawn = history.pictured(game, lambda: draw_moment(game.variant, moment, **look))
    return HttpAnswer(body=drawn, media="image/svg+xml")


HTML_ROWS: list[ApiRoute] = [
    html(f"{TABLE}/paper", show, "What can be printed of a game.", query=PageQuery),
    html(f"{TABLE}/paper.svg", picture, "The board to be printed.", query=PaperQuery, heavy=True),
]
