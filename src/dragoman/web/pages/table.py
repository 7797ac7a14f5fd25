"""What can be done at a table beside giving orders: votes, the organizer's acts, leaving."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid, Refused
from dragoman.house.people.accounts import named
from dragoman.house.tables import organizer, scores, seats, views, votes
from dragoman.house.tables.alone import RIVAL
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.logbook import LogRow, logbook
from dragoman.house.tables.views import TableView
from dragoman.house.tables.wishes import SeatVotes
from dragoman.web.call import HttpAnswer
from dragoman.web.pages.beginning import rivals
from dragoman.web.pages.chart import chart
from dragoman.web.pages.facts import all_facts
from dragoman.web.pages.game import TABLE, PageQuery, PageSeatQuery, forming, tints
from dragoman.web.pages.look import catalog, t
from dragoman.web.pages.running import explained, fields, limits_told, read_changes
from dragoman.web.pages.serving import Form, Viewer, form, html, see_other, site_address
from dragoman.web.routes import ApiRoute

HOUR = 3600
MEASURES = (("minutes", 60), ("hours", HOUR), ("days", 24 * HOUR))
"""The measures in which time may be given."""
FIELDS: dict[str, tuple[str, ...]] = {
    "pause": ("why",),
    "resume": ("why",),
    "adopt": ("why",),
    "extend": ("time", "why"),
    "adjudicate": ("why", "sure"),
    "replace": ("seat", "why", "must"),
    "bot": ("seat", "bot"),
    "link": ("seat",),
    "correct": ("position", "why", "must"),
    "roll_back": ("to", "why", "must"),
    "hand_over": ("name",),
    "abandon": ("why", "must"),
}
"""What each act asks for; `must` is for a reason that has to be given."""
UNDO = {"pause": "resume", "resume": "pause", "bot": "replace"}
"""The acts that another act takes back."""
LOGGED = 60
"""How many events of the log are shown, the last ones."""
SEATS = ("replace", "bot", "link")
CLOCK = ("extend", "adjudicate")
AMENDS = ("correct", "roll_back")


def acts_of(status: str, outdated: bool = False) -> tuple[str, ...]:
    """What an organizer may do at a table that has begun, or whose rules are no longer today's."""
    if outdated and status != "finished":
        return ("adopt", *SEATS, "hand_over", "abandon")
    if status == "finished":
        return AMENDS
    if status == "running":
        return ("pause", *CLOCK, *SEATS, *AMENDS, "hand_over", "abandon")
    return ("resume", "extend", *SEATS, *AMENDS, "hand_over", "abandon")


class VoteForm(Form, frozen=True, kw_only=True):
    """What a seat votes for, all at once."""

    turn: int
    draw: bool = False
    concede: str = ""
    pause: bool = False
    resume: bool = False
    more: int = 0
    unit: int = HOUR
    early: bool = False
    back: str = ""


class ActForm(Form, frozen=True, kw_only=True):
    """An act of the organizer, with its reason and what else it needs."""

    act: str
    turn: int = 0
    why: str = ""
    more: int = 1
    unit: int = 0
    bot: str = RIVAL
    sure: bool = False
    seat: str = ""
    to: str = ""
    name: str = ""
    units: str = ""
    centers: str = ""

    @property
    def seconds(self) -> int:
        """The time that is given."""
        return self.more * (self.unit or HOUR)


class LogLine(Struct, frozen=True):
    """An event of the log in words."""

    n: int
    at: int
    text: str
    why: str


def side(viewer: Viewer) -> HttpAnswer:
    """Who sits where, what the variant shows, votes, the log: a part of the page."""
    return part(viewer, viewer.call.query.seat)


