"""What every arena offers, and the legal orders as it tells them."""

from collections.abc import Iterator, Mapping, Sequence
from operator import index
from typing import Any, Protocol

from msgspec import Struct

from dragoman.errors import RequestError, shown
from dragoman.model import Seat, State
from dragoman.record.checks import checked
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

    def picked(self, picks: Sequence[Sequence[int]]) -> Iterator[tuple[int, list[int]]]:
        """Each row with the orders that were picked in it; refused if there are no such picks."""
        if len(picks) != len(self.games):
            wanted = f"picks for each of the {len(self.games)} rows of the listing"
            raise RequestError(f"there must be {wanted}, not for {len(picks)}")
        for at, chosen in enumerate(picks):
            row, due = self.row(at), max(1, abs(int(self.due[at])))
            try:
                places = [index(k) for k in chosen]
            except TypeError:
                raise RequestError(f"row {at}: {shown(chosen)} is no list of places") from None
            wrong = [k for k in places if not 0 <= k < len(row)]
            if wrong or len(places) > due:
                has = f"it has {len(row)} orders, of which at most {due} are picked"
                raise RequestError(f"row {at}: {shown(places)} cannot be picked: {has}")
            yield at, [row[k] for k in places]


class Compilation(Struct, frozen=True):
    """Whether the games run compiled, and the questions whose answers do not."""

    machine: bool
    left_out: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.machine and not self.left_out


def game_at(game: int, games: int) -> int:
    """The number of a game, if there is one of that number."""
    if not hasattr(game, "__index__") or not 0 <= game < games:
        raise RequestError(f"there is no game {shown(game)}: they are 0 to {games - 1}")
    return game


def fitting(variant: Variant, state: State) -> State:
    """A position, if it is one of a variant."""
    if not isinstance(state, State):
        raise RequestError(f"a position is needed, not {shown(state)}")
    return checked(variant, state)


def lines_of(
    lines: dict[Seat, list[str]], seats: Sequence[Seat]
) -> Iterator[tuple[Seat, list[str]]]:
    """Each seat with its lines of text; refused if there is no such seat, or no such lines."""
    if not isinstance(lines, Mapping):
        raise RequestError(f"lines of text are given by seat, not as {shown(lines)}")
    for seat, texts in lines.items():
        if seat not in seats:
            raise RequestError(f"there is no seat {shown(seat)}: there are {', '.join(seats)}")
        if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
            raise RequestError(f"the orders of {seat} must be a list of lines, not {shown(texts)}")
        yield seat, texts


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

    def step(self, orders: Rows, *, checked: bool = True) -> None:
        """Judge a phase of every game that is being played.

        Orders that are not possible are refused, and then nothing is judged. Who knows that all are
        possible may leave that out.
        """
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
