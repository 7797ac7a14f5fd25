"""Readers: what only looks has a few threads of its own, and keeps nothing else from being done.

What guests ask for ends in time, and when they go away; one who asks for much waits for himself.
"""

import asyncio
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from dragoman.house.limits import WAITING, HungUp, Patience, TookTooLong, at_once, go_on
from dragoman.house.play import orders
from dragoman.house.tables.views import TableView
from dragoman.web.limits import READS, Slots
from dragoman.web.pages import game
from dragoman.web.pages.serving import Viewer
from dragoman.web.settings import WebSettings
from dragoman.web.workers import Workers
from tests.web.client import Stream
from tests.web.world import PATIENT, Site, site

READERS = 3


class Gate:
    """Holds everybody who comes until it is opened, and knows how many were there at once."""

    def __init__(self) -> None:
        self.here, self.most = 0, 0
        self.full, self.open = threading.Event(), threading.Event()
        self._lock = threading.Lock()

    def pass_through(self) -> None:
        """Come, wait and go."""
        with self._lock:
            self.here += 1
            self.most = max(self.most, self.here)
            if self.here >= READERS:
                self.full.set()
        assert self.open.wait(60)
        with self._lock:
            self.here -= 1


def test_only_a_few_look_at_a_time_and_orders_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, look = Gate(), game.view_of

    def slowly(viewer: Viewer) -> TableView:
        gate.pass_through()
        return look(viewer)

    monkeypatch.setattr(game, "view_of", slowly)
    with site(settings=WebSettings(readers=READERS)) as here, ExitStack() as at_the_end:
        organizer = here.person("Ann")
        table = here.table([organizer], organizer)
        callers = at_the_end.enter_context(ThreadPoolExecutor(8))
        at_the_end.callback(gate.open.set)
        visitors = [here.visitor() for _ in range(8)]
        pages = [callers.submit(each.get, f"/tables/{table}") for each in visitors]
        assert gate.full.wait(60)
        saved = organizer.put(f"/api/tables/{table}/orders", {"turn": 1, "text": "A vie - gal"})
        assert saved.status == 200 and not any(page.done() for page in pages)
        gate.open.set()
        assert [page.result().status for page in pages] == [200] * 8
    assert gate.most == READERS


def test_every_look_is_counted_and_one_address_uses_up_no_other(here: Site) -> None:
    greedy, other = here.visitor(), here.visitor()
    statuses = [greedy.get("/api/bots").status for _ in range(READS.times + 1)]
    assert statuses == [200] * READS.times + [429]
    for path in (
        "/",
        "/tables",
        "/api/tables",
        "/static/0/none.css",
        "/variants/standard/card.svg",
        "/api",
        "/api/openapi.json",
        "/nothing/here",
    ):
        again = greedy.get(path)
        assert again.status == 429 and int(again.header("retry-after")) > 0, path
    with greedy.stream("/api/tables/any/events") as stream:
        assert stream.status == 429
    assert other.get("/api/bots").status == 200


def test_whoever_asks_for_much_waits_for_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty looks of one address; another's comes after two of them, not after all."""
    gate, look, done = Gate(), game.view_of, []

    def slowly(viewer: Viewer) -> TableView:
        gate.pass_through()
        done.append(viewer.call.address)
        return look(viewer)

    monkeypatch.setattr(game, "view_of", slowly)
    settings = WebSettings(readers=1, looks_each=2, longest_line=19)
    with site(settings=settings) as here, ExitStack() as at_the_end:
        organizer = here.person("Ann")
        table = here.table([organizer], organizer)
        callers = at_the_end.enter_context(ThreadPoolExecutor(22))
        at_the_end.callback(gate.open.set)
        greedy, other = here.visitor(), here.visitor()
        many = [callers.submit(greedy.get, f"/tables/{table}") for _ in range(20)]
        while not any(page.done() for page in many):
            time.sleep(0.01)
        one = callers.submit(other.get, f"/tables/{table}")
        line = here.app.state.desk._looks._lines
        while len(line) < 2 or sum(each.many for each in line.values()) < 20:
            time.sleep(0.01)
        gate.open.set()
        assert one.result().status == 200
        assert sorted(page.result().status for page in many) == [200] * 19 + [429]
    assert done.index(other.address) <= 2


