"""Game files: records as JSON, read strictly and written the same way every time."""

import msgspec

from dragoman.errors import DataError
from dragoman.record.entries import FORMAT, GameRecord


def write_record(record: GameRecord) -> str:
    """A record as the text of a file."""
    raw = msgspec.json.encode(record, order="deterministic")
    return msgspec.json.format(raw, indent=1).decode() + "\n"


def read_record(text: str | bytes, file: str = "game") -> GameRecord:
    """The record in the text of a file."""
    try:
        record = msgspec.json.decode(text, type=GameRecord)
    except msgspec.MsgspecError as error:
        raise DataError(file, "record", str(error)) from error
    if record.format != FORMAT:
        raise DataError(file, "format", f"expected {FORMAT!r}, found {record.format!r}")
    return record
