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


def mean(values: Sequence[float]) -> Estimate:
    """A mean with the interval of its bootstrap."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    size = len(values)

    def again(draw: Random) -> float:
        return sum(draw.choices(values, k=size)) / size

    return Estimate(sum(values) / size, *interval(again))


def interval(again: Callable[[Random], float], seed: int = 1) -> tuple[float, float]:
    """The middle 95 % of a figure computed from many resamples."""
    draw = Random(seed)
    found = sorted(again(draw) for _ in range(RESAMPLES))
    cut = round(0.025 * RESAMPLES)
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


def excess(blocks: Blocks) -> dict[str, float]:
    """By how much each seat got more than an equal share, on average over its games."""
    names = list(dict.fromkeys(seat for block in blocks for seat in block))
    sums = Sums(rows_of(blocks))
    return {name: sums.total[n] / sums.games[n] for n, name in enumerate(names)}


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

    def spread(self) -> float:
        """How far apart seats are: the sum of their squared excesses, each by its games."""
        return sum(t * t / n for t, n in zip(self.total, self.games, strict=True) if n)

    def noise(self) -> float:
        """The spread that chance alone makes of seats that do not differ in the long run."""
        rows = zip(self.games, self.total, self.squares, strict=True)
        return sum((q - t * t / n) / (n - 1) for n, t, q in rows if n > 1)


def chance_of(blocks: Blocks) -> float:
    """How likely seats would differ as much if within each game they were interchangeable."""
    rows = rows_of(blocks)
    draw, seen = Random(2), Sums(rows).spread()
    as_far = 1
    for _ in range(SHUFFLES):
        for _, more in rows:
            draw.shuffle(more)
        as_far += Sums(rows).spread() >= seen - 1e-12
    return as_far / (SHUFFLES + 1)


def balance_index(rows: Rows) -> float:
    """One if all seats get the same in the long run, nothing if one seat always gets all.

    What chance alone would make of equal seats is taken off before, so that few games do not look
    like an unbalanced variant.
    """
    sums = Sums(rows)
    seated = sum(sums.games)
    size = seated / len(rows)
    farthest = (1 / size) * (1 - 1 / size)
    if not farthest:
        return 1.0
    far = max(0.0, sums.spread() - sums.noise()) / seated
    return 1 - math.sqrt(min(1.0, far / farthest))


class Balance(Struct, frozen=True):
    """How even a variant is: the index, how likely chance alone makes it so, and in a word."""

    index: Estimate
    chance: float
    verdict: str


def balance(blocks: Blocks) -> Balance:
    """How even the seats of some games are."""
    rows = rows_of(blocks)

    def again(draw: Random) -> float:
        return balance_index(draw.choices(rows, k=len(rows)))

    low, high = interval(again)
    index = balance_index(rows)
    p = chance_of(blocks)
    even = low >= EVEN and len(blocks) >= ENOUGH
    verdict = "unbalanced" if p < SURE else "balanced" if even else "undecided"
    return Balance(Estimate(index, min(low, index), max(high, index)), p, verdict)


def sign_chance(differences: Sequence[float]) -> float:
    """How likely paired differences are as large if their signs were a matter of chance."""
    draw, seen = Random(3), abs(sum(differences))
    as_far = 1
    for _ in range(SHUFFLES):
        turned = sum(d if draw.random() < 0.5 else -d for d in differences)
        as_far += abs(turned) >= seen - 1e-12
    return as_far / (SHUFFLES + 1)


def entropy(counts: Sequence[int]) -> float:
    """The effective number of different things: as many equally common ones would be as varied."""
    total = sum(counts)
    return math.exp(-sum(c / total * math.log(c / total) for c in counts if c)) if total else 0.0
