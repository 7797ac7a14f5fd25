"""Work that may take only so long, so that one poisoned game cannot stop the house."""

import ctypes
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class TookTooLong(Exception):
    """The work was not done in its time."""


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
    """What the work answers, if it does so in time; else it is broken off."""
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
