"""The charts of a report, SVG of our own: in a page, or each as a picture to take elsewhere."""

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise

from msgspec import Struct

from dragoman.draw.png import png
from dragoman.draw.scene import colors as board_colors
from dragoman.draw.scene import country
from dragoman.errors import RequestError
from dragoman.lab.stats import Estimate
from dragoman.lab.summary import SeatSummary, Summary
from dragoman.rules import Variant

WIDE, HIGH, LEFT, BOTTOM = 420, 280, 38, 36
"""Narrow enough that a phone shows all of a chart with letters that can be read."""

LETTER = 8.5
"""How wide a letter of a name is, on average, with some to spare."""

ROW = 22
"""How high a row of a chart is."""

BESIDE = 24
"""How far from the end of the lines their names are, a dot of the same color before each."""

MOST_LETTERS = 22
"""How long a name may be beside a chart."""

LINE = 56
"""How long a name may be that has a line of a chart for itself."""

LABEL = 15
"""How far apart the names at the ends of lines must be."""

RUNGS = 6
"""How many figures there are at the side of a chart at most, beside the lowest."""

STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
"""How far apart the figures at the side of a chart may be: such as one reckons with."""


class Chart(Struct, frozen=True):
    """A drawing with its name, its title and its height."""

    name: str
    title: str
    high: int
    lines: tuple[str, ...]

    def figure(self) -> str:
        """The chart as part of a page, in the colors of its text."""
        return (
            f'<figure class="chart"><figcaption>{escape(self.title)}</figcaption>'
            f'<svg viewBox="0 0 {WIDE} {self.high}" role="img" '
            f'aria-label="{escape(self.title)}">{"".join(self.lines)}</svg></figure>'
        )

    def picture(self) -> str:
        """The chart as a file of its own, on white, under its title."""
        high = self.high + 34
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" width="{WIDE}" '
            f'height="{high}" font-family="\'EB Garamond\', Georgia, serif" color="#222" '
            f'fill="#222"><rect width="{WIDE}" height="{high}" fill="#fff"/>'
            f'<text x="16" y="24" font-size="17">{escape(self.title)}</text>'
            f'<g transform="translate(0 34)">{"".join(self.lines)}</g></svg>\n'
        )


def pictures(charts: Iterable[Chart]) -> dict[str, bytes]:
    """Charts as files under their names: SVG, and PNG where the extra `png` is installed."""
    found: dict[str, bytes] = {}
    for chart in charts:
        picture = chart.picture()
        found[f"{chart.name}.svg"] = picture.encode()
        try:
            found[f"{chart.name}.png"] = png(picture, 2 * WIDE)
        except RequestError:
            continue
    return found


def charts_of(found: Summary, variant: Variant) -> tuple[Chart, Chart, Chart]:
    """What each seat got, how its centers went, and how long games were."""
    colors = colors_of(found, variant)
    rows = [(row.seat, row.points, colors[row.seat], row.equal) for row in found.seats]
    points = interval_chart(
        "points", "Points of each seat, and an equal share (dashed), in %", rows
    )
    centers = years_chart(found.seats, colors, variant.start.year)
    return points, centers, lengths_chart(found.lengths, found.games, found.balance.unfinished)


def colors_of(found: Summary, variant: Variant) -> dict[str, str]:
    """The color of each seat: on the board, of a country called like it, else round the wheel."""
    named = {country(power): swatch.color for power, swatch in board_colors(variant).items()}
    wheel = color_wheel(len(found.seats))
    return {row.seat: named.get(row.seat, wheel[n]) for n, row in enumerate(found.seats)}


def color_wheel(count: int) -> list[str]:
    """So many colors that differ, neighbors in lightness as well."""
    return [f"hsl({360 * n // max(1, count)}, 55%, {36 + 22 * (n % 2)}%)" for n in range(count)]


Row = tuple[str, Estimate, str, float]
"""A name, a figure with its interval, a color, and where a dashed line is drawn."""


