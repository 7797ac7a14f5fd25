"""Lots: chance that a record can repeat."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

from dragoman.errors import RequestError

T = TypeVar("T")


class Lots:
    """A source of draws, decided by a seed or read back from a record; it keeps what was drawn."""

    def __init__(self, seed: str, given: Iterable[int] = ()) -> None:
        self._seed = seed
        self._given = list(given)
        self.drawn: list[int] = []

    def draw(self, among: int) -> int:
        """A number from 0 to `among` - 1."""
        turn = len(self.drawn)
        if turn < len(self._given):
            number = self._given[turn]
            if not 0 <= number < among:
                raise RequestError(f"lots[{turn}]: {number} is not from 0 to {among - 1}")
        else:
            digest = sha256(f"{self._seed}/{turn}".encode()).digest()
            number = int.from_bytes(digest[:8], "big") % among
        self.drawn.append(number)
        return number

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order decided by lot."""
        pool = list(items)
        return [pool.pop(self.draw(len(pool))) for _ in range(len(pool))]
