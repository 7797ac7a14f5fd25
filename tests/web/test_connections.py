"""Connections: what a server that is reached directly takes, and how long it waits for it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn import Config
from uvicorn.server import ServerState

from dragoman.web import connections
from dragoman.web.connections import BoundedConnection
from dragoman.web.serve import common
from dragoman.web.settings import WebSettings
from tests.web.world import Site, site

SETTINGS = WebSettings(
    head_seconds=0.2,
    body_seconds=0.1,
    unread_seconds=0.2,
    largest_head=2000,
    connections_each=3,
    most_connections=5,
)
PATIENT = replace(SETTINGS, head_seconds=60)
"""For tests of how many there are: a busy machine may be slow to ask."""
ASK = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


MUCH = 32_000_000
"""More than the system takes for somebody who does not read."""


async def echo(request: Request) -> Response:
    """The size of a body."""
    return Response(str(len(await request.body())))


async def much(request: Request) -> Response:
    """A long answer."""
    return Response(bytes(MUCH))


@asynccontextmanager
async def listening(settings: WebSettings) -> AsyncIterator[int]:
    """A server on a port of its own."""
    app = Starlette(routes=[Route("/", echo, methods=["GET", "POST"]), Route("/much", much)])
    app.state.settings = settings
    config, state = Config(app, **common()), ServerState()

    def make() -> BoundedConnection:
        return BoundedConnection(config, state, {})

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        while BoundedConnection.by_address:
            await asyncio.sleep(0.01)


class Caller:
    """One connection; all are closed in the end."""

    all: ClassVar[list["Caller"]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.all.append(self)

    async def leave(self) -> None:
        """Hang up."""
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def say(self, text: bytes) -> bytes:
        """The first line that comes back, or nothing if the connection is closed."""
        with suppress(OSError):
            self.writer.write(text)
            return (await asyncio.wait_for(self.reader.readline(), 60)).strip()
        return b""

    async def asked(self) -> bool:
        """Whether a request is answered."""
        answered = b"200" in await self.say(ASK)
        if answered:
            await self.reader.readuntil(b"\r\n\r\n0")
        return answered


async def call(port: int, buffer: int = 0) -> Caller:
    """Somebody who comes, maybe with little room for what he does not read."""
    line = socket.create_connection(("127.0.0.1", port))
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    return Caller(*await asyncio.open_connection(sock=line))


def run(work: Callable[[int], Awaitable[Any]], settings: WebSettings = SETTINGS) -> Any:
    """What some work with a server comes to."""

    async def all_of_it() -> Any:
        async with listening(settings) as port:
            try:
                return await work(port)
            finally:
                while Caller.all:
                    await Caller.all.pop().leave()

    return asyncio.run(all_of_it())


@pytest.mark.parametrize(
    ("beginning", "end"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nhost: loc", b""),
        (ASK + b"GET / HTT", b"HTTP/1.1 200 OK"),
        (b"GET / HTTP/1.1\r\nx: " + b"y" * 3000, b"HTTP/1.1 431 Request Header Fields Too Large"),
        (
            b"GET /" + b"y" * 3000 + b" HTTP/1.1\r\n\r\n",
            b"HTTP/1.1 431 Request Header Fields Too Large",
        ),
        (b"POST / HTTP/1.1\r\nhost: l\r\ncontent-length: 9\r\n\r\nabc", b""),
    ],
    ids=["silent", "half a head", "half a second head", "large", "long address", "half a body"],
)
def test_what_does_not_come_is_not_waited_for(beginning: bytes, end: bytes) -> None:
    async def work(port: int) -> tuple[bytes, bytes]:
        caller = await call(port)
        first = await caller.say(beginning)
        with suppress(OSError):
            return first, await asyncio.wait_for(caller.reader.read(), 60)
        return first, b"reset"

    first, _ = run(work)
    assert first == end


def test_a_request_that_comes_is_answered_and_another_on_the_same_connection() -> None:
    async def work(port: int) -> list[bool]:
        caller = await call(port)
        found = [await caller.asked()]
        await asyncio.sleep(1.2)
        return [*found, await caller.asked()]

    assert run(work, replace(SETTINGS, head_seconds=1)) == [True, True]


def test_one_address_has_so_many_connections_and_another_comes_when_one_goes() -> None:
    async def work(port: int) -> list[bool]:
        callers = [await call(port) for _ in range(4)]
        found = [await caller.asked() for caller in callers]
        await callers[0].leave()
        while BoundedConnection.by_address["127.0.0.1"] > 2:
            await asyncio.sleep(0.01)
        return [*found, await (await call(port)).asked()]

    assert run(work, PATIENT) == [True, True, True, False, True]
    proxied = WebSettings(connections_each=1, proxies=("127.0.0.0/8",), most_connections=4)
    assert run(work_of(4), proxied) == [True] * 4


@pytest.mark.parametrize("more", [b"", b"connection: close\r\n"], ids=["open", "to be closed"])
def test_answers_that_nobody_takes_are_not_kept_for_him(more: bytes) -> None:
    async def work(port: int) -> bool:
        caller = await call(port, 4096)
        ask = b"GET /much HTTP/1.1\r\nhost: localhost\r\n" + more + b"\r\n"
        while not BoundedConnection.by_address:
            await asyncio.sleep(0.01)
        caller.writer.write(ask * 3)
        while BoundedConnection.by_address:
            await asyncio.sleep(0.01)
        return True

    assert run(lambda port: asyncio.wait_for(work(port), 60), replace(SETTINGS, head_seconds=60))


def far_away(address: str, *left: int) -> tuple[BoundedConnection, Mock]:
    """A connection of an address, of whose answer so much is left each time one looks."""
    line = Mock(getpeername=lambda: (address, 1, 0, 0))
    transport = Mock(get_extra_info={"socket": line}.get)
    transport.get_write_buffer_size = Mock(side_effect=[*left, 0, 0])
    one = BoundedConnection(Config(Starlette(), **common()), ServerState(), {}, Mock())
    one.connection_made(transport)
    return one, transport


def test_whoever_takes_his_answer_slowly_gets_all_of_it() -> None:
    one, transport = far_away("198.51.100.1", 90_000, 50_000, 50_000, 49_000)
    one.pause_writing()
    one.look(90_000)
    assert not transport.abort.called
    one.look(50_000)
    assert transport.abort.called
    one.connection_lost(None)


def test_a_household_of_ipv6_is_one_address() -> None:
    for n in range(3):
        one, _ = far_away(f"2001:db8::{n}")
        assert one.counted == "2001:db8::/64"
        one.connection_lost(None)


def work_of(many: int) -> Callable[[int], Awaitable[list[bool]]]:
    """So many callers, and which of them were answered."""

    async def work(port: int) -> list[bool]:
        callers = [await call(port) for _ in range(many)]
        return [await caller.asked() for caller in callers]

    return work


def test_all_have_so_many_connections_and_no_more_than_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free = WebSettings(limits=False, most_connections=3)
    assert run(work_of(4), free) == [True, True, True, False]
    monkeypatch.setattr(connections, "most_files", lambda: 102)
    assert run(work_of(3), WebSettings()) == [True, True, False]


def test_a_host_is_local_unless_another_is_named(here: Site) -> None:
    """A page elsewhere that gives its own name this computer's address gets no answer."""
    visitor = here.visitor()
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:80", "nas", "a.local"):
        assert visitor.get("/api/bots", host=host).status == 200, host
    for host in ("rebound.example", "localhost.example.org:8000", "127.0.0.1.nip.example", "[x"):
        reply = visitor.get("/api/bots", host=host)
        assert (reply.status, reply.error["field"]) == (421, "host"), host
    with site(settings=WebSettings(base_url="https://table.example.org")) as there:
        assert there.visitor().get("/api/bots", host="table.example.org").status == 200
        assert there.visitor().get("/api/bots", host="rebound.example").status == 421
