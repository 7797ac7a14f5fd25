"""How even seats are: how far their shares differ, within which bounds, and in a word.

Everything that is drawn here is drawn from fixed seeds, so equal games give equal figures.
"""

import math
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from dragoman.lab.stats import RESAMPLES, TAIL, Estimate, bounded, widening

SHUFFLES, SWAPS = 399, 999
"""How often seats that are alike, and pairs of games turned over, are drawn."""

NOTHING = 1e-9
"""A distance below which seats are exactly even but for rounding."""

WORDS, BORDERS = ("even", "slight", "marked", "lopsided"), (0.1, 0.3, 0.7)
"""How far seats differ, in a word, and the coefficients of variation between the words."""

ENOUGH = 20
"""From how many games on there is a verdict."""

NONE, UNDECIDED = "no verdict", "undecided"

Blocks = Sequence[dict[str, float]]
"""For each game, what each seat got; the shares of one game add up to one."""

Rows = list[tuple[tuple[int, ...], list[float]]]
"""The same, seats by number, given as what each got more than an equal share."""

Table = list[list[float]]
"""A square of figures, by seat and by seat."""


def rows_of(blocks: Blocks) -> Rows:
    """Games with their seats numbered, and shares given by what is above an equal one."""
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


def size_of(rows: Rows) -> float:
    """How many seats a game has, on average."""
    return sum(len(seats) for seats, _ in rows) / len(rows)


def farthest(rows: Rows) -> float:
    """How far apart the seats of a game are when one gets everything."""
    size = size_of(rows)
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


def square(size: int) -> Table:
    """A square of nothing."""
    return [[0.0] * size for _ in range(size)]


def seen_together(rows: Rows, sums: Sums) -> Table:
    """How seats vary together from game to game, scaled so that a spread is a plain length."""
    middle, scale = sums.means(), [math.sqrt(n) if n else 1.0 for n in sums.games]
    found = square(len(middle))
    for seats, more in rows:
        off = [(x - middle[s]) / scale[s] for s, x in zip(seats, more, strict=True)]
        for s, x in zip(seats, off, strict=True):
            row = found[s]
            for other, y in zip(seats, off, strict=True):
                row[other] += x * y
    return found


def alike_together(rows: Rows, sums: Sums) -> Table:
    """The same if the seats of each game were interchangeable."""
    scale = [math.sqrt(n) if n else 1.0 for n in sums.games]
    found = square(len(scale))
    for seats, more in rows:
        own = sum(x * x for x in more) / len(more)
        shared = -own / max(1, len(more) - 1)
        for s in seats:
            row = found[s]
            for other in seats:
                row[other] += (own if other == s else shared) / (scale[s] * scale[other])
    return found


def root_of(table: Table) -> Table:
    """The lower triangle that multiplied with itself gives a table of variances (Cholesky)."""
    root = square(len(table))
    for i, row in enumerate(table):
        for j in range(i + 1):
            rest = row[j] - sum(a * b for a, b in zip(root[i][:j], root[j][:j], strict=True))
            if i == j:
                root[i][i] = math.sqrt(rest) if rest > NOTHING * row[i] else 0.0
            else:
                root[i][j] = rest / root[j][j] if root[j][j] else 0.0
    return root


def slips(table: Table, count: int, wide: float, draw: Random) -> Table:
    """By how much chance moves each seat, many times: normal draws with such variances."""
    root, found = root_of(table), []
    for _ in range(count):
        plain = [wide * draw.gauss(0.0, 1.0) for _ in root]
        found.append([sum(a * b for a, b in zip(row, plain, strict=False)) for row in root])
    return found


