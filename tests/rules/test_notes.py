"""Notes of modules: read back as they were written, refused in another shape."""

import msgspec
import pytest
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.record import Game
from dragoman.rules import remembered, remembering


class Memory(Struct, frozen=True):
    """What a module of this test remembers."""

    names: tuple[str, ...] = ()
    count: int = 0


def test_notes_are_remembered() -> None:
    """What is noted is read back, also after the position went through a file."""
    state = remembering(Game.new().state, "test", Memory(("a", "b"), 2))
    read = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
    assert read == state
    assert remembered(read, "test", Memory) == Memory(("a", "b"), 2)


def test_nothing_noted_is_an_empty_note() -> None:
    """A module that has noted nothing finds its defaults."""
    assert remembered(Game.new().state, "test", Memory) == Memory()


def test_a_note_of_another_shape_is_refused() -> None:
    """The complaint names the module and the place."""
    state = msgspec.structs.replace(Game.new().state, notes={"test": {"count": "two"}})
    with pytest.raises(RequestError, match=r"notes\.test: Expected `int`, got `str`.*count"):
        remembered(state, "test", Memory)
