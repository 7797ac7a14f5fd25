"""A movement phase: the fight lowered and solved, its verdicts, and the position that it leaves."""

from dragoman.judge.layout import (
    ARRIVES,
    BY,
    CAUSE,
    CONVOYS_FAIL,
    CROSSED,
    DEFENCE,
    DIRECT,
    DISLODGED,
    DUEL,
    FATE,
    FORCE_ROW,
    GIVEN,
    GOAL,
    HEADER,
    HELD,
    KNOT,
    KNOTS,
    LO,
    NEED,
    NO_ROUTE,
    OWN,
    PATH,
    PLACE,
    PLACE_ROW,
    POINTS,
    REACH,
    ROUTE,
    SEA,
    STOOD_OFF,
    STOPPER,
    STRENGTH,
    TAKEN,
    YES,
    Ints,
)
from dragoman.judge.solve import solve
from dragoman.sim.codes import (
    BAR,
    CARGO_OF,
    CODE,
    CONVOYERS,
    DRIVEN,
    DRIVEN_OUT,
    G_OUT,
    GUEST_KIND,
    GUEST_ROW,
    GUESTS,
    GUESTS_OUT,
    ID,
    ID_OF,
    KIND_AT,
    KIND_MASK,
    LISTED,
    MOVE,
    MOVERS,
    NEXT_HERE,
    ORIGIN_OPEN,
    OUT,
    OUT_ID,
    PLACE_MASK,
    POWERS,
    PROVINCE,
    PROVINCES,
    SLOT,
    STANDS_AT,
    STOOD,
    STOOD_OFFS,
    SUPPORTERS,
    SUPPORTING,
    TO_AT,
    TURN,
    UNIT_AT,
    UNITS,
    V_BOUNCED,
    V_BROKEN,
    V_CONVOYED,
    V_CROSSED,
    V_CUT,
    V_DEADLOCK,
    V_DISLODGED,
    V_DUEL,
    V_HELD,
    V_IDLE,
    V_MOVED,
    V_NO_CONVOY,
    V_OWN,
    V_PARADOX,
    V_REPELLED,
    V_SUPPORTED,
    V_TAKEN,
    V_UNMATCHED,
    VERB,
    WORK,
)
from dragoman.sim.lowering import lower, sails


def failure(t: list[int], orders: list[int], x: list[int], d: Ints, i: int) -> int:
    """Why a move was not made."""
    row = HEADER + FORCE_ROW * i
    cause = d[row + CAUSE]
    if cause == NO_ROUTE:
        return lost_route(t, x, d, i)
    if cause == KNOT:
        return V_PARADOX if d[KNOTS] & CONVOYS_FAIL and d[row + ROUTE] != YES else V_DEADLOCK
    other = (d[row + STOPPER] - HEADER) // FORCE_ROW
    mine = d[row + STRENGTH] if d[row + NEED] else d[row + LO]
    moves = orders[x[t[t[WORK] + UNIT_AT] + other]] & VERB == MOVE
    if cause == OWN:
        # Nobody dislodges his own (6.D.10), but with less strength he would have failed anyway.
        head_on = meets(x, d, i, other)
        backed = d[HEADER + FORCE_ROW * other + LO]
        theirs = backed if head_on else garrison(t, orders, x, d, other)
        if mine > theirs:
            return V_BOUNCED if has_rival(t, x, d, i, mine) else V_OWN
        cause = DUEL if head_on else HELD
    if cause == HELD:
        return V_BOUNCED if moves and has_rival(t, x, d, i, mine) else V_REPELLED
    if cause == CROSSED:
        return V_CROSSED
    if cause == TAKEN:
        return V_TAKEN
    return V_DUEL if cause == DUEL else V_BOUNCED


def garrison(t: list[int], orders: list[int], x: list[int], d: Ints, i: int) -> int:
    """The strength of all who stay where a force stands; who tried to leave has only its own."""
    work, total = t[WORK], 0
    j = x[t[work + SLOT] + x[t[work + STANDS_AT] + i]]
    while j >= 0:
        row = HEADER + FORCE_ROW * j
        moves = orders[x[t[work + UNIT_AT] + j]] & VERB == MOVE
        if j == i or d[row + FATE] != ARRIVES:
            total += d[row + DEFENCE] if moves else d[row + LO]
        j = x[t[work + NEXT_HERE] + j]
    return total


def meets(x: list[int], d: Ints, i: int, other: int) -> bool:
    """Whether two moves meet face to face: not if either goes by sea."""
    a, b = HEADER + FORCE_ROW * i, HEADER + FORCE_ROW * other
    return d[b + GOAL] == d[a + PLACE] and d[a + SEA] != YES and d[b + SEA] != YES


def has_rival(t: list[int], x: list[int], d: Ints, i: int, strength: int) -> bool:
    """Whether a rival for the same place is at least as strong."""
    work, goal = t[WORK], d[HEADER + FORCE_ROW * i + GOAL]
    for r in range(t[work + MOVERS], x[t[work + LISTED]]):
        row = HEADER + FORCE_ROW * x[r]
        if (
            x[r] != i
            and d[row + GOAL] == goal
            and d[row + REACH] == YES
            and d[row + LO] >= strength
        ):
            return True
    return False


def lost_route(t: list[int], x: list[int], d: Ints, i: int) -> int:
    """Not carried: nobody did, or a fleet was dislodged."""
    return V_BROKEN if sails(t, x, d, i) else V_NO_CONVOY


