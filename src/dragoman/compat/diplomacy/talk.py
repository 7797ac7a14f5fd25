"""Messages between powers, and the data of one phase, as the package has them."""

from typing import Any, Self

from msgspec import Struct, ValidationError, convert, structs

from dragoman.errors import RequestError
from dragoman.record.diplomacy_json import RawPhase

NO_GAME = "this is no saved game of the package diplomacy"
GLOBAL = "GLOBAL"
"""The recipient of what is said to everybody."""


class Message(Struct):
    """Something that one power said to another or to all."""

    sender: str
    recipient: str
    message: str
    phase: str = ""
    time_sent: int | None = None

    def is_global(self) -> bool:
        """Whether it is for everybody."""
        return self.recipient == GLOBAL

    def to_dict(self) -> dict[str, Any]:
        """The message as plain data."""
        return structs.asdict(self)

    @classmethod
    def from_dict(cls, json_dict: dict[str, Any]) -> Self:
        """The message that plain data tells."""
        return convert(json_dict, cls)


class GamePhaseData(Struct):
    """One phase: its position, the orders, what came of them, and what was said."""

    name: str
    state: dict[str, Any]
    orders: dict[str, list[str] | None]
    results: dict[str, list[str]] = {}
    messages: dict[int, Message] = {}

    def to_dict(self) -> dict[str, Any]:
        """The phase as plain data."""
        said = [message.to_dict() for message in self.messages.values()]
        return structs.asdict(self) | {"messages": said}

    @classmethod
    def from_dict(cls, json_dict: dict[str, Any]) -> Self:
        """The phase that plain data tells."""
        said = [Message.from_dict(row) for row in json_dict.get("messages", ())]
        timed = {n if m.time_sent is None else m.time_sent: m for n, m in enumerate(said)}
        return convert({**json_dict, "messages": {}}, cls).saying(timed)

    def saying(self, messages: dict[int, Message]) -> Self:
        """The phase with other messages."""
        return structs.replace(self, messages=messages)


def raw_phase(state: dict[str, Any]) -> RawPhase:
    """The phase of a position alone, which has the phase's name in it."""
    try:
        return convert({"name": state.get("name"), "state": state}, RawPhase)
    except ValidationError as error:
        raise RequestError(f"{NO_GAME}: {error}") from error