def interval_chart(name: str, title: str, rows: Sequence[Row]) -> Chart:
    """Figures with their intervals under each other, in percent; long names stand above them."""
    top = max((max(figure.high, mark) for _, figure, _, mark in rows), default=1.0) * 1.05 or 1.0
    above = any(len(row[0]) > MOST_LETTERS for row in rows)
    left = 16.0 if above else 18 + LETTER * max((len(row[0]) for row in rows), default=0)
    tall = ROW * (1 + above)
    high = 30 + tall * len(rows)

    def across(share: float) -> float:
        return left + (WIDE - left - 16) * share / top

    lines = [_scale(across, high - 22, top)]
    for n, row in enumerate(rows):
        y = 14 + tall * n + (tall - ROW)
        lines.append((_named_above if above else _named_before)(row[0], left, y))
        lines.append(_interval(row, across, y))
    return Chart(name, title, high, tuple(lines))


def _named_before(label: str, left: float, y: int) -> str:
    """A name before its interval."""
    return (
        f'<text x="{left - 10}" y="{y + 4}" font-size="12" text-anchor="end">{escape(label)}</text>'
    )


def _named_above(label: str, left: float, y: int) -> str:
    """A name above its interval."""
    return f'<text x="{left:.0f}" y="{y - 13}" font-size="12">{escape(cut(label, LINE))}</text>'


def _interval(row: Row, across: Callable[[float], float], y: int) -> str:
    """A figure as a dot on its interval, and its dashed line."""
    _, figure, color, mark = row
    spot, low, end = (f"{across(x):.1f}" for x in (figure.value, figure.low, figure.high))
    return (
        f"{_cased(f'M{low} {y}H{end}', color, 4)}"
        f'<circle cx="{spot}" cy="{y}" r="5" fill="{color}" stroke="currentColor" '
        f'stroke-opacity=".5"/><line x1="{across(mark):.1f}" x2="{across(mark):.1f}" '
        f'y1="{y - ROW // 2}" y2="{y + ROW // 2}" stroke="currentColor" '
        'stroke-dasharray="3 2"/>'
    )


def _scale(across: Callable[[float], float], y: int, top: float) -> str:
    """Figures in percent along the foot of a chart."""
    step = step_of(top, 8)
    return "".join(
        f'<line x1="{across(n * step):.1f}" x2="{across(n * step):.1f}" y1="2" y2="{y}" '
        f'stroke="currentColor" stroke-opacity=".12"/><text x="{across(n * step):.1f}" '
        f'y="{y + 16}" font-size="12" text-anchor="middle">{100 * n * step:.0f}</text>'
        for n in range(int(top / step) + 1)
    )


def _cased(path: str, color: str, width: float) -> str:
    """A line with a thin rim, so that a pale one shows on white and a dark one on black."""
    plain = f'fill="none" d="{path}"'
    return (
        f'<path class="rim" {plain} stroke="currentColor" stroke-opacity=".35" '
        f'stroke-width="{width + 1.5}"/>'
        f'<path {plain} stroke="{color}" stroke-width="{width}"/>'
    )


def years_chart(seats: Sequence[SeatSummary], colors: dict[str, str], first: int) -> Chart:
    """The share of centers of each seat, year by year."""
    lived = [row for row in seats if row.by_year]
    years = max((len(row.by_year) for row in lived), default=0)
    top = topped(max((share for row in lived for share in row.by_year), default=1.0))
    end = WIDE - BESIDE - LETTER * max((len(cut(row.seat)) for row in lived), default=0)
    # Where there are many seats, room for all of their names.
    high = max(HIGH, LABEL * (len(lived) + 1) + BOTTOM)

    def spot(year: int, share: float) -> tuple[float, float]:
        x = LEFT + (end - LEFT) * year / max(1, years - 1)
        return x, (high - BOTTOM) * (1 - share / top) + 8

    lines = [
        _rungs(top, end, high),
        _years(years, first, [spot(n, 0)[0] for n in range(years)], high),
    ]
    names = apart([spot(0, row.by_year[-1])[1] for row in lived], high)
    for row, name in zip(lived, names, strict=True):
        spots = [spot(n, share) for n, share in enumerate(row.by_year)]
        lines.append(_line_with_name(row.seat, spots, name, colors[row.seat]))
    title = "Share of the centers at the end of each year, in %"
    return Chart("centers", title, high, tuple(lines))


