"""The geometry of arrows: curves that keep off names and units, in plain arithmetic."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

Spot = tuple[float, float]
Box = tuple[float, float, float, float]

BENDS = (0.13, -0.13, 0.24, -0.24, 0.04, 0.36, -0.36, 0.5, -0.5)
"""How far a curve may swing out, in parts of its length, from the most wanted on."""

CREST, SWING = 8.5, 3.4
"""How long half a wave is, and how far it swings."""

_SAMPLES = tuple(k / 14 for k in range(2, 13))


class Curve(Struct, frozen=True):
    """A quadratic curve: its start, its control point, its end."""

    a: Spot
    m: Spot
    b: Spot

    def at(self, t: float) -> Spot:
        """The point at a part of the way."""
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return (
            p * self.a[0] + q * self.m[0] + r * self.b[0],
            p * self.a[1] + q * self.m[1] + r * self.b[1],
        )

    def heading(self) -> Spot:
        """The direction in which it ends."""
        return unit(self.m, self.b)

    @property
    def d(self) -> str:
        """It as the `d` of an SVG path."""
        a, m, b = (f"{num(x)} {num(y)}" for x, y in (self.a, self.m, self.b))
        return f"M{a}Q{m} {b}"


def num(value: float) -> str:
    """A number as short as may be: to a tenth."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def unit(a: Spot, b: Spot) -> Spot:
    """The direction from one point to another."""
    x, y = b[0] - a[0], b[1] - a[1]
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def along(a: Spot, way: Spot, distance: float) -> Spot:
    """The point so far along a direction."""
    return a[0] + way[0] * distance, a[1] + way[1] * distance


def curve(a: Spot, b: Spot, bend: float, *, leave: float, stop: float) -> Curve:
    """A curve between two points that leaves a gap at either end."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    middle = ((a[0] + b[0]) / 2 + dy * bend, (a[1] + b[1]) / 2 - dx * bend)
    length = math.hypot(dx, dy)
    start = along(a, unit(a, middle), min(leave, length * 0.3))
    end = along(b, unit(b, middle), min(stop, length * 0.3))
    return Curve(start, middle, end)


def clear_curve(
    a: Spot, b: Spot, obstacles: Sequence[Box], *, leave: float, stop: float, lean: float = 0.0
) -> Curve:
    """Of several curves between two points the one that covers the fewest names and units."""
    near = close_by(a, b, obstacles)
    if not near:
        return curve(a, b, BENDS[0] + lean, leave=leave, stop=stop)
    best, chosen = math.inf, None
    for rank, bend in enumerate(BENDS):
        candidate = curve(a, b, bend + lean, leave=leave, stop=stop)
        cost = 0.35 * rank + hits(candidate, near)
        if cost < best:
            best, chosen = cost, candidate
        if cost <= 0.35 * rank:
            break
    assert chosen is not None
    return chosen


def close_by(a: Spot, b: Spot, obstacles: Iterable[Box]) -> list[Box]:
    """The obstacles that any of the curves between two points could meet."""
    swing = 0.3 * math.hypot(b[0] - a[0], b[1] - a[1]) + 8
    left, right = min(a[0], b[0]) - swing, max(a[0], b[0]) + swing
    top, bottom = min(a[1], b[1]) - swing, max(a[1], b[1]) + swing
    return [o for o in obstacles if o[2] > left and o[0] < right and o[3] > top and o[1] < bottom]


def hits(line: Curve, boxes: Iterable[Box]) -> int:
    """How many sampled points of a curve lie in boxes."""
    points = [line.at(t) for t in _SAMPLES]
    return sum(
        left < x < right and top < y < bottom
        for left, top, right, bottom in boxes
        for x, y in points
    )


def cased(dashes: str | None) -> dict[str, str]:
    """The dashes of a line's casing: round each dash of the line, so that gaps stay open.

    >>> cased("10 6"), cased("0.1 4.5"), cased(None)
    ({'stroke_dasharray': '12 4', 'stroke_dashoffset': '1'}, {'stroke_dasharray': '0.1 4.5'}, {})
    """
    if dashes is None:
        return {}
    dash, gap = map(float, dashes.split())
    if dash < 1:
        return {"stroke_dasharray": dashes}
    return {"stroke_dasharray": f"{num(dash + 2)} {num(gap - 2)}", "stroke_dashoffset": "1"}


def head(tip: Spot, way: Spot, size: float) -> str:
    """An arrow's head as the `d` of a path."""
    base = along(tip, way, -size)
    side = (-way[1], way[0])
    left, right = along(base, side, size * 0.6), along(base, side, -size * 0.6)
    notch = along(base, way, size * 0.24)
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in (tip, left, notch, right)) + "Z"


def wave(
    points: Sequence[Spot],
    *,
    leave: float,
    stop: float,
    size: float = 1.0,
    broken: bool = False,
) -> list[str]:
    """A wavy line from point to point, one `d` per stretch; a broken one is wave beside wave."""
    found = []
    for k, (a, b) in enumerate(pairwise(points)):
        way, total = unit(a, b), math.hypot(b[0] - a[0], b[1] - a[1])
        start = leave if k == 0 else stop
        length = max(total - start - stop, 4.0)
        found.append(_ripples(along(a, way, start), way, length, size, broken))
    return found


def _ripples(at: Spot, way: Spot, length: float, size: float, broken: bool) -> str:
    """One stretch of waves: crest, trough, and if it is broken a gap after each two."""
    rhythm = (-1, 1, 0) if broken else (-1, 1)
    rounds = max(1, round((length / (CREST * size) + broken) / len(rhythm)))
    count = rounds * len(rhythm) - broken
    step, side = length / count, (-way[1], way[0])
    words = [f"M{num(at[0])} {num(at[1])}"]
    for n in range(count):
        swing = SWING * size * 2 * rhythm[n % len(rhythm)]
        peak = along(along(at, way, step / 2), side, swing)
        at = along(at, way, step)
        end = f"{num(at[0])} {num(at[1])}"
        words.append(f"Q{num(peak[0])} {num(peak[1])} {end}" if swing else f"M{end}")
    return "".join(words)
