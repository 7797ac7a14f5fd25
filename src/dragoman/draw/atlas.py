"""The atlas: several boards in one picture, with the moves between them drawn across."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from dragoman.draw.arrows import Curve, Spot, along, cased, clear_curve, head, num, unit
from dragoman.draw.compiled import Compiled
from dragoman.draw.links import link_line
from dragoman.draw.palette import PLAIN
from dragoman.draw.picture import Board, svg
from dragoman.draw.pieces import at, badge
from dragoman.draw.scene import Scene, split, uncolored
from dragoman.draw.signs import order_title, sign_of
from dragoman.draw.static import FAMILY, static
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import Theme, themed
from dragoman.geo import Map
from dragoman.model import DONE, FAILED, Convoy, Move, Order, Retreat, Support, Verdict

GAP, HEAD = 26.0, 34.0
LETTER = 12.5
"""How wide a letter of a heading is, about."""
NO_BOOKS: Mapping[str, str] = MappingProxyType({})

SMALL = 0.6
"""Boards drawn smaller than this share what never changes, which makes the picture much shorter."""


class Panel(Struct, frozen=True):
    """Where a board stands in the atlas, and how large."""

    x: float
    y: float
    scale: float

    def spot(self, at: Spot) -> Spot:
        """A point of the board as a point of the atlas."""
        return self.x + at[0] * self.scale, self.y + at[1] * self.scale

    @property
    def shift(self) -> str:
        """The transform that sets the board down."""
        return f"translate({num(self.x)} {num(self.y)}) scale({self.scale:.4g})"


def panels(
    boards: Sequence[str], chosen: str, width: float, height: float
) -> tuple[dict[str, Panel], Spot]:
    """The panels: the chosen board large between the others, or all alike in a grid."""
    if chosen in boards and len(boards) > 2:
        return _around(boards, chosen, width, height)
    columns = columns_for(len(boards))
    scale = 0.5
    wide, high = width * scale + GAP, height * scale + GAP + HEAD
    rows = [boards[k : k + columns] for k in range(0, len(boards), columns)]
    found = {
        b: Panel(GAP + (k + (columns - len(row)) / 2) * wide, GAP + HEAD + n * high, scale)
        for n, row in enumerate(rows)
        for k, b in enumerate(row)
    }
    return found, (GAP + columns * wide, GAP + len(rows) * high)


def columns_for(count: int) -> int:
    """The columns of a grid: nearly square, with as few gaps as may be.

    >>> [columns_for(count) for count in range(1, 10)]
    [1, 2, 3, 2, 3, 3, 4, 4, 3]
    """
    least = math.ceil(math.sqrt(count))
    return min((least, least + 1), key=lambda columns: (-count % columns, columns))


def _around(
    boards: Sequence[str], chosen: str, width: float, height: float
) -> tuple[dict[str, Panel], Spot]:
    others = [b for b in boards if b != chosen]
    left, right = others[: len(others) // 2], others[len(others) // 2 :]
    rows = max(len(left), len(right))
    full = height + HEAD
    small = (full - (rows - 1) * GAP) / rows - HEAD
    scale = small / height
    column = width * scale
    found = {chosen: Panel(2 * GAP + column, GAP + HEAD, 1.0)}
    for side, x in ((left, GAP), (right, 3 * GAP + column + width)):
        for k, b in enumerate(side):
            found[b] = Panel(x, GAP + HEAD + k * (small + HEAD + GAP), scale)
    return {b: found[b] for b in boards}, (4 * GAP + 2 * column + width, 2 * GAP + full)


class Atlas:
    """Several boards of one map, each in its panel."""

    def __init__(
        self,
        compiled: Compiled,
        boards: Sequence[str],
        whole: Map,
        *,
        chosen: str = "",
        theme: str = "light",
        books: Mapping[str, str] = NO_BOOKS,
    ) -> None:
        self.compiled, self.whole, self.chosen, self.books = compiled, whole, chosen, books
        self.theme_name, self.theme = theme, themed(compiled.style, theme)
        self.places, size = panels(boards, chosen, compiled.width, compiled.height)
        self.width, self.height = size

    def table(self) -> str:
        """What the boards lie on: paper, lines between boards that are joined, shared layers."""
        paper = tag("rect", width=num(self.width), height=num(self.height), fill=self.theme.paper)
        lines = _links(self.whole, self.places, self.compiled, self.theme.border)
        shared = _shared(self.compiled, self.theme) if self.small_ones else ""
        return paper + lines + shared

    @property
    def small_ones(self) -> bool:
        """Whether any board is so small that it is built upon the shared layers."""
        return any(panel.scale < SMALL for panel in self.places.values())

    def panel(self, board: str, content: str) -> str:
        """A board's heading, and its content in its place."""
        panel = self.places[board]
        view = (panel.x, panel.y - HEAD, self.compiled.width, self.compiled.height)
        where = (view[0], view[1], view[2] * panel.scale, view[3] * panel.scale + HEAD)
        named = titled(board, self.books.get(board, ""), view[2] * panel.scale)
        return heading(named, (panel.x, panel.y), self.theme) + group(
            content,
            transform=panel.shift,
            class_="board",
            data_board=board,
            data_view=" ".join(map(num, where)),
        )

    def small(self, board: str, scene: Scene, turn: str = "") -> Board:
        """A small board with a scene upon it, over the shared layers."""
        look = {"theme": self.theme_name, "small": True, "scope": "s-"}
        return Board(self.compiled, scene, turn=f"{turn}b{board}-", **look)  # type: ignore[arg-type]

    def content(self, board: str, scene: Scene) -> str:
        """One board: whole, or built upon the shared layers if it is small."""
        if self.places[board].scale >= SMALL:
            look = {"theme": self.theme_name, "scope": f"b{board}-"}
            return Board(self.compiled, scene, **look).content()  # type: ignore[arg-type]
        small = self.small(board, scene)
        return self.layered(small, small.slots())

    def layered(self, small: Board, slots: Sequence[str]) -> str:
        """A small board: what changes between the shared layers."""
        under, middle, over = slots
        ground, lines, names = (tag("use", href=f"#s-{k}") for k in ("ground", "lines", "names"))
        return ground + under + lines + small.boxes() + middle + names + over + small.frame()

    def across(self, scene: Scene) -> str:
        """What joins places anywhere: links, and the orders that lead from board to board."""
        scene = uncolored(scene) if self.theme.letters else scene
        size = 0.85 if self.chosen else 1.3
        return joining(scene, self.theme, self.spot, size, self.chosen)

    def spot(self, place: str) -> Spot | None:
        """A place as a point of the atlas."""
        return _spot(place, self.places, self.compiled)


