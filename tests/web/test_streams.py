"""Live updates: what a stream tells, whom, and when it ends."""

import asyncio
import time
from typing import Any

import pytest
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from dragoman.house.tables import seats
from dragoman.store.interface import GAP, StoreDown
from dragoman.web.settings import WebSettings
from dragoman.web.streams import Streams
from tests.web.client import Browser, Stream
from tests.web.world import PASSWORD, Site, site


def ready(browser: Browser, table: str, turn: int) -> None:
    """Say that one is ready."""
    assert browser.put(f"/api/tables/{table}/ready", {"turn": turn}).status == 200


def ended(stream: Stream) -> bool:
    """Whether a stream ends in time."""
    return stream.wait(lambda: stream.done)


def has_news(stream: Stream, times: int) -> bool:
    """Whether a stream tells so many news in time."""
    return stream.wait(lambda: stream.text.count("event: news") >= times)


def gone(here: Site, seconds: float = 60) -> bool:
    """Whether every stream is let go of, in time."""
    ends = time.monotonic() + seconds
    while here.app.state.hub.open and time.monotonic() < ends:
        time.sleep(0.01)
    hub, streams = here.app.state.hub, here.app.state.streams
    return hub.open == 0 and not hub._subscriptions and not streams.by_address


def test_a_stream_says_where_the_table_stands_and_when_it_moves_on(here: Site) -> None:
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    with here.visitor().stream(f"/api/tables/{table}/events") as stream:
        assert stream.status == 200
        n = here.person("Zoe").get(f"/api/tables/{table}").json["events"]
        first = f'id: {n}\nevent: news\ndata: {{"topic":"table:{table}","n":{n}}}\n\n'
        assert stream.wait(lambda: stream.text == f"retry: 2000\n\n{first}")
        ready(ann, table, 1)
        here.judge()
        assert stream.wait(lambda: f'"n":{n + 1}' in stream.text)
    assert gone(here)


def test_what_concerns_one_seat_is_sent_to_it_alone(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    table = here.table([ann, bob], here.person("Olga"))
    path = f"/api/tables/{table}/events"
    with ann.stream(path) as own, bob.stream(path) as other:
        ann.put(f"/api/tables/{table}/orders", {"turn": 1, "text": "A bud-ser"})
        assert own.wait(lambda: f'"topic":"seat:{table}:Austria"' in own.text)
        assert "seat:" not in other.text and other.text.count("event: news") == 1
    assert gone(here)


def test_a_stream_ends_with_the_session(here: Site) -> None:
    """S7: logout, a changed password and a closed account end open streams."""
    organizer = here.person("Olga")
    for n, end in enumerate(("logout", "password", "leave", "elsewhere")):
        ann = here.person(f"Ann {n}")
        table = here.table([ann], organizer)
        with ann.stream(f"/api/tables/{table}/events") as stream:
            if end == "logout":
                ann.post("/api/logout")
            elif end == "password":
                ann.post("/api/me/password", {"old": PASSWORD, "new": "quite another one"})
            elif end == "leave":
                ann.post("/api/me/leave", {"password": PASSWORD})
            else:
                ann.delete(f"/api/sessions/{ann.get('/api/sessions').json[0]['id']}")
            assert ended(stream), end
    assert gone(here)


def test_a_stream_is_only_for_those_who_may_know_of_the_table(here: Site) -> None:
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"), visibility="invited")
    stranger = here.visitor()
    hidden = stranger.get(f"/api/tables/{table}/events")
    unknown = stranger.get("/api/tables/nowhere/events")
    assert hidden.status == 404 and hidden.body == unknown.body


def test_missed_news_are_made_good(here: Site) -> None:
    table = here.table([here.person("Ann")], here.person("Olga"))
    with here.visitor().stream(f"/api/tables/{table}/events") as stream:
        here.app.state.hub.heard(GAP, "")
        assert stream.wait(lambda: stream.text.count("event: news") == 2)


def test_streams_are_counted_by_address() -> None:
    with site(settings=WebSettings(streams_each=2, stream_beat=0.05)) as here:
        table = here.table([here.person("Ann")], here.person("Olga"))
        path, one = f"/api/tables/{table}/events", here.visitor()
        with one.stream(path) as stream, one.stream(path):
            assert one.get(path).status == 429
            assert stream.wait(lambda: ": beat" in stream.text)
            with here.visitor().stream(path) as other:
                assert other.status == 200
        assert gone(here)


def test_two_hundred_streams_leave_nothing_behind() -> None:
    """L5, small: every one hears the news, and none is kept after it has gone."""
    with site(settings=WebSettings(streams_each=1000)) as here:
        ann = here.person("Ann")
        table = here.table([ann], here.person("Olga"))
        browsers = [here.visitor() for _ in range(200)]
        opened = [browser.stream(f"/api/tables/{table}/events") for browser in browsers]
        streams = [each.__enter__() for each in opened]
        ready(ann, table, 1)
        here.judge()
        for stream in streams:
            assert has_news(stream, 2)
        for each in opened:
            each.__exit__(None, None, None)
        assert gone(here)


def test_nothing_is_missed_while_a_stream_is_opened(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something happens after it was looked where the table stands, before anybody listens."""
    ann = here.person("Ann")
    made = here.person("Olga").post("/api/tables", {"variant": "standard"})
    table, opened = made.json["id"], Streams.open

    async def late(*given: Any) -> Response:
        found = await opened(*given)
        await run_in_threadpool(seats.join, here.house, "id-ann", table, "France")
        await asyncio.sleep(0.05)  # whoever listens has been notified
        return found

    monkeypatch.setattr(Streams, "open", late)
    with here.visitor().stream(f"/api/tables/{table}/events") as stream:
        n = ann.get(f"/api/tables/{table}").json["events"]
        assert stream.wait(lambda: f'"n":{n}' in stream.text, 2)
    assert gone(here)


def test_a_stream_ends_quietly_while_the_store_is_away(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser comes again; an error for each of a thousand streams would fill the log."""
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))

    def away() -> Any:
        raise StoreDown("away")

    with ann.stream(f"/api/tables/{table}/events") as stream:
        assert has_news(stream, 1)
        monkeypatch.setattr(here.house.store, "read", away)
        here.app.state.hub.pass_on(GAP, "")
        assert ended(stream)
        assert stream.task.exception(60) is None
