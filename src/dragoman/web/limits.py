"""Limits: how often somebody may do something, as buckets that fill again with time."""

import threading
from collections import OrderedDict
from typing import Protocol

from msgspec import Struct

from dragoman.store.interface import Store, Taken, Test
from dragoman.store.rows import Bucket

MILLI = 1000


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
        self._buckets: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def take(self, rate: Rate, key: str, now: int) -> int:
        """Take one of a bucket; how many milliseconds to wait, 0 if there was one."""
        name = f"{rate.name}:{key}"
        with self._lock:
            tokens, at = self._buckets.pop(name, (rate.times * MILLI, now))
            tokens = refilled(rate, tokens, now - at)
            enough = tokens >= MILLI
            self._buckets[name] = (tokens - MILLI if enough else tokens, now)
            while len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        return 0 if enough else wait(rate, tokens)


class StoreLimiter:
    """Buckets that several processes share."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def take(self, rate: Rate, key: str, now: int) -> int:
        """Take one of a bucket; how many milliseconds to wait, 0 if there was one."""
        name = f"{rate.name}:{key}"
        with self._store.write() as tx:
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
            tx.change(Bucket, {"key": name}, tokens=left, at=max(now, row.at))
        return 0 if enough else wait(rate, tokens)

    def sweep(self, now: int) -> None:
        """Forget buckets that have been full for a day."""
        with self._store.write() as tx:
            tx.drop(Bucket, Test("at", "<", now - 86_400_000))