def joining(
    scene: Scene, theme: Theme, spot: Callable[[str], Spot | None], size: float, chosen: str
) -> str:
    """Links, and the orders that lead from board to board, drawn between the spots of places."""
    lines = (link_line(*bond, spot, theme) for bond in scene.bonds)
    orders = (Crossing(v, scene, theme, size, chosen).draw(spot) for v in scene.verdicts)
    return group(*filter(None, (*lines, *orders)), pointer_events="none", class_="across")


def draw_atlas(
    compiled: Compiled,
    scenes: Mapping[str, Scene],
    whole: Map,
    *,
    chosen: str = "",
    theme: str = "light",
    alone: bool = True,
    title: str = "",
    books: Mapping[str, str] = NO_BOOKS,
) -> str:
    """Several boards of one map in one picture."""
    atlas = Atlas(compiled, list(scenes), whole, chosen=chosen, theme=theme, books=books)
    parts = [atlas.table()]
    parts += [atlas.panel(board, atlas.content(board, scene)) for board, scene in scenes.items()]
    parts.append(atlas.across(next(iter(scenes.values()))))
    return svg("".join(parts), round(atlas.width), round(atlas.height), title=title, alone=alone)


def _shared(compiled: Compiled, theme: Theme) -> str:
    """What never changes on a small board, to be used by all of them."""
    base = static(compiled, theme, "s-", True)
    ground = group(base.water, base.backdrop, base.lands, id="s-ground")
    return base.defs + tag(
        "defs", ground, group(base.lines, id="s-lines"), group(base.names, id="s-names")
    )


