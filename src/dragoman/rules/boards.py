"""A table of several rule books: which board a question is about, and what its book sees.

A book sees its board as the game: the powers, numbers and notes are its own, while the units, the
owners and the board itself are everybody's.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from dragoman.geo import Place
from dragoman.model import Force, Phase, Power, State, Subject, Unit
from dragoman.rules.ask import Ask
from dragoman.rules.notes import of_board, widened
from dragoman.rules.questions import BOARD, FORCE, POWER, PROVINCE, SUBJECT, UNIT, Ruleset
from dragoman.rules.variant import Variant


class Boards:
    """The boards of a table, each with its book; what the answers of all of them share.

    `whole` and `boards` are the variants that these rules belong to, given once they are built.
    """

    def __init__(self, books: Mapping[str, Ruleset], table: Ruleset) -> None:
        self.books, self.table = dict(books), table
        self.whole: Variant | None = None
        self.boards: dict[str, Variant] = {}
        self.kinds: dict[str, frozenset[str]] = {}
        self.finders: dict[str, Callable[[Ask, Sequence[Any], int], str]] = {
            BOARD: lambda ask, args, at: args[at],
            PROVINCE: lambda ask, args, at: self.host(
                self.board_at(ask, args[at]),
                *(u for force in args if isinstance(force, Force) for u in force.units),
            ),
            UNIT: lambda ask, args, at: self.board_of(ask, args[at]),
            FORCE: lambda ask, args, at: self.board_of(ask, *args[at].units),
            POWER: lambda ask, args, at: self.home(args[at]),
            SUBJECT: lambda ask, args, at: self.home(getattr(args[at], "subject", args[at]).power),
        }
        """For what a question may be about, the board that it is then about."""

    def seat(
        self, whole: Variant, boards: Mapping[str, Variant], kinds: Mapping[str, frozenset[str]]
    ) -> None:
        """Tell the table its variants, and which kinds of piece each board's book knows."""
        self.whole, self.boards, self.kinds = whole, dict(boards), dict(kinds)

    def home(self, power: Power) -> str:
        """The board that a power belongs to."""
        return power.rpartition("@")[2]

    def scope(self, ask: Ask) -> tuple[Ask, str]:
        """The position as the table sees it, and the board whose book asks, if one does."""
        board = "".join(ask.variant.boards)
        if not board or self.whole is None:
            return ask, ""
        if ask.whole is None:
            problem = f"the book of board {board} asks of a position that was not made for it"
            raise TypeError(f"{problem}: write ask.with_state(state), not Ask(ask.variant, state)")
        return ask.whole, board

    def inside(self, ask: Ask, board: str) -> Ask:
        """The position as a board's book sees it."""
        whole, asking = self.scope(ask)
        if asking == board:
            return ask
        if board not in whole.scopes:
            whole.scopes[board] = whole.seen_by(
                self.boards[board], self.narrowed(whole.state, board)
            )
        return whole.scopes[board]

    def narrowed(self, state: State, board: str) -> State:
        """A position with the seats and the memory of one board."""
        seats = {s: tuple(p for p in ps if self.home(p) == board) for s, ps in state.seats.items()}
        return msgspec.structs.replace(state, seats=seats, notes=of_board(state, board))

    def in_turn(
        self, ask: Ask, state: State, question: str, change: Callable[[str, Ask], State]
    ) -> State:
        """A position changed by every book that answers a question, each seeing what is its own."""
        for board, book in self.books.items():
            if not book.is_default(question):
                now = self.inside(ask.with_state(state), board)
                state = widened(state, change(board, now), board)
        return state

    def board_at(self, ask: Ask, place: Place) -> str:
        """The board on which a place lies."""
        whole, _ = self.scope(ask)
        return whole.map.spaces[whole.province[place]].board

    def locus(self, ask: Ask, subject: Subject) -> str:
        """The board whose book says what may be ordered: a unit's place, else a power's home."""
        unit = ask.unit.get(subject.unit)
        return self.home(subject.power) if unit is None else self.board_of(ask, unit)

    def board_of(self, ask: Ask, *units: Unit) -> str:
        """The board that answers for units: where they stand, or home if that knows them not."""
        board = self.board_at(ask, units[0].place)
        return self.host(board, *units)

    def host(self, board: str, *units: Unit) -> str:
        """A board, or the home of the first of some units whose kind its book does not know."""
        known = self.kinds[board]
        return next((self.home(u.power) for u in units if u.kind not in known), board)

    def plays(self, board: str, phase: Phase) -> bool:
        """Whether a board has begun, and its book knows such a phase."""
        begun = board not in self.boards or not self.is_early(board, phase)
        return begun and phase.kind in self.books[board].phases

    def is_early(self, board: str, phase: Phase) -> bool:
        """Whether a phase lies before the beginning of a board."""
        own = self.boards[board]
        return own.year.rank(phase) < own.year.rank(own.start)
