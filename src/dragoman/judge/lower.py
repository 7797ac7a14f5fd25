"""Lowering: forces and the answers of the ruleset written down as the integers of their islands.

Every question is asked here and for the muster, once, and before anybody knows who arrives: so no
answer can depend on the outcome, and the solver can go over the integers as often as it likes.
Where a question has Standard's answer it is not asked at all, since most fights are of Standard and
most of their orders are plain moves, holds and supports.

An island is written down in its own numbers, from 0: forces, places and sides that meet in the same
way are the same integers, whoever they are and wherever they stand.
"""

from collections.abc import Collection
from itertools import chain
from typing import Any

from dragoman.geo import Province
from dragoman.judge.flat import Given, flatten
from dragoman.judge.islands import Islands
from dragoman.judge.layout import ANY_ROUTE, CARRIER_GIVEN, LANDING, ORIGIN, SUPPORT_GIVEN
from dragoman.judge.muster import NO_FORCES
from dragoman.judge.upshot import Upshot, upshot
from dragoman.model import Tally
from dragoman.rules import ALL_POINTS, Ask, Elected, on_routes

Solved = tuple[list[int], Collection[Province], Upshot]
"""An island: its forces by their numbers there, its places, and what came of it."""

Numbered = dict[int, int]
"""The numbers that forces have in their island."""


