"""Lowering: forces and the answers of the ruleset written down as the flat integers of a fight.

Every question is asked here and for the muster, once, and before anybody knows who arrives: so no
answer can depend on the outcome, and the solver can go over the integers as often as it likes.
Where a question has Standard's answer it is not asked at all, since most fights are of Standard and
most of their orders are plain moves, holds and supports.
"""

from itertools import compress

from dragoman.geo import Province
from dragoman.judge.flat import (
    CARRIER_REST,
    CUT_REST,
    FORCE_REST,
    SUPPORT_REST,
    first_place,
    flatten,
)
from dragoman.judge.layout import (
    ARRIVES,
    CARRIER_ROW,
    FATE,
    FORCE_ROW,
    HEADER,
    LANDING,
    ORIGIN,
    PLACE_ROW,
    PLACES,
)
from dragoman.judge.muster import NO_FORCES, Muster
from dragoman.model import Tally
from dragoman.rules import Ask, Elected, on_routes


class Battle(Muster):
    """The forces that meet, on their way to the solver and back.

    `rows[i]` is the row of force i in the fight, 0 if it meets nobody; `place_rows` the row of each
    place; `numbers[i]` that of the support of force i among those of the fight.
    """

    __slots__ = ("flat", "numbers", "place_rows", "rows")

    def __init__(self, ask: Ask, elected: Elected) -> None:
        super().__init__(ask, elected)
        self.numbers: dict[int, int] = {}
        self.place_rows: dict[Province, int] = {}
        self.rows = [0] * len(self.orders)
        self.flat = self._lower()

    def fates(self) -> tuple[set[int], set[int]]:
        """Once the fight is solved: the forces that arrived, and those that were driven out."""
        arrived = self.free.copy()
        driven: set[int] = set()
        flat, rows = self.flat, self.rows
        # Most forces stay where they are, which is 0.
        for i in compress(self.fighters, flat[HEADER + FATE : flat[PLACES] : FORCE_ROW]):
            if flat[rows[i] + FATE] == ARRIVES:
                arrived.add(i)
            else:
                driven.add(i)
        return arrived, driven

    def number(self, row: int) -> int:
        """The number of the force in a row."""
        return self.fighters[(row - HEADER) // FORCE_ROW]

    def _lower(self) -> list[int]:
        """The fight, in rows of the forces that meet."""
        rows, forces = self.rows, self._lower_forces()
        supports, cuts, pool = self._lower_supports()
        carriers, links = self._lower_carriers() if self.convoys else ([], [])
        clashes = [rows[m] for pair in self.crossing for m in pair] if self.crossing else []
        return flatten(
            len(self.place_rows),
            forces,
            supports,
            cuts,
            carriers,
            links,
            clashes,
            self._lower_peaces(),
            pool,
        )

    def _lower_forces(self) -> list[int]:
        """Where those who meet stand and go, for whom, how strong, and how they travel."""
        rows, heres, goals, paths = self.rows, self.heres, self.goals, self.paths
        powers, alike, ones, places = self.powers, self.powers_fight, self.ones, self.place_rows
        found: list[int] = []
        sides: dict[str, int] = {}
        attack, defence, weightless = 1, 1, 0
        row, place = HEADER, first_place(len(self.fighters))
        for i in self.fighters:
            rows[i] = row
            row += FORCE_ROW
            if not ones:
                attack, defence = whole(self.tally(i)), whole(self.stance(i))
                weightless = int(i in self.light)
            side = powers[i] if alike else self._side(i)
            if side not in sides:
                sides[side] = len(sides)
            here, goal = heres[i], goals[i]
            if here in places:
                at = places[here]
            else:
                at = places[here] = place
                place += PLACE_ROW
            if goal == here:
                to = at
            elif goal in places:
                to = places[goal]
            else:
                to = places[goal] = place
                place += PLACE_ROW
            found += (at, to, sides[side], attack, defence, paths[i], weightless)
            found += FORCE_REST
        return found

    def _lower_supports(self) -> tuple[list[int], list[int], list[int]]:
        """Each support of a fighter for another, the attacks that may cut it, and its worths."""
        rows, numbers, heres, comers = self.rows, self.numbers, self.heres, self.comers
        supports: list[int] = []
        cuts: list[int] = []
        pool: list[int] = []
        # Supports worth the same share a stretch of the pool: in Standard there is one of two.
        pools: dict[tuple[int, ...], int] = {}
        for i, receiver in self.given.items():
            if not rows[i] or not rows[receiver]:
                continue
            worth = self.worth(i)
            if worth not in pools:
                pools[worth] = len(pool)
                pool += worth
            numbers[i] = len(numbers)
            supports += (rows[i], rows[receiver], pools[worth], len(worth) - 1)
            supports += SUPPORT_REST
            if heres[i] in comers:
                self._lower_cuts(i, receiver, cuts)
        return supports, cuts, pool

    def _lower_cuts(self, i: int, receiver: int, cuts: list[int]) -> None:
        """The attacks that may cut a support, and how many points each takes."""
        for a in self.comers[self.heres[i]]:
            # An army that nobody carries cuts nothing (6.F.6), and so is not in the fight.
            if self.rows[a] and a not in self.light:
                strike, arrive = self._cuts(a, i)
                if (strike or arrive) and not (a in self.convoys and self._spared(a, i, receiver)):
                    cuts += (self.rows[a], self.numbers[i], strike, arrive)
                    cuts += CUT_REST

    def _cuts(self, a: int, i: int) -> tuple[int, int]:
        """How many points an attack takes from a support if it has a path, and if it arrives."""
        # By default one's own side never cuts (6.D.20), as is known without asking.
        if self.own_spares and self.powers[a] == self.powers[i]:
            return (0, 0)
        # An attack from the province that the support goes to cuts only if it dislodges (6.D.15,
        # 6.D.17).
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

    def _lower_carriers(self) -> tuple[list[int], list[int]]:
        """The fleets of each convoy, which end of its way each touches, and which touch."""
        waters, heres, rows = self.ask.map.waters, self.heres, self.rows
        carriers: list[int] = []
        links: list[int] = []
        for m, fleets in self.convoys.items():
            # One that nobody attacks, for an army that meets nobody.
            if not rows[m]:
                continue
            seas, first = [heres[f] for f in fleets], len(carriers) // CARRIER_ROW
            for f, sea in zip(fleets, seas, strict=True):
                carriers += (rows[m], rows[f], self._ends(m, sea), *CARRIER_REST)
            for a, sea in enumerate(seas):
                for b in range(a):
                    links += (first + a, first + b) if seas[b] in waters.get(sea, ()) else ()
        return carriers, links

    def _ends(self, m: int, sea: Province) -> int:
        """Which ends of the way of m a fleet touches; who keeps a way open is all of it."""
        if m in self.kept:
            return ORIGIN | LANDING
        waters = self.ask.map.waters
        boards, lands = sea in waters[self.heres[m]], self.goals[m] in waters[sea]
        return (ORIGIN if boards else 0) | (LANDING if lands else 0)

    def _lower_peaces(self) -> list[int]:
        """Pairs of forces that may share a place, among those that can meet."""
        ask, rows = self.ask, self.rows
        found: list[int] = []
        if ask.rules.is_default("contests"):
            return found
        seen: set[tuple[int, int]] = set()
        for place in self.place_rows:
            there = self.at.get(place, NO_FORCES) + self.comers.get(place, NO_FORCES)
            here = [i for i in there if rows[i]]
            for k, a in enumerate(here):
                for b in here[:k]:
                    meet = ask.rules.contests(ask, self.force(a), self.force(b), place)
                    if not meet and (a, b) not in seen:
                        seen.update(((a, b), (b, a)))
                        found += (rows[a], rows[b])
        return found


def whole(tally: Tally | None) -> int:
    """A strength as an integer; a light force has none."""
    return 0 if tally is None else tally.total
