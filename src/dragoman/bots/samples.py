"""Samples of `search` in loops: the same values as its outlook on the judge's resolutions."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from dragoman.bots.outlook import COMPANY, DRIVEN, FOE_UNIT, PLACE, SPRING_HOLD, UNIT, Outlook
from dragoman.model import Act, Ballot, State
from dragoman.rules import Variant
from dragoman.sim import LoopArena, left_out
from dragoman.sim.codes import BY_AT, ME_AT, NUMBER, RESULT, SPEECH, VERB
from dragoman.sim.values import order_code, row_of, state_of


def samples_of(outlook: Outlook) -> "Samples | None":
    """What judges the samples of a position in loops; none where that cannot be compiled."""
    arena = arena_of(outlook.field.ask.variant)
    return None if arena is None else Samples(arena, outlook)


@lru_cache(maxsize=8)
def arena_of(variant: Variant) -> LoopArena | None:
    """An arena in which samples of a variant are judged; none where it cannot be compiled."""
    if left_out(variant):
        return None
    arena = LoopArena(variant, 16, 0)
    return arena if arena.compiled else None


class Samples:
    """A movement phase judged again and again for one seat, with other orders."""

    def __init__(self, arena: LoopArena, outlook: Outlook) -> None:
        self.arena, self.outlook = arena, outlook
        ask, tables = outlook.field.ask, arena.tables
        self.row = arena.array(row_of(tables, ask.state))
        party = outlook.field.party
        self.mine = arena.array([0, *(int(party[p] == outlook.seat) for p in tables.powers)])
        self.sides = arena.fractions([0.0, *(outlook.side(party[p]) for p in tables.powers)])
        worths = [
            outlook.worth.of_kind(kind).get(place, 0.0)
            for kind in tables.kinds
            for place in tables.places
        ]
        self.worth = arena.fractions(worths)
        hold = 1.0 if outlook.fall else SPRING_HOLD
        self.count = arena.fractions([hold, UNIT, PLACE, DRIVEN * UNIT, FOE_UNIT, COMPANY])
        self.values = arena.fractions([0.0] * arena.games)
        self.writer = OrderWriter(arena, ask.state)
        self.guessed: list[Any] = []

    def rivals(self, guesses: Sequence[Sequence[Ballot]]) -> list[Any]:
        """What others might order, as rows; made once for each guess."""
        for guess in guesses[len(self.guessed) :]:
            row = self.arena.zeros(self.arena.tables.cells)
            self.writer.write(row, guess)
            self.guessed.append(row)
        return self.guessed

    def value(self, mine: Sequence[Ballot], guesses: Sequence[Sequence[Ballot]]) -> float | None:
        """What orders lead to, on average over the guesses; nothing if one is no integer."""
        arena, rows = self.arena, self.rivals(guesses)
        orders, count = arena.rows_of(rows), len(rows)
        for row in orders:
            self.writer.write(row, mine)
        if self.writer.lost:
            return None
        states, verdicts = arena.states[:count], arena.verdict_rows[:count]
        for state in states:
            state[:] = self.row
        arena.act(states, orders, verdicts)
        arena.code.worth_all(
            arena.t, states, self.worth, self.sides, self.count, self.mine, self.values
        )
        arena.go_on(states, orders, verdicts)
        total = 0.0
        for n in range(count):
            total += self.ended(states[n]) if states[n][RESULT] else float(self.values[n])
        return total / count

    def ended(self, state: Any) -> float:
        """What the end of a game is worth."""
        row, ask = [int(x) for x in state], self.outlook.field.ask
        result = state_of(self.arena.tables, row, ask.state).result
        assert result is not None
        return self.outlook.ended(result)


class OrderWriter:
    """Writes ballots into rows of orders; integers of orders are remembered.

    `lost` is whether one was met that is no integer.
    """

    def __init__(self, arena: LoopArena, state: State) -> None:
        self.arena, self.held, self.seats = arena, state.seats, list(state.seats)
        # Guests are named by their power, which is known by where they stand.
        self.row = row_of(arena.tables, state) if arena.tables.guest else []
        self.codes: dict[object, tuple[int, ...]] = {}
        self.lost = False

    def write(self, row: Any, ballots: Sequence[Ballot]) -> None:
        """Put the orders of ballots into a row."""
        for ballot in ballots:
            key = ballot if self.arena.own else ballot.orders[0]
            codes = self.codes.get(key)
            if codes is None:
                codes = self.codes[key] = tuple(self.codes_of(ballot))
            if codes[0] >> BY_AT:
                self.arena.enter(row, codes[0])
            else:
                row[codes[0] >> ME_AT & NUMBER] = codes[0]
            for code in codes[1:]:
                self.arena.enter_second(row, code)

    def codes_of(self, ballot: Ballot) -> Iterator[int]:
        """The integers of a ballot: of a vote, and of what is said, with its seat."""
        for order in ballot.orders:
            code = order_code(self.arena.tables, order, self.row)
            self.lost = self.lost or (isinstance(order, Act) and not code)
            if code & VERB == SPEECH or ballot.subject.power not in self.held[ballot.seat]:
                code |= (1 + self.seats.index(ballot.seat)) << BY_AT
            yield code
