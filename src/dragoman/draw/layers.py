"""A board in two parts for a page: what never changes, fetched once, and what lies upon it.

The first holds empty groups with a `data-slot`; the second fills them. A game of several boards has
the same first part for each of them.
"""

from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.draw.atlas import spot_alone
from dragoman.draw.compiled import Compiled, Shape
from dragoman.draw.game import Moment, compiled_map
from dragoman.draw.halves import halves
from dragoman.draw.links import board_links
from dragoman.draw.passages import key, key_rows
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import Scene, scene, split, taken
from dragoman.draw.static import FAMILY, WET, coast_tag, name_tag, static
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import Theme
from dragoman.draw.thumbnail import thinned
from dragoman.geo import Place, Province
from dragoman.model import DONE, FAILED, Move, Order, Power, Reason, Verdict
from dragoman.rules import Variant

SLOTS = ("under", "middle", "over")
FORM = 3
"""Goes up when what never changes is written in another way: browsers keep it for long."""
STRAY = 4
"""How far, in tenths of a pixel, a line may stray from its true course: no eye can tell."""
ROUGH = 90
"""The same for a picture of very few pixels."""


class Overlay(Struct, frozen=True):
    """What lies upon a board, by slot: under its lines, under its names, over all."""

    under: str
    middle: str
    over: str


class Dot(Struct, frozen=True, array_like=True):
    """Something on a very small board: where it is, in which color."""

    x: int
    y: int
    color: str


class Mini(Struct, frozen=True):
    """A very small board: its centers that are owned, its units, and what happened there.

    `fights` is how many places were fought over, `taken` how many centers changed hands.
    """

    board: str
    centers: list[Dot]
    units: list[Dot]
    fights: int = 0
    taken: int = 0


def draw_base(variant: Variant, *, theme: str = "light", folders: Sequence[Path] = ()) -> str:
    """What never changes on a board, with empty slots for the rest."""
    compiled = _map(variant, folders)
    board = Board(compiled, _nothing(variant), theme=theme)
    base = static(compiled, board.theme, "", small=False)
    under, middle, over = (group(data_slot=name) for name in SLOTS)
    ground = (base.defs, base.water, base.backdrop, base.lands, under, base.lines)
    names = page_names(compiled, board.theme)
    inside = "".join((*ground, board.box_shapes(), middle, names, over, board.frame()))
    return svg(inside, compiled.width, compiled.height, title=variant.name, alone=False)


def page_names(compiled: Compiled, theme: Theme) -> str:
    """The names with what a page needs to place them anew for every zoom.

    Each knows its province, the middle of its box, its short form, and where that would stand.
    """
    parts = [_page_name(k, shape, theme) for k, shape in compiled.shapes.items()]
    coasts = [
        group(coast_tag(place, x, y, theme), class_="coast", data_at=f"{x} {y}")
        for shape in compiled.shapes.values()
        for place, (x, y) in shape.coasts.items()
    ]
    if compiled.key:
        parts.append(key(key_rows(compiled.links), compiled.key, theme))
    look = {"font_family": FAMILY, "text_anchor": "middle", "pointer_events": "none"}
    return group(*parts, *coasts, class_="names", **look)


def _page_name(k: str, shape: Shape, theme: Theme) -> str:
    full, short = shape.label, shape.short
    plain = msgspec.structs.replace(full, stem=())
    return group(
        name_tag(plain, shape, theme),
        class_="name wet" if shape.kind in WET else "name",
        data_name=k,
        data_size=full.size,
        data_at=f"{full.x} {full.y}",
        data_to=" ".join(map(str, full.stem[2:])) or None,
        data_short=short.lines[0],
        data_short_at=f"{short.x} {short.y}",
    )


def base_digest(variant: Variant, theme: str, folders: Sequence[Path] = ()) -> str:
    """A name for what never changes: equal names, equal pictures."""
    compiled = compiled_map(variant, folders)
    return sha256(f"{compiled.id} {compiled.digest} {theme} {FORM}".encode()).hexdigest()[:16]


