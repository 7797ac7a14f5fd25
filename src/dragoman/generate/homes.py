"""Homes and neutral centers, placed so that nobody is better off, as far as the graph can tell.

How well a power lies is measured by its share of the neutral centers and of the room, each by how
near they are to it and to others, by how near the homes of others are, and by the ways out.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, pstdev

from msgspec import Struct

from dragoman.generate.ground import steps_from

Graph = dict[int, set[int]]

TRIES, CHANGES = 24, 240
"""How many placements are begun, and how many changes are tried to each."""

FEW, LEARNED = 12, 0.5
"""How many changes are tried at a time after games, and how far what they say is believed."""

WEIGHTS = (2.0, 1.0, 2.0, 0.5)
"""What counts how much: neutral centers, room, safety, ways out."""


class Placement(Struct, frozen=True):
    """Where powers are at home, where neutral centers lie, and how uneven that is."""

    homes: tuple[tuple[int, ...], ...]
    neutral: tuple[int, ...]
    spread: float = 0.0


Change = Callable[["HomePlacer", Placement], Placement | None]


class HomePlacer:
    """Looks for the most even placement on a board."""

    def __init__(self, beside: Graph, sea: set[int], chance: Random) -> None:
        self.beside, self.sea, self.chance = beside, sea, chance
        self.land = sorted(set(beside) - sea)
        self.coast = {n for n in self.land if beside[n] & sea}
        self.handicaps: tuple[float, ...] = ()
        self.known: dict[tuple[int, ...], dict[int, int]] = {}
        self.steps = {n: steps_from([n], beside) for n in beside}

    def best(self, powers: int, each: int, neutral: int) -> Placement | None:
        """The most even of many placements; none where there is no room for the homes."""
        found = [p for _ in range(TRIES) if (p := self._begun(powers, each, neutral))]
        if not found:
            return None
        found.sort(key=lambda p: p.spread)
        better = [self._improved(placement, CHANGED, CHANGES) for placement in found[:4]]
        return min(better, key=lambda p: p.spread)

    def again(self, placement: Placement, shares: Sequence[float]) -> Placement:
        """A placement changed a little: for those who got less than their share, or at random."""
        self.handicaps = tuple(share**LEARNED for share in shares)
        start = self._weighed(placement.homes, placement.neutral)
        helped = self._improved(start, CHANGED[:2], FEW)
        if helped.spread < start.spread and self.chance.random() < 0.5:
            return helped
        changed = (self.chance.choice(CHANGED)(self, start) for _ in range(FEW))
        return next(filter(None, changed), helped)

    def _begun(self, powers: int, each: int, neutral: int) -> Placement | None:
        taken: set[int] = set()
        homes: list[tuple[int, ...]] = []
        for _ in range(powers):
            country = self._country(self._far_from(taken), each, taken)
            if country is None:
                return None
            homes.append(country)
            taken |= set(country)
        free = [n for n in self.land if n not in taken]
        if len(free) < neutral:
            return None
        return self._weighed(tuple(homes), tuple(self.chance.sample(free, neutral)))

    def _far_from(self, taken: set[int]) -> int:
        """A province on the coast, one of those farthest from all that are taken."""
        open_ = [n for n in sorted(self.coast) if n not in taken]
        self.chance.shuffle(open_)
        open_.sort(key=lambda n: -min((self.steps[n][t] for t in taken), default=0))
        return self.chance.choice(open_[:4]) if open_ else -1

    def _country(self, capital: int, each: int, taken: set[int]) -> tuple[int, ...] | None:
        """Homes around a capital; none where there is no room for them."""
        mine = [capital]
        while len(mine) < each or capital < 0:
            around = {n for m in mine if m >= 0 for n in self.beside[m]}
            open_ = sorted(around - self.sea - taken - set(mine))
            if not open_:
                return None
            mine.append(self.chance.choice(open_))
        return tuple(mine)

    def _weighed(self, homes: tuple[tuple[int, ...], ...], neutral: tuple[int, ...]) -> Placement:
        return Placement(homes, neutral, round(self.spread(homes, neutral), 6))

    def _improved(self, placement: Placement, changes: Sequence[Change], times: int) -> Placement:
        for _ in range(times):
            new = self.chance.choice(changes)(self, placement)
            if new and new.spread < placement.spread:
                placement = new
        return placement

    def move_neutral(self, placement: Placement) -> Placement | None:
        """One neutral center elsewhere."""
        used = {*placement.neutral, *(h for mine in placement.homes for h in mine)}
        free = [n for n in self.land if n not in used]
        if not free or not placement.neutral:
            return None
        neutral = list(placement.neutral)
        neutral[self.chance.randrange(len(neutral))] = self.chance.choice(free)
        return self._weighed(placement.homes, tuple(neutral))

    def move_home(self, placement: Placement) -> Placement | None:
        """One home elsewhere beside the rest of its country."""
        k = self.chance.randrange(len(placement.homes))
        mine = list(placement.homes[k])
        lost = mine.pop(self.chance.randrange(len(mine)))
        used = {*placement.neutral, *(h for homes in placement.homes for h in homes)}
        open_ = sorted({n for m in mine for n in self.beside[m]} - self.sea - used)
        if not open_:
            return None
        mine.append(self.chance.choice(open_))
        joined = all(any(m in self.beside[o] for o in mine if o != m) for m in mine)
        if not self.coast.intersection(mine) or not joined or lost in mine:
            return None
        homes = (*placement.homes[:k], tuple(mine), *placement.homes[k + 1 :])
        return self._weighed(homes, placement.neutral)

    def move_country(self, placement: Placement) -> Placement | None:
        """One power elsewhere; a neutral center in its way takes a place that it left."""
        k = self.chance.randrange(len(placement.homes))
        others = [mine for n, mine in enumerate(placement.homes) if n != k]
        taken = {h for mine in others for h in mine}
        each = len(placement.homes[k])
        country = self._country(self._far_from(taken), each, taken)
        if country is None:
            return None
        left = [h for h in placement.homes[k] if h not in country]
        neutral = tuple(left.pop() if n in country else n for n in placement.neutral)
        homes = (*placement.homes[:k], country, *placement.homes[k + 1 :])
        return self._weighed(homes, neutral)

    def spread(self, homes: Sequence[Sequence[int]], neutral: Sequence[int]) -> float:
        """How far powers are from each other in what makes them strong; 0 is even."""
        away = [self._away(tuple(mine)) for mine in homes]
        centers = self._shares(away, neutral)
        room = self._shares(away, self.land)
        danger = [
            sum(1 / min(a[h] for h in other) ** 2 for k, other in enumerate(homes) if k != me)
            for me, a in enumerate(away)
        ]
        out = [float(len({n for h in mine for n in self.beside[h]} - set(mine))) for mine in homes]
        close = sum(d > 1.0 for d in danger)
        safety = [1 / (0.2 + d) for d in danger]
        figures = zip(WEIGHTS, (centers, room, safety, out), strict=True)
        return 0.2 * close + sum(weight * variation(self._felt(row)) for weight, row in figures)

    def _felt(self, row: Sequence[float]) -> Sequence[float]:
        """Figures as they were found to count, power by power."""
        return [a * b for a, b in zip(row, self.handicaps, strict=True)] if self.handicaps else row

    def _away(self, homes: tuple[int, ...]) -> dict[int, int]:
        """How far every province is from the nearest of some homes."""
        if homes not in self.known:
            rows = [self.steps[h] for h in homes]
            self.known[homes] = {n: min(row[n] for row in rows) for n in self.beside}
        return self.known[homes]

    def _shares(self, away: list[dict[int, int]], places: Sequence[int]) -> list[float]:
        """What of some places falls to each power, the nearer the more."""
        found = [0.0] * len(away)
        for place in places:
            pulls = [(1 + a[place]) ** -3.0 for a in away]
            for k, pull in enumerate(pulls):
                found[k] += pull / sum(pulls)
        return found


CHANGED: tuple[Change, ...] = (
    HomePlacer.move_neutral,
    HomePlacer.move_home,
    HomePlacer.move_country,
)


def variation(row: Sequence[float]) -> float:
    """How far figures lie apart, in parts of their mean.

    >>> variation([2, 2, 2]), variation([1, 3])
    (0.0, 0.5)
    """
    middle = fmean(row) if row else 0.0
    return pstdev(row) / middle if middle else 0.0
