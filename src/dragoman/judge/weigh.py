"""What a support is worth and whether a move arrives, as far as the bounds tell.

Part of the solver: plain loops over one sequence of integers (see `layout`), no objects and no
allocation, so that the same source runs interpreted on a list and compiled on an array. `calm`
says that the fight has peace rows at all; most have none.
"""

from dragoman.judge.layout import (
    ARRIVAL,
    ARRIVE,
    BOUNCED,
    CAUSE,
    COMER,
    CUTTER,
    DEFENCE,
    DUEL,
    FIRST_CUT,
    FIRST_SUPPORT,
    FREE,
    GIVEN,
    GIVER,
    GOAL,
    HELD,
    HI,
    LIGHT,
    LO,
    MOST,
    NEED,
    NEXT_COMER,
    NEXT_CUT,
    NEXT_OCCUPANT,
    NEXT_SUPPORT,
    NO,
    OCCUPANT,
    OPEN,
    OPEN_MOVES,
    OWN,
    PAIR_ROW,
    PEACES,
    PLACE,
    POINTS,
    REACH,
    RECEIVER,
    ROUTE,
    SEA,
    SIDE,
    STOPPER,
    STRENGTH,
    STRIKE,
    TAKEN,
    UNSURE,
    WORTH,
    YES,
    Ints,
)


def at_peace(d: Ints, a: int, b: int) -> bool:
    """Whether two forces may share a place."""
    # A search of the rows: few fights have any, and those have few.
    for e in range(d[PEACES], d[OPEN_MOVES], PAIR_ROW):
        if (d[e] == a and d[e + 1] == b) or (d[e] == b and d[e + 1] == a):
            return True
    return False


def lost(d: Ints, f: int, calm: bool) -> int:
    """Whether a force, if it stays, is dislodged: NO, YES or OPEN."""
    # Who arrives where a force stays has dislodged it, unless the two may share the place.
    state = NO
    a = d[d[f + PLACE] + COMER]
    while a:
        if d[a + ARRIVAL] != NO and d[a + LIGHT] == 0 and not (calm and at_peace(d, a, f)):
            if d[a + ARRIVAL] == YES:
                return YES
            state = OPEN
        a = d[a + NEXT_COMER]
    return state


def weigh_support(d: Ints, s: int) -> bool:
    """Narrow what a support is worth; whether anything changed."""
    # How many points it surely loses, and how many it may lose. An attack that has a path takes
    # some even if it fails (6.D.2, 6.D.3); one whose convoy is broken takes none (6.F.6). To
    # dislodge the supporter takes more, and is the only way from where the support goes (6.D.15,
    # 6.D.17).
    least = 0
    most = 0
    c = d[s + FIRST_CUT]
    while c:
        a = d[c + CUTTER]
        if d[a + ARRIVAL] == YES:
            least += d[c + ARRIVE]
            most += d[c + ARRIVE]
        elif d[a + ROUTE] != NO:
            if d[a + ROUTE] == YES:
                least += d[c + STRIKE]
            if d[a + ARRIVAL] == OPEN and d[c + ARRIVE] > d[c + STRIKE]:
                most += d[c + ARRIVE]
            else:
                most += d[c + STRIKE]
        c = d[c + NEXT_CUT]
    top = d[s + POINTS]
    if least > top:
        least = top
    if most > top:
        most = top
    # Worths fall with the points cut, so the fewest points give the upper bound.
    hi = d[d[s + WORTH] + least]
    lo = d[d[s + WORTH] + most]
    if lo == d[s + GIVEN] and hi == d[s + MOST]:
        return False
    r = d[s + RECEIVER]
    d[r + LO] += lo - d[s + GIVEN]
    d[r + HI] += hi - d[s + MOST]
    d[s + GIVEN] = lo
    d[s + MOST] = hi
    return True


def stop(d: Ints, m: int, why: int, who: int) -> int:
    """Note why a move fails where no strengths were compared; NO."""
    d[m + CAUSE] = why
    d[m + STOPPER] = who
    d[m + NEED] = 0
    return NO


