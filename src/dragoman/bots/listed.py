"""Orders drawn evenly from the arena's legal lists, for one seat at a time."""

from functools import lru_cache
from random import Random

from msgspec import Struct

from dragoman.bots.base import Sight
from dragoman.bots.plandraws import seat_of
from dragoman.bots.uniform import RandomBot
from dragoman.model import Ballot
from dragoman.record.filing import file_texts
from dragoman.rules import Ask, Variant
from dragoman.sim import LoopArena, gives_two, has_guests, left_out
from dragoman.sim.codes import BLOCK


class ListedRandomBot(RandomBot):
    """The `random` of the laboratory: all legal orders of a unit are equally likely.

    So it can play in the arena; where that has no lists it is the `random` of the tables.
    """

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """Legal orders for all that the seat may order, drawn."""
        lists = lists_of(sight.ask.variant)
        return super().orders(sight, rng) if lists is None else lists.drawn(sight, rng)


class Listed(Struct, frozen=True):
    """A row of a listing: for which seat, counted from 1, and how many orders are due.

    `votes` is whether they are a vote, or something said.
    """

    seat: int
    votes: bool
    due: int
    orders: list[int]


class Lists:
    """The legal lists of one position after the other."""

    def __init__(self, variant: Variant) -> None:
        self.arena = LoopArena(variant, 1, 0, interpreted=True)
        self.seen: Ask | None = None
        self.rows: list[Listed] = []

    def see(self, ask: Ask) -> None:
        """List the legal orders of a position, once for all seats."""
        if self.seen is not ask:
            self.seen = ask
            self.arena.place(0, ask.state)
            legal, t, s = self.arena.legal(), self.arena.t, self.arena.states[0]
            self.rows = [
                Listed(seat_of(t, s, subject), subject >= t[BLOCK], abs(due), list(legal.row(r)))
                for r, (subject, due) in enumerate(zip(legal.subjects, legal.due, strict=True))
            ]

    def drawn(self, sight: Sight, rng: Random) -> list[Ballot]:
        """What a seat orders, as ballots."""
        ask, seat = sight.ask, sight.seat
        self.see(ask)
        row = self.drawn_row(1 + list(ask.state.seats).index(seat), rng)
        lines = self.arena.orders(0, row).get(seat, [])
        return list(file_texts(ask, seat, lines).ballots)

    def drawn_row(self, seat: int, rng: Random) -> list[int]:
        """What a seat, counted from 1, orders, as a row: as `plandraws.draw_seat` draws it."""
        row, arena = [0] * self.arena.tables.cells, self.arena
        mine = [listed for listed in self.rows if listed.seat == seat]
        quota = arena.code.quota(arena.t, arena.states[0], seat) if arena.votes else 0
        votes, left = sum(listed.votes for listed in mine), quota
        for listed in mine:
            due = listed.due
            if quota and listed.votes:
                due = int(rng.randrange(votes) < left)
                votes, left = votes - 1, left - due
            self.draw(listed.orders, due, rng, row)
        return row

    def draw(self, orders: list[int], due: int, rng: Random, row: list[int]) -> None:
        """So many orders of a list as are due, each drawn from those that are left."""
        left = list(orders)
        while due and left:
            k = rng.randrange(len(left))
            order, left[k] = left[k], left[-1]
            left.pop()
            cell = self.arena.cell(order)
            if not order or not row[cell]:
                row[cell] = order or row[cell]
                due -= 1


@lru_cache(maxsize=4)
def lists_of(variant: Variant) -> Lists | None:
    """The lists of a variant; none where the loops do not know its rules.

    None either where a unit may be given two orders, or a guest goes with it: the lists do not say
    which orders go together.
    """
    apart = not gives_two(variant) and not has_guests(variant)
    return Lists(variant) if apart and not left_out(variant) else None
