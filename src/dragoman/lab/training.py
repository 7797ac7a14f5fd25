"""Games from which a value is learned: `greedy` against itself, and what positions looked like.

In the arena where it is compiled, else by the judge; the numbers are the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from dragoman.bots.features import Array, Positions, features, moment_of
from dragoman.bots.reading import PositionReader, RowReader
from dragoman.lab.arena import ArenaGames, in_arena
from dragoman.lab.play import GamePlay, GameRow, Laboratory
from dragoman.lab.setup import Setup
from dragoman.model import MOVEMENT, Ballot, Resolution
from dragoman.rules import Ask
from dragoman.sim import codes
from dragoman.sim.codes import RESULT, STAGE


class Lesson(Struct, frozen=True):
    """A finished game: its positions by movement phase, seat and number, and what seats got."""

    numbers: Array
    points: Array


def lesson_of(row: GameRow, seen: Sequence[Array]) -> Lesson:
    """What is to be learned from a game that was played."""
    points = np.array([seat.points for seat in row.seats])
    return Lesson(np.array(seen, np.float32), points)


class _Watched(GamePlay):
    """A game of the judge whose positions are noted."""

    def __init__(self, lab: Laboratory, number: int, reader: PositionReader) -> None:
        super().__init__(lab, number)
        self.reader, self.seen = reader, list[Array]()

    def watch(self, ask: Ask, ballots: list[Ballot], judged: Resolution) -> None:
        """Note what a movement phase left."""
        super().watch(ask, ballots, judged)
        if ask.state.phase.kind == MOVEMENT:
            self.note(ask, self.reader.read(ask, [judged.left]))

    def note(self, ask: Ask, positions: Positions) -> None:
        """Note the numbers of a position."""
        self.seen.append(features(self.reader.board(ask), positions, moment_of(ask))[0])


class WatchedGames(ArenaGames):
    """Games of the arena; what orders lead to is noted before they are judged."""

    def __init__(self, lab: Laboratory, reader: PositionReader, **how: Any) -> None:
        super().__init__(lab, **how)
        self.reader, self.watched = reader, list[_Watched]()
        self.row_reader = RowReader(reader, self.arena.tables, Ask(lab.variant, self.arena.first))

    def begin(self, number: int) -> GamePlay:
        """A game whose positions are noted, whoever plays it to its end."""
        self.watched.append(_Watched(self.lab, number, self.reader))
        return self.watched[-1]

    def orders(self) -> Any:
        """What all bots order in all games."""
        found = super().orders()
        for n, play in enumerate(self.watched):
            state = self.arena.states[n]
            if not state[RESULT] and state[STAGE] == codes.MOVEMENT:
                ask = Ask(self.variant, self.arena.position(n))
                play.note(ask, self.row_reader.read(ask, self.after(n, found[n])))
        return found

    def lessons(self, numbers: Sequence[int]) -> list[Lesson]:
        """What is to be learned from the games of some numbers."""
        self.watched = []
        rows = self.play(numbers)
        return [lesson_of(row, play.seen) for row, play in zip(rows, self.watched, strict=True)]

    def after(self, n: int, orders: Any) -> Any:
        """The row that a movement phase leaves of a game."""
        arena = self.arena
        states, rows = arena.rows_of([arena.states[n]]), arena.rows_of([orders])
        arena.act(states, rows, arena.rows_of([arena.verdict_rows[n]]))
        return np.array(states)


class Lessons:
    """Plays games of a setup and notes their positions."""

    def __init__(self, setup: Setup, *, swift: bool = True) -> None:
        self.lab = Laboratory(setup, swift=swift)
        self.reader = PositionReader(self.lab.variant)
        plans = swift and list(self.lab.bots) == ["greedy"] and in_arena(self.lab)
        self.arena = WatchedGames(self.lab, self.reader) if plans else None
        self.together = self.arena.arena.games if self.arena else 1

    def play(self, numbers: Sequence[int]) -> list[Lesson]:
        """The games of some numbers, at most as many as are played together."""
        if self.arena is not None and self.arena.arena.compiled:
            return self.arena.lessons(numbers)
        games = [_Watched(self.lab, number, self.reader) for number in numbers]
        return [lesson_of(game.run(), game.seen) for game in games]


@lru_cache(maxsize=2)
def lessons(setup: bytes) -> Lessons:
    """The lessons of a setup, made once in each process."""
    return Lessons(msgspec.json.decode(setup, type=Setup))


def play_lessons(setup: bytes, numbers: tuple[int, ...]) -> list[Lesson]:
    """Some games of a setup with their positions."""
    return lessons(setup).play(numbers)
