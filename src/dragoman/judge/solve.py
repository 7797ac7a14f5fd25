"""Resolving one fight in place.

Unknowns are NO, YES or OPEN: does a move arrive, does its route stand, does it go by sea, does it
reach its goal. Strengths are kept as bounds and narrowed until nothing changes; what stays open is
a knot, untied innermost first. The causes are noted as each NO is found.

But for guesses at a knot nothing is taken back: a bound only narrows, and an answer stands once it
is given. So neither the order in which orders come nor that of the rows can change what comes out.
"""

from dragoman.judge.approach import approach
from dragoman.judge.knot import untie
from dragoman.judge.layout import (
    ARRIVAL,
    ARRIVE,
    ARRIVES,
    ATTACK,
    BOUNCED,
    BY,
    CARGO,
    CARRIER_ROW,
    CARRIERS,
    CAUSE,
    CLASHES,
    COMER,
    CROSSED,
    CUT,
    CUT_BY,
    CUT_ROW,
    CUTS,
    CUTTER,
    DEFENCE,
    DIRECT,
    DISLODGED,
    DOUBT,
    FATE,
    FIRST_CARRIER,
    FIRST_CUT,
    FIRST_SUPPORT,
    FLEET,
    FORCE_GIVEN,
    FORCE_ROW,
    FORCES,
    GIVEN,
    GOAL,
    HI,
    KNOTS,
    LAND_OR_ANY,
    LIGHT,
    LINKS,
    LO,
    MOST,
    NEED,
    NEXT_CARRIER,
    NEXT_COMER,
    NEXT_CUT,
    NEXT_OCCUPANT,
    NEXT_SUPPORT,
    NO,
    NO_ROUTE,
    OCCUPANT,
    OPEN,
    OPEN_MOVES,
    OPEN_SUPPORTS,
    PAIR_ROW,
    PATH,
    PEACES,
    PLACE,
    PLACES,
    REACH,
    RECEIVER,
    ROUTE,
    SEA,
    SOLVED,
    STOOD_OFF,
    STOPPER,
    STRENGTH,
    STRIKE,
    SUPPORT_GIVEN,
    SUPPORT_ROW,
    SUPPORTS,
    TAKER,
    UNSURE,
    WORTH,
    YES,
    Ints,
)
from dragoman.judge.weigh import at_peace, lost, pressing, weigh_light, weigh_move, weigh_support


def clear(d: Ints) -> None:
    """Forget what an earlier solving left behind."""
    for f in range(d[FORCES], d[PLACES], FORCE_ROW):
        for k in range(f + FORCE_GIVEN, f + FORCE_ROW):
            d[k] = 0
    for k in range(d[PLACES], d[CARRIERS]):
        d[k] = 0
    for s in range(d[SUPPORTS], d[CUTS], SUPPORT_ROW):
        for k in range(s + SUPPORT_GIVEN, s + SUPPORT_ROW):
            d[k] = 0


def link_forces(d: Ints) -> int:
    """Thread forces through the places and set out the open moves; how many."""
    first = d[OPEN_MOVES]
    n = first
    for f in range(d[FORCES], d[PLACES], FORCE_ROW):
        p = d[f + PLACE]
        g = d[f + GOAL]
        # Who moves stands in its place until it has left, and defends it if it fails (6.D.7).
        before = d[p + OCCUPANT]
        if before:
            d[f + NEXT_OCCUPANT] = before
        d[p + OCCUPANT] = f
        if p == g:
            d[f + LO] = d[f + HI] = d[f + DEFENCE]
        else:
            before = d[g + COMER]
            if before:
                d[f + NEXT_COMER] = before
            d[g + COMER] = f
            d[f + LO] = d[f + HI] = d[f + ATTACK]
            d[f + ARRIVAL] = OPEN
            # Who goes by land has a path; who goes by sea is at sea and may find none; who may do
            # either (4.A.3) gets there in any case, and only asks by which way.
            if d[f + PATH] == DIRECT:
                d[f + ROUTE] = d[f + REACH] = YES
            elif d[f + PATH] >= LAND_OR_ANY:
                d[f + ROUTE] = d[f + REACH] = YES
                d[f + SEA] = OPEN
                d[f + DOUBT] = 1
            else:
                d[f + ROUTE] = d[f + REACH] = OPEN
                d[f + SEA] = YES
                d[f + DOUBT] = 1
            d[n] = f
            n += 1
    return n - first


