"""Notes: what a module remembers in a position, under its own name and in its own shape."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.model import State

T = TypeVar("T", bound=Struct)

BOARDS = "boards"
"""Under which name a position keeps what the books of several boards remember."""


def remembered(state: State, module: str, kind: type[T]) -> T:
    """What a module remembers; a note of another shape, as a request may bring one, is refused."""
    try:
        return msgspec.convert(state.notes.get(module, {}), kind)
    except msgspec.ValidationError as error:
        raise RequestError(str(error), f"notes.{module}") from error


def remembering(state: State, module: str, note: Struct) -> State:
    """The position in which a module remembers this, as it will be read back from a file."""
    plain = msgspec.json.decode(msgspec.json.encode(note))
    return msgspec.structs.replace(state, notes={**state.notes, module: plain})


def of_board(state: State, board: str) -> dict[str, Any]:
    """What the book of one of several boards remembers."""
    boards = state.notes.get(BOARDS, {})
    mine = boards.get(board, {}) if isinstance(boards, dict) else None
    if not isinstance(mine, dict):
        raise RequestError("expected what each board remembers", f"notes.{BOARDS}")
    return mine


def widened(whole: State, seen: State, board: str) -> State:
    """A position of which the book of a board saw, and perhaps changed, its part."""
    boards = {**whole.notes.get(BOARDS, {})}
    if seen.notes or board in boards:
        boards[board] = seen.notes
    notes = {**whole.notes, BOARDS: boards} if boards else whole.notes
    return msgspec.structs.replace(seen, seats=whole.seats, notes=notes)
