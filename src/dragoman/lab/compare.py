"""Comparing setups: two game by game with the same chances, or many ranked by their balance."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.lab.play import GameRow
from dragoman.lab.report import plain, table
from dragoman.lab.setup import Setup, read_setting, read_value
from dragoman.lab.stats import (
    Balance,
    Estimate,
    balance,
    balance_index,
    interval,
    mean,
    rows_of,
    sign_chance,
)
from dragoman.lab.summary import blocks

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


def read_ref(text: str) -> tuple[str, dict[str, Any]]:
    """A variant with settings as written on the command line.

    >>> read_ref("standard:win_at=16:edition=1971")
    ('standard', {'win_at': 16, 'edition': '1971'})
    """
    variant, *settings = text.split(":")
    return variant, dict(map(read_setting, settings))


FIGURES: dict[str, Callable[[GameRow], float]] = {
    "turns of movement": lambda game: float(game.turns),
    "won alone": lambda game: float(len(game.winners) == 1),
    "stalemate": lambda game: float(game.stale),
    "stand-offs a turn": lambda game: game.standoffs / max(1, game.turns),
    "dislodged a turn": lambda game: game.dislodged / max(1, game.turns),
    "eliminated seats": lambda game: float(sum(not row.survived for row in game.seats)),
    "largest share of centers": lambda game: max(row.share for row in game.seats),
}


def compare(first: Sequence[GameRow], second: Sequence[GameRow]) -> list[Difference]:
    """Every figure of two runs whose games pair off, and which differences are real."""
    found = [_figure(name, of, first, second) for name, of in FIGURES.items()]
    found += [_points(seat, first, second) for seat in _common(first, second)]
    found.append(_index(first, second))
    return called(found)


def _figure(
    name: str, of: Callable[[GameRow], float], first: Sequence[GameRow], second: Sequence[GameRow]
) -> Difference:
    return _paired(name, [of(game) for game in first], [of(game) for game in second])


def _points(seat: str, first: Sequence[GameRow], second: Sequence[GameRow]) -> Difference:
    def got(games: Sequence[GameRow]) -> list[float]:
        return [row.points for game in games for row in game.seats if row.seat == seat]

    return _paired(f"points of {seat}", got(first), got(second))


def _common(first: Sequence[GameRow], second: Sequence[GameRow]) -> list[str]:
    """The seats that sit in every game of both."""
    tables = [{row.seat for row in game.seats} for game in (*first, *second)]
    common = set.intersection(*tables)
    return [row.seat for row in first[0].seats if row.seat in common]


def _paired(name: str, first: Sequence[float], second: Sequence[float]) -> Difference:
    pairs = [b - a for a, b in zip(first, second, strict=True)]
    chance = sign_chance(pairs) if any(pairs) else 1.0
    return Difference(name, sum(first) / len(first), sum(second) / len(second), mean(pairs), chance)


def _index(first: Sequence[GameRow], second: Sequence[GameRow]) -> Difference:
    """The balance index of both; resampled game by game, both alike."""
    a, b = rows_of(blocks(first)), rows_of(blocks(second))
    numbers = range(len(a))

    def again(draw: Random) -> float:
        picked = draw.choices(numbers, k=len(a))
        return balance_index([b[n] for n in picked]) - balance_index([a[n] for n in picked])

    low, high = interval(again)
    one, two = balance_index(a), balance_index(b)
    # A bootstrap gives no probability: outside its interval counts as one in a thousand.
    chance = 0.001 if low > 0 or high < 0 else 1.0
    return Difference("balance index", one, two, Estimate(two - one, low, high), chance)


def called(found: Sequence[Difference]) -> list[Difference]:
    """Which differences are real, by Holm's rule for many at once."""
    ranked = sorted(found, key=lambda d: d.chance)
    real: set[str] = set()
    for n, d in enumerate(ranked):
        if d.chance > REAL / (len(ranked) - n):
            break
        real.add(d.name)
    return [msgspec.structs.replace(d, real=d.name in real) for d in found]


def compare_text(found: Sequence[Difference]) -> str:
    """A comparison as a table, and what it comes to in a sentence."""
    rows = [
        (
            d.name,
            f"{d.first:.3f}",
            f"{d.second:.3f}",
            f"{d.difference.value:+.3f} [{d.difference.low:+.3f}, {d.difference.high:+.3f}]",
            "real" if d.real else "may be chance",
        )
        for d in found
    ]
    real = [d.name for d in found if d.real]
    sentence = f"The difference is real in: {', '.join(real)}." if real else NOTHING
    return "\n".join([*table(("figure", "A", "B", "B - A", ""), rows), "", sentence]) + "\n"


NOTHING = "No difference found that chance alone could not have made."


class Ranked(Struct, frozen=True):
    """One setting of a grid and how even it is."""

    settings: dict[str, Any]
    balance: Balance
    turns: Estimate
    solo: float


def grid(texts: Iterable[str]) -> list[dict[str, Any]]:
    """Every combination of settings: each text names one and its values, with slashes between.

    >>> grid(["win_at=16/18", "edition=1971"])
    [{'win_at': 16, 'edition': '1971'}, {'win_at': 18, 'edition': '1971'}]
    """
    axes: list[list[tuple[str, Any]]] = []
    for text in texts:
        name, eq, values = text.partition("=")
        if not eq or not values:
            raise RequestError(f"--grid {text!r}: write NAME=VALUE/VALUE, such as win_at=16/18/20")
        axes.append([(name, read_value(name, value)) for value in values.split("/")])
    if not axes:
        raise RequestError("nothing to tune: give --grid NAME=VALUE/VALUE at least once")
    return [dict(row) for row in product(*axes)]


def rank(settings: dict[str, Any], games: Sequence[GameRow]) -> Ranked:
    """How even one setting of a grid is."""
    solo = sum(len(game.winners) == 1 for game in games) / len(games)
    turns = mean([float(game.turns) for game in games])
    return Ranked(settings, balance(blocks(games)), turns, solo)


def ranking_text(found: Iterable[Ranked]) -> str:
    """The settings of a grid, the most even first."""
    rows = [
        (
            ", ".join(f"{name}={value}" for name, value in r.settings.items()),
            plain(r.balance.index),
            r.balance.verdict,
            f"{100 * r.solo:.0f}",
            plain(r.turns),
        )
        for r in sorted(found, key=lambda r: -r.balance.index.value)
    ]
    return "\n".join(table(("settings", "balance index", "", "won alone %", "turns"), rows)) + "\n"


def with_settings(setup: Setup, settings: dict[str, Any]) -> Setup:
    """A setup with further settings."""
    return msgspec.structs.replace(setup, options={**setup.options, **settings})
