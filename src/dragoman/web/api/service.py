"""Routes about the service itself: is it well, what can be asked, and the stateless judge."""

import shutil
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.contract import Answer as Judged
from dragoman.contract.answer import LegalAnswer, StepsAnswer
from dragoman.contract.request import Request
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.faults import Wrong
from dragoman.web.judge_pool import JudgePool
from dragoman.web.limits import JUDGE
from dragoman.web.routes import ApiRoute, get, post

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
    """Whether the store answers and has room; a full disk is told with 503."""
    with call.house.read():
        now = call.house.clock.now()
    path = getattr(call.house.store, "path", None)
    full = path is not None and shutil.disk_usage(path.parent).free < ROOM
    told = Health(not full, version("dragoman"), now, "full" if full else "room")
    return HttpAnswer(body=told, status=503) if full else told


def contract_routes(workers: JudgePool) -> list[ApiRoute]:
    """The routes of the stateless contract, judged by these workers."""

    def ask(what: str, body: bytes) -> Any:
        status, answer = workers.ask(what, body)
        if status != 200:
            raise Wrong(status, *msgspec.json.decode(answer, type=tuple[str, str]))
        return HttpAnswer(body=answer)

    return [
        post(
            "/api/judge",
            lambda call: ask("judge", call.body),
            "Judge a position: the contract of `dragoman judge`.",
            bytes,
            answers=Judged,
            rate=JUDGE,
            heavy=True,
            largest=LARGEST,
            schema=Request,
            stateless=True,
        ),
        post(
            "/api/legal",
            lambda call: ask("legal", call.body),
            "Every legal order, or the next choices: the contract of `dragoman legal`.",
            bytes,
            answers=(LegalAnswer, StepsAnswer),
            rate=JUDGE,
            heavy=True,
            largest=LARGEST,
            schema=Request,
            stateless=True,
        ),
    ]


ROUTES = [get("/api/health", health, "Whether the server is well.", Health)]
