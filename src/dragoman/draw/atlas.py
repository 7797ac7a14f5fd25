"""The atlas: several boards in one picture, with the moves between them drawn across."""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from dragoman.draw.arrows import Spot, clear_curve, head, num
from dragoman.draw.compiled import Compiled
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import Scene, split
from dragoman.draw.static import FAMILY
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import themed
from dragoman.geo import Map
from dragoman.model import DONE, FAILED, Convoy, Move, Retreat, Support, Verdict

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
    for board, panel in places.items():
        content = Board(
            compiled, scenes[board], theme=theme, small=panel.scale < 0.6, scope=f"b{board}-"
        ).content()
        name = tag(
            "text",
            escape(f"Board {board}"),
            x=num(panel.x + 4),
            y=num(panel.y - 9),
            font_size=24,
            font_weight=600,
            font_family=FAMILY,
            fill=look.ink,
        )
        shift = f"translate({num(panel.x)} {num(panel.y)}) scale({panel.scale:.4g})"
        parts.append(name + group(content, transform=shift, class_="board", data_board=board))
    verdicts = next(iter(scenes.values())).verdicts
    crossing = [_across(v, scenes, places, compiled, look.white) for v in verdicts]
    parts.append(group(*filter(None, crossing), pointer_events="none", class_="across"))
    return svg("".join(parts), round(width), round(height), title=title, alone=alone)


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
    white: str,
) -> str:
    """An order that leads from one board to another; nothing if it stays on its own."""
    order = verdict.order
    if isinstance(order, Move | Retreat):
        ends = (order.unit.place, order.to)
    elif isinstance(order, Support | Convoy):
        ends = (order.unit.place, order.whom.place)
    else:
        return ""
    if split(ends[0])[0] == split(ends[1])[0]:
        return ""
    spots = [_spot(end, places, compiled) for end in ends]
    if spots[0] is None or spots[1] is None:
        return ""
    bow = clear_curve(spots[0], spots[1], (), leave=12, stop=14)
    swatch = next(iter(scenes.values())).swatches.get(verdict.power)
    color = swatch.color if swatch else "#777777"
    moving = isinstance(order, Move | Retreat)
    dash = (
        ("10 6" if verdict.outcome == FAILED else None if verdict.outcome == DONE else "2 8")
        if moving
        else "0.1 8"
    )
    line = tag("path", d=bow.d, fill="none", stroke=white, stroke_width=7) + tag(
        "path",
        d=bow.d,
        fill="none",
        stroke=color,
        stroke_width=4,
        stroke_dasharray=dash,
        stroke_linecap="round",
    )
    tip = (
        tag("path", d=head(bow.b, bow.heading(), 14), fill=color, stroke=white, stroke_width=1.4)
        if moving
        else tag(
            "circle",
            cx=num(bow.b[0]),
            cy=num(bow.b[1]),
            r=5,
            fill=color,
            stroke=white,
            stroke_width=1.5,
        )
    )
    return group(
        tag("title", escape(f"{verdict.power}: {order} ({verdict.outcome})")),
        line,
        tip,
        class_=f"order across {verdict.outcome}",
    )


def _spot(place: str, places: Mapping[str, Panel], compiled: Compiled) -> Spot | None:
    board, local = split(place)
    shape = compiled.shapes.get(local.split("/")[0])
    if shape is None or board not in places:
        return None
    return places[board].spot(shape.coasts.get(local, shape.unit))
