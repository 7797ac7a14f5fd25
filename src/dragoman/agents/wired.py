"""Seats of a tournament for clients that speak DAIDE: a host at one port for all of a player's."""

import asyncio
import math
import subprocess
import threading
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from dragoman.agents.entrants import (
    FAILED,
    LATE,
    TALK,
    Entrant,
    NoAnswer,
    SeatAnswer,
    SeatBill,
    SeatTurn,
)
from dragoman.agents.plan import PlayerPlan
from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.server import WireServer
from dragoman.daide.terms import LONGEST, Terms
from dragoman.errors import RequestError
from dragoman.game import Game
from dragoman.model import Power, Seat

T = TypeVar("T")

HOST = "127.0.0.1"
TICK = 0.2
"""How often clients are looked at, in seconds."""


class WireTable:
    """A game as clients at one port see it, held in a thread of its own.

    Where the plan names a command it is run once for each seat, when the port is open.
    """

    def __init__(
        self, plan: PlayerPlan, game: Game, seats: Sequence[Seat], home: Path, log: Path
    ) -> None:
        self.plan, self.game, self.sent = plan, game, len(game.history)
        limit = min(LONGEST, math.ceil(plan.seconds))
        terms = Terms(moves=limit, retreats=limit, builds=limit)
        powers = [Power(seat) for seat in seats]
        self.host = Host(WireBoard(game.variant), terms, powers, time.monotonic, game.state)
        self.server = WireServer(self.host)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.clients: list[subprocess.Popen[bytes]] = []
        try:
            self.run(self.server.listen(HOST, plan.daide))
        except OSError as error:
            raise RequestError(f"daide: port {plan.daide}: {error.strerror}") from error
        if plan.command:
            self.clients = [begun(plan.command, home, log) for _ in seats]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What some work comes to in the table's thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def answer(self, power: Power) -> tuple[SeatAnswer, SeatBill]:
        """What the client of a power orders, as soon as that is complete or the time is over."""
        await self.follow()
        host, ends = self.host, time.monotonic() + self.plan.seconds
        while time.monotonic() < ends and not self.settled(power):
            await self.server.changes(TICK)
        if not host.started:
            raise NoAnswer(f"not all clients came to port {self.plan.daide}", LATE)
        if power not in host.playing:
            raise NoAnswer("its client is gone", FAILED)
        late = int(not host.drafts[power].complete)
        orders = tuple(map(str, host.orders(power)))
        return SeatAnswer(orders, draw=power in host.drawing), SeatBill(calls=1, late=late)

    def settled(self, power: Power) -> bool:
        """Whether there is nothing to wait for; the game begins once all clients are there."""
        host = self.host
        if not host.started and host.full:
            host.begin()
        if not host.started:
            return False
        ready = host.drafts[power].complete and power not in host.holding
        return ready or power not in host.playing

    async def follow(self) -> None:
        """Send the clients what was judged since they were last asked."""
        steps, self.sent = self.game.history[self.sent :], len(self.game.history)
        for step in steps:
            if step.resolution is not None:
                self.host.proceed(step.resolution)
            elif step.state.result is not None:
                self.host.draw(step.state)

    def close(self) -> None:
        """Let the clients know how it ended, and send them home."""
        if self.loop.is_closed():
            return
        self.run(self.follow())
        self.run(self.server.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
        for client in self.clients:
            client.kill()
            client.wait()


def begun(command: Sequence[str], home: Path, log: Path) -> subprocess.Popen[bytes]:
    """A client that was started; whatever it prints is kept."""
    try:
        with log.open("ab") as file:
            return subprocess.Popen(
                command,
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
    except OSError as error:
        raise RequestError(f"command: {command[0]}: {error.strerror}") from error


class WireSeat:
    """One seat of a table for clients."""

    def __init__(self, table: WireTable, seat: Seat) -> None:
        self.table, self.power = table, Power(seat)

    def answer(self, turn: SeatTurn) -> tuple[SeatAnswer, SeatBill]:
        """What the client orders; messages of clients are not passed on to others."""
        if turn.kind == TALK:
            return SeatAnswer(), SeatBill()
        return self.table.run(self.table.answer(self.power))

    def close(self) -> None:
        """The game is over for all seats of the table."""
        self.table.close()


def wire_seats(
    plan: PlayerPlan, game: Game, seats: Sequence[Seat], home: Path, log: Path
) -> dict[Seat, Entrant]:
    """Everybody who plays these seats over the wire."""
    table = WireTable(plan, game, seats, home, log)
    return {seat: WireSeat(table, seat) for seat in seats}
