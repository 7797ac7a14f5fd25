"""Movement without convoys, worked out anew from the formulas of the rulings, by brute force.

Nothing here is asked of the rules or the judge: a force has a weight, and a set of moves is right
if every move in it beats what it must beat, and no other does.

- attack: the mover's weight and the support that is left, without that of whom it would dislodge
- hold: the weights of all that stays, failed movers too, and support for what was not to move
- prevent: the mover's weight and all support that is left, unless it lost head-on
- a support is worth its giver's weight less what attacks take: all of it, or their own weights
- who meets another on a crossing must be the stronger; who is stopped there keeps nobody out
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

ALL = 99
"""More than any support is worth."""


@dataclass(frozen=True)
class Piece:
    """A force: whose it is, which unit's, where, and what it does.

    It moves if `to` is another province and `whom` is none; it supports if `whom` is a province.
    """

    unit: int
    power: str
    at: str
    weight: int
    to: str = ""
    whom: str = ""

    @property
    def moves(self) -> bool:
        """Whether it is to move."""
        return bool(self.to) and not self.whom


Moved = frozenset[Piece]
Border = frozenset[str]
Crossings = Sequence[tuple[Border, Border]]
"""Pairs of borders; moves over the one meet moves over the other."""


class Fight:
    """The forces of a phase; `partial` says that attacks take points of a support by weight."""

    def __init__(
        self, pieces: Sequence[Piece], *, partial: bool = False, crossings: Crossings = ()
    ) -> None:
        self.pieces, self.partial = pieces, partial
        self.crossings = {a: b for pair in crossings for a, b in (pair, pair[::-1])}
        self.movers = [p for p in pieces if p.moves]
        self.supports = [p for p in pieces if p.whom]

    def solutions(self) -> list[Moved]:
        """Every set of moves that agrees with itself."""
        choices = product((True, False), repeat=len(self.movers))
        sets = (
            frozenset(p for p, goes in zip(self.movers, c, strict=True) if goes) for c in choices
        )
        return [moved for moved in sets if self.agrees(moved)]

    def agrees(self, moved: Moved) -> bool:
        """Whether exactly these moves beat what they must."""
        return all(self.succeeds(p, moved) == (p in moved) for p in self.movers)

    def succeeds(self, mover: Piece, moved: Moved) -> bool:
        """Whether a mover gets over its crossing, if it has one, and beats what it must."""
        beats = self.attack(mover, moved) > self.needed(mover, moved)
        return beats and not self.stopped(mover, moved)

    def met(self, mover: Piece) -> list[Piece]:
        """What a mover meets on a crossing."""
        other = self.crossings.get(frozenset((mover.at, mover.to)))
        return [p for p in self.movers if frozenset((p.at, p.to)) == other]

    def stopped(self, mover: Piece, moved: Moved) -> bool:
        """Whether something as strong meets a mover on a crossing."""
        mine = self.backed(mover, moved)
        return any(self.backed(p, moved) >= mine for p in self.met(mover))

    def staying(self, where: str, moved: Moved, but: int = 0) -> list[Piece]:
        """What ends where it was, in a province; the halves of a mover are not in its way."""
        return [p for p in self.pieces if p.at == where and p not in moved and p.unit != but]

    def driven_out(self, moved: Moved) -> set[Piece]:
        """What is dislodged."""
        return {p for m in moved for p in self.staying(m.to, moved, m.unit)}

    def worth(self, support: Piece, moved: Moved) -> int:
        """What is left of a support."""
        if support in self.driven_out(moved):
            return 0
        attackers = (
            m
            for m in self.movers
            if m.to == support.at and m.power != support.power and m.at != support.to
        )
        taken = sum(m.weight if self.partial else ALL for m in attackers)
        return max(0, support.weight - taken)

    def backed(self, mover: Piece, moved: Moved, but: set[str] | None = None) -> int:
        """A mover's weight with the support that is left, that of some powers not counted."""
        return mover.weight + sum(
            self.worth(s, moved)
            for s in self.supports
            if (s.whom, s.to) == (mover.at, mover.to) and s.power not in (but or set())
        )

    def against(self, mover: Piece) -> list[Piece]:
        """What comes the other way."""
        return [p for p in self.movers if (p.at, p.to) == (mover.to, mover.at)]

    def attack(self, mover: Piece, moved: Moved) -> int:
        """With how much a mover attacks; nothing against its own."""
        there = [*self.staying(mover.to, moved, mover.unit), *self.against(mover)]
        foes = {p.power for p in there}
        return 0 if mover.power in foes else self.backed(mover, moved, foes)

    def needed(self, mover: Piece, moved: Moved) -> int:
        """What a mover must exceed."""
        rivals = [
            self.backed(p, moved)
            for p in self.movers
            if p.to == mover.to and p != mover and not self.is_beaten(p, moved)
        ]
        duels = [self.backed(p, moved) for p in self.against(mover)]
        return max([self.hold(mover, moved), *rivals, *duels])

    def is_beaten(self, mover: Piece, moved: Moved) -> bool:
        """Whether a mover lost head-on or on a crossing, and so keeps nobody out."""
        return any(p in moved for p in self.against(mover)) or self.stopped(mover, moved)

    def hold(self, mover: Piece, moved: Moved) -> int:
        """How strongly what stays holds a province."""
        there = self.staying(mover.to, moved, mover.unit)
        still = any(not p.moves for p in there)
        lent = (self.worth(s, moved) for s in self.supports if (s.whom, s.to) == (mover.to, ""))
        return sum(p.weight for p in there) + (sum(lent) if still else 0)
