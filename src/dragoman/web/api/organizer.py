"""Routes of the organizer: each act is in the log, with its reason, for everybody to read."""

from typing import Any

from msgspec import field

from dragoman.house.people.accounts import named
from dragoman.house.tables import organizer
from dragoman.house.tables.organizer import Deed
from dragoman.web.api.people import Body
from dragoman.web.api.tables import TABLE
from dragoman.web.call import Call
from dragoman.web.routes import post


class Why(Body, frozen=True, kw_only=True):
    """The reason, which everybody at the table reads."""

    why: str = ""


class More(Body, frozen=True, kw_only=True):
    """How many seconds more."""

    seconds: int
    why: str = ""


class JudgeNow(Body, frozen=True, kw_only=True):
    """The turn that is to be judged at once; `sure` must be said."""

    turn: int
    sure: bool = False
    why: str = ""


class SeatWhy(Body, frozen=True, kw_only=True):
    """A seat, and the reason."""

    seat: str
    why: str


class Correct(Body, frozen=True, kw_only=True):
    """What is to be set right, and the reason; once only, if the turn that was seen is named."""

    change: dict[str, Any]
    why: str
    turn: int | None = None


class Back(Body, frozen=True, kw_only=True):
    """The phase to go back to, such as S1901M, and the reason; once only, if a turn is named."""

    to: str
    why: str
    turn: int | None = None


class SettingsBody(Body, frozen=True, kw_only=True):
    """How the table is to be run from now on."""

    settings: dict[str, Any] = field(default_factory=dict)
    why: str = ""


class Heir(Body, frozen=True, kw_only=True):
    """The name of the account that is to be the organizer."""

    name: str


def pause(call: Call) -> Deed:
    """Stop the clock."""
    return organizer.pause(call.house, call.me, call.path["table"], call.body.why)


def resume(call: Call) -> Deed:
    """Let the clock go on."""
    return organizer.resume(call.house, call.me, call.path["table"], call.body.why)


def adopt(call: Call) -> Deed:
    """Let a game that was begun by earlier rules go on by today's."""
    return organizer.adopt(call.house, call.me, call.path["table"], call.body.why)


def extend(call: Call) -> Deed:
    """Give more time."""
    body: More = call.body
    return organizer.extend(call.house, call.me, call.path["table"], body.seconds, body.why)


def adjudicate(call: Call) -> Deed:
    """Judge the phase now."""
    body: JudgeNow = call.body
    return organizer.adjudicate(
        call.house, call.me, call.path["table"], body.turn, sure=body.sure, why=body.why
    )


def replace(call: Call) -> Deed:
    """Open a seat for somebody else."""
    body: SeatWhy = call.body
    return organizer.replace_seat(call.house, call.me, call.path["table"], body.seat, body.why)


def correct(call: Call) -> Deed:
    """Set the position or the outcome right."""
    body: Correct = call.body
    change = organizer.as_change(body.change)
    table, turn = call.path["table"], body.turn
    return organizer.correct(call.house, call.me, table, change, body.why, turn=turn)


def roll_back(call: Call) -> Deed:
    """Go back to an earlier phase."""
    body: Back = call.body
    table, turn = call.path["table"], body.turn
    return organizer.roll_back(call.house, call.me, table, body.to, body.why, turn=turn)


def abandon(call: Call) -> Deed:
    """End the game without a result."""
    return organizer.abandon(call.house, call.me, call.path["table"], call.body.why)


def settings(call: Call) -> Deed:
    """Change how the table is run."""
    body: SettingsBody = call.body
    return organizer.change_settings(
        call.house, call.me, call.path["table"], body.settings, body.why
    )


def hand_over(call: Call) -> Deed:
    """Make somebody else the organizer."""
    me = call.me
    with call.house.read() as tx:
        heir = named(tx, call.body.name)
    return organizer.hand_over(call.house, me, call.path["table"], heir.id)


ACTS = f"{TABLE}/organizer"
_ACT: dict[str, Any] = {"answers": Deed}
ROUTES = [
    post(f"{ACTS}/pause", pause, "Stop the clock.", Why, **_ACT),
    post(f"{ACTS}/resume", resume, "Let the clock go on.", Why, **_ACT),
    post(f"{ACTS}/adopt", adopt, "Go on by today's rules.", Why, **_ACT),
    post(f"{ACTS}/extend", extend, "Give more time.", More, **_ACT),
    post(f"{ACTS}/adjudicate", adjudicate, "Judge the phase now.", JudgeNow, **_ACT),
    post(f"{ACTS}/replace", replace, "Open a seat for somebody else.", SeatWhy, **_ACT),
    post(f"{ACTS}/correct", correct, "Set the position right.", Correct, **_ACT),
    post(f"{ACTS}/rollback", roll_back, "Go back to an earlier phase.", Back, **_ACT),
    post(f"{ACTS}/abandon", abandon, "End the game without a result.", Why, **_ACT),
    post(f"{ACTS}/settings", settings, "Change how the table is run.", SettingsBody, **_ACT),
    post(f"{ACTS}/handover", hand_over, "Make another the organizer.", Heir, **_ACT),
]