def titled(board: str, book: str, width: float) -> str:
    """The number of a board and whose rules it follows, as far as there is room for it.

    >>> titled("3", "Special (players 2)", 900), titled("3", "Special (players 2)", 270)
    ('3: Special (players 2)', '3: Special')
    """
    ways = (book, book.partition(" (")[0], "")
    fitting = (way for way in ways if len(f"Board {board}: {way}") * LETTER <= width)
    way = next(fitting, "")
    return f"{board}: {way}" if way else board


def heading(board: str, corner: Spot, theme: Theme) -> str:
    """The number of a board and perhaps its book, above its upper left corner."""
    return tag(
        "text",
        escape(f"Board {board}"),
        x=num(corner[0] + 4),
        y=num(corner[1] - 9),
        font_size=24,
        font_weight=600,
        font_family=FAMILY,
        fill=theme.ink,
    )


def _links(whole: Map, places: Mapping[str, Panel], compiled: Compiled, color: str) -> str:
    """Dotted lines between the panels of boards that some border joins."""
    joined = {tuple(sorted((split(e.a)[0], split(e.b)[0]))) for e in whole.edges}
    middle = (compiled.width / 2, compiled.height / 2)
    lines = []
    for a, b in sorted(joined):
        if a != b and a in places and b in places:
            p, q = places[a].spot(middle), places[b].spot(middle)
            lines.append(f"M{num(p[0])} {num(p[1])}L{num(q[0])} {num(q[1])}")
    return tag(
        "path",
        d="".join(lines),
        stroke=color,
        stroke_width=2.5,
        stroke_dasharray="0.1 8",
        stroke_linecap="round",
        fill="none",
        class_="board-links",
    )


