"""The charts of a report, SVG of our own: in a page, or each as a picture to take elsewhere."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise

from msgspec import Struct

from dragoman.draw.png import png
from dragoman.draw.scene import colors as board_colors
from dragoman.errors import RequestError
from dragoman.lab.stats import Estimate
from dragoman.lab.summary import SeatSummary, Summary
from dragoman.rules import Variant

WIDE, HIGH, LEFT, RIGHT, BOTTOM = 520, 320, 44, 104, 36
"""Narrow enough that a phone shows all of a chart with letters that can be read."""

MOST_LETTERS = 22
"""How long a name may be beside a chart."""

LABEL = 15
"""How far apart the names at the ends of lines must be."""


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
    return points, centers, lengths_chart(found.lengths, found.games)


def colors_of(found: Summary, variant: Variant) -> dict[str, str]:
    """The color of each seat: on the board, of a power called like it, else round the wheel."""
    named: dict[str, str] = {power: swatch.color for power, swatch in board_colors(variant).items()}
    wheel = color_wheel(len(found.seats))
    return {row.seat: named.get(row.seat, wheel[n]) for n, row in enumerate(found.seats)}


def color_wheel(count: int) -> list[str]:
    """So many colors that differ."""
    return [f"hsl({360 * n // max(1, count)}, 55%, 45%)" for n in range(count)]


Row = tuple[str, Estimate, str, float]
"""A name, a figure with its interval, a color, and where a dashed line is drawn."""


def interval_chart(name: str, title: str, rows: Sequence[Row]) -> Chart:
    """Figures with their intervals under each other, in percent."""
    top = max((max(figure.high, mark) for _, figure, _, mark in rows), default=1.0) * 1.05 or 1.0
    left = min(200, 26 + int(8.2 * max((len(row[0]) for row in rows), default=0)))
    high = 30 + 26 * len(rows)

    def across(share: float) -> float:
        return left + (WIDE - left - 30) * share / top

    lines = [_scale(across, high - 22, top)]
    for n, (label, figure, color, mark) in enumerate(rows):
        y = 16 + 26 * n
        spot, low, end = (f"{across(x):.1f}" for x in (figure.value, figure.low, figure.high))
        lines.append(
            f'<text x="{left - 10}" y="{y + 4}" font-size="13" text-anchor="end">'
            f"{escape(cut(label))}</text>{_cased(f'M{low} {y}H{end}', color, 4)}"
            f'<circle cx="{spot}" cy="{y}" r="6" fill="{color}" stroke="currentColor" '
            f'stroke-opacity=".5"/><line x1="{across(mark):.1f}" x2="{across(mark):.1f}" '
            f'y1="{y - 12}" y2="{y + 12}" stroke="currentColor" stroke-dasharray="3 2"/>'
        )
    return Chart(name, title, high, tuple(lines))


def _scale(across: Callable[[float], float], y: int, top: float) -> str:
    """Figures in percent along the foot of a chart."""
    step = next(s for s in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if top / s <= 10 or s == 0.5)
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
        f'<path {plain} stroke="currentColor" stroke-opacity=".35" stroke-width="{width + 1.5}"/>'
        f'<path {plain} stroke="{color}" stroke-width="{width}"/>'
    )


def years_chart(seats: Sequence[SeatSummary], colors: dict[str, str], first: int) -> Chart:
    """The share of centers of each seat, year by year."""
    lived = [row for row in seats if row.by_year]
    years = max((len(row.by_year) for row in lived), default=0)
    top = max((share for row in lived for share in row.by_year), default=1.0) * 1.1 or 1.0

    # Where there are many seats, room for all of their names.
    high = max(HIGH, LABEL * (len(lived) + 1) + BOTTOM)

    def spot(year: int, share: float) -> tuple[float, float]:
        x = LEFT + (WIDE - LEFT - RIGHT) * year / max(1, years - 1)
        return x, (high - BOTTOM) * (1 - share / top) + 8

    across = [spot(n, 0)[0] for n in range(years)]
    lines = [_rungs(top, high=high), _years(years, first, across, high)]
    ends = apart([spot(0, row.by_year[-1])[1] for row in lived], high)
    for row, end in zip(lived, ends, strict=True):
        spots = [spot(n, share) for n, share in enumerate(row.by_year)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        lines.append(
            f'{_cased(path, colors[row.seat], 2.5)}<text x="{spots[-1][0] + 6:.1f}" '
            f'y="{end + 4:.1f}" font-size="12">{escape(row.seat)}</text>'
        )
    title = "Share of the centers at the end of each year, in %"
    return Chart("centers", title, high, tuple(lines))


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


def cut(text: str) -> str:
    """A text that fits beside a chart."""
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"


def lengths_chart(lengths: dict[int, int], games: int) -> Chart:
    """In what part of the games each number of years was played."""
    years, top = max(lengths, default=1), max(lengths.values(), default=1) / games
    wide, tall = (WIDE - LEFT - 16) / years, HIGH - BOTTOM
    bars = "".join(
        f'<rect x="{LEFT + wide * (year - 1) + 1:.1f}" y="{tall * (1 - n / games / top) + 8:.1f}" '
        f'width="{max(1.0, wide - 2):.1f}" height="{tall * n / games / top:.1f}" '
        'fill="currentColor" fill-opacity=".45"/>'
        for year, n in lengths.items()
        if year
    )
    across = [LEFT + wide * (n + 0.5) for n in range(years)]
    title = "How many years games lasted, in % of the games"
    return Chart("lengths", title, HIGH, (_rungs(top, WIDE - 16), bars, _years(years, 1, across)))


def _rungs(top: float, end: int = WIDE - RIGHT, high: int = HIGH) -> str:
    lines = []
    for part in range(5):
        y = (high - BOTTOM) * (1 - part / 4) + 8
        lines.append(
            f'<line x1="{LEFT}" x2="{end}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="currentColor" stroke-opacity=".15"/><text x="{LEFT - 8}" y="{y + 4:.1f}" '
            f'font-size="12" text-anchor="end">{100 * top * part / 4:.0f}</text>'
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
