"""What can be done at a table beside giving orders: votes, the organizer's acts, leaving."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid, Refused
from dragoman.house.people.accounts import named
from dragoman.house.play import editing
from dragoman.house.tables import organizer, scores, seats, views, votes
from dragoman.house.tables.alone import RIVAL
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.logbook import LogRow, logbook
from dragoman.house.tables.views import TableView
from dragoman.house.tables.wishes import SeatVotes
from dragoman.web.call import HttpAnswer
from dragoman.web.language import say
from dragoman.web.pages.beginning import rivals
from dragoman.web.pages.chart import chart
from dragoman.web.pages.facts import all_facts
from dragoman.web.pages.game import TABLE, PageQuery, PageSeatQuery, forming, kinds, tints
from dragoman.web.pages.look import catalog, t
from dragoman.web.pages.position import PositionTexts, position_texts, read_position
from dragoman.web.pages.running import USUAL, explained, fields, limit_lines, read_changes
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
    "undo": ("why",),
    "roll_back": ("to", "why", "must"),
    "hand_over": ("name",),
    "abandon": ("why", "must"),
}
"""What each act asks for; `must` is for a reason that has to be given."""
UNDO = {
    "pause": "resume",
    "resume": "pause",
    "bot": "replace",
    "extend": "take_back",
    "adjudicate": "roll_back",
    "correct": "undo",
    "roll_back": "undo",
    "abandon": "undo",
}
"""The acts that another act takes back."""
LOGGED = 60
"""How many events of the log are shown, the last ones."""
SEATS = ("replace", "bot", "link")
CLOCK = ("extend", "adjudicate")
AMENDS = ("correct", "roll_back")


def acts_of(status: str, *, outdated: bool = False, undoable: bool = False) -> tuple[str, ...]:
    """What an organizer may do at a table that has begun, or whose rules are no longer today's."""
    if outdated:
        return () if status == "finished" else ("adopt", *SEATS, "hand_over", "abandon")
    amends = (*AMENDS, "undo") if undoable else AMENDS
    if status == "finished":
        return amends
    if status == "running":
        return ("pause", *CLOCK, *SEATS, *amends, "hand_over", "abandon")
    return ("resume", "extend", *SEATS, *amends, "hand_over", "abandon")


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
    dislodged: str | None = None
    phase: str = ""
    settings: str = ""

    @property
    def seconds(self) -> int:
        """The time that is given."""
        return self.more * (self.unit or HOUR)

    @property
    def position(self) -> PositionTexts:
        """The position that is wanted."""
        return msgspec.convert(self, PositionTexts, from_attributes=True)


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
    # A game that is over is called by its season alone: what was judged last keeps its own name.
    present = {view.phase: say(view.label)}
    labels = present | {row.phase: say(row.label) for row in view.phases}
    charted = view.turn and not view.fault
    organizes = view.organizing and view.turn > 0
    undoable = organizes and editing.can_undo(call.house, call.who, table)
    acts = acts_of(view.status, outdated=bool(view.fault), undoable=undoable) if organizes else ()
    if view.settings.sandbox:  # its position is edited elsewhere, and at once
        acts = tuple(act for act in acts if act != "correct")
    over, since = view.status == "finished" and view.turn > 0, max(0, view.events - LOGGED)
    return viewer.page(
        "parts/side.html",
        view=view,
        seat=seat or mine,
        tints=tints(call.house, view),
        labels=labels,
        played={row.phase: say(row.label) for row in view.phases if row.kind == "turn"} | present,
        votes=votes.my_votes(call.house, call.who, table, seat=seat or mine) if mine else None,
        log=[
            log_line(row, labels) for row in reversed(logbook(call.house, call.who, table, since))
        ],
        acts=acts,
        facts=all_facts(view),
        running=fields(view.settings, typed),
        limits=limit_lines(view.settings),
        given=given or ActForm(act=""),
        blank=ActForm(act=""),
        act_fields=FIELDS,
        measures=MEASURES,
        measure=measure(view),
        rivals=rivals(),
        **editable(viewer, view, acts),
        undo=undo,
        scores=scores.results(call.house, call.who, table) if over else None,
        chart=chart(call.house, call.who, table, seat or mine) if charted else None,
        message=message,
        bad=bad,
        kept=kept,
    )


