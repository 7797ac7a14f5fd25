"""What comes of an island: forces that meet each other and nobody else, solved by themselves.

The forces of a phase that meet fall apart into islands: two moves that bounce, an attack with a
support on one who holds. Their integers recur in every game, so what they come to is kept, with
the reasons of it, all in the island's own numbers: force 0, 1, 2 … Who these are in the phase at
hand is put in afterwards (`explain`).

Several causes may be true of one failure; docs/rulings.md says under Reasons which is named.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct

from dragoman.judge.flat import Given, flatten
from dragoman.judge.layout import (
    ARRIVE,
    ARRIVES,
    BOUNCED,
    BY,
    CARGO,
    CARRIER_ROW,
    CARRIERS,
    CAUSE,
    CLASHES,
    CONVOYS_FAIL,
    CROSSED,
    CUT,
    CUT_BY,
    CUT_ROW,
    CUTS,
    CUTTER,
    DEFENCE,
    DISLODGED,
    DUEL,
    FATE,
    FLEET,
    FORCE_ROW,
    GIVEN,
    GIVER,
    GOAL,
    HEADER,
    HELD,
    KNOT,
    KNOTS,
    LIGHT,
    LINKS,
    LO,
    NEED,
    NO_ROUTE,
    OWN,
    PLACE,
    PLACE_ROW,
    PLACES,
    POINTS,
    REACH,
    RECEIVER,
    ROUTE,
    SEA,
    STOOD_OFF,
    STOPPER,
    STRENGTH,
    STRIKE,
    SUPPORT_ROW,
    SUPPORTS,
    TAKEN,
    WORTH,
    YES,
)
from dragoman.judge.solve import solve
from dragoman.model import DONE, FAILED

CODES = {
    BOUNCED: "bounced",
    DUEL: "lost_duel",
    CROSSED: "crossed",
    TAKEN: "taken",
    OWN: "own_unit",
}

KEPT = 4096
"""How many islands are kept at most."""

LOST, MARCHED, SAILED = range(3)
"""How a move went on its way, whether it arrived or not."""


class Strength(Struct, frozen=True, gc=False):
    """A strength: a force's own, as it goes or as it `stands`, and whose supports add how much.

    `barred` is what of it does not count against its own side; `others` stand in the same place. A
    `bare` one has neither.
    """

    force: int
    total: int
    stands: bool = False
    backers: tuple[tuple[int, int], ...] = ()
    barred: int = 0
    others: tuple["Strength", ...] = ()
    bare: bool = True


class Grounds(Struct, frozen=True, gc=False):
    """A reason in the numbers of an island; `by` is -1 if nobody is to be named."""

    code: str
    by: int = -1
    mine: Strength | None = None
    theirs: Strength | None = None


class Weakened(Struct, frozen=True, gc=False):
    """A support that was worth less than it might: what was left, and who cut how much of it."""

    giver: int
    left: int
    by: int
    losses: tuple[tuple[int, int], ...]


class Upshot(Struct, frozen=True, gc=False):
    """What came of an island: whose move was made or `lost`, who was driven out, by whom and how.

    `outcomes` are those of moves that met others, and of those driven out where they stayed, each
    with its reason; `ways` say of each force how it went on its way, `standoffs` of each place, if
    of any, whether it was left vacant by moves that bounced each other.
    """

    arrived: tuple[int, ...]
    lost: tuple[int, ...]
    driven: tuple[tuple[int, int, bool, Grounds], ...]
    outcomes: tuple[tuple[int, str, Grounds], ...]
    weakened: tuple[Weakened, ...]
    ways: tuple[int, ...]
    standoffs: tuple[int, ...]


@lru_cache(maxsize=KEPT)
def upshot(places: int, *given: Given) -> Upshot:
    """What comes of an island, from what the lowering gives."""
    d = flatten(places, *given)
    solve(d)
    return Reading(d).upshot()


total = attrgetter("total")


def number(row: int) -> int:
    """The number of the force in a row."""
    return (row - HEADER) // FORCE_ROW


class Reading:
    """Reads the integers of a solved island; forces are named by their rows."""

    def __init__(self, d: list[int]) -> None:
        self.d = d
        self.forces = range(HEADER, d[PLACES], FORCE_ROW)
        self.supports = range(d[SUPPORTS], d[CUTS], SUPPORT_ROW)
        self.at: dict[int, list[int]] = {}
        self.comers: dict[int, list[int]] = {}
        for f in self.forces:
            place, goal = d[f + PLACE], d[f + GOAL]
            self.at.setdefault(place, []).append(f)
            if goal != place:
                self.comers.setdefault(goal, []).append(f)

    def upshot(self) -> Upshot:
        """All of it, in numbers."""
        d, forces = self.d, self.forces
        fates = d[HEADER + FATE : d[PLACES] : FORCE_ROW]
        driven = {f: self._dislodged(f) for f in forces if d[f + FATE] == DISLODGED}
        stood_off = d[d[PLACES] + STOOD_OFF : d[CARRIERS] : PLACE_ROW]
        return Upshot(
            tuple([n for n, fate in enumerate(fates) if fate == ARRIVES]),
            tuple([n for n, f in enumerate(forces) if d[f + CAUSE]]),
            tuple([self._driven(f, why) for f, why in driven.items()]),
            tuple(self._outcomes(driven)),
            tuple(self._weakened()),
            tuple(map(self._way, forces)),
            tuple(stood_off) if any(stood_off) else (),
        )

    def _driven(self, f: int, why: Grounds) -> tuple[int, int, bool, Grounds]:
        """A force that was driven out, by which, and whether that came by sea."""
        by = self.d[f + BY]
        return number(f), number(by), self.d[by + SEA] == YES, why

    def _outcomes(self, driven: dict[int, Grounds]) -> Iterator[tuple[int, str, Grounds]]:
        """What came of those who moved, and of those driven out where they stayed."""
        d = self.d
        # 6.D.17: who is dislodged was beaten, not merely cut. The support of one whose attacker
        # does not cut it may stand all the same (6.F.17).
        stood = {d[s + GIVER] for s in self.supports if d[s + GIVEN]}
        for n, f in enumerate(self.forces):
            # Every move that failed has a cause, and who stays has none.
            if d[f + CAUSE]:
                yield n, FAILED, self._failed(f, d[f + CAUSE])
            elif d[f + FATE] == ARRIVES:
                if d[f + NEED]:
                    yield n, DONE, self._arrival(f)
            elif f in driven and f not in stood:
                yield n, FAILED, driven[f]

    def _way(self, f: int) -> int:
        """How a move went on its way."""
        if self.d[f + ROUTE] != YES:
            return LOST
        return SAILED if self.d[f + SEA] == YES else MARCHED

    def _failed(self, f: int, cause: int) -> Grounds:
        """Why a move was not made."""
        if cause > KNOT:
            return self._stopped(f, cause)
        if cause == NO_ROUTE:
            return self._lost_route(f)
        # Knots note together which rules they needed; this one took only moves it left no route.
        sank = self.d[KNOTS] & CONVOYS_FAIL and self.d[f + ROUTE] != YES
        return self._paradox(f) if sank else Grounds("deadlock")

    def _dislodged(self, f: int) -> Grounds:
        """Driven out: by which attack, and with what strength on either side."""
        by = self.d[f + BY]
        return Grounds("dislodged", number(by), self._garrison(f), self._going(by))

    def _arrival(self, f: int) -> Grounds:
        """Arrived against others: with what strength, and what was beaten."""
        d, goal = self.d, self.d[f + GOAL]
        # One whose convoy was broken contests nothing (6.F.7), so it was not beaten there.
        rivals = [r for r in self.comers[goal] if r != f and d[r + ROUTE] == YES]
        there = self.at.get(goal, [])
        stayers = [o for o in there if d[o + FATE] != ARRIVES]
        beaten = [self._backed(r) for r in rivals]
        beaten += [self._garrison(o) for o in stayers[:1]]
        beaten += [self._backed(o) for o in there if self._head_on(f, o)]
        return Grounds("moved", -1, self._going(f), max(beaten, key=total, default=None))

    def _stopped(self, f: int, cause: int) -> Grounds:
        """Stopped by another force: which, and the strengths on both sides."""
        d, other = self.d, self.d[f + STOPPER]
        mine = self._going(f)
        if cause == OWN:
            head_on = self._head_on(f, other)
            theirs = self._backed(other) if head_on else self._garrison(other)
            # 6.D.10: that it was its own unit is said only if nothing else would have stopped it.
            rival = self._stronger(f, mine.total)
            if mine.total > theirs.total and not rival:
                return Grounds("own_unit", number(other), mine, theirs)
            cause = BOUNCED if mine.total > theirs.total else DUEL if head_on else HELD
            other = rival if cause == BOUNCED else other
        if cause == HELD:
            # 6.E.6: a rival as strong would have stopped it even if who failed to leave had left.
            left = d[other + GOAL] != d[other + PLACE]
            rival = self._stronger(f, mine.total) if left else 0
            if not rival:
                return Grounds("repelled", number(other), mine, self._garrison(other))
            cause, other = BOUNCED, rival
        # What stops others counts with all its support, barred from its own attack or not; but who
        # failed to leave has no support where it stands (6.D.7).
        stays = cause == TAKEN and d[other + FATE] != ARRIVES
        theirs = self._staying(other) if stays else self._backed(other)
        return Grounds(CODES[cause], number(other), mine, theirs)

    def _head_on(self, f: int, other: int) -> bool:
        """Whether two moves meet face to face: not if either goes by sea."""
        d = self.d
        if d[other + GOAL] != d[f + PLACE]:
            return False
        # Two units change places if one of them is carried (6.G.1).
        return d[f + SEA] != YES and d[other + SEA] != YES

    def _stronger(self, f: int, strength: int) -> int:
        """A rival for the same place that is at least as strong, 0 if there is none."""
        d = self.d
        for r in self.comers[d[f + GOAL]]:
            if r != f and d[r + REACH] == YES and d[r + LO] >= strength:
                return r
        return 0

    def _garrison(self, f: int) -> Strength:
        """The strength of all who stay in a place, added up."""
        d = self.d
        # By default one unit stands in a place; where several do, they defend it together.
        own, there = self._staying(f), self.at[d[f + PLACE]]
        if len(there) == 1:
            return own
        beside = [o for o in there if o != f and not d[o + LIGHT]]
        others = tuple(self._staying(o) for o in beside if d[o + FATE] != ARRIVES)
        all_of_them = own.total + sum(map(total, others))
        return Strength(own.force, all_of_them, own.stands, own.backers, 0, others, not others)

    def _going(self, f: int) -> Strength:
        """The strength of a move where it goes, less the support that may not count there."""
        d, all_of_it = self.d, self._backed(f)
        # Support does not help to drive out the supporter's own side (6.D.12).
        barred = all_of_it.total - d[f + STRENGTH] if d[f + NEED] else 0
        if not barred:
            return all_of_it
        return Strength(
            all_of_it.force, d[f + STRENGTH], False, all_of_it.backers, barred, (), False
        )

    def _staying(self, f: int) -> Strength:
        """The strength of a force where it stands; one that tried to leave has only its own."""
        d = self.d
        if d[f + GOAL] == d[f + PLACE]:
            return self._backed(f)
        return Strength(number(f), d[f + DEFENCE], True)

    def _backed(self, f: int) -> Strength:
        """A force's own strength and the supports that it was given."""
        d = self.d
        if not self.supports:
            return Strength(number(f), d[f + LO])
        mine = [s for s in self.supports if d[s + RECEIVER] == f and d[s + GIVEN]]
        backers = tuple([(number(d[s + GIVER]), d[s + GIVEN]) for s in mine])
        return Strength(number(f), d[f + LO], False, backers)

    def _lost_route(self, f: int) -> Grounds:
        """Not carried: nobody did, or a fleet was dislodged."""
        fleet = self.d[f + STOPPER]
        by = self.d[fleet + BY] if fleet else 0
        return Grounds("no_convoy", number(by) if by else -1)

    def _paradox(self, cargo: int) -> Grounds:
        """Lost to the paradox rule, and the attack on its fleets that the paradox turns on.

        That is one supported from the place that the convoyed unit goes to, else the strongest.
        """
        d = self.d
        goal = d[cargo + GOAL]
        aided = {d[s + RECEIVER] for s in self.supports if d[d[s + GIVER] + PLACE] == goal}
        carriers = range(d[CARRIERS], d[LINKS], CARRIER_ROW)
        fleets = [d[c + FLEET] for c in carriers if d[c + CARGO] == cargo]
        attacks = [a for fleet in fleets for a in self.comers.get(d[fleet + PLACE], ())]
        attacks.sort(key=lambda a: (a not in aided, -d[a + LO]))
        return Grounds("paradox", next(map(number, attacks), -1))

    def _weakened(self) -> Iterator[Weakened]:
        """The supports that lost some of their worth."""
        d = self.d
        for s in self.supports:
            if d[s + GIVEN] < d[d[s + WORTH]]:
                by = number(d[s + CUT_BY])
                yield Weakened(number(d[s + GIVER]), d[s + GIVEN], by, tuple(self._losses(s)))

    def _losses(self, support: int) -> Iterator[tuple[int, int]]:
        """Who took how much of a support, the strongest attack first."""
        d = self.d
        worth, points = d[support + WORTH], 0
        cuts = [c for c in range(d[CUTS], d[CLASHES], CUT_ROW) if d[c + CUT] == support]
        for c in sorted(cuts, key=lambda c: d[c + CUTTER] != d[support + CUT_BY]):
            attack, before = d[c + CUTTER], d[worth + points]
            if d[attack + ROUTE] == YES:
                points += d[c + (ARRIVE if d[attack + FATE] == ARRIVES else STRIKE)]
                points = min(points, d[support + POINTS])
            if d[worth + points] < before:
                yield number(attack), before - d[worth + points]
