"""The guard: what every answer carries, and what no foreign page can bring about."""

import re
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragoman.store.interface import StoreDown
from dragoman.store.rows import KINDS
from dragoman.web.guard import POLICY
from dragoman.web.pages.look import static_url
from dragoman.web.routes import ApiRoute
from dragoman.web.settings import WebSettings, client_address, networks
from tests.web.client import Browser, serving
from tests.web.world import Site, site


def everything(here: Site) -> str:
    """Every row that is kept, as text."""
    with here.house.store.read() as tx:
        return "\n".join(str(row) for kind in KINDS for row in tx.find(kind))


def address(row: ApiRoute) -> str:
    """An address that a route answers."""
    return re.sub(r"{\w+(:\w+)?}", "x", row.path)


def rows(here: Site) -> list[ApiRoute]:
    """Every route of the API."""
    found: list[ApiRoute] = here.app.state.rows
    return found


def test_every_answer_carries_the_headers(here: Site) -> None:
    """S4, S7: on every route, every method, for pages that are not there, and for refusals."""
    ann = here.person("Ann")
    asked = [(row.method, address(row)) for row in rows(here)]
    asked += [(row.method, address(row)) for row in here.app.state.page_rows]
    asked += [("GET", "/nothing"), ("GET", "/api"), ("GET", "/api/openapi.json"), ("PUT", "/api")]
    for method, path in asked:
        reply = ann.send(method, path, None if method == "GET" else {})
        assert reply.header("content-security-policy") == POLICY, path
        assert reply.header("x-content-type-options") == "nosniff", path
        assert reply.header("referrer-policy") == "same-origin", path
        assert reply.header("cache-control") in ("no-store", "public, max-age=300"), path
        assert reply.status < 500, (path, reply.body)
    assert "unsafe" not in POLICY and "default-src 'none'" in POLICY


def test_parts_of_pages_carry_only_what_browsers_heed_there(here: Site) -> None:
    for name in ("game.js", "site.css", "fonts/EBGaramond-Italic.woff2"):
        reply = here.visitor().get(static_url(name))
        assert reply.header("x-content-type-options") == "nosniff"
        assert reply.header("cross-origin-resource-policy") == "same-origin"
        assert reply.header("content-security-policy") == ""
    icon = here.visitor().get(static_url("icon.svg"))  # can be opened as a page
    assert icon.header("content-security-policy") == POLICY


FOREIGN: list[dict[str, Any]] = [
    {"sec_fetch_site": "cross-site", "origin": "https://evil.example"},
    {"sec_fetch_site": "same-site", "origin": "http://other.testserver"},
    {"sec_fetch_site": "-", "origin": "https://evil.example"},
    {"sec_fetch_site": "-", "origin": "null"},
    {"sec_fetch_site": "-", "origin": "http://testserver.evil.example"},
    {"sec_fetch_site": "-", "content_type": "text/plain"},
    {"sec_fetch_site": "-", "content_type": "application/x-www-form-urlencoded"},
    {"sec_fetch_site": "-", "content_type": "multipart/form-data; boundary=x"},
    {"sec_fetch_site": "-", "content_type": ""},
]
# A foreign page cannot send a DELETE without asking first, and browsers then say who asks.
BARE = FOREIGN[-1]


@pytest.mark.parametrize("headers", FOREIGN)
def test_no_foreign_page_changes_anything(here: Site, headers: dict[str, str]) -> None:
    """S6: every route that changes something, asked from elsewhere or as no script would."""
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    before = everything(here)
    everywhere = [*rows(here), *here.app.state.page_rows]
    changing = [row for row in everywhere if row.method != "GET"]
    assert len(changing) > 40
    for row in changing:
        if headers == BARE and row.method == "DELETE":
            continue
        path = row.path.replace("{table}", table).replace("{seat}", "Austria")
        reply = ann.send(row.method, re.sub(r"{\w+(:\w+)?}", "x", path), b"{}", **headers)
        assert reply.status in (403, 415), row.name
        if "html" not in reply.header("content-type"):
            assert reply.error["field"] in ("origin", "sec-fetch-site", "content-type")
    assert everything(here) == before


def test_asking_changes_nothing(here: Site) -> None:
    """S6: no state changes on GET or HEAD."""
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    before = everything(here)
    for row in (*rows(here), *here.app.state.page_rows):
        path = row.path.replace("{table}", table).replace("{seat}", "Austria")
        for method in ("GET", "HEAD"):
            ann.send(method, re.sub(r"{\w+(:\w+)?}", "1", path), None, sec_fetch_site="cross-site")
    assert everything(here) == before


def test_our_own_pages_and_programs_may_ask(here: Site) -> None:
    own: list[dict[str, str]] = [
        {"origin": "http://testserver"},
        {"sec_fetch_site": "-", "origin": "http://testserver"},
        {"sec_fetch_site": "-", "content_type": "application/json; charset=utf-8"},
        {"sec_fetch_site": "none"},
    ]
    for headers in own:
        assert here.visitor().post("/api/guests", **headers).status == 201


