"""Comparing two setups game by game, with the same chances."""

from collections.abc import Callable, Sequence
from random import Random

import msgspec
from msgspec import Struct

from dragoman.lab.balance import balance_index, rows_of, swap_chance
from dragoman.lab.play import GameRow
from dragoman.lab.report import shown
from dragoman.lab.stats import Estimate, interval, mean, sign_chance
from dragoman.lab.summary import blocks, won_alone

REAL = 0.05
"""Below which probability, all figures taken together, a difference is called real."""


class Difference(Struct, frozen=True):
    """One figure in two setups, and whether the difference is more than chance."""

    name: str
    first: float
    second: float
    difference: Estimate
    chance: float
    real: bool = False


FIGURES: dict[str, Callable[[GameRow], float]] = {
    "turns of movement": lambda game: float(game.turns),
    "won alone": lambda game: float(won_alone(game)),
    "stalemate": lambda game: float(game.stale),
    "stand-offs a turn": lambda game: game.standoffs / max(1, game.turns),
    "dislodged a turn": lambda game: game.dislodged / max(1, game.turns),
    "eliminated seats": lambda game: float(sum(not row.survived for row in game.seats)),
    "largest share of centers": lambda game: max(row.share for row in game.seats),
}


def compare(first: Sequence[GameRow], second: Sequence[GameRow]) -> list[Difference]:
    """Every figure of two runs whose games pair off, and which differences are real."""
    found = [_figure(name, of, first, second) for name, of in FIGURES.items()]
    found += [_points(seat, pairs) for seat, pairs in _common(first, second).items()]
    found.append(_index(first, second))
    return called(found)


def _figure(
    name: str, of: Callable[[GameRow], float], first: Sequence[GameRow], second: Sequence[GameRow]
) -> Difference:
    return _paired(name, [of(game) for game in first], [of(game) for game in second])


def _points(seat: str, pairs: Sequence[tuple[float, float]]) -> Difference:
    return _paired(f"points of {seat}", [a for a, _ in pairs], [b for _, b in pairs])


def _common(
    first: Sequence[GameRow], second: Sequence[GameRow]
) -> dict[str, list[tuple[float, float]]]:
    """For each seat what it got in both, in the games in which it sits at both tables."""
    found: dict[str, list[tuple[float, float]]] = {}
    for a, b in zip(first, second, strict=True):
        there = {row.seat: row.points for row in b.seats}
        for row in a.seats:
            if row.seat in there:
                found.setdefault(row.seat, []).append((row.points, there[row.seat]))
    return found


def _paired(name: str, first: Sequence[float], second: Sequence[float]) -> Difference:
    pairs = [b - a for a, b in zip(first, second, strict=True)]
    chance = sign_chance(pairs) if any(pairs) else 1.0
    return Difference(name, sum(first) / len(first), sum(second) / len(second), mean(pairs), chance)


def _index(first: Sequence[GameRow], second: Sequence[GameRow]) -> Difference:
    """The balance index of both; games are resampled in pairs, and in pairs turned over."""
    rows = rows_of([*blocks(first), *blocks(second)])
    a, b = rows[: len(first)], rows[len(first) :]
    numbers = range(len(a))

    def again(draw: Random) -> float:
        picked = draw.choices(numbers, k=len(a))
        return balance_index([b[n] for n in picked]) - balance_index([a[n] for n in picked])

    low, high = interval(again)
    one, two = balance_index(a), balance_index(b)
    found = Estimate(two - one, min(low, two - one), max(high, two - one))
    return Difference("balance index", one, two, found, swap_chance(a, b))


def called(found: Sequence[Difference]) -> list[Difference]:
    """Which differences are real, by Holm's rule for many at once."""
    ranked = sorted(found, key=lambda d: d.chance)
    real: set[str] = set()
    for n, d in enumerate(ranked):
        if d.chance > REAL / (len(ranked) - n):
            break
        real.add(d.name)
    return [msgspec.structs.replace(d, real=d.name in real) for d in found]


COMPARE_HEAD = ("figure", "A", "B", "B - A", "")


def compare_rows(found: Sequence[Difference]) -> list[tuple[str, ...]]:
    """A comparison as rows of cells."""
    return [
        (
            d.name,
            f"{d.first:.3f}",
            f"{d.second:.3f}",
            shown(d.difference, lambda x: f"{x:+z.3f}"),
            "real" if d.real else "may be chance",
        )
        for d in found
    ]


def conclusion(found: Sequence[Difference]) -> str:
    """What a comparison comes to, in a sentence."""
    real = [d.name for d in found if d.real]
    return f"The difference is real in: {', '.join(real)}." if real else NOTHING


NOTHING = "No difference found that chance alone could not have made."

PAIRED = (
    "Both are played with the same chances, game by game, and the differences are those of pairs: "
    "B - A with its 95 % interval, real if chance would hardly ever turn out so with all figures "
    "asked at once (signs or pairs turned over at random; Holm's rule, 5 %). Rates are parts of 1."
)
"""How a comparison is to be read."""
