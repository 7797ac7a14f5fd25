"""Movement by the formulas of the rulings, every set of moves tried: nothing asked of the judge.

A set of moves is right if every move in it beats what it must beat, and no other does.

- attack: the mover's weight and the support left for it, without that of whom it would dislodge
- hold: the weights of all that stays, failed movers too, and support for what was not to move
- prevent: the mover's weight and all support left, unless it lost head-on or never got there
- a support is worth its giver's weight less what attacks take: all of it, or their own weights
- who meets another on a crossing must be the stronger; who is stopped there keeps nobody out
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

ALL = 99
"""More than any support is worth."""

Border = frozenset[str]


@dataclass(eq=False)
class Force:
    """What acts as one: whose, where, how strong, and what it does."""

    side: str
    at: str
    weight: int = 1
    fleet: bool = False
    unit: object = None
    to: str = ""
    by_land: bool = True
    by_sea: bool = False
    aids: tuple[str, str] | None = None
    carries: tuple[str, str] | None = None
    routes: tuple[frozenset["Force"], ...] = ()


@dataclass(frozen=True)
class Book:
    """What editions differ in: broken routes, going to neighbors by sea, whom XII.5 spares."""

    every_route: bool
    swap_only: bool
    spares: str
    to_origin_of_convoys: bool


OLD = Book(every_route=True, swap_only=True, spares="attack", to_origin_of_convoys=False)
"""The book of 1971."""

NEW = Book(every_route=False, swap_only=False, spares="needed", to_origin_of_convoys=True)
"""The book of 2023."""


class Undecided(Exception):
    """The rules as restated have no single answer here."""


class Trial:
    """One guess at which moves succeed, and what follows from it."""

    def __init__(self, fight: "Fight", moved: frozenset[Force], failed: frozenset[Force]) -> None:
        self.fight, self.moved, self.failed = fight, moved, failed
        self.out = {p for m in moved for p in self.staying(m.to, m)}
        self.sea = {m: self.sails(m) for m in fight.movers}
        self.left = {s: self.worth(s) for s in fight.supports}

    def agrees(self) -> bool:
        """Whether exactly the moves guessed succeed."""
        return all(self.succeeds(m) == (m in self.moved) for m in self.fight.movers)

    def staying(self, where: str, but: Force) -> list[Force]:
        """What ends where it was in a province, halves of the same unit left out."""
        here = self.fight.at.get(where, ())
        return [p for p in here if p not in self.moved and (p is not but) and not same(p, but)]

    def intact(self, mover: Force) -> bool:
        """Whether the convoy of a mover stands."""
        if not mover.routes or mover in self.failed:
            return False
        if self.fight.book.every_route:
            return not any(f in self.out for route in mover.routes for f in route)
        return any(not (route & self.out) for route in mover.routes)

    def sails(self, mover: Force) -> bool:
        """Whether a mover goes by sea, if it goes."""
        if not mover.by_land:
            return True
        if self.fight.book.swap_only:
            back = any(p.to == mover.at for p in self.fight.at.get(mover.to, ()))
            return back and self.intact(mover)
        return mover.by_sea

    def arrives(self, mover: Force) -> bool:
        """Whether a mover gets as far as to fight for its goal."""
        return not self.sea[mover] or self.intact(mover)

    def spared(self, support: Force, mover: Force) -> bool:
        """Whether rule XII.5 keeps a convoyed mover from touching a support."""
        if not self.sea[mover] or support.aids is None or support.aids[0] == support.aids[1]:
            return False
        target = [f for f in self.fight.at.get(support.aids[1], ()) if f.carries]
        if self.fight.book.spares == "attack":
            return support.fleet and any(f in route for f in target for route in mover.routes)
        return any(all(f in route for route in mover.routes) for f in target)

    def worth(self, support: Force) -> int:
        """What is left of a support."""
        assert support.aids is not None
        if any(m.to == support.at and not self.spared(support, m) for m in self.moved) and (
            support in self.out
        ):
            return 0
        taken = 0
        for m in self.fight.movers:
            cuts = m.to == support.at and m.side != support.side and m.at != support.aids[1]
            if cuts and self.arrives(m) and not self.spared(support, m):
                taken += m.weight if self.fight.partial else ALL
        return max(0, support.weight - taken)

    def backed(self, mover: Force, but: frozenset[str] = frozenset()) -> int:
        """A mover's weight with the support left, that of some sides not counted."""
        lent = self.fight.backing.get((mover.at, mover.to), ())
        return mover.weight + sum(self.left[s] for s in lent if s.side not in but)

    def head_on(self, mover: Force) -> list[Force]:
        """What comes the other way over land."""
        there = self.fight.at.get(mover.to, ())
        return [p for p in there if p.to == mover.at and not self.sea[p] and not self.sea[mover]]

    def stopped(self, mover: Force) -> bool:
        """Whether something as strong meets a mover on a crossing."""
        met = [p for p in self.fight.met(mover) if not self.sea[p] and not self.sea[mover]]
        return any(self.backed(p) >= self.backed(mover) for p in met)

    def keeps_out(self, mover: Force) -> bool:
        """Whether a mover keeps others out of its goal."""
        beaten = any(p in self.moved for p in self.head_on(mover))
        return self.arrives(mover) and not beaten and not self.stopped(mover)

    def succeeds(self, mover: Force) -> bool:
        """Whether a mover beats what it must."""
        if not self.arrives(mover) or self.stopped(mover):
            return False
        stays, duels = self.staying(mover.to, mover), self.head_on(mover)
        foes = frozenset(p.side for p in (*stays, *duels))
        if mover.side in foes:
            return False
        rivals = [p for p in self.fight.goers[mover.to] if p is not mover and self.keeps_out(p)]
        needed = [self.hold(mover.to, stays), *(self.backed(p) for p in (*rivals, *duels))]
        return self.backed(mover, foes) > max(needed)

    def hold(self, where: str, stays: list[Force]) -> int:
        """How strongly what stays holds a province."""
        lent = self.fight.backing.get((where, where), ())
        still = any(not p.to for p in stays)
        return sum(p.weight for p in stays) + (sum(self.left[s] for s in lent) if still else 0)


