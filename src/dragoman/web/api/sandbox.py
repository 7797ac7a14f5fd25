"""Routes of the sandbox: tables of one's own, forks, and questions of what if."""

from typing import Any

from msgspec import field

from dragoman.house.play import imagining, sandbox
from dragoman.house.play.imagining import WhatIf
from dragoman.house.tables.alone import RIVAL, start_alone
from dragoman.web.api.people import Body
from dragoman.web.api.tables import TABLE, TableId
from dragoman.web.call import Call
from dragoman.web.limits import JUDGE, TABLES
from dragoman.web.routes import post


class NewSandbox(Body, frozen=True, kw_only=True):
    """A new sandbox."""

    variant: str = "standard"
    options: dict[str, Any] = field(default_factory=dict)
    title: str = ""


class Alone(Body, frozen=True, kw_only=True):
    """A game against bots: on the first seat and against the usual bot, if none is named."""

    variant: str = "standard"
    options: dict[str, Any] = field(default_factory=dict)
    seat: str = ""
    bot: str = RIVAL


class Fork(Body, frozen=True, kw_only=True):
    """From which step to go on; from where the game stands, if it is left out."""

    step: int | None = None
    title: str = ""


class Imagined(Body, frozen=True, kw_only=True):
    """Orders by seat, as one imagines them, and the step at which they are given."""

    orders: dict[str, str] = field(default_factory=dict)
    step: int | None = None
    seat: str = ""


def create(call: Call) -> TableId:
    """A new sandbox."""
    body: NewSandbox = call.body
    made = sandbox.create_sandbox(
        call.house, call.me, variant=body.variant, options=body.options, title=body.title
    )
    return TableId(made)


def alone(call: Call) -> TableId:
    """A table with bots on all other seats, begun at once."""
    body: Alone = call.body
    made = start_alone(call.house, call.me, body.variant, body.seat, body.bot, options=body.options)
    return TableId(made)


def fork(call: Call) -> TableId:
    """A sandbox that goes on from a game."""
    body: Fork = call.body
    made = sandbox.fork(call.house, call.me, call.path["table"], body.step, title=body.title)
    return TableId(made)


def what_if(call: Call) -> WhatIf:
    """What orders would come to."""
    body: Imagined = call.body
    return imagining.what_if(
        call.house, call.who, call.path["table"], body.orders, body.step, seat=body.seat
    )


_NEW: dict[str, Any] = {"answers": TableId, "status": 201, "rate": TABLES}
ROUTES = [
    post("/api/alone", alone, "Play against bots at once.", Alone, **_NEW),
    post("/api/sandboxes", create, "Make a sandbox.", NewSandbox, **_NEW),
    post(f"{TABLE}/fork", fork, "Go on from a game in a sandbox.", Fork, **_NEW),
    post(
        f"{TABLE}/whatif",
        what_if,
        "What orders would come to; nothing is changed.",
        Imagined,
        answers=WhatIf,
        stateless=True,
        rate=JUDGE,
        heavy=True,
    ),
]
