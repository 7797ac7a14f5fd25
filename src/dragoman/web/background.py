"""The background: one thread in each process that does what is due."""

import logging
import threading
from collections.abc import Callable, Sequence

from dragoman.store.interface import StoreDown

LOG = logging.getLogger("dragoman.background")


class Background:
    """Runs a few chores again and again; one that fails is logged and does not stop the others."""

    def __init__(self, chores: Sequence[tuple[float, Callable[[], object]]], pause: float = 0.25):
        self._chores = chores
        self._pause = pause
        self._ended = threading.Event()
        self._woken = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Look at once whether something is due."""
        self._woken.set()

    def stop(self) -> None:
        """End after the chore that is being done."""
        self._ended.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(10)

    def _run(self) -> None:
        waits = [0.0] * len(self._chores)
        while not self._ended.is_set():
            for n, (every, chore) in enumerate(self._chores):
                waits[n] -= self._pause
                if waits[n] <= 0 and not self._ended.is_set():
                    waits[n] = every
                    self._do(chore)
            self._woken.wait(self._pause)
            self._woken.clear()

    def _do(self, chore: Callable[[], object]) -> None:
        try:
            chore()
        except StoreDown as error:
            LOG.error("the store is down: %s", error)
            self._ended.wait(1)
        except Exception:
            LOG.exception("a chore failed")
