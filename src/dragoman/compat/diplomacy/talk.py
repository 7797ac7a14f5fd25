"""Messages between powers, and the data of one phase, as the package has them."""

from typing import Any

from msgspec import Struct, structs

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


class GamePhaseData(Struct):
    """One phase: its position, the orders, what came of them, and what was said."""

    name: str
    state: dict[str, Any]
    orders: dict[str, list[str] | None]
    results: dict[str, list[str]]
    messages: dict[int, Message]

    def to_dict(self) -> dict[str, Any]:
        """The phase as plain data."""
        said = [message.to_dict() for message in self.messages.values()]
        return structs.asdict(self) | {"messages": said}
