"""What every arena offers, and the legal orders as it tells them."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from dragoman.model import Seat, State
from dragoman.rules import Variant

Rows = Any
"""Rows of integers, one a game: one array where the loops are compiled, else lists."""


class Legal(Struct, frozen=True):
    """Every legal order of every subject of every game that is being played.

    The orders of row r are `orders[starts[r]:starts[r + 1]]`, of the subject `subjects[r]` in the
    game `games[r]`; `due[r]` is how many are due, negative where they are removals. A listing is
    good until the arena is asked for something else: its room is used again.
    """

    orders: Sequence[int]
    starts: Sequence[int]
    games: Sequence[int]
    subjects: Sequence[int]
    due: Sequence[int]

    def row(self, at: int) -> Sequence[int]:
        """The orders of one row."""
        return self.orders[self.starts[at] : self.starts[at + 1]]


class Compilation(Struct, frozen=True):
    """Whether the games run compiled, and the questions whose answers do not."""

    machine: bool
    left_out: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.machine and not self.left_out


class Arena(Protocol):
    """Many games of a variant at once.

    Orders of a phase are rows of cells, one row a game; 0 leaves a cell to the rules. What the
    arena does is what the judge does, in every position, verdict and legal list.
    """

    variant: Variant
    games: int
    compiled: Compilation

    @property
    def names(self) -> Sequence[tuple[str, str]]:
        """The outcome and the reason's code of each number that `verdicts` tells."""
        ...

    def legal(self) -> Legal:
        """Every legal order of the games that are being played."""
        ...

    def fill(self, legal: Legal, picks: Sequence[Sequence[int]]) -> Rows:
        """Rows of orders from the places that were picked in each row of a listing."""
        ...

    def random(self) -> Rows:
        """Orders drawn evenly from the legal ones."""
        ...

    def step(self, orders: Rows) -> None:
        """Judge a phase of every game that is being played."""
        ...

    def verdicts(self) -> Rows:
        """What came of the orders of the last step, by their cells, as numbers of `names`."""
        ...

    def playing(self) -> list[int]:
        """The games that have not ended."""
        ...

    def renew(self) -> list[int]:
        """Begin anew the games that have ended; which they were."""
        ...

    def position(self, game: int) -> State:
        """The position of a game, as the judge would have it."""
        ...

    def place(self, game: int, state: State) -> None:
        """Go on with a game from a position."""
        ...

    def orders(self, game: int, row: Sequence[int]) -> dict[Seat, list[str]]:
        """A row of orders as text, by seat."""
        ...

    def read(self, game: int, lines: dict[Seat, list[str]]) -> list[int]:
        """A row of orders from text; what is impossible is left out."""
        ...
