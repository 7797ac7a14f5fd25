"""A table of a site, as somebody there plays at it."""

import json
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from dragoman.client.calls import Caller, SiteAnswer, SiteError

if TYPE_CHECKING:
    from dragoman.game import Game

FINISHED = "finished"
PAUSE = 1.0
"""Seconds before a stream that ended is opened again."""


class SiteTable:
    """A table of a site. Its answers are those of the API, with their fields as attributes."""

    def __init__(self, caller: Caller, id: str, seat: str = "") -> None:
        self.caller, self.id, self.seat = caller, id, seat
        self.read: int | None = None

    def __repr__(self) -> str:
        return f"<SiteTable {self.id} of {self.caller.site}>"

    def call(self, method: str, path: str = "", body: Any = None, query: Any = None) -> Any:
        """What any route of the table answers: `table.call("GET", "/log")`."""
        return self.caller.call(method, f"/tables/{quote(self.id)}{path}", body, query)

    def _ask(self, path: str, **query: Any) -> Any:
        return self.call("GET", path, query={"seat": self.seat, **query})

    def _tell(self, method: str, path: str, **body: Any) -> Any:
        return self.call(method, path, {**({"seat": self.seat} if self.seat else {}), **body})

    def view(self) -> SiteAnswer:
        """The table as one may see it: its status, phase, seats, powers and last results."""
        found: SiteAnswer = self._ask("")
        return found

    def join(self, seat: str = "", invite: str = "") -> str:
        """Sit down, on any open seat if none is named; which it is."""
        given = self.call("POST", "/join", {"seat": seat, "invite": invite})
        self.seat = given.seat
        return self.seat

    def leave(self) -> None:
        """Get up from one's seat."""
        self._tell("POST", "/leave")
        self.seat = ""

    def add_bot(self, seat: str, bot: str) -> None:
        """Put a bot on a seat; for the organizer while the table forms."""
        self.call("PUT", f"/seats/{quote(seat, safe='')}/bot", {"bot": bot})

    def start(self) -> None:
        """Begin, though seats may be empty; for the organizer."""
        self.call("POST", "/start")

    def orders(self) -> SiteAnswer:
        """What one's seat owes in this turn, and what it has ordered so far."""
        found: SiteAnswer = self._ask("/orders")
        return found

    def legal(self) -> dict[str, list[str]]:
        """Every legal order of one's seat, under what it is for."""
        found: dict[str, list[str]] = self._ask("/legal")
        return found

    def order(self, orders: str | Iterable[str], turn: int = 0) -> SiteAnswer:
        """Give orders, which replace those given before; without a turn, for the present one."""
        said = {"text": orders} if isinstance(orders, str) else {"orders": list(orders)}
        found: SiteAnswer = self._tell("PUT", "/orders", turn=turn or self.view().turn, **said)
        return found

    def ready(self, turn: int = 0, *, ready: bool = True) -> None:
        """Say that one is ready for the turn to be judged, or not yet."""
        self._tell("PUT", "/ready", turn=turn or self.view().turn, ready=ready)

    def press(self) -> SiteAnswer:
        """The press that one may read."""
        found: SiteAnswer = self._ask("/press")
        self.read = last_of(found)
        return found

    def say(self, text: str, *to: str) -> SiteAnswer:
        """Send a message to some seats, or to all."""
        found: SiteAnswer = self._tell("POST", "/press", text=text, to=list(to))
        return found

    def vote(self, turn: int = 0, **votes: Any) -> SiteAnswer:
        """Vote: `draw=True`, or `concede="France"`."""
        found: SiteAnswer = self._tell("PUT", "/votes", turn=turn or self.view().turn, votes=votes)
        return found

    def history(self, n: int) -> SiteAnswer:
        """What came of the step of a number, from 1 on."""
        found: SiteAnswer = self._ask(f"/history/{n}")
        return found

    def sheet(self) -> str:
        """The position as text."""
        return str(self._ask("/sheet"))

    def observe(self, *, board: bool = False) -> str:
        """All that one's seat knows, as one text for a reader."""
        return str(self._ask("/observation", board="true" if board else ""))

    def game(self) -> "Game":
        """The game as it was played, when it is over."""
        from dragoman.game import Game

        return Game.from_text(json.dumps(self.call("GET", "/record")), f"the record of {self.id}")

    def wait(self, view: SiteAnswer, seconds: float = 60) -> SiteAnswer:
        """Wait until there is something that a view does not show, or the time is over.

        That is anything that happened at the table, or a message after those that `press` gave
        last. The table as it is then.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._heard(view, until):
            time.sleep(max(0.0, min(PAUSE, until - time.monotonic())))
        return self.view()

    def _heard(self, view: SiteAnswer, until: float) -> bool:
        """Whether the stream has news before it ends; its first event says where it stands."""
        first = True
        for event in self.caller.events(f"/tables/{quote(self.id)}/events", until):
            if not first or event.n != view.events or self._has_mail():
                return True
            first = False
        return False

    def _has_mail(self) -> bool:
        """Whether there are messages that came after one read the press."""
        return self.read is not None and last_of(self._ask("/press")) > self.read

    def turns(self, seconds: float = 3600) -> Iterator[SiteAnswer]:
        """What one's seat owes, each time that it owes something, until the game is over.

        If nothing happens at the table for so many seconds, it is given up with a `SiteError`.
        """
        view, done = self.view(), 0
        until = time.monotonic() + seconds
        while view.status != FINISHED:
            mine = next((o for o in view.own if self.seat in ("", o.seat)), None)
            if mine and mine.open and mine.owed and mine.turn > done:
                done = mine.turn
                yield mine
                view, until = self.view(), time.monotonic() + seconds
                continue
            if time.monotonic() >= until:
                raise SiteError(0, "silent", f"nothing happened at {self.id} for {seconds:g} s")
            last, view = view, self.wait(view, until - time.monotonic())
            if view.events != last.events:
                until = time.monotonic() + seconds


def last_of(press: SiteAnswer) -> int:
    """The number of the last message."""
    return int(press.messages[-1].n) if press.messages else 0
