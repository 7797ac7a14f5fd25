"""Tuning: settings of a variant raced against each other for the most even seats."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.lab.balance import ENOUGH, NONE, Balance
from dragoman.lab.charts import Chart, color_wheel, interval_chart
from dragoman.lab.play import GameRow
from dragoman.lab.report import judged, plain
from dragoman.lab.setup import UNITS, Setup
from dragoman.lab.stats import Estimate, mean
from dragoman.lab.summary import balance_of, won_alone
from dragoman.variants.options import read_value

ROUNDS = 5
"""In how many rounds the games of a race are played."""

RANKING = (
    "The most even setting comes first, by the variation, among those with as many seats: only "
    "these compare. After each round of games those that are surely less even than the best so far "
    "play no more. Where intervals overlap the order may be chance: compare two settings with `lab "
    "compare`. A setting of which most games came to no end has no rank."
)
"""How a ranking is to be read."""

Play = Callable[[dict[str, Any], int], Sequence[GameRow]]
"""Plays so many games with some settings."""


class Ranked(Struct, frozen=True):
    """One setting of a grid and how even it is."""

    settings: dict[str, Any]
    seats: float
    balance: Balance
    turns: Estimate
    solo: float

    @property
    def label(self) -> str:
        """The setting in words."""
        return ", ".join(f"{name}={value}" for name, value in self.settings.items())

    @property
    def ranks(self) -> bool:
        """Whether there is anything to rank it by."""
        return self.balance.verdict != NONE

    def beaten_by(self, other: "Ranked") -> bool:
        """Whether another that compares is surely more even."""
        compares = other.ranks and other.seats == self.seats
        return compares and other.balance.variation.high < self.balance.variation.low


def grid(texts: Iterable[str]) -> list[dict[str, Any]]:
    """Every combination of settings: each text names one and its values, with slashes between.

    >>> grid(["win_at=16/18", "edition=1971"])
    [{'win_at': 16, 'edition': '1971'}, {'win_at': 18, 'edition': '1971'}]
    """
    axes: dict[str, list[Any]] = {}
    for text in texts:
        name, eq, values = text.partition("=")
        if not name or not eq or not values:
            raise RequestError(f"--grid {text!r}: write NAME=VALUE/VALUE, such as win_at=16/18/20")
        axes.setdefault(name, []).extend(read_value(name, v) for v in listed(name, values))
    if not axes:
        raise RequestError("nothing to tune: give --grid NAME=VALUE/VALUE at least once")
    return [dict(zip(axes, row, strict=True)) for row in product(*axes.values())]


def listed(name: str, values: str) -> list[str]:
    """The values between slashes; among units, the slash before a coast divides nothing.

    >>> listed("units.Russia", "F stp/sc|A mos/A stp|A mos")
    ['F stp/sc|A mos', 'A stp|A mos']
    """
    return re.split(r"/(?=[A-Z]+ )", values) if name.startswith(UNITS) else values.split("/")


def rank(settings: dict[str, Any], games: Sequence[GameRow]) -> Ranked:
    """How even one setting of a grid is."""
    count = len(games)
    seats = sum(len(game.seats) for game in games) / count
    solo = sum(map(won_alone, games)) / count
    turns = mean([float(game.turns) for game in games])
    return Ranked(settings, round(seats, 2), balance_of(games), turns, solo)


def rounds(games: int) -> list[int]:
    """How many games have been played after each round of a race.

    >>> rounds(200), rounds(30)
    ([40, 80, 120, 160, 200], [20, 30])
    """
    step = max(ENOUGH, -(-games // ROUNDS))
    return [*range(step, games, step), games]


def race(candidates: Sequence[dict[str, Any]], games: int, play: Play) -> list[Ranked]:
    """Race settings against each other, round by round, without those that are surely beaten."""
    found: dict[int, Ranked] = {}
    running = list(range(len(candidates)))
    for played in rounds(games):
        for n in running:
            found[n] = rank(candidates[n], play(candidates[n], played))
        running = [
            n for n in running if not any(found[n].beaten_by(other) for other in found.values())
        ]
    return ranked(found.values())


def ranked(found: Iterable[Ranked]) -> list[Ranked]:
    """Settings by their number of seats; the most even first, those without a verdict last."""
    return sorted(found, key=lambda r: (r.seats, not r.ranks, r.balance.variation.value))


RANKING_HEAD = (
    *("rank", "settings", "seats", "games", "variation", "balance index", "verdict"),
    *("won alone %", "turns"),
)


def places(found: Sequence[Ranked]) -> list[str]:
    """The rank of each setting among those with as many seats; none without a verdict."""
    return [
        str(1 + sum(r.seats == other.seats for other in found[:n])) if r.ranks else "none"
        for n, r in enumerate(found)
    ]


def ranking_rows(found: Sequence[Ranked]) -> list[tuple[str, ...]]:
    """A ranking as rows of cells."""
    return [
        (
            place,
            r.label,
            f"{r.seats:g}",
            str(r.balance.games),
            plain(r.balance.variation),
            plain(r.balance.index),
            judged(r.balance),
            f"{100 * r.solo:.0f}",
            plain(r.turns),
        )
        for place, r in zip(places(found), found, strict=True)
    ]


def ranking_chart(found: Sequence[Ranked]) -> Chart:
    """The variation of each setting with its interval."""
    colors = color_wheel(len(found))
    labels = [
        f"{place}: {r.label}" if r.ranks else r.label
        for place, r in zip(places(found), found, strict=True)
    ]
    rows = [
        (label, r.balance.variation, color, 0.0)
        for label, r, color in zip(labels, found, colors, strict=True)
    ]
    return interval_chart("ranking", "Variation between seats of each setting, in %", rows)


def with_settings(setup: Setup, settings: dict[str, Any]) -> Setup:
    """A setup with further settings."""
    return msgspec.structs.replace(setup, options={**setup.options, **settings}).sealed()
