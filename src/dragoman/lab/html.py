"""The report of a run as one HTML page that needs nothing else; with its charts in it."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from dragoman.draw.fonts import font_faces
from dragoman.draw.scene import country
from dragoman.lab import report
from dragoman.lab.charts import Chart, charts_of
from dragoman.lab.places import place_maps
from dragoman.lab.summary import Summary, in_order
from dragoman.rules import Variant

LONG = 24
"""How many letters make a cell so long that its line may break."""

UPRIGHT, FOLDED = 10, 30
"""With how many columns the heads of a table still lie, and with how many rows it is still open."""

MUCH = 0.05
"""What is less in a game is not shown as a figure."""

STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#fbf7ec, #17191c);
  --sheet: light-dark(#fffdf6, #1f2226); --edge: light-dark(#d9cdb0, #3b4047);
  --ink: light-dark(#2c2418, #ece5d5); --faded: light-dark(#655a45, #aea594);
  --accent: light-dark(#8a3a1c, #d9885f); --sea: light-dark(#dfeceb, #1c2b33);
  --serif: "EB Garamond", Garamond, Georgia, serif; --sans: system-ui, sans-serif; }
*, *::before, *::after { box-sizing: border-box; }
body { font: 16px/1.5 var(--sans); max-width: 74rem; margin: 0 auto; padding: 1.5rem 1rem 3rem;
  background: var(--paper); color: var(--ink); overflow-wrap: break-word; }
h1, h2, h3, .verdict, summary { font-family: var(--serif); font-weight: 600; line-height: 1.2; }
h1 { font-size: clamp(1.8rem, 5vw, 2.6rem); margin: 0 0 .3rem; }
h2 { font-size: 1.5rem; margin: 2.2rem 0 .4rem; padding-top: .8rem;
  border-top: 1px solid var(--edge); }
summary { font-size: 1.15rem; cursor: pointer; margin: 1rem 0 .4rem; } a { color: var(--accent); }
.faded, figcaption { color: var(--faded); } figcaption { font-size: .9rem; margin-bottom: .3rem; }
.verdict { font-size: clamp(1.2rem, 3.5vw, 1.6rem); margin: .6rem 0; }
.verdict b { color: var(--accent); } .verdict + p::first-letter { text-transform: uppercase; }
table { border-collapse: separate; border-spacing: 0; margin: .8rem 0;
  font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .22rem .6rem; text-align: right; border-bottom: 1px solid var(--edge);
  white-space: nowrap; }
th { color: var(--faded); vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
  background: var(--paper); }
.text, .long { text-align: left; }
.long { max-width: 32rem; white-space: normal; min-width: min(15rem, 50vw); }
.long span { white-space: nowrap; }
.wide { overflow-x: auto; max-width: 100%; background: linear-gradient(to left, var(--paper) 30%,
  transparent) right / 2rem 100% no-repeat local, linear-gradient(to left, var(--edge), transparent)
  right / .5rem 100% no-repeat scroll; }
@media (max-width: 40rem) { th, td { padding: .2rem .4rem; } table { font-size: .86rem; }
  th { white-space: normal; } .long { min-width: 8.5rem; } }
figure { margin: 1rem 0; } .chart { max-width: 32rem; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: currentColor; } dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; }
.unseen { position: absolute; width: 0; height: 0; } .map svg { fill-rule: evenodd; }
.charts, .maps { display: grid; gap: 1rem 1.5rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
.map { display: grid; grid-template-rows: subgrid; grid-row: span 3; gap: .3rem;
  margin: 0 0 1.2rem; }
.maps { row-gap: .3rem; }
.broad { grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
.maps figcaption { align-self: end; }
.key { display: flex; flex-wrap: wrap; gap: 0 .9rem; list-style: none;
  margin: .3rem 0 0; padding: 0; font-size: .85rem; align-self: start; }
.key i { display: inline-block; width: .8em; height: .8em; margin-right: .35em; border-radius: 2px;
  border: 1px solid var(--faded); }
.map svg { background: var(--sea); border: 1px solid var(--edge); border-radius: 4px;
  color-scheme: light; }
@media (prefers-color-scheme: dark) { .map svg { filter: brightness(.8); }
  .rim { stroke-opacity: .8; } }
.map .dry { fill: var(--sheet); } .map .wet { fill: var(--sea); } .map .off { fill: var(--edge); }
.lines { fill: none; stroke: var(--faded); stroke-opacity: .55; }
.crossed { fill: none; stroke: light-dark(#24505d, #8cc0cc); stroke-opacity: .75;
  stroke-linecap: round; }
.never { fill: none; stroke: light-dark(#b3261e, #ff8a80); }
.many th[scope=col]:not(:first-child) { writing-mode: vertical-rl;
  transform: rotate(180deg); text-align: left; white-space: nowrap;
  border-bottom: 0; border-top: 1px solid var(--edge); }
"""


