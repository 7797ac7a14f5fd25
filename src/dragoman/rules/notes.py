"""Notes: what a module remembers in a position, under its own name and in its own shape."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.model import State

T = TypeVar("T", bound=Struct)


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
