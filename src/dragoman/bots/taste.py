"""What orders outside the fight are worth: retreats, builds, removals, placements, claims …"""

from random import Random

from dragoman.bots.worth import Worth
from dragoman.geo import Province
from dragoman.model import (
    TEXT,
    Act,
    Build,
    Disband,
    Order,
    Piece,
    Remove,
    Retreat,
    Waive,
    piece_of,
)
from dragoman.rules import Ask, Charge

CLAIMS_FROM = (0.97, 0.92, 0.87)
"""What part of the winning number one, two or three need on average to think of claiming."""

COMPANY = 100.0
"""What a piece without weight gives for retreating to a unit of its own: more than any place."""

FREE, KIN, RIVALS = 20.0, 2.0, 1.5
"""What a free center counts for a first placement, each own unit that could come, each rival's."""

DANGER, OCCUPIED = 2.0, 0.5
"""What a threat, and a unit that stands there already, take from a home."""

FAVOR = 0.3
"""How much chance weighs between two sites or kinds."""


def is_speech(ask: Ask, order: Act) -> bool:
    """Whether an order is made of words."""
    verb = ask.variant.vocabulary.verb.get(order.verb)
    return verb is not None and TEXT in verb.takes


class Taste:
    """How much a seat likes an order."""

    def __init__(self, worth: Worth, rng: Random) -> None:
        self.worth, self.rng = worth, rng
        self.field, self.seat = worth.field, worth.seat

    def likes(self, charge: Charge, order: Order) -> bool:
        """Whether a seat would rather give an order than none; what is owed is always given."""
        if isinstance(order, Act) and is_speech(self.field.ask, order):
            return self.claimed(order) > 0
        return charge.owed or not isinstance(order, Act) or order.unit is not None

    def of(self, order: Order) -> float:
        """What an order is worth to the seat."""
        if isinstance(order, Retreat):
            return 1 + self.worth.at(order.unit.kind, order.to) + self.company(order)
        if isinstance(order, Build):
            return 1 + self.fancied(order.unit)
        if isinstance(order, Remove):
            return -self.worth.at(order.unit.kind, order.unit.place)
        if isinstance(order, Act) and order.unit is None:
            return self.acted(order)
        return -1.0 if isinstance(order, Waive | Disband) else self.rng.random()

    def acted(self, order: Act) -> float:
        """What a power does beside the orders of its units: it names pieces, places or words."""
        piece = piece_of(order)
        if piece is not None:
            return 1 + self.placed(piece)
        return self.claimed(order) if is_speech(self.field.ask, order) else self.declared(order)

    def fancied(self, piece: Piece) -> float:
        """The worth of a new piece, blurred; it cannot count on being carried."""
        return self.worth.afoot(piece.kind, piece.place) * (1 + FAVOR * self.rng.random())

    def company(self, order: Retreat) -> float:
        """A piece without weight wants to be with a unit of its own."""
        ask = self.field.ask
        if ask.kind(order.unit.kind).needs_supply:
            return 0.0
        there = ask.at.get(ask.province[order.to], ())
        return COMPANY * any(self.field.party[unit.power] == self.seat for unit in there)

    def placed(self, piece: Piece) -> float:
        """A piece on the empty board: a free center first, not among rivals, near one's own."""
        ask, province = self.field.ask, self.field.ask.province[piece.place]
        free = ask.map.spaces[province].center and province not in ask.state.owners
        mine = self.field.pressure.get(province, {}).get(self.seat, 0)
        theirs = self.field.threat(province, self.seat)
        return FREE * free + self.fancied(piece) + KIN * mine - RIVALS * theirs

    def declared(self, order: Act) -> float:
        """Provinces named: those in the thick of it, but not in danger, are the best homes."""
        ask = self.field.ask
        kinds = [k.letter for k in ask.variant.kinds.values() if k.needs_supply]
        total = 0.0
        for province in (Province(str(p)) for p in order.args if p in ask.map.spaces):
            places = ask.map.spaces[province].places
            best = max((self.worth.at(k, place) for k in kinds for place in places), default=0.0)
            danger = DANGER * self.field.threat(province, self.seat)
            total += best - danger - OCCUPIED * (province in ask.at)
        return total

    def claimed(self, order: Act) -> float:
        """A claim is worth making when it could be made good; with fewer partners it is better.

        Partners must expect each other, so everybody names those who have the most centers.
        """
        sizes, seats = self.field.sizes, self.field.ask.state.seats
        named = {seat for seat in seats if f" {seat} " in f" {order.args[0]} "}
        partners = {self.seat, *named}
        first = sorted(seats, key=lambda seat: (-sizes.get(seat, 0), seat))[: len(partners)]
        if partners != {*first} or len(partners) > len(CLAIMS_FROM):
            return 0.0
        each = sum(sizes.get(seat, 0) for seat in partners) / len(partners)
        near = each >= CLAIMS_FROM[len(partners) - 1] * self.field.ask.win_at()
        return near / len(partners)
