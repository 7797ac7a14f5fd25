"""The game page: the board, the desk, the results, and what keeps them fresh."""

import re
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from dragoman.bots import bot_names
from dragoman.draw.scene import colors, many
from dragoman.house.core import House
from dragoman.house.play import history
from dragoman.house.play.adding import add_order
from dragoman.house.play.games import ReadGame
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.tables import views
from dragoman.house.tables.catalog import get_variant
from dragoman.house.tables.logbook import LogRow, logbook
from dragoman.house.tables.press import read_press
from dragoman.house.tables.talk import SAID
from dragoman.house.tables.views import TableView
from dragoman.house.workshop.keeping import draft_behind
from dragoman.rules import Variant
from dragoman.translate import Said
from dragoman.web.api.people import Body
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.language import spoken
from dragoman.web.limits import ORDERS
from dragoman.web.pages.completion import Completion, completions
from dragoman.web.pages.desk import Choice, Desk, choices, desk, doubts_of, owed_boards
from dragoman.web.pages.doubts import Lapse
from dragoman.web.pages.facts import badges
from dragoman.web.pages.look import as_json, catalog
from dragoman.web.pages.running import fields, limit_lines
from dragoman.web.pages.serving import (
    THEMES,
    Viewer,
    html,
)
from dragoman.web.pages.sharing import preview
from dragoman.web.pages.site import base_address, examples
from dragoman.web.routes import ApiRoute, get, post, put
from dragoman.web.serving import INVITE

TABLE = "/tables/{table}"


class PageSeatQuery(Struct, frozen=True, kw_only=True):
    """For which of one's seats."""

    seat: str = ""


class ChoiceQuery(PageSeatQuery, frozen=True, kw_only=True):
    """What to go on with."""

    subject: str = ""
    prefix: str = ""


class TextQuery(PageSeatQuery, frozen=True, kw_only=True):
    """What somebody has begun to type."""

    text: str = ""


class DraftForm(Body, frozen=True, kw_only=True):
    """A whole draft."""

    turn: int
    text: str


class OneOrder(Body, frozen=True, kw_only=True):
    """One order to be written into the draft."""

    turn: int
    order: str
    split: bool = False


class ReadyForm(Body, frozen=True, kw_only=True):
    """Whether one's orders are final; who is not `sure` is asked about what is missing."""

    turn: int
    ready: bool
    sure: bool = False


class JudgedPhase(Struct, frozen=True):
    """A phase that was judged."""

    n: str
    label: Said


class PresentPhase(Struct, frozen=True):
    """Where the game stands."""

    turn: int
    status: str
    label: Said
    deadline: int | None
    phases: list[JudgedPhase]
    owing: list[str]


class PageQuery(PageSeatQuery, frozen=True, kw_only=True):
    """How a game page is opened: for which seat, with an invitation, for the first time, where."""

    invite: str = ""
    first: str = ""
    at: str = ""


def view_of(viewer: Viewer) -> TableView:
    """The table as this viewer sees it."""
    call, query = viewer.call, viewer.call.query
    return views.table_view(
        call.house, call.who, call.path["table"], seat=query.seat, invite=query.invite
    )


def show(viewer: Viewer) -> HttpAnswer:
    """A table: the lobby while it forms, the game once it has begun."""
    view = view_of(viewer)
    if not view.readable:
        return text_page(viewer, view)
    if view.status == "forming":
        return forming(viewer, view)
    if viewer.call.query.invite:
        # The parts of the page ask for themselves; the invitation comes with them.
        return carried(viewer, game_page(viewer, view, first=bool(viewer.call.query.first)))
    return game_page(viewer, view, first=bool(viewer.call.query.first))


