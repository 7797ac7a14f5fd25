"""Workers: processes that do for guests what may take long, so that it can be ended in time.

A worker is ended when its time is over, and when nobody waits for its answer any more; another
takes its place, and its time is counted only once it has read the rules.
"""

import os
from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from dragoman.house.limits import WAITING, HungUp, TookTooLong

T = TypeVar("T")
MEMORY = 1024 * 1024 * 1024
"""The memory that a worker may use."""


class Workers:
    """A few such processes, started when they are first needed."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._lock, self._pool = Lock(), self._new_pool()

    def _new_pool(self) -> ProcessPool:
        # New interpreters, as a fork of many threads may hold the locks of any of them for ever.
        return ProcessPool(self.most, initializer=begin, context=get_context("spawn"))

    def do(self, work: Callable[..., T], *given: Any) -> T:
        """What the work answers, if it does so in time and while somebody waits for it."""
        patience, future = WAITING.get(), self._begun(work, given)
        if patience is not None:
            patience.then(future.cancel)
        try:
            return future.result()
        except TimeoutError as error:
            raise TookTooLong(f"this takes longer than {self.seconds:g} seconds") from error
        except CancelledError as error:
            raise HungUp from error
        except (ProcessExpired, BrokenProcessPool) as error:
            raise MemoryError("a worker died") from error

    def _begun(self, work: Callable[..., T], given: tuple[Any, ...]) -> ProcessFuture[T]:
        with self._lock:
            # A pool ends if a worker dies that had nothing to do, such as for want of memory.
            if not self._pool.active:
                self._pool = self._new_pool()
            return self._pool.schedule(work, given, timeout=self.seconds)

    def close(self) -> None:
        """End all workers."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()


def begin() -> None:
    """What a worker does first: it ends with the server, keeps to its share, reads the rules."""
    Thread(target=_end_with_server, daemon=True).start()
    _limit_memory()
    import dragoman.contract  # noqa: F401


def _end_with_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _limit_memory() -> None:
    """Let the process take no more than its share, where the system can do that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
