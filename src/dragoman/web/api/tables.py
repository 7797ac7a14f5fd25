"""Routes about tables: find, make, join, look at, and leave them."""

import re
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from dragoman.draw.game import draw_moment
from dragoman.house.people.accounts import new_guest
from dragoman.house.play import history
from dragoman.house.play.history import SeatFile
from dragoman.house.play.shown import PhaseView
from dragoman.house.tables import choices, seats, tables, views
from dragoman.house.tables.seats import Seated
from dragoman.house.tables.tables import TableRow
from dragoman.house.tables.views import TableView
from dragoman.record import GameRecord, write_record
from dragoman.web.api.people import Body, Me, logged_in
from dragoman.web.call import Call, Done, HttpAnswer
from dragoman.web.limits import ACCOUNTS, PICTURES, TABLES
from dragoman.web.routes import delete, get, patch, post, put


class Query(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every query is: fields by name, and no others."""


class SeatQuery(Query, frozen=True, kw_only=True):
    """Through the eyes of which of one's seats; with an invitation, if one needs it."""

    seat: str = ""
    invite: str = ""


class ListQuery(Query, frozen=True, kw_only=True):
    """Which tables to list."""

    status: str = ""
    mine: bool = False
    limit: int = 50
    before: int | None = None


class NewTable(Body, frozen=True, kw_only=True):
    """A new table."""

    variant: str = "standard"
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    visibility: str = "public"


class TablePatch(Body, frozen=True, kw_only=True):
    """What may be changed of a table that is forming."""

    title: str | None = None
    visibility: str | None = None
    settings: dict[str, Any] | None = None


class TableId(Struct, frozen=True):
    """The id of a table."""

    id: str


class Join(Body, frozen=True, kw_only=True):
    """Which seat to take, the invitation if one needs it, and what the seat chooses."""

    seat: str = ""
    invite: str = ""
    choices: dict[str, str] = field(default_factory=dict)


class OwnChoice(Body, frozen=True, kw_only=True):
    """Of which option a seat sets its own entry, and to what; empty: back to what it was."""

    option: str
    value: str = ""
    seat: str = ""


class WhichSeat(Body, frozen=True, kw_only=True):
    """One of one's seats; the only one, if it is left out."""

    seat: str = ""


class BotChoice(Body, frozen=True, kw_only=True):
    """Which bot."""

    bot: str


class SecretLink(Struct, frozen=True):
    """A secret to hand on."""

    secret: str


class UseLink(Body, frozen=True, kw_only=True):
    """The secret of a seat, and how to be called if one has no account."""

    secret: str
    name: str = ""
    bearer: bool = False


class SeatedGuest(Me, frozen=True, kw_only=True):
    """A guest whom a link has led to his seat, and his own link back to it."""

    table: str
    seat: str
    link: str


def list_tables(call: Call) -> list[TableRow]:
    """The tables that one may find."""
    q: ListQuery = call.query
    return tables.list_tables(
        call.house, call.who, status=q.status, mine=q.mine, limit=q.limit, before=q.before
    )


def create(call: Call) -> TableId:
    """A new table."""
    body: NewTable = call.body
    made = tables.create_table(
        call.house,
        call.me,
        variant=body.variant,
        options=body.options,
        settings=body.settings,
        title=body.title,
        visibility=body.visibility,
    )
    return TableId(made)


def show(call: Call) -> TableView:
    """A table as one may see it."""
    q: SeatQuery = call.query
    return views.table_view(call.house, call.who, call.path["table"], seat=q.seat, invite=q.invite)


def edit(call: Call) -> Done:
    """Change a table that is forming."""
    body: TablePatch = call.body
    tables.edit_table(
        call.house,
        call.me,
        call.path["table"],
        title=body.title,
        visibility=body.visibility,
        settings=body.settings,
    )
    return Done()


def cancel(call: Call) -> Done:
    """Give up a table that is forming."""
    tables.cancel_table(call.house, call.me, call.path["table"])
    return Done()


def start(call: Call) -> Done:
    """Begin, though seats may be empty."""
    tables.start_table(call.house, call.me, call.path["table"])
    return Done()


def join(call: Call) -> Seated:
    """Sit down."""
    body: Join = call.body
    where = call.path["table"], body.seat
    return seats.join(call.house, call.me, *where, invite=body.invite, choices=body.choices)


def choose(call: Call) -> Done:
    """Choose what is a seat's own."""
    body: OwnChoice = call.body
    given = body.seat, body.option, body.value
    choices.choose(call.house, call.me, call.path["table"], *given)
    return Done()


def leave(call: Call) -> Done:
    """Get up."""
    seats.leave(call.house, call.me, call.path["table"], call.body.seat)
    return Done()


def make_link(call: Call) -> SecretLink:
    """A secret link to a seat."""
    return SecretLink(seats.make_link(call.house, call.me, call.path["table"], call.path["seat"]))


def invite(call: Call) -> SecretLink:
    """An invitation to a table."""
    return SecretLink(seats.make_invitation(call.house, call.me, call.path["table"]))


def end_invitations(call: Call) -> Done:
    """Take every invitation back."""
    seats.end_invitations(call.house, call.me, call.path["table"])
    return Done()


def seat_bot(call: Call) -> Done:
    """Put a bot on a seat."""
    seats.seat_bot(call.house, call.me, call.path["table"], call.path["seat"], call.body.bot)
    return Done()


def clear_seat(call: Call) -> Done:
    """Empty a seat while the table is forming."""
    seats.clear_seat(call.house, call.me, call.path["table"], call.path["seat"])
    return Done()


def use_link(call: Call) -> HttpAnswer | Seated:
    """Sit down by a secret link, or come back by it; who has no account becomes a guest."""
    body: UseLink = call.body
    known = seats.guest_of_link(call.house, body.secret, call.who)
    if known is None and call.login is not None:
        return seats.take_link(call.house, call.me, body.secret)
    guest = known or new_guest(call.house, body.name)
    seated = seats.take_link(call.house, guest.id, body.secret)
    answer = logged_in(call, guest, body.bearer, 200)
    who = {**asdict(answer.body), **asdict(seated)}
    return replace(answer, body=SeatedGuest(**who))


def phase(call: Call) -> PhaseView:
    """A phase that was judged."""
    n = _number(call.path["n"])
    return history.history(call.house, call.who, call.path["table"], n, call.query.seat)


def board(call: Call) -> HttpAnswer:
    """The board as a picture."""
    return _drawn(call, None)


def old_board(call: Call) -> HttpAnswer:
    """The board of an earlier step, with its results."""
    return _drawn(call, _number(call.path["n"]))


def _drawn(call: Call, n: int | None) -> HttpAnswer:
    game, moment = history.moment(call.house, call.who, call.path["table"], n, call.query.seat)
    drawn = history.pictured(game, lambda: draw_moment(game.variant, moment))
    return HttpAnswer(body=drawn, media="image/svg+xml")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


def record(call: Call) -> HttpAnswer:
    """The game file."""
    found = history.record(call.house, call.who, call.path["table"])
    name = f'attachment; filename="{call.path["table"]}.json"'
    return HttpAnswer(body=write_record(found), headers={"content-disposition": name})


def seat_file(call: Call) -> HttpAnswer:
    """The game as far as one may know it."""
    table = call.path["table"]
    found = history.seat_file(call.house, call.who, table, call.query.seat)
    name = f'attachment; filename="{table}-{slug(found.seat) or "seen"}.json"'
    return HttpAnswer(body=found, headers={"content-disposition": name})


def slug(name: str) -> str:
    """A name as part of the name of a file.

    >>> slug("Austria@1")
    'austria-1'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def sheet(call: Call) -> HttpAnswer:
    """The position as text."""
    text = history.sheet(call.house, call.who, call.path["table"], call.query.seat)
    return HttpAnswer(body=text, media="text/plain; charset=utf-8")


TABLE = "/api/tables/{table}"
SEAT = f"{TABLE}/seats/{{seat}}"
_SEEN: dict[str, Any] = {"query": SeatQuery}
_PICTURE: dict[str, Any] = {"media": "image/svg+xml", "heavy": True, "rate": PICTURES, **_SEEN}
_SECRET: dict[str, Any] = {"answers": SecretLink, "status": 201, "secret": True}
ROUTES = [
    get("/api/tables", list_tables, "Tables to be found.", list[TableRow], query=ListQuery),
    post(
        "/api/tables", create, "Make a table.", NewTable, answers=TableId, status=201, rate=TABLES
    ),
    get(TABLE, show, "A table as one may see it.", TableView, **_SEEN),
    patch(TABLE, edit, "Change a table that is forming.", TablePatch),
    delete(TABLE, cancel, "Give up a table that is forming."),
    post(f"{TABLE}/start", start, "Begin, though seats may be empty."),
    post(f"{TABLE}/join", join, "Sit down.", Join, answers=Seated),
    post(f"{TABLE}/leave", leave, "Get up from a seat.", WhichSeat),
    post(f"{TABLE}/invitations", invite, "Make an invitation.", **_SECRET),
    delete(f"{TABLE}/invitations", end_invitations, "Take all invitations back."),
    post(f"{SEAT}/link", make_link, "Make a secret link to a seat.", **_SECRET),
    put(f"{SEAT}/bot", seat_bot, "Put a bot on a seat.", BotChoice),
    put(
        f"{TABLE}/choices", choose, "Choose what is a seat's own while the table forms.", OwnChoice
    ),
    delete(SEAT, clear_seat, "Empty a seat while the table is forming."),
    post(
        "/api/links",
        use_link,
        "Sit down by a secret link.",
        UseLink,
        answers=(SeatedGuest, Seated),
        rate=ACCOUNTS,
        secret=True,
    ),
    get(f"{TABLE}/history/{{n}}", phase, "A phase that was judged.", PhaseView, **_SEEN),
    get(
        f"{TABLE}/history/{{n}}/board.svg",
        old_board,
        "The board of a step.",
        None,
        **_PICTURE,
    ),
    get(f"{TABLE}/board.svg", board, "The board.", None, **_PICTURE),
    get(
        f"{TABLE}/sheet",
        sheet,
        "The position as text.",
        None,
        media="text/plain; charset=utf-8",
        **_SEEN,
    ),
    get(f"{TABLE}/file", seat_file, "The game as far as one may know it.", SeatFile, **_SEEN),
    get(f"{TABLE}/record", record, "The game file, when the game is over.", GameRecord),
]
