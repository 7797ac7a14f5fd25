"""Press on the game page: channels, unread marks, drafts; plain text, escaped."""

from msgspec import Struct, field

from dragoman.house.errors import Refused
from dragoman.house.tables import press, views
from dragoman.house.tables.press import Mail, Message
from dragoman.house.tables.views import TableView
from dragoman.web.api.people import Body
from dragoman.web.call import Call, Done, HttpAnswer
from dragoman.web.language import say
from dragoman.web.limits import CHANGES, PRESS
from dragoman.web.pages.game import TABLE, PageSeatQuery
from dragoman.web.pages.serving import Form, Viewer, form, html
from dragoman.web.routes import ApiRoute, put

EVERYBODY = "*"


class Channel(Struct, frozen=True):
    """A conversation: with whom, what was said, how much of it is new, what was begun."""

    key: str
    seats: list[str]
    messages: list[Message]
    unread: int
    draft: str


class PressQuery(PageSeatQuery, frozen=True, kw_only=True):
    """Which channel is open: seats with commas between, or a star for everybody."""

    channel: str = ""


class MessageForm(Form, frozen=True, kw_only=True):
    """A message, or a draft of one."""

    channel: str = ""
    text: str = ""
    key: str = ""
    group: list[str] = field(default_factory=list)


class Begun(Body, frozen=True, kw_only=True):
    """A message that is not finished."""

    channel: str
    text: str


def channels(mail: Mail, view: TableView) -> list[Channel]:
    """The conversations of a seat, those of the table's mode first, then those begun."""
    others = [row.seat for row in view.seats if row.seat != mail.seat]
    found: dict[str, list[Message]] = {}
    if mail.mode != "none" or writes(mail, view):
        found[EVERYBODY] = []
    if mail.mode in ("private", "groups") and mail.seat:
        found.update({seat: [] for seat in others})
    for message in mail.messages:
        found.setdefault(channel_of(message, mail.seat), []).append(message)
    return [_channel(key, said, mail) for key, said in found.items()]


def writes(mail: Mail, view: TableView) -> bool:
    """Whether the reader may write; an organizer without a seat always may."""
    return mail.mode != "none" if mail.seat else view.organizing


def read_to(mail: Mail, chosen: Channel) -> int:
    """Up to which message all is read once a channel is open; others keep what is new in them."""
    shown = {message.n for message in chosen.messages}
    rest = [m.n for m in mail.messages if m.n > mail.read and not m.mine and m.n not in shown]
    last = max(shown, default=0)
    return max(mail.read, min(last, min(rest) - 1) if rest else last)


def channel_of(message: Message, seat: str) -> str:
    """The conversation that a message belongs to, for one of its readers."""
    if not message.to:
        return EVERYBODY
    return ",".join(sorted({*message.to, message.sender} - {seat, ""}))


def _channel(key: str, said: list[Message], mail: Mail) -> Channel:
    names = [] if key == EVERYBODY else key.split(",")
    unread = sum(1 for m in said if m.n > mail.read and not m.mine)
    draft = mail.drafts.get(",".join(names), "")
    return Channel(key, names, said, unread, draft)


def show(viewer: Viewer) -> HttpAnswer:
    """The press of a table, one channel open."""
    query = viewer.call.query
    return part(viewer, query.seat, query.channel)


def part(viewer: Viewer, seat: str, wanted: str, error: str = "", kept: str = "") -> HttpAnswer:
    """The press as a part of the game page."""
    call, table = viewer.call, viewer.call.path["table"]
    view = views.table_view(call.house, call.who, table, seat=seat)
    mail = press.read_press(call.house, call.who, table, seat=seat)
    found = channels(mail, view)
    chosen = next((c for c in found if c.key == wanted), None) if wanted else None
    return viewer.page(
        "parts/press.html",
        view=view,
        mail=mail,
        channels=found,
        chosen=chosen,
        writes=writes(mail, view),
        read_to=read_to(mail, chosen) if chosen else 0,
        error=error,
        kept=kept,
        key=call.house.rng.randbytes(9).hex(),
    )


def send(viewer: Viewer) -> HttpAnswer:
    """Send a message; one that is refused stays in its box."""
    call, body, seat = viewer.call, viewer.call.body, viewer.call.query.seat
    names = [] if body.channel == EVERYBODY else [n for n in body.channel.split(",") if n]
    to = body.group or names
    table = call.path["table"]
    try:
        press.send_press(call.house, call.me, table, to, body.text, seat=seat, key=body.key or None)
    except Refused as refused:
        return part(viewer, seat, body.channel, say(refused.text), body.text)
    return part(viewer, seat, ",".join(sorted(to)) or EVERYBODY)


class Read(Body, frozen=True, kw_only=True):
    """How far one has read."""

    n: int


def mark(call: Call) -> Done:
    """Remember how far one has read."""
    press.mark_read(call.house, call.me, call.path["table"], call.body.n)
    return Done()


def keep(call: Call) -> Done:
    """Keep a message that is not finished."""
    body: Begun = call.body
    names = [] if body.channel == EVERYBODY else [n for n in body.channel.split(",") if n]
    table = call.path["table"]
    press.save_draft(call.house, call.me, table, names, body.text, seat=call.query.seat)
    return Done()


HTML_ROWS: list[ApiRoute] = [
    html(f"{TABLE}/press", show, "The press of a table.", query=PressQuery),
    form(f"{TABLE}/press", send, "Send a message.", MessageForm, query=PressQuery, rate=PRESS),
]
JSON_ROWS: list[ApiRoute] = [
    put(f"{TABLE}/press/read", mark, "Press was read.", Read, query=PageSeatQuery, rate=CHANGES),
    put(f"{TABLE}/press/draft", keep, "Keep a message.", Begun, query=PageSeatQuery, rate=CHANGES),
]
