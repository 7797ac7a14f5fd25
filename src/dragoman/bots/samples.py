"""Samples of `search` in loops: the same values as its outlook on the judge's resolutions."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from dragoman.bots.outlook import DRIVEN, FOE_UNIT, PLACE, SPRING_HOLD, UNIT, WIN, Outlook
from dragoman.model import Ballot, Order
from dragoman.rules import Variant
from dragoman.sim import LoopArena, is_plain
from dragoman.sim.codes import ME_AT, NUMBER
from dragoman.sim.values import order_code, row_of


def samples_of(outlook: Outlook) -> "Samples | None":
    """What judges the samples of a position in loops; none where that cannot be compiled."""
    arena = arena_of(outlook.field.ask.variant)
    return None if arena is None else Samples(arena, outlook)


@lru_cache(maxsize=8)
def arena_of(variant: Variant) -> LoopArena | None:
    """An arena in which samples of a variant are judged; none where it cannot be compiled."""
    if not is_plain(variant):
        return None
    arena = LoopArena(variant, 16, 0)
    return arena if arena.compiled else None


class Samples:
    """A movement phase judged again and again for one seat, with other orders."""

    def __init__(self, arena: LoopArena, outlook: Outlook) -> None:
        self.arena = arena
        ask, tables = outlook.field.ask, arena.tables
        (power,) = ask.state.seats[outlook.seat]
        self.power = tables.power[power] + 1
        self.row = arena.array(row_of(tables, ask.state))
        party = outlook.field.party
        self.sides = arena.fractions([0.0, *(outlook.side(party[p]) for p in tables.powers)])
        worths = [
            outlook.worth.of_kind(kind).get(place, 0.0)
            for kind in tables.kinds
            for place in tables.places
        ]
        self.worth = arena.fractions(worths)
        hold = 1.0 if outlook.fall else SPRING_HOLD
        self.count = arena.fractions([hold, UNIT, PLACE, DRIVEN * UNIT, FOE_UNIT, WIN])
        self.told = arena.fractions([0.0] * arena.games)
        self.codes: dict[Order, int] = {}
        self.guessed: list[Any] = []

    def rivals(self, guesses: Sequence[Sequence[Ballot]]) -> list[Any]:
        """What others might order, as rows; made once for each guess."""
        for guess in guesses[len(self.guessed) :]:
            row = self.arena.zeros(self.arena.tables.provinces)
            write_orders(self.arena, self.codes, row, guess)
            self.guessed.append(row)
        return self.guessed

    def value(self, mine: Sequence[Ballot], guesses: Sequence[Sequence[Ballot]]) -> float:
        """What orders lead to, on average over the guesses."""
        arena, rows = self.arena, self.rivals(guesses)
        orders = arena.rows_of(rows)
        for row in orders:
            write_orders(arena, self.codes, row, mine)
        arena.code.look_ahead(
            arena.t,
            self.row,
            arena.states,
            orders,
            arena.work,
            arena.fight,
            arena.spare,
            self.worth,
            self.sides,
            self.count,
            self.power,
            self.told,
        )
        total = 0.0
        for n in range(len(rows)):
            total += float(self.told[n])
        return total / len(rows)


def write_orders(
    arena: LoopArena, codes: dict[Order, int], row: Any, ballots: Sequence[Ballot]
) -> None:
    """Put the orders of ballots into a row; integers of orders are remembered."""
    for ballot in ballots:
        order = ballot.orders[0]
        code = codes.get(order)
        if code is None:
            code = codes[order] = order_code(arena.tables, order)
        row[code >> ME_AT & NUMBER] = code
