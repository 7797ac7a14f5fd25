"""The lines of orders: shafts, waves, heads and marks, each set off from its ground."""

from collections.abc import Iterable, Sequence

from dragoman.draw.arrows import Box, Spot, cased, head, num, wave
from dragoman.draw.compiled import Compiled
from dragoman.draw.palette import PLAIN, Swatch
from dragoman.draw.scene import Scene
from dragoman.draw.signs import order_title, sign_of
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import Theme
from dragoman.model import DONE, FAILED, OUTVOTED, Power, Verdict, piece_of

THINNEST = 2.2
"""The width of the thinnest dots: of any less, nothing but their casing is seen."""


class Lines:
    """What the orders on one board are drawn with."""

    def __init__(
        self, board: Compiled, scene: Scene, theme: Theme, scale: float, *, small: bool
    ) -> None:
        self.board, self.scene, self.theme, self.scale = board, scene, theme, scale
        self.obstacles = obstacles(board, scene, scale, small=small)

    def swatch(self, power: Power) -> Swatch:
        """A power's color."""
        return self.scene.swatches.get(power, PLAIN)

    def spot(self, place: str) -> Spot | None:
        """Where a place is on this board; none if it is elsewhere."""
        local = self.scene.local(place)
        return self.board.spot(local) if local else None

    def wrap(self, verdict: Verdict, kind: str, *parts: str) -> str:
        """An order's group, with its words for a page to show."""
        return group(
            order_title(verdict),
            *parts,
            class_=f"order {kind} {verdict.outcome}",
            data_unit=_place_of(verdict),
        )

    def line(self, d: str, color: str, verdict: Verdict, width: float = 4.0) -> str:
        """An arrow's shaft: whole if the order was carried out, broken if it failed, else thin."""
        dash = {DONE: None, FAILED: "10 5", OUTVOTED: "0.1 6"}.get(verdict.outcome, "0.1 8")
        width = width if verdict.outcome in (DONE, FAILED) else max(width * 0.6, THINNEST)
        s = self.scale
        dashed = " ".join(num(float(v) * s) for v in dash.split()) if dash else None
        cap = "butt" if dash == "10 5" else "round"
        return self.stroked(d, color, width * s, dashed, cap)

    def waves(self, points: Sequence[Spot], verdict: Verdict, width: float) -> str:
        """A wavy line through points: single waves if it failed, since dashes would tear them."""
        color, s = self.swatch(verdict.power).color, self.scale
        broken = verdict.outcome == FAILED
        stretches = wave(points, leave=16 * s, stop=19 * s, size=s, broken=broken)
        if broken:
            return "".join(self.stroked(d, color, width * s, None, "round") for d in stretches)
        return "".join(self.line(d, color, verdict, width) for d in stretches)

    def stroked(self, d: str, color: str, width: float, dashes: str | None, cap: str) -> str:
        """A line in a color, with a casing that sets it off from its ground."""
        look = {"d": d, "fill": "none", "stroke_linecap": cap}
        under = tag(
            "path",
            **look,
            stroke=self.theme.casing(color),
            stroke_width=num(width + 2.2 * self.scale),
            **cased(dashes),
        )
        return under + tag(
            "path", **look, stroke=color, stroke_width=num(width), stroke_dasharray=dashes
        )

    def tip(self, at_: Spot, way: Spot, color: str, size: float = 12.0) -> str:
        """An arrow's head."""
        d = head(at_, way, size * self.scale)
        return tag(
            "path",
            d=d,
            fill=color,
            stroke=self.theme.casing(color),
            stroke_width=1.3,
            stroke_linejoin="round",
            paint_order="stroke",
        )

    def mark(self, verdict: Verdict, spot: Spot) -> str:
        """The sign of what went wrong, if anything did."""
        return sign_of(verdict, spot, self.scale, self.theme)

    def others(self, start: Spot, end: Spot) -> list[Box]:
        """What an arrow should keep off: everything but what stands at its own ends."""
        return [o for o in self.obstacles if not (_in(start, o) or _in(end, o))]


def _place_of(verdict: Verdict) -> str | None:
    piece = piece_of(verdict.order)
    return str(piece.place) if piece else None


def _in(point: Spot, area: Box) -> bool:
    return area[0] <= point[0] <= area[2] and area[1] <= point[1] <= area[3]


def obstacles(board: Compiled, scene: Scene, scale: float, *, small: bool) -> list[Box]:
    """What arrows should not run over: names and units."""
    names = [(s.short if small else s.label).box for s in board.shapes.values()]
    return [*names, *(_around(s, 13 * scale) for s in _standing(board, scene))]


def _standing(board: Compiled, scene: Scene) -> Iterable[Spot]:
    for unit_ in scene.units:
        local = scene.local(unit_.place)
        spot = board.spot(local) if local else None
        if spot:
            yield spot


def _around(spot: Spot, half: float) -> Box:
    return spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half