def weigh_light(d: Ints, m: int, calm: bool) -> int:
    """Whether a light force arrives, bar its path: nobody it contests may end at its goal."""
    # It fights nobody, so it comes last: two moves that bounce each other do not end at its goal,
    # and it slips in between them.
    g = d[m + GOAL]
    state = YES
    r = d[g + COMER]
    while r:
        if d[r + ARRIVAL] != NO and d[r + LIGHT] == 0 and not (calm and at_peace(d, m, r)):
            if d[r + ARRIVAL] == YES:
                return stop(d, m, TAKEN, r)
            state = OPEN
        r = d[r + NEXT_COMER]
    f = d[g + OCCUPANT]
    while f:
        here = d[f + ARRIVAL] != YES and d[f + LIGHT] == 0
        if here and not (calm and at_peace(d, m, f)):
            gone = lost(d, f, calm)
            if gone == NO and d[f + ARRIVAL] == NO:
                return stop(d, m, TAKEN, f)
            if gone != YES or d[f + ARRIVAL] != NO:
                state = OPEN
        f = d[f + NEXT_OCCUPANT]
    return state


def duel(d: Ints, a: int, b: int) -> int:
    """Whether two forces changing places meet, neither going by sea: NO, YES or OPEN."""
    # 6.G.1: units that change places do not meet if a convoy carries one of them.
    if d[a + SEA] == YES or d[b + SEA] == YES:
        return NO
    if d[a + SEA] == NO and d[b + SEA] == NO:
        return YES
    return OPEN


def barred(d: Ints, m: int, s: int, calm: bool) -> int:
    """Whether a support may not help m against its giver's own side: NO, YES or OPEN."""
    # 6.D.12, 6.E.3: nobody helps to dislodge a unit of his own side. It does not matter while that
    # unit leaves; one whose move fails is in the way (6.D.13, 6.C.9), and so is one that is met
    # head-on, which cannot get away if m arrives.
    side = d[d[s + GIVER] + SIDE]
    home = d[m + PLACE]
    state = NO
    f = d[d[m + GOAL] + OCCUPANT]
    while f:
        if d[f + SIDE] == side and d[f + LIGHT] == 0 and not (calm and at_peace(d, m, f)):
            meet = duel(d, m, f) if d[f + GOAL] == home else NO
            if d[f + ARRIVAL] == NO or meet == YES:
                return YES
            if d[f + ARRIVAL] == OPEN or meet == OPEN:
                state = OPEN
        f = d[f + NEXT_OCCUPANT]
    return state


def pressing(d: Ints, r: int, calm: bool) -> int:
    """Whether r bars others from its goal: it reaches it and loses no duel. NO, YES or OPEN."""
    # 6.E.1: one that is dislodged head-on has no effect on the province it was beaten from. Every
    # other loser has: one that is not dislodged (6.E.4), one dislodged by a third (6.E.5), and one
    # that went by sea, so that there was no head-on battle (4.A.7, 6.G.15).
    state = d[r + REACH]
    if d[r + SEA] == YES:
        return state
    home = d[r + PLACE]
    f = d[d[r + GOAL] + OCCUPANT]
    while f:
        if d[f + GOAL] == home and d[f + ARRIVAL] != NO and d[f + LIGHT] == 0:
            meet = duel(d, r, f)
            if meet != NO and not (calm and at_peace(d, r, f)):
                if d[f + ARRIVAL] == YES and meet == YES:
                    return NO
                state = OPEN
        f = d[f + NEXT_OCCUPANT]
    return state


