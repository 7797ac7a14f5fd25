"""Games from which a value is learned: `greedy` against itself, and what positions looked like.

In the arena where it is compiled, else by the judge; the numbers are the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from dragoman.bots.chorus import Chorus
from dragoman.bots.features import Array, features, moment_of
from dragoman.bots.reading import PositionReader, RowReader
from dragoman.lab.arena import ArenaGames, in_arena
from dragoman.lab.play import GamePlay, GameRow, Laboratory
from dragoman.lab.setup import Setup
from dragoman.model import MOVEMENT, Ballot, Resolution
from dragoman.rules import Ask
from dragoman.sim import LoopArena, is_plain
from dragoman.sim.codes import RESULT, STAGE
from dragoman.sim.interface import Rows
from dragoman.sim.values import STAGES


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
        if ask.state.phase.kind == MOVEMENT and judged.state.result is None:
            told = self.reader.read(ask, [judged.left])
            self.seen.append(features(self.reader.board(ask), told, moment_of(ask))[0])


class _WatchedChorus(Chorus):
    """The orders of `greedy` in an arena; what they lead to is noted before they are judged."""

    def __init__(self, arena: LoopArena, reader: PositionReader) -> None:
        super().__init__(arena)
        first = Ask(self.arena.variant, self.arena.first)
        self.value_board = reader.board(first)
        self.row_reader = RowReader(reader, self.arena.tables, first)
        self.seen: list[list[Array]] = [[] for _ in range(self.arena.games)]

    def orders(self, seeds: Sequence[Sequence[str]]) -> Rows:
        """The orders of all games."""
        found = super().orders(seeds)
        for n in range(self.arena.games):
            state = self.arena.states[n]
            if not state[RESULT] and STAGES[state[STAGE]] == MOVEMENT:
                self.note(n, found[n])
        return found

    def note(self, n: int, orders: Any) -> None:
        """Note what orders will leave."""
        arena = self.arena
        before = arena.position(n)
        state = arena.states[n].copy()
        arena.code.fight(arena.t, state, orders, arena.work, arena.fight, arena.spare)
        told = self.row_reader.read(np.array([state]), len(before.units))
        now = moment_of(Ask(arena.variant, before))
        self.seen[n].append(features(self.value_board, told, now)[0])


class Lessons:
    """Plays games of a setup and notes their positions."""

    def __init__(self, setup: Setup, *, swift: bool = True) -> None:
        self.lab = Laboratory(setup, swift=swift)
        self.reader = PositionReader(self.lab.variant)
        plans = list(self.lab.bots) == ["greedy"] and is_plain(self.lab.variant)
        self.arena = ArenaGames(self.lab) if swift and plans and in_arena(self.lab) else None
        self.together = self.arena.arena.games if self.arena else 1

    def play(self, numbers: Sequence[int]) -> list[Lesson]:
        """The games of some numbers, at most as many as are played together."""
        if self.arena is not None and self.arena.arena.compiled:
            return self.play_rows(self.arena, numbers)
        games = [_Watched(self.lab, number, self.reader) for number in numbers]
        return [lesson_of(game.run(), game.seen) for game in games]

    def play_rows(self, games: ArenaGames, numbers: Sequence[int]) -> list[Lesson]:
        """The same in the arena."""
        plans = games.plans
        games.plans = watched = _WatchedChorus(games.arena, self.reader)
        try:
            rows = games.play(numbers)
        finally:
            games.plans = plans
        return [lesson_of(row, watched.seen[n]) for n, row in enumerate(rows)]


@lru_cache(maxsize=2)
def lessons(setup: bytes) -> Lessons:
    """The lessons of a setup, made once in each process."""
    return Lessons(msgspec.json.decode(setup, type=Setup))


def play_lessons(setup: bytes, numbers: tuple[int, ...]) -> list[Lesson]:
    """Some games of a setup with their positions."""
    return lessons(setup).play(numbers)
