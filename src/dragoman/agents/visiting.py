"""A seat at a table of a site, for a client that speaks DAIDE: what it orders is sent there."""

import asyncio
import time
from typing import Any

import click
import msgspec

from dragoman.client import Client, SiteAnswer, SiteTable
from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.server import WireServer
from dragoman.daide.terms import Terms
from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.model import RETREAT, Dislodged, Power, Result, Seat, State, Unit, Waive, read_phase
from dragoman.rules import Ask
from dragoman.variants import load

FINISHED = "finished"
PATIENCE = 20.0
"""How long news of a table is waited for at a time, in seconds."""


def position_of(board: WireBoard, view: SiteAnswer, legal: dict[str, list[str]]) -> State:
    """The position that a table shows; where one's own units may retreat, its lists say."""
    rows = [(p.name, text) for p in view.powers for text in p.units]
    away = [tuple(row.split(": ")) for row in view.dislodged]
    units = [_unit(n, power, text) for n, (power, text) in enumerate([*rows, *away], 1)]
    state = msgspec.structs.replace(
        board.opening,
        phase=read_phase(view.phase),
        units=tuple(units[: len(rows)]),
        dislodged=tuple(Dislodged(unit) for unit in units[len(rows) :]),
        owners={Province(c): Power(p.name) for p in view.powers for c in p.centers},
    )
    return _closed(board, state, {text for texts in legal.values() for text in texts})


def _unit(number: int, power: str, text: str) -> Unit:
    kind, _, place = text.partition(" ")
    return Unit(number, Power(power), kind, Place(place))


def _closed(board: WireBoard, state: State, legal: set[str]) -> State:
    """The position with those places closed to dislodged units that no legal order names."""
    ask = Ask(board.variant, state)
    mine = [d.unit for d in state.dislodged if any(t.startswith(f"{d.unit} ") for t in legal)]
    shut = {
        ask.province[goal]
        for unit in mine
        for goal in ask.rules.refuges(ask, unit)
        if f"{unit} - {goal}" not in legal
    }
    return msgspec.structs.replace(state, standoffs=tuple(sorted(shut)))


class WiredSeat:
    """Plays one seat of a table by what a client orders."""

    def __init__(self, table: SiteTable, board: WireBoard, server: WireServer) -> None:
        self.table, self.board, self.server = table, board, server
        self.power = Power(table.seat)
        self.turn = 0
        self.given: tuple[Any, ...] = ()

    @property
    def host(self) -> Host:
        """The client's game."""
        return self.server.host

    async def run(self) -> None:
        """Play from the client's arrival to the end of the game."""
        while not self.host.full:
            await self.server.changes()
        giving = asyncio.create_task(self._give())
        try:
            await self._watch()
        finally:
            giving.cancel()
        await self.server.close()

    async def _watch(self) -> None:
        """Follow what happens at the table."""
        view = await asyncio.to_thread(self.table.view)
        while view.status != FINISHED:
            if view.turn != self.turn and view.status == "running":
                await self._open(view)
            view = await asyncio.to_thread(self.table.wait, view, PATIENCE)
        result = Result(view.result.how, tuple(map(Seat, view.result.winners)))
        state = position_of(self.board, view, {})
        self.host.draw(msgspec.structs.replace(state, result=result))

    async def _open(self, view: SiteAnswer) -> None:
        """Tell the client of a new turn."""
        retreats = view.phase.endswith(RETREAT)
        legal = await asyncio.to_thread(self.table.legal) if retreats else {}
        state = position_of(self.board, view, legal)
        self.given = ()
        if self.host.started:
            self.host.renew(state)
        else:
            self.host.state = self.host.first = state
            self.host.begin()
        self.turn = view.turn

    async def _give(self) -> None:
        """Send to the table what the client orders, once nothing is missing."""
        while True:
            await self.server.changes(1.0)
            draft, turn = self.host.drafts[self.power], self.turn
            orders = draft.orders
            if not turn or not orders or not draft.complete or orders == self.given:
                continue
            self.given = orders
            # What is not built is waived at a table without a word.
            lines = [str(order) for order in orders if not isinstance(order, Waive)]
            await asyncio.to_thread(self.table.order, lines, turn)
            await asyncio.to_thread(self.table.ready, turn)


def take_seat(site: str, id: str, seat: str, key: str, invite: str) -> tuple[Client, SiteTable]:
    """A seat at a table: one's own, or any that is open."""
    client = Client(site, key) if key else Client.as_guest(site)
    table = client.table(id)
    mine = [own.seat for own in table.view().own] if key else []
    if mine and (not seat or seat in mine):
        table.seat = seat or mine[0]
    else:
        table.join(seat, invite)
    return client, table


def visit(site: str, id: str, seat: str, key: str, invite: str, port: int) -> None:
    """Play a seat of a table by what the client at a port orders."""
    client, table = take_seat(site, id, seat, key, invite)
    with client:
        asyncio.run(_visit(table, port))


async def _visit(table: SiteTable, port: int) -> None:
    view = table.view()
    board = WireBoard(load(view.variant, dict(view.options)))
    if Power(table.seat) not in board.powers:
        raise RequestError(f"{table.seat} is no power of {view.variant_name}")
    server = WireServer(Host(board, Terms(), [Power(table.seat)], time.monotonic))
    port = await server.listen("127.0.0.1", port)
    click.echo(f"{table.seat}: waiting for a client on port {port}")
    await WiredSeat(table, board, server).run()
    click.echo(f"{table.seat}: the game is over")
