"""A site's API as one function: a request goes in, JSON or text comes out."""

import json
import time
import urllib.error
from typing import Any, Protocol
from urllib.parse import quote, urlencode, urlsplit

from dragoman.agents.wire import send
from dragoman.errors import RequestError

PATIENCE = 60.0
"""How many seconds an answer may take."""
AGAIN = 5
"""How often a request is sent again that a busy site turned away."""


class Door(Protocol):
    """Somebody's way into a site."""

    def __call__(
        self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None
    ) -> Any:
        """What the site answers: JSON as values, else text. A refusal is a `RequestError`."""
        ...


class SiteDoor:
    """The API of the site at an address, with the key of one person."""

    def __init__(self, site: str, key: str = "") -> None:
        parts = urlsplit(site)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise RequestError(f"{site!r} is no site: write such as https://table.example.org")
        self.site, self.key = f"{parts.scheme}://{parts.netloc}", key

    def __call__(
        self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None
    ) -> Any:
        """What the site answers; one that is busy is asked again a little later."""
        for _ in range(AGAIN):
            try:
                return self._ask(method, path, body, query or {})
            except _Busy as busy:
                time.sleep(busy.seconds)
        return self._ask(method, path, body, query or {})

    def _ask(self, method: str, path: str, body: Any, query: dict[str, Any]) -> Any:
        asked = f"?{urlencode(query)}" if query else ""
        try:
            return send(method, f"{self.site}{path}{asked}", body, self.key, PATIENCE)
        except urllib.error.HTTPError as error:
            raise refused(error) from None
        except (OSError, ValueError) as error:
            raise RequestError(f"{self.site} does not answer: {error}") from error


class _Busy(RequestError):
    """The site asks to come again."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


def refused(error: urllib.error.HTTPError) -> RequestError:
    """What a refusal says, in the site's own words where it has any."""
    try:
        told = str(json.loads(error.read())["error"]["message"])
    except (OSError, ValueError, LookupError, TypeError):
        told = f"the site answers {error.code} {error.reason}"
    if error.code in (429, 503):
        again = error.headers.get("Retry-After") or "1"
        return _Busy(told, min(10.0, float(again) if again.isdecimal() else 1.0))
    return RequestError(told)


def at(*parts: str) -> str:
    """An address of the API.

    >>> at("tables", "Seat 1")
    '/api/tables/Seat%201'
    """
    return "/".join(["/api", *(quote(part, safe="+@:=,") for part in parts)])
