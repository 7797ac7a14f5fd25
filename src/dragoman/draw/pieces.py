"""Pieces: the units of every kind, drawn round the origin, and the marks that lie on them."""

from functools import lru_cache

from dragoman.draw.palette import Swatch
from dragoman.draw.strokes import drawn
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import Theme
from dragoman.model import Kind

Spot = tuple[float, float]


def at(spot: Spot, scale: float = 1.0) -> str:
    """The transform that sets something down at a point."""
    shift = f"translate({spot[0]:.1f} {spot[1]:.1f})"
    return shift if scale == 1.0 else f"{shift} scale({scale:g})"


def army(swatch: Swatch, theme: Theme) -> str:
    """A round shield with crossed swords."""
    return (
        tag("circle", r=13.4, cy=1.5, fill="#000", fill_opacity=0.28)
        + tag("circle", r=13, fill=swatch.color, stroke=theme.white, stroke_width=1.5)
        + tag("circle", r=13.9, fill="none", stroke=theme.rim, stroke_width=1)
        + tag(
            "path",
            d="M-6.5 6.5L6.5-7.5M6.5 6.5L-6.5-7.5",
            stroke=swatch.mark,
            stroke_width=2.2,
            stroke_linecap="round",
        )
        + tag(
            "path",
            d="M-7.6 2.7L-2.6 7.4M7.6 2.7L2.6 7.4",
            stroke=swatch.mark,
            stroke_width=1.8,
            stroke_linecap="round",
        )
    )


def fleet(swatch: Swatch, theme: Theme) -> str:
    """A ship under sail."""
    hull = "M-15 3H15Q13 12.4 6 12.4H-6Q-13 12.4-15 3Z"
    return (
        tag("path", d=hull, transform="translate(0 1.6)", fill="#000", fill_opacity=0.28)
        + tag(
            "path", d="M-1 2V-14.5Q10-9 10.5 2Z", fill=theme.white, stroke=theme.rim, stroke_width=1
        )
        + tag(
            "path",
            d="M-3 2V-11.5Q-10-6-10.5 2Z",
            fill=swatch.color,
            stroke=theme.rim,
            stroke_width=1,
        )
        + tag("path", d=hull, fill=swatch.color, stroke=theme.rim, stroke_width=1.1)
        + tag(
            "path",
            d="M-10.5 6.6H10.5",
            stroke=swatch.mark,
            stroke_width=1.5,
            stroke_linecap="round",
        )
    )


def unknown(swatch: Swatch, theme: Theme, letter: str) -> str:
    """A plain piece with its letter, for kinds that bring no picture of their own."""
    return tag(
        "path", d="M0-14L14 0 0 14-14 0Z", fill=swatch.color, stroke=theme.rim, stroke_width=1.2
    ) + figures(letter, 5, 14, swatch.mark)


GLYPHS = {"army": army, "fleet": fleet}


@lru_cache(maxsize=256)
def piece(kind: Kind, swatch: Swatch, theme: Theme) -> str:
    """The picture of a kind of unit: one that is known, its own, or a plain one."""
    if kind.glyph in GLYPHS:
        return GLYPHS[kind.glyph](swatch, theme)
    return drawn(kind.sign, theme, swatch) if kind.sign else unknown(swatch, theme, kind.letter)


def heavy(theme: Theme, strength: int = 2) -> str:
    """The mark of a unit that counts for more than one: a second rim and the figure."""
    return (
        tag("circle", r=17, fill="none", stroke=theme.rim, stroke_width=1.6)
        + tag(
            "circle",
            r=17,
            fill="none",
            stroke=theme.white,
            stroke_width=0.7,
            stroke_dasharray="3 3",
        )
        + badge(str(strength), (12, -12), theme)
    )


MIRRORED = "scale(-1 1)"
"""Turns what flies to the right of a unit to its left."""


