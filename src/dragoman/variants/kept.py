"""What was made of files is kept while those files stay as they were.

Whatever looks for a file says so here, so that what is kept knows every file that it was made of,
and also those that were looked for and were not there: one that appears would be found first.
"""

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")

SHIPPED = Path(__file__).parents[1]
"""Where the files lie that come with the program."""

REST = 0.5
"""For how many seconds those are taken to be as they were when they were last looked at."""

Stamp = tuple[int, int, int] | None
"""When a file was written, how long it is, and its number; none where there is no file."""

Stamps = dict[str, Stamp]

GRAIN = 100_000_000
"""Nanoseconds within which two writings of a file may bear one time."""

_looked_at: ContextVar[Stamps | None] = ContextVar("looked_at", default=None)


def stamp(path: str | Path) -> Stamp:
    """The stamp of a file as it is now."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def looked_at(path: Path) -> Path:
    """The path, noted as one that what is being made depends on."""
    stamps = _looked_at.get()
    if stamps is not None:
        stamps.setdefault(str(path), stamp(path))
    return path


@contextmanager
def looking() -> Iterator[Stamps]:
    """Every file that is looked at meanwhile, with its stamp."""
    stamps: Stamps = {}
    token = _looked_at.set(stamps)
    try:
        yield stamps
    finally:
        _looked_at.reset(token)


def unchanged(stamps: Stamps) -> bool:
    """Whether all files are as they were."""
    for path, was in stamps.items():
        # That one is still missing is learned more quickly than by asking for its stamp in vain.
        if (was or os.access(path, os.F_OK)) and stamp(path) != was:
            return False
    return True


def is_settled(stamps: Stamps) -> bool:
    """Whether no file was written so lately that another writing could bear the same time."""
    newest = max((was[0] for was in stamps.values() if was), default=0)
    return newest + GRAIN < time.time_ns()


class Kept(Struct, Generic[T]):
    """A thing made of files, and until when they need not be looked at again."""

    made: T
    stamps: Stamps
    until: float = 0

    def holds(self, now: float, home: str) -> bool:
        """Whether its files are as they were: those of a variant of one's own this very moment."""
        if now < self.until:
            return True
        if not unchanged(self.stamps):
            return False
        if all(path.startswith(home) for path in self.stamps):
            self.until = now + REST
        return True


class FileCache(Generic[T]):
    """So many things made of files, those kept that were asked for last.

    Files under `home` change only where somebody works on the program or puts a newer one in its
    place. To ask the file system after them at every request would be a thirtieth of its cost.
    """

    def __init__(
        self, most: int, home: Path = SHIPPED, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.home, self.clock = most, str(home) + os.sep, clock
        self.lock = Lock()
        self.rows: OrderedDict[Hashable, Kept[T]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under a key, made anew if a file has changed."""
        with self.lock:
            found = self.rows.get(key)
            if found:
                self.rows.move_to_end(key)
        if found and found.holds(self.clock(), self.home):
            return found.made
        with looking() as stamps:
            made = make()
        if is_settled(stamps):
            self.put(key, made, stamps)
        return made

    def put(self, key: Hashable, made: T, stamps: Stamps) -> None:
        """Keep a thing, and let go of what was not asked for longest."""
        with self.lock:
            self.rows[key] = Kept(made, stamps)
            self.rows.move_to_end(key)
            while len(self.rows) > self.most:
                self.rows.popitem(last=False)
