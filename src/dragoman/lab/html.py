"""The report of a run as one HTML page that needs nothing else; with its charts in it."""

from collections.abc import Iterable, Sequence
from html import escape

from dragoman.lab import report
from dragoman.lab.charts import charts_of
from dragoman.lab.summary import Summary
from dragoman.rules import Variant

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8886;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td.long { text-align: left; max-width: 32rem; white-space: normal; min-width: 16rem; }
.wide { overflow-x: auto; } figure { margin: 1rem 0; } svg { min-width: 38rem; max-width: 100%; }
svg { height: auto; } svg text { fill: currentColor; } dt { font-weight: 600; }
.verdict { font-size: 1.15rem; font-weight: 600; }
"""


def page(title: str, body: Iterable[str], style: str = "") -> str:
    """A page with a title and some parts, and with rules of style of its own."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head>\n<body>"
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


def explained() -> str:
    """What the words of a report mean."""
    rows = (f"<dt>{escape(w)}</dt><dd>{escape(m)}.</dd>" for w, m in report.EXPLAINED)
    return f"<dl>{''.join(rows)}</dl>"


def html_report(found: Summary, variant: Variant) -> str:
    """The whole report as a page."""
    points, centers = charts_of(found, variant)
    first = variant.start.year
    parts = [
        f"<h1>{escape(variant.name)}</h1><p>{escape(report.heading(found.setup, found.games))}</p>",
        f'<p class="verdict">{escape(report.verdict(found.balance))}.</p>',
        points.figure(),
        "<h2>Seats</h2>",
        html_table(report.SEAT_HEAD, report.seat_rows(found)),
        centers.figure(),
        html_table(report.year_head(found, first), report.year_rows(found)),
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
        html_table(("used", "a game"), report.used_rows(found)),
        "<h2>What the words mean</h2>",
        explained(),
        f"<p>{escape(report.LIMITS)}</p>",
    ]
    return page(f"{variant.name}: balance", parts)
