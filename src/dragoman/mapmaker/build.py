"""Building: one map file becomes one compiled map, or the build fails and says why."""

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LineString, Point, box
from shapely.ops import nearest_points, substring

from dragoman.draw import compiled
from dragoman.draw.compiled import FILE, Compiled
from dragoman.errors import DataError
from dragoman.geo import CLOSED as CLOSED_IN
from dragoman.geo import IMPASSABLE, read_map
from dragoman.mapmaker.arcs import BORDER, COAST, crossing
from dragoman.mapmaker.borders import BorderFault, root, roots
from dragoman.mapmaker.key import key_spot
from dragoman.mapmaker.layout import Placer, Placing
from dragoman.mapmaker.plan import FacePlan
from dragoman.mapmaker.quality import poor
from dragoman.mapmaker.scenery import scenery, steps_of, strewn
from dragoman.mapmaker.sheet import BOX, CLOSED, SEASONAL, SHORE, LinkStyle, read_sheet
from dragoman.mapmaker.suggest import Suggestion, suggest

REACH = 16.0
"""How far a link runs into a province."""

ROUND = 0.45
"""A link longer than this part of the width leads round the back of the world."""


def make_plan(file: Path) -> FacePlan:
    """The board that a map file describes, cut and traced."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(file), "map", f"cannot be read as UTF-8 text: {error}") from error
    return FacePlan(read_map(text, str(file)), read_sheet(text, str(file)))


def compile_map(file: Path) -> Compiled:
    """The compiled map of a map file; fails unless it draws exactly the declared borders."""
    return compile_plan(make_plan(file))


def compile_plan(plan: FacePlan) -> Compiled:
    """The compiled map of a board that has been cut and traced."""
    check(plan)
    layout = Placer(plan)
    placed = layout.place()
    space = plan.board.spaces
    drawn = [line for link in plan.links for line in drawn_links(plan, link)]
    links = (*drawn, *seasonal_links(plan))
    return Compiled(
        id=plan.board.id,
        name=plan.board.name,
        style=plan.sheet.style,
        ocean=plan.ground is not None,
        width=round(plan.size[0], 1),
        height=round(plan.size[1], 1),
        digest=digest(Path(plan.sheet.file)),
        arcs=tuple(compiled.Arc(a.sides, a.kind, steps_of(a.points)) for a in plan.arcs),
        shapes={str(k): shape_of(plan, str(k), placed[str(k)]) for k in space if k in plan.shapes},
        backdrop={k: _rings(plan, k) for k in plan.rings if k not in space},
        scenery={**scenery(plan), **strewn(plan, layout.taken)},
        field=tuple(round(v, 1) for v in plan.field),
        links=links,
        key=key_spot(plan, links, layout.taken),
    )


def shape_of(plan: FacePlan, label: str, placed: Placing) -> compiled.Shape:
    """A province as it is drawn."""
    space = plan.board.spaces[label]  # type: ignore[index]
    return compiled.Shape(
        name=space.name,
        kind=space.kind if label not in _closed(plan) else "closed water",
        rings=_rings(plan, label),
        unit=placed.unit,
        spare=placed.spare,
        label=placed.label,
        short=placed.short,
        center=placed.center,
        coasts=placed.coasts,
        box=tuple(plan.boxes[label].bounds) if label in plan.boxes else (),
    )


def _closed(plan: FacePlan) -> set[str]:
    return plan.ground.closed if plan.ground else set()


def _rings(plan: FacePlan, label: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ring) for ring in plan.rings[label])


def digest(file: Path) -> str:
    """What tells whether a compiled map belongs to a map file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def check(plan: FacePlan) -> None:
    """Refuse a drawing with a wrong border, a missing province or lines that cross."""
    gone = set(missing(plan))
    problems = [f"{k} is not on the board: others have all the ground" for k in sorted(gone)]
    problems += [fault_text(plan, f) for f in plan.faults() if gone.isdisjoint(roots(f))]
    for k in crossing(plan.arcs):
        sides, at = plan.arcs[k].sides, plan.arcs[k].points[0]
        problems.append(
            f"the line between {' and '.join(sides)} crosses another near {at[0]:.0f},{at[1]:.0f}"
        )
    if problems:
        hint = " (`dragoman map suggest` proposes seeds)" if plan.ground else ""
        raise DataError(plan.sheet.file, "drawing", "; ".join(problems) + hint)


def missing(plan: FacePlan) -> list[str]:
    """The provinces without a shape; a graph has none for those that nothing borders on."""
    spaces = plan.board.spaces.values()
    wanted = [s for s in spaces if not (plan.graph_only and s.kind == IMPASSABLE)]
    return [str(s.id) for s in wanted if s.id not in plan.shapes]


def fault_text(plan: FacePlan, fault: BorderFault) -> str:
    """A fault in words, its place also as lon,lat if the board has such."""
    if plan.ground is None or fault.at is None:
        return str(fault)
    lon, lat = plan.ground.project.back(fault.at, plan.sheet.plots[root(fault.a)].seeds[0])
    return f"{fault} (lon,lat {lon:g},{lat:g})"


def drawn_links(plan: FacePlan, link: LinkStyle) -> Iterator[compiled.Link]:
    """The lines of a link: along its own course, or between what it joins; a shore needs none."""
    if link.style == SHORE:
        return
    if link.along and plan.ground:
        course = plan.ground.project(np.array(link.along))
        a, b = (*link.army, *link.fleet, ("", ""))[0]
        yield compiled.Link(link.style, link.name, a, b, steps_of(course), link.whom)
        return
    ends = sorted({(root(x), root(y)) for x, y in (*link.army, *link.fleet)})
    if link.style == CLOSED:
        courses = [(pair, line) for pair in ends for line in _shared(plan, link, *pair)]
        for (a, b), line in courses:
            yield compiled.Link(link.style, link.name, a, b, steps_of(line), link.whom)
        return
    for a, b in ends:
        both_boxes = a in plan.boxes and b in plan.boxes
        touching = plan.shapes[a].distance(plan.shapes[b]) < 0.5
        if not (link.style == BOX and (both_boxes or touching)):
            for line in _lines(plan, a, b):
                yield compiled.Link(link.style, link.name, a, b, steps_of(line), link.whom)


