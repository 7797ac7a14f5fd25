"""Signs of what went wrong: each has a shape of its own, so that none depends on color."""

from dragoman.draw.pieces import Spot, at
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import Theme
from dragoman.model import DONE, FAILED, Verdict


def _failed(theme: Theme) -> str:
    return tag("circle", r=7.6, fill=theme.white, stroke=theme.alarm, stroke_width=1.6) + tag(
        "path",
        d="M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4",
        stroke=theme.alarm,
        stroke_width=2.6,
        stroke_linecap="round",
    )


def _cut(theme: Theme) -> str:
    """A pair of scissors on a square."""
    blades = "M-4.5-4.5L3 3M4.5-4.5L-3 3"
    return (
        tag(
            "rect",
            x=-8,
            y=-8,
            width=16,
            height=16,
            rx=2.5,
            fill=theme.white,
            stroke=theme.alarm,
            stroke_width=1.6,
        )
        + tag("path", d=blades, stroke=theme.rim, stroke_width=1.7, stroke_linecap="round")
        + tag("circle", cx=-3.6, cy=4, r=1.9, fill="none", stroke=theme.rim, stroke_width=1.5)
        + tag("circle", cx=3.6, cy=4, r=1.9, fill="none", stroke=theme.rim, stroke_width=1.5)
    )


def _void(theme: Theme) -> str:
    """The empty set on a diamond."""
    return (
        tag(
            "path",
            d="M0-9.5L9.5 0 0 9.5-9.5 0Z",
            fill=theme.white,
            stroke=theme.rim,
            stroke_width=1.5,
        )
        + tag("circle", r=3.7, fill="none", stroke=theme.rim, stroke_width=1.6)
        + tag("path", d="M-4.4 4.4L4.4-4.4", stroke=theme.rim, stroke_width=1.6)
    )


def _outvoted(theme: Theme) -> str:
    """A ballot box with its slip turned down."""
    return (
        tag(
            "rect",
            x=-8,
            y=-4,
            width=16,
            height=11,
            fill=theme.white,
            stroke=theme.rim,
            stroke_width=1.5,
        )
        + tag("path", d="M-4.5-4V-9.5H4.5V-4", fill=theme.white, stroke=theme.rim, stroke_width=1.3)
        + tag("path", d="M-4 1.6H4", stroke=theme.alarm, stroke_width=2.4)
    )


_SIGNS = {"failed": _failed, "cut": _cut, "void": _void, "outvoted": _outvoted}


def sign_of(verdict: Verdict, spot: Spot, scale: float, theme: Theme) -> str:
    """The sign of what went wrong, if anything did: a cross, scissors, an empty set, a ballot."""
    if verdict.outcome == DONE:
        return ""
    cut = verdict.outcome == FAILED and verdict.reason.code == "cut"
    name = "cut" if cut else verdict.outcome
    return group(_SIGNS[name](theme), transform=at(spot, scale), class_=f"sign {name}")


def order_title(verdict: Verdict) -> str:
    """Whose order it is, as it is written: in the same words in every language."""
    return tag("title", escape(f"{verdict.power}: {verdict.order}"))
