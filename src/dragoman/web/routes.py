"""Routes: each is one row that says what it takes, what it answers, and how often it may be asked.

The rows are the whole truth about the API: Starlette's routes, the OpenAPI document and the tests
over all routes are made from them.
"""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from dragoman.web.call import Call, Done
from dragoman.web.limits import CHANGES, Rate


class ApiRoute(Struct, frozen=True, kw_only=True):
    """One route of the API."""

    method: str
    path: str
    act: Callable[[Call], Any]
    tells: str
    body: Any = None
    query: Any = None
    answers: Any = Done
    status: int = 200
    media: str = "application/json"
    rate: Rate | None = None
    heavy: bool | Callable[[Request], bool] = False
    """Whether it costs much, so that only a few run at a time; or which requests do."""
    craft: bool = False
    """Whether the workshop's own processes do it, which may take long: one at a time for each."""
    secret: bool = False
    """Whether its answer holds a secret, which is never kept to be given again."""
    public: bool = False
    """Whether anybody may keep its answer for some minutes."""
    schema: Any = None
    """What its body looks like, where it is handed on unread."""
    stateless: bool = False
    """Whether it changes nothing though it is a POST."""
    largest: int = 0
    """The largest body it takes, if not the usual one."""

    @property
    def name(self) -> str:
        """The route as it is called in documents and tests: `POST /api/tables`."""
        return f"{self.method} {self.path}"

    @property
    def repeatable(self) -> bool:
        """Whether an answer is kept, so that the same request can be sent again."""
        return self.method == "POST" and not self.secret and not self.stateless

    def costs_much(self, request: Request) -> bool:
        """Whether a request is one of those of which only a few run at a time."""
        return self.heavy if isinstance(self.heavy, bool) else self.heavy(request)

    @property
    def fields(self) -> list[str]:
        """The names in its path."""
        return re.findall(r"{(\w+)}", self.path)


def of_composition(request: Request) -> bool:
    """Whether a request is about what somebody put together, which nobody has read before."""
    ref = request.path_params.get("variant") or request.query_params.get("variant", "")
    return "+" in ref or "@" in ref or bool(request.query_params.get("options"))


def get(path: str, act: Callable[[Call], Any], tells: str, answers: Any, **more: Any) -> ApiRoute:
    """A route that changes nothing."""
    return ApiRoute(method="GET", path=path, act=act, tells=tells, answers=answers, **more)


def post(
    path: str, act: Callable[[Call], Any], tells: str, body: Any = None, **more: Any
) -> ApiRoute:
    """A route that changes something."""
    return _changing("POST", path, act, tells, body, more)


def put(
    path: str, act: Callable[[Call], Any], tells: str, body: Any = None, **more: Any
) -> ApiRoute:
    """A route that sets something, however often it is asked."""
    return _changing("PUT", path, act, tells, body, more)


def patch(
    path: str, act: Callable[[Call], Any], tells: str, body: Any = None, **more: Any
) -> ApiRoute:
    """A route that changes a part of something."""
    return _changing("PATCH", path, act, tells, body, more)


def delete(
    path: str, act: Callable[[Call], Any], tells: str, body: Any = None, **more: Any
) -> ApiRoute:
    """A route that takes something away."""
    return _changing("DELETE", path, act, tells, body, more)


def _changing(
    method: str, path: str, act: Callable[[Call], Any], tells: str, body: Any, more: dict[str, Any]
) -> ApiRoute:
    return ApiRoute(
        method=method, path=path, act=act, tells=tells, body=body, **{"rate": CHANGES, **more}
    )
