"""Faults: every refusal is a JSON object that says what is wrong and what would be right."""

import logging
from typing import Any

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.responses import Response

from dragoman.errors import DragomanError
from dragoman.house.errors import Refused
from dragoman.house.limits import HungUp, TookTooLong
from dragoman.store.interface import StoreDown, Unstorable
from dragoman.web.language import say

LOG = logging.getLogger("dragoman.web")

CODES = {
    400: "bad_request",
    401: "not_logged_in",
    403: "not_yours",
    404: "unknown",
    405: "method_not_allowed",
    408: "too_slow",
    409: "closed",
    413: "too_large",
    415: "wrong_type",
    421: "wrong_host",
    422: "invalid",
    429: "too_many",
    500: "our_mistake",
    503: "try_again",
}
AGAIN = 5
"""After how many seconds one may try again when the store is down."""


class Fault(Struct, frozen=True):
    """What is wrong: a code for programs, a sentence for people, the field if there is one."""

    code: str
    message: str
    field: str = ""


class FaultBody(Struct, frozen=True):
    """The body of every refusal."""

    error: Fault


class Wrong(Exception):
    """A request that is refused before the house is asked."""

    def __init__(self, status: int, message: str, field: str = "", again: int = 0) -> None:
        self.status, self.message, self.field, self.again = status, message, field, again
        super().__init__(message)


def too_often(wait: int) -> Wrong:
    """The refusal of one who asks too often, and may again after so many milliseconds."""
    seconds = -(-wait // 1000)
    return Wrong(429, f"too often: try again in {seconds} seconds", again=seconds)


def fault(status: int, message: str, field: str = "", again: int = 0) -> Response:
    """A refusal as a response."""
    body = FaultBody(Fault(CODES.get(status, "refused"), say(message), field))
    headers = {"retry-after": str(again)} if again else {}
    return Response(msgspec.json.encode(body), status, headers, "application/json")


def refusal(error: Exception) -> Response:
    """The response to an error; one that nobody foresaw is logged and says nothing of itself."""
    if isinstance(error, Wrong):
        return fault(error.status, error.message, error.field, error.again)
    if isinstance(error, Refused):
        again = getattr(error, "again", 60 if error.code == 429 else 0)
        return fault(error.code, error.text, error.field, again)
    if isinstance(error, TookTooLong | HungUp):
        return fault(503, str(error) or "nobody waits for this any more", again=AGAIN)
    if isinstance(error, StoreDown):
        LOG.error("the store is down: %s", error)
        return fault(503, "nothing was saved; try again in a few seconds", again=AGAIN)
    if isinstance(error, Unstorable):
        return fault(422, "the text contains a character that cannot be kept (such as NUL)")
    if isinstance(error, HTTPException):
        return fault(error.status_code, http_words(error))
    if isinstance(error, DragomanError):
        return fault(422, " ".join(str(error).split()))
    LOG.error("an error that nobody foresaw", exc_info=error)
    return fault(500, "something went wrong here; it has been written down")


def http_words(error: HTTPException) -> str:
    """What is wrong with a request that met no route."""
    return {
        404: "there is nothing at this address",
        405: "this address does not take this method",
    }.get(error.status_code, str(error.detail))


def decoding(error: Exception) -> Wrong:
    """A body or a query that does not fit, with its place first."""
    if isinstance(error, msgspec.ValidationError):
        what, _, where = str(error).partition(" - at `$")
        field = where.strip("`").lstrip(".")
        return Wrong(422, f"{what[:1].lower()}{what[1:]}", field)
    return Wrong(400, f"the body is not JSON: {error}")


def has_nul(value: Any) -> bool:
    """Whether a decoded body contains a character that no store keeps."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(has_nul(k) or has_nul(v) for k, v in value.items())
    return isinstance(value, list | tuple) and any(map(has_nul, value))
