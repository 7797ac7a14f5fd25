"""Connections: how many there may be, and how long and how large a request may be in coming.

A proxy does all this as well; a server that is reached directly has to do it itself.
"""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dragoman.web.settings import WebSettings, client_address, is_within, most_files, networks

SPARE_FILES = 100
"""How many files are left for everything but connections."""
SLOWEST = 1000
"""How many bytes a second of an answer must be taken."""

TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
"""What is said to one whose request has too large a head."""


async def refused(scope: Any, receive: Any, send: Any) -> None:
    """The application for one whose request has too large a head."""
    await Response(status_code=431, headers={"connection": "close"})(scope, receive, send)


class BoundedConnection(HttpToolsProtocol):
    """One connection, which is closed where it goes beyond a limit.

    Its head must come in `head_seconds`, from when it is opened or another request begins, and
    its body in `body_seconds` and some more, as the application answers one that is late itself.
    Whoever does not take the answers that he asked for is looked at every `unread_seconds`.
    """

    by_address: ClassVar[Counter[str]] = Counter()

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        state = getattr(self.app, "state", None)
        self.settings: WebSettings = getattr(state, "settings", None) or WebSettings()
        self.counted, self.head, self.reading_head = "", 0, True
        self.ending: asyncio.TimerHandle | None = None
        self.unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody has come; one too many is sent away."""
        super().connection_made(transport)
        # Writing pauses as long as anything is left to be taken.
        transport.set_write_buffer_limits(high=0)
        self.end_in(self.settings.head_seconds)
        address = self.client[0] if self.client else ""
        if self.settings.limits and not is_within(address, networks(self.settings.proxies)):
            self.counted = client_address(address, "", ())
            self.by_address[self.counted] += 1
        if self.too_many():
            transport.abort()

    def too_many(self) -> bool:
        """Whether there are more connections than there may be, of all or of one address."""
        room = min(self.settings.most_connections, most_files() - SPARE_FILES)
        each = self.settings.connections_each
        return len(self.connections) > room or self.by_address[self.counted] > each

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self.end_in(None)
        self.look_in(None)
        if self.counted:
            self.by_address[self.counted] -= 1
            if not self.by_address[self.counted]:
                del self.by_address[self.counted]
        super().connection_lost(exc)

    def end_in(self, seconds: float | None) -> None:
        """Close the connection after some time, if nothing happens before."""
        if self.ending is not None:
            self.ending.cancel()
        self.ending = None if seconds is None else self.loop.call_later(seconds, self.hang_up)

    def hang_up(self) -> None:
        """Close the connection, whatever was still to come."""
        self.transport.abort()

    def pause_writing(self) -> None:
        """There is something that has not been taken yet."""
        super().pause_writing()
        self.look_in(self.settings.unread_seconds)

    def resume_writing(self) -> None:
        """All of it has been taken."""
        super().resume_writing()
        self.look_in(None)

    def look_in(self, seconds: float | None) -> None:
        """Look after some time how much of an answer has been taken."""
        if self.unread is not None:
            self.unread.cancel()
        left = self.transport.get_write_buffer_size()
        self.unread = None if seconds is None else self.loop.call_later(seconds, self.look, left)

    def look(self, before: int) -> None:
        """Close the connection if hardly anything was taken of what there was before."""
        seconds = self.settings.unread_seconds
        if before - self.transport.get_write_buffer_size() < SLOWEST * seconds:
            self.hang_up()
        else:
            self.look_in(seconds)

    def data_received(self, data: bytes) -> None:
        """Something has come; a head that is too large and not over yet is refused at once."""
        if self.reading_head:
            self.head += len(data)
        super().data_received(data)
        if self.reading_head and self.head > self.settings.largest_head:
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """Another request begins."""
        super().on_message_begin()
        self.reading_head = True
        self.end_in(self.settings.head_seconds)

    def on_headers_complete(self) -> None:
        """Its head has come."""
        self.reading_head, self.head = False, 0
        self.end_in(self.settings.body_seconds * 2)
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > self.settings.largest_head:
            self.app = refused
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it has come."""
        self.end_in(None)
        self.head = 0
        super().on_message_complete()
