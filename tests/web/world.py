"""A site for tests: a house with its clock in hand, served to browsers in the same process."""

import atexit
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace
from starlette.applications import Starlette

from dragoman.house.core import House
from dragoman.house.mail.notices import Notices, deliver
from dragoman.house.people.accounts import open_session
from dragoman.house.people.names import email_key, name_key
from dragoman.house.people.passwords import Passwords, passwords
from dragoman.house.play.rounds import run_due
from dragoman.house.settings import HouseSettings
from dragoman.store import Store
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Account
from dragoman.web.app import create_app
from dragoman.web.settings import WebSettings
from dragoman.web.workers import Workers
from tests.house.tools import HandClock
from tests.web.client import Browser, Server, serving

PASSWORD = "a battery and a staple"


class Post:
    """A mailer that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, str, str]] = []

    def send(self, address: str, subject: str, text: str) -> None:
        """Keep a mail."""
        self.mails.append((address, subject, text))

    def secret(self) -> str:
        """The secret of the link in the last mail."""
        return self.mails[-1][2].rpartition("#")[2].strip()


class Calls:
    """A receiver of webhooks that keeps what it is given."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, bytes]] = []

    def __call__(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Keep a call."""
        self.posted.append((url, body))


PATIENT = 120.0
"""How many seconds anything may take where no test is about that: the machine may be busy."""


@cache
def kept_password() -> str:
    """The hash of everybody's password."""
    return Passwords().hash(PASSWORD)


@cache
def shared_workers() -> Workers:
    """Workers of all sites that want nothing else, so that not each has to wait for its own."""
    found = Workers(WebSettings().heavy_at_once, PATIENT)
    atexit.register(found.close)
    return found


class Site:
    """A house that is served, and those who come there."""

    def __init__(self, house: House, app: Starlette, server: Server) -> None:
        self.house, self.app, self.server = house, app, server
        self.post, self.calls = Post(), Calls()
        house.mailer = self.post
        self.count = 0

    @property
    def clock(self) -> HandClock:
        """The clock in hand."""
        assert isinstance(self.house.clock, HandClock)
        return self.house.clock

    def visitor(self, address: str = "") -> Browser:
        """Somebody without an account, at an address of his own."""
        self.count += 1
        return Browser(self.server, address or f"198.51.{self.count // 250}.{self.count % 250 + 1}")

    def person(self, name: str, email: str = "") -> Browser:
        """Somebody with an account, logged in."""
        row = Account(
            id=f"id-{name.lower()}",
            name=name,
            name_key=name_key(name),
            email=email,
            email_key=email_key(email) if email else None,
            password=kept_password(),
            created=self.house.now,
        )
        with self.house.store.write() as tx:
            tx.add(row)
        return self.known(row)

    def known(self, account: Account) -> Browser:
        """A browser in which an account is logged in."""
        browser = self.visitor()
        cookie = self.app.state.settings.cookie
        browser.cookies[cookie] = open_session(self.house, account, "a test")
        return browser

    def judge(self) -> list[str]:
        """Judge what is due."""
        return run_due(self.house)

    def deliver(self) -> int:
        """Send what is to be sent."""
        return deliver(self.house, self.calls)

    def table(self, players: Sequence[Browser], organizer: Browser, **new: Any) -> str:
        """A table that is running, each player on the next seat."""
        made = organizer.post("/api/tables", {"variant": "standard", **new})
        assert made.status == 201, made.json
        table = str(made.json["id"])
        seats = [row["seat"] for row in organizer.get(f"/api/tables/{table}").json["seats"]]
        invite = organizer.post(f"/api/tables/{table}/invitations").json["secret"]
        for seat, player in zip(seats, players, strict=False):
            body = {"seat": seat, "invite": invite}
            joined = player.post(f"/api/tables/{table}/join", body)
            assert joined.status == 200, joined.json
        if len(players) < len(seats):
            assert organizer.post(f"/api/tables/{table}/start").status == 200
        return table


@contextmanager
def site(
    store: Store | None = None,
    settings: WebSettings | None = None,
    *,
    seed: int = 0,
    kept: HouseSettings | None = None,
) -> Iterator[Site]:
    """A site that is open for the time of a test."""
    house = House(store or MemoryStore(), HandClock(), None, Random(seed), kept)
    house.notify = Notices(house.clock, house.settings.base_url)
    passwords()  # made now, so that no test waits for it
    chosen = settings or WebSettings()
    if chosen.read_seconds == WebSettings().read_seconds:
        chosen = replace(chosen, read_seconds=PATIENT)
    own = chosen.judge_seconds != WebSettings().judge_seconds
    app = create_app(house, chosen, workers=None if own else shared_workers())
    with serving(app) as server:
        yield Site(house, app, server)
