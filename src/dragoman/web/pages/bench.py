"""The workbench of a sandbox: its position edited on the board, its steps undone."""

from typing import Any

from dragoman.house.play import editing
from dragoman.house.play.editing import Edit
from dragoman.web.api.people import Body
from dragoman.web.call import Call
from dragoman.web.limits import ORDERS
from dragoman.web.pages.game import TABLE, PageSeatQuery, PresentPhase, now
from dragoman.web.routes import ApiRoute, post


class EditForm(Body, frozen=True, kw_only=True):
    """A change of the position, at the turn that it is meant for."""

    turn: int
    change: Edit


class UndoForm(Body, frozen=True, kw_only=True):
    """The turn whose last step is undone."""

    turn: int


def edit(call: Call) -> PresentPhase:
    """Change the position."""
    body: EditForm = call.body
    editing.edit(call.house, call.me, call.path["table"], body.change, body.turn)
    return now(call)


def back(call: Call) -> PresentPhase:
    """Undo the last step."""
    body: UndoForm = call.body
    editing.step_back(call.house, call.me, call.path["table"], body.turn)
    return now(call)


_BENCH: dict[str, Any] = {"answers": PresentPhase, "rate": ORDERS, "query": PageSeatQuery}
JSON_ROWS: list[ApiRoute] = [
    post(f"{TABLE}/edit", edit, "Change the position of a sandbox.", EditForm, **_BENCH),
    post(f"{TABLE}/back", back, "Undo the last step of a sandbox.", UndoForm, **_BENCH),
]
