"""What the house takes from outside: time, chance and mail, each of which a test may supply."""

import logging
import secrets
import time
from collections.abc import Callable
from threading import Lock
from typing import Protocol

from dragoman.errors import DragomanError

LOG = logging.getLogger(__name__)


class Clock(Protocol):
    """A clock that shows milliseconds of UTC."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class Rng(Protocol):
    """A source of chance."""

    def randbytes(self, n: int) -> bytes:
        """Some random bytes."""
        ...


class Mailer(Protocol):
    """Something that sends a mail."""

    def send(self, address: str, subject: str, text: str) -> None:
        """Send a mail, or raise an error."""
        ...


class SteadyClock:
    """The computer's clock as it was at the start, gone on from by elapsed time.

    If somebody sets the computer's clock while the house runs, no deadline comes early or twice.
    """

    def __init__(self) -> None:
        self._offset = time.time_ns() - _elapsed()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return (self._offset + _elapsed()) // 1_000_000


class SharedClock:
    """The clock of what several hosts share, so that all of them judge at the same time.

    It is asked at the start and every minute; in between one's own clock goes on from there.
    """

    def __init__(self, shared: Callable[[], int], own: Clock | None = None) -> None:
        self._shared, self._own = shared, own or SteadyClock()
        self._ahead, self._asked = 0, -1
        self._lock = Lock()
        self._compare()

    def now(self) -> int:
        """Milliseconds since 1970."""
        own = self._own.now()
        if own - self._asked >= COMPARED and self._lock.acquire(blocking=False):
            try:
                self._compare()
            except DragomanError:
                LOG.warning("the shared clock cannot be asked now: one's own goes on")
            finally:
                self._lock.release()
        return self._own.now() - self._ahead

    def _compare(self) -> None:
        """Note how far one's own clock is ahead of the shared one, and say so if it is much."""
        before = self._own.now()
        # Asked first, so that a clock that cannot be reached is not asked again at once.
        self._asked = before
        shared = self._shared()
        ahead = (before + self._own.now()) // 2 - shared
        if abs(ahead) > REPORTED and abs(ahead - self._ahead) > REPORTED // 2:
            way = "ahead of" if ahead > 0 else "behind"
            LOG.warning(
                "this computer's clock is %.1f s %s that of the database, which decides deadlines",
                *(abs(ahead) / 1000, way),
            )
        self._ahead = ahead


COMPARED, REPORTED = 60_000, 1000
"""How often clocks are compared, and from which difference on it is said, in milliseconds."""


def _elapsed() -> int:
    """Nanoseconds that also count while the computer sleeps, where the system can say."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class SystemRng:
    """Chance for secrets, from the operating system."""

    def randbytes(self, n: int) -> bytes:
        """Some random bytes."""
        return secrets.token_bytes(n)


class NoMailer:
    """A house without mail."""

    def send(self, address: str, subject: str, text: str) -> None:
        """Send nothing."""


ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of ids: none is taken for another."""


def new_id(rng: Rng, length: int = 12) -> str:
    """An id that nobody guesses: 59 bits in twelve letters."""
    number = int.from_bytes(rng.randbytes(length + 4), "big")
    letters = []
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def new_secret(rng: Rng) -> str:
    """The text of a secret link: 160 bits."""
    return rng.randbytes(20).hex()
