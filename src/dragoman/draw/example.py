"""Examples: a judged position cut down to the places that it is about."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.draw.arrows import Spot
from dragoman.draw.atlas import heading, joining
from dragoman.draw.compiled import Arc, Compiled, Shape, Steps, fold, unfold
from dragoman.draw.game import Moment, compiled_map
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import Scene, scene, split
from dragoman.draw.static import static
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import themed
from dragoman.draw.thumbnail import bare, thinned
from dragoman.rules import Variant

STRAY = 0.06
"""How far, in tenths of a pixel, a line may stray from the true one, for each pixel of width."""

KEPT = ("coast", "lakes")
OPEN = ("coast",)
"""The scenery that is kept, and that part of it which nothing fills."""

MARGIN = 95.0
LEAST = 330.0
"""What is left around the places, and how wide a picture is at least, in pixels of the board."""

LARGE = 650.0
"""From this width on pieces are larger and names short, as on every small picture."""

SHAPE = 1.6
"""How much wider than high a picture is."""

GAP, HEAD = 14.0, 30.0


class Window(Struct, frozen=True):
    """The part of a board that is shown."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, points: Sequence[tuple[int, int]]) -> bool:
        """Whether a line, in tenths of a pixel, may be seen in it."""
        across, down = [x / 10 for x, _ in points], [y / 10 for _, y in points]
        right, bottom = self.left + self.width, self.top + self.height
        beside = max(across) < self.left or min(across) > right
        return not (beside or max(down) < self.top or min(down) > bottom)


def draw_example(
    variant: Variant, moment: Moment, *, theme: str = "light", folders: Sequence[Path] = ()
) -> str:
    """A judged position as a light SVG of the places concerned, board beside board."""
    whole = compiled_map(variant, folders)
    places = concerned(variant, moment)
    boards = [board for board in variant.map.boards if any(split(p)[0] == board for p in places)]
    spots = [spot for place in places if (spot := whole.spot(split(place)[1]))]
    window = window_on(spots, whole, SHAPE / len(boards))
    compiled = bare(cropped(thinned(whole, round(STRAY * window.width), KEPT), window))
    scenes = [scene(variant, moment.state, moment.resolution, board) for board in boards]
    head = HEAD if len(boards) > 1 else 0.0
    parts = [_panel(compiled, seen, window, n, theme, head) for n, seen in enumerate(scenes)]
    if head:
        parts.append(_joined(compiled, scenes, window, theme))
    wide = len(boards) * (window.width + GAP) - GAP
    return svg("".join(parts), wide, window.height + head, title=variant.name, alone=False)


def concerned(variant: Variant, moment: Moment) -> list[str]:
    """Where units stand, and every place that an order names."""
    verdicts = moment.resolution.verdicts if moment.resolution else ()
    named = chain.from_iterable(_words(msgspec.to_builtins(v.order)) for v in verdicts)
    standing = [unit.place for unit in moment.state.units]
    driven = [out.unit.place for out in moment.state.dislodged]
    return [place for place in (*standing, *driven, *named) if place in variant.map.province]


def _words(value: Any) -> Iterator[str]:
    """Every text within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _words(inner)


def window_on(spots: Sequence[Spot], board: Compiled, shape: float) -> Window:
    """The part of a board around some spots, of a given shape, as far as the board goes."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    wide = max(max(xs) - min(xs) + 2 * MARGIN, LEAST)
    high = max(max(ys) - min(ys) + 2 * MARGIN, LEAST / SHAPE)
    wide, high = max(wide, high * shape), max(high, wide / shape)
    wide, high = min(wide, board.width), min(high, board.height)
    left, top = (max(xs) + min(xs) - wide) / 2, (max(ys) + min(ys) - high) / 2
    corner = (
        round(max(0.0, min(left, board.width - wide))),
        round(max(0.0, min(top, board.height - high))),
    )
    return Window(*corner, round(wide), round(high))