def carried(viewer: Viewer, page: HttpAnswer) -> HttpAnswer:
    """A page that lets its browser keep the invitation by which it was opened, for this table."""
    call = viewer.call
    secure = "; Secure" if call.settings.https else ""
    path = f"/tables/{call.path['table']}"
    if not re.fullmatch(r"[\w-]{1,100}", call.query.invite, re.ASCII):
        return page
    keep = f"{INVITE}={call.query.invite}; Path={path}; HttpOnly; SameSite=Lax{secure}"
    return msgspec.structs.replace(page, headers={**page.headers, "set-cookie": keep})


def text_page(viewer: Viewer, view: TableView) -> HttpAnswer:
    """A table of which the house has the rules no longer: what was played, as text."""
    call, table = viewer.call, viewer.call.path["table"]
    seat = chosen_seat(viewer, view)
    numbers = [row.n for row in view.phases if row.kind == "turn"]
    return viewer.page(
        "text.html",
        view=view,
        phases=[history.history(call.house, call.who, table, n, seat) for n in numbers],
        mail=read_press(call.house, call.who, table, seat=seat),
    )


def forming(
    viewer: Viewer,
    view: TableView,
    link: str = "",
    seat: str = "",
    *,
    error: str = "",
    undone: str = "",
    typed: dict[str, str] | None = None,
    unsaid: tuple[str, str] = ("", ""),
) -> HttpAnswer:
    """A table that waits for players.

    It comes with a link to it or to a seat, if one was just made, or with settings or an act of
    the organizer that were refused.
    """
    return viewer.page(
        "forming.html",
        status=422 if error or undone or unsaid[1] else 200,
        view=view,
        invite=viewer.call.query.invite,
        link=link,
        link_seat=seat,
        bots=bot_names(),
        preview=preview(viewer, view),
        running=fields(view.settings, typed),
        limits=limit_lines(view.settings),
        talk=talk_of(viewer, view),
        unsaid=unsaid,
        error=error,
        undone=undone,
    )


def talk_of(viewer: Viewer, view: TableView) -> list[LogRow]:
    """What was said at a table that waits for players."""
    log = logbook(viewer.call.house, viewer.call.who, view.id)
    return [row for row in log if row.kind == SAID]


def game_page(
    viewer: Viewer, view: TableView, *, first: bool = False, replay: bool = False
) -> HttpAnswer:
    """The page of a game that has begun, or of one that is played again."""
    mine = [row.seat for row in view.seats if row.mine]
    seat = chosen_seat(viewer, view)
    variant = variant_of(viewer.call.house, view)
    boards = list(variant.map.boards) if len(variant.map.boards) > 1 else []
    front, beside = fronts(viewer, view, seat, boards) if boards else ("", "")
    return viewer.page(
        "game.html",
        view=view,
        mine=mine,
        seat=seat,
        boards=boards,
        books=short_books(variant),
        front=front,
        beside=beside,
        places=own_places(view, seat),
        seats={power: row.seat for row in view.seats for power in row.powers},
        lettered=many(variant),
        kinds=kinds(variant) if view.settings.sandbox else [],
        draft=_draft(viewer, view),
        now=now_of(view),
        first=first,
        examples=[] if replay or steps_of(view) else examples(viewer.call.house, view.variant),
        replay=replay,
        words=words(spoken()),
        badges=badges(view, seat),
        bases=bases(viewer, view),
        preview=preview(viewer, view, viewer.call.query.at),
    )


def _draft(viewer: Viewer, view: TableView) -> str:
    """The draft of the workshop that a sandbox tries out, if it does."""
    sandbox = view.settings.sandbox
    return draft_behind(viewer.call.house, viewer.call.who, view.variant) if sandbox else ""


def variant_of(house: House, view: TableView) -> Variant:
    """The variant of a table: that of its game, whatever others have loaded meanwhile."""
    found = house.games.get(view.id)
    if isinstance(found, ReadGame):
        return found.variant
    return get_variant(house, view.variant, view.options)


def short_books(variant: Variant) -> dict[str, str]:
    """Whose rules each board follows, without options that tell it from no other board."""
    names = {board: book.partition(" (")[0] for board, book in variant.books.items()}
    short = list(names.values())
    return {b: n if short.count(n) == 1 else variant.books[b] for b, n in names.items()}


