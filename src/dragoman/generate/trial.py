"""Boards tried out: the laboratory plays them, and centers are moved until the seats are even."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.generate.build import Generated, Wanted, generate
from dragoman.importing.write import write
from dragoman.lab.balance import BORDERS, Balance
from dragoman.lab.play import GameRow
from dragoman.lab.schedule import Here
from dragoman.lab.setup import Setup
from dragoman.lab.summary import balance_of


class Tried(Struct, frozen=True):
    """A board, what the laboratory found, and what each power got, in equal shares."""

    made: Generated
    balance: Balance
    shares: tuple[float, ...]

    @property
    def uneven(self) -> float:
        """How far seats differ; 0 is even."""
        return self.balance.variation.value


def evened(
    wishes: Wanted,
    games: int,
    tries: int,
    place: Path,
    tell: Callable[[Tried], None] = lambda tried: None,
) -> Tried:
    """The board of a seed with its centers moved until games say that it is even.

    It keeps the change that was best so far, until the word for it is even or there were enough
    tries. The verdict is that of further games, as the best of many is lucky too.
    """
    best = tried_out(generate(wishes), games, place)
    tell(best)
    for _ in range(tries - 1):
        if best.uneven < BORDERS[0]:
            break
        tried = tried_out(best.made.again(best.shares), games, place)
        if tried.uneven < best.uneven:
            best = tried
            tell(best)
    return tried_out(best.made, games, place, seed=1)


def tried_out(made: Generated, games: int, place: Path, seed: int = 0) -> Tried:
    """What so many games say of a board, which is written to a place."""
    write(made.board, place)
    setup = Setup(made.board.id, folders=(str(place),), seed=seed).sealed()
    rows = [msgspec.json.decode(line, type=GameRow) for line in Here().rows(setup, range(games))]
    return Tried(made, balance_of(rows), shares_of(made, rows))


def shares_of(made: Generated, rows: Sequence[GameRow]) -> tuple[float, ...]:
    """What each power got, in equal shares; never nothing, as games are few."""
    found = dict.fromkeys((nation.name for nation in made.board.nations), 0.1)
    for row in rows:
        for seat in row.seats:
            found[seat.seat] += seat.points
    return tuple(points * len(found) / sum(found.values()) for points in found.values())
