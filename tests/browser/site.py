"""A whole site for browsers: the server in a thread, its games in SQLite, no limits."""

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import uvicorn

from dragoman.house.core import House
from dragoman.house.people.accounts import open_session
from dragoman.house.people.names import name_key
from dragoman.house.tables.tables import create_table
from dragoman.store import open_store
from dragoman.store.rows import Account, SeatRow, Table
from dragoman.web.app import create_app
from dragoman.web.serve import close_streams_first
from dragoman.web.settings import WebSettings
from tests.house.tools import tick
from tests.web.world import PATIENT, Post

LONG = bool(os.environ.get("DRAGOMAN_LONG"))
"""Whether the tests may take their time, as the soak does."""
UNTIMED: dict[str, Any] = {"limits": {"other": {"seconds": 0}, "movement": {"seconds": 0}}}


class Person:
    """Somebody with an account, who may act by the API too."""

    def __init__(self, site: "Site", name: str, account: str, token: str) -> None:
        self.site, self.name, self.account, self.token = site, name, account, token

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the API for something."""
        headers = {"cookie": f"dragoman={self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.site.url + path, data, headers, method=method)
        with urlopen(request, timeout=90) as answer:
            return json.loads(answer.read())

    def order(self, table: str, turn: int, text: str = "") -> None:
        """Order by the API and be ready."""
        if text:
            self.call("PUT", f"/api/tables/{table}/orders", {"turn": turn, "text": text})
        self.call("PUT", f"/api/tables/{table}/ready", {"turn": turn})


class Site:
    """A site that is open for the time of some tests."""

    def __init__(self, house: House, url: str) -> None:
        self.house, self.url = house, url
        self.people = 0

    def person(self, name: str = "", kind: str = "person") -> Person:
        """Somebody with an account, or a guest."""
        self.people += 1
        called = name or f"Player {self.people}"
        row = Account(
            id=f"person-{self.people}",
            name=called,
            name_key=name_key(f"{called} {self.people}"),
            kind=kind,
            created=self.house.now,
        )
        with self.house.store.write() as tx:
            tx.add(row)
        return Person(self, called, row.id, open_session(self.house, row, "a test"))

    def table(self, variant: str, seats: Sequence[str], **more: Any) -> "Game":
        """A running table without deadlines: people on the seats named, the API on the others."""
        organizer = self.person("Olga")
        settings = {**UNTIMED, **more.pop("settings", {})}
        table = create_table(
            self.house, organizer.account, variant=variant, settings=settings, **more
        )
        with self.house.store.read() as tx:
            names = [row.seat for row in tx.find(SeatRow, table=table)]
        chosen = list(seats) or names
        people = {name: self.person(f"{name.replace('@', ' ')} {table[:3]}") for name in names}
        for name, person in people.items():
            person.call("POST", f"/api/tables/{table}/join", {"seat": name})
        humans = {name: people[name] for name in chosen}
        others = {name: person for name, person in people.items() if name not in humans}
        return Game(self, table, organizer, humans, others)


class Game:
    """A running table: who organizes, who plays in a browser, who by the API."""

    def __init__(
        self,
        site: Site,
        table: str,
        organizer: Person,
        humans: dict[str, Person],
        others: dict[str, Person],
    ) -> None:
        self.site, self.id = site, table
        self.organizer, self.humans, self.others = organizer, humans, others

    @property
    def path(self) -> str:
        """Where the table is on the site."""
        return f"/tables/{self.id}"

    def view(self) -> Any:
        """The table as the organizer sees it."""
        return self.organizer.call("GET", f"/api/tables/{self.id}")

    @property
    def turn(self) -> int:
        """The turn that is played now."""
        with self.site.house.store.read() as tx:
            found = tx.get(Table, id=self.id)
        assert found is not None
        return found.turn

    def owing(self) -> set[str]:
        """The seats that have something to order."""
        return {row["seat"] for row in self.view()["seats"] if row["owes"]}

    def rest(self, owing: set[str], **texts: str) -> None:
        """Let the seats without a browser order and be ready; those not named just hold."""
        for seat, person in self.others.items():
            if seat in owing:
                person.order(self.id, self.turn, texts.get(seat.replace("@", "_"), ""))


def wait_for(what: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come to hold"
        time.sleep(0.02)


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Site]:
    """A site that is served on a port of its own."""
    house = House(open_store(f"sqlite:///{folder / 'site.db'}"), mailer=Post())
    patient = {"read_seconds": PATIENT, "judge_seconds": PATIENT}
    chosen = WebSettings(limits=False, streams_each=500, **{**patient, **settings})
    app = create_app(house, chosen, chores=((0.0, lambda: tick(house)),))
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_level="warning", access_log=False, ws="none"
    )
    server = uvicorn.Server(config)
    close_streams_first(server, app)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Site(house, f"http://127.0.0.1:{port}")
    finally:
        server.should_exit = True
        thread.join(60)
        house.store.close()
