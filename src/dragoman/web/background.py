"""The background: what each process does again and again, every chore in a thread of its own.

A mail server that is slow to answer, or a bot that thinks long, must not keep a deadline waiting.
"""

import logging
import threading
from collections.abc import Callable, Sequence

from dragoman.store.interface import StoreDown

LOG = logging.getLogger("dragoman.background")


class Background:
    """Runs a few chores again and again; one that fails is logged and tried again.

    A chore is given with the seconds between two rounds; with none, it is also done when woken.
    """

    def __init__(self, chores: Sequence[tuple[float, Callable[[], object]]], pause: float = 0.25):
        self._ended = threading.Event()
        self._rounds = [_Round(chore, every, pause, self._ended) for every, chore in chores]

    def start(self) -> None:
        """Begin."""
        for each in self._rounds:
            each.start()

    def wake(self) -> None:
        """Look at once whether something is due."""
        for each in self._rounds:
            if not each.every:
                each.woken.set()

    def stop(self) -> None:
        """End after the chores that are being done."""
        self._ended.set()
        for each in self._rounds:
            each.woken.set()
        for each in self._rounds:
            if each.is_alive():
                each.join(10)


class _Round(threading.Thread):
    """One chore, done again and again."""

    def __init__(
        self, chore: Callable[[], object], every: float, pause: float, ended: threading.Event
    ) -> None:
        super().__init__(name="background", daemon=True)
        self.chore, self.every, self.pause, self.ended = chore, every, pause, ended
        self.woken = threading.Event()

    def run(self) -> None:
        """Do the chore until all is over."""
        while not self.ended.is_set():
            self.woken.clear()
            self.do()
            self.woken.wait(self.every or self.pause)

    def do(self) -> None:
        """Do the chore once; whatever happens, it will be done again."""
        try:
            self.chore()
        except StoreDown as error:
            LOG.error("the store is down: %s", error)
            self.ended.wait(1)
        except Exception:
            LOG.exception("a chore failed")