class NamedKind(Struct, frozen=True):
    """A kind of unit and what it is called."""

    kind: str
    name: Said


def kinds(variant: Variant) -> list[NamedKind]:
    """The kinds of unit that a variant knows."""
    return [NamedKind(kind, known.name.capitalize()) for kind, known in variant.kinds.items()]


class Base(Struct, frozen=True):
    """A board's unchanging part in one look, and whom it is for."""

    look: str
    address: str
    media: str


def bases(viewer: Viewer, view: TableView) -> list[Base]:
    """The board in every look that this viewer may need, to be fetched ahead of the scripts."""
    house = viewer.call.house
    variant = variant_of(house, view)
    found = []
    for theme in (viewer.theme,) if viewer.theme else THEMES:
        media = "all" if viewer.theme else f"(prefers-color-scheme: {theme})"
        found.append(Base(theme, base_address(house, variant, theme), media))
    return found


def chosen_seat(viewer: Viewer, view: TableView) -> str:
    """The seat for which the page is shown: the one asked for, if it is the viewer's own.

    Else the first of his that has something to order, and if none has, the first.
    """
    mine = [row.seat for row in view.seats if row.mine]
    wanted = viewer.call.query.seat
    return wanted if wanted in mine else next(iter([*owing(view), *mine]), "")


def owing(view: TableView) -> list[str]:
    """The viewer's own seats that have something to order."""
    return [row.seat for row in view.seats if row.mine and row.owes]


def status(viewer: Viewer) -> HttpAnswer:
    """The head of the desk: the phase, the seat, what the variant shows; a part of the page."""
    view = view_of(viewer)
    seat = chosen_seat(viewer, view)
    mine = [row.seat for row in view.seats if row.mine]
    return viewer.page(
        "parts/status.html", view=view, seat=seat, mine=mine, badges=badges(view, seat)
    )


def own_places(view: TableView, seat: str) -> str:
    """Where a seat's units stand."""
    own = [unit for power in view.powers if seat and power.seat == seat for unit in power.units]
    return " ".join(unit.split()[1] for unit in own)


def fronts(viewer: Viewer, view: TableView, seat: str, boards: list[str]) -> tuple[str, str]:
    """The two boards that a seat looks at first: where it owes something, where it stands."""
    owed = owing_boards(viewer, view, seat)
    found = dict.fromkeys([*owed, front_board(view, seat, boards), *boards])
    front, beside, *_ = [board for board in found if board]
    return front, beside


def owing_boards(viewer: Viewer, view: TableView, seat: str) -> list[str]:
    """The boards on which a seat has something to order."""
    if not seat or view.fault or view.status not in ("running", "paused"):
        return []
    return owed_boards(viewer.call.house, viewer.call.who, view.id, seat)


def front_board(view: TableView, seat: str, boards: list[str]) -> str:
    """The board that a seat looks at first: where its first unit stands, or its first center."""
    for power in view.powers:
        if power.seat == seat and (power.units or power.centers):
            place = power.units[0].split()[1] if power.units else power.centers[0]
            return place.partition(":")[0] if ":" in place else ""
    return boards[0] if boards else ""


@cache
def words(language: str) -> Markup:
    """The strings that the scripts say, as JSON."""
    said = catalog(language).items()
    return as_json({k.removeprefix("script."): v for k, v in said if k.startswith("script.")})


def tints(house: House, view: TableView) -> dict[str, str]:
    """The color of every power on the board."""
    if not view.readable:
        return {}
    variant = variant_of(house, view)
    return {str(power): swatch.color for power, swatch in colors(variant).items()}


def steps_of(view: TableView) -> list[JudgedPhase]:
    """The phases that were judged."""
    return [JudgedPhase(str(row.n), row.label) for row in view.phases if row.kind == "turn"]


def now_of(view: TableView) -> PresentPhase:
    """Where a game stands."""
    given = (view.turn, view.status, view.label, view.deadline, steps_of(view))
    return PresentPhase(*given, owing(view))


