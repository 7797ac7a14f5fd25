"""Game files: records as JSON, read strictly and written the same way every time."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import DataError, shown
from dragoman.record.entries import FORMAT, GameRecord


def write_record(record: GameRecord) -> str:
    """A record as the text of a file."""
    # Everything in the order in which the game has it: lots are drawn in the order of the seats.
    raw = msgspec.json.encode(record)
    return msgspec.json.format(raw, indent=1).decode() + "\n"


class _Head(Struct):
    """What a file says it is."""

    format: Any = None


def read_record(text: str | bytes, file: str = "game") -> GameRecord:
    """The record in the text of a file."""
    try:
        head = msgspec.json.decode(text, type=_Head).format
        if head != FORMAT:
            right = f"expected {FORMAT!r}"
            what = f"is missing: {right}" if head is None else f"{right}, found {shown(head)}"
            raise DataError(file, "format", what)
        return msgspec.json.decode(text, type=GameRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(file, "record", str(error)) from error
