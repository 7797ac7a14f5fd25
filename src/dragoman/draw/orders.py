"""Orders as arrows: what was ordered, and what came of it, never shown by color alone."""

import math
from collections.abc import Sequence

from dragoman.draw.arrows import Curve, Spot, along, clear_curve, num, unit
from dragoman.draw.compiled import Compiled
from dragoman.draw.insignia import insignia
from dragoman.draw.lines import Lines
from dragoman.draw.pieces import MIRRORED, PLUS, arriving, at, crossed_out, piece
from dragoman.draw.scene import Scene
from dragoman.draw.strokes import drawn
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import Theme
from dragoman.model import (
    DONE,
    FAILED,
    Act,
    Build,
    Convoy,
    Disband,
    Hold,
    Kind,
    Move,
    Order,
    Piece,
    Remove,
    Retreat,
    Sign,
    Support,
    Value,
    Verdict,
    piece_of,
)

SHORT = 32.0
"""An arrow shorter than this would be hidden by a sign upon it."""


class Orders(Lines):
    """Draws the verdicts of one board."""

    def __init__(
        self, board: Compiled, scene: Scene, theme: Theme, scale: float, *, small: bool
    ) -> None:
        super().__init__(board, scene, theme, scale, small=small)
        self.moves: dict[tuple[str, str], Curve] = {}
        self.carried = self._carriers()
        helps = (v.order for v in scene.verdicts)
        self.helped = {(o.whom.place, o.to) for o in helps if isinstance(o, Support)}

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
            case Act():
                return self.act(verdict, order)
            case Build() | Remove() | Disband():
                return self.come_or_go(verdict, order)
        return ""

    def _carriers(self) -> dict[tuple[str, str], list[str]]:
        """For each move, the fleets that were ordered to carry it."""
        found: dict[tuple[str, str], list[str]] = {}
        for v in self.scene.verdicts:
            if isinstance(v.order, Convoy) and v.outcome in (DONE, FAILED):
                found.setdefault((v.order.whom.place, v.order.to), []).append(v.order.unit.place)
        return found

    def move(self, verdict: Verdict, order: Move) -> str:
        start, end = self.spot(order.unit.place), self.spot(order.to)
        if start is None or end is None:
            return ""
        color = self.swatch(verdict.power).color
        by_sea = self._route(order, start, end)
        if by_sea:
            return self._sail(verdict, order, by_sea)
        bow = clear_curve(
            start, end, self.others(start, end), leave=16 * self.scale, stop=17 * self.scale
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
            self.others(start, target),
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
            start, end, self.others(start, end), leave=15 * self.scale, stop=17 * self.scale
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

    def come_or_go(self, verdict: Verdict, order: Build | Remove | Disband) -> str:
        """A unit that is built, removed or disbanded."""
        here = (
            self.second(order.unit) if isinstance(order, Disband) else self.spot(order.unit.place)
        )
        if here is None:
            return ""
        if isinstance(order, Remove | Disband):
            spot = at(here, self.scale)
            return self.wrap(
                verdict,
                "removal",
                group(crossed_out(self.theme), transform=spot),
                self.mark(verdict, (here[0] + 18, here[1])),
            )
        return self._arrival(verdict, order.unit, PLUS)

    def _arrival(self, verdict: Verdict, comes: Piece, sign: str) -> str:
        """A piece that comes to the board, under the sign of how it comes."""
        here = self.spot(comes.place)
        if here is None:
            return ""
        parts = group(
            self._newcomer(verdict, comes, sign),
            transform=at(here, self.scale),
            opacity=None if verdict.outcome == DONE else 0.55,
        )
        return self.wrap(verdict, "build", parts, self.mark(verdict, (here[0] - 16, here[1] - 14)))

    def _newcomer(self, verdict: Verdict, comes: Piece, sign: str) -> str:
        """A piece in the ring of those that come; one that joins a unit is only its flag."""
        kind, swatch = self._kind(comes), self.swatch(verdict.power)
        if kind.beside and self._joins(verdict.order):
            return group(drawn(kind.beside, self.theme, swatch), transform=MIRRORED)
        bears = insignia(self.scene, self.theme, verdict.power)
        return piece(kind, swatch, self.theme) + bears + arriving(self.theme, sign)

    def _joins(self, order: Order) -> bool:
        """Whether an order brings a piece that is a flag to where another unit comes as well."""
        comes = self._comer(order)
        if comes is None or not self._kind(comes).beside:
            return False
        arrivals = (self._comer(v.order) for v in self.scene.verdicts if v.outcome == DONE)
        return any(p and p.place == comes.place and not self._kind(p).beside for p in arrivals)

    def _comer(self, order: Order) -> Piece | None:
        """The piece that an order brings to the board."""
        sign = self._sign(order) if isinstance(order, Act) else None
        brings = isinstance(order, Build) or (sign is not None and sign.newcomer)
        return piece_of(order) if brings else None

    def _kind(self, named: Piece) -> Kind:
        return self.scene.kinds.get(named.kind) or Kind(named.kind, named.kind, frozenset())

    def _sign(self, order: Act) -> Sign | None:
        verb = self.scene.vocabulary.verb.get(order.verb)
        return verb.sign if verb else None

    def act(self, verdict: Verdict, order: Act) -> str:
        """An order with a verb that a module brings, drawn by the sign that comes with it."""
        sign, comes = self._sign(order), self._comer(order)
        if sign is None:
            return ""
        if comes is not None:
            return self._arrival(verdict, comes, sign.newcomer)
        start, end = self._spot_of(order.unit), self._target(order, sign)
        if end is None:
            return ""
        swatch = self.swatch(verdict.power)
        line = self._lead_line(verdict, sign, start, end) if start and start != end else ""
        figure = group(drawn(sign, self.theme, swatch), transform=at(end, self.scale * sign.scale))
        corner = (end[0] + 15 * self.scale, end[1] - 15 * self.scale)
        return self.wrap(verdict, f"act {order.verb}", line, figure, self.mark(verdict, corner))

    def _target(self, order: Act, sign: Sign) -> Spot | None:
        """Where the sign of an order stands."""
        if sign.at < 0 or sign.at >= len(order.args):
            return self._spot_of(order.unit)
        return self._spot_of(order.args[sign.at])

    def _spot_of(self, value: Value | None) -> Spot | None:
        """Where something is that an order names; none if it is no place of this board."""
        place = value.place if isinstance(value, Piece) else value
        return self.spot(place) if isinstance(place, str) else None

    def _lead_line(self, verdict: Verdict, sign: Sign, start: Spot, end: Spot) -> str:
        """The line from a unit to what it acts upon."""
        color, s = self.swatch(verdict.power).color, self.scale
        if sign.line == "waves":
            return self.waves((start, end), verdict, 2.4)
        bow = clear_curve(start, end, self.others(start, end), leave=16 * s, stop=17 * s)
        if sign.line == "arrow":
            shaft = Curve(bow.a, bow.m, along(bow.b, bow.heading(), -9 * s))
            return self.line(shaft.d, color, verdict) + self.tip(bow.b, bow.heading(), color)
        dots = self.stroked(bow.d, color, 3.2 * s, f"0.1 {num(6 * s)}", "round")
        return dots if sign.line == "dots" else ""


_RANK: dict[type, int] = {
    Move: 0,
    Retreat: 1,
    Convoy: 2,
    Support: 3,
    Hold: 4,
    Build: 5,
    Act: 5,
    Remove: 6,
    Disband: 6,
}


def _middle(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
