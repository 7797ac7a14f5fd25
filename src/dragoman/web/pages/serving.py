"""From a request to a page: forms are read like JSON, and refusals are pages too."""

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

import msgspec
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragoman.house.errors import Refused
from dragoman.house.limits import WAITING
from dragoman.house.people.accounts import Stranger, new_guest, open_session
from dragoman.house.tables.who import carrying
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.faults import Wrong, decoding, has_nul, refusal
from dragoman.web.language import say, spoken
from dragoman.web.limits import ACCOUNTS, CHANGES
from dragoman.web.pages.look import render
from dragoman.web.routes import ApiRoute
from dragoman.web.serving import Server, list_fields, read_query

HTML = "text/html; charset=utf-8"
THEMES = ("light", "dark")


class Form(Struct, frozen=True, kw_only=True):
    """What every form is; `form_token` shows that one of our own pages sent it."""

    form_token: str = ""


class Viewer(Struct, frozen=True):
    """Whoever looks at a page: a request together with what the page's frame needs."""

    call: Call
    request: Request
    theme: str

    @property
    def token(self) -> str:
        """What the forms of this viewer's pages carry."""
        return form_token(self.call.token)

    def page(self, template: str, *, status: int = 200, **values: Any) -> HttpAnswer:
        """A page in its frame."""
        login, field = self.call.login, self.csrf()
        body = render(
            template,
            me=login.account if login else None,
            theme=self.theme,
            csrf=lambda: field,
            path=self.request.url.path,
            **values,
        )
        return HttpAnswer(body=body, status=status, media=HTML)

    def csrf(self) -> Markup:
        """The hidden field of a form."""
        return Markup('<input type="hidden" name="form_token" value="{}">').format(self.token)


Act = Callable[[Viewer], Any]


def form_token(session: str) -> str:
    """What proves that a form was made for this session; visitors have one in common."""
    return sha256(f"form {session}".encode()).hexdigest()[:32]


def inside(address: str) -> str:
    """An address of this site, whatever was asked for.

    >>> inside("/tables"), inside("//elsewhere.example"), inside("https://elsewhere.example")
    ('/tables', '/', '/')
    """
    safe = address.startswith("/") and not address.startswith(("//", "/\\"))
    return quote(address, safe="/?=&#%") if safe else "/"


def site_address(viewer: Viewer) -> str:
    """The address of this site as the browser knows it."""
    settings = viewer.call.settings
    return settings.base_url.rstrip("/") or str(viewer.request.base_url).rstrip("/")