def test_whoever_had_least_lately_comes_first() -> None:
    """Eight addresses ask three times each; another's comes after one of each."""
    done: list[str] = []

    async def work(slots: Slots, address: str) -> None:
        async with slots.slot(address):
            done.append(address)
            await asyncio.sleep(0.001)

    async def ask() -> None:
        slots, greedy = Slots(1), [f"greedy {n}" for n in range(8)]
        waiting = [asyncio.ensure_future(work(slots, name)) for name in (*greedy * 3, "other")]
        gone = asyncio.ensure_future(work(slots, "gone"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(*waiting)
        await work(slots, "later")

    asyncio.run(ask())
    assert done[8] == "other" and done[-1] == "later" and len(done) == 26


def test_what_somebody_had_is_forgotten_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one long look would keep him from all pages for as long as others want many."""
    done: list[str] = []
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    async def work(slots: Slots, address: str, seconds: float, times: int = 1) -> None:
        for _ in range(times):
            async with slots.slot(address):
                done.append(address)
                clock[0] += seconds
                await asyncio.sleep(0)

    async def ask() -> None:
        slots = Slots(1)
        await work(slots, "late", 60)
        others = [work(slots, f"other {n}", 0.5, 20) for n in range(8)]
        await asyncio.gather(*others, work(slots, "late", 0.5))

    asyncio.run(ask())
    assert done.index("late", 1) < 8 * 5


def endless(viewer: Viewer) -> TableView:
    """A look that never ends by itself."""
    while True:
        with viewer.call.house.read():
            time.sleep(0.001)


def test_a_look_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "view_of", endless)
    with site(settings=WebSettings(read_seconds=0.05)) as here:
        reply = here.visitor().get("/tables/any")
        assert reply.status == 503 and reply.header("retry-after")
        assert "longer than 0.05 seconds" in reply.body.decode()
        assert reply.header("content-type").startswith("text/html")


def test_work_ends_when_whoever_asked_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def watched(viewer: Viewer) -> TableView:
        try:
            return endless(viewer)
        except HungUp:
            ended.set()
            raise

    monkeypatch.setattr(game, "view_of", watched)
    with site() as here:
        visitor = here.visitor()
        stream = Stream(here.server, visitor.scope("GET", "/tables/any", visitor.headers))
        stream.ask()
        while not here.app.state.desk._readers.threads.borrowed_tokens:
            time.sleep(0.01)
        stream.leave()
        assert ended.wait(60)


def asleep(seconds: float) -> int:
    """Work that takes some time, in which process."""
    time.sleep(seconds)
    return os.getpid()


def test_workers_end_in_time_and_when_nobody_waits() -> None:
    """And whoever takes the place of one that was ended has no more time than it had."""
    workers = Workers(1, PATIENT)
    try:
        first = workers.do(asleep, 0)
        workers.seconds = 0.5
        for _ in range(2):
            with pytest.raises(TookTooLong, match=r"longer than 0\.5 seconds"):
                workers.do(asleep, 60)
        workers.seconds = PATIENT
        second = workers.do(asleep, 0)
        assert len({first, second, os.getpid()}) == 3
        patience = Patience(60)
        before = WAITING.set(patience)
        timer = threading.Timer(0.1, patience.leave)
        timer.start()
        with pytest.raises(HungUp):
            workers.do(asleep, 60)
        WAITING.reset(before)
        assert workers.do(asleep, 0) != second
        with pytest.raises(MemoryError):
            workers.do(os._exit, 1)
        with pytest.raises(ZeroDivisionError):
            workers.do(divmod, 1, 0)
        # One that dies while it has nothing to do is replaced, and so is what forks them.
        third = workers.do(asleep, 0)
        os.kill(third, signal.SIGKILL)
        while workers._idle[0].fit:
            time.sleep(0.01)
        assert workers.do(asleep, 0) not in (third, os.getpid())
    finally:
        workers.close()


def test_workers_for_guests_leave_the_processor_to_pages() -> None:
    for yields in (0, 3):
        workers = Workers(1, 5, yields=yields)
        try:
            assert workers.do(os.nice, 0) == os.nice(0) + yields
        finally:
            workers.close()


def test_a_list_of_too_many_orders_is_refused(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = here.person("Ann")
    table = here.table([ann], ann)
    found = ann.get(f"/api/tables/{table}/legal")
    assert found.status == 200 and sum(map(len, found.json.values())) > 20
    here.house.think = at_once
    monkeypatch.setattr(orders, "MOST_LEGAL", 20)
    reply = ann.get(f"/api/tables/{table}/legal")
    assert reply.status == 429 and "more than 20 legal orders" in reply.error["message"]


def test_a_house_goes_on_while_somebody_waits() -> None:
    go_on()
    patience = Patience(60)
    before = WAITING.set(patience)
    try:
        go_on()
        patience.leave()
        with pytest.raises(HungUp):
            go_on()
    finally:
        WAITING.reset(before)
