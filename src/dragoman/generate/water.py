"""Which provinces of a ground are sea: one water that hangs together, and land around it."""

import math
from random import Random

from dragoman.generate.ground import HexField

WET = 0.28
"""The part of the provinces that is sea."""

FLOODS = 8


def seas(ground: HexField, beside: dict[int, set[int]], chance: Random) -> set[int]:
    """The seas of a board: of some floods the one with the longest coast."""
    floods = [_flood(_heights(ground, chance), beside) for _ in range(FLOODS)]
    return max(floods, key=lambda sea: len({n for s in sea for n in beside[s]} - sea))


def _flood(height: dict[int, float], beside: dict[int, set[int]]) -> set[int]:
    """The lowest province, and then always the lowest shore."""
    sea = {min(height, key=lambda n: (height[n], n))}
    while len(sea) < max(round(len(beside) * WET), 2):
        shore = {n for s in sea for n in beside[s]} - sea
        sea.add(min(shore, key=lambda n: (height[n], n)))
    return sea


def _heights(ground: HexField, chance: Random) -> dict[int, float]:
    """How high each province lies: a few long waves, and a slope towards middle, edge or a side."""
    waves = [
        (chance.uniform(1.0, 2.5), chance.uniform(0, math.tau), chance.uniform(0, math.tau))
        for _ in range(3)
    ]
    slope, turn = chance.choice((-1.6, 1.6, 0.0)), chance.uniform(0, math.tau)
    rows: dict[int, list[tuple[float, float]]] = {}
    for q, r in ground.hexes:
        spot = ((q + r / 2) / ground.wide - 0.5, r / ground.high - 0.5)
        rows.setdefault(ground.of[q, r], []).append(spot)
    found = {}
    for number, spots in rows.items():
        x, y = (sum(s[k] for s in spots) / len(spots) for k in (0, 1))
        level = sum(
            math.cos(math.tau * f * (x * math.cos(a) + y * math.sin(a)) + b) for f, a, b in waves
        )
        tilt = (
            slope * 2 * math.hypot(x, y)
            if slope
            else 1.6 * (x * math.cos(turn) + y * math.sin(turn))
        )
        found[number] = round(level / 2 + tilt, 6)
    return found
