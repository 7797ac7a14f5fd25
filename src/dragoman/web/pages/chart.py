"""The chart of a game: how many centers each seat had, year by year, as lines in SVG."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from dragoman.draw.scene import colors
from dragoman.house.core import House
from dragoman.house.play.games import ReadGame
from dragoman.house.play.history import seen_game
from dragoman.model import Power, State
from dragoman.rules import Ask

WIDE, HIGH, EDGE, FOOT = 400, 124, 20, 20
MOST_NAMED = 9
"""How many lines have their names beside them; all are in the table below."""
NAMES, LINE = 96, 11.5
"""How much room the names at the ends have, and how far they stand apart."""


class ChartLine(Struct, frozen=True):
    """The centers of a seat, or of a power that no seat holds."""

    name: str
    color: str
    counts: list[int]
    points: str
    end: float
    name_at: float | None


class CentersChart(Struct, frozen=True):
    """All lines over the same years; `marks` are heights with their numbers."""

    years: list[str]
    lines: list[ChartLine]
    marks: list[tuple[float, int]]
    ticks: list[tuple[float, str]]


def chart(house: House, account: str | None, table: str, seat: str) -> CentersChart | None:
    """The chart of a table's game; none while nothing has changed."""
    game, states = seen_game(house, account, table, seat)
    years = dict(_years(game, states))
    ask = Ask(game.variant, states[-1])
    # Where a part of the board is out of sight, only one's own centers can be counted.
    told = None if ask.rules.known(ask) is None else {seat}
    names = [name for name in _names(years.values()) if told is None or name in told]
    counted = {name: [c.get(name, 0) for c in years.values()] for name in names}
    if all(len(set(row)) == 1 for row in counted.values()):
        return None
    most = max((n for row in counted.values() for n in row), default=1)
    swatches = colors(game.variant)
    ordered = sorted(counted.items(), key=lambda item: -item[1][-1])
    ends = {name: _y(row[-1], most) for name, row in ordered}
    named = named_lines(list(ends), seat)
    at = dict(zip(named, _apart([ends[name] for name in named]), strict=True))
    lines = [
        ChartLine(
            *(name, swatches[_first(game, name)].color, row, _points(row, most)),
            *(ends[name], at.get(name)),
        )
        for name, row in ordered
    ]
    labels = list(years)
    ticks = [(_x(n, len(labels)), label) for n, label in enumerate(labels)]
    return CentersChart(labels, lines, _marks(most), ticks[:: max(1, -(-len(ticks) // 6))])


def named_lines(names: list[str], own: str) -> list[str]:
    """The lines that are named at their ends: the highest, and one's own.

    >>> named_lines(list("abcdefghijkl"), "k")
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'k']
    """
    first = names[:MOST_NAMED]
    return first if own in first or own not in names else [*first[:-1], own]


def _years(game: ReadGame, states: list[State]) -> Iterator[tuple[str, dict[str, int]]]:
    """The centers at the opening, and after the last phase of each year so far."""
    yield "", _count(game, states[0])
    for before, after in pairwise(states):
        yield str(before.phase.year), _count(game, after)


def _count(game: ReadGame, state: State) -> dict[str, int]:
    counts: dict[str, int] = {}
    for power in game.variant.powers:
        name = str(state.holder.get(power, power))
        counts[name] = counts.get(name, 0) + len(state.centers(power))
    return counts


def _names(years: Iterable[Mapping[str, int]]) -> list[str]:
    found: dict[str, None] = {}
    for counts in years:
        found.update(dict.fromkeys(name for name, n in counts.items() if n))
    return list(found)


def _first(game: ReadGame, name: str) -> Power:
    """The power whose color a line has."""
    held: Mapping[str, tuple[Power, ...]] = {str(s): p for s, p in game.state.seats.items()}
    return (*held.get(name, ()), Power(name))[0]


def _x(n: int, all_: int) -> float:
    return round(EDGE + n * (WIDE - EDGE - NAMES) / max(1, all_ - 1), 1)


def _y(count: int, most: int) -> float:
    return round((HIGH - FOOT) * (1 - count / max(1, most)) + 6, 1)


def _points(row: list[int], most: int) -> str:
    return " ".join(f"{_x(n, len(row))},{_y(count, most)}" for n, count in enumerate(row))


def _apart(heights: list[float]) -> list[float]:
    """Where names stand that belong to these heights, none upon another.

    >>> _apart([6, 6, 100])
    [6.0, 17.5, 100]
    """
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + LINE) if found else height)
    over = max(0.0, (found or [0.0])[-1] - (HIGH - 6))
    for n in reversed(range(len(found))):
        room = found[n + 1] - LINE if n + 1 < len(found) else found[n] - over
        found[n] = max(6 + n * LINE, min(found[n], room))
    return found


def _marks(most: int) -> list[tuple[float, int]]:
    step = max(1, -(-most // 4))
    return [(_y(n, most), n) for n in range(0, most + 1, step)]
