"""A whole game over the wire: clients at some seats, bots at the others, until it ends."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from dragoman.bots import Bot, order_for
from dragoman.bots.base import look_at
from dragoman.daide.host import Host
from dragoman.daide.saving import game_name, keep
from dragoman.daide.server import WireServer
from dragoman.judge import owed
from dragoman.model import Power, Seat
from dragoman.record import Game
from dragoman.rules import knows_draws, survivors

TICK = 0.2
"""How often the clock is looked at, in seconds."""


LOADING, SAVING = 30.0, 5.0
"""How long players have to load a saved game, and to save one, in seconds."""


class Course(Struct, frozen=True):
    """How long a game may last, and how long it waits for somebody to come back."""

    years: int = 0
    lonely: float = 60.0


class WirePlay:
    """Drives a game: waits for orders, judges, and tells everybody."""

    def __init__(
        self,
        game: Game,
        host: Host,
        server: WireServer,
        bots: dict[Seat, Bot],
        course: Course,
        file: Path | None = None,
    ) -> None:
        self.game, self.host, self.server, self.bots, self.course = game, host, server, bots, course
        self.file, self.stopped = file, False
        self.rng = Random(game.record.seed)

    async def run(self, report: Callable[[str], None] = lambda line: None) -> None:
        """Play from the first client to the end."""
        while not self.host.full and not self.stopped:
            await self.server.changes()
        if self.stopped:
            return
        self.host.begin()
        if self.host.saved:
            await self._until(lambda: not self.host.loading, LOADING)
            self.host.resume()
        first = self.game.variant.start.year
        while not self.host.over and not self.stopped:
            self.kept()
            if self.course.years and self.game.phase.year >= first + self.course.years:
                self._call_off()
                break
            await self._phase(report)
        self.kept()
        if not self.host.over and self.file is not None:
            self.host.save(game_name(self.file))
            await self._until(lambda: not self.host.saving, SAVING)

    def stop(self) -> None:
        """End the game before its end; the players are asked to save it, if it is kept."""
        self.stopped = True
        self.server.wake.set()

    async def _until(self, done: Callable[[], bool], seconds: float) -> None:
        """Wait until something is so, but not for ever."""
        end = self.host.clock() + seconds
        while not done() and self.host.clock() < end:
            await self.server.changes(TICK)

    def kept(self) -> None:
        """Write the game into its file, and beside it what its players come back with."""
        if self.file is not None:
            keep(self.file, self.game, self.host)

    def _call_off(self) -> None:
        """End a game that has lasted long enough: in a draw, if the rules know one."""
        if knows_draws(self.game.ask) and self.game.agree_draw(*survivors(self.game.ask)):
            self.host.draw(self.game.state)

    async def _phase(self, report: Callable[[str], None]) -> None:
        due = [seat for seat in owed(self.game.ask) if seat in self.bots]
        for seat in due:
            await asyncio.to_thread(order_for, self.game, seat, self.bots[seat], self.rng)
        if not await self._wait() or self.host.over:
            return
        for power in self.host.seats:
            self._submit(power)
        phase = str(self.game.phase)
        judged = self.game.advance()
        self.host.proceed(judged)
        report(f"{phase} judged: {centers(self.game)}")

    def _submit(self, power: Power) -> None:
        orders = self.host.orders(power)
        if orders and Seat(power) in self.game.seats:
            self.game.submit(power, "\n".join(map(str, orders)))

    async def _wait(self) -> bool:
        """Wait until the phase can be judged; whether it is to be."""
        alone = 0.0
        while not self.stopped:
            self.host.tick()
            if self.host.drawn and self._draw():
                return False
            if self.host.playing and (self.host.complete or self.host.expired):
                return True
            # Nobody is judged while nobody is there: somebody may come back.
            alone = 0.0 if self.host.playing else alone + TICK
            if alone >= self.course.lonely:
                self.stopped = True
            quiet = self.host.deadline is None and bool(self.host.playing)
            await self.server.changes(None if quiet else TICK)
        return False

    def _draw(self) -> bool:
        """Whether all who are left agree to a draw, which is then the end."""
        ask = self.game.ask
        others = [s for s in survivors(ask) if s in self.bots]
        agreed = all(self.bots[s].agrees(look_at(self.game, s)) for s in others)
        if agreed and knows_draws(ask) and self.game.agree_draw(*survivors(ask)):
            self.host.draw(self.game.state)
        return self.host.over


def centers(game: Game) -> str:
    """How many centers each power has, in words."""
    held = {power: len(game.state.centers(Power(power))) for power in game.variant.powers}
    return ", ".join(f"{power} {n}" for power, n in held.items())
