"""Requests to a site and what they are answered with."""

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

from dragoman.errors import DragomanError
from dragoman.extras import install

try:
    import httpx
except ImportError as error:
    raise ImportError(f"dragoman.client needs httpx: {install('client')}") from error

BUSY = (429, 503)
"""Answers that say when to come again, and after which nothing was changed."""


class SiteError(DragomanError):
    """What a site refused, in its own words; `status` is 0 where it did not answer at all.

    `code` is one of those that the page on the API lists, `field` what was wrong in the request,
    `again` the seconds after which the site wants to be asked again.
    """

    def __init__(
        self, status: int, code: str, message: str, field: str = "", again: float = 0
    ) -> None:
        super().__init__(f"{message} ({field})" if field else message)
        self.status, self.code, self.message = status, code, message
        self.field, self.again = field, again


class SiteAnswer(dict[str, Any]):
    """A JSON object of an answer; its fields are attributes too: `view.phase`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}: there are {', '.join(self)}") from None


class Caller:
    """Sends requests for somebody, and waits where the site asks to come again."""

    def __init__(self, site: str, token: str, patience: float, timeout: float) -> None:
        self.site, self.token, self.patience = site.rstrip("/"), token, patience
        self.http = httpx.Client(timeout=timeout)

    def headers(self) -> dict[str, str]:
        """Who asks."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def call(self, method: str, path: str, body: Any = None, query: Any = None) -> Any:
        """What a request is answered with: JSON as values, anything else as text."""
        until = time.monotonic() + self.patience
        headers = self.headers()
        if method == "POST":
            # Sent again, it still has one effect.
            headers["Idempotency-Key"] = uuid.uuid4().hex
        while True:
            try:
                return self._once(method, path, body, query, headers)
            except SiteError as error:
                if error.status not in BUSY or time.monotonic() + error.again > until:
                    raise
                time.sleep(error.again)

    def _once(self, method: str, path: str, body: Any, query: Any, headers: dict[str, str]) -> Any:
        given = None if method in ("GET", "DELETE") else body or {}
        asked = {key: value for key, value in (query or {}).items() if value not in ("", None)}
        try:
            answer = self.http.request(
                method, f"{self.site}/api{path}", params=asked, headers=headers, json=given
            )
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise self.silence(error) from error
        return understood(answer)

    def silence(self, error: Exception) -> SiteError:
        """That the site did not answer."""
        return SiteError(0, "unreachable", f"{self.site} does not answer: {error}")

    def events(self, path: str, until: float) -> Iterator[SiteAnswer]:
        """What a stream says until a time of the monotonic clock, or until the site ends it."""
        left = max(until - time.monotonic(), 0.1)
        timeout = httpx.Timeout(self.http.timeout.connect, read=left)
        try:
            with self.http.stream(
                "GET", f"{self.site}/api{path}", headers=self.headers(), timeout=timeout
            ) as answer:
                if not answer.is_success:
                    answer.read()
                    understood(answer)
                for line in answer.iter_lines():
                    if line.startswith("data:"):
                        yield json.loads(line.removeprefix("data:"), object_hook=SiteAnswer)
                    if time.monotonic() > until:
                        return
        except httpx.ReadTimeout:
            return
        except httpx.TransportError as error:
            raise self.silence(error) from error


def understood(answer: httpx.Response) -> Any:
    """The values of an answer; a refusal is raised in the site's own words."""
    is_json = "json" in answer.headers.get("content-type", "")
    value = json.loads(answer.content, object_hook=SiteAnswer) if is_json else answer.text
    if answer.is_success:
        return value
    again = answer.headers.get("retry-after", "")
    seconds = float(again) if again.isdecimal() else 1.0
    if isinstance(value, SiteAnswer) and isinstance(value.get("error"), SiteAnswer):
        said = value["error"]
        raise SiteError(
            answer.status_code, said["code"], said["message"], said.get("field") or "", seconds
        )
    raise SiteError(answer.status_code, "unknown", answer.reason_phrase, "", seconds)