def test_behind_a_proxy_only_the_public_address_is_ours() -> None:
    with site(settings=WebSettings(base_url="https://table.example")) as here:
        assert here.visitor().post("/api/guests", origin="https://table.example").status == 201
        for origin in ("http://table.example", "http://testserver", "https://table.example.evil"):
            assert here.visitor().post("/api/guests", origin=origin).status == 403


BODIES: list[tuple[bytes, int]] = [
    (b"", 422),
    (b"{", 400),
    (b"[]", 422),
    (b"null", 422),
    (b"\xff\xfe", 400),
    (b'{"name": 5, "password": "x"}', 422),
    (b'{"name": "a", "password": "x", "more": 1}', 422),
    (b'{"name": "a\\u0000b", "password": "x"}', 422),
    (b'{"name": "\\ud800", "password": "x"}', 400),
    (b"[" * 100_000, 422),
    (b'{"name": "' + b"x" * 300_000 + b'"}', 413),
]


@pytest.mark.parametrize(("body", "status"), BODIES)
def test_a_bad_body_is_refused_with_a_reason(here: Site, body: bytes, status: int) -> None:
    reply = here.visitor().post("/api/accounts", body)
    assert reply.status == status, reply.body
    assert set(reply.error) == {"code", "message", "field"} and reply.error["message"]


def test_what_is_not_there_is_refused_with_a_reason(here: Site) -> None:
    ann = here.person("Ann")
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("PUT", "/api/health", 405),
        ("GET", "/api/tables/none", 404),
        ("GET", "/api/tables/a%00b", 404),
        ("GET", "/api/tables?limit=many", 422),
        ("GET", "/api/tables?colour=red", 422),
        ("GET", "/api/tables?status=%00", 422),
    ):
        reply = ann.send(method, path, None if method == "GET" else {})
        assert (reply.status, reply.error["code"] != "") == (status, True), path
    assert "GET" in ann.put("/api/health").header("allow")


def test_a_store_that_is_down_is_reported_as_such(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = here.person("Ann")

    def down() -> None:
        raise StoreDown("the disk is full")

    for name in ("read", "write"):
        monkeypatch.setattr(here.house.store, name, down)
    for reply in (ann.get("/api/me"), ann.get("/api/health"), ann.post("/api/guests")):
        assert (reply.status, reply.header("retry-after")) == (503, "5")
        assert reply.error["code"] == "try_again" and "disk" not in reply.error["message"]


def test_an_error_that_nobody_foresaw_says_nothing_of_itself(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ValueError("secret")

    monkeypatch.setattr(here.house.store, "read", broken)
    reply = here.person("Ann").get("/api/health")
    assert reply.status == 500 and b"secret" not in reply.body
    assert reply.header("content-security-policy") == POLICY


def test_an_error_outside_of_the_api_is_caught_too() -> None:
    from dragoman.web.guard import Guard

    async def broken(request: Request) -> Response:
        raise RuntimeError("secret")

    app = Starlette(routes=[Route("/", broken)])
    app.add_middleware(Guard, settings=WebSettings())
    with serving(app) as server:
        reply = Browser(server).get("/")
        assert reply.status == 500 and b"secret" not in reply.body


def test_only_our_own_proxy_says_where_a_request_comes_from() -> None:
    """S9: the last address on the way that is no proxy of ours; IPv6 by the household's /64."""
    proxies = networks(("10.0.0.0/8", "::1"))
    assert client_address("9.9.9.9", "1.1.1.1", proxies) == "9.9.9.9"
    assert client_address("10.0.0.1", "6.6.6.6, 1.1.1.1", proxies) == "1.1.1.1"
    assert client_address("10.0.0.1", "1.1.1.1, 10.9.9.9", proxies) == "1.1.1.1"
    assert client_address("10.0.0.1", "nonsense", proxies) == "10.0.0.1"
    assert client_address("::1", "2001:db8::1:2:3:4", proxies) == "2001:db8::/64"
    assert client_address("", "", proxies) == "unknown"


def test_pages_stay_pages_while_the_store_is_down(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks cannot be looked up then, and is told all the same; nothing tells paths."""
    ann, asked = here.person("Ann"), {"accept": "text/html"}

    def down() -> Any:
        raise StoreDown("no socket at /var/run")

    monkeypatch.setattr(here.house.store, "read", down)
    for path, status in (("/tables", 503), ("/me", 503), ("/nowhere", 404)):
        reply = ann.get(path, **asked)
        assert (reply.status, reply.header("content-type")[:9]) == (status, "text/html")
        assert b"</html>" in reply.body and b"socket" not in reply.body
    assert ann.get("/api/me").error["code"] == "try_again"
