"""Canals, crossings and other borders that no line shows: how they are drawn, and a key to them."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from dragoman.draw.compiled import Link
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.text import width
from dragoman.draw.themes import Theme

WORDS = {
    "canal": "canal",
    "crossing": "crossing",
    "box": "border of a box",
    "dotted": "border of spaces apart",
    "closed": "closed border",
    "seasonal": "border closed in",
    "track": "track",
}
"""What a key calls each style of link; others are not drawn."""
NAMED = ("canal", "crossing")
"""The styles whose links a key calls by their names."""
MOST = 7
"""As many rows as a key has; where there are more names, styles go without."""
BOTH = "armies and fleets"

SIZE, ROW, SAMPLE, PAD = 14.0, 21.0, 34.0, 10.0


def passage(style: str, d: str, theme: Theme) -> str:
    """A link along its course."""
    return _STYLES.get(style, _dotted)(d, theme)


def _canal(d: str, theme: Theme) -> str:
    look = {"stroke": theme.foam, "stroke_width": 3.2, "stroke_linecap": "butt"}
    return (
        tag("path", d=d, stroke=theme.coast, stroke_width=5)
        + tag("path", d=d, stroke=theme.sea, stroke_width=3.2)
        + tag("path", d=d, stroke_dasharray="1 5", **look)
    )


def _crossing(d: str, theme: Theme) -> str:
    look = {"d": d, "stroke_linecap": "butt"}
    return (
        tag("path", **look, stroke=theme.coast, stroke_width=9)
        + tag("path", **look, stroke=theme.paper, stroke_width=6.4)
        + tag("path", **look, stroke=theme.border, stroke_width=6.4, stroke_dasharray="1.2 2.6")
    )


def _shore(d: str, theme: Theme) -> str:
    return tag("path", d=d, stroke=theme.foam, stroke_width=2, stroke_dasharray="1 6")


def _closed(d: str, theme: Theme) -> str:
    look = {"d": d, "stroke_linecap": "butt"}
    return tag("path", **look, stroke=theme.border, stroke_width=5.5) + tag(
        "path", **look, stroke=theme.halo, stroke_width=2.6, stroke_dasharray="5 3"
    )


def _seasonal(d: str, theme: Theme) -> str:
    look = {"d": d, "stroke_linecap": "butt"}
    return tag("path", **look, stroke=theme.halo, stroke_width=6.5) + tag(
        "path", **look, stroke=theme.alarm, stroke_width=5, stroke_dasharray="2 5"
    )


def _track(d: str, theme: Theme) -> str:
    look = {"d": d, "stroke_linecap": "butt", "stroke_opacity": 0.75}
    return tag("path", **look, stroke=theme.border, stroke_width=3.6) + tag(
        "path", **look, stroke=theme.paper, stroke_width=2, stroke_dasharray="7 7"
    )


def _dotted(d: str, theme: Theme) -> str:
    return tag("path", d=d, stroke=theme.halo, stroke_width=4.2, stroke_opacity=0.7) + tag(
        "path", d=d, stroke=theme.border, stroke_width=2.2, stroke_dasharray="0.1 6"
    )


_STYLES = {
    "canal": _canal,
    "crossing": _crossing,
    "shore": _shore,
    "closed": _closed,
    "seasonal": _seasonal,
    "track": _track,
}


class KeyRow(Struct, frozen=True):
    """A row of a key: a style of link, and what is said of it."""

    style: str
    words: str


def key_rows(links: Iterable[Link]) -> list[KeyRow]:
    """What a key explains, each once: canals and crossings by name, and who may pass them."""
    found = sorted(
        (link for link in links if link.style in WORDS), key=lambda x: list(WORDS).index(x.style)
    )
    rows = list(dict.fromkeys(KeyRow(link.style, _words(link)) for link in found))
    if len(rows) <= MOST:
        return rows
    return [KeyRow(style, WORDS[style]) for style in dict.fromkeys(row.style for row in rows)]


def _words(link: Link) -> str:
    """A link in words; of borders without a name only those say for whom that are not for all."""
    if link.style == "track":
        return link.name
    if link.style == "seasonal":
        return f"{WORDS[link.style]} {link.name}"
    if link.style in NAMED:
        return f"{link.name}, for {link.whom}"
    few = link.whom and link.whom != BOTH
    return f"{WORDS[link.style]}, for {link.whom}" if few else WORDS[link.style]


def key_extent(rows: Sequence[KeyRow]) -> tuple[float, float]:
    """How wide and high a key is."""
    words = max(width(row.words, SIZE, italic=False) for row in rows)
    return round(SAMPLE + words + 3 * PAD, 1), ROW * len(rows) + PAD


def key(rows: Sequence[KeyRow], at: Sequence[float], theme: Theme) -> str:
    """The key of a board's links: a sample of each beside its words, on a plate."""
    left, top = at
    wide, high = key_extent(rows)
    place = {"x": left, "y": top, "width": wide, "height": high, "rx": 3}
    look = {"fill": theme.halo, "fill_opacity": 0.85, "stroke": theme.frame, "stroke_width": 1}
    parts = [tag("rect", **place, **look)]
    for n, row in enumerate(rows):
        y = round(top + PAD / 2 + ROW * (n + 0.5), 1)
        sample = passage(row.style, f"M{left + PAD} {y}h{SAMPLE}", theme)
        parts.append(group(sample, fill="none", stroke_linecap="round"))
        spot = {"x": left + 2 * PAD + SAMPLE, "y": round(y + SIZE * 0.33, 1)}
        ink = {"fill": theme.ink, "font_size": SIZE, "text_anchor": "start"}
        parts.append(tag("text", escape(row.words), **spot, **ink))
    return group(*parts, class_="key")