def part(
    viewer: Viewer,
    seat: str,
    message: str = "",
    *,
    bad: bool = False,
    kept: bool = False,
    given: ActForm | None = None,
    undo: ActForm | None = None,
    typed: dict[str, str] | None = None,
) -> HttpAnswer:
    """The table tab, with what came of an act; what was refused stays in its form."""
    call, table = viewer.call, viewer.call.path["table"]
    view = views.table_view(call.house, call.who, table, seat=seat)
    mine = next((row.seat for row in view.seats if row.mine), "")
    labels = {row.phase: row.label for row in view.phases} | {view.phase: view.label}
    charted = view.turn and not view.fault
    over, since = view.status == "finished" and view.turn > 0, max(0, view.events - LOGGED)
    return viewer.page(
        "parts/side.html",
        view=view,
        seat=seat or mine,
        tints=tints(call.house, view),
        votes=votes.my_votes(call.house, call.who, table, seat=seat or mine) if mine else None,
        log=[told(row, labels) for row in reversed(logbook(call.house, call.who, table, since))],
        acts=acts_of(view.status, bool(view.fault)),
        facts=all_facts(view),
        running=fields(view.settings, typed),
        limits=limits_told(view.settings),
        given=given or ActForm(act=""),
        blank=ActForm(act=""),
        act_fields=FIELDS,
        measures=MEASURES,
        measure=measure(view),
        rivals=rivals(),
        units=written_lines({power.name: power.units for power in view.powers}),
        centers=written_lines({power.name: power.centers for power in view.powers}),
        undo=undo,
        scores=scores.results(call.house, call.who, table) if over else None,
        chart=chart(call.house, call.who, table, seat or mine) if charted else None,
        message=message,
        bad=bad,
        kept=kept,
    )


def told(row: LogRow, labels: Mapping[str, str]) -> LogLine:
    """An event in words; phases are called by their labels."""
    key = f"log.{row.kind.replace(' ', '_')}"
    if row.words.get("what"):
        key += "_what"
    text = t(key) if key in catalog() else row.kind
    filled = {name: in_words(value) for name, value in row.words.items()}
    filled["phase"] = labels.get(filled.get("phase", ""), filled.get("phase", ""))
    filled["to"] = labels.get(filled.get("to", ""), filled.get("to", ""))
    for name, value in {"by": row.by or t("log.house"), **filled}.items():
        text = text.replace("{" + name + "}", value)
    return LogLine(row.n, row.at, text, filled.get("why", ""))


def in_words(value: object) -> str:
    """A value of an event as text; settings that were changed are called by their names."""
    if not isinstance(value, list):
        return str(value)
    names = (f"setting.{one}" for one in value)
    return ", ".join(
        t(name) if name in catalog() else str(one) for name, one in zip(names, value, strict=True)
    )


def vote(viewer: Viewer) -> HttpAnswer:
    """Set what a seat votes for."""
    call, body, seat = viewer.call, viewer.call.body, viewer.call.query.seat
    wanted = SeatVotes(
        *(body.draw, body.concede, body.pause, body.resume, body.more * body.unit),
        early=body.early,
        back=body.back.strip(),
    )
    try:
        came = votes.cast_votes(
            call.house, call.me, call.path["table"], body.turn, wanted, seat=seat
        )
    except Refused as refused:
        return part(viewer, seat, refused.text, bad=True)
    return part(viewer, seat, ", ".join(t(f"vote.{done}") for done in came) or t("vote.kept"))


def act(viewer: Viewer) -> HttpAnswer:
    """Do what the organizer asks."""
    body: ActForm = viewer.call.body
    try:
        done = _act(viewer, body)
    except Refused as refused:
        return part(viewer, viewer.call.query.seat, refused.text, bad=True, given=body)
    table = viewer.call.path["table"]
    if not views.table_view(viewer.call.house, viewer.call.who, table).readable:
        return see_other(f"/tables/{table}")
    told, once = t("act.done"), body.act == "link"
    if once:
        told = t("act.link_made", seat=body.seat, link=f"{site_address(viewer)}/seat#{done}")
    undo = ActForm(act=UNDO[body.act], seat=body.seat) if body.act in UNDO else None
    return part(viewer, viewer.call.query.seat, told, kept=once, undo=undo)


def _act(viewer: Viewer, body: ActForm) -> Any:
    house, me, table = viewer.call.house, viewer.call.me, viewer.call.path["table"]
    acts: dict[str, Any] = {
        "pause": lambda: organizer.pause(house, me, table, body.why),
        "resume": lambda: organizer.resume(house, me, table, body.why),
        "adopt": lambda: organizer.adopt(house, me, table, body.why),
        "extend": lambda: organizer.extend(
            house, me, table, body.more * (body.unit or HOUR), body.why
        ),
        "adjudicate": lambda: organizer.adjudicate(
            house, me, table, body.turn, sure=body.sure, why=body.why
        ),
        "replace": lambda: organizer.replace_seat(house, me, table, body.seat, body.why),
        "roll_back": lambda: organizer.roll_back(
            house, me, table, body.to, body.why, turn=body.turn
        ),
        "correct": lambda: organizer.correct(
            house, me, table, change(viewer, body), body.why, turn=body.turn
        ),
        "abandon": lambda: organizer.abandon(house, me, table, body.why),
        "bot": lambda: seats.seat_bot(house, me, table, body.seat, body.bot),
        "link": lambda: seats.make_link(house, me, table, body.seat),
        "hand_over": lambda: organizer.hand_over(house, me, table, heir(house, body.name)),
    }
    if body.act not in acts:
        raise Invalid("choose what to do", "act")
    return acts[body.act]()


