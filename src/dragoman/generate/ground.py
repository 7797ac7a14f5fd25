"""The ground of a board: a field of hexagons divided into provinces, and their outlines.

Everything is done with whole numbers and a random generator of the seed, so that a seed gives the
same board on every machine. Three hexagons meet at a corner: never more than three provinces.
"""

import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from random import Random

Hex = tuple[int, int]
Corner = tuple[int, int]
Spot = tuple[float, float]

EACH = 26
"""How many hexagons a province has, on average."""

STEP = 10
"""Half the height of a hexagon; corners lie at multiples of it, until they are moved."""

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RELAXED = 4
"""How often provinces move to the middle of their own ground."""


class HexField:
    """A field of hexagons, each of which belongs to a province, by number."""

    def __init__(self, provinces: int, chance: Random) -> None:
        self.chance = chance
        self.wide = round(math.sqrt(provinces * EACH * 1.2))
        self.high = round(provinces * EACH / self.wide)
        self.hexes = [(q - r // 2, r) for r in range(self.high) for q in range(self.wide)]
        self.of = self._divided(provinces)
        self._joined(range(provinces))
        self._mended()

    def near(self, at: Hex) -> Iterator[Hex]:
        """The hexagons around one."""
        for q, r in AROUND:
            there = (at[0] + q, at[1] + r)
            if 0 <= there[1] < self.high and 0 <= there[0] + there[1] // 2 < self.wide:
                yield there

    def _divided(self, provinces: int) -> dict[Hex, int]:
        """Every hexagon with the province whose middle is nearest, the middles well apart."""
        # Rows of hexagons are 12 apart where columns are 14.
        points = {h: ((h[0] * 2 + h[1]) * 7, h[1] * 12) for h in self.hexes}
        middles = self._scattered(provinces, points)
        for _ in range(RELAXED):
            of = {h: _nearest(p, middles) for h, p in points.items()}
            rows = defaultdict(list)
            for h, number in of.items():
                rows[number].append(points[h])
            middles = [_middle(rows[n]) if rows[n] else m for n, m in enumerate(middles)]
        return {h: _nearest(p, middles) for h, p in points.items()}

    def _scattered(self, number: int, points: dict[Hex, Corner]) -> list[Corner]:
        """Points of which each is the farthest from those before it among a few."""
        all_points = list(points.values())
        found = [self.chance.choice(all_points)]
        while len(found) < number:
            tried = [self.chance.choice(all_points) for _ in range(12)]
            found.append(max(tried, key=lambda p: min(_far(p, q) for q in found)))
        return found

    def _joined(self, numbers: Iterable[int]) -> None:
        """Gives what is cut off from the rest of its province to a neighbor."""
        for number in numbers:
            pieces = sorted(self._pieces(number), key=len)
            for piece in pieces[:-1]:
                for h in piece:
                    others = Counter(self.of[n] for n in self.near(h) if self.of[n] != number)
                    if others:
                        self.of[h] = min(others, key=lambda n: (-others[n], n))

    def _pieces(self, number: int) -> list[list[Hex]]:
        left = {h for h in self.hexes if self.of[h] == number}
        found = []
        while left:
            piece = [min(left)]
            left.discard(piece[0])
            for h in piece:
                for n in sorted(set(self.near(h)) & left):
                    left.discard(n)
                    piece.append(n)
            found.append(piece)
        return found

    def _mended(self) -> None:
        """Makes borders of one side, which nobody would see, longer or away."""
        for _ in range(6):
            short = [pair for pair, sides in self.borders().items() if sides == 1]
            if not short:
                return
            for pair in sorted(short):
                self._part(pair)

    def _part(self, pair: tuple[int, int]) -> None:
        for h in self.hexes:
            if self.of[h] != pair[0] or not any(self.of[n] == pair[1] for n in self.near(h)):
                continue
            others = Counter(self.of[n] for n in self.near(h) if self.of[n] not in pair)
            if others and len([x for x in self.hexes if self.of[x] == pair[0]]) > EACH // 3:
                self.of[h] = min(others, key=lambda n: (-others[n], n))
            self._joined(pair)
            return

    def borders(self) -> Counter[tuple[int, int]]:
        """How many sides each two provinces share, the lower number first."""
        found: Counter[tuple[int, int]] = Counter()
        for h in self.hexes:
            for n in self.near(h):
                a, b = self.of[h], self.of[n]
                found[a, b] += a < b and h != n
        return +found

    def corners(self, at: Hex) -> list[Corner]:
        """The six corners of a hexagon, clockwise from its top, in whole numbers."""
        x, y = (2 * at[0] + at[1]) * 2 + 2, at[1] * 3 + 2
        return [
            (x, y - 2),
            (x + 2, y - 1),
            (x + 2, y + 1),
            (x, y + 2),
            (x - 2, y + 1),
            (x - 2, y - 1),
        ]

    def meeting(self) -> dict[Corner, set[int]]:
        """The provinces that meet at every corner."""
        found: dict[Corner, set[int]] = defaultdict(set)
        for h in self.hexes:
            for corner in self.corners(h):
                found[corner].add(self.of[h])
        return found

    def rings(self) -> dict[int, list[list[Corner]]]:
        """The outline of every province, its outer ring first, then its holes."""
        sides: dict[int, set[tuple[Corner, Corner]]] = defaultdict(set)
        for h in self.hexes:
            mine, six = sides[self.of[h]], self.corners(h)
            for a, b in zip(six, six[1:] + six[:1], strict=True):
                # A side inside a province is met twice, once each way.
                if (b, a) in mine:
                    mine.discard((b, a))
                else:
                    mine.add((a, b))
        return {number: _closed(dict(sorted(found))) for number, found in sorted(sides.items())}

    def places(self) -> tuple[dict[Corner, Spot], Spot]:
        """Where every corner is drawn, and how large the board is: borders bent as by hand."""
        chance, met = self.chance, Counter(c for h in self.hexes for c in self.corners(h))
        meeting = self.meeting()
        right, low = max(x for x, _ in met), max(y for _, y in met)
        spots: dict[Corner, Spot] = {}
        for corner in sorted(met):
            shift = (chance.uniform(-0.5, 0.5), chance.uniform(-0.3, 0.3))
            spots[corner] = (corner[0] + shift[0], corner[1] + shift[1])
        fixed = {c for c in met if met[c] < 3}
        for _ in range(2):
            spots = self._smoothed(spots, {*fixed, *(c for c in met if len(meeting[c]) > 2)})
        for corner in fixed:
            spots[corner] = _at_edge(corner, right, low)
        for x, y in ((0, 0), (right, 0), (0, low), (right, low)):
            nearest = min(sorted(fixed), key=lambda c: (c[0] - x) ** 2 + (c[1] - y) ** 2)
            spots[nearest] = (x, y)
        wide, high = STEP * 0.866, STEP * 1.0
        placed = {c: (round(x * wide, 1), round(y * high, 1)) for c, (x, y) in spots.items()}
        return placed, (round(right * wide, 1), round(low * high, 1))

    def _smoothed(self, spots: dict[Corner, Spot], fixed: set[Corner]) -> dict[Corner, Spot]:
        """Every corner of a border moved half way between those before and after it."""
        beside: dict[Corner, set[Corner]] = defaultdict(set)
        for rings in self.rings().values():
            for ring in rings:
                for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                    beside[a].add(b)
                    beside[b].add(a)
        moved = dict(spots)
        for corner, two in beside.items():
            if corner not in fixed and len(two) == 2:
                (ax, ay), (bx, by) = (spots[c] for c in sorted(two))
                x, y = spots[corner]
                moved[corner] = (x / 2 + (ax + bx) / 4, y / 2 + (ay + by) / 4)
        return moved


def _closed(sides: dict[Corner, Corner]) -> list[list[Corner]]:
    """Sides put together into rings, the one around most ground first."""
    rings, left = [], dict(sides)
    while left:
        start = next(iter(left))
        ring, at = [start], left.pop(start)
        while at != start:
            ring.append(at)
            at = left.pop(at)
        rings.append(ring)
    return sorted(rings, key=lambda ring: -abs(_area(ring)))


def _area(ring: list[Corner]) -> int:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)


def _at_edge(corner: Corner, right: int, low: int) -> Spot:
    """A corner of the edge moved onto the frame, which hexagons would fringe."""
    x, y = corner
    gaps = {"left": x, "right": right - x, "top": y, "low": low - y}
    side = min(gaps, key=lambda key: gaps[key])
    return {"left": (0, y), "right": (right, y), "top": (x, 0), "low": (x, low)}[side]


def _far(a: Corner, b: Corner) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _nearest(point: Corner, middles: list[Corner]) -> int:
    return min(range(len(middles)), key=lambda n: (_far(point, middles[n]), n))


def _middle(points: list[Corner]) -> Corner:
    return (sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points))


def steps_from(start: Iterable[int], beside: dict[int, set[int]]) -> dict[int, int]:
    """How many steps every province is away from the nearest of some."""
    found = dict.fromkeys(start, 0)
    queue = deque(found)
    while queue:
        at = queue.popleft()
        for other in sorted(beside[at]):
            if other not in found:
                found[other] = found[at] + 1
                queue.append(other)
    return found