class Crossing:
    """One order that leads from one board to another.

    A move is a whole arrow if it touches the chosen board; elsewhere it is a thread between two
    stubs, each with the other board's number. Supports and convoys are stubs only, since their
    lines would hide the moves.
    """

    def __init__(
        self, verdict: Verdict, scene: Scene, theme: Theme, size: float, chosen: str = ""
    ) -> None:
        self.verdict, self.theme, self.size, self.chosen = verdict, theme, size, chosen
        swatch = scene.swatches.get(verdict.power, PLAIN)
        self.color, self.mark = swatch.color, swatch.mark
        self.moving = isinstance(verdict.order, Move | Retreat)

    def draw(self, spot: Callable[[str], Spot | None]) -> str:
        """The order between the spots of its places; nothing if it stays on its own board."""
        ends = ends_of(self.verdict.order)
        if ends is None or split(ends[0])[0] == split(ends[1])[0]:
            return ""
        start, goal = (spot(end) for end in ends)
        if start is None or goal is None:
            return ""
        look = f"order across {self.verdict.outcome}"
        return self.wrapped(look, *self.parts(ends, start, goal))

    def wrapped(self, look: str, *parts: str) -> str:
        """The order's group, with its words for a page to show."""
        return group(order_title(self.verdict), *parts, class_=look)

    def parts(self, ends: tuple[str, str], start: Spot, goal: Spot) -> Iterator[str]:
        """An arrow or a thread for a move, stubs with numbers for what is no arrow."""
        here, there = (split(end)[0] for end in ends)
        if self.moving and self.chosen in (here, there):
            yield self.arrow(start, goal)
            return
        if self.moving:
            yield self.thread(start, goal)
            yield self.arrival(start, goal, here)
        yield self.stub(start, goal, there)

    def line(self, d: str, wide: float, dashes: str | None) -> str:
        """A line in the power's color upon its casing."""
        look = {"d": d, "fill": "none", "stroke_linecap": "round" if not self.moving else "butt"}
        edge = {"stroke": self.theme.casing(self.color), "stroke_width": wide + 2, **cased(dashes)}
        over = {"stroke": self.color, "stroke_width": wide, "stroke_dasharray": dashes}
        return tag("path", **look, **edge) + tag("path", **look, **over)

    @property
    def dashes(self) -> str | None:
        """How the line is broken: not at all if the order was carried out."""
        broken = {DONE: None, FAILED: "10 6"}
        return broken.get(self.verdict.outcome, "3 6") if self.moving else "0.1 4.5"

    def arrow(self, start: Spot, goal: Spot) -> str:
        """A whole arrow from board to board."""
        bow = clear_curve(start, goal, (), leave=12, stop=14)
        return self.line(bow.d, 3.6, self.dashes) + self.tip(bow, 14) + self.sign(bow.at(0.5))

    def thread(self, start: Spot, goal: Spot) -> str:
        """A thin line that only hints where a move goes."""
        bow = clear_curve(start, goal, (), leave=28 * self.size, stop=28 * self.size)
        look = {"stroke": self.color, "stroke_width": 1.8 * self.size, "stroke_opacity": 0.5}
        return tag("path", d=bow.d, fill="none", stroke_dasharray=self.dashes, **look)

    def arrival(self, start: Spot, goal: Spot, number: str) -> str:
        """The end of an arrow, with the number of the board it comes from."""
        s, far = self.size, clear_curve(start, goal, (), leave=12, stop=11)
        way = far.heading()
        near = Curve(along(far.b, way, -21 * s), along(far.b, way, -9 * s), far.b)
        return (
            self.line(near.d, 2.6 * s, None) + self.tip(near, 10 * s) + self.plate(near.a, number)
        )

    def stub(self, start: Spot, goal: Spot, number: str) -> str:
        """The beginning of a line, and the number of the board it leads to."""
        s, bow = self.size, clear_curve(start, goal, (), leave=9, stop=9)
        way = unit(start, bow.m)
        a, end = along(start, way, 10 * s), along(start, way, 26 * s)
        line = self.line(f"M{num(a[0])} {num(a[1])}L{num(end[0])} {num(end[1])}", 2.6 * s, None)
        return line + self.plate(end, number) + self.sign(along(start, way, 38 * s), 0.7 * s)

    def plate(self, spot: Spot, number: str) -> str:
        """The number of a board on its plate: framed in the power's color."""
        return group(badge(number, (0, 0), self.theme, self.color), transform=at(spot, self.size))

    def tip(self, bow: Curve, size: float) -> str:
        """An arrow's head."""
        shape = head(bow.b, bow.heading(), size)
        edge = self.theme.casing(self.color)
        return tag("path", d=shape, fill=self.color, stroke=edge, stroke_width=1.2)

    def sign(self, spot: Spot, scale: float = 1.0) -> str:
        """The sign of what went wrong, if anything did."""
        return sign_of(self.verdict, spot, scale, self.theme)


def ends_of(order: Order) -> tuple[str, str] | None:
    """The two places that an order joins: for help, the helper's and where it is given."""
    if isinstance(order, Move | Retreat):
        return order.unit.place, order.to
    if isinstance(order, Support):
        return order.unit.place, order.to or order.whom.place
    if isinstance(order, Convoy):
        return order.unit.place, order.whom.place
    return None


def spot_alone(place: str, board: str, compiled: Compiled) -> Spot | None:
    """A place as a point of its board, if that is the board that is drawn alone."""
    return _spot(place, {board: Panel(0, 0, 1.0)}, compiled)


def _spot(place: str, places: Mapping[str, Panel], compiled: Compiled) -> Spot | None:
    board, local = split(place)
    spot = compiled.spot(local)
    return None if spot is None or board not in places else places[board].spot(spot)