def run(viewer: Viewer) -> HttpAnswer:
    """Change how a table is run; what is wrong is told above the form."""
    call, table, seat = viewer.call, viewer.call.path["table"], viewer.call.query.seat
    one = {name: values[-1] for name, values in call.body.items()}
    view = views.table_view(call.house, call.who, table, seat=seat)
    waiting = view.status == "forming"
    try:
        wanted = read_changes(view.settings, one)
        organizer.change_settings(call.house, call.me, table, wanted, one.get("why", ""))
    except Refused as refused:
        if not view.organizing:
            raise
        if waiting:
            return forming(viewer, view, error=explained(refused), typed=one)
        return part(viewer, seat, explained(refused), bad=True, typed=one)
    return see_other(f"/tables/{table}") if waiting else part(viewer, seat, t("act.done"))


def heir(house: House, name: str) -> str:
    """The account of a name that an organizer gives."""
    with house.read() as tx:
        return named(tx, name).id


def change(viewer: Viewer, body: ActForm) -> Change:
    """A correction as it was written: a power and a colon, then its units or centers.

    The form is filled with what is; only powers of which something else was written change.
    """
    view = views.table_view(viewer.call.house, viewer.call.who, viewer.call.path["table"])
    held = {power.name: (power.units, power.centers) for power in view.powers}
    wanted = (lists(body.units), lists(body.centers))
    units, centers = (
        {name: own for name, own in wanted[n].items() if name not in held or own != held[name][n]}
        for n in (0, 1)
    )
    if not units and not centers:
        raise Invalid("change the units or the centers to what they should be", "correct")
    return Change(units=units or None, centers=centers or None)


def written_lines(held: Mapping[str, list[str]]) -> str:
    """What powers have, a line for each.

    >>> written_lines({"France": ["A par", "F bre"], "Italy": []})
    'France: A par, F bre\\nItaly:'
    """
    return "\n".join(f"{name}: {', '.join(own)}".strip() for name, own in held.items())


def measure(view: TableView) -> int:
    """The measure in which a table counts its time: minutes, hours or days."""
    longest = max((limit.seconds for limit in view.settings.limits.values()), default=0)
    return next((size for _, size in reversed(MEASURES) if longest >= 2 * size), MEASURES[0][1])


def lists(text: str) -> dict[str, list[str]]:
    """Lines such as `France: A par, F bre` by their names.

    >>> lists("France: A par, F bre\\nItaly:")
    {'France': ['A par', 'F bre'], 'Italy': []}
    """
    found = {}
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        if line.strip() and not colon:
            raise Invalid(f"write a power, a colon, and what it has: {line.strip()!r}", "correct")
        if colon:
            found[name.strip()] = [part.strip() for part in rest.split(",") if part.strip()]
    return found


def leave(viewer: Viewer) -> HttpAnswer:
    """Get up from a seat; who may not watch the table either is shown the others."""
    call, table = viewer.call, viewer.call.path["table"]
    seats.leave(call.house, call.me, table, call.query.seat)
    try:
        views.table_view(call.house, call.who, table)
    except Refused:
        return see_other("/tables")
    return see_other(f"/tables/{table}")


HTML_ROWS: list[ApiRoute] = [
    html(f"{TABLE}/side", side, "Who sits where, votes, the log.", query=PageSeatQuery),
    form(f"{TABLE}/votes", vote, "Vote.", VoteForm, query=PageSeatQuery),
    form(f"{TABLE}/acts", act, "An act of the organizer.", ActForm, query=PageSeatQuery),
    form(f"{TABLE}/settings", run, "Change how a table is run.", dict, query=PageQuery),
    form(f"{TABLE}/leave", leave, "Get up from a seat.", query=PageSeatQuery),
]
