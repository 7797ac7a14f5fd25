"""Statistics: rates and means with intervals.

Everything that is drawn here is drawn from fixed seeds, so equal games give equal figures.
"""

import math
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

Z = 1.959964
"""Where the middle 95 % of a normal distribution end."""

RESAMPLES = 400

TAIL = 0.025
"""What is left out at each end of an interval."""

MOST_GAMES = 1e6
"""As how many games won or lost one game may count that hardly varies."""

TURNS = 1999
"""How often signs are turned over: so often that some fifty figures can be asked about at once."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


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
    """A mean with Student's interval; between `ends`, the least and the most it can be, Wilson's.

    Values that all lie at one end count like a rate of none, or of all: what was not seen in so
    many games may still be there.
    """
    if not values:
        return Estimate(0.0, *ends or (0.0, 0.0))
    size = len(values)
    value = sum(values) / size
    if size == 1:
        return Estimate(value, *ends or (value, value))
    wide = Z * widening(size)
    if ends:
        least, most = ends
        low, high = bounded([(x - least) / (most - least) for x in values], wide)
        return Estimate(value, *(least + (most - least) * x for x in (low, high)))
    half = wide * math.sqrt(sum((x - value) ** 2 for x in values)) / size
    return Estimate(value, value - half, value + half)


def amount(values: Sequence[float]) -> Estimate:
    """The mean of numbers that cannot be less than nothing, with Student's interval.

    >>> amount([0.1, 3.0]).low
    0.0
    """
    found = mean(values)
    return Estimate(found.value, max(0.0, found.low), found.high)


def bounded(values: Sequence[float], wide: float) -> tuple[float, float]:
    """Where a mean of parts of 1 lies, so many deviations wide.

    Parts vary less than rates do: Wilson's interval is made for as many games as would say as much
    if each were won or lost.
    """
    count = len(values)
    p = sum(values) / count
    spread, whole = sum((x - p) ** 2 for x in values) / count, p * (1 - p)
    size = count * min(whole / spread, MOST_GAMES) if spread and whole > 0 else count
    middle = (p + wide * wide / (2 * size)) / (1 + wide * wide / size)
    half = wide * math.sqrt(whole / size + (wide / (2 * size)) ** 2) / (1 + wide * wide / size)
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def widening(size: int) -> float:
    """By how much a normal interval is too narrow when its spread comes from so few values.

    Seen from their own mean values spread too little by a part, and the spread is a guess itself
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


def sign_chance(differences: Sequence[float]) -> float:
    """How likely paired differences are as large if their signs were a matter of chance."""
    draw, seen = Random(3), abs(sum(differences))
    some = [d for d in differences if d]
    as_far = 1
    for _ in range(TURNS):
        turned = sum(d if draw.random() < 0.5 else -d for d in some)
        as_far += abs(turned) >= seen - 1e-12
    return as_far / (TURNS + 1)


def entropy(counts: Sequence[int]) -> float:
    """The effective number of different things: as many equally common ones would be as varied."""
    total = sum(counts)
    return math.exp(-sum(c / total * math.log(c / total) for c in counts if c)) if total else 0.0
