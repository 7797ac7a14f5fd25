"""Readers: what only looks has a few threads of its own, and keeps nothing else from being done."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from dragoman.house.tables.views import TableView
from dragoman.web.pages import game
from dragoman.web.pages.serving import Viewer
from dragoman.web.settings import WebSettings
from tests.web.world import site

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
        assert self.open.wait(30)
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
        assert gate.full.wait(30)
        saved = organizer.put(f"/api/tables/{table}/orders", {"turn": 1, "text": "A vie - gal"})
        assert saved.status == 200 and not any(page.done() for page in pages)
        gate.open.set()
        assert [page.result().status for page in pages] == [200] * 8
    assert gate.most == READERS
