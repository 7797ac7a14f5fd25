"""Routes found by the shape of their path, as trying all of them takes a tenth of a page's time."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

FOUND = "dragoman.route"
"""Under which name a request carries the route that was found for it."""


def shape(path: str) -> tuple[str, int]:
    """The first part of a path, and how many parts it has.

    >>> shape("/tables/{table}"), shape("/")
    (('tables', 2), ('', 1))
    """
    parts = path.split("/")
    return parts[1] if len(parts) > 1 else "", len(parts) - 1


class Shaped(BaseRoute):
    """Many routes as one: a request is shown only to those that have the shape of its path."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes: dict[tuple[str, int], list[Route]] = {}
        for route in routes:
            self._routes.setdefault(shape(route.path), []).append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """The first route that fits a request, else the first that fits but for its method."""
        found: tuple[Match, Scope] = Match.NONE, {}
        for route in self._routes.get(shape(scope["path"]), ()):
            match, child = route.matches(scope)
            if match is Match.FULL:
                return match, {**child, FOUND: route}
            if match is Match.PARTIAL and found[0] is Match.NONE:
                found = match, {**child, FOUND: route}
        return found

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the route that was found answer."""
        await scope[FOUND].handle(scope, receive, send)


def shaped(routes: Sequence[Route]) -> list[BaseRoute]:
    """Routes in the order in which they are tried; those of any length are tried last."""
    endless = [route for route in routes if ":path}" in route.path]
    return [Shaped([route for route in routes if route not in endless]), *endless]
