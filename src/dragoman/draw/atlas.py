"""The atlas: several boards in one picture, with the moves between them drawn across."""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from dragoman.draw.arrows import Spot, along, clear_curve, head, num, unit
from dragoman.draw.compiled import Compiled
from dragoman.draw.picture import Board, svg
from dragoman.draw.pieces import at, badge
from dragoman.draw.scene import Scene, split
from dragoman.draw.static import FAMILY, static
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import Theme, themed
from dragoman.geo import Map
from dragoman.model import DONE, FAILED, Convoy, Move, Order, Retreat, Support, Verdict

GAP, HEAD = 26.0, 34.0


class Panel(Struct, frozen=True):
    """Where a board stands in the atlas, and how large."""

    x: float
    y: float
    scale: float

    def spot(self, at: Spot) -> Spot:
        """A point of the board as a point of the atlas."""
        return self.x + at[0] * self.scale, self.y + at[1] * self.scale


def panels(
    boards: Sequence[str], chosen: str, width: float, height: float
) -> tuple[dict[str, Panel], Spot]:
    """The panels: the chosen board large between the others, or all alike in a grid."""
    if chosen in boards and len(boards) > 2:
        return _around(boards, chosen, width, height)
    columns = math.ceil(math.sqrt(len(boards)))
    rows = math.ceil(len(boards) / columns)
    scale = 0.5
    wide, high = width * scale + GAP, height * scale + GAP + HEAD
    found = {
        b: Panel(GAP + k % columns * wide, GAP + HEAD + k // columns * high, scale)
        for k, b in enumerate(boards)
    }
    return found, (GAP + columns * wide, GAP + rows * high)


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


def draw_atlas(
    compiled: Compiled,
    scenes: Mapping[str, Scene],
    whole: Map,
    *,
    chosen: str = "",
    theme: str = "light",
    alone: bool = True,
    title: str = "",
) -> str:
    """Several boards of one map in one picture."""
    look = themed(compiled.style, theme)
    places, (width, height) = panels(list(scenes), chosen, compiled.width, compiled.height)
    parts = [tag("rect", width=num(width), height=num(height), fill=look.paper)]
    parts.append(_links(whole, places, compiled, look.border))
    if len(places) > 1:
        parts.append(_shared(compiled, look))
    for board, panel in places.items():
        parts.append(_heading(board, panel, look))
        content = _content(compiled, scenes[board], board, panel, theme)
        shift = f"translate({num(panel.x)} {num(panel.y)}) scale({panel.scale:.4g})"
        parts.append(group(content, transform=shift, class_="board", data_board=board))
    verdicts = next(iter(scenes.values())).verdicts
    crossing = [_across(v, scenes, places, compiled, look, chosen) for v in verdicts]
    parts.append(group(*filter(None, crossing), pointer_events="none", class_="across"))
    return svg("".join(parts), round(width), round(height), title=title, alone=alone)


SMALL = 0.6
"""Boards drawn smaller than this share what never changes, which makes the picture much shorter."""


def _shared(compiled: Compiled, theme: Theme) -> str:
    """What never changes on a small board, to be used by all of them."""
    base = static(compiled, theme, "s-", True)
    ground = group(base.water, base.backdrop, base.lands, id="s-ground")
    return base.defs + tag(
        "defs", ground, group(base.lines, id="s-lines"), group(base.names, id="s-names")
    )


def _content(compiled: Compiled, scene: Scene, board: str, panel: Panel, theme: str) -> str:
    """One board: whole, or built upon the shared layers if it is small."""
    if panel.scale >= SMALL:
        return Board(compiled, scene, theme=theme, scope=f"b{board}-").content()
    small = Board(compiled, scene, theme=theme, small=True, scope="s-", turn=f"b{board}-")
    under, middle, over = small.slots()
    ground, lines, names = (tag("use", href=f"#s-{k}") for k in ("ground", "lines", "names"))
    return ground + under + lines + small.boxes() + middle + names + over + small.frame()


def _heading(board: str, panel: Panel, theme: Theme) -> str:
    return tag(
        "text",
        escape(f"Board {board}"),
        x=num(panel.x + 4),
        y=num(panel.y - 9),
        font_size=24,
        font_weight=600,
        font_family=FAMILY,
        fill=theme.ink,
    )


def _links(whole: Map, places: Mapping[str, Panel], compiled: Compiled, color: str) -> str:
    """Dotted lines between the panels of boards that some border joins."""
    joined = (
        {tuple(sorted((split(e.a)[0], split(e.b)[0]))) for e in whole.edges}
        if len(places) > 1
        else set()
    )
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


def _across(
    verdict: Verdict,
    scenes: Mapping[str, Scene],
    places: Mapping[str, Panel],
    compiled: Compiled,
    theme: Theme,
    chosen: str,
) -> str:
    """An order that leads from one board to another; nothing if it stays on its own.

    Moves are drawn across, strongly if they touch the chosen board. Other orders are drawn across
    only if they touch it; elsewhere a short stub with the other board's number stands for them.
    """
    ends = _ends(verdict.order)
    if ends is None or split(ends[0])[0] == split(ends[1])[0]:
        return ""
    start, goal = (_spot(end, places, compiled) for end in ends)
    if start is None or goal is None:
        return ""
    swatch = next(iter(scenes.values())).swatches.get(verdict.power)
    color = swatch.color if swatch else "#777777"
    numbers = [split(end)[0] for end in ends]
    near, moving = chosen in numbers, isinstance(verdict.order, Move | Retreat)
    title = tag("title", escape(f"{verdict.power}: {verdict.order} ({verdict.outcome})"))
    if not moving and not near:
        mark = _stub(start, goal, numbers[1], color, theme)
    else:
        mark = _arrow(verdict, start, goal, color, theme, strong=moving and (near or not chosen))
    return group(title, mark, class_=f"order across {verdict.outcome}")


def stub_across(verdict: Verdict, seen: Scene, compiled: Compiled, theme: Theme) -> str:
    """The beginning of an order that leads from one board to another, on a board drawn alone."""
    ends = _ends(verdict.order)
    if ends is None or split(ends[0])[0] != seen.board or split(ends[1])[0] == seen.board:
        return ""
    here = {seen.board: Panel(0, 0, 1.0)}
    start = _spot(ends[0], here, compiled)
    goal = _spot(f"{seen.board}:{split(ends[1])[1]}", here, compiled)
    if start is None or goal is None:
        return ""
    # The same province on another board lies under this one: its stub points aside.
    goal = (start[0] + 40, start[1] - 40) if goal == start else goal
    swatch = seen.swatches.get(verdict.power)
    color = swatch.color if swatch else "#777777"
    title = tag("title", escape(f"{verdict.power}: {verdict.order}"))
    mark = _stub(start, goal, split(ends[1])[0], color, theme)
    return group(title, mark, class_=f"order across {verdict.outcome}")


def _ends(order: Order) -> tuple[str, str] | None:
    """The two places that an order joins."""
    if isinstance(order, Move | Retreat):
        return order.unit.place, order.to
    if isinstance(order, Support | Convoy):
        return order.unit.place, order.whom.place
    return None


def _stub(start: Spot, goal: Spot, number: str, color: str, theme: Theme) -> str:
    """The beginning of a line, and the number of the board it leads to."""
    way = unit(start, goal)
    a, b = along(start, way, 10), along(start, way, 24)
    d = f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"
    line = tag(
        "path",
        d=d,
        stroke=color,
        stroke_width=2.4,
        stroke_dasharray="0.1 4.5",
        stroke_linecap="round",
    )
    return line + group(badge(number, (0, 0), theme), transform=at(along(start, way, 31), 0.8))


def _arrow(
    verdict: Verdict, start: Spot, goal: Spot, color: str, theme: Theme, *, strong: bool
) -> str:
    """A line from board to board: broken if the order failed, dotted if it is no move."""
    bow = clear_curve(start, goal, (), leave=12, stop=14)
    moving, wide = isinstance(verdict.order, Move | Retreat), 4.0 if strong else 2.2
    broken = {DONE: None, FAILED: "10 6"}.get(verdict.outcome, "2 8")
    look = {"d": bow.d, "fill": "none", "stroke_linecap": "round"}
    lines = tag("path", **look, stroke=theme.white, stroke_width=wide + 2.6) + tag(
        "path",
        **look,
        stroke=color,
        stroke_width=wide,
        stroke_dasharray=broken if moving else "0.1 8",
    )
    spot = {"cx": num(bow.b[0]), "cy": num(bow.b[1])}
    tip = tag("circle", **spot, r=4, fill=color, stroke=theme.white, stroke_width=1.4)
    if moving:
        shape = head(bow.b, bow.heading(), 14 if strong else 10)
        tip = tag("path", d=shape, fill=color, stroke=theme.white, stroke_width=1.4)
    return group(lines, tip, opacity=None if strong else 0.55)


def _spot(place: str, places: Mapping[str, Panel], compiled: Compiled) -> Spot | None:
    board, local = split(place)
    shape = compiled.shapes.get(local.split("/")[0])
    if shape is None or board not in places:
        return None
    return places[board].spot(shape.coasts.get(local, shape.unit))
