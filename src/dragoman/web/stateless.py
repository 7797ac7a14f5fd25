"""The stateless contract as workers do it: a request in bytes, a status and an answer in bytes."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from dragoman import contract
from dragoman.errors import DragomanError, RequestError
from dragoman.house.tables.catalog import check_reference
from dragoman.variants.files import homely

LARGEST_ANSWER = 4 * 1024 * 1024
"""The largest answer in bytes: nobody reads a longer list, and many at once would fill a server."""
TOO_LONG = "the answer is longer than 4 MB: name a seat, or ask for the choices of one subject"


def answered(what: str, request: bytes, folders: Sequence[str]) -> tuple[int, bytes]:
    """The status and the answer to a request; a refusal is its text and the field at fault."""
    places = [Path(folder) for folder in folders]
    act = contract.judge if what == "judge" else contract.legal
    try:
        asked = contract.read_request(request)
        check_reference(asked.variant)
        answer = msgspec.json.encode(act(asked, places))
    except DragomanError as error:
        text, field = refusal(error)
        return _refused(homely(text, places), field)
    except (MemoryError, RecursionError):
        return _refused("this is too much for the judge", "")
    return (200, answer) if len(answer) <= LARGEST_ANSWER else _refused(TOO_LONG, "seat")


def _refused(text: str, field: str) -> tuple[int, bytes]:
    return 422, msgspec.json.encode((text, field))


def refusal(error: DragomanError) -> tuple[str, str]:
    """What is wrong with a request, on one line, and the field that is at fault."""
    if isinstance(error, RequestError):
        return " ".join(error.text.split()), error.field
    return " ".join(str(error).split()), ""
