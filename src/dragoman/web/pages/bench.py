"""The workbench: a position edited on the board, in a sandbox or to be set right; steps undone."""

from typing import Any

import msgspec

from dragoman.draw.game import Moment
from dragoman.house.play import editing
from dragoman.house.play.editing import Edit
from dragoman.house.tables.corrections import Change
from dragoman.web.api.people import Body
from dragoman.web.call import Call
from dragoman.web.limits import ORDERS
from dragoman.web.pages.game import TABLE, PageSeatQuery, PresentPhase, now
from dragoman.web.pages.position import PositionTexts, position_texts, read_position
from dragoman.web.pages.stage import Layer
from dragoman.web.pages.trying import Looks, imagined_layers
from dragoman.web.routes import ApiRoute, post


class EditForm(Body, frozen=True, kw_only=True):
    """A change of the position, at the turn that it is meant for."""

    turn: int
    change: Edit


class UndoForm(Body, frozen=True, kw_only=True):
    """The turn whose last step is undone."""

    turn: int


class PositionForm(Looks, frozen=True, kw_only=True):
    """A position as an organizer's form has it, one more change of it, and what is to be drawn."""

    turn: int
    units: str = ""
    centers: str = ""
    dislodged: str | None = None
    phase: str = ""
    change: Edit | None = None


class Drafted(PositionTexts, frozen=True, kw_only=True):
    """A position that is not yet sent: as texts, and on the boards that were asked for."""

    layers: dict[str, Layer]


def position(call: Call) -> Drafted:
    """What a position would be that is being set right."""
    body: PositionForm = call.body
    table = call.path["table"]
    present = position_texts(*editing.drafted(call.house, call.who, table, Change()))
    texts = msgspec.convert(body, PositionTexts, from_attributes=True)
    wanted = read_position(texts, present)
    variant, state = editing.drafted(call.house, call.who, table, wanted, body.change)
    layers = imagined_layers(call, variant, Moment(state), body)
    written = msgspec.structs.asdict(position_texts(variant, state))
    return Drafted(**written, layers=layers)


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
    post(
        f"{TABLE}/position",
        position,
        "What a position would be that is being set right.",
        PositionForm,
        **{**_BENCH, "answers": Drafted, "stateless": True},
    ),
    post(f"{TABLE}/back", back, "Undo the last step.", UndoForm, **_BENCH),
]
