"""Layout: where units, centers and names stand, so that none of them covers another.

Names are tried large before small and whole before short, inside their province before beside it.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import LineString, Point, box
from shapely.ops import nearest_points, unary_union

from dragoman.draw.compiled import Label
from dragoman.draw.text import width
from dragoman.geo import IMPASSABLE, Province
from dragoman.mapmaker.arcs import COAST
from dragoman.mapmaker.borders import Drawn, declared, root
from dragoman.mapmaker.faces import polygons
from dragoman.mapmaker.plan import FacePlan
from dragoman.mapmaker.room import (
    UNIT,
    Room,
    Spots,
    box_at,
    broken,
    centroid,
    disc,
    extent,
    label_at,
    shifted,
    spot,
)

MARK = 7.5
"""The radius of a center's mark, with air round it."""

_LAND_SIZES = (18.0, 16.5, 15.0, 13.5, 12.5, 11.5, 10.5)
_SEA_SIZES = (21.0, 19.0, 17.0, 15.0, 13.5, 12.5, 11.5)
_SHORT_SIZES = (15.0, 13.0, 11.5, 10.5, 9.5)
_SMALLEST = 8.5
_FAR = 46.0
"""How far from its province a name is looked for, on both sides together."""

CLEAR = 21.0
"""How far from a unit a center's mark is not covered by it."""

LARGE = 9.0
"""How much farther a unit reaches on small pictures."""


class Placing(Struct):
    """Where everything of a province stands."""

    unit: tuple[float, float]
    spare: tuple[float, float]
    label: Label
    short: Label
    center: tuple[float, float] | None
    coasts: dict[str, tuple[float, float]]


