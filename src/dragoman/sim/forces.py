"""The forces of a fight, and whom their orders mean: plain loops, compiled with the rest."""

from dragoman.sim.codes import (
    CARRIES,
    CODE,
    ID,
    ID_OF,
    KIND_AT,
    KIND_MASK,
    MOVE,
    NEXT_HERE,
    NUMBER,
    PART,
    PART_MASK,
    POWER_AT,
    PROVINCE,
    PROVINCES,
    SIDES,
    SLOT,
    STANDS_AT,
    SUPPORT_MOVE,
    TO_AT,
    UNIT,
    UNIT_AT,
    UNITS,
    VERB,
    WEIGHT,
    WHOM_AT,
    WHOSE_AT,
    WORK,
)
from dragoman.sim.scouting import CARGO, list_units


def strength(t: list[int], s: list[int], p: int) -> int:
    """How much the unit in a province counts."""
    return 1


def splits(t: list[int], s: list[int], p: int) -> bool:
    """Whether two orders may divide the unit in a province."""
    return False


def muster(t: list[int], s: list[int], orders: list[int], x: list[int]) -> int:
    """Write down the forces that the units make, one each; how many."""
    # Where each part begins is read once: compiled, every cell written might be one of those.
    work, provinces, n = t[WORK], t[PROVINCES], list_units(t, s, x, UNIT)
    units, slots, nexts = t[work + UNIT_AT], t[work + SLOT], t[work + NEXT_HERE]
    standing, codes, ids = t[work + STANDS_AT], t[work + CODE], t[work + ID_OF]
    weights, parts = t[work + WEIGHT], t[work + PART]
    for p in range(provinces):
        x[slots + p] = -1
    for i in range(n):
        p = x[units + i]
        x[slots + p], x[nexts + i], x[standing + i] = i, -1, p
        x[codes + i], x[ids + i] = s[UNITS + p], s[UNITS + ID * provinces + p]
        x[weights + i], x[parts + i] = strength(t, s, p), 0
    return n


def enroll(
    t: list[int], s: list[int], x: list[int], i: int, p: int, u: int, weight: int, part: int
) -> None:
    """Write down a force of a unit in a province, after those that stand there already."""
    work = t[WORK]
    nexts, slot = t[work + NEXT_HERE], t[work + SLOT] + p
    x[nexts + i], x[t[work + STANDS_AT] + i] = -1, p
    x[t[work + CODE] + i], x[t[work + ID_OF] + i] = u, s[UNITS + ID * t[PROVINCES] + p]
    x[t[work + WEIGHT] + i], x[t[work + PART] + i] = weight, part
    if x[slot] < 0:
        x[slot] = i
    else:
        last = x[slot]
        while x[nexts + last] >= 0:
            last = x[nexts + last]
        x[nexts + last] = i


def cargo(t: list[int], orders: list[int], x: list[int], i: int) -> int:
    """The move that a fleet is to carry: its own side's if several fit; -1 if none does."""
    work = t[WORK]
    units, o = t[work + UNIT_AT], orders[x[t[work + UNIT_AT] + i]]
    whose, found = o >> WHOSE_AT & PART_MASK, -1
    j = x[t[work + SLOT] + (o >> WHOM_AT & NUMBER)]
    while j >= 0:
        theirs = orders[x[units + j]]
        boards = t[t[CARRIES] + (x[t[work + CODE] + j] >> KIND_AT & KIND_MASK)] == CARGO
        goes = theirs & VERB == MOVE and t[t[PROVINCE] + (theirs >> TO_AT)] == o >> TO_AT
        if boards and goes and (whose == 0 or whose == x[t[work + PART] + j]):
            if found < 0 or (friends(t, x, i, j) and not friends(t, x, i, found)):
                found = j
        j = x[t[work + NEXT_HERE] + j]
    return found


def friends(t: list[int], x: list[int], i: int, j: int) -> bool:
    """Whether two units are of one side."""
    codes, sides = t[t[WORK] + CODE], t[SIDES]
    return t[sides + (x[codes + i] >> POWER_AT)] == t[sides + (x[codes + j] >> POWER_AT)]


def support_worth(t: list[int], orders: list[int], x: list[int], i: int) -> int:
    """What the support of a force is worth unless it is cut."""
    return x[t[t[WORK] + WEIGHT] + i]


def aided(t: list[int], orders: list[int], x: list[int], i: int) -> int:
    """The force that does what a support is for; -1 if there is none."""
    work = t[WORK]
    nexts, o = t[work + NEXT_HERE], orders[x[t[work + UNIT_AT] + i]]
    j = x[t[work + SLOT] + (o >> WHOM_AT & NUMBER)]
    if j >= 0 and x[nexts + j] < 0:
        # Who stands there alone is meant, whatever half of it was named.
        return j if does(t, orders, x, j, o) else -1
    whose = o >> WHOSE_AT & PART_MASK
    while j >= 0:
        meant = j != i and (whose == 0 or whose == x[t[work + PART] + j])
        if meant and does(t, orders, x, j, o):
            return j
        j = x[nexts + j]
    return -1


def does(t: list[int], orders: list[int], x: list[int], j: int, o: int) -> bool:
    """Whether a force stays, or moves, as a support for it says; one without a coast fits any.

    Which coast a fleet goes to need not be said when it is supported (4.B.4).
    """
    theirs, to = orders[x[t[t[WORK] + UNIT_AT] + j]], o >> TO_AT
    goal, moves = theirs >> TO_AT, theirs & VERB == MOVE
    there = (to == goal) | (to == t[t[PROVINCE] + goal])
    fits = (moves & there) if o & VERB == SUPPORT_MOVE else not moves
    return fits and x[t[t[WORK] + WEIGHT] + j] != 0


def strike(t: list[int], x: list[int], i: int) -> int:
    """How many points an attack takes of a support that it does not dislodge."""
    return 1