def badge(text: str, spot: Spot, theme: Theme, ink: str = "") -> str:
    """A few figures on a small plate."""
    wide = 5.2 * len(text) + 6
    return group(
        tag(
            "rect",
            x=-wide / 2,
            y=-6.5,
            width=wide,
            height=13,
            rx=6,
            fill=theme.white,
            stroke=ink or theme.rim,
            stroke_width=1,
        ),
        figures(text, 3.8, 11, theme.rim),
        transform=at(spot),
    )


def figures(text: str, y: float, size: int, ink: str) -> str:
    """A few letters or figures in the middle of a piece or a plate."""
    centered = {"text_anchor": "middle", "font_size": size, "font_weight": 600}
    return tag("text", escape(text), y=y, **centered, fill=ink)


def burst(theme: Theme) -> str:
    """The jagged star behind a dislodged unit."""
    points = "M0-22L5-14 14-17 13-8 22-4 15 3 18 12 8 12 4 21-3 14-12 18-12 8-21 4-14-3-18-12-8-13Z"
    return tag(
        "path",
        d=points,
        fill=theme.white,
        fill_opacity=0.85,
        stroke=theme.alarm,
        stroke_width=2,
        stroke_linejoin="round",
    )


def crossed_out(theme: Theme) -> str:
    """The mark of a unit that leaves the board."""
    lines = "M-14-14L14 14M14-14L-14 14"
    return tag("path", d=lines, stroke=theme.white, stroke_width=6, stroke_linecap="round") + tag(
        "path", d=lines, stroke=theme.alarm, stroke_width=3, stroke_linecap="round"
    )


PLUS = "M-4 0H4M0-4V4"
"""The sign of a unit that is built."""


def changed_hands(swatch: Swatch, theme: Theme, scale: float) -> str:
    """The sign of a center that has another owner now: a plus on a disc in the new color."""
    disc = tag("circle", r=9.5, fill=swatch.color, stroke=theme.white, stroke_width=2)
    edge = tag("circle", r=10.8, fill="none", stroke=theme.rim, stroke_width=0.8)
    plus = tag("path", d=PLUS, stroke=swatch.mark, stroke_width=2.4, stroke_linecap="round")
    return group(disc, edge, plus, transform=f"scale({scale})", class_="taken")


def arriving(theme: Theme, sign: str) -> str:
    """The ring of a unit that comes, with the path of its sign on a plate."""
    ring = tag(
        "circle", r=18.5, fill="none", stroke=theme.build, stroke_width=2.6, stroke_dasharray="7 4"
    )
    plate = tag("circle", r=7, fill=theme.white, stroke=theme.rim, stroke_width=1.2)
    mark = tag(
        "path",
        d=sign,
        fill="none",
        stroke=theme.rim,
        stroke_width=2,
        stroke_linecap="round",
    )
    return ring + group(plate, mark, transform="translate(14 -14)")


@lru_cache(maxsize=256)
def center_mark(fill: str, theme: Theme, capital: bool) -> str:
    """The mark of a supply center: filled with its owner's color; a home has a square round it."""
    star = "M0-4.6L1.4-1.5 4.6-1.4 2 .7 2.9 3.9 0 2.1-2.9 3.9-2 .7-4.6-1.4-1.4-1.5Z"
    plate = (
        tag(
            "rect",
            x=-6.4,
            y=-6.4,
            width=12.8,
            height=12.8,
            rx=2,
            fill=theme.white,
            stroke=theme.rim,
            stroke_width=1.2,
        )
        if capital
        else tag("circle", r=6.3, fill=theme.white, stroke=theme.rim, stroke_width=1.2)
    )
    return plate + tag("path", d=star, fill=fill, stroke=theme.rim, stroke_width=0.5)


def closed_to_retreats(theme: Theme) -> str:
    """The mark of a stand-off: a bar across a ring, as at a road that is closed."""
    ring = tag("circle", r=10, fill=theme.white, stroke=theme.alarm, stroke_width=2.4)
    return ring + tag("path", d="M-5.5 0H5.5", stroke=theme.alarm, stroke_width=4)