def cropped(board: Compiled, window: Window) -> Compiled:
    """A map without what lies outside a window, and without names that its edge would cut."""
    shapes = {
        k: _named(shape, window)
        for k, shape in board.shapes.items()
        if window.holds(_outline(board, shape.rings))
    }
    backdrop = {
        k: tuple(ring for ring in rings if window.holds(_outline(board, (ring,))))
        for k, rings in board.backdrop.items()
    }
    # Shapes call their lines by number, so lines out of sight stay.
    arcs = [_sketched(arc, window) for arc in board.arcs]
    scenery = {
        k: tuple(part for line in lines for part in _cut(line, window)) if k in OPEN else lines
        for k, lines in board.scenery.items()
    }
    kept = {"shapes": shapes, "arcs": tuple(arcs), "backdrop": backdrop, "scenery": scenery}
    return msgspec.structs.replace(board, **kept, key=())


def _sketched(arc: Arc, window: Window) -> Arc:
    """A line; out of sight it is as short as may be, and of no kind."""
    points = unfold(arc.steps)
    return arc if window.holds(points) else Arc(arc.sides, "", fold([points[0], points[-1]]))


def _cut(line: Steps, window: Window) -> Iterator[Steps]:
    """The stretches of a line that may be seen."""
    stretch: list[tuple[int, int]] = []
    for a, b in pairwise(unfold(line)):
        if window.holds([a, b]):
            stretch = [*(stretch or [a]), b]
        elif stretch:
            yield fold(stretch)
            stretch = []
    if stretch:
        yield fold(stretch)


def _outline(board: Compiled, rings: Sequence[Steps]) -> list[tuple[int, int]]:
    return [point for ring in rings for n in ring for point in board.points[n if n >= 0 else ~n]]


def _named(shape: Shape, window: Window) -> Shape:
    """A province without its name, if that would be cut."""
    left, top, right, bottom = (shape.label if window.width <= LARGE else shape.short).box
    corners = [(round(left * 10), round(top * 10)), (round(right * 10), round(bottom * 10))]
    if all(window.holds([corner]) for corner in corners):
        return shape
    without = (msgspec.structs.replace(name, lines=()) for name in (shape.label, shape.short))
    return msgspec.structs.replace(shape, **dict(zip(("label", "short"), without, strict=True)))


def _panel(compiled: Compiled, seen: Scene, window: Window, n: int, theme: str, head: float) -> str:
    """One board seen through the window; of several each has its number above it."""
    small = window.width > LARGE
    board = Board(compiled, seen, theme=theme, small=small, turn=f"b{n}-")
    left = n * (window.width + GAP)
    view = f"{window.left:g} {window.top:g} {window.width:g} {window.height:g}"
    place = {"x": f"{left:g}", "y": f"{head:g}", "viewBox": view}
    size = {"width": f"{window.width:g}", "height": f"{window.height:g}"}
    title = heading(seen.board, (left, head), board.theme) if head else ""
    return title + tag("svg", _layered(board, n == 0), **place, **size)


def _layered(board: Board, first: bool) -> str:
    """The layers of a board; what never changes is drawn on the first, and used by others."""
    # Not kept: a part of a board is drawn once, and would push out whole ones.
    base = static.__wrapped__(board.board, board.theme, board.scope, board.small)
    under, middle, over = board.slots()
    fixed = {
        "ground": base.defs + base.water + base.backdrop + base.lands,
        "lines": base.lines + board.boxes(),
        "names": base.names,
    }
    ground, lines, names = (
        group(layer, id=k) if first else tag("use", href=f"#{k}") for k, layer in fixed.items()
    )
    return ground + under + lines + middle + names + over


def _joined(compiled: Compiled, scenes: Sequence[Scene], window: Window, theme: str) -> str:
    """The orders and links between boards that stand side by side."""
    shift = {seen.board: n * (window.width + GAP) - window.left for n, seen in enumerate(scenes)}

    def spot(place: str) -> Spot | None:
        board, local = split(place)
        found = compiled.spot(local)
        if found is None or board not in shift:
            return None
        return found[0] + shift[board], found[1] - window.top + HEAD

    first = scenes[0]
    return joining(first, themed(compiled.style, theme), spot, 1.0, first.board)
