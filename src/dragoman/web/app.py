"""The application: the house, the routes and the guard put together."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from dragoman.house.core import House
from dragoman.modules import MODULES
from dragoman.web import pages
from dragoman.web.api import (
    admin,
    live,
    orders,
    organizer,
    people,
    sandbox,
    service,
    tables,
    talk,
    variants,
)
from dragoman.web.background import Background
from dragoman.web.faults import Wrong, refusal
from dragoman.web.guard import Guard
from dragoman.web.hub import Hub
from dragoman.web.language import speak, wished
from dragoman.web.limits import Limiter, MemoryLimiter
from dragoman.web.listing import page
from dragoman.web.openapi import document
from dragoman.web.routes import ApiRoute
from dragoman.web.serving import Server
from dragoman.web.settings import WebSettings, networks
from dragoman.web.shapes import shaped
from dragoman.web.streams import Streams
from dragoman.web.workers import Workers

Chores = Sequence[tuple[float, Callable[[], object]]]


API = (people, variants, tables, orders, talk, organizer, sandbox, admin, service)
"""What the JSON API is made of."""
JUDGES = 2
"""How many work on the house's own behalf: they judge what is due, and let bots think."""


def prepare_types(kind: type[Struct] = Struct) -> None:
    """Have the fields of every kind of struct read while there is only one thread.

    Else msgspec reads them at first use, and two threads that do so at once bring the process down.
    """
    for one in kind.__subclasses__():
        with suppress(NameError, TypeError):  # what is never read from a text need not be
            msgspec.json.Decoder(one)
        prepare_types(one)


def create_app(
    house: House,
    settings: WebSettings | None = None,
    *,
    limiter: Limiter | None = None,
    chores: Chores = (),
    workers: Workers | None = None,
) -> Starlette:
    """The application that serves a house; `chores` are what it does in the background.

    Workers that are given are used and left running; else it has its own.

    `app.state` holds `house`, `settings`, `desk`, `hub` and `rows` for tests; `page_rows` are
    those that are no part of the API.
    """
    tuple(MODULES.values())  # imported now, so that their structs are known too
    prepare_types()
    chosen = settings or WebSettings()
    # Pages and deadlines wait for no guest.
    own = workers or Workers(chosen.heavy_at_once, chosen.judge_seconds, yields=10)
    judges = workers or Workers(JUDGES, house.settings.judging / 1000, own.forker)
    benches = Workers(chosen.crafts_at_once, chosen.craft_seconds, own.forker, yields=10)
    house.work, house.think, house.craft = judges.do, own.do, benches.do
    house.hands = 1 if workers else JUDGES
    rows = [row for part in API for row in part.ROUTES]
    desk = Server(house, chosen, limiter or MemoryLimiter(), networks(chosen.proxies))
    hub, background = Hub(), Background(chores)
    streams = Streams(desk, hub)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.start(house.store, background.wake)
        background.start()
        try:
            yield
        finally:
            hub.stop()
            await run_in_threadpool(background.stop)
            benches.close()
            if own is not workers:
                judges.close()
                own.close()

    stream = Route(live.PATH, live.live(streams))
    looks = [*api_routes(desk, pages.JSON_ROWS), *pages.routes(desk)]
    routes = [*api_routes(desk, rows), stream, *documents(desk, rows), *looks]
    app = Starlette(
        routes=shaped(routes),
        middleware=[Middleware(Guard, chosen)],
        exception_handlers={HTTPException: refused, Exception: refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.house, app.state.settings, app.state.desk = house, chosen, desk
    app.state.hub, app.state.rows, app.state.streams = hub, rows, streams
    app.state.background, app.state.workers = background, own
    app.state.page_rows = [*pages.JSON_ROWS, *pages.HTML_ROWS]
    return app


def api_routes(desk: Server, rows: Sequence[ApiRoute]) -> list[Route]:
    """The rows as routes of Starlette; paths without fields first, so that none hides another."""
    ordered = sorted(rows, key=lambda row: (len(row.fields), row.path))
    by_path: dict[str, dict[str, ApiRoute]] = {}
    for row in ordered:
        by_path.setdefault(row.path, {})[row.method] = row
    return [Route(path, dispatcher(desk, of), methods=list(of)) for path, of in by_path.items()]


def dispatcher(desk: Server, rows: dict[str, ApiRoute]) -> Callable[[Request], object]:
    """What answers every method of one path."""
    ends = {method: desk.endpoint(row) for method, row in rows.items()}

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await ends[method](request)

    return answer


def documents(desk: Server, rows: Sequence[ApiRoute]) -> list[Route]:
    """The OpenAPI document, and a page that lists the routes."""

    @cache
    def content() -> bytes:
        return msgspec.json.encode(document(rows))

    async def openapi(request: Request) -> Response:
        desk.count_look(desk.address(request))
        return Response(content(), media_type="application/json")

    async def listing(request: Request) -> Response:
        desk.count_look(desk.address(request))
        return HTMLResponse(page(rows))

    return [Route("/api/openapi.json", openapi), Route("/api", listing)]


def refused(request: Request, error: Exception) -> Response:
    """The response to an error, whatever it is: a page for a browser, else JSON."""
    desk: Server = request.app.state.desk
    if isinstance(error, HTTPException):
        # No route was found, so nobody has counted this look yet.
        try:
            desk.count_look(desk.address(request))
        except Wrong as often:
            return refusal(often)
    speak(wished(request), request.app.state.house.folders)
    wanted = "text/html" in request.headers.get("accept", "")
    response = refusal(error)
    if wanted and not request.url.path.startswith("/api"):
        response = pages.refused(request, response)
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response
