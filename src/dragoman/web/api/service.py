"""Routes about the service itself: is it well, what can be asked, and the stateless judge."""

import shutil
from functools import partial
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.contract import Answer as Judged
from dragoman.contract.answer import LegalAnswer, StepsAnswer
from dragoman.contract.request import Request
from dragoman.house.limits import TookTooLong
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.faults import Wrong
from dragoman.web.limits import JUDGE
from dragoman.web.routes import get, post
from dragoman.web.stateless import answered

LARGEST = 1024 * 1024
"""The largest position that the stateless judge takes."""


class Health(Struct, frozen=True):
    """Whether the server can do its work, and by its clock when (milliseconds since 1970)."""

    ok: bool
    version: str
    time: int
    disk: str = "room"


ROOM = 16 * 1024 * 1024
"""How many bytes must be free on the disk for the server to be well."""


def health(call: Call) -> Health | HttpAnswer:
    """Whether the store answers and has room; a full disk is reported with 503."""
    with call.house.read():
        now = call.house.clock.now()
    path = getattr(call.house.store, "path", None)
    full = path is not None and shutil.disk_usage(path.parent).free < ROOM
    state = Health(not full, version("dragoman"), now, "full" if full else "room")
    return HttpAnswer(body=state, status=503) if full else state


def judged(what: str, call: Call) -> HttpAnswer:
    """The answer to a request of the contract, as a worker gives it."""
    try:
        msgspec.json.decode(call.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Wrong(400, f"the body is not JSON: {error}") from error
    try:
        status, answer = call.house.think(
            answered, what, call.body, list(call.house.settings.folders)
        )
    except TookTooLong as error:
        raise Wrong(422, f"{error} to judge") from error
    if status != 200:
        raise Wrong(status, *msgspec.json.decode(answer, type=tuple[str, str]))
    return HttpAnswer(body=answer)


_CONTRACT: dict[str, Any] = {
    "rate": JUDGE,
    "heavy": True,
    "largest": LARGEST,
    "schema": Request,
    "stateless": True,
}
ROUTES = [
    get("/api/health", health, "Whether the server is well.", Health),
    post(
        "/api/judge",
        partial(judged, "judge"),
        "Judge a position: the contract of `dragoman judge`.",
        bytes,
        answers=Judged,
        **_CONTRACT,
    ),
    post(
        "/api/legal",
        partial(judged, "legal"),
        "Every legal order, or the next choices: the contract of `dragoman legal`.",
        bytes,
        answers=(LegalAnswer, StepsAnswer),
        **_CONTRACT,
    ),
]
