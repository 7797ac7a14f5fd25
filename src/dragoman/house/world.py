"""What the house takes from outside: time, chance and mail, each of which a test may supply."""

import secrets
import time
from typing import Protocol


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
