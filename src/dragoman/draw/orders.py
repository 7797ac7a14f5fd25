"""Orders as arrows: what was ordered, and what came of it, never told by color alone."""

import math
from collections.abc import Iterable, Sequence

from dragoman.draw.arrows import Box, Curve, Spot, along, cased, clear_curve, head, num, unit, wave
from dragoman.draw.compiled import Compiled
from dragoman.draw.palette import PLAIN, Swatch
from dragoman.draw.pieces import MIRRORED, arriving, at, crossed_out, pennant, piece
from dragoman.draw.scene import Scene
from dragoman.draw.signs import order_title, sign_of
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import Theme
from dragoman.model import (
    DONE,
    FAILED,
    OUTVOTED,
    Build,
    Convoy,
    Deploy,
    Disband,
    Hold,
    Move,
    Piece,
    Power,
    Remove,
    Retreat,
    Support,
    Verdict,
)

SHORT = 32.0
"""An arrow shorter than this would be hidden by a sign upon it."""

THINNEST = 2.2
"""The width of the thinnest dots: of any less, nothing but their casing is seen."""


class Orders:
    """Draws the verdicts of one board."""

    def __init__(
        self, board: Compiled, scene: Scene, theme: Theme, scale: float, *, small: bool
    ) -> None:
        self.board, self.scene, self.theme, self.scale = board, scene, theme, scale
        self.obstacles = obstacles(board, scene, scale, small=small)
        self.moves: dict[tuple[str, str], Curve] = {}
        self.carried = self._carriers()
        helps = (v.order for v in scene.verdicts)
        self.helped = {(o.whom.place, o.to) for o in helps if isinstance(o, Support)}

    def swatch(self, power: Power) -> Swatch:
        """A power's color."""
        return self.scene.swatches.get(power, PLAIN)

    def spot(self, place: str) -> Spot | None:
        """Where a place is on this board; none if it is elsewhere."""
        local = self.scene.local(place)
        return self.board.spot(local) if local else None

    def draw(self) -> str:
        """All orders: moves first, since supports end on their arrows; comings and goings last."""
        ranked = sorted(
            self.scene.verdicts, key=lambda v: (_RANK.get(type(v.order), 9), self._joins(v.order))
        )
        return group(
            *(part for v in ranked if (part := self.one(v))), pointer_events="none", class_="orders"
        )

    def one(self, verdict: Verdict) -> str:
        """One order with what came of it."""
        order = verdict.order
        match order:
            case Move():
                return self.move(verdict, order)
            case Support():
                return self.support(verdict, order)
            case Convoy():
                return self.convoy(verdict, order)
            case Retreat():
                return self.retreat(verdict, order)
            case Hold():
                return self.hold(verdict, order)
            case Build() | Deploy() | Remove() | Disband():
                return self.come_or_go(verdict, order)
        return ""

    def _carriers(self) -> dict[tuple[str, str], list[str]]:
        """For each move, the fleets that were ordered to carry it."""
        found: dict[tuple[str, str], list[str]] = {}
        for v in self.scene.verdicts:
            if isinstance(v.order, Convoy) and v.outcome in (DONE, FAILED):
                found.setdefault((v.order.whom.place, v.order.to), []).append(v.order.unit.place)
        return found

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

    def move(self, verdict: Verdict, order: Move) -> str:
        start, end = self.spot(order.unit.place), self.spot(order.to)
        if start is None or end is None:
            return ""
        color = self.swatch(verdict.power).color
        by_sea = self._route(order, start, end)
        if by_sea:
            return self._sail(verdict, order, by_sea)
        bow = clear_curve(
            start, end, self._others(start, end), leave=16 * self.scale, stop=17 * self.scale
        )
        self.moves[order.unit.place, order.to] = bow
        shaft = Curve(bow.a, bow.m, along(bow.b, bow.heading(), -9 * self.scale))
        parts = [self.line(shaft.d, color, verdict), self.tip(bow.b, bow.heading(), color)]
        return self.wrap(verdict, "move", *parts, self.mark(verdict, self._sign_spot(order, bow)))

    def _sign_spot(self, order: Move, bow: Curve) -> Spot:
        """Where the sign of a move stands: on its arrow, or beside one that it would hide.

        Supports end in the middle of an arrow, so the sign of a supported move comes before them.
        """
        on = bow.at(0.25 if (order.unit.place, order.to) in self.helped else 0.55)
        if math.dist(bow.a, bow.b) >= SHORT * self.scale:
            return on
        way = unit(bow.a, bow.b)
        return along(on, (-way[1], way[0]), 13 * self.scale)

    def _route(self, order: Move, start: Spot, end: Spot) -> list[Spot]:
        """The points of a convoyed move, fleet after fleet; empty if nobody carries it."""
        fleets = [
            s for p in self.carried.get((order.unit.place, order.to), ()) if (s := self.spot(p))
        ]
        points, here = [start], start
        while fleets:
            here = min(fleets, key=lambda f: math.dist(here, f) + 0.5 * math.dist(f, end))
            fleets.remove(here)
            points.append(here)
        return [*points, end] if len(points) > 1 else []

    def _sail(self, verdict: Verdict, order: Move, points: Sequence[Spot]) -> str:
        color = self.swatch(verdict.power).color
        way = unit(points[-2], points[-1])
        end = along(points[-1], way, -12 * self.scale)
        self.moves[order.unit.place, order.to] = Curve(
            points[-2], _middle(points[-2], points[-1]), points[-1]
        )
        return self.wrap(
            verdict,
            "move convoyed",
            self.waves(points, verdict, 3.2),
            self.tip(end, way, color),
            self.mark(verdict, _middle(points[0], points[1])),
        )

    def support(self, verdict: Verdict, order: Support) -> str:
        start = self.spot(order.unit.place)
        if start is None:
            return ""
        color = self.swatch(verdict.power).color
        target, ghost = self._supported(order, color, start)
        if target is None:
            return ""
        bow = clear_curve(
            start,
            target,
            self._others(start, target),
            leave=15 * self.scale,
            stop=3 if order.to else 19 * self.scale,
        )
        gap = (6 if verdict.outcome == DONE else 9) * self.scale
        dotted = self.stroked(bow.d, color, 3.2 * self.scale, f"0.1 {num(gap)}", "round")
        if order.to:
            end = tag(
                "circle",
                cx=num(bow.b[0]),
                cy=num(bow.b[1]),
                r=num(4.8 * self.scale),
                fill=color,
                stroke=self.theme.casing(color),
                stroke_width=1.5,
            )
        else:
            end = self._bar(bow, color)
        return self.wrap(verdict, "support", ghost, dotted, end, self.mark(verdict, bow.at(0.5)))

    def _supported(self, order: Support, color: str, start: Spot) -> tuple[Spot | None, str]:
        """Where a support ends: on the arrow it helps, drawn or sketched, or at the unit.

        The arrow of a move from another board is not of this one: its support ends at the goal.
        """
        whom, goal = self.spot(order.whom.place), self.spot(order.to) if order.to else None
        if whom is None and goal:
            return along(goal, unit(goal, start), 16 * self.scale), ""
        if goal is None or whom is None:
            return whom, ""
        drawn = self.moves.get((order.whom.place, order.to or ""))
        if drawn:
            return drawn.at(0.5), ""
        sketch = clear_curve(whom, goal, (), leave=16, stop=17)
        return sketch.at(0.5), tag(
            "path",
            d=sketch.d,
            fill="none",
            stroke=color,
            stroke_width=1.4,
            stroke_dasharray="3 5",
            stroke_opacity=0.8,
        )

    def _bar(self, bow: Curve, color: str) -> str:
        way = bow.heading()
        side = (-way[1], way[0])
        a, b = along(bow.b, side, 8 * self.scale), along(bow.b, side, -8 * self.scale)
        d = f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"
        return tag(
            "path", d=d, stroke=self.theme.casing(color), stroke_width=6.4, stroke_linecap="round"
        ) + tag("path", d=d, stroke=color, stroke_width=4, stroke_linecap="round")

    def convoy(self, verdict: Verdict, order: Convoy) -> str:
        """A fleet's part in a convoy: a ring of waves; the army's line runs through it."""
        here = self.spot(order.unit.place)
        if here is None:
            return ""
        color = self.swatch(verdict.power).color
        r = 18 * self.scale
        ring = tag(
            "circle",
            cx=num(here[0]),
            cy=num(here[1]),
            r=num(r),
            fill="none",
            stroke=self.theme.casing(color),
            stroke_width=4.6,
        ) + tag(
            "circle",
            cx=num(here[0]),
            cy=num(here[1]),
            r=num(r),
            fill="none",
            stroke=color,
            stroke_width=2.4,
            stroke_dasharray="9 3 2 3",
        )
        loose = ""
        if (order.whom.place, order.to) not in self.moves:
            goal = self.spot(order.whom.place)
            if goal:
                loose = self.waves((here, goal), verdict, 1.8)
        return self.wrap(
            verdict, "convoy", loose, ring, self.mark(verdict, (here[0] + r, here[1] - r))
        )

    def retreat(self, verdict: Verdict, order: Retreat) -> str:
        start, end = self.second(order.unit), self.spot(order.to)
        if start is None or end is None:
            return ""
        color = self.swatch(verdict.power).color
        bow = clear_curve(
            start, end, self._others(start, end), leave=15 * self.scale, stop=17 * self.scale
        )
        double = tag("path", d=bow.d, fill="none", stroke=color, stroke_width=6 * self.scale) + tag(
            "path",
            d=bow.d,
            fill="none",
            stroke=self.theme.white,
            stroke_width=3 * self.scale,
            stroke_dasharray=None if verdict.outcome == DONE else "8 6",
        )
        return self.wrap(
            verdict,
            "retreat",
            double,
            self.tip(bow.b, bow.heading(), color, 13),
            self.mark(verdict, bow.at(0.5)),
        )

    def second(self, whom: Piece) -> Spot | None:
        """Where a dislodged unit stands."""
        local = self.scene.local(whom.place)
        shape = self.board.shape_of(local) if local else None
        return shape.spare if shape else None

    def hold(self, verdict: Verdict, order: Hold) -> str:
        here = self.spot(order.unit.place)
        if here is None or (verdict.supplied and verdict.outcome == DONE):
            return ""
        color = self.swatch(verdict.power).color
        ring = tag(
            "circle",
            cx=num(here[0]),
            cy=num(here[1]),
            r=num(19 * self.scale),
            fill="none",
            stroke=color,
            stroke_width=2.4,
            stroke_dasharray="6 4",
        )
        return self.wrap(verdict, "hold", ring, self.mark(verdict, (here[0] + 15, here[1] - 15)))

    def come_or_go(self, verdict: Verdict, order: Build | Deploy | Remove | Disband) -> str:
        """A unit that is built, placed, removed or disbanded."""
        here = (
            self.second(order.unit) if isinstance(order, Disband) else self.spot(order.unit.place)
        )
        if here is None:
            return ""
        spot = at(here, self.scale)
        if isinstance(order, Remove | Disband):
            return self.wrap(
                verdict,
                "removal",
                group(crossed_out(self.theme), transform=spot),
                self.mark(verdict, (here[0] + 18, here[1])),
            )
        parts = group(
            self._newcomer(verdict, order),
            transform=spot,
            opacity=None if verdict.outcome == DONE else 0.55,
        )
        return self.wrap(verdict, "build", parts, self.mark(verdict, (here[0] - 16, here[1] - 14)))

    def _newcomer(self, verdict: Verdict, order: Build | Deploy) -> str:
        """A unit in the ring of those that come; a leader who comes with one is its pennant."""
        kind, swatch = self.scene.kinds.get(order.unit.kind), self.swatch(verdict.power)
        if self._joins(order):
            return group(pennant(swatch, self.theme), transform=MIRRORED)
        figure = piece(kind.glyph if kind else "", order.unit.kind, swatch, self.theme)
        return figure + arriving(self.theme, "plus" if isinstance(order, Build) else "down")

    def _joins(self, order: object) -> bool:
        """Whether an order brings a leader to where another unit comes as well."""
        if not isinstance(order, Build | Deploy) or not self._leads(order.unit.kind):
            return False
        arrivals = (v.order for v in self.scene.verdicts if v.outcome == DONE)
        return any(
            isinstance(o, Build | Deploy)
            and o.unit.place == order.unit.place
            and not self._leads(o.unit.kind)
            for o in arrivals
        )

    def _leads(self, letter: str) -> bool:
        kind = self.scene.kinds.get(letter)
        return kind is not None and kind.glyph == "leader"

    def mark(self, verdict: Verdict, spot: Spot) -> str:
        """The sign of what went wrong, if anything did."""
        return sign_of(verdict, spot, self.scale, self.theme)

    def _others(self, start: Spot, end: Spot) -> list[Box]:
        """What an arrow should keep off: everything but what stands at its own ends."""
        return [o for o in self.obstacles if not (_in(start, o) or _in(end, o))]


_RANK: dict[type, int] = {
    Move: 0,
    Retreat: 1,
    Convoy: 2,
    Support: 3,
    Hold: 4,
    Build: 5,
    Deploy: 5,
    Remove: 6,
    Disband: 6,
}


def _place_of(verdict: Verdict) -> str | None:
    unit_ = getattr(verdict.order, "unit", None)
    return str(unit_.place) if isinstance(unit_, Piece) else None


def _middle(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


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