class Battle(Islands):
    """The forces that meet, on their way to the solver and back."""

    __slots__ = ("arrived", "bound")

    def __init__(self, ask: Ask, elected: Elected) -> None:
        super().__init__(ask, elected)
        self.arrived = self.free.copy()
        self.bound = {*self.fought, *self.convoys, *self.clashes}

    def solved(self) -> list[Solved]:
        """Each island with its places and what came of it; those that others wait for come last."""
        found: list[Solved] = []
        waiting = self.islands
        while waiting:
            later = [island for island in waiting if not self._solve(island, found)]
            # Where each waits for another there is a ring, which is solved as one.
            waiting = [[*chain.from_iterable(later)]] if len(later) == len(waiting) else later
        return found[::-1]

    def fight(self) -> list[int]:
        """The fight of all that meet, as the solver takes it."""
        everybody = self._members([*chain.from_iterable(self.islands)])
        return flatten(*self._lower(everybody)[1])

    def _solve(self, island: list[Province], found: list[Solved]) -> bool:
        """Find out what comes of an island, unless it waits for others."""
        members = self._members(island)
        if not members:
            return False
        places, given = self._lower(members)
        result = upshot(*given)
        found.append((members, places, result))
        if result.arrived:
            self.arrived.update([members[n] for n in result.arrived])
        for n in result.lost:
            # Where it stands it is now like an army that nobody carries.
            m = members[n]
            self.ends[m], self.paths[m] = self.heres[m], ANY_ROUTE
        return True

    def _members(self, island: list[Province]) -> list[int]:
        """The forces of an island, none if it waits for one that may leave it for another.

        Those who stay come first, then movers by where they go: so that islands that are alike are
        written alike, whoever is in them.
        """
        at, comers, ends = self.at, self.comers, self.ends
        members: list[int] = []
        for place in island:
            for i in at.get(place, NO_FORCES):
                if ends[i] == place:
                    members.append(i)
                elif i not in self.arrived and ends[i] not in island:
                    return []
        for place in island:
            members += comers.get(place, NO_FORCES)
        # Of several in a place the first is named, whether it stays or goes.
        return members if self.apart else sorted(members)

    def _lower(self, members: list[int]) -> tuple[Collection[Province], tuple[Any, ...]]:
        """The places of an island, and what is given of it: what `flatten` takes."""
        heres, goals, paths, aids = self.heres, self.goals, self.paths, self.aids
        forces: list[int] = []
        places: dict[Province, int] = {}
        # Sides matter only where somebody meets his own; else each force has a side to itself.
        sides: dict[str, int] | None = None if self.mixed.isdisjoint(members) else {}
        attack, defence, weightless, ones = 1, 1, 0, self.ones
        for n, i in enumerate(members):
            here, goal = heres[i], goals[i]
            if not ones:
                attack, defence = whole(self.tally(i)), whole(self.stance(i))
                weightless = int(i in self.light)
            elif i in aids:
                attack = 1 + len(aids[i])
                # Who is ordered to move cannot be supported in staying (6.D.7).
                defence = attack if here == goal else 1
            else:
                attack = defence = 1
            side = n if sides is None else sides.setdefault(self.sides[i], n)
            at = places.setdefault(here, len(places))
            to = at if goal is here else places.setdefault(goal, len(places))
            forces += (at, to, side, attack, defence, paths[i], weightless)
        given = (len(places), tuple(forces))
        # Most islands are a few forces that go where others are or want to go, and nothing else.
        if self.calm and self.bound.isdisjoint(members):
            return places, given
        return places, (*given, *self._lower_bonds(members, places))

    def _lower_bonds(self, members: list[int], places: Collection[Province]) -> tuple[Given, ...]:
        """What else binds the forces of an island: supports, convoys, crossings, peace."""
        numbers = {i: n for n, i in enumerate(members)}
        supports, cuts, pool = self._lower_supports(numbers)
        carriers, links = self._lower_carriers(numbers) if self.convoys else ((), ())
        clashes = self._lower_clashes(numbers) if self.crossing else ()
        peaces = () if self.calm else self._lower_peaces(numbers, places)
        return supports, cuts, carriers, links, clashes, peaces, pool

    def _lower_supports(self, numbers: Numbered) -> tuple[Given, Given, Given]:
        """Each support of an island's force for another, what may cut it, and its worths."""
        fought, heres, comers = self.fought, self.heres, self.comers
        supports: list[int] = []
        cuts: list[int] = []
        pool: list[int] = []
        # Supports worth the same share a stretch of the pool: in Standard there is one of two.
        pools: dict[tuple[int, ...], int] = {}
        for i in numbers:
            if i in fought:
                worth = self.worth(i)
                if worth not in pools:
                    pools[worth] = len(pool)
                    pool += worth
                if heres[i] in comers:
                    self._lower_cuts(i, numbers, len(supports) // SUPPORT_GIVEN, cuts)
                supports += (numbers[i], numbers[fought[i]], pools[worth], len(worth) - 1)
        return tuple(supports), tuple(cuts), tuple(pool)

    def _lower_cuts(self, i: int, numbers: Numbered, support: int, cuts: list[int]) -> None:
        """The attacks that may cut a support, and how many points each takes."""
        for a in self.comers[self.heres[i]]:
            # An army that nobody carries cuts nothing (6.F.6), and so is not in the fight.
            if a in numbers and a not in self.light:
                strike, arrive = self._cuts(a, i)
                spared = a in self.convoys and self._spared(a, i, self.fought[i])
                if (strike or arrive) and not spared:
                    cuts += (numbers[a], support, strike, arrive)

    def _cuts(self, a: int, i: int) -> tuple[int, int]:
        """How many points an attack takes from a support if it has a path, and if it arrives."""
        if self.own_spares:
            # By default one's own side never cuts (6.D.20), and an attack from the province that
            # the support goes to only if it dislodges (6.D.15, 6.D.17), as is known without asking.
            strike = int(self.heres[a] != self.goals[self.fought[i]])
            return (0, 0) if self.sides[a] == self.sides[i] else (strike, ALL_POINTS)
        return self.ask.rules.cuts(self.ask, self.force(a), self.force(i))

    def _spared(self, a: int, giver: int, receiver: int) -> bool:
        """Whether the edition's paradox rule keeps a convoyed attack from cutting this support."""
        # 4.A.2: spared means that no cut row is written, so the support stands even if the army
        # dislodges its giver (6.F.17). Szykman's rule spares none, and waits for the knot.
        rule = self.ask.rules.paradox(self.ask)
        aim = self.goals[receiver]
        attacks = aim != self.heres[receiver]
        at_sea = not self._walks(giver)
        if rule == "attack":
            return at_sea and attacks and aim in self._waters_of(self.convoys[a])
        if rule == "water":
            busy = self._waters_of([f for fleets in self.convoys.values() for f in fleets])
            return at_sea and aim in busy
        return rule == "needed" and attacks and self._needed(a, aim)

    def _walks(self, i: int) -> bool:
        return not self.ask.kind(self.units[i].kind).carries

    def _needed(self, a: int, sea: Province) -> bool:
        """Whether a convoy has no route left without the fleet in these waters."""
        fleets = self._waters_of(self.convoys[a])
        rest = fleets - {sea}
        return sea in fleets and not on_routes(self.ask.map, rest, self.heres[a], self.goals[a])

    def _lower_carriers(self, numbers: Numbered) -> tuple[Given, Given]:
        """The fleets of each convoy, which end of its way each touches, and which touch."""
        waters, heres = self.ask.map.waters, self.heres
        carriers: list[int] = []
        links: list[int] = []
        for m, fleets in self.convoys.items():
            if m in numbers and self.ends[m] != heres[m]:
                seas, first = [heres[f] for f in fleets], len(carriers) // CARRIER_GIVEN
                for f, sea in zip(fleets, seas, strict=True):
                    carriers += (numbers[m], numbers[f], self._ends(m, sea))
                for a, sea in enumerate(seas):
                    for b in range(a):
                        links += (first + a, first + b) if seas[b] in waters.get(sea, ()) else ()
        return tuple(carriers), tuple(links)

    def _ends(self, m: int, sea: Province) -> int:
        """Which ends of the way of m a fleet touches; who keeps a way open is all of it."""
        if m in self.kept:
            return ORIGIN | LANDING
        waters = self.ask.map.waters
        boards, lands = sea in waters[self.heres[m]], self.goals[m] in waters[sea]
        return (ORIGIN if boards else 0) | (LANDING if lands else 0)

    def _lower_clashes(self, numbers: Numbered) -> Given:
        """The pairs of moves that meet on the way."""
        ends, heres = self.ends, self.heres
        pairs = [p for p in self.crossing if p[0] in numbers and ends[p[0]] != heres[p[0]]]
        return tuple(numbers[m] for pair in pairs for m in pair)

    def _lower_peaces(self, numbers: Numbered, places: Collection[Province]) -> Given:
        """Pairs of forces that may share a place, among those that can meet."""
        ask, found = self.ask, []
        seen: set[tuple[int, int]] = set()
        for place in places:
            there = self.at.get(place, NO_FORCES) + self.comers.get(place, NO_FORCES)
            here = [i for i in there if i in numbers]
            for k, a in enumerate(here):
                for b in here[:k]:
                    meet = ask.rules.contests(ask, self.force(a), self.force(b), place)
                    if not meet and (a, b) not in seen:
                        seen.update(((a, b), (b, a)))
                        found += [numbers[a], numbers[b]]
        return tuple(found)


def whole(tally: Tally | None) -> int:
    """A strength as an integer; a light force has none."""
    return 0 if tally is None else tally.total
