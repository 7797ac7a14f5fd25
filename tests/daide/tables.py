"""Servers and hosts for the tests of the wire."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dragoman.daide.answers import receive
from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.play import Course, WirePlay
from dragoman.daide.server import WireServer
from dragoman.daide.terms import Terms, WireClient
from dragoman.record import Game
from tests.daide.speech import Speech


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Clock:
    """A clock that stands until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def table(
    game: Game, terms: Terms | None = None, years: int = 2, *, clock: Clock | None = None
) -> AsyncIterator[tuple[int, WirePlay]]:
    """A server that holds a game, on a port of its own, until the block ends."""
    board, time = WireBoard(game.variant), clock or asyncio.get_running_loop().time
    host = Host(board, terms or Terms(), [*board.powers], time)
    server = WireServer(host)
    play = WirePlay(game, host, server, {}, Course(years))
    port = await server.listen("127.0.0.1", 0)
    running = asyncio.create_task(play.run())
    try:
        yield port, play
        play.stop()
        await running
    finally:
        running.cancel()
        await server.close()


class Talk:
    """A host without a wire: what somebody says, and all that he is answered."""

    def __init__(self, host: Host, speech: Speech | None = None) -> None:
        self.host, self.speech = host, speech or Speech()
        self.heard: list[str] = []
        self.client: WireClient = host.connect(self._hear)

    def _hear(self, message: tuple[int, ...]) -> None:
        body = b"".join(token.to_bytes(2, "big") for token in message)
        self.heard.append(self.speech.read(body))

    def say(self, text: str) -> list[str]:
        """What is answered to a message, at once."""
        body, before = self.speech.write(text), len(self.heard)
        tokens = [int.from_bytes(body[n : n + 2], "big") for n in range(0, len(body), 2)]
        receive(self.host, self.client, tuple(tokens))
        return self.heard[before:]


def seated(host: Host, speech: Speech | None = None) -> list[Talk]:
    """Players at every seat of a host, and the game begun."""
    found = [Talk(host, speech) for _ in host.seats]
    for n, talk in enumerate(found):
        talk.say(f"NME ('p{n}') ('1')")
        talk.say(f"YES (MAP ('{host.board.map_name}'))")
    assert host.full
    host.begin()
    return found