def _line_with_name(seat: str, spots: Sequence[tuple[float, float]], y: float, color: str) -> str:
    """A seat's line, and its name at a height of its own behind a dot in its color."""
    x = spots[-1][0]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    return (
        f'{_cased(path, color, 2.5)}<circle cx="{x + BESIDE - 9:.1f}" cy="{y:.1f}" r="4" '
        f'fill="{color}" stroke="currentColor" stroke-opacity=".5"/><text x="{x + BESIDE:.1f}" '
        f'y="{y + 4:.1f}" font-size="12">{escape(cut(seat))}</text>'
    )


def apart(heights: Sequence[float], high: int = HIGH) -> list[float]:
    """Heights for names, moved so that none covers another, around where they belong."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = list(heights)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + LABEL)
    floor = float(high - BOTTOM + 8)
    for n in reversed(order):
        found[n] = min(found[n], floor)
        floor = found[n] - LABEL
    return found


def cut(text: str, most: int = MOST_LETTERS) -> str:
    """A text that fits beside a chart, or in another place with room for so many letters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def lengths_chart(lengths: dict[int, int], games: int, unfinished: int) -> Chart:
    """In what part of the games each number of years was played."""
    years, top = max(lengths, default=1), topped(max(lengths.values(), default=1) / games)
    wide, tall = (WIDE - LEFT - 16) / max(1, years), HIGH - BOTTOM
    bars = "".join(
        f'<rect x="{LEFT + wide * (year - 1) + 1:.1f}" y="{tall * (1 - n / games / top) + 8:.1f}" '
        f'width="{max(1.0, wide - 2):.1f}" height="{tall * n / games / top:.1f}" '
        'fill="currentColor" fill-opacity=".45"/>'
        for year, n in lengths.items()
        if year
    )
    across = [LEFT + wide * (n + 0.5) for n in range(years)]
    title = f"How many years games lasted, in % of the games{broken_off(unfinished)}"
    return Chart(
        "lengths", title, HIGH, (_rungs(top, WIDE - 16, HIGH), bars, _years(years, 1, across))
    )


def broken_off(games: int) -> str:
    """What is said of games that would have lasted longer."""
    return f"; {games} {'was' if games == 1 else 'were'} broken off" if games else ""


def step_of(top: float, most: int) -> float:
    """How far apart the figures of a scale are, so that there are not too many.

    >>> step_of(0.55, 6)
    0.1
    """
    return next((step for step in STEPS if top / step <= most), STEPS[-1])


def topped(most: float) -> float:
    """Where a scale ends that has room for a figure: at a figure of its own.

    >>> topped(0.55)
    0.6
    """
    step = step_of(most, RUNGS)
    return round(step * max(1, math.ceil(most / step - 1e-9)), 9)


def _rungs(top: float, end: float, high: int) -> str:
    step, lines = step_of(top, RUNGS), []
    for n in range(round(top / step) + 1):
        y = (high - BOTTOM) * (1 - n * step / top) + 8
        lines.append(
            f'<line x1="{LEFT}" x2="{end}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="currentColor" stroke-opacity=".15"/><text x="{LEFT - 8}" y="{y + 4:.1f}" '
            f'font-size="12" text-anchor="end">{100 * n * step:.0f}</text>'
        )
    return "".join(lines)


def _years(count: int, first: int, across: Sequence[float], high: int = HIGH) -> str:
    """The years along the foot, as many as there is room for."""
    step = -(-count // 8) or 1
    return "".join(
        f'<text x="{across[n]:.1f}" y="{high - 8}" font-size="12" text-anchor="middle">'
        f"{first + n}</text>"
        for n in range(0, count, step)
    )
