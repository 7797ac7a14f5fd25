"""Seats of the laboratory for clients that speak DAIDE: a bot that asks those at a port."""

import asyncio
import sys
import threading
import time
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any, TypeVar

from dragoman.bots import Sight
from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.server import WireServer
from dragoman.daide.terms import LONGEST, Terms
from dragoman.errors import RequestError
from dragoman.model import Ballot, Power, Resolution, Seat, State
from dragoman.record.filing import file_orders
from dragoman.rules import Variant

T = TypeVar("T")

PREFIX = "daide:"
"""What the name of such a bot begins with; the port follows, and after a colon the seconds."""

SECONDS, WAITING = 30, 600.0
"""How long clients have for a phase, and how long it is waited for enough of them."""


def read_name(name: str) -> tuple[int, int]:
    """The port and the seconds that a name tells.

    >>> read_name("daide:16713"), read_name("daide:16713:5")
    ((16713, 30), (16713, 5))
    """
    port, _, seconds = name.removeprefix(PREFIX).partition(":")
    if not port.isdecimal() or not (seconds or "1").isdecimal():
        raise RequestError(f"{name!r}: write daide:PORT or daide:PORT:SECONDS, such as daide:16713")
    for what, text, most in (("port", port, 65535), ("time", seconds or "0", LONGEST)):
        if int(text) > most:
            raise RequestError(f"{name!r}: the {what} is {most} at most")
    return int(port), int(seconds or SECONDS)


class DaideSeats:
    """Plays seats by asking clients, who come anew for every game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.port, seconds = read_name(name)
        self.terms = Terms(moves=seconds, retreats=seconds, builds=seconds)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.server: WireServer | None = None
        self.drawing: frozenset[Power] = frozenset()

    @property
    def host(self) -> Host:
        """The game that is being played."""
        assert self.server is not None
        return self.server.host

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def _run(self) -> None:
        assert self.loop is not None
        self.loop.run_forever()
        self.loop.close()

    # A game, from its beginning to its end.

    def begin(self, variant: Variant, state: State, seats: Sequence[Seat]) -> None:
        """Begin a game as soon as enough clients are there."""
        powers = [Power(seat) for seat in seats]
        if self.server is None:
            self.board, self.loop = WireBoard(variant), asyncio.new_event_loop()
            self.thread = threading.Thread(target=self._run, daemon=True)
            self.thread.start()
            self._do(self._listen(powers))
        self.host.seats = tuple(powers)
        self.host.state = self.host.first = state
        self._do(self._gather())

    async def _listen(self, powers: Sequence[Power]) -> None:
        self.server = WireServer(self._new_host(powers))
        try:
            self.port = await self.server.listen("127.0.0.1", self.port)
        except OSError as error:
            raise RequestError(f"{self.name}: cannot listen there: {error.strerror}") from error
        print(f"waiting for {len(powers)} at port {self.port}", file=sys.stderr, flush=True)

    def _new_host(self, powers: Sequence[Power]) -> Host:
        return Host(self.board, self.terms, powers, time.monotonic)

    async def _gather(self) -> None:
        assert self.server is not None
        until = time.monotonic() + WAITING
        while not self.host.full:
            if time.monotonic() > until:
                there = sum(client.ready for client in self.host.players)
                missing = f"{there} of {len(self.host.seats)} clients came in {WAITING:g} seconds"
                raise RequestError(f"{self.name}: {missing}")
            await self.server.changes(1.0)
        self.host.begin()

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """What the client of a seat orders, in time; whoever is gone or late orders nothing."""
        orders = self._do(self._ordered(Power(sight.seat)))
        return list(file_orders(sight.ask, sight.seat, [[order] for order in orders]).ballots)

    async def _ordered(self, power: Power) -> tuple[Any, ...]:
        assert self.server is not None
        host = self.host
        while not host.expired and power in host.playing:
            if host.drafts[power].complete and power not in host.holding:
                break
            host.tick()
            await self.server.changes(0.2)
        return host.orders(power)

    def judged(self, judged: Resolution) -> None:
        """Tell the clients what came of a phase."""
        self.drawing = frozenset(self.host.drawing)
        self._do(self._proceed(judged))

    async def _proceed(self, judged: Resolution) -> None:
        self.host.proceed(judged)

    def agrees(self, sight: Sight) -> bool:
        """Whether the client of a seat accepted a draw in the phase before."""
        return Power(sight.seat) in self.drawing

    def end(self, state: State) -> None:
        """Tell the clients how it ended, and send them home; the next come to a new game."""
        self._do(self._end(state))

    def close(self) -> None:
        """Listen no longer."""
        if self.loop is not None and self.server is not None:
            self._do(self.server.close())
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join()

    async def _end(self, state: State) -> None:
        assert self.server is not None
        old = self.host
        self.server.host = self._new_host(old.seats)
        if state.result is not None and not old.over:
            old.draw(state)
        await self.server.dismiss(old)
