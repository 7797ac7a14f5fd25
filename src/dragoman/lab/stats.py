"""Statistics: rates and means with intervals, and whether seats differ by more than chance.

Everything that is drawn here is drawn from fixed seeds, so equal games give equal figures.
"""

import math
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

Z = 1.959964
"""Where the middle 95 % of a normal distribution end."""

RESAMPLES, SHUFFLES = 400, 399

TAIL = 0.025
"""What is left out at each end of an interval."""

TURNS, SWAPS = 1999, 999
"""How often pairs are turned over: so often that some fifty figures can be asked about at once."""

NOTHING = 1e-9
"""A distance below which seats are exactly even but for rounding."""

SURE = 0.01
"""Below which probability a difference is not put down to chance."""

EVEN, ENOUGH = 0.85, 20
"""From what index and how many games on a variant without a sure difference is called balanced."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    def between(self, least: float, most: float) -> "Estimate":
        """A rate as a place between two ends."""
        return Estimate(*(least + (most - least) * x for x in (self.value, self.low, self.high)))


def rate(hits: int, trials: int) -> Estimate:
    """A rate with Wilson's interval.

    >>> print(rate(5, 10))
    0.500 [0.237, 0.763]
    """
    if not trials:
        return Estimate(0.0, 0.0, 1.0)
    p, n = hits / trials, trials
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float], ends: tuple[float, float] | None = None) -> Estimate:
    """A mean with the interval of its bootstrap, widened for few values.

    `ends` are the least and the most that it can be. Values that all lie at one end are told like a
    rate of none, or of all: what was not seen in so many games may still be there.
    """
    if not values:
        return Estimate(0.0, *ends or (0.0, 0.0))
    size = len(values)
    value = sum(values) / size
    least, most = ends or (-math.inf, math.inf)
    if ends and set(values) in ({least}, {most}):
        return rate(size * (value == most), size).between(least, most)
    if ends and size == 1:
        return Estimate(value, *ends)
    if size == 1:
        return Estimate(value, value, value)

    def again(draw: Random) -> float:
        return sum(draw.choices(values, k=size)) / size

    low, high = (value + (end - value) * widening(size) for end in interval(again))
    return Estimate(value, max(least, low), min(most, high))


def widening(size: int) -> float:
    """By how much the interval of a bootstrap is too narrow when it is made from so few values.

    Resampling makes the spread too small by a part, and takes it for known when it is a guess
    (Student's factor, by the series of Cornish and Fisher; a few values by the table).
    """
    free = size - 1
    known = (12.706, 4.303, 3.182, 2.776)
    z, z3, z5 = Z, Z**3, Z**5
    series = z + (z3 + z) / (4 * free) + (5 * z5 + 16 * z3 + 3 * z) / (96 * free * free)
    return math.sqrt(size / free) * (known[free - 1] if free <= len(known) else series) / Z


def interval(again: Callable[[Random], float], seed: int = 1) -> tuple[float, float]:
    """The middle 95 % of a figure computed from many resamples."""
    draw = Random(seed)
    found = sorted(again(draw) for _ in range(RESAMPLES))
    cut = round(TAIL * RESAMPLES)
    return found[cut], found[-cut - 1]


Blocks = Sequence[dict[str, float]]
"""For each game, what each seat got; the shares of one game add up to one."""

Rows = list[tuple[tuple[int, ...], list[float]]]
"""The same, seats by number, told as what each got more than an equal share."""


def rows_of(blocks: Blocks) -> Rows:
    """Games with their seats numbered, and shares told by what is above an equal one."""
    numbers: dict[str, int] = {}
    rows: Rows = []
    for block in blocks:
        equal = sum(block.values()) / len(block)
        seats = tuple(numbers.setdefault(seat, len(numbers)) for seat in block)
        rows.append((seats, [got - equal for got in block.values()]))
    return rows


class Sums:
    """For each seat its games, and the sum and the sum of squares of what it got above equal."""

    def __init__(self, rows: Rows) -> None:
        size = 1 + max(seat for seats, _ in rows for seat in seats)
        self.games, self.total, self.squares = [0] * size, [0.0] * size, [0.0] * size
        games, total, squares = self.games, self.total, self.squares
        for seats, more in rows:
            for seat, x in zip(seats, more, strict=True):
                games[seat] += 1
                total[seat] += x
                squares[seat] += x * x

    def means(self) -> list[float]:
        """What each seat got above equal, on average."""
        return [t / n if n else 0.0 for t, n in zip(self.total, self.games, strict=True)]

    def spread(self) -> float:
        """How far apart seats are: the sum of their squared excesses, each by its games."""
        return sum(t * t / n for t, n in zip(self.total, self.games, strict=True) if n)

    def noise(self) -> float:
        """The spread that chance alone makes of seats that do not differ in the long run."""
        rows = zip(self.games, self.total, self.squares, strict=True)
        return sum((q - t * t / n) / (n - 1) for n, t, q in rows if n > 1)


def shuffled(rows: Rows) -> list[list[float]]:
    """What seats would be above equal if within each game they were interchangeable, many times."""
    draw, found = Random(2), []
    mixed = [(seats, list(more)) for seats, more in rows]
    for _ in range(SHUFFLES):
        for _, more in mixed:
            draw.shuffle(more)
        found.append(Sums(mixed).means())
    return found


def farthest(rows: Rows) -> float:
    """How far apart the seats of a game are when one gets everything."""
    size = sum(len(seats) for seats, _ in rows) / len(rows)
    return (1 / size) * (1 - 1 / size)


def index_of(far: float, most: float) -> float:
    """A squared distance from an equal share as an index between nothing and one."""
    return 1 - math.sqrt(min(1.0, max(0.0, far) / most)) if most else 1.0


def balance_index(rows: Rows) -> float:
    """One if all seats get the same in the long run, nothing if one seat always gets all.

    What chance alone would make of equal seats is taken off before, so that few games do not look
    like an unbalanced variant.
    """
    sums = Sums(rows)
    return index_of((sums.spread() - sums.noise()) / sum(sums.games), farthest(rows))


def halved(holds: Callable[[float], bool], most: float) -> float:
    """Up to where something holds, between nothing and the most there can be."""
    low, high = 0.0, most
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high


Slips = Sequence[Sequence[float]]
"""By how much chance moves each seat, many times."""


class Doubt:
    """How far seats that truly lie at some distance from equal would come out by chance.

    Seats are taken to differ in the direction that was seen; by how much is what is asked.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows, sums = rows, Sums(rows)
        self.games, self.seated, self.seen = sums.games, sum(sums.games), sums.spread()
        self.middle, draw = sums.means(), Random(1)
        self.slips = [self.slip(draw) for _ in range(RESAMPLES)]
        self.mixed = shuffled(rows)
        # Seats that came out exactly even differ in no direction: then any that chance takes.
        self.way = next(filter(None, map(self.unit, (self.middle, *self.slips))), [])

    def slip(self, draw: Random) -> list[float]:
        """By how much chance moves each seat, as resampled games tell."""
        again = Sums(draw.choices(self.rows, k=len(self.rows)))
        told = zip(again.games, again.total, self.middle, strict=False)
        found = [t / n - m if n else 0.0 for n, t, m in told]
        return found + [0.0] * (len(self.middle) - len(found))

    def length(self, seats: Sequence[float]) -> float:
        """The spread of seats that are so far from equal."""
        return sum(n * x * x for n, x in zip(self.games, seats, strict=True))

    def unit(self, seats: Sequence[float]) -> list[float]:
        """The same direction at the distance of one; nothing if there is none."""
        size = math.sqrt(self.length(seats))
        return [x / size for x in seats] if size > NOTHING else []

    def chance(self) -> float:
        """How likely seats would differ as much if within each game they were interchangeable."""
        as_far = sum(self.length(seats) >= self.seen - 1e-12 for seats in self.mixed)
        return (as_far + 1) / (len(self.mixed) + 1)

    def below(self, seen: float, distance: float, slips: Slips) -> float:
        """How often seats at a distance would come out less far apart than was seen."""
        moved = ([distance * w + x for w, x in zip(self.way, slip, strict=True)] for slip in slips)
        return sum(self.length(seats) < seen - 1e-12 for seats in moved) / len(slips)

    def far_end(self, most: float) -> float:
        """The distance from which seats would hardly ever come out as near as was seen.

        Nothing comes out nearer than exactly even: then the least that chance does counts as seen.
        """
        wide = widening(len(self.rows))
        slips = [[wide * x for x in slip] for slip in self.slips]
        least = min((x for x in map(self.length, slips) if x > NOTHING), default=0.0)
        return halved(lambda r: self.below(max(self.seen, least), r, slips) > TAIL, most)

    def near_end(self, most: float) -> float:
        """The distance up to which seats would hardly ever come out as far as was seen.

        Chance is here that of the test which the verdict goes by, so that they agree.
        """
        return halved(lambda r: self.below(self.seen, r, self.mixed) > 1 - TAIL, most)

    def interval(self) -> tuple[float, float]:
        """The indexes between which the true one lies in 95 of 100 cases."""
        most = farthest(self.rows)
        if not most or not self.way:
            return 1.0, 1.0
        end = math.sqrt(most * self.seated)
        ends = (self.far_end(end), self.near_end(end))
        low, high = (index_of(r * r / self.seated, most) for r in ends)
        # The last step of halving stands for the end itself.
        return low, 1.0 if high > 1 - 1e-6 else high


class Balance(Struct, frozen=True):
    """How even a variant is: the index, how likely chance alone makes it so, and in a word."""

    index: Estimate
    chance: float
    verdict: str


def balance(blocks: Blocks) -> Balance:
    """How even the seats of some games are."""
    rows = rows_of(blocks)
    value, doubt = balance_index(rows), Doubt(rows)
    # One game says nothing of the next.
    low, high = doubt.interval() if len(rows) > 1 else (0.0, 1.0)
    index, chance = Estimate(value, min(low, value), max(high, value)), doubt.chance()
    even = index.low >= EVEN and len(rows) >= ENOUGH
    verdict = "unbalanced" if chance < SURE else "balanced" if even else "undecided"
    return Balance(index, chance, verdict)


def sign_chance(differences: Sequence[float]) -> float:
    """How likely paired differences are as large if their signs were a matter of chance."""
    draw, seen = Random(3), abs(sum(differences))
    some = [d for d in differences if d]
    as_far = 1
    for _ in range(TURNS):
        turned = sum(d if draw.random() < 0.5 else -d for d in some)
        as_far += abs(turned) >= seen - 1e-12
    return as_far / (TURNS + 1)


def swap_chance(first: Rows, second: Rows) -> float:
    """How likely two indexes differ as much if it were chance which of each pair is whose."""
    draw, seen = Random(4), abs(balance_index(second) - balance_index(first))
    as_far = 1
    for _ in range(SWAPS):
        one, two = list(first), list(second)
        for n in range(len(one)):
            if draw.random() < 0.5:
                one[n], two[n] = two[n], one[n]
        as_far += abs(balance_index(two) - balance_index(one)) >= seen - 1e-12
    return as_far / (SWAPS + 1)


def entropy(counts: Sequence[int]) -> float:
    """The effective number of different things: as many equally common ones would be as varied."""
    total = sum(counts)
    return math.exp(-sum(c / total * math.log(c / total) for c in counts if c)) if total else 0.0
