"""Routes are found by the shape of their path, and no other way than by trying them all."""

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route, Router

from dragoman.web.shapes import shaped

PATHS = ("/", "/tables", "/tables/new", "/tables/{table}", "/tables/{table}/{part}")


async def answer(request: Request) -> Response:
    return PlainTextResponse(request.url.path)


ROUTES = [
    *(Route(path, answer, methods=["GET"]) for path in PATHS),
    Route("/tables/{table}", answer, methods=["POST"]),
    Route("/files/{name:path}", answer),
]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
@pytest.mark.parametrize(
    "path", ["/", "/tables", "/tables/new", "/tables/x", "/tables/x/y", "/files/a/b/c", "/a/b", ""]
)
def test_the_route_is_the_one_that_would_be_found_by_trying_all(path: str, method: str) -> None:
    scope = {"type": "http", "path": path, "method": method, "root_path": ""}

    def found(routes: list[object]) -> tuple[Match, object]:
        tried = [route.matches(dict(scope)) for route in Router(routes).routes]  # type: ignore[arg-type]
        best = max(tried, key=lambda row: row[0].value, default=(Match.NONE, {}))
        return best[0], best[1].get("path_params")

    assert found(list(shaped(ROUTES))) == found(list(ROUTES))
