"""Streams: server-sent events that say only that something is new; clients then ask for it.

An event's data is `{"topic": …, "n": …}` with the number of the table's last event, nothing more.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

import msgspec
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from dragoman.house.people.accounts import known
from dragoman.store.interface import GAP
from dragoman.web.faults import Wrong
from dragoman.web.hub import CLOSE, Hub, Subscription
from dragoman.web.serving import Server, token_of

RETRY = b"retry: 2000\n\n"
BEAT = b": beat\n\n"


class Heard(Struct, frozen=True):
    """What somebody may hear: the number of the last event, and topics, the table's own first."""

    n: int
    topics: tuple[str, ...]


Listener = Callable[[str | None], Heard]


class Streams:
    """The streams of one process."""

    def __init__(self, desk: Server, hub: Hub) -> None:
        self.desk, self.hub = desk, hub
        self.by_address: Counter[str] = Counter()
        self._epoch = 0
        self._checks: dict[tuple[str, str], asyncio.Future[Heard | None]] = {}

    async def checked(
        self, token: str, about: str, check: Callable[[], Heard | None]
    ) -> Heard | None:
        """What somebody may hear still; the same news are checked once for all who are alike."""
        if self._epoch != self.hub.epoch:
            self._epoch, self._checks = self.hub.epoch, {}
        key = (token, about)
        if key not in self._checks:
            self._checks[key] = asyncio.ensure_future(run_in_threadpool(check))
        return await asyncio.shield(self._checks[key])

    async def open(self, request: Request, about: str, listener: Listener) -> Response:
        """A stream about something, for somebody who may hear it."""
        settings, address = self.desk.settings, self.desk.address(request)
        self.desk.count_look(address)
        token = token_of(request, settings)
        login = await run_in_threadpool(known, self.desk.house, token)
        who = login.account.id if login else None
        heard = await run_in_threadpool(listener, who)
        if (
            self.hub.open >= settings.most_streams
            or self.by_address[address] >= settings.streams_each
        ):
            raise Wrong(429, "too many live streams are open: close one", again=30)
        topics = (*heard.topics, *((f"account:{who}",) if who else ()))
        return _Stream(_Follow(self, token, who, about, listener), heard, topics, address)


class _Follow:
    """One stream as it goes on."""

    def __init__(
        self, streams: Streams, token: str, who: str | None, about: str, listener: Listener
    ) -> None:
        self.streams, self.token, self.who = streams, token, who
        self.about, self.listener = about, listener

    async def events(self, subscription: Subscription, heard: Heard) -> AsyncIterator[bytes]:
        """What the stream says: where the table stands, then every news of it."""
        # Asked anew, now that it is subscribed: else what happens in between is heard by nobody.
        now = await run_in_threadpool(self.still)
        if now is None or now.topics != heard.topics:
            return
        yield RETRY + event(now.topics[0], now.n)
        while not self.streams.hub.closed:
            news = await subscription.next(self.streams.desk.settings.stream_beat)
            if CLOSE in news:
                return
            if not news:
                yield BEAT
                continue
            now = await self.streams.checked(self.token, self.about, self.still)
            # Somebody who sat down or got up hears other topics: the browser comes again.
            if now is None or now.topics != heard.topics:
                return
            topics = now.topics if GAP in news else [topic for topic in now.topics if topic in news]
            yield b"".join(event(topic, now.n) for topic in topics) or BEAT

    def still(self) -> Heard | None:
        """What the listener may hear still; none if nothing."""
        try:
            login = known(self.streams.desk.house, self.token)
            if (login.account.id if login else None) != self.who:
                return None
            return self.listener(self.who)
        except Exception:  # whatever the reason, the next request will tell it
            return None


class _Stream(StreamingResponse):
    """A stream that holds its place only while it is sent, however it ends."""

    def __init__(
        self, follow: _Follow, heard: Heard, topics: tuple[str, ...], address: str
    ) -> None:
        self.follow, self.heard, self.topics, self.address = follow, heard, topics, address
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(_nothing(), 200, headers, "text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        streams = self.follow.streams
        subscription = streams.hub.join(self.topics)
        streams.by_address[self.address] += 1
        self.body_iterator = self.follow.events(subscription, self.heard)
        try:
            await super().__call__(scope, receive, send)
        finally:
            streams.hub.leave(subscription)
            streams.by_address[self.address] -= 1
            streams.by_address += Counter()  # forgets addresses without streams


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield b""


def event(topic: str, n: int) -> bytes:
    """One server-sent event."""
    data = msgspec.json.encode({"topic": topic, "n": n})
    return b"id: %d\nevent: news\ndata: %b\n\n" % (n, data)
