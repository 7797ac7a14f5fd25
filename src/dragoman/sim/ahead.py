"""What positions are worth to a seat, in loops: those that samples of its orders lead to.

The same as `bots.outlook` tells of the judge's resolutions, in the same order of every sum.
"""

from dragoman.sim.codes import (
    CAPTURES,
    CENTER,
    G_OUT,
    G_OUT_ID,
    G_UNIT,
    GUEST_ROW,
    GUESTS,
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
    UNITS,
)

HOLD, A_UNIT, ITS_PLACE, DRIVEN_OUT, FOE_OUT, COMPANY = range(6)
"""What things count: standing on a center, a unit, its place, one's own driven out, another's, and
a guest with a unit of its power."""


ID_AT, POWER_MASK = 8, 255
"""Who was driven out: his number << ID_AT | his power."""


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
    t: list[int], s: list[int], worth: list[float], count: list[float], mine: list[int]
) -> float:
    """What one's units count where they stand, and what was driven out."""
    provinces, total = t[PROVINCES], 0.0
    at, ids = UNITS, UNITS + ID * provinces
    p = next_by_id(s, provinces, at, ids, 0)
    while p >= 0:
        u = s[at + p]
        if mine[u >> POWER_AT]:
            value = worth[(u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)]
            total += count[A_UNIT] + count[ITS_PLACE] * value
        p = next_by_id(s, provinces, at, ids, s[ids + p])
    total += count[COMPANY] * guests_with_units(t, s, mine)
    gone = next_out(t, s, 0)
    while gone:
        total += count[DRIVEN_OUT] if mine[gone & POWER_MASK] else count[FOE_OUT]
        gone = next_out(t, s, gone >> ID_AT)
    return total


def guests_with_units(t: list[int], s: list[int], mine: list[int]) -> int:
    """How many of one's guests stand with a unit of their power."""
    found = 0
    for k in range(t[POWERS] if t[GUESTS] else 0):
        guest = s[t[GUESTS] + GUEST_ROW * k + G_UNIT]
        if guest and mine[k + 1]:
            found += s[UNITS + (guest & PLACE_MASK)] >> POWER_AT == k + 1
    return found


def next_out(t: list[int], s: list[int], after: int) -> int:
    """Who was driven out with the lowest number above another, and whose it is; 0 if nobody."""
    provinces, best = t[PROVINCES], 0
    out, ids = UNITS + OUT * provinces, UNITS + OUT_ID * provinces
    for p in range(provinces):
        if s[out + p] and s[ids + p] > after and (best == 0 or s[ids + p] < best >> ID_AT):
            best = s[ids + p] << ID_AT | s[out + p] >> POWER_AT
    for k in range(t[POWERS] if t[GUESTS] else 0):
        g = t[GUESTS] + GUEST_ROW * k
        if s[g + G_OUT] and s[g + G_OUT_ID] > after:
            if best == 0 or s[g + G_OUT_ID] < best >> ID_AT:
                best = s[g + G_OUT_ID] << ID_AT | k + 1
    return best


def worth_all(
    t: list[int],
    states: list[list[int]],
    worth: list[float],
    sides: list[float],
    count: list[float],
    mine: list[int],
    values: list[float],
) -> None:
    """What a movement phase that was judged in some games leaves a seat with."""
    for g in range(len(states)):
        values[g] = worth_of_centers(t, states[g], sides, count[HOLD])
        values[g] += worth_of_units(t, states[g], worth, count, mine)
