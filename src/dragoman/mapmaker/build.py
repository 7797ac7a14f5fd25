"""Building: one map file becomes one compiled map, or the build fails and says why."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from shapely.geometry import LineString
from shapely.ops import nearest_points

from dragoman.draw import compiled
from dragoman.draw.compiled import FILE, Compiled
from dragoman.errors import DataError
from dragoman.geo import read_map
from dragoman.mapmaker.arcs import crossing
from dragoman.mapmaker.layout import Layout, Placed
from dragoman.mapmaker.plan import Plan
from dragoman.mapmaker.scenery import scenery, steps_of, strewn
from dragoman.mapmaker.sheet import BOX, SHORE, Link, read_sheet
from dragoman.mapmaker.suggest import Suggestion, suggest

REACH = 16.0
"""How far a link runs into a province."""


def make_plan(file: Path) -> Plan:
    """The board that a map file describes, cut and traced."""
    text = file.read_text(encoding="utf-8")
    return Plan(read_map(text, str(file)), read_sheet(text, str(file)))


def compile_map(file: Path) -> Compiled:
    """The compiled map of a map file; fails unless it draws exactly the declared borders."""
    plan = make_plan(file)
    check(plan)
    layout = Layout(plan)
    placed = layout.place()
    space = plan.board.spaces
    return Compiled(
        id=plan.board.id,
        name=plan.board.name,
        style=plan.sheet.style,
        ocean=plan.ground is not None,
        width=round(plan.size[0], 1),
        height=round(plan.size[1], 1),
        digest=digest(file),
        arcs=tuple(compiled.Arc(a.sides, a.kind, steps_of(a.points)) for a in plan.arcs),
        shapes={str(k): shape_of(plan, str(k), placed[str(k)]) for k in space if k in plan.shapes},
        backdrop={k: _rings(plan, k) for k in plan.rings if k not in space},
        scenery={**scenery(plan), **strewn(plan, layout.taken)},
        field=tuple(round(v, 1) for v in plan.field),
        links=tuple(line for link in plan.links for line in drawn_links(plan, link)),
    )


def shape_of(plan: Plan, label: str, placed: Placed) -> compiled.Shape:
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


def _closed(plan: Plan) -> set[str]:
    return plan.ground.closed if plan.ground else set()


def _rings(plan: Plan, label: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ring) for ring in plan.rings[label])


def digest(file: Path) -> str:
    """What tells whether a compiled map belongs to a map file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def check(plan: Plan) -> None:
    """Refuse a drawing with a wrong border, a missing province or lines that cross."""
    problems = [str(f) for f in plan.faults()]
    problems += [f"{k} is not on the board" for k in plan.board.spaces if k not in plan.shapes]
    for k in crossing(plan.arcs):
        sides, at = plan.arcs[k].sides, plan.arcs[k].points[0]
        problems.append(
            f"the line between {' and '.join(sides)} crosses another near {at[0]:.0f},{at[1]:.0f}"
        )
    if problems:
        raise DataError(plan.sheet.file, "drawing", "; ".join(problems))


def drawn_links(plan: Plan, link: Link) -> Iterator[compiled.Link]:
    """The lines of a link: along its own course, or between what it joins; a shore needs none."""
    if link.style == SHORE:
        return
    if link.along and plan.ground:
        course = plan.ground.project(np.array(link.along))
        a, b = (*link.army, *link.fleet, ("", ""))[0]
        yield compiled.Link(link.style, link.name, a, b, steps_of(course))
        return
    for a, b in sorted({(x.split("/")[0], y.split("/")[0]) for x, y in (*link.army, *link.fleet)}):
        both_boxes = a in plan.boxes and b in plan.boxes
        touching = plan.shapes[a].distance(plan.shapes[b]) < 0.5
        if not (link.style == BOX and (both_boxes or touching)):
            yield compiled.Link(link.style, link.name, a, b, steps_of(_between(plan, a, b)))


def _between(plan: Plan, a: str, b: str) -> Any:
    """A line between two provinces: out of a box clear of its corners, or the shortest there is."""
    for here, there in ((a, b), (b, a)):
        if here in plan.boxes:
            inner = plan.boxes[here].buffer(-14, join_style="mitre")
            ends = nearest_points(inner, plan.shapes[there])
            ray = LineString(ends).difference(plan.boxes[here])
            start, end = np.array(ray.coords[0]), np.array(ray.coords[-1])
            return np.array([start, end + _way(start, end) * (0 if there in plan.boxes else REACH)])
    p, q = (np.array(end.coords[0]) for end in nearest_points(plan.shapes[a], plan.shapes[b]))
    way = _way(p, q)
    return np.array([p - way * REACH, q + way * REACH])


def _way(p: Any, q: Any) -> Any:
    gap = float(np.hypot(*(q - p)))
    return (q - p) / gap if gap else np.array([0.0, 0.0])


def suggestions(file: Path) -> list[Suggestion]:
    """Seeds that would mend the drawing of a map file."""
    plan = make_plan(file)
    if plan.ground is None:
        return []
    return suggest(plan.ground, plan.arcs, plan.rings, plan.faults())


def write_compiled(board: Compiled, folder: Path) -> Path:
    """Write a compiled map beside its map file."""
    out = folder / FILE
    out.write_bytes(msgspec.json.encode(board) + b"\n")
    return out
