"""Limits: how often somebody may do something, as buckets that fill again with time."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

from anyio import CapacityLimiter
from cachetools import LRUCache
from msgspec import Struct

from dragoman.store.base import by_itself
from dragoman.store.interface import Store, Taken, Test
from dragoman.store.rows import Bucket
from dragoman.web.faults import Wrong

MILLI = 1000
GUESS = 0.05
"""How many seconds a request is thought to take until it is known."""
FURTHEST = 1.0
"""By how many seconds of work somebody comes after others at most, however much he had."""
MOST_CLOCKS = 10_000
"""Of how many addresses it is known how much time they took."""


class Rate(Struct, frozen=True):
    """So many times in so many seconds, all at once if one likes."""

    name: str
    times: int
    seconds: int = 60

    @property
    def gain(self) -> float:
        """Thousandths that a bucket gains in a millisecond."""
        return self.times / self.seconds


LOGIN_NAME = Rate("login", 5)
LOGIN_ADDRESS = Rate("logins", 20)
ACCOUNTS = Rate("accounts", 20, 3600)
MAILS = Rate("mails", 5, 3600)
PRESS = Rate("press", 30)
ORDERS = Rate("orders", 60)
CHANGES = Rate("changes", 120)
TABLES = Rate("tables", 30, 3600)
JUDGE = Rate("judge", 120)
PICTURES = Rate("pictures", 90)
REPLAYS = Rate("replays", 6)
SAVES = Rate("saves", 240)
CRAFTS = Rate("crafts", 240)
READS = Rate("reads", 1200)
"""For every look at anything, by address and in each process: a class of thirty at one address."""


class Limiter(Protocol):
    """Something that counts."""

    def take(self, rate: Rate, key: str, now: int) -> int:
        """Take one of a bucket; how many milliseconds to wait, 0 if there was one."""
        ...


def refilled(rate: Rate, tokens: int, since: int) -> int:
    """What a bucket holds after some milliseconds, in thousandths."""
    return min(rate.times * MILLI, tokens + int(max(0, since) * rate.gain))


def wait(rate: Rate, tokens: int) -> int:
    """How many milliseconds until a bucket holds one again."""
    return max(1, int((MILLI - tokens) / rate.gain) + 1)


class MemoryLimiter:
    """Buckets of one process."""

    def __init__(self, most: int = 100_000) -> None:
        self._buckets: LRUCache[str, tuple[int, int]] = LRUCache(most)
        self._lock = threading.Lock()

    def take(self, rate: Rate, key: str, now: int) -> int:
        """Take one of a bucket; how many milliseconds to wait, 0 if there was one."""
        name = f"{rate.name}:{key}"
        with self._lock:
            tokens, at = self._buckets.pop(name, (rate.times * MILLI, now))
            tokens = refilled(rate, tokens, now - at)
            enough = tokens >= MILLI
            self._buckets[name] = (tokens - MILLI if enough else tokens, now)
        return 0 if enough else wait(rate, tokens)


class AddressQueue(Struct):
    """Those of one address who have come: how many, and who of them are let through."""

    gate: asyncio.Semaphore
    many: int = 0


class Turnstile:
    """Lets a few requests of each address through at a time; its others wait in their own line.

    So nobody waits for the many requests of another, but for a few of each at most.
    """

    def __init__(self, each: int, longest: int) -> None:
        self._each, self._longest = each, longest
        self._lines: dict[str, AddressQueue] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """One's turn among those of the same address."""
        line = self._lines.setdefault(address, AddressQueue(asyncio.Semaphore(self._each)))
        if line.many >= self._longest:
            raise Wrong(429, "too many requests of yours are waiting already", again=1)
        line.many += 1
        try:
            async with line.gate:
                yield
        finally:
            line.many -= 1
            if not line.many:
                del self._lines[address]


class Slots:
    """A few threads for work, given first to the address that has had least of them lately.

    Each address has a clock, which goes on as long as work is done for it. Whose clock is behind
    comes first; after a pause it is set to that of the last who was let through. So somebody's page
    waits for what is being done, not for all that others ask for.
    """

    def __init__(self, most: int) -> None:
        self.threads = CapacityLimiter(most)
        self._free, self._now, self._numbers = most, 0.0, count()
        self._clocks: LRUCache[str, float] = LRUCache(MOST_CLOCKS)
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """A thread for some work of an address."""
        start = min(max(self._now, self._clocks.get(address, 0.0)), self._now + FURTHEST)
        self._clocks[address] = start + GUESS
        await self._wait(start)
        self._now = max(self._now, start)
        begun = time.monotonic()
        try:
            yield
        finally:
            took = time.monotonic() - begun
            self._clocks[address] = self._clocks.get(address, start) + took - GUESS
            self._pass_on()

    async def _wait(self, start: float) -> None:
        if self._free:
            self._free -= 1
            return
        ready = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (start, next(self._numbers), ready))
        try:
            await ready
        except asyncio.CancelledError:
            if not ready.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Let the next one have a thread that is free again."""
        while self._waiting:
            ready = heappop(self._waiting)[2]
            if not ready.done():
                ready.set_result(None)
                return
        self._free += 1


class StoreLimiter:
    """Buckets that several processes share."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def take(self, rate: Rate, key: str, now: int) -> int:
        """Take one of a bucket; how many milliseconds to wait, 0 if there was one."""
        name = f"{rate.name}:{key}"
        # That one has come is not yet that anything was done for him.
        with by_itself(), self._store.write() as tx:
            row = tx.lock(Bucket, key=name)
            if row is None:
                try:
                    tx.add(Bucket(key=name, tokens=rate.times * MILLI - MILLI, at=now))
                except Taken:
                    row = tx.lock(Bucket, key=name)
                if row is None:
                    return 0
            tokens = refilled(rate, row.tokens, now - row.at)
            enough = tokens >= MILLI
            left = tokens - MILLI if enough else tokens
            # Of a clock that was ahead and is right again, nobody has to wait for the time it gave.
            tx.change(Bucket, {"key": name}, tokens=left, at=now)
        return 0 if enough else wait(rate, tokens)


def sweep(store: Store, now: int) -> None:
    """Forget what was counted a day ago, of visits and of mails."""
    with store.write() as tx:
        tx.drop(Bucket, Test("at", "<", now - 86_400_000))