def link_paths(d: Ints) -> None:
    """Thread fleets through the moves they carry and put crossings in doubt."""
    for c in range(d[CARRIERS], d[LINKS], CARRIER_ROW):
        m = d[c + CARGO]
        d[c + NEXT_CARRIER] = d[m + FIRST_CARRIER]
        d[m + FIRST_CARRIER] = c
    for x in range(d[CLASHES], d[PEACES]):
        d[d[x] + REACH] = OPEN
        d[d[x] + DOUBT] = 1


def link_supports(d: Ints) -> int:
    """Thread supports through receivers and cuts through supports; how many are open."""
    for s in range(d[SUPPORTS], d[CUTS], SUPPORT_ROW):
        r = d[s + RECEIVER]
        d[s + NEXT_SUPPORT] = d[r + FIRST_SUPPORT]
        d[r + FIRST_SUPPORT] = s
        # Uncut as long as no cut row says otherwise: the first worth of its stretch.
        w = d[d[s + WORTH]]
        d[s + GIVEN] = d[s + MOST] = w
        d[r + LO] += w
        d[r + HI] += w
    first = d[OPEN_SUPPORTS]
    n = first
    for c in range(d[CUTS], d[CLASHES], CUT_ROW):
        s = d[c + CUT]
        if d[s + FIRST_CUT] == 0:
            d[n] = s
            n += 1
        d[c + NEXT_CUT] = d[s + FIRST_CUT]
        d[s + FIRST_CUT] = c
    # Most cuts are by moves over land, which surely have a path: those supports are settled now.
    left = first
    for j in range(first, n):
        s = d[j]
        weigh_support(d, s)
        if d[s + GIVEN] != d[s + MOST]:
            d[left] = s
            left += 1
    return left - first


def sweep_moves(d: Ints, moves: int, calm: bool) -> int:
    """Weigh every open move once and keep those still open; how many, or -1 if nothing changed."""
    first = d[OPEN_MOVES]
    left = first
    changed = False
    for j in range(first, first + moves):
        m = d[j]
        if d[m + DOUBT] and approach(d, m, calm):
            changed = True
        state = d[m + ARRIVAL]
        if state == OPEN:
            g = d[m + GOAL]
            if d[m + REACH] == NO:
                state = NO
            # Alone on its way to an empty place: by far the most frequent where nobody who meets
            # nobody was left out.
            elif d[g + OCCUPANT] == 0 and d[m + NEXT_COMER] == 0 and d[g + COMER] == m:
                state = d[m + REACH]
            elif d[m + LIGHT]:
                state = weigh_light(d, m, calm)
                if state == YES:
                    state = d[m + REACH]
            else:
                state = weigh_move(d, m, calm)
            if state != OPEN:
                d[m + ARRIVAL] = state
                changed = True
        # One that fails may still be in doubt about its path, and its attack cuts if it has one.
        if state == OPEN or d[m + DOUBT]:
            d[left] = m
            left += 1
    return left - first if changed or left < first + moves else -1


def narrow(d: Ints, moves: int, supports: int, calm: bool) -> int:
    """Decide all that can be decided, untying knots when nothing else moves; their rules."""
    first = d[OPEN_SUPPORTS]
    knots = 0
    while True:
        swept = sweep_moves(d, moves, calm)
        changed = swept >= 0
        if changed:
            moves = swept
        left = first
        for j in range(first, first + supports):
            s = d[j]
            if weigh_support(d, s):
                changed = True
            if d[s + GIVEN] != d[s + MOST]:
                d[left] = s
                left += 1
        supports = left - first
        # Supports wait for moves alone, so with the last move the last support is decided.
        if moves == 0:
            return knots
        if not changed:
            knots |= untie(d, moves, supports, calm)


