"""A call: one request, read and checked, as a route's function is given it; and what it answers."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.people.accounts import Login, Stranger
from dragoman.web.faults import too_often
from dragoman.web.limits import Limiter, Rate
from dragoman.web.settings import WebSettings


class Call(Struct, frozen=True, kw_only=True):
    """One request: who asks, from where, for what."""

    house: House
    settings: WebSettings
    login: Login | None
    path: dict[str, str]
    query: Any = None
    body: Any = None
    address: str = "unknown"
    agent: str = ""
    invite: str = ""
    token: str = ""
    limiter: Limiter | None = None

    def spend(self, rate: Rate, key: str) -> None:
        """Count something against a limit; beyond it, say when to come again."""
        wait = self.limiter.take(rate, key, self.house.clock.now()) if self.limiter else 0
        if wait:
            raise too_often(wait)

    @property
    def who(self) -> str | None:
        """The id of the account that asks, or none for a visitor."""
        return self.login.account.id if self.login else None

    @property
    def me(self) -> str:
        """The id of the account that asks; visitors are turned away."""
        if self.login is None:
            raise Stranger("log in first")
        return self.login.account.id


class HttpAnswer(Struct, frozen=True, kw_only=True):
    """An answer with something beside its body: a status, headers, a cookie to set or to clear."""

    body: Any = None
    status: int = 0
    media: str = "application/json"
    headers: dict[str, str] = {}
    token: str | None = None
    """A session's token to be set as a cookie; an empty one clears it."""


class Done(Struct, frozen=True):
    """It was done, and there is nothing to add."""

    done: bool = True


def encoded(body: Any) -> bytes:
    """A body as bytes: JSON, unless it is text or bytes already."""
    if isinstance(body, bytes):
        return body
    return body.encode() if isinstance(body, str) else msgspec.json.encode(body)
