"""Work that may take only so long, so that one game, or one guest, cannot stop the house.

What may take long is done by worker processes, which are ended when its time is over or when nobody
waits for it. What only looks stops at its next step through the house once its asker has gone.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from typing import Any, TypeVar

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