def same(one: Force, other: Force) -> bool:
    """Whether two forces are halves of one unit."""
    return one.unit is not None and one.unit == other.unit


class Fight:
    """The forces of one season of movement, and what comes of them."""

    def __init__(
        self,
        forces: Sequence[Force],
        book: Book,
        *,
        partial: bool = False,
        crossings: Sequence[set[Border]] = (),
    ) -> None:
        self.forces, self.book, self.partial = forces, book, partial
        self.crossings = crossings
        self.movers = [f for f in forces if f.to]
        self.supports = [f for f in forces if f.aids]
        self.at: dict[str, list[Force]] = {}
        self.goers: dict[str, list[Force]] = {}
        self.backing: dict[tuple[str, str], list[Force]] = {}
        for force in forces:
            self.at.setdefault(force.at, []).append(force)
            if force.to:
                self.goers.setdefault(force.to, []).append(force)
            if force.aids:
                self.backing.setdefault(force.aids, []).append(force)

    def met(self, mover: Force) -> list[Force]:
        """Who moves over another border of the same crossing."""
        mine = frozenset((mover.at, mover.to))
        sets = [c for c in self.crossings if mine in c]
        borders = {b for c in sets for b in c if b != mine}
        return [p for p in self.movers if frozenset((p.at, p.to)) in borders]

    def trials(self, failed: frozenset[Force]) -> Iterator[Trial]:
        """Every guess that agrees with itself, some convoys having failed."""
        for choice in product((True, False), repeat=len(self.movers)):
            moved = frozenset(m for m, goes in zip(self.movers, choice, strict=True) if goes)
            trial = Trial(self, moved, failed)
            if trial.agrees():
                yield trial

    def settle(self) -> Trial:
        """What happens: the only answer, a ring that moves, or convoys that fail in a paradox."""
        failed: frozenset[Force] = frozenset()
        sailors = [m for m in self.movers if m.routes]
        while True:
            found = list(self.trials(failed))
            if not found:
                return self.unraveled(sailors)
            shaky = {m for m in sailors if len({t.arrives(m) for t in found}) > 1}
            if not shaky:
                return largest(found)
            failed |= shaky

    def unraveled(self, sailors: list[Force]) -> Trial:
        """With as few failing convoys as possible; all of them where several choices would do."""
        for size in range(1, len(sailors) + 1):
            enough = [s for s in combinations(sailors, size) if any(self.trials(frozenset(s)))]
            if enough:
                return largest(list(self.trials(frozenset(f for s in enough for f in s))))
        raise Undecided


def largest(found: list[Trial]) -> Trial:
    """The answer in which rings move."""
    if not found:
        raise Undecided
    best = max(found, key=lambda t: len(t.moved))
    if any(not t.moved <= best.moved for t in found):
        raise Undecided
    return best