def step_number(text: str) -> int | None:
    """The number of a step of a game, if the text is one.

    >>> step_number("12"), step_number(""), step_number("²")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


def someone(viewer: Viewer, name: str = "") -> tuple[str, str | None]:
    """Who acts: the account that asks, or a new guest with the token of his session."""
    call = viewer.call
    if call.who is not None:
        return call.who, None
    call.spend(ACCOUNTS, call.address)
    guest = new_guest(call.house, name, spoken())
    return guest.id, open_session(call.house, guest, call.agent)


def link_page(
    viewer: Viewer, what: str, refused: Refused | None = None, secret: str = "", name: str = ""
) -> HttpAnswer:
    """Where a secret link leads; what was refused is said there, and the link is not lost."""
    return viewer.page(
        "link.html",
        status=refused.code if refused else 200,
        what=what,
        error=say(refused.text) if refused else "",
        secret=secret,
        name=name,
    )


def see_other(address: str, *, token: str | None = None) -> HttpAnswer:
    """On to another page, after a form has done its work."""
    return HttpAnswer(body="", status=303, media=HTML, headers={"location": address}, token=token)


def page_routes(desk: Server, rows: Sequence[ApiRoute]) -> list[Route]:
    """The rows of pages as routes, those without fields first; they are given a viewer."""
    by_path: dict[str, dict[str, ApiRoute]] = {}
    for row in sorted(rows, key=lambda row: (len(row.fields), row.path)):
        by_path.setdefault(row.path, {})[row.method] = row
    return [Route(path, _endpoint(desk, of), methods=list(of)) for path, of in by_path.items()]


def _endpoint(desk: Server, rows: dict[str, ApiRoute]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        row = rows["GET" if request.method == "HEAD" else request.method]
        body = await desk.body(request, row.largest or desk.settings.largest_body)
        return await desk.in_turn(row, request, _answer, desk, row, request, body)

    return answer


def _answer(desk: Server, row: ApiRoute, request: Request, body: bytes) -> Response:
    viewer = None
    try:
        viewer = _viewer(desk, row, request, body)
        desk.count(row, viewer.call)
        with carrying(viewer.call.invite):
            return desk.respond(row, desk.act(row, viewer))  # type: ignore[arg-type]
    except Exception as error:
        # Its time may be over, but not that of the page that says so.
        WAITING.set(None)
        return _refusal_page(desk, row, viewer or _whoever(desk, row, request), error)


def _whoever(desk: Server, row: ApiRoute, request: Request) -> Viewer:
    """To whom a refusal is shown; nobody in particular, if the store cannot say who asks."""
    try:
        return _viewer(desk, row, request, None)
    except Exception:
        known_by = (b"cookie", b"authorization")
        headers = [field for field in request.scope["headers"] if field[0] not in known_by]
        return _viewer(desk, row, Request({**request.scope, "headers": headers}), None)


def _viewer(desk: Server, row: ApiRoute, request: Request, body: bytes | None) -> Viewer:
    blank = msgspec.structs.replace(row, body=None, query=None)
    call = desk.call(blank, request, b"")
    if body is not None:
        query = read_query(row.query, request)
        form = read_form(row.body, body, call.token)
        call = msgspec.structs.replace(call, query=query, body=form)
    theme = request.cookies.get("theme", "")
    return Viewer(call, request, theme if theme in THEMES else "")


def read_form(kind: Any, body: bytes, session: str) -> Any:
    """The fields of a form as the struct that a page wants; a list is a field given often."""
    if kind is None:
        return None
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=2000)
    except (UnicodeDecodeError, ValueError) as error:
        raise Wrong(400, "the form cannot be read") from error
    if has_nul(fields):
        raise Wrong(422, "the text contains a NUL")
    if fields.get("form_token", [""])[-1] != form_token(session):
        raise Wrong(403, "this form is out of date: go back, reload the page and send it again")
    if kind is dict:
        return fields
    lists = list_fields(kind)
    given = {k: v if k in lists else v[-1] for k, v in fields.items()}
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise decoding(error) from error


def _refusal_page(desk: Server, row: ApiRoute, viewer: Viewer, error: Exception) -> Response:
    """A refusal as a page; who should log in is sent there."""
    if isinstance(error, Stranger) and row.method == "GET":
        address = "/login?" + urlencode({"then": viewer.request.url.path})
        return desk.respond(row, see_other(address))
    plain = refusal(error)
    message = msgspec.json.decode(plain.body)["error"]["message"]
    page = viewer.page(
        "error.html", status=plain.status_code, message=message, back=_back(row, viewer, plain)
    )
    response = desk.respond(row, page)
    if "retry-after" in plain.headers:
        response.headers["retry-after"] = plain.headers["retry-after"]
    return response


def _back(row: ApiRoute, viewer: Viewer, plain: Response) -> str:
    """The table whose form was refused, if there is such a table."""
    table = viewer.call.path.get("table", "")
    there = table and row.method == "POST" and plain.status_code != 404
    return f"/tables/{quote(table)}" if there else ""


def refused(request: Request, plain: Response) -> Response:
    """A refusal that met no page's own function, as a page."""
    desk: Server = request.app.state.desk
    row = _row("GET", request.url.path, None, "", {})
    viewer = _whoever(desk, row, request)
    message = msgspec.json.decode(plain.body)["error"]["message"]
    page = viewer.page("error.html", message=message, back="")
    return Response(page.body, plain.status_code, media_type=HTML)


def html(path: str, act: Act, tells: str, **more: Any) -> ApiRoute:
    """A page that changes nothing."""
    return _row("GET", path, act, tells, more)


def form(path: str, act: Act, tells: str, body: Any = Form, **more: Any) -> ApiRoute:
    """A form that a page sends."""
    return _row("POST", path, act, tells, {"rate": CHANGES, "body": body, **more})


def _row(method: str, path: str, act: Any, tells: str, more: dict[str, Any]) -> ApiRoute:
    common: dict[str, Any] = {"answers": None, "media": HTML, **more}
    return ApiRoute(method=method, path=path, act=act, tells=tells, **common)