def editable(viewer: Viewer, view: TableView, acts: tuple[str, ...]) -> dict[str, Any]:
    """The position as its organizer's form has it, and what may be put on the board."""
    if "correct" not in acts or view.fault:
        return {}
    variant, state = editing.drafted(viewer.call.house, viewer.call.who, view.id, Change())
    return {"position": position_texts(variant, state), "kinds": kinds(variant)}


def log_line(row: LogRow, labels: Mapping[str, str]) -> LogLine:
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
        return part(viewer, seat, say(refused.text), bad=True)
    return part(viewer, seat, ", ".join(t(f"vote.{done}") for done in came) or t("vote.kept"))


def act(viewer: Viewer) -> HttpAnswer:
    """Do what the organizer asks."""
    body: ActForm = viewer.call.body
    phase = views.table_view(viewer.call.house, viewer.call.who, viewer.call.path["table"]).phase
    try:
        done = _act(viewer, body)
    except Refused as refused:
        return part(viewer, viewer.call.query.seat, say(refused.text), bad=True, given=body)
    table = viewer.call.path["table"]
    if not views.table_view(viewer.call.house, viewer.call.who, table).readable:
        return see_other(f"/tables/{table}")
    message, once = t("act.done"), body.act == "link"
    if once:
        message = t("act.link_made", seat=body.seat, link=f"{site_address(viewer)}/seat#{done}")
    return part(viewer, viewer.call.query.seat, message, kept=once, undo=undoing(body, phase))


def undoing(body: ActForm, phase: str) -> ActForm | None:
    """The act that takes another back, which was done in some phase."""
    return ActForm(act=UNDO[body.act], seat=body.seat, to=phase) if body.act in UNDO else None


def _act(viewer: Viewer, body: ActForm) -> Any:
    house, me, table = viewer.call.house, viewer.call.me, viewer.call.path["table"]
    acts: dict[str, Any] = {
        "pause": lambda: organizer.pause(house, me, table, body.why),
        "resume": lambda: organizer.resume(house, me, table, body.why),
        "adopt": lambda: organizer.adopt(house, me, table, body.why),
        "extend": lambda: organizer.extend(house, me, table, body.seconds, body.why),
        "take_back": lambda: organizer.take_back(house, me, table, body.why),
        "undo": lambda: editing.step_back(house, me, table, body.turn, body.why),
        "settings": lambda: organizer.change_settings(
            house, me, table, earlier(body.settings), body.why
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
    """Change how a table is run; what is wrong is shown above the form."""
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
    if waiting:
        return see_other(f"/tables/{table}")
    before = msgspec.json.encode(view.settings).decode()
    return part(viewer, seat, t("act.done"), undo=ActForm(act="settings", settings=before))


def heir(house: House, name: str) -> str:
    """The account of a name that an organizer gives."""
    with house.read() as tx:
        return named(tx, name).id


def earlier(text: str) -> dict[str, Any]:
    """The settings that a table had, as the page that changed them sends them back."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise Invalid("these are no settings", "settings") from error


def change(viewer: Viewer, body: ActForm) -> Change:
    """A correction as it was written in a form that was filled with what is."""
    house, me, table = viewer.call.house, viewer.call.me, viewer.call.path["table"]
    present = position_texts(*editing.drafted(house, me, table, Change()))
    wanted = read_position(body.position, present)
    if wanted == Change():
        raise Invalid("change the position to what it should be", "correct")
    return wanted


def measure(view: TableView) -> int:
    """The measure in which a table counts its time, by its moves: minutes, hours or days."""
    limits = view.settings.limits
    lengths = (limits[name].seconds for name in (*USUAL, *limits) if name in limits)
    usual = next(filter(None, lengths), 0)
    return next((size for _, size in reversed(MEASURES) if usual >= 2 * size), MEASURES[0][1])


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
