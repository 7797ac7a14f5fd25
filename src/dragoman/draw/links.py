"""Links between spaces that lie apart: dotted lines, or plates that name the other end."""

from collections.abc import Callable

from dragoman.draw.arrows import Spot, clear_curve, num
from dragoman.draw.pieces import at, badge
from dragoman.draw.scene import Scene, split
from dragoman.draw.static import FAMILY
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import Theme

BESIDE = (14.0, -11.0)
"""Where a link ends: off the unit of its space."""
LARGE = 1.6
"""How much larger than usual a plate is, to be read without coming closer."""
STEP = 13.6
"""From plate to plate on their own scale, where a space has several links to other boards."""

Find = Callable[[str], Spot | None]


def link_line(name: str, a: str, b: str, find: Find, theme: Theme) -> str:
    """A link between two spaces in sight: a dotted line from a small ring to another."""
    start, goal = beside(a, find), beside(b, find)
    if start is None or goal is None:
        return ""
    bow = clear_curve(start, goal, (), leave=5, stop=5)
    look = {"d": bow.d, "fill": "none", "stroke_linecap": "round"}
    lines = tag("path", **look, stroke=theme.halo, stroke_width=4, stroke_opacity=0.6)
    lines += tag("path", **look, stroke=theme.ink, stroke_width=2, stroke_dasharray="0.1 5")
    return _titled(name, a, b, lines + _ring(start, theme) + _ring(goal, theme))


def board_links(seen: Scene, find: Find, theme: Theme) -> str:
    """The links of a board that is drawn alone; those that leave it end in a plate."""
    drawn, hung = [], dict[str, int]()
    for name, a, b in seen.bonds:
        here = [place for place in (a, b) if split(place)[0] == seen.board]
        if len(here) == 2:
            drawn.append(link_line(name, a, b, find, theme))
        elif len(here) == 1:
            other = b if here[0] == a else a
            above = hung.get(here[0], 0)
            drawn.append(_plate(name, (here[0], other), above, find, theme))
            hung[here[0]] = hung.get(here[0], 0) + 1
    return group(*filter(None, drawn), pointer_events="none", class_="links") if any(drawn) else ""


def beside(place: str, find: Find) -> Spot | None:
    """The point where a link of a place ends."""
    spot = find(place)
    return (spot[0] + BESIDE[0], spot[1] + BESIDE[1]) if spot else None


def _plate(name: str, ends: tuple[str, str], above: int, find: Find, theme: Theme) -> str:
    here, other = ends
    spot = beside(here, find)
    if spot is None:
        return ""
    plate = badge(other, (22, above * STEP), theme)
    look = {"font_family": FAMILY, "class_": "end"}
    label = group(plate, transform=at(spot, LARGE), **look)
    return _titled(name, here, other, _ring(spot, theme) + label)


def _ring(spot: Spot, theme: Theme) -> str:
    look = {"r": 4.5, "fill": theme.white, "stroke": theme.ink, "stroke_width": 1.6}
    return tag("circle", cx=num(spot[0]), cy=num(spot[1]), **look)


def _titled(name: str, a: str, b: str, drawn: str) -> str:
    return group(tag("title", escape(f"{name}: {a} - {b}")), drawn, class_="link")