def draw_overlay(
    variant: Variant,
    moment: Moment,
    *,
    board: str = "",
    theme: str = "light",
    small: bool = False,
    pending: Sequence[tuple[Power, Order]] = (),
    beside: str = "",
    own: Collection[str] = (),
    letters: bool | None = None,
    folders: Sequence[Path] = (),
) -> Overlay:
    """What lies upon one board: owners, units, and its orders or those pending.

    Of orders to or from another board those of `own` powers, and those that lead to or from the
    board `beside`, name their far end. `letters` of powers stand on their pieces and centers if it
    is wished, or where there are too many powers for colors alone.
    """
    compiled = _map(variant, folders)
    seen = scene(variant, moment.state, moment.resolution, board)
    if letters is not None:
        seen = msgspec.structs.replace(seen, lettered=letters)
    if pending:
        ordered = tuple(Verdict(power, order, DONE, Reason("")) for power, order in pending)
        seen = msgspec.structs.replace(seen, verdicts=ordered)
    picture = Board(compiled, seen, theme=theme, small=small)
    under, middle, over = picture.slots()
    lines = board_links(seen, lambda p: spot_alone(p, board, compiled), picture.theme)

    def far_end(verdict: Verdict, place: str) -> str:
        named = verdict.power in own or split(place)[0] == beside
        return variant.map.spaces[variant.map.province[Place(place)]].name if named else ""

    across = halves(seen, compiled, picture.theme, far_end)
    return Overlay(under, middle, lines + over + across)


def draw_ground(variant: Variant, *, theme: str = "light", folders: Sequence[Path] = ()) -> str:
    """Land and sea alone, for a picture of very few pixels."""
    compiled = thinned(compiled_map(variant, folders), ROUGH, ("",))
    look = Board(compiled, _nothing(variant), theme=theme).theme
    land = "".join(d for k, d in compiled.paths.items() if compiled.shapes[k].kind not in WET)
    sea = tag("rect", width=compiled.width, height=compiled.height, fill=look.sea)
    shape = tag("path", d=land, fill=look.paper, stroke=look.coast, stroke_width=5)
    return svg(sea + shape, compiled.width, compiled.height, title=variant.name, alone=False)


def mini(
    variant: Variant,
    moment: Moment,
    board: str,
    folders: Sequence[Path] = (),
    *,
    judged: Moment | None = None,
) -> Mini:
    """One board's owned centers and units as dots, and what came of a phase there."""
    compiled = compiled_map(variant, folders)
    seen = scene(variant, moment.state, None, board)
    picture = Board(compiled, seen)
    centers = [
        _dot(shape.center, seen, power)
        for k, power in seen.owners.items()
        if (shape := compiled.shapes[k]).center
    ]
    units = [_dot(spot, seen, u.power) for u in seen.units if (spot := picture.spot(u))]
    judged = judged or moment
    fights = sum(split(place)[0] == board for place in fought_over(variant, judged))
    return Mini(board, centers, units, fights, len(taken(judged.state, judged.resolution, board)))


def fought_over(variant: Variant, moment: Moment) -> set[Province]:
    """Where a move failed against others, or a unit was driven out."""
    found = moment.resolution
    if found is None:
        return set()
    moves = (v.order for v in found.verdicts if v.outcome == FAILED and isinstance(v.order, Move))
    driven = (d.unit.place for d in found.dislodged)
    return {variant.map.province[place] for place in (*(m.to for m in moves), *driven)}


def _dot(spot: tuple[float, float], seen: Scene, power: Power) -> Dot:
    return Dot(round(spot[0]), round(spot[1]), seen.swatches[power].color)


def size(variant: Variant, folders: Sequence[Path] = ()) -> tuple[int, int]:
    """How wide and how high the picture of a board is."""
    compiled = compiled_map(variant, folders)
    return round(compiled.width), round(compiled.height)


def _nothing(variant: Variant) -> Scene:
    return Scene(swatches={}, kinds=variant.kinds)


def _map(variant: Variant, folders: Sequence[Path]) -> Compiled:
    return thinned(compiled_map(variant, folders), STRAY)
