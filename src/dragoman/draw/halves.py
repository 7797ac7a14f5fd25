"""Orders from board to board on a board drawn alone: the half that leaves, or the half that enters.

Either half points to where the other end lies on the map and names it, or has only the number of
its board where so much would be too much.
"""

import math
from collections.abc import Callable

from dragoman.draw.arrows import Curve, Spot, along, num, unit
from dragoman.draw.atlas import Crossing, ends_of, spot_alone
from dragoman.draw.compiled import Compiled
from dragoman.draw.pieces import at
from dragoman.draw.scene import Scene, split
from dragoman.draw.static import FAMILY
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.text import width
from dragoman.draw.themes import Theme
from dragoman.model import Verdict

LONG, SHORT = 58.0, 34.0
"""How long a half is, at most and at least."""
LEAVE, STOP = 15.0, 14.0
"""How far it keeps off the unit that it leaves, and off where it ends."""
FADING = (1.0, 0.66, 0.36)
"""How plain its parts are, from the end that is here on."""
SIZE, PAD, DISC = 12.0, 6.0, 7.5

Name = Callable[[Verdict, str], str]
"""What the far end of an order is called; nothing, if its board's number is enough."""


class HalfArrow(Crossing):
    """One end of an order that leads from one board to another."""

    def draw_on(self, seen: Scene, compiled: Compiled, name: Name) -> str:
        """The half of the order that is on a board; nothing if neither end is there."""
        ends = ends_of(self.verdict.order)
        here = [split(end)[0] == seen.board for end in ends] if ends else []
        if ends is None or sum(here) != 1:
            return ""
        start, goal = (
            spot_alone(f"{seen.board}:{split(e)[1]}", seen.board, compiled) for e in ends
        )
        if start is None or goal is None:
            return ""
        leaving = here[0]
        far = ends[1] if leaving else ends[0]
        label = ("to" if leaving else "from", split(far)[0], name(self.verdict, far))
        parts = self.leaving if leaving else self.entering
        look = f"order half {'leaving' if leaving else 'entering'} {self.verdict.outcome}"
        return self.wrapped(look, *parts(start, goal, label))

    def leaving(self, start: Spot, goal: Spot, label: tuple[str, str, str]) -> tuple[str, ...]:
        """From the unit towards the far place, fading."""
        way, far = heading(start, goal)
        a, b = along(start, way, LEAVE), along(start, way, LEAVE + far)
        sign = self.sign(along(start, way, LEAVE + far / 2), 0.8)
        return self.fading(a, b), sign, self.pill(b, label)

    def entering(self, start: Spot, goal: Spot, label: tuple[str, str, str]) -> tuple[str, ...]:
        """From the side of the far place to the goal, growing plain."""
        way, far = heading(start, goal)
        b, a = along(goal, way, -STOP), along(goal, way, -STOP - far)
        tip = self.tip(Curve(a, along(a, way, far / 2), b), 13) if self.moving else ""
        shaft = along(b, way, -8) if self.moving else b
        sign = self.sign(along(goal, way, -STOP - far / 2), 0.8)
        return self.fading(shaft, a), tip, sign, self.pill(a, label)

    def fading(self, near: Spot, far: Spot) -> str:
        """A line that is plain at one end."""
        points = [_between(near, far, k / len(FADING)) for k in range(len(FADING) + 1)]
        parts = []
        for a, b, plain in zip(points, points[1:], FADING, strict=False):
            d = f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"
            parts.append(group(self.line(d, 3.6, self.dashes), opacity=plain))
        return "".join(parts)

    def pill(self, spot: Spot, label: tuple[str, str, str]) -> str:
        """The far end in words, or the number of its board alone."""
        word, number, name = label
        lead = width(word, SIZE, italic=True) + PAD if name else 0.0
        wide = lead + 2 * DISC + (PAD + width(name, SIZE, italic=False) + PAD if name else 0.0)
        left = -wide / 2 - (PAD if name else 0.0)
        disc = left + (PAD if name else 0.0) + lead + DISC
        ink = {"fill": self.theme.ink, "font_size": SIZE}
        inside = [self.disc(disc, number)]
        if name:
            body = {"x": num(left), "y": -10, "width": num(wide + PAD), "height": 20, "rx": 10}
            edge = {"fill": self.theme.white, "stroke": self.theme.rim, "stroke_width": 1}
            spots = (num(left + PAD), num(disc + DISC + PAD / 2))
            lead_in = tag("text", word, x=spots[0], y=4.2, font_style="italic", opacity=0.8, **ink)
            called = tag("text", escape(name), x=spots[1], y=4.2, font_weight=600, **ink)
            inside = [tag("rect", **body, **edge), lead_in, *inside, called]
        look = {"text_anchor": "start", "class_": "pill named" if name else "pill"}
        return group(*inside, transform=at(spot, 1.0), **look)

    def disc(self, x: float, number: str) -> str:
        """The number of a board on a disc in the power's color."""
        look = {"fill": self.color, "stroke": self.theme.white, "stroke_width": 1.2}
        text = {"text_anchor": "middle", "font_size": 11, "font_weight": 700, "fill": self.mark}
        drawn = tag("circle", cx=num(x), r=DISC, **look)
        return drawn + tag("text", escape(number), x=num(x), y=3.9, **text)


def halves(seen: Scene, compiled: Compiled, theme: Theme, name: Name) -> str:
    """All halves on a board; `name` says what to call a far end of an order, if anything."""
    drawn = [HalfArrow(v, seen, theme, 1.0).draw_on(seen, compiled, name) for v in seen.verdicts]
    look = {"pointer_events": "none", "class_": "across orders", "font_family": FAMILY}
    return group(*filter(None, drawn), **look) if any(drawn) else ""


def heading(start: Spot, goal: Spot) -> tuple[Spot, float]:
    """Which way a half points, and how long it is.

    The same province on another board lies under this one: then it points aside.

    >>> heading((0, 0), (100, 0)), heading((5, 5), (5, 5))[1]
    (((1.0, 0.0), 50.0), 34.0)
    """
    if start == goal:
        return unit((0, 0), (1, -1)), SHORT
    far = math.dist(start, goal)
    return unit(start, goal), min(LONG, max(SHORT, far / 2))


def _between(a: Spot, b: Spot, part: float) -> Spot:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