class Placer:
    """Places the provinces of a plan one after the other, the narrow ones first."""

    def __init__(self, plan: FacePlan) -> None:
        self.plan, self.board = plan, plan.board
        self.taken: list[Any] = []
        self.names: list[Any] = []
        self.shorts: list[Any] = []
        self.large: list[Any] = []
        self.marks: list[Any] = []
        self.drawn = Drawn(plan.board, plan.arcs, plan.links)
        dry = (
            []
            if plan.ground is None
            else [plan.ground.isles, *plan.ground.islets, *plan.ground.straits.values()]
        )
        self.scrub = unary_union(dry)
        self.inner = plan.frame.buffer(-9)
        self.rooms = {
            str(s.id): self._room(str(s.id))
            for s in self.board.spaces.values()
            if s.id in plan.shapes
        }

    def _room(self, label: str) -> Room:
        shape = self.plan.shapes[label].intersection(self.inner)
        clear = shape.difference(self.scrub)
        for candidate in (clear.buffer(-1.6), clear, shape, self.plan.shapes[label]):
            if polygons(candidate):
                return Room(candidate)
        return Room(self.plan.shapes[label])

    def place(self) -> dict[str, Placing]:
        """Everything of every province."""
        order = sorted(self.rooms, key=lambda k: (self.plan.is_water(k), self.rooms[k].shape.area))
        marks = {k: self._center(k) for k in order}
        self.taken += [Point(m).buffer(MARK) for m in marks.values() if m is not None]
        fixed = {k: self._inside(k, marks[k]) for k in order}
        for k in order:
            marks[k] = self._uncovered(k, fixed[k][0], marks)
        for k in order:
            if fixed[k][1] is None:
                fixed[k] = (fixed[k][0], self._beside(k))
        self.marks = [Point(m).buffer(MARK) for m in marks.values() if m is not None]
        self.large = [disc(unit).buffer(LARGE * 0.6) for unit, _ in fixed.values()]
        self.large += [_mark(m) for m in marks.values() if m is not None]
        return {k: self._placed(k, fixed[k], marks[k]) for k in order}

    def _placed(self, k: str, fixed: tuple[Spots, Label | None], mark: Spots | None) -> Placing:
        unit, label = fixed
        label = label or self._last_resort(k)
        coasts = self._coasts(k, unit)
        self.large += [disc(np.array(at)).buffer(LARGE * 0.6) for at in coasts.values()]
        # A box keeps its name, with where it leads, on small pictures too.
        short = self._short_boxed(k) or self._short(k, unit, mark)
        return Placing(
            spot(unit),
            self._spare(k, unit, label),
            label,
            short,
            None if mark is None else spot(mark),
            coasts,
        )

    def _center(self, k: str) -> Spots | None:
        """The mark of a center: where the city lies, moved inland if need be."""
        if k not in self.board.spaces or not self.board.spaces[Province(k)].center:
            return None
        room = self.rooms[k]
        city = np.array(self.plan.cities.get(k, spot(room.middle - (UNIT, UNIT))))
        for margin in (MARK + 2, MARK, 4.0, 1.0):
            inner = room.shape.buffer(-margin)
            if not inner.is_empty:
                return np.array(nearest_points(inner, Point(city))[0].coords[0])
        return room.middle

    def _uncovered(self, k: str, unit: Spots, marks: dict[str, Spots | None]) -> Spots | None:
        """A center's mark where its unit does not cover it, as near to the city as may be."""
        mark = marks[k]
        if mark is None or k in self.plan.boxes or math.dist(mark, unit) >= CLEAR:
            return mark
        others = [Point(m).buffer(MARK) for j, m in marks.items() if m is not None and j != k]
        room, blocked = self.rooms[k], unary_union([*self.names, *others])
        away = np.hypot(*(room.points - unit).T)
        free = shapely.distance(shapely.points(room.points), blocked) > MARK
        score = np.minimum(away, CLEAR) + np.minimum(room.air, MARK) - 99.0 * ~free
        score -= 0.1 * np.hypot(*(room.points - mark).T)
        found: Spots = room.points[int(score.argmax())]
        self.taken.append(Point(found).buffer(MARK))
        return found

    def _nearby(self, k: str, margin: float = 60.0) -> list[Any]:
        left, top, right, bottom = self.rooms[k].whole.bounds
        area = box(left - margin, top - margin, right + margin, bottom + margin)
        return [t for t in self.taken if t.intersects(area)]

    def _inside(self, k: str, mark: Spots | None) -> tuple[Spots, Label | None]:
        """A unit and a name inside the province; the name is none if there is no room for it."""
        room, wet = self.rooms[k], self.plan.is_water(k)
        near = self._nearby(k, 0.0)
        taken = unary_union(near) if near else None
        if self.board.spaces[Province(k)].kind == IMPASSABLE:
            return room.middle, self._plain(k, taken)
        if k in self.plan.boxes:
            return self._boxed(k)
        for size in _SEA_SIZES if wet else _LAND_SIZES:
            for lines in broken(self.board.spaces[Province(k)].name):
                found = self._together(room, lines, size, wet, taken, mark) or self._apart(
                    room, lines, size, wet, taken
                )
                if found:
                    return self._take(*found)
        unit = self._unit_alone(room, taken)
        self.taken.append(disc(unit))
        return unit, None

    def _boxed(self, k: str) -> tuple[Spots, Label]:
        """A unit and a name in a box: side by side if it is wide, else one over the other."""
        left, top, right, bottom = self.plan.boxes[k].bounds
        name, wet = self.board.spaces[Province(k)].name, self.plan.is_water(k)
        flat = right - left > width(name, 18.0, italic=wet) + 4 * UNIT
        lines = (name, *self._other_boxes(k))
        sizes = (18.0,) if flat else (15.0, 13.5, 12.0, 10.5)
        size = next((s for s in sizes if extent(lines, s, wet)[0] < right - left - 8), sizes[-1])
        wide, high = extent(lines, size, wet)
        middle = np.array([(left + right) / 2, (top + bottom) / 2])
        unit = middle - (wide / 2 + UNIT, 0) if flat else middle - (0, high / 2)
        return self._take(
            unit, label_at(lines, size, middle if flat else shifted(middle, 0, UNIT - 2), wide)
        )

    def _short_boxed(self, k: str) -> Label | None:
        """The name of a box and where it leads in one line at its lower edge, as large as fits."""
        leads = self._other_boxes(k) if k in self.plan.boxes else ()
        if not leads:
            return None
        left, _, right, bottom = self.plan.boxes[k].bounds
        name, wet = self.board.spaces[Province(k)].name, self.plan.is_water(k)
        lines = (f"{name.split()[-1]}: {leads[0].removeprefix('to ')}",)
        sizes = (26.0, 22.0, 19.0, 16.0, 14.0, 12.0, 10.5, 9.5, 8.5)
        size = next((s for s in sizes if extent(lines, s, wet)[0] < right - left - 8), sizes[-1])
        wide, high = extent(lines, size, wet)
        return label_at(lines, size, np.array([(left + right) / 2, bottom - high / 2 - 4]), wide)

    def _other_boxes(self, k: str) -> tuple[str, ...]:
        """A line naming the boxes that a box leads to, by the last words of their names.

        One that lies on the board itself and leads to no other box hides what it touches: it names
        all of its borders.
        """
        near = {
            b
            for pairs in declared(self.board).values()
            for pair in pairs
            for a, b in (pair, pair[::-1])
            if a == k
        }
        spaces = self.board.spaces
        found = sorted(spaces[Province(b)].name.split()[-1] for b in near if b in self.plan.boxes)
        if not found and box(*self.plan.field).contains(self.plan.boxes[k]):
            wet = self.plan.is_water
            found = sorted({b.upper() if wet(b) else b.title() for b in map(root, near)})
        return (f"to {' '.join(found)}",) if found else ()

    def _plain(self, k: str, taken: Any) -> Label | None:
        room, wet = self.rooms[k], self.plan.is_water(k)
        for size in _SEA_SIZES if wet else _LAND_SIZES:
            for lines in broken(self.board.spaces[Province(k)].name):
                wide, high = extent(lines, size, wet)
                at = room.best(wide, high, taken)
                if at is not None:
                    return self._take(room.middle, label_at(lines, size, at, wide))[1]
        return None

    def _take(self, unit: Spots, label: Label) -> tuple[Spots, Label]:
        self.taken += [disc(unit), box(*label.box)]
        self.names.append(box(*label.box))
        return unit, label

    def _together(
        self,
        room: Room,
        lines: Sequence[str],
        size: float,
        wet: bool,
        taken: Any,
        mark: Spots | None,
    ) -> tuple[Spots, Label] | None:
        """A unit over its name, near the center's mark if there is one."""
        wide, high = extent(lines, size, wet)
        at = room.best(max(wide, 2 * UNIT) + 2, high + 2 * UNIT + 2, taken, near=mark)
        if at is None:
            return None
        return at - (0, high / 2), label_at(lines, size, shifted(at, 0, UNIT), wide)

    def _apart(
        self, room: Room, lines: Sequence[str], size: float, wet: bool, taken: Any
    ) -> tuple[Spots, Label] | None:
        """A name where it fits, a unit where there still is room."""
        wide, high = extent(lines, size, wet)
        free = room.fits(wide, high, taken)
        if size > 15 or not free.any():
            return None
        spots = room.points[free]
        for at in spots[np.argsort(-room.air[free])][:: max(1, len(spots) // 24)]:
            name = box_at(at, wide, high)
            blocked = name if taken is None else unary_union([name, taken])
            unit = room.best(2 * UNIT - 4, 2 * UNIT - 4, blocked, name=name)
            if unit is not None:
                return unit, label_at(lines, size, at, wide)
        return None

    def _unit_alone(self, room: Room, taken: Any) -> Spots:
        for half in (UNIT, UNIT - 3, UNIT - 6, UNIT - 9):
            at = room.best(2 * half, 2 * half, taken)
            if at is not None:
                return at
        return room.middle

    def _beside(self, k: str) -> Label | None:
        """A name next to a province too narrow for it, in the open; whole, or else short."""
        name = self.board.spaces[Province(k)].name
        for lines, sizes in (
            (broken(name), (12.5, 11.5, 10.5)),
            ([(abbreviation(k, self.plan),)], _SHORT_SIZES),
        ):
            label = self._best_beside(k, lines, sizes)
            if label:
                self.taken.append(box(*label.box))
                self.names.append(box(*label.box))
                return label
        return None

    def _best_beside(
        self, k: str, choices: Iterable[Sequence[str]], sizes: Iterable[float]
    ) -> Label | None:
        wet, shape = self.plan.is_water(k), self.rooms[k].whole
        blocked = unary_union([*self._nearby(k, 80.0)])
        open_ground = self._open_ground(k)
        for size in sizes:
            for lines in choices:
                wide, high = extent(lines, size, wet)
                label = self._spot_beside(shape, lines, size, (wide, high), blocked, open_ground)
                if label:
                    return label
        return None

    def _open_ground(self, k: str) -> Any:
        """The province itself and the water round it; a sea may also lend from its neighbors."""
        near = self.rooms[k].whole.buffer(_FAR + 40)
        waters = [
            s
            for label, s in self.plan.shapes.items()
            if self.plan.is_water(label) and s.intersects(near)
        ]
        return (
            unary_union([self.plan.shapes[k], *waters]).intersection(near).intersection(self.inner)
        )

    def _spot_beside(
        self,
        shape: Any,
        lines: Sequence[str],
        size: float,
        extents: tuple[float, float],
        blocked: Any,
        ground: Any,
    ) -> Label | None:
        wide, high = extents
        left, top, right, bottom = shape.bounds
        xs = np.arange(left - wide / 2 - _FAR / 2, right + wide / 2 + _FAR / 2, 3.0)
        ys = np.arange(top - high / 2 - _FAR / 2, bottom + high / 2 + _FAR / 2, 3.0)
        points = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
        x, y = points[:, 0], points[:, 1]
        boxes = shapely.box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        shapely.prepare(shape)
        free = shapely.dwithin(shape, boxes, _FAR / 2)
        shapely.prepare(blocked)
        free[free] = ~shapely.intersects(blocked, boxes[free])
        shapely.prepare(ground)
        free[free] = shapely.contains(ground, boxes[free])
        if not free.any():
            return None
        away = shapely.distance(boxes[free], shape) + 0.15 * np.hypot(
            *(points[free] - centroid(shape)).T
        )
        at = points[free][int(away.argmin())]
        stem: tuple[float, ...] = ()
        frame = box_at(at, wide, high)
        if frame.distance(shape) > 5:
            p, q = nearest_points(
                frame, shape.buffer(-2) if not shape.buffer(-2).is_empty else shape
            )
            stem = tuple(round(v, 1) for v in (*p.coords[0], *q.coords[0]))
        return label_at(lines, size, at, wide, stem)

    def _last_resort(self, k: str) -> Label:
        """The short name in the smallest size, where there is least of anything else."""
        room, wet = self.rooms[k], self.plan.is_water(k)
        lines = (abbreviation(k, self.plan),)
        wide, high = extent(lines, _SMALLEST, wet)
        near = self._nearby(k)
        for taken in (
            unary_union(near) if near else None,
            unary_union(self.names) if self.names else None,
        ):
            for area in (room, Room(room.whole.buffer(wide * 0.6))):
                at = area.best(wide, high, taken)
                if at is not None:
                    self.names.append(box_at(at, wide, high))
                    self.taken.append(self.names[-1])
                    return label_at(lines, _SMALLEST, at, wide)
        return label_at(lines, _SMALLEST, room.middle, wide)

    def _short(self, k: str, unit: Spots, mark: Spots | None) -> Label:
        """The abbreviation alone, for small pictures, where units are large and cover more."""
        lines = (abbreviation(k, self.plan),)
        names = [s for s in self.shorts if s.distance(Point(unit)) < 120]
        own = [disc(unit).buffer(LARGE), *([] if mark is None else [_mark(mark)])]
        near = [o for o in self.large if o.distance(Point(unit)) < 120]
        whole = [o.buffer(LARGE * 0.4) for o in near]
        label = (
            self._short_inside(k, unit, lines, [*names, *whole, *own], (30, 26, 22, 19, 16, 13))
            or self._short_beside(k, lines, [*names, *whole, *own], (16, 13))
            or self._short_inside(
                k, unit, lines, [*names, *near, *own], (30, 26, 22, 19, 16, 13, 11)
            )
            or self._short_beside(k, lines, [*names, *near, *own], (16, 13, 11))
            or self._short_inside(k, unit, lines, [*names, *own], (11, 9.5, 8.5))
            or self._short_beside(k, lines, [*names, *near, *own], (9.5, 8.5))
            or self._short_inside(k, unit, lines, names, (16, 13, 11, 9.5, 8.5))
            or self._short_beside(k, lines, names, (9.5, 8.5))
            or label_at(
                lines, _SMALLEST, shifted(unit, 0, UNIT), extent(lines, _SMALLEST, False)[0]
            )
        )
        self.shorts.append(box(*label.box))
        return label

    def _short_inside(
        self, k: str, unit: Spots, lines: Sequence[str], taken: list[Any], sizes: Sequence[float]
    ) -> Label | None:
        """A short name in its province, if there is room for it."""
        room, wet = self.rooms[k], self.plan.is_water(k)
        blocked = unary_union(taken) if taken else None
        for size in sizes:
            wide, high = extent(lines, size, wet)
            below = shifted(unit, 0, 2 * UNIT + high / 2)
            at = room.best(wide, high, blocked, near=below)
            if at is not None:
                return label_at(lines, size, at, wide)
        return None

    def _short_beside(
        self, k: str, lines: Sequence[str], taken: list[Any], sizes: Sequence[float]
    ) -> Label | None:
        """A short name in the open next to its province, if there is room for it."""
        if k in self.plan.boxes or self.board.spaces[Province(k)].kind == IMPASSABLE:
            return None
        shape, ground = self.rooms[k].whole, self._open_ground(k)
        for size in sizes:
            extents = extent(lines, size, self.plan.is_water(k))
            label = self._spot_beside(shape, lines, size, extents, unary_union(taken), ground)
            if label:
                return label
        return None

    def _spare(self, k: str, unit: Spots, label: Label) -> tuple[float, float]:
        """Where a second unit stands: beside the first, inside if possible and off the name."""
        shape, name = self.rooms[k].shape, box(*label.box)
        best, spare = -math.inf, shifted(unit, 16, -12)
        for turn in range(12):
            way = np.array([math.cos(turn * math.pi / 6), math.sin(turn * math.pi / 6)])
            at = unit + way * 20
            score = (
                2.0 * shape.contains(Point(at))
                - disc(at).intersection(name).area / 100
                + 0.1 * way[0]
                - 0.1 * way[1]
            )
            if score > best:
                best, spare = score, at
        return spot(spare)

    def _coasts(self, k: str, unit: Spots) -> dict[str, tuple[float, float]]:
        """An anchor for each coast of a split province: inside, near that shore, off its name."""
        space = self.board.spaces[Province(k)]
        room = self.rooms[k]
        found: dict[str, tuple[float, float]] = {}
        for place in space.coasts:
            shore = self._shore(k, str(place))
            if shore is None:
                continue
            away = shapely.distance(shapely.points(room.points), shore)
            others = [np.hypot(*(room.points - np.array(o)).T) for o in found.values()]
            crowd = np.minimum.reduce([*others, np.full(len(room.points), 40.0)])
            blocked = unary_union([*self.names, *self.marks])
            covered = shapely.distance(shapely.points(room.points), blocked) < UNIT * 0.9
            home = np.hypot(*(room.points - np.array(unit)).T)
            score = np.minimum(room.air, 14) - np.abs(away - 15) + 0.4 * crowd - 14 * covered
            score -= 0.08 * home
            found[str(place)] = spot(room.points[int(score.argmax())])
        return found

    def _shore(self, k: str, place: str) -> Any:
        named = self.drawn.shores(k)
        if place not in named:
            return None
        seas, spots = named[place]
        arcs = [
            a
            for a in self.plan.arcs
            if a.kind == COAST and k in a.sides and set(a.sides) & seas and set(a.ends) & spots
        ]
        return unary_union([LineString(a.points) for a in arcs])


def _mark(at: Spots) -> Any:
    """The ground that a center's mark covers on small pictures."""
    return Point(at).buffer(MARK * 1.2)


def abbreviation(k: str, plan: FacePlan) -> str:
    """The short name of a province: seas in capitals."""
    return k.upper() if plan.is_water(k) else k.title()