class Doubt:
    """How far seats that truly lie at some distance from equal would come out by chance.

    Seats are taken to differ in the direction that was seen; by how much is what is asked. Lengths
    are those of seats' mean excesses, each times the root of its games.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows, self.sums = rows, Sums(rows)
        self.seated, self.seen = sum(self.sums.games), self.sums.spread()
        self.end = math.sqrt(farthest(rows) * self.seated)
        wide, draw = widening(len(rows)) if len(rows) > 1 else 1.0, Random(1)
        moved = slips(seen_together(rows, self.sums), RESAMPLES, wide, draw)
        mixed = slips(alike_together(rows, self.sums), SHUFFLES, wide, draw)
        self.alike = [sum(x * x for x in slip) for slip in mixed]
        self.room = self.end * self.end - self.seen
        if self.room < NOTHING:
            # One seat has won everything: nothing varies, though it might.
            moved, self.room = mixed, self.end * self.end
        way = self.way(moved)
        self.moved = [
            (sum(a * b for a, b in zip(way, slip, strict=True)), sum(x * x for x in slip))
            for slip in moved
        ]
        # Games won and lost may come out exactly even, and prove nothing by it: nothing counts as
        # nearer than seats that are alike come out in one of ten runs.
        self.nearest = max(self.seen, sorted(self.alike)[len(self.alike) // 10])

    def way(self, moved: Table) -> list[float]:
        """The direction in which seats were seen to differ; if in none, any that chance takes."""
        seen = [t / math.sqrt(n) for t, n in zip(self.sums.total, self.sums.games, strict=True)]
        found = seen if self.seen > NOTHING else moved[0]
        far = math.sqrt(sum(x * x for x in found))
        return [x / far if far else 0.0 for x in found]

    def chance(self) -> float:
        """How likely seats would differ as much if within each game they were interchangeable."""
        as_far = sum(far >= self.seen - NOTHING for far in self.alike)
        return (as_far + 1) / (len(self.alike) + 1)

    def below(self, seen: float, distance: float) -> float:
        """How often seats at a distance would come out less far apart than was seen."""
        # The nearer one seat is to getting all, the less is left to chance, as with any rate.
        left = max(0.0, self.end * self.end - distance * distance) / self.room
        at, cut = 2 * distance * math.sqrt(left), seen - NOTHING - distance * distance
        return sum(at * along + left * far < cut for along, far in self.moved) / len(self.moved)

    def too_far(self, distance: float) -> float:
        """How often seats at a distance would come out as far apart as was seen, or farther."""
        return self.chance() if distance <= NOTHING else 1 - self.below(self.seen, distance)

    def too_near(self, distance: float) -> float:
        """How often seats at a distance would come out as near as was seen, or nearer."""
        return self.below(self.nearest, distance)

    def bounds(self) -> tuple[float, float]:
        """The distances between which the true one lies in 95 of 100 cases."""
        if self.nearest <= NOTHING:
            return 0.0, 0.0
        if len(self.rows) < 2:
            return 0.0, self.end
        far = halved(lambda r: self.too_near(r) > TAIL, self.end)
        if self.chance() > TAIL:
            return 0.0, far
        return min(far, halved(lambda r: self.too_far(r) <= TAIL, self.end)), far


def worst_to_best(blocks: Blocks) -> Estimate:
    """What the worst seat gets for each point of the best.

    The bounds are those of every seat at once (Bonferroni's rule), since which seat is the best is
    itself a guess.
    """
    got: dict[str, list[float]] = {}
    for block in blocks:
        for seat, share in block.items():
            got.setdefault(seat, []).append(share)
    means = [sum(values) / len(values) for values in got.values()]
    wide = beyond(2 * TAIL / len(got))
    ends = [bounded(v, wide * widening(max(2, len(v)))) for v in got.values()]
    low = min(low for low, _ in ends) / max(max(high for _, high in ends), NOTHING)
    high = min(high for _, high in ends) / max(max(low for low, _ in ends), NOTHING)
    value = min(means) / max(means)
    return Estimate(value, min(low, value), max(value, min(1.0, high)))


def beyond(chance: float) -> float:
    """How many standard deviations are exceeded, either way, with such a chance."""
    return halved(lambda z: math.erfc(z / math.sqrt(2)) > chance, 10.0)


class Balance(Struct, frozen=True):
    """How even a variant is.

    `variation` is the coefficient of variation of what seats get, which does not depend on their
    number; `index` is the same distance between even and the most there can be; `worst` is what the
    worst seat gets for each point of the best. `words` are those that the interval of the variation
    touches, the likeliest with the part of certainty `sure`.
    """

    variation: Estimate
    index: Estimate
    worst: Estimate
    chance: float
    words: tuple[str, ...]
    likeliest: str
    sure: float
    games: int
    unfinished: int = 0

    @property
    def verdict(self) -> str:
        """The verdict in a word, in two where it is near a border, or why there is none."""
        if 2 * self.unfinished > self.games:
            return NONE
        if self.games < ENOUGH or len(self.words) > 2:
            return UNDECIDED
        return " or ".join(self.words)


def word_of(variation: float) -> int:
    """The number of the word for a coefficient of variation."""
    return sum(variation >= border for border in BORDERS)


def balance(blocks: Blocks, unfinished: int = 0) -> Balance:
    """How even the seats of some games are, of which so many came to no end."""
    rows = rows_of(blocks)
    doubt, index = Doubt(rows), balance_index(rows)
    near, far = (r / doubt.end if doubt.end else 0.0 for r in doubt.bounds())
    low, high = min(near, 1 - index), max(far, 1 - index)
    most = math.sqrt(max(0.0, size_of(rows) - 1))
    variation = Estimate(most * (1 - index), most * low, most * high)
    first, likeliest, last = (word_of(x) for x in (variation.low, variation.value, variation.high))
    return Balance(
        variation,
        Estimate(index, 1 - high, 1 - low),
        worst_to_best(blocks),
        doubt.chance(),
        WORDS[first : last + 1],
        WORDS[likeliest],
        certainty(doubt, likeliest, most),
        len(rows),
        unfinished,
    )


def certainty(doubt: Doubt, word: int, most: float) -> float:
    """How sure a word is: what is left when the doubts at both of its borders are taken off."""
    ends = [border / most * doubt.end if most else 0.0 for border in BORDERS]
    nearer = doubt.too_far(ends[word - 1]) if word else 0.0
    farther = doubt.too_near(ends[word]) if word < len(ends) and len(doubt.rows) > 1 else 0.0
    return max(0.0, 1 - nearer - farther) if len(doubt.rows) > 1 else 0.0


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
