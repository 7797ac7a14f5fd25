"""What waits for a player who comes back: his games, the most urgent first, in words."""

from msgspec import Struct

from dragoman.house.tables import waiting
from dragoman.house.tables.waiting import WaitingGame
from dragoman.web.api.people import Body
from dragoman.web.call import Call, Done, HttpAnswer
from dragoman.web.language import say
from dragoman.web.pages.game import TABLE
from dragoman.web.pages.look import t
from dragoman.web.pages.running import UNITS
from dragoman.web.pages.serving import Form, Viewer, form, see_other
from dragoman.web.routes import ApiRoute, put

SHOWN = 6
"""How many games have a place of their own on the front page."""


class WaitCard(Struct, frozen=True):
    """A game that waits, as the front page shows it."""

    id: str
    title: str
    picture: str
    your_turn: bool
    state: str
    about: list[str]
    left: str
    share: int
    news: list[str]
    go_label: str


class Waits(Struct, frozen=True):
    """All that waits: the first few games, and how many others there are."""

    said: str
    urgent: list[WaitCard]
    others: int
    away: int


class AwayForm(Form, frozen=True, kw_only=True):
    """Whether to put a table away or to take it out again."""

    away: str = ""


class Seen(Body, frozen=True, kw_only=True):
    """The turn that somebody has seen."""

    turn: int


def waits(viewer: Viewer) -> Waits | None:
    """What waits for whoever looks; nothing for those who have no games."""
    call = viewer.call
    if call.who is None:
        return None
    found = waiting.what_waits(call.house, call.who)
    if not found.waiting and not found.away:
        return None
    turns = sum(one.your_turn for one in found.waiting)
    said = (
        t("waiting.none")
        if not turns
        else t("waiting.one" if turns == 1 else "waiting.many", n=turns)
    )
    shown = [wait_card(one, found.now) for one in found.waiting[:SHOWN]]
    return Waits(said, shown, len(found.waiting) - len(shown), found.away)


def wait_card(one: WaitingGame, now: int) -> WaitCard:
    """A game in words."""
    row = one.row
    running = row.status == "running" and row.deadline is not None
    left = max(0, (row.deadline or now) - now)
    whole = max(1, (row.deadline or now) - (one.opened or now))
    key = "waiting.go_to" if one.your_turn else "waiting.look_at"
    return WaitCard(
        id=row.id,
        title=row.title,
        picture=row.variant,
        your_turn=one.your_turn,
        state=state(one),
        about=[part for part in (row.variant_name, say(row.label), ", ".join(row.mine)) if part],
        left=t("waiting.left", time=about(left)) if running else "",
        share=min(100, 100 * left // whole),
        news=news(one),
        go_label=t(key, title=row.title),
    )


def state(one: WaitingGame) -> str:
    """How a game stands for the one who looks."""
    if one.your_turn:
        return t("waiting.your_turn") if not one.row.sandbox else t("status.sandbox")
    if one.row.status == "running" and one.pending:
        return t("waiting.pending", n=one.pending)
    return t("status.sandbox") if one.row.sandbox else t(f"status.{one.row.status}")


def news(one: WaitingGame) -> list[str]:
    """What is to be done and what is new."""
    found = []
    if one.your_turn and one.missing:
        found.append(
            t("waiting.missing_one" if one.missing == 1 else "waiting.missing", n=one.missing)
        )
    if one.judged:
        found.append(t("waiting.judged", labels=", ".join(map(say, one.judged[-2:]))))
    if one.unread:
        found.append(t("waiting.unread_one" if one.unread == 1 else "waiting.unread", n=one.unread))
    return found


def about(milliseconds: int) -> str:
    """A time in its two largest units, as one says it.

    >>> about(100_800_000), about(2_460_000), about(20_000)
    ('1 day 4 hours', '41 minutes', 'less than a minute')
    """
    left, parts = milliseconds // 1000, []
    for name, size in UNITS[:-1]:
        n, left = divmod(left, size)
        if n:
            parts.append(t(f"time.n_{name}", n=n) if n > 1 else t(f"time.one_{name}"))
    return " ".join(parts[:2]) or t("time.moment")


def away(viewer: Viewer) -> HttpAnswer:
    """Put a table away, or take it out again."""
    call = viewer.call
    waiting.put_away(call.house, call.me, call.path["table"], bool(call.body.away))
    return see_other("/" if call.body.away else "/tables?away=1")


def seen(call: Call) -> Done:
    """Remember how far somebody has followed a table."""
    waiting.mark_seen(call.house, call.me, call.path["table"], call.body.turn)
    return Done()


HTML_ROWS: list[ApiRoute] = [
    form(f"{TABLE}/away", away, "Put a table away.", AwayForm),
]
JSON_ROWS: list[ApiRoute] = [
    put(f"{TABLE}/seen", seen, "Remember how far one has followed a table.", Seen),
]
