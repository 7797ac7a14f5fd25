"""Work that may take only so long, so that one game, or one guest, cannot stop the house.

What the house judges by itself is broken off in its thread. What guests ask for is done as long as
they wait: it stops at its next step through the house once they have gone, or in a worker process
that is ended.
"""

import ctypes
import time
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class TookTooLong(Exception):
    """The work was not done in its time."""


class HungUp(Exception):
    """Whoever asked for the work does not wait for it any more."""


class Patience:
    """How long somebody waits for an answer: until a time, or until he is gone."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self._ends = seconds, time.monotonic() + seconds
        self._gone, self._lock = False, Lock()
        self._then: list[Callable[[], object]] = []

    def check(self) -> None:
        """Raise an error if nobody waits any more."""
        if self._gone:
            raise HungUp
        if time.monotonic() > self._ends:
            raise TookTooLong(f"this takes longer than {self.seconds:g} seconds")

    def leave(self) -> None:
        """Whoever waited is gone: end what is done for him."""
        with self._lock:
            self._gone, then = True, self._then
            self._then = []
        for act in then:
            act()

    def then(self, act: Callable[[], object]) -> None:
        """What to do once whoever waits is gone; at once if he is."""
        with self._lock:
            if not self._gone:
                self._then.append(act)
                return
        act()


WAITING: ContextVar[Patience | None] = ContextVar("waiting", default=None)
"""The patience of whoever waits for what is being done."""


def go_on() -> None:
    """Between two steps of work: raise an error if nobody waits for the rest."""
    patience = WAITING.get()
    if patience is not None:
        patience.check()


def at_once(work: Callable[..., T], *given: Any) -> T:
    """What the work answers, done here; a server has it done by workers that can be ended."""
    return work(*given)


class _Work(Thread, Generic[T]):
    """Work in a thread of its own, with what it came to."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True, name="limited")
        self.work = work
        self.done: list[T] = []
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Do the work, and keep its result or its error."""
        try:
            self.done.append(self.work())
        except BaseException as error:
            self.failed = error


def limited(milliseconds: int, work: Callable[[], T]) -> T:
    """What the work answers, if it does so in time; else it is broken off.

    A worker process would cost each phase of Standard four times its own time, so this stays here.
    """
    thread = _Work(work)
    thread.start()
    thread.join(milliseconds / 1000)
    if thread.is_alive():
        _break_off(thread)
        raise TookTooLong(f"not done in {milliseconds} ms")
    if thread.failed is not None:
        raise thread.failed
    return thread.done[0]


def _break_off(thread: Thread) -> None:
    """Raise an error inside a thread, at its next step in Python."""
    if thread.ident is not None:
        ident, error = ctypes.c_ulong(thread.ident), ctypes.py_object(TookTooLong)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, error)
        thread.join(1.0)
