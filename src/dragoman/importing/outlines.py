"""Outlines of a board's provinces from a picture that lies beside the source."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dragoman.errors import DragomanError
from dragoman.geo import read_map
from dragoman.importing.board import Imported, SourcePicture, SourceShape
from dragoman.importing.svg import read_picture
from dragoman.importing.tidy import CLOSED
from dragoman.importing.write import map_text, write
from dragoman.mapmaker.borders import MISSING, BorderFault
from dragoman.mapmaker.build import draw_map
from dragoman.mapmaker.painted import Traced, trace_picture
from dragoman.mapmaker.plan import FacePlan
from dragoman.mapmaker.sheet import read_sheet

LAYERS = ("maplayer", "provinces", "mouselayer")
"""The layers of pictures that hold provinces; those that are seen come first."""

MOST = 0.12
"""A picture that shows a larger part of the borders otherwise than the board is no map of it."""


class Outlined(Struct, frozen=True):
    """A board with outlines, and the borders that its picture does not show, or shows too many."""

    board: Imported
    picture: SourcePicture
    faults: tuple[BorderFault, ...]


def draw_outlined(board: Imported, out: Path) -> tuple[str, list[str]]:
    """Draw a board with the outlines of the best of its pictures: which, and what is wrong."""
    problems: list[str] = []
    found: list[Outlined] = []
    for source in board.pictures:
        try:
            picture = source if isinstance(source, SourcePicture) else read_picture(source)
            found.append(outlined(board, picture))
        except DragomanError as error:
            problems.append(f"outlines not used: {error}")
        if found and not found[-1].faults:
            break
    for best in sorted(found, key=lambda one: len(one.faults))[:1]:
        try:
            return best.picture.file, _drawn(best, out)
        except DragomanError as error:
            problems.append(f"outlines of {best.picture.file} not used: {error}")
            write(board, out)
    return "", problems


def _drawn(one: Outlined, out: Path) -> list[str]:
    """Write a board with outlines and draw it; refuse it if they are not the board's."""
    borders = (len(one.board.army) + len(one.board.fleet)) / 2
    if len(one.faults) > MOST * borders:
        wrong = f"{len(one.faults)} of {borders:.0f} borders are otherwise"
        raise DragomanError(f"{wrong}, such as: {one.faults[0]}")
    _, _, poor = draw_map(write(one.board, out) / "map.txt")
    return poor


def outlined(board: Imported, picture: SourcePicture) -> Outlined:
    """A board with the outlines of a picture, and with links for what it does not show."""
    shapes = _painted(board, picture)
    lost = [k for k, site in board.sites.items() if k not in shapes and site.kind != CLOSED]
    if lost:
        names = ", ".join(lost[:6])
        raise DragomanError(f"{picture.file} has no shape for {len(lost)} provinces: {names}")
    rings = {k: shape.rings for k, shape in shapes.items()}
    traced = trace_picture(read_map(map_text(board), board.source), rings, picture.view)
    drawn = _with_rings(board, picture, traced)
    text = map_text(drawn)
    faults = FacePlan(read_map(text, board.source), read_sheet(text, board.source)).faults()
    drawn.sheet += _links(faults)
    return Outlined(drawn, picture, tuple(faults))


def _painted(board: Imported, picture: SourcePicture) -> dict[str, SourceShape]:
    """The shapes of the provinces in the order of painting: of the fullest layer, others under."""
    layers: dict[str, dict[str, SourceShape]] = {}
    for shape in picture.shapes:
        key = board.called.get(shape.id.lower().removeprefix("_"), "")
        if shape.layer.lower() in LAYERS and key in board.sites:
            layers.setdefault(shape.layer.lower(), {})[key] = shape
    ranked = sorted(layers, key=lambda name: (len(layers[name]), -LAYERS.index(name)))
    found: dict[str, SourceShape] = {}
    for name in ranked:
        found = {k: s for k, s in found.items() if k not in layers[name]} | layers[name]
    return found


def _with_rings(board: Imported, picture: SourcePicture, traced: Traced) -> Imported:
    """A copy of the board that is drawn as it was traced; closed ground without a shape goes."""
    sites = {}
    for key, site in board.sites.items():
        rings = tuple(tuple(ring) for ring in traced.rings.get(key, ()))
        if rings or site.kind != CLOSED:
            sites[key] = replace(site, at=None, rings=rings)
    frame = " ".join(f"{v:g}" for v in traced.frame)
    return replace(board, sites=sites, outlined=picture, sheet=[*board.sheet, f"@frame {frame}"])


def _links(faults: list[BorderFault]) -> Iterator[str]:
    """Lines that say which borders the outlines do not show, and which they show though closed."""
    for style, missing in (("dotted", True), ("closed", False)):
        for mode in ("army", "fleet"):
            mine = [f for f in faults if (f.problem == MISSING) == missing and f.mode == mode]
            if mine:
                ends = " ".join(f"{f.a}-{f.b}" for f in mine)
                yield f"@link {style} {style} {mode} {ends}"