def weigh_move(d: Ints, m: int, calm: bool) -> int:
    """Whether a move that may reach its goal arrives: NO, YES or OPEN.

    Longer than other functions on purpose: it takes half of the solver's time, and each call that
    a split would add costs the interpreter more than the lines it saves.
    """
    # The strongest opponent, as bounds: it must be beaten, not equalled (6.A.11). -1 is nobody,
    # since even an opponent of strength 0 keeps another of strength 0 out.
    g = d[m + GOAL]
    need_lo = -1
    need_hi = -1
    who = 0
    why = FREE
    mine_lo = d[m + LO]
    mine_hi = d[m + HI]
    own = NO
    vague = False
    f = d[g + OCCUPANT]
    contact = False
    if f and d[f + GOAL] == g and d[f + NEXT_OCCUPANT] == 0 and d[f + LIGHT] == 0 and not calm:
        # One who stays, alone: what the loop below comes to, which is for all others.
        if d[f + SIDE] == d[m + SIDE]:
            return stop(d, m, OWN, f)
        contact = True
        need_lo = d[f + LO]
        need_hi = d[f + HI]
        who = f
        why = HELD
    elif f:
        home = d[m + PLACE]
        side = d[m + SIDE]
        held_lo = -1
        held_hi = -1
        guard = 0
        most = -1
        while f:
            if d[f + LIGHT] == 0 and not (calm and at_peace(d, m, f)):
                to = d[f + GOAL]
                state = d[f + ARRIVAL]
                meet = NO
                if to == home:
                    meet = duel(d, m, f)
                    if meet != NO:
                        # All support for f counts here, also by m's own side: it may not help
                        # to dislodge m, yet m must beat it to get through (6.E.6).
                        if d[f + HI] > need_hi:
                            need_hi = d[f + HI]
                        if meet == YES and d[f + LO] > need_lo:
                            need_lo = d[f + LO]
                            who = f
                            why = DUEL
                        if meet == OPEN:
                            vague = True
                if meet != NO or state != YES:
                    contact = True
                    # 6.D.10, 6.D.11, 6.E.2: nobody dislodges his own unit, nor one that came back.
                    if d[f + SIDE] == side:
                        if meet == YES or state == NO:
                            return stop(d, m, OWN, f)
                        own = OPEN
                    if state != YES:
                        # All that stay defend together. Who tried to move cannot be supported in
                        # staying (6.D.7), so a failed mover has its bare defence.
                        if held_hi < 0:
                            held_hi = 0
                        held_hi += d[f + HI] if to == g else d[f + DEFENCE]
                        if state == NO:
                            bare = d[f + LO] if to == g else d[f + DEFENCE]
                            if held_lo < 0:
                                held_lo = 0
                            held_lo += bare
                            if bare > most:
                                most = bare
                                guard = f
                        else:
                            vague = True
            f = d[f + NEXT_OCCUPANT]
        if held_hi > need_hi:
            need_hi = held_hi
        if held_lo > need_lo:
            need_lo = held_lo
            who = guard
            why = HELD
    if contact:
        # While that unit is in the way, a barred support does not help past rivals either (6.E.7).
        # It does keep rivals out (6.E.12): LO and HI, which they look at, have it.
        s = d[m + FIRST_SUPPORT]
        while s:
            state = barred(d, m, s, calm)
            if state != NO:
                mine_lo -= d[s + GIVEN]
                if state == YES:
                    mine_hi -= d[s + MOST]
            s = d[s + NEXT_SUPPORT]
    r = d[g + COMER]
    while r:
        # A rival that cannot raise the possible need may still raise the sure one.
        raises = r != m and (d[r + HI] > need_hi or d[r + LO] > need_lo) and d[r + LIGHT] == 0
        if raises and d[r + REACH] != NO and not (calm and at_peace(d, m, r)):
            state = pressing(d, r, calm)
            if state != NO:
                if d[r + HI] > need_hi:
                    need_hi = d[r + HI]
                if state == YES and d[r + LO] > need_lo:
                    need_lo = d[r + LO]
                    who = r
                    why = BOUNCED
        r = d[r + NEXT_COMER]
    d[m + STRENGTH] = mine_lo
    if mine_hi <= need_lo:
        d[m + CAUSE] = why
        d[m + STOPPER] = who
        # Named now only if nothing open can change it; else `tell` weighs the move again.
        d[m + NEED] = UNSURE
        if mine_lo == mine_hi and need_lo == need_hi and not vague:
            d[m + NEED] = need_lo + 1
        return NO
    # To arrive is surer than to fail: it needs a path, and nobody of its own in the way.
    if mine_lo > need_hi and own == NO and d[m + REACH] == YES:
        d[m + NEED] = UNSURE
        if need_lo == need_hi and (need_lo < 0 or mine_lo == mine_hi):
            d[m + NEED] = need_lo + 1
        return YES
    return OPEN
