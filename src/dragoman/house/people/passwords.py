"""Passwords: which are good enough, and how they are kept (argon2id, as OWASP advises)."""

import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from dragoman.house.errors import Invalid, TooMany

SHORTEST, LONGEST = 8, 256
"""How many letters a password may have; fifteen are advised."""
MEMORY, ROUNDS = 19 * 1024, 2
"""What one hash costs: 19 MiB, gone through twice."""


@cache
def commonest() -> frozenset[str]:
    """The 3,000 commonest passwords that are long enough."""
    text = (files("dragoman.house.people") / "common_passwords.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("# "))


def check_password(password: str, name: str = "", email: str = "") -> str:
    """A password, if it is good enough: long, not among the commonest, not one's own name."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(
            f"use {SHORTEST} to {LONGEST} letters or signs, better 15 or more: a few words will do",
            "password",
        )
    plain = password.casefold().strip()
    if plain in commonest() or len(set(plain)) < 3:
        raise Invalid("this password is among the commonest; use another", "password")
    if plain in {name.casefold(), email.casefold(), email.partition("@")[0].casefold()}:
        raise Invalid("this password is your own name; use another", "password")
    return password


class Passwords:
    """Hashes passwords, two at a time; when too many wait, the next is asked to come again."""

    def __init__(self, at_once: int = 2, waiting: int = 16) -> None:
        # Imported here: who only judges needs no argon2.
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher(ROUNDS, MEMORY, 1)
        self._gate = threading.BoundedSemaphore(at_once)
        self._most = at_once + waiting
        self._inside = 0
        self._count = threading.Lock()
        self._dummy = self._hasher.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        with self._turn():
            return self._hasher.hash(_normal(password))

    def verify(self, kept: str, password: str) -> bool:
        """Whether a password is the one that was kept; where none was, it takes as long."""
        from argon2.exceptions import InvalidHashError, VerificationError

        with self._turn():
            try:
                return self._hasher.verify(kept or self._dummy, _normal(password)) and bool(kept)
            except (VerificationError, InvalidHashError):
                return False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        with self._count:
            if self._inside >= self._most:
                raise TooMany("many people are logging in just now: try again in a few seconds")
            self._inside += 1
        try:
            with self._gate:
                yield
        finally:
            with self._count:
                self._inside -= 1


def _normal(password: str) -> str:
    """A password as every keyboard means it."""
    return unicodedata.normalize("NFKC", password)


@cache
def passwords() -> Passwords:
    """The one keeper of passwords in this process."""
    return Passwords()
