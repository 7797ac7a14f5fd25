"""Routes about talk: press, votes, and the log of what happened."""

from msgspec import Struct, field

from dragoman.house.tables import logbook, press, scores, votes
from dragoman.house.tables.logbook import LogRow
from dragoman.house.tables.press import Mail, Message
from dragoman.house.tables.scores import Results
from dragoman.house.tables.wishes import SeatVotes
from dragoman.web.api.orders import OwnSeat
from dragoman.web.api.people import Body
from dragoman.web.api.tables import TABLE, Query
from dragoman.web.call import Call, Done, HttpAnswer
from dragoman.web.limits import PRESS
from dragoman.web.routes import get, post, put


class NewMessage(Body, frozen=True, kw_only=True):
    """A message to some seats, or to all; sent twice with one key, it is one message."""

    text: str
    to: list[str] = field(default_factory=list)
    seat: str = ""
    key: str | None = None


class MessageDraft(Body, frozen=True, kw_only=True):
    """A message that is not finished; an empty one is forgotten."""

    text: str
    to: list[str] = field(default_factory=list)
    seat: str = ""


class ReadUpTo(Body, frozen=True, kw_only=True):
    """The number of the last message that was read."""

    n: int


class Mute(Body, frozen=True, kw_only=True):
    """Whose press one does not want to read at this table."""

    whom: str
    on: bool = True
    seat: str = ""


class Cast(Body, frozen=True, kw_only=True):
    """What a seat votes for in a turn; it replaces what it voted for before."""

    turn: int
    votes: SeatVotes
    seat: str = ""


class CameOfIt(Struct, frozen=True):
    """What came of a vote: ended, paused, resumed, extended, or nothing yet."""

    done: list[str]


class LogQuery(Query, frozen=True, kw_only=True):
    """From which event on, and how many; with an invitation, if one needs it."""

    after: int = 0
    limit: int = 500
    invite: str = ""


def read_press(call: Call) -> Mail:
    """The press that one may read."""
    return press.read_press(call.house, call.who, call.path["table"], seat=call.query.seat)


def send_press(call: Call) -> Message:
    """Send a message."""
    body: NewMessage = call.body
    return press.send_press(
        call.house, call.me, call.path["table"], body.to, body.text, seat=body.seat, key=body.key
    )


def save_draft(call: Call) -> Done:
    """Keep a message that is not finished."""
    body: MessageDraft = call.body
    press.save_draft(call.house, call.me, call.path["table"], body.to, body.text, seat=body.seat)
    return Done()


def mark_read(call: Call) -> Done:
    """Remember how far one has read."""
    press.mark_read(call.house, call.me, call.path["table"], call.body.n)
    return Done()


def mute(call: Call) -> list[str]:
    """Read no more, or again, what a seat writes."""
    body: Mute = call.body
    return press.mute(call.house, call.me, call.path["table"], body.whom, body.on, seat=body.seat)


def my_votes(call: Call) -> SeatVotes:
    """What a seat of one's own votes for."""
    return votes.my_votes(call.house, call.me, call.path["table"], seat=call.query.seat)


def cast(call: Call) -> CameOfIt:
    """Vote."""
    body: Cast = call.body
    return CameOfIt(
        votes.cast_votes(
            call.house, call.me, call.path["table"], body.turn, body.votes, seat=body.seat
        )
    )


def log(call: Call) -> list[LogRow]:
    """What happened at a table."""
    q: LogQuery = call.query
    return logbook.logbook(call.house, call.who, call.path["table"], q.after, q.limit)


def results(call: Call) -> Results:
    """How a game ended for every seat."""
    return scores.results(call.house, call.who, call.path["table"])


def results_csv(call: Call) -> HttpAnswer:
    """The same as CSV."""
    return HttpAnswer(body=scores.results_csv(results(call)), media="text/csv; charset=utf-8")


_CSV = "text/csv; charset=utf-8"
ROUTES = [
    get(f"{TABLE}/press", read_press, "The press that one may read.", Mail, query=OwnSeat),
    post(
        f"{TABLE}/press",
        send_press,
        "Send a message.",
        NewMessage,
        answers=Message,
        status=201,
        rate=PRESS,
    ),
    put(f"{TABLE}/press/draft", save_draft, "Keep an unfinished message.", MessageDraft),
    put(f"{TABLE}/press/read", mark_read, "Remember how far one has read.", ReadUpTo),
    put(f"{TABLE}/press/muted", mute, "Mute a seat at this table.", Mute, answers=list[str]),
    get(f"{TABLE}/votes", my_votes, "What one votes for.", SeatVotes, query=OwnSeat),
    put(f"{TABLE}/votes", cast, "Vote.", Cast, answers=CameOfIt),
    get(f"{TABLE}/log", log, "What happened at a table.", list[LogRow], query=LogQuery),
    get(f"{TABLE}/results", results, "How the game ended.", Results),
    get(f"{TABLE}/results.csv", results_csv, "How the game ended, as CSV.", None, media=_CSV),
]