def stand_off(d: Ints, m: int, calm: bool) -> None:
    """Mark the goal of a move that bounced off another if they left the place vacant."""
    # 6.H.6: no retreat goes to a province that a stand-off left vacant. If somebody arrived or
    # stayed there it was none, nor if m was beaten head-on or had no convoy (6.H.9, 6.F.7).
    g = d[m + GOAL]
    r = d[g + COMER]
    while r:
        if d[r + ARRIVAL] == YES and d[r + LIGHT] == 0:
            return
        r = d[r + NEXT_COMER]
    f = d[g + OCCUPANT]
    while f:
        if d[f + ARRIVAL] != YES and d[f + LIGHT] == 0:
            return
        f = d[f + NEXT_OCCUPANT]
    if pressing(d, m, calm) == YES:
        d[g + STOOD_OFF] = 1


def broken_by(d: Ints, m: int, calm: bool) -> int:
    """A fleet of m's convoy that was dislodged, if any was."""
    c = d[m + FIRST_CARRIER]
    while c:
        if lost(d, d[c + FLEET], calm) == YES:
            return d[c + FLEET]
        c = d[c + NEXT_CARRIER]
    return 0


def strongest_clash(d: Ints, m: int) -> int:
    """The strongest of the moves that m met at its crossings."""
    most = 0
    for x in range(d[CLASHES], d[PEACES], PAIR_ROW):
        a = d[x]
        b = d[x + 1]
        if b == m:
            b = a
            a = m
        if a == m and d[b + ROUTE] == YES and (most == 0 or d[b + LO] > d[most + LO]):
            most = b
    return most


def tell_failure(d: Ints, m: int, calm: bool) -> None:
    """Make the cause of a failed move final, and mark a stand-off."""
    # Noted while something else was open, so weighed again now that nothing is.
    if d[m + NEED] == UNSURE:
        if d[m + LIGHT]:
            d[m + NEED] = 0
            weigh_light(d, m, calm)
        else:
            weigh_move(d, m, calm)
    why = d[m + CAUSE]
    # Of two moves that bounced each other at least one, not the stronger, says so.
    if why == BOUNCED:
        stand_off(d, m, calm)
    elif why == NO_ROUTE:
        d[m + STOPPER] = broken_by(d, m, calm)
    elif why == CROSSED:
        b = strongest_clash(d, m)
        d[m + STOPPER] = b
        d[m + STRENGTH] = d[m + LO]
        d[m + NEED] = d[b + LO] + 1


def tell(d: Ints, calm: bool) -> None:
    """Write fates, takers, stand-offs and cutters from what was decided."""
    for f in range(d[FORCES], d[PLACES], FORCE_ROW):
        if d[f + ARRIVAL] == YES:
            d[f + FATE] = ARRIVES
            if d[f + NEED] == UNSURE:
                d[f + NEED] = 0
                if d[f + LIGHT] == 0:
                    weigh_move(d, f, calm)
            if d[f + LIGHT] == 0:
                g = d[f + GOAL]
                t = d[g + TAKER]
                if t == 0 or d[f + LO] > d[t + LO]:
                    d[g + TAKER] = f
                o = d[g + OCCUPANT]
                # Several may dislodge one where they are at peace; the strongest is named.
                while o:
                    if d[o + ARRIVAL] != YES and not (calm and at_peace(d, f, o)):
                        d[o + FATE] = DISLODGED
                        b = d[o + BY]
                        if b == 0 or d[f + LO] > d[b + LO]:
                            d[o + BY] = f
                    o = d[o + NEXT_OCCUPANT]
        elif d[f + CAUSE]:
            tell_failure(d, f, calm)
    for c in range(d[CUTS], d[CLASHES], CUT_ROW):
        a = d[c + CUTTER]
        # Whoever took points cut it, even if another alone would have been enough.
        points = d[c + ARRIVE] if d[a + ARRIVAL] == YES else d[c + STRIKE]
        if points and d[a + ROUTE] == YES:
            s = d[c + CUT]
            b = d[s + CUT_BY]
            if b == 0 or d[a + LO] > d[b + LO]:
                d[s + CUT_BY] = a


def solve(d: Ints) -> None:
    """Resolve one fight in place: fill in what the layout says the solver tells."""
    # A fresh fight comes with zeros wherever we write, which saves clearing it.
    if d[SOLVED]:
        clear(d)
    calm = d[PEACES] != d[OPEN_MOVES]
    moves = link_forces(d)
    link_paths(d)
    supports = link_supports(d)
    d[KNOTS] = narrow(d, moves, supports, calm)
    tell(d, calm)
    d[SOLVED] = 1