def tell(
    t: list[int], orders: list[int], x: list[int], d: Ints, verdicts: list[int], n: int
) -> None:
    """The verdict on each order, by province."""
    work = t[WORK]
    units, listed = t[work + UNIT_AT], t[work + LISTED]
    for p in range(t[PROVINCES]):
        verdicts[p] = 0
    for i in range(n):
        gone = d[HEADER + FORCE_ROW * i + FATE] == DISLODGED
        verdicts[x[units + i]] = V_DISLODGED if gone else V_HELD
    for r in range(t[work + MOVERS], x[listed]):
        i = x[r]
        arrives = d[HEADER + FORCE_ROW * i + FATE] == ARRIVES
        verdicts[x[units + i]] = V_MOVED if arrives else failure(t, orders, x, d, i)
    for r in range(t[work + SUPPORTERS], x[listed + 1]):
        i = x[r]
        row = x[t[work + SUPPORTING] + i]
        if row == 0:
            verdicts[x[units + i]] = V_UNMATCHED
        elif d[row + GIVEN] > 0:
            verdicts[x[units + i]] = V_SUPPORTED
        elif d[HEADER + FORCE_ROW * i + FATE] != DISLODGED:
            verdicts[x[units + i]] = V_CUT if d[row + POINTS] else V_IDLE
    for r in range(t[work + CONVOYERS], x[listed + 2]):
        i = x[r]
        if d[HEADER + FORCE_ROW * i + FATE] != DISLODGED:
            verdicts[x[units + i]] = carried(t, x, d, x[t[work + CARGO_OF] + i])


def carried(t: list[int], x: list[int], d: Ints, cargo: int) -> int:
    """What came of carrying a move; the cargo is -1 if there is none."""
    move = HEADER + FORCE_ROW * cargo
    if cargo < 0 or d[move + PATH] == DIRECT:
        return V_UNMATCHED
    if d[move + ROUTE] == YES:
        return V_CONVOYED if d[move + SEA] == YES else V_UNMATCHED
    return V_PARADOX if d[move + CAUSE] == KNOT else lost_route(t, x, d, cargo)


def settle(t: list[int], s: list[int], orders: list[int], x: list[int], d: Ints, n: int) -> int:
    """The position that a fight leaves; how many provinces were stood off."""
    work, provinces = t[WORK], t[PROVINCES]
    standing, codes, ids = t[work + STANDS_AT], t[work + CODE], t[work + ID_OF]
    units, province_of = t[work + UNIT_AT], t[PROVINCE]
    at_id, at_turn = UNITS + ID * provinces, UNITS + TURN * provinces
    out, out_id = UNITS + OUT * provinces, UNITS + OUT_ID * provinces
    bar, stood = UNITS + BAR * provinces, UNITS + STOOD * provinces
    stand_offs = 0
    regroup(t, s, x, d, n)
    for p in range(provinces):
        s[stood + p] = d[HEADER + FORCE_ROW * n + PLACE_ROW * p + STOOD_OFF]
        stand_offs += s[stood + p]
    for p in range(provinces):
        s[at_turn + p] = 0
    for i in range(n):
        p, f = x[standing + i], HEADER + FORCE_ROW * i
        if is_guest(t, x[codes + i]):
            continue
        s[UNITS + p] = 0
        s[at_id + p] = 0
        if d[f + FATE] == DISLODGED:
            by = d[f + BY]
            s[DRIVEN] += s[out + p] == 0
            s[out + p] = x[codes + i]
            s[out_id + p] = x[ids + i]
            # Where an army came from by sea is open to whom it drove out (4.A.5).
            if d[by + SEA] != YES or not t[ORIGIN_OPEN]:
                s[bar + p] = x[standing + (by - HEADER) // FORCE_ROW] + 1
    for i in range(n):
        fate, u = d[HEADER + FORCE_ROW * i + FATE], x[codes + i]
        if fate != DISLODGED and not is_guest(t, u):
            # Read in any case: who arrives cannot be predicted.
            there = orders[x[units + i]] >> TO_AT
            to = there if fate == ARRIVES else u & PLACE_MASK
            goal = t[province_of + to]
            s[UNITS + goal] = (u & ~PLACE_MASK) | to
            s[at_id + goal] = x[ids + i]
    return stand_offs


def is_guest(t: list[int], u: int) -> bool:
    """Whether a piece stands beside others, in cells of its power."""
    return t[GUESTS] != 0 and u >> KIND_AT & KIND_MASK == t[GUEST_KIND]


def regroup(t: list[int], s: list[int], x: list[int], d: Ints, n: int) -> None:
    """Change what units forces become that are all or part of one; by default they stay so."""


def disband(t: list[int], s: list[int]) -> None:
    """Nobody is dislodged any more."""
    provinces = t[PROVINCES]
    if s[DRIVEN]:
        s[DRIVEN] = 0
        for p in range(provinces):
            s[UNITS + OUT * provinces + p] = 0
            s[UNITS + OUT_ID * provinces + p] = 0
            s[UNITS + BAR * provinces + p] = 0


def fight(
    t: list[int], s: list[int], orders: list[int], x: list[int], d: Ints, verdicts: list[int]
) -> None:
    """A movement phase judged: verdicts and the position that it leaves."""
    disband(t, s)
    n = lower(t, s, orders, x, d)
    solve(d)
    tell(t, orders, x, d, verdicts, n)
    verdicts[t[PROVINCES] + STOOD_OFFS] = settle(t, s, orders, x, d, n)
    verdicts[t[PROVINCES] + DRIVEN_OUT] = s[DRIVEN]
    verdicts[t[PROVINCES] + GUESTS_OUT] = guests_out(t, s)


def guests_out(t: list[int], s: list[int]) -> int:
    """How many guests are dislodged."""
    n = 0
    if t[GUESTS]:
        for power in range(t[POWERS]):
            n += s[t[GUESTS] + GUEST_ROW * power + G_OUT] != 0
    return n
