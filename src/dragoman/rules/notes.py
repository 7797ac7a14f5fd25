"""Notes: what a module remembers in a position, under its own name and in its own shape."""

from functools import cache
from threading import Lock
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.model import State

T = TypeVar("T", bound=Struct)
_ONE_AT_A_TIME = Lock()

BOARDS = "boards"
"""Under which name a position keeps what the books of several boards remember."""


def remembered(state: State, module: str, kind: type[T]) -> T:
    """What a module remembers; a note of another shape, as a request may bring one, is refused."""
    prepare(kind)
    try:
        return msgspec.convert(state.notes.get(module, {}), kind)
    except msgspec.ValidationError as error:
        raise RequestError(str(error), f"notes.{module}") from error


@cache
def prepare(kind: type[Struct]) -> None:
    """Have the fields of a struct read once: two threads must not do it at the same moment."""
    with _ONE_AT_A_TIME:
        msgspec.json.Decoder(kind)


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
