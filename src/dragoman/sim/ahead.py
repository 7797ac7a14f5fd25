"""What orders lead to, in loops: many samples of one position judged, and what each is worth.

The same as `bots.outlook` tells of the judge's resolutions, in the same order of every sum.
"""

from dragoman.judge.layout import Ints
from dragoman.sim.battle import fight
from dragoman.sim.codes import (
    CAPTURES,
    CENTER,
    ID,
    KIND_AT,
    KIND_MASK,
    OUT,
    OUT_ID,
    OWNER,
    PLACE_MASK,
    PLACES,
    POWER_AT,
    POWERS,
    PROVINCES,
    RESULT,
    SOLO,
    UNITS,
)
from dragoman.sim.turns import go_on

HOLD, A_UNIT, ITS_PLACE, DRIVEN_OUT, FOE_OUT, WIN = range(6)
"""What things count: standing on a center, a unit, its place, one's own driven out, another's."""


def worth_of_centers(t: list[int], s: list[int], sides: list[float], hold: float) -> float:
    """What it counts who has each center and who stands on it."""
    provinces, total = t[PROVINCES], 0.0
    for p in range(provinces):
        if t[t[CENTER] + p]:
            now = sides[s[UNITS + OWNER * provinces + p]]
            then, u = now, s[UNITS + p]
            if u and t[t[CAPTURES] + (u >> KIND_AT & KIND_MASK)]:
                then = sides[u >> POWER_AT]
            total += (1 - hold) * now + hold * then
    return total


def next_by_id(s: list[int], provinces: int, units: int, ids: int, after: int) -> int:
    """The province of the unit with the lowest number above another; -1 if there is none."""
    best = -1
    for p in range(provinces):
        if s[units + p] and s[ids + p] > after and (best < 0 or s[ids + p] < s[ids + best]):
            best = p
    return best


def worth_of_units(
    t: list[int], s: list[int], worth: list[float], count: list[float], me: int
) -> float:
    """What one's units count where they stand, and what was driven out."""
    provinces, total = t[PROVINCES], 0.0
    at, ids = UNITS, UNITS + ID * provinces
    p = next_by_id(s, provinces, at, ids, 0)
    while p >= 0:
        u = s[at + p]
        if u >> POWER_AT == me:
            value = worth[(u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)]
            total += count[A_UNIT] + count[ITS_PLACE] * value
        p = next_by_id(s, provinces, at, ids, s[ids + p])
    at, ids = UNITS + OUT * provinces, UNITS + OUT_ID * provinces
    p = next_by_id(s, provinces, at, ids, 0)
    while p >= 0:
        total += count[DRIVEN_OUT] if s[at + p] >> POWER_AT == me else count[FOE_OUT]
        p = next_by_id(s, provinces, at, ids, s[ids + p])
    return total


def look_ahead(
    t: list[int],
    before: list[int],
    states: list[list[int]],
    orders: list[list[int]],
    x: list[int],
    d: Ints,
    verdicts: list[int],
    worth: list[float],
    sides: list[float],
    count: list[float],
    me: int,
    told: list[float],
) -> None:
    """Judge each row of orders for one movement phase, and tell what it leaves a power with."""
    for g in range(len(orders)):
        s = states[g]
        for k in range(len(before)):
            s[k] = before[k]
        fight(t, s, orders[g], x, d, verdicts)
        left = worth_of_centers(t, s, sides, count[HOLD])
        left += worth_of_units(t, s, worth, count, me)
        go_on(t, s, orders[g], x, verdicts)
        if s[RESULT] >= SOLO:
            left = count[WIN] if s[RESULT] == SOLO + me - 1 else -count[WIN]
        elif s[RESULT]:
            left = drawn(t, s, count[WIN], me)
        told[g] = left


def drawn(t: list[int], s: list[int], win: float, me: int) -> float:
    """What a draw of all who are left is worth; a game without a result is lost."""
    provinces, alive, mine = t[PROVINCES], 0, False
    for power in range(1, t[POWERS] + 1):
        lives = False
        for p in range(provinces):
            owns = s[UNITS + OWNER * provinces + p] == power
            lives = lives or owns or s[UNITS + p] >> POWER_AT == power
        alive += lives
        mine = mine or (lives and power == me)
    return win / alive if mine else -win