def seasonal_links(plan: FacePlan) -> Iterator[compiled.Link]:
    """The borders that the map closes in a season, along the lines that show them."""
    for name, lines in plan.board.lines.items():
        season = name.removeprefix(CLOSED_IN)
        for a, b in (pair for line in lines if season != name for pair in pairwise(line)):
            for arc in (arc for arc in plan.arcs if {*arc.sides} == {a, b}):
                yield compiled.Link(SEASONAL, season.title(), a, b, steps_of(arc.points))


def _shared(plan: FacePlan, link: LinkStyle, a: str, b: str) -> list[Any]:
    """The lines that two provinces share; of those on land that only fleets heed, the shore."""
    arcs = [arc for arc in plan.arcs if {*arc.sides} == {a, b}]
    if link.army or any(arc.kind != BORDER for arc in arcs):
        return [arc.points for arc in arcs]
    shores = {end for arc in plan.arcs if arc.kind == COAST for end in arc.ends}
    lines = [(arc.points, arc.ends[0]) for arc in arcs]
    lines += [(arc.points[::-1], arc.ends[1]) for arc in arcs]
    return [_begun(points) for points, start in lines if start in shores] or [_between(plan, a, b)]


def _begun(points: Any) -> Any:
    """The beginning of a line."""
    line = substring(LineString(points), 0, 2 * REACH)
    return np.array(line.coords)


def _lines(plan: FacePlan, a: str, b: str) -> list[Any]:
    """What shows that two provinces are linked: one line, or two ends where it leads round."""
    line = _between(plan, a, b)
    if plan.ground or abs(line[-1][0] - line[0][0]) < ROUND * plan.size[0]:
        return [line]
    ends = []
    for here, there in ((a, b), (b, a)):
        left, _, right, _ = plan.shapes[here].bounds
        east = left > plan.shapes[there].bounds[0]
        x = right if east else left
        edge = plan.shapes[here].intersection(box(x - 8, 0, x + 8, plan.size[1]))
        y = edge.representative_point().y
        ends.append(np.array([(x, y), (x - 3 * REACH if east else x + 3 * REACH, y)]))
    return ends


def _between(plan: FacePlan, a: str, b: str) -> Any:
    """A line between two provinces: out of a box clear of its corners, or the shortest there is."""
    for here, there in ((a, b), (b, a)):
        if here in plan.boxes:
            ends = _facing(plan.boxes[here], plan.shapes[there])
            ray = LineString(ends).difference(plan.boxes[here])
            start, end = np.array(ray.coords[0]), np.array(ray.coords[-1])
            return np.array(
                [start, end if there in plan.boxes else _reached(plan, there, end, start)]
            )
    p, q = (np.array(end.coords[0]) for end in nearest_points(plan.shapes[a], plan.shapes[b]))
    inner = [np.array(plan.shapes[k].representative_point().coords[0]) for k in (a, b)]
    # Two that meet at a mere corner have no way between them: one is pointed at from the other.
    way = _way(p, q) if np.hypot(*(q - p)) > 0.1 else _way(*inner)
    return np.array([p - way * REACH, q + way * REACH])


def _facing(area: Any, shape: Any) -> Any:
    """Where a box and a province come closest: in the middle of where they are parallel."""
    rim = area.buffer(-14, join_style="mitre").boundary
    points = shapely.line_interpolate_point(rim, np.arange(0, rim.length, 2.0))
    away = shapely.distance(points, shape)
    near = points[away < away.min() + 1]
    return nearest_points(near[len(near) // 2], shape)


def _reached(plan: FacePlan, there: str, end: Any, start: Any) -> Any:
    """The end of a line in a province: as far in as usual, but not out of it again."""
    way = _way(start, end)
    points = [end + way * REACH / n for n in (1, 2, 4, 8)]
    return next((p for p in points if plan.shapes[there].contains(Point(p))), points[-1])


def _way(p: Any, q: Any) -> Any:
    gap = float(np.hypot(*(q - p)))
    return (q - p) / gap if gap else np.array([0.0, 0.0])


class Advice(Struct, frozen=True):
    """Seeds that would mend a drawing, and the faults that no seed is known to mend."""

    seeds: tuple[Suggestion, ...]
    left: tuple[BorderFault, ...]


def suggestions(file: Path) -> Advice:
    """How the drawing of a map file could be mended."""
    plan = make_plan(file)
    found = plan.faults()
    if plan.ground is None:
        return Advice((), tuple(found))
    seeds = suggest(plan.ground, plan.arcs, plan.rings, found)
    mended = {roots(s.fault) for s in seeds}
    return Advice(tuple(seeds), tuple(f for f in found if roots(f) not in mended))


def draw_map(file: Path) -> tuple[Compiled, Path, list[str]]:
    """Compile a map file and write it beside it: the map, where it is, and what is poor in it."""
    plan = make_plan(file)
    board = compile_plan(plan)
    return board, write_compiled(board, file.parent), [*poor(plan, board)]


def write_compiled(board: Compiled, folder: Path) -> Path:
    """Write a compiled map beside its map file."""
    out = folder / FILE
    out.write_bytes(msgspec.json.encode(board) + b"\n")
    return out