def coded(text: str) -> str:
    """A text in which what stands between backticks is set as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def page(title: str, body: Iterable[str], style: str = "") -> str:
    """A page with a title and some parts, and with rules of style of its own."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{font_faces()}{STYLE}{style}</style></head>\n<body>"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of text; columns of words are set to the left, and may break where they are long."""
    lines = [head, *rows]
    classes = [kind_of(column) for column in zip(*lines, strict=True)]

    def row(cells: Sequence[str], tag: str = "td", said: str = "") -> str:
        inside = (
            f"<{tag}{said}{kind}>{unbroken(cell)}</{tag}>"
            for cell, kind in zip(cells, classes, strict=True)
        )
        return f"<tr>{''.join(inside)}</tr>"

    top = row(head, "th", ' scope="col"')
    body = "\n".join(row(line) for line in lines[1:])
    return f'<div class="wide"><table><thead>{top}</thead>\n<tbody>{body}</tbody></table></div>'


def unbroken(cell: str) -> str:
    """What stands in a cell; of several orders each in one line."""
    parts = cell.split("; ")
    return "; ".join(f"<span>{escape(p)}</span>" for p in parts) if parts[1:] else escape(cell)


def kind_of(column: Sequence[str]) -> str:
    """What is said of the cells of a column: words, long ones, or figures."""
    if max(map(len, column)) > LONG:
        return ' class="long"'
    return ' class="text"' if any(cell[:1].isalpha() for cell in column[1:]) else ""


def explained() -> str:
    """What the words of a report mean."""
    rows = (f"<dt>{escape(w)}</dt><dd>{escape(m)}.</dd>" for w, m in report.EXPLAINED)
    return f"<dl>{''.join(rows)}</dl>"


def folded(title: str, inside: str) -> str:
    """A part of a page that is shown when it is asked for."""
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def taken_table(found: Summary, powers: Iterable[str] = ()) -> str:
    """Who takes whose centers, a row for each taker, darker for more."""
    taken = by_seat(found.taken, {row.seat for row in found.seats})
    order = list(dict.fromkeys(("", *powers, *(row.seat for row in found.seats))))
    losers = in_order(sorted({loser for row in taken.values() for loser in row}), order)
    heads = ("takes from", *(loser or "nobody" for loser in losers))
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    most = max((x for row in taken.values() for x in row.values()), default=1.0)
    lines = "".join(
        f'<tr><th scope="row">{escape(power)}</th>'
        + "".join(_heat(taken[power].get(loser, 0.0), most) for loser in losers)
        + "</tr>"
        for power in in_order(sorted(taken), order)
    )
    many = " many" * (len(losers) > UPRIGHT)
    return f'<div class="wide{many}"><table><thead><tr>{top}</tr></thead>{lines}</table></div>'


def by_seat(taken: dict[str, dict[str, float]], seats: set[str]) -> dict[str, dict[str, float]]:
    """What powers took from each other; a country of one seat on all boards is one row.

    What passes between two powers of one seat is taken from nobody else, and left out.
    """
    found: dict[str, dict[str, float]] = {}
    for power, row in taken.items():
        taker = country(power) if country(power) in seats else power
        mine = found.setdefault(taker, {})
        for loser, number in row.items():
            name = country(loser) if country(loser) in seats else loser
            if name != taker:
                mine[name] = mine.get(name, 0.0) + number
    return found


def _heat(number: float, most: float) -> str:
    if not number:
        return "<td></td>"
    part = 60 * number / most
    figure = f"{number:.1f}" if number >= MUCH else "<0.1"
    return (
        f'<td style="background: color-mix(in srgb, var(--accent) {part:.0f}%, transparent)">'
        f"{escape(figure)}</td>"
    )


def believed(found: Summary) -> list[str]:
    """How far other players agree, as a part of a page."""
    rows = report.agreement_rows(found)
    if not rows:
        return []
    return [
        "<h2>How far to believe it</h2>",
        f"<p>{escape(report.AGREED)}</p>",
        html_table(report.AGREEMENT_HEAD, rows),
    ]


def lone_part(found: Summary) -> list[str]:
    """What a bot gets that plays one seat against others: what such games are played for."""
    result, _, meaning = report.lone(found).partition(": ")
    if not result:
        return []
    return [f'<p class="verdict"><b>{escape(result)}</b></p><p>{escape(meaning)}.</p>']


def seats_part(found: Summary, first: int, charts: Sequence[Chart]) -> list[str]:
    """How seats fare, as a part of a page."""
    parts = [
        "<h2>Seats</h2>",
        f'<div class="charts">{"".join(chart.figure() for chart in charts)}</div>',
        html_table(report.SEAT_HEAD, report.seat_rows(found)),
        folded(
            "Centers year by year",
            html_table(report.year_head(found, first), report.year_rows(found)),
        ),
    ]
    for title, word, rows in report.orders_of(found):
        parts += [f"<h2>{title}</h2>", html_table((word, report.ABOVE), rows)]
    return parts


def games_part(found: Summary, lengths: Chart) -> list[str]:
    """How games go, as a part of a page."""
    show = f"dragoman lab show FOLDER {found.median}"
    return [
        "<h2>Games</h2>",
        f'<div class="charts">{html_table(("", ""), report.facts(found))}{lengths.figure()}</div>',
        "<h2>The story of the median game</h2>",
        "".join(f"<p>{escape(line)}</p>" for line in found.story),
        f'<p class="faded">To watch it: <code>{escape(show)}</code></p>',
    ]


def worth_part(found: Summary) -> list[str]:
    """What a rule is worth, as a part of a page."""
    if not found.worth:
        return []
    title = escape(report.worth_title(found), quote=False)
    rows = html_table(report.WORTH_HEAD, report.worth_rows(found))
    return [f"<h2>{title}</h2>", f"<p>{escape(report.WORTH.capitalize())}.</p>", rows]


def openings_part(found: Summary) -> list[str]:
    """First moves, as a part of a page."""
    best, rows = report.line_rows(found), report.opening_rows(found)
    parts = ["<h2>Openings</h2>", shown("Power by power", report.OPENING_HEAD, rows)]
    if best:
        parts += ["<h3>Those that do best</h3>", shown("Power by power", report.LINE_HEAD, best)]
    return parts


def shown(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table, folded where it is long."""
    whole = html_table(head, rows)
    return whole if len(rows) <= FOLDED else folded(f"{title}, {len(rows)} rows", whole)


def html_report(found: Summary, variant: Variant, folders: Sequence[Path] = ()) -> str:
    """The whole report as a page."""
    *charts, lengths = charts_of(found, variant)
    word, _, rest = report.verdict(found.balance).partition(": ")
    maps = place_maps(found, variant, folders)
    parts = [
        f"<h1>{escape(variant.name)}</h1>",
        f'<p class="faded">{escape(report.heading(found.setup, found.games))}</p>',
        *lone_part(found),
        f'<p class="verdict"><b>{escape(word.capitalize())}</b></p><p>{escape(rest)}.</p>',
        *believed(found),
        *seats_part(found, variant.start.year, charts),
        *(["<h2>Where it happens</h2>", maps] if maps else []),
        *(
            ["<h2>Who takes whose centers, in a game</h2>", taken_table(found, variant.powers)]
            if found.taken
            else []
        ),
        *worth_part(found),
        *games_part(found, lengths),
        *openings_part(found),
        folded("What was used", html_table(("used", "a game"), report.used_rows(found))),
        folded("What the words mean", explained()),
        f'<p class="faded">{escape(report.LIMITS)}</p>',
    ]
    return page(f"{variant.name}: balance", parts)
