"""Proofreading: what contradicts itself in a map file, before anything is drawn from it."""

from collections.abc import Iterator

from dragoman.errors import DataError
from dragoman.geo import IMPASSABLE, Map
from dragoman.mapmaker.borders import ARMY, FLEET, declared, ordered
from dragoman.mapmaker.sheet import CLOSED, DrawingSheet, LinkStyle, Plot
from dragoman.mapmaker.words import Pair, hint

SMALLEST = 30
"""How many pixels an inset needs either way, to hold a unit."""


def proofread(board: Map, sheet: DrawingSheet) -> None:
    """Refuse a file whose drawing lines contradict each other or its borders."""
    if not board.spaces:
        raise DataError(sheet.file, "map", "has no provinces: write `ID KIND NAME` for each")
    if all(space.kind == IMPASSABLE for space in board.spaces.values()):
        raise DataError(sheet.file, "map", "has no province that a unit may enter: all are closed")
    for problem in _problems(board, sheet):
        raise problem


def _problems(board: Map, sheet: DrawingSheet) -> Iterator[DataError]:
    yield from _unknown_names(board, sheet)
    yield from _links(board, sheet)
    if sheet.coastline:
        yield from _geography(sheet)
    elif any(plot.outlines for plot in sheet.plots.values()):
        yield from _outlines(sheet)
    else:
        yield from _bare(sheet)


def _unknown_names(board: Map, sheet: DrawingSheet) -> Iterator[DataError]:
    known = [str(p) for p in board.spaces]
    for word, named in (("decor", sheet.decor.values()), ("outside", [sheet.outside])):
        for label in (label for labels in named for label in labels):
            if label not in known:
                yield sheet.fault(word, f"no province {label!r}{hint(label, known)}")


def _links(board: Map, sheet: DrawingSheet) -> Iterator[DataError]:
    """Links that join what no border joins, and closed ones where one is open."""
    borders = declared(board)
    for link in sheet.links:
        for mode, ends in ((ARMY, link.army), (FLEET, link.fleet)):
            for a, b in ends:
                if (ordered(a, b) in borders[mode]) == (link.style == CLOSED):
                    yield sheet.fault(link.line, _undeclared(link, mode, a, b))


def _undeclared(link: LinkStyle, mode: str, a: str, b: str) -> str:
    if link.style == CLOSED:
        return f"link {link.name}: the {mode} border {a}-{b} is declared, so it cannot be closed"
    right = f"write it in the {mode} lines of both"
    return f"link {link.name}: no {mode} border {a}-{b} is declared: {right}, or leave it out"


def _geography(sheet: DrawingSheet) -> Iterator[DataError]:
    """A board from seeds: it needs a projection and a frame, and each province one place."""
    forms = {"projection": "albers LON LAT SOUTH NORTH", "frame": "LEFT TOP RIGHT BOTTOM"}
    for word, form in forms.items():
        if not getattr(sheet, word):
            yield sheet.fault(word, f"is missing: with @coastline write `@{word} {form}`")
    if sheet.projection and sheet.projection[0] == "plane":
        yield sheet.fault("projection", "plane is for outlines: with @coastline, albers or grid")
    owners: dict[Pair, str] = {}
    for label, plot in sheet.plots.items():
        yield from _place(sheet, label, plot)
        for seed in plot.seeds:
            other = owners.setdefault(seed, label)
            if other != label:
                where = f"{seed[0]:g},{seed[1]:g}"
                yield sheet.fault(plot.line, f"{label} and {other} have the same seed {where}")


def _place(sheet: DrawingSheet, label: str, plot: Plot) -> Iterator[DataError]:
    if plot.outlines:
        yield sheet.fault(plot.line, f"{label} has an outline, and @coastline takes seeds only")
    if not plot.inset and not plot.seeds:
        right = "write `seeds lon,lat …` or `inset LEFT TOP WIDTH HEIGHT` under it"
        problem = f"{label} has no seeds, so nobody knows where it lies: {right}"
        yield sheet.fault(plot.line, problem)
    if plot.inset and plot.seeds:
        yield sheet.fault(plot.line, f"{label} has seeds and an inset: leave out one of them")
    if plot.inset:
        yield from _inset(sheet, label, plot)


def _inset(sheet: DrawingSheet, label: str, plot: Plot) -> Iterator[DataError]:
    left, top, width, height = plot.inset
    above, right, below, before = sheet.margin
    _, y, _, z = sheet.frame
    wide = before + sheet.size + right
    high = above + (z - y) * sheet.size / (sheet.frame[2] - sheet.frame[0]) + below
    if min(width, height) < SMALLEST:
        yield sheet.fault(plot.line, f"the inset of {label} is under {SMALLEST} pixels, too small")
    if left < 0 or top < 0 or left + width > wide or top + height > high:
        problem = f"the inset of {label} leaves the picture, {wide:.0f} by {high:.0f} pixels"
        yield sheet.fault(plot.line, f"{problem}: move it, or widen @margin")


def _outlines(sheet: DrawingSheet) -> Iterator[DataError]:
    """A board from outlines: it needs a frame, and each province an outline within it."""
    if not sheet.frame:
        form = "`@frame LEFT TOP RIGHT BOTTOM`, in the units of the outlines"
        yield sheet.fault("frame", f"is missing: write {form}")
    left, top, right, bottom = sheet.frame
    for label, plot in sheet.plots.items():
        if not plot.outlines:
            problem = f"{label} has no outline, though others have: write `outline x,y x,y …`"
            yield sheet.fault(plot.line, problem)
        for x, y in (p for ring in plot.outlines for p in ring):
            if not (left <= x <= right and top <= y <= bottom):
                problem = f"the outline of {label} leaves the @frame at {x:g},{y:g}"
                yield sheet.fault(plot.line, problem)


def _bare(sheet: DrawingSheet) -> Iterator[DataError]:
    """A board of nothing but borders: nothing may be said about where provinces lie."""
    for label, plot in sheet.plots.items():
        if plot.seeds or plot.straits or plot.inset:
            problem = f"{label} is placed on a coastline, and there is none"
            yield sheet.fault(plot.line, f"{problem}: write `@coastline natural-earth`")
