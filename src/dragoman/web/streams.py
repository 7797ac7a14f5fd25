"""Streams: server-sent events that say only that something is new; clients then ask for it.

An event's data is `{"topic": …, "n": …}` with the number of the table's last event, nothing more.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from dragoman.house.accounts import known
from dragoman.store.interface import GAP
from dragoman.web.faults import Wrong
from dragoman.web.hub import CLOSE, Ear, Hub
from dragoman.web.serving import Desk, token_of

RETRY = b"retry: 2000\n\n"
BEAT = b": beat\n\n"


class Streams:
    """The streams of one process."""

    def __init__(self, desk: Desk, hub: Hub) -> None:
        self.desk, self.hub = desk, hub
        self._from: Counter[str] = Counter()

    async def open(
        self, request: Request, allowed: Callable[[str | None], int], topic: str
    ) -> Response:
        """A stream of a topic, for somebody who may hear it; `allowed` gives the last number."""
        settings, address = self.desk.settings, self.desk.address(request)
        token = token_of(request, settings)
        login = await run_in_threadpool(known, self.desk.house, token)
        who = login.account.id if login else None
        n = await run_in_threadpool(allowed, who)
        if self.hub.open >= settings.most_streams or self._from[address] >= settings.streams_each:
            raise Wrong(429, "too many live streams are open: close one", again=30)
        ear = self.hub.join((topic, *((f"account:{who}",) if who else ())))
        self._from[address] += 1

        def let_go() -> None:
            self.hub.leave(ear)
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

        follow = _Follow(self, ear, token, who, allowed, topic)
        return _Stream(follow.events(n), let_go)


class _Stream(StreamingResponse):
    """A stream that lets go of what it holds, however it ends."""

    def __init__(self, events: AsyncIterator[bytes], let_go: Callable[[], None]) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(events, 200, headers, "text/event-stream")
        self.let_go = let_go

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.let_go()


class _Follow:
    """One stream as it goes on."""

    def __init__(
        self,
        streams: Streams,
        ear: Ear,
        token: str,
        who: str | None,
        allowed: Callable[[str | None], int],
        topic: str,
    ) -> None:
        self.streams, self.ear, self.token, self.who = streams, ear, token, who
        self.allowed, self.topic = allowed, topic

    async def events(self, n: int) -> AsyncIterator[bytes]:
        """What the stream says: where the table stands, then every news of it."""
        yield RETRY + event(self.topic, n)
        beat = self.streams.desk.settings.stream_beat
        while not self.streams.hub.closed:
            news = await self.ear.next(beat)
            if CLOSE in news:
                return
            if not news:
                yield BEAT
                continue
            now = await run_in_threadpool(self.still)
            if now is None:
                return
            if GAP in news or self.topic in news:
                yield event(self.topic, now)

    def still(self) -> int | None:
        """The last number, if the listener may still hear it."""
        login = known(self.streams.desk.house, self.token)
        if (login.account.id if login else None) != self.who:
            return None
        try:
            return self.allowed(self.who)
        except Exception:  # whatever the reason, the next request will tell it
            return None


def event(topic: str, n: int) -> bytes:
    """One server-sent event."""
    data = msgspec.json.encode({"topic": topic, "n": n})
    return b"id: %d\nevent: news\ndata: %b\n\n" % (n, data)
