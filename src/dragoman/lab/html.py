"""The report of a run as one HTML page that needs nothing else; its charts are SVG of our own."""

from collections.abc import Iterable, Sequence
from html import escape

from dragoman.lab import report
from dragoman.lab.summary import SeatSummary, Summary
from dragoman.rules import Variant

WIDE, HIGH, LEFT, BOTTOM = 720, 320, 56, 36

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8886; }
th:first-child, td:first-child { text-align: left; }
td.long { text-align: left; max-width: 32rem; }
.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; } svg text { fill: currentColor; }
.verdict { font-size: 1.15rem; font-weight: 600; }
"""


def page(title: str, body: Iterable[str]) -> str:
    """A page with a title and some parts."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of text; long cells are set to the left."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "\n".join(
        "<tr>"
        + "".join(
            f'<td class="long">{escape(cell)}</td>'
            if len(cell) > 40
            else f"<td>{escape(cell)}</td>"
            for cell in row
        )
        + "</tr>"
        for row in rows
    )
    head_row = f"<thead><tr>{top}</tr></thead>"
    return f'<div class="wide"><table>{head_row}\n<tbody>{lines}</tbody></table></div>'


def colors_of(found: Summary, variant: Variant) -> dict[str, str]:
    """The color of each seat: that of a power called like it, else one round the wheel."""
    count = max(1, len(found.seats))
    wheel = [f"hsl({360 * n // count} 55% 45%)" for n in range(count)]
    named = {power: info.color for power, info in variant.powers.items() if info.color}
    return {
        row.seat: named.get(row.seat, wheel[n])  # type: ignore[call-overload]
        for n, row in enumerate(found.seats)
    }


def years_chart(seats: Sequence[SeatSummary], colors: dict[str, str], first: int) -> str:
    """The share of centers of each seat, year by year."""
    years = max((len(row.by_year) for row in seats), default=0)
    top = max((share for row in seats for share in row.by_year), default=1.0) * 1.1 or 1.0

    def spot(year: int, share: float) -> str:
        x = LEFT + (WIDE - LEFT - 110) * year / max(1, years - 1)
        return f"{x:.1f},{(HIGH - BOTTOM) * (1 - share / top) + 8:.1f}"

    lines = [_grid(top, spot(0, 0).split(",")[0])]
    for row in seats:
        if row.by_year:
            spots = " ".join(spot(n, share) for n, share in enumerate(row.by_year))
            x, y = spots.rsplit(" ", 1)[-1].split(",")
            lines.append(
                f'<polyline points="{spots}" fill="none" stroke="{colors[row.seat]}" '
                f'stroke-width="2.5"/><text x="{float(x) + 6:.1f}" y="{float(y) + 4:.1f}" '
                f'font-size="12">{escape(row.seat)}</text>'
            )
    lines += [
        f'<text x="{spot(n, 0).split(",")[0]}" y="{HIGH - 8}" font-size="12" '
        f'text-anchor="middle">{first + n}</text>'
        for n in range(years)
    ]
    return _svg("Share of centers at the end of each year", HIGH, lines)


def _grid(top: float, left: str) -> str:
    lines = []
    for part in range(5):
        share = top * part / 4
        y = (HIGH - BOTTOM) * (1 - part / 4) + 8
        lines.append(
            f'<line x1="{left}" x2="{WIDE - 110}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" font-size="12" text-anchor="end">'
            f"{100 * share:.0f} %</text>"
        )
    return "".join(lines)


def shares_chart(seats: Sequence[SeatSummary], colors: dict[str, str]) -> str:
    """What each seat got, with its interval, beside an equal share."""
    top = max((row.points.high for row in seats), default=1.0) * 1.1 or 1.0
    left = 130

    def across(share: float) -> float:
        return left + (WIDE - left - 20) * share / top

    lines = []
    for n, row in enumerate(seats):
        y, figure, color = 24 + 26 * n, row.points, colors[row.seat]
        lines.append(
            f'<text x="{left - 10}" y="{y + 4}" font-size="13" text-anchor="end">'
            f'{escape(row.seat)}</text><line x1="{across(figure.low):.1f}" '
            f'x2="{across(figure.high):.1f}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="4"/>'
            f'<circle cx="{across(figure.value):.1f}" cy="{y}" r="6" fill="{color}"/>'
            f'<line x1="{across(row.equal):.1f}" x2="{across(row.equal):.1f}" y1="{y - 11}" '
            f'y2="{y + 11}" stroke="currentColor" stroke-dasharray="3 2"/>'
        )
    return _svg("Points, 95 % interval, and an equal share (dashed)", 24 + 26 * len(seats), lines)


def _svg(title: str, high: int, lines: Iterable[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDE} {high}" '
        f'width="{WIDE}" role="img" aria-label="{escape(title)}">'
        + "".join(lines)
        + "</svg></figure>"
    )


def html_report(found: Summary, variant: Variant) -> str:
    """The whole report as a page."""
    colors = colors_of(found, variant)
    parts = [
        f"<h1>{escape(variant.name)}</h1><p>{escape(report.heading(found.setup, found.games))}</p>",
        f'<p class="verdict">{escape(report.verdict(found.balance))}.</p>',
        shares_chart(found.seats, colors),
        "<h2>Seats</h2>",
        html_table(report.SEAT_HEAD, report.seat_rows(found)),
        years_chart(found.seats, colors, variant.start.year),
        "<h2>Games</h2>",
        html_table(("", ""), report.facts(found)),
    ]
    if found.first_mover:
        parts += [
            "<h2>Who comes first</h2>",
            html_table(
                ("came in turn", "points above equal"), report.place_rows(found.first_mover)
            ),
        ]
    parts += [
        "<h2>Order of seats</h2>",
        html_table(
            ("seat at the table", "points above equal"), report.place_rows(found.seat_order)
        ),
        "<h2>Openings</h2>",
        html_table(report.OPENING_HEAD, report.opening_rows(found)),
        "<h2>What was used</h2>",
        html_table(("used", "a game"), ((k, f"{v:.2f}") for k, v in found.counts.items())),
        f"<p>{escape(report.LIMITS)}</p>",
    ]
    return page(f"{variant.name}: balance", parts)
