"""The wire: connections of clients, their frames, and the host whom they talk to."""

import asyncio
import contextlib
import logging
import socket
from asyncio import IncompleteReadError, StreamReader, StreamWriter

from dragoman.daide import frames
from dragoman.daide.answers import receive
from dragoman.daide.frames import Broken
from dragoman.daide.host import Host
from dragoman.daide.terms import WireClient
from dragoman.daide.tokens import Message, written

LOG = logging.getLogger(__name__)

MOST_UNREAD = 4_000_000
"""How many octets may wait for a client that does not read, before it is cut off."""


class WireServer:
    """Listens on a port; who connects talks to the host of the moment until he leaves."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.wake = asyncio.Event()
        self.patience = frames.PATIENCE
        self._writers: dict[StreamWriter, Host] = {}
        self._server: asyncio.Server | None = None

    async def listen(self, address: str, port: int) -> int:
        """Begin to listen; the port, which is a free one if 0 was asked for."""
        self._server = await asyncio.start_server(self._attend, address, port, backlog=64)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Listen no longer, and send everybody home."""
        if self._server is not None:
            self._server.close()
        await self.dismiss(self.host)

    async def dismiss(self, host: Host, seconds: float = 3.0) -> None:
        """Send the clients of a host home; who stays for some seconds is cut off."""
        host.close()
        await self._gone(host, seconds)
        for writer in self._of(host):
            writer.write(frames.frame(frames.FINAL))
            writer.close()
        await self._gone(host, seconds)

    def _of(self, host: Host) -> list[StreamWriter]:
        return [writer for writer, theirs in self._writers.items() if theirs is host]

    async def _gone(self, host: Host, seconds: float) -> None:
        """Wait until nobody of a host is connected, but not for ever."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._of(host):
                    await self.changes()

    async def changes(self, seconds: float | None = None) -> None:
        """Wait until somebody has said something, or for some seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.wake.wait()
        self.wake.clear()

    async def _attend(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve one connection to its end."""
        host, client = self.host, None
        self._writers[writer] = host
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        try:
            await self._greet(reader)
            writer.write(frames.representation(host.board.names))
            client = host.connect(lambda message: self._send(writer, message))
            await self._listen_to(client, host, reader, writer)
        except Broken as broken:
            LOG.info("a client broke the protocol: %s", broken)
            writer.write(frames.error(broken.code))
        except (IncompleteReadError, ConnectionError):
            pass
        finally:
            self._leave(writer, host, client)

    async def _greet(self, reader: StreamReader) -> None:
        try:
            async with asyncio.timeout(self.patience):
                _, body = await self._frame(reader, first=True)
        except TimeoutError:
            raise Broken(frames.TIMED_OUT) from None
        frames.check_initial(body)

    async def _listen_to(
        self, client: WireClient, host: Host, reader: StreamReader, writer: StreamWriter
    ) -> None:
        while True:
            kind, body = await self._frame(reader)
            if kind != frames.DIPLOMACY:
                return
            message = frames.read(body)
            LOG.debug("%s says %s", client.power or client.name, written(message, host.board.names))
            receive(host, client, message)
            self.wake.set()
            await writer.drain()

    async def _frame(self, reader: StreamReader, *, first: bool = False) -> tuple[int, bytes]:
        kind, length = frames.header(await reader.readexactly(frames.HEADER))
        frames.check_header(kind, length, first=first)
        return kind, await reader.readexactly(length)

    def _send(self, writer: StreamWriter, message: Message) -> None:
        if writer.is_closing():
            return
        writer.write(frames.diplomacy(message))
        if writer.transport.get_write_buffer_size() > MOST_UNREAD:
            writer.transport.abort()

    def _leave(self, writer: StreamWriter, host: Host, client: WireClient | None) -> None:
        self._writers.pop(writer, None)
        if client is not None:
            host.disconnect(client)
        writer.close()
        self.wake.set()
