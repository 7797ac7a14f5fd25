"""Whether a picture is a poor one: what a player would find hard to see or to click."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import shapely
from shapely.geometry import box

from dragoman.draw.compiled import Compiled, Spot
from dragoman.draw.static import CLOSED
from dragoman.mapmaker.plan import FacePlan
from dragoman.mapmaker.sheet import DOTTED

LEAST = 1 / 3
"""The part of the mean area under which a province is small."""

UNIT = 11.0
"""Half the width of a unit."""

HAIR = 0.3
"""Boxes are smaller by so much on every side before it is asked whether they overlap."""

LISTED = 6
"""How many places a warning names."""


def shares(plan: FacePlan) -> dict[str, float]:
    """The area of every province, as a part of the mean."""
    areas = {str(k): plan.shapes[k].area for k in plan.board.spaces if k in plan.shapes}
    mean = sum(areas.values()) / len(areas)
    return {k: area / mean for k, area in areas.items()}


def poor(plan: FacePlan, board: Compiled) -> Iterator[str]:
    """What is poor in a picture; sizes and dotted lines only where the borders alone were given."""
    if plan.graph_only:
        small = sorted((share, k) for k, share in shares(plan).items() if share < LEAST)
        if small:
            sizes = listed([f"{k} ({share:.0%})" for share, k in small])
            yield f"smaller than a third of the mean province: {sizes}"
        dotted = [f"{link.a}-{link.b}" for link in board.links if link.style == DOTTED]
        if dotted:
            yield f"borders that are only dotted lines: {listed([*dict.fromkeys(dotted)])}"
    yield from _covered(board)


def _covered(board: Compiled) -> Iterator[str]:
    """Names under units or under other names."""
    names = {k: _shrunk(*shape.label.box) for k, shape in board.shapes.items()}
    units = {
        place: _shrunk(x - UNIT, y - UNIT, x + UNIT, y + UNIT)
        for place, (x, y) in _stands(board).items()
    }
    hidden = [f"{a} by the unit in {b}" for a, b in _pairs(names, units)]
    hidden += [f"{a} by {b}" for a, b in _pairs(names, names) if a < b]
    if hidden:
        yield f"names that are covered: {listed(hidden)}"


def _stands(board: Compiled) -> dict[str, Spot]:
    """Where units may stand, by place."""
    open_ = {k: s for k, s in board.shapes.items() if s.kind not in CLOSED}
    return {p: at for k, s in open_.items() for p, at in {k: s.unit, **s.coasts}.items()}


def _shrunk(left: float, top: float, right: float, bottom: float) -> Any:
    return box(left + HAIR, top + HAIR, right - HAIR, bottom - HAIR)


def _pairs(some: Mapping[str, Any], others: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Which boxes overlap, by their names."""
    a, b = list(some), list(others)
    tree = shapely.STRtree([others[k] for k in b])
    first, second = tree.query([some[k] for k in a], predicate="intersects")
    return sorted((a[i], b[j]) for i, j in zip(first, second, strict=True))


def listed(items: Sequence[str]) -> str:
    """The first few of a list, and how many more there are."""
    more = [f"and {len(items) - LISTED} more"] if len(items) > LISTED else []
    return ", ".join([*items[:LISTED], *more])