def now(call: Call) -> PresentPhase:
    """Where the game stands, for a page that looks whether something is new."""
    return now_of(views.table_view(call.house, call.who, call.path["table"], seat=call.query.seat))


def show_desk(call: Call) -> Desk:
    """What a seat may order and has ordered."""
    return desk(call.house, call.who, call.path["table"], call.query.seat)


def show_choices(call: Call) -> list[Choice]:
    """The ways to go on with an order."""
    query: ChoiceQuery = call.query
    table = call.path["table"]
    return choices(call.house, call.who, table, query.seat, query.subject, prefix_of(query))


def prefix_of(query: ChoiceQuery) -> list[str]:
    """The words that were chosen already."""
    return [token for token in query.prefix.split("|") if token]


def complete(call: Call) -> Completion:
    """How a text may go on."""
    query: TextQuery = call.query
    return completions(call.house, call.who, call.path["table"], query.seat, query.text[:200])


def save(call: Call) -> Desk:
    """Save a whole draft."""
    body: DraftForm = call.body
    table, seat = call.path["table"], call.query.seat
    save_orders(call.house, call.who, table, body.turn, body.text, seat=seat)
    return desk(call.house, call.who, table, seat)


def add(call: Call) -> Desk:
    """Write one order into the draft."""
    body: OneOrder = call.body
    table, seat = call.path["table"], call.query.seat
    add_order(call.house, call.who, table, body.turn, body.order, seat=seat, split=body.split)
    return desk(call.house, call.who, table, seat)


def asked(call: Call, alone: list[str]) -> list[Lapse]:
    """What is asked before orders are final: of the seat, or of all seats of a sandbox."""
    table, seat = call.path["table"], call.query.seat
    if not alone:
        return doubts_of(desk(call.house, call.who, table, seat))
    desks = [desk(call.house, call.who, table, name) for name in alone]
    return [doubt for one in desks for doubt in doubts_of(one, one.seat)]


def ready(call: Call) -> Desk:
    """Say that one's orders are final, or that they are not; in a sandbox, for all seats."""
    body: ReadyForm = call.body
    table, seat = call.path["table"], call.query.seat
    view = views.table_view(call.house, call.who, table, seat=seat)
    alone = [row.seat for row in view.seats if row.mine and row.owes and view.settings.sandbox]
    found = asked(call, alone) if body.ready else []
    if any(one.final for one in found) or (found and not body.sure):
        mine = desk(call.house, call.who, table, seat)
        return msgspec.structs.replace(mine, doubts=found)
    for name in alone or [seat]:
        set_ready(call.house, call.who, table, body.turn, body.ready, seat=name)
    return desk(call.house, call.who, table, seat)


HTML_ROWS = [
    html(TABLE, show, "A table: forming, or the game.", query=PageQuery),
    html(f"{TABLE}/status", status, "The head of the desk.", query=PageQuery),
]
_SEAT: dict[str, Any] = {"query": PageSeatQuery}
JSON_ROWS: list[ApiRoute] = [
    get(f"{TABLE}/now", now, "Where the game stands.", PresentPhase, **_SEAT),
    get(f"{TABLE}/desk", show_desk, "What a seat may order and has ordered.", Desk, **_SEAT),
    get(f"{TABLE}/choices", show_choices, "How to go on.", list[Choice], query=ChoiceQuery),
    get(f"{TABLE}/complete", complete, "How a text may go on.", Completion, query=TextQuery),
    put(f"{TABLE}/orders", save, "Save a draft.", DraftForm, answers=Desk, rate=ORDERS, **_SEAT),
    post(f"{TABLE}/orders/add", add, "Add an order.", OneOrder, answers=Desk, rate=ORDERS, **_SEAT),
    put(
        f"{TABLE}/ready", ready, "Be ready, or not.", ReadyForm, answers=Desk, rate=ORDERS, **_SEAT
    ),
]
