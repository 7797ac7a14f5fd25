"""Whether a move gets as far as its goal: its convoy and its crossings (part of the solver)."""

from dragoman.judge.layout import (
    CARGO,
    CLASHES,
    CROSSED,
    DOUBT,
    ENDS,
    EVERY_ROUTE,
    FIRST_CARRIER,
    FLEET,
    HI,
    LAND_OR_EVERY,
    LANDING,
    LINKS,
    LO,
    NEXT_CARRIER,
    NO,
    NO_ROUTE,
    OPEN,
    ORIGIN,
    PAIR_ROW,
    PATH,
    PEACES,
    REACH,
    ROUTE,
    SEA,
    SEEN,
    SUPPORTS,
    YES,
    Ints,
)
from dragoman.judge.weigh import lost, stop


def walk(d: Ints, m: int) -> bool:
    """Whether a chain of fleets not ruled out (SEEN < 0) leads from origin to landing."""
    # A flood from the origin: SEEN is 1 of a fleet that may sail and 2 of one that it has reached.
    c = d[m + FIRST_CARRIER]
    while c:
        if d[c + SEEN] >= 0:
            d[c + SEEN] = 2 if d[c + ENDS] & ORIGIN else 1
        c = d[c + NEXT_CARRIER]
    grown = True
    while grown:
        grown = False
        for k in range(d[LINKS], d[SUPPORTS], PAIR_ROW):
            a = d[k]
            b = d[k + 1]
            # 3 is 1 + 2: the flood stands on one side of the link only.
            if d[a + CARGO] == m and d[a + SEEN] + d[b + SEEN] == 3:
                d[a + SEEN] = 2
                d[b + SEEN] = 2
                grown = True
    c = d[m + FIRST_CARRIER]
    while c:
        if d[c + SEEN] == 2 and d[c + ENDS] & LANDING:
            return True
        c = d[c + NEXT_CARRIER]
    return False


def open_route(d: Ints, m: int, calm: bool) -> int:
    """Whether the convoy of m stands: NO, YES or OPEN."""
    # A fleet that is attacked carries on, even if by many; one dislodged does not (6.F.4, 6.F.5).
    broken = 0
    doubt = 0
    c = d[m + FIRST_CARRIER]
    while c:
        state = lost(d, d[c + FLEET], calm)
        d[c + SEEN] = 0
        if state == YES:
            d[c + SEEN] = -1
            broken += 1
        elif state == OPEN:
            doubt += 1
        c = d[c + NEXT_CARRIER]
    # 4.A.1: where every route must stand (1971), one fleet lost is enough (6.F.9 to 6.F.11).
    every = d[m + PATH] == EVERY_ROUTE or d[m + PATH] == LAND_OR_EVERY
    if (every and broken) or not walk(d, m):
        return NO
    if doubt == 0:
        return YES
    if every:
        return OPEN
    # Do the fleets that are surely safe suffice? Then the others may be lost or not.
    c = d[m + FIRST_CARRIER]
    while c:
        if lost(d, d[c + FLEET], calm) != NO:
            d[c + SEEN] = -1
        c = d[c + NEXT_CARRIER]
    return YES if walk(d, m) else OPEN


def crossing(d: Ints, m: int) -> int:
    """Whether m gets over its crossings, being stronger than all it meets: NO, YES or OPEN."""
    # The rule of the map file: the strongest gets over, of equals none. All support counts, also
    # what is barred at the goal, since nobody is dislodged at a crossing.
    state = YES
    for x in range(d[CLASHES], d[PEACES], PAIR_ROW):
        a = d[x]
        b = d[x + 1]
        if b == m:
            b = a
            a = m
        if a != m or d[b + ROUTE] == NO:
            continue
        if d[b + ROUTE] == YES and d[m + HI] <= d[b + LO]:
            return NO
        if d[m + LO] <= d[b + HI]:
            state = OPEN
    return state


def approach(d: Ints, m: int, calm: bool) -> bool:
    """Narrow whether m has a path and gets over its crossings; whether anything changed."""
    changed = False
    # 4.A.3: a move that may go by land or sea (1971) sails if its convoy stands, else it marches.
    if d[m + SEA] == OPEN:
        d[m + SEA] = open_route(d, m, calm)
        changed = d[m + SEA] != OPEN
    if d[m + ROUTE] == OPEN:
        d[m + ROUTE] = open_route(d, m, calm)
        if d[m + ROUTE] != OPEN:
            changed = True
        # An army without a convoy stays; it cuts, bounces and contests nothing (6.F.6 to 6.F.8).
        if d[m + ROUTE] == NO:
            d[m + REACH] = stop(d, m, NO_ROUTE, 0)
    if d[m + REACH] == OPEN:
        state = crossing(d, m)
        # The loser bars nobody at its goal, but its attack still cuts: ROUTE stays as it is.
        if state == NO:
            d[m + REACH] = stop(d, m, CROSSED, 0)
            changed = True
        elif state == YES and d[m + ROUTE] == YES:
            d[m + REACH] = YES
            changed = True
    if d[m + SEA] != OPEN and d[m + ROUTE] != OPEN and d[m + REACH] != OPEN:
        d[m + DOUBT] = 0
    return changed
