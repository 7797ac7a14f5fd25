"""Untying what the bounds leave open (part of the solver).

A question is `2 × force` (does it arrive?) or `2 × force + 1` (does its convoy stand?). What a
question waits for, and all that waits for in turn, is collected in the queue; the smallest such
collection waits for nothing outside itself: the innermost knot.

Knots are untied one by one and from the inside, because a rule for knots must touch nothing but
the knot: a convoy beside a paradox goes on (6.F.15), and what one knot comes to may settle the next
without any rule.

So what is collected must be exact. With a question too many, a ring might wait for a bystander and
not move; with one too few, the answer might depend on what is still open.
"""

from dragoman.judge.approach import crossing, open_route
from dragoman.judge.layout import (
    ARRIVAL,
    ARRIVE,
    CLASHES,
    COMER,
    CONVOYS_FAIL,
    CUTTER,
    DOUBT,
    FIRST_CARRIER,
    FIRST_CUT,
    FIRST_SUPPORT,
    FLEET,
    FORCE_ROW,
    FORCES,
    FREE,
    GIVEN,
    GOAL,
    HI,
    KNOT,
    LAND_OR_ANY,
    LIGHT,
    MARK,
    MOST,
    MOST_GUESSES,
    NEED,
    NEXT_CARRIER,
    NEXT_COMER,
    NEXT_CUT,
    NEXT_OCCUPANT,
    NEXT_SUPPORT,
    NO,
    NOBODY,
    OCCUPANT,
    ONLY_ANSWER,
    OPEN,
    OPEN_MOVES,
    OPEN_SUPPORTS,
    PAIR_ROW,
    PATH,
    PEACES,
    PLACE,
    PLACES,
    QUEUE,
    REACH,
    RING,
    ROUTE,
    SEA,
    SIZE,
    STRENGTH,
    STRIKE,
    UNSURE,
    WAS,
    YES,
    Ints,
)
from dragoman.judge.weigh import at_peace, duel, stop, weigh_light, weigh_move, weigh_support


def push(d: Ints, node: int, n: int) -> int:
    """Add a question to the queue unless it is there; the new length."""
    m = node // 2
    bit = 1 + (node & 1)
    if d[m + MARK] & bit:
        return n
    d[m + MARK] += bit
    d[d[QUEUE] + n] = node
    return n + 1


def push_cuts(d: Ints, f: int, n: int) -> int:
    """Add what the open supports of a force wait for."""
    s = d[f + FIRST_SUPPORT]
    while s:
        if d[s + GIVEN] != d[s + MOST]:
            c = d[s + FIRST_CUT]
            while c:
                a = d[c + CUTTER]
                if d[a + ROUTE] == OPEN:
                    n = push(d, 2 * a + 1, n)
                # Where a mere attack takes as much as a dislodgement, nobody asks if it arrives.
                if d[a + ARRIVAL] == OPEN and d[c + ARRIVE] != d[c + STRIKE]:
                    n = push(d, 2 * a, n)
                c = d[c + NEXT_CUT]
        s = d[s + NEXT_SUPPORT]
    return n


def push_clashes(d: Ints, m: int, n: int) -> int:
    """Add what the open crossings of m wait for."""
    if d[m + REACH] != OPEN:
        return n
    for x in range(d[CLASHES], d[PEACES], PAIR_ROW):
        a = d[x]
        b = d[x + 1]
        if b == m:
            b = a
            a = m
        if a == m and d[b + ROUTE] != NO:
            if d[b + ROUTE] == OPEN:
                n = push(d, 2 * b + 1, n)
            n = push_cuts(d, b, n)
    return push_cuts(d, m, n)


def push_duel(d: Ints, a: int, b: int, n: int) -> int:
    """Add what it waits for whether two forces changing places meet."""
    if duel(d, a, b) == OPEN:
        if d[a + SEA] == OPEN:
            n = push(d, 2 * a + 1, n)
        if d[b + SEA] == OPEN:
            n = push(d, 2 * b + 1, n)
    return n


def push_route(d: Ints, m: int, n: int, calm: bool) -> int:
    """Add what the convoy of m waits for: the open attacks on its fleets."""
    c = d[m + FIRST_CARRIER]
    while c:
        f = d[c + FLEET]
        a = d[d[f + PLACE] + COMER]
        while a:
            if d[a + ARRIVAL] == OPEN and d[a + LIGHT] == 0 and not (calm and at_peace(d, a, f)):
                n = push(d, 2 * a, n)
            a = d[a + NEXT_COMER]
        c = d[c + NEXT_CARRIER]
    return n


def push_light(d: Ints, g: int, n: int) -> int:
    """Add what it waits for who ends at a light force's goal."""
    r = d[g + COMER]
    while r:
        if d[r + ARRIVAL] == OPEN and d[r + LIGHT] == 0:
            n = push(d, 2 * r, n)
        r = d[r + NEXT_COMER]
    f = d[g + OCCUPANT]
    while f:
        if d[f + ARRIVAL] == OPEN and d[f + LIGHT] == 0:
            n = push(d, 2 * f, n)
        f = d[f + NEXT_OCCUPANT]
    return n


def push_occupants(d: Ints, m: int, n: int, calm: bool) -> int:
    """Add what it waits for how strongly the goal of m is held."""
    g = d[m + GOAL]
    f = d[g + OCCUPANT]
    while f:
        # What is nothing to m must stay out, or a ring might wait for a bystander and not move.
        if d[f + LIGHT] == 0 and not (calm and at_peace(d, m, f)):
            if d[f + ARRIVAL] == OPEN:
                n = push(d, 2 * f, n)
            if d[f + GOAL] == g:
                n = push_cuts(d, f, n)
            elif d[f + GOAL] == d[m + PLACE] and duel(d, m, f) != NO:
                n = push_duel(d, m, f, push_cuts(d, f, n))
        f = d[f + NEXT_OCCUPANT]
    return n


def push_rival(d: Ints, r: int, n: int, calm: bool) -> int:
    """Add what it waits for whether r presses, and how strongly."""
    if d[r + ROUTE] == OPEN:
        n = push(d, 2 * r + 1, n)
    n = push_clashes(d, r, push_cuts(d, r, n))
    f = d[d[r + GOAL] + OCCUPANT]
    while f:
        meet = d[f + GOAL] == d[r + PLACE] and d[f + LIGHT] == 0 and d[f + ARRIVAL] != NO
        if meet and duel(d, r, f) != NO and not (calm and at_peace(d, r, f)):
            if d[f + ARRIVAL] == OPEN:
                n = push(d, 2 * f, n)
            n = push_duel(d, r, f, n)
        f = d[f + NEXT_OCCUPANT]
    return n


def push_arrival(d: Ints, m: int, n: int, calm: bool) -> int:
    """Add what the arrival of m waits for."""
    if d[m + ROUTE] == OPEN:
        n = push(d, 2 * m + 1, n)
    n = push_clashes(d, m, n)
    if d[m + LIGHT]:
        return push_light(d, d[m + GOAL], n)
    n = push_occupants(d, m, push_cuts(d, m, n), calm)
    r = d[d[m + GOAL] + COMER]
    while r:
        # STRENGTH is the least that m counts for, as it was last weighed: a rival that cannot be as
        # strong stops it in no case, and what that rival waits for is nothing to m.
        may_stop = d[r + LIGHT] == 0 and d[r + REACH] != NO and d[r + HI] >= d[m + STRENGTH]
        if r != m and may_stop and not (calm and at_peace(d, m, r)):
            n = push_rival(d, r, n, calm)
        r = d[r + NEXT_COMER]
    return n


def waits_for(d: Ints, node: int, calm: bool) -> int:
    """Leave everything that one open question waits for in the queue; how much."""
    for f in range(d[FORCES], d[PLACES], FORCE_ROW):
        d[f + MARK] = 0
    n = 0
    head = 0
    while True:
        m = node // 2
        n = push_route(d, m, n, calm) if node & 1 else push_arrival(d, m, n, calm)
        if head == n:
            return n
        node = d[d[QUEUE] + head]
        head += 1


def innermost(d: Ints, moves: int, calm: bool) -> int:
    """Leave the innermost knot in the queue; its size."""
    # The collections of two questions that wait for each other are equal, and one that waits for a
    # knot contains it: so the smallest contains no other.
    best = 0
    size = d[SIZE]
    for q in range(d[OPEN_MOVES], d[OPEN_MOVES] + moves):
        m = d[q]
        # Four answers of three values each, for `restore`.
        d[m + WAS] = d[m + SEA] * 27 + d[m + ARRIVAL] * 9 + d[m + ROUTE] * 3 + d[m + REACH]
        for kind in range(2):
            here = d[m + ROUTE] == OPEN or d[m + SEA] == OPEN if kind else d[m + ARRIVAL] == OPEN
            if here:
                n = waits_for(d, 2 * m + kind, calm)
                if 0 < n < size:
                    size = n
                    best = 2 * m + kind
    return waits_for(d, best, calm)


def restore(d: Ints, moves: int, supports: int) -> None:
    """Put the open questions back as they were before a guess."""
    for q in range(d[OPEN_MOVES], d[OPEN_MOVES] + moves):
        m = d[q]
        was = d[m + WAS]
        d[m + SEA] = was // 27
        d[m + ARRIVAL] = was // 9 % 3
        d[m + ROUTE] = was // 3 % 3
        d[m + REACH] = was % 3
        if d[m + ARRIVAL] == OPEN:
            stop(d, m, FREE, 0)
    for q in range(d[OPEN_SUPPORTS], d[OPEN_SUPPORTS] + supports):
        weigh_support(d, d[q])


def guess(d: Ints, bits: int, n: int, moves: int, supports: int, calm: bool) -> None:
    """Suppose that the knot's k-th arrival comes true if bit k is set, and draw what follows."""
    # Arrivals alone are guessed: who arrives settles which fleets are lost, and so the convoys.
    k = 0
    for q in range(d[QUEUE], d[QUEUE] + n):
        if d[q] & 1 == 0:
            d[d[q] // 2 + ARRIVAL] = bits >> k & 1
            k += 1
    for q in range(d[QUEUE], d[QUEUE] + n):
        if d[q] & 1:
            m = d[q] // 2
            field = SEA if d[m + PATH] >= LAND_OR_ANY else ROUTE
            d[m + field] = open_route(d, m, calm)
    for q in range(d[OPEN_SUPPORTS], d[OPEN_SUPPORTS] + supports):
        weigh_support(d, d[q])
    for q in range(d[OPEN_MOVES], d[OPEN_MOVES] + moves):
        m = d[q]
        if d[m + REACH] == OPEN and d[m + ROUTE] != OPEN:
            d[m + REACH] = crossing(d, m) if d[m + ROUTE] == YES else NO


def agrees(d: Ints, bits: int, n: int, moves: int, supports: int, calm: bool) -> bool:
    """Whether a guess at the knot's arrivals agrees with what it leads to."""
    guess(d, bits, n, moves, supports, calm)
    good = True
    for q in range(d[QUEUE], d[QUEUE] + n):
        if good and d[q] & 1 == 0:
            m = d[q] // 2
            state = NO
            if d[m + REACH] != NO:
                state = weigh_light(d, m, calm) if d[m + LIGHT] else weigh_move(d, m, calm)
            good = state == d[m + ARRIVAL]
    restore(d, moves, supports)
    return good


def only_answer(d: Ints, arrivals: int, n: int, moves: int, supports: int, calm: bool) -> int:
    """The one guess (as bits) that agrees with itself; -1 if none or several do."""
    # In a paradox several do (6.F.14, 6.F.22) or none does (6.F.24), so that only a rule can help.
    # A larger knot would take too long to search.
    if arrivals > MOST_GUESSES:
        return -1
    answer = -1
    for bits in range(1 << arrivals):
        if agrees(d, bits, n, moves, supports, calm):
            if answer >= 0:
                return -1
            answer = bits
    return answer


def fail_convoys(d: Ints, n: int) -> int:
    """Fail every convoy in the knot (Szykman's rule); a move that can go by land does."""
    # 4.A.2: it is also the backup of the editions' own rules, which spare some supports (6.F.18).
    for q in range(d[QUEUE], d[QUEUE] + n):
        if d[q] & 1:
            m = d[q] // 2
            if d[m + PATH] >= LAND_OR_ANY:
                d[m + SEA] = NO
            else:
                d[m + ROUTE] = NO
                d[m + REACH] = NO
                d[m + ARRIVAL] = stop(d, m, KNOT, 0)
                d[m + DOUBT] = 0
    return CONVOYS_FAIL


def decide(d: Ints, bits: int, n: int) -> None:
    """Settle the knot's arrivals: the k-th comes true if bit k is set."""
    k = 0
    for q in range(d[QUEUE], d[QUEUE] + n):
        if d[q] & 1 == 0:
            m = d[q] // 2
            d[m + ARRIVAL] = YES if bits >> k & 1 else stop(d, m, KNOT, 0)
            d[m + NEED] = UNSURE
            k += 1


def untie(d: Ints, moves: int, supports: int, calm: bool) -> int:
    """Settle the innermost knot; the rule that did it."""
    n = innermost(d, moves, calm)
    arrivals = 0
    for q in range(d[QUEUE], d[QUEUE] + n):
        if d[q] & 1 == 0:
            arrivals += 1
    # 6.C.1, 6.C.2: a ring moves as one, if all of it arrives once all of it leaves (-1 is every bit
    # set). It goes before the search, since that nobody moves would agree with itself as well.
    if n == arrivals and agrees(d, -1, n, moves, supports, calm):
        decide(d, -1, n)
        return RING
    # Halves of a unit (K6), and supports that lose some points only (L6), make knots that are
    # neither rings nor convoys.
    bits = only_answer(d, arrivals, n, moves, supports, calm)
    if bits >= 0:
        decide(d, bits, n)
        return ONLY_ANSWER
    if n > arrivals:
        return fail_convoys(d, n)
    # No rule covers what is left, and Standard has none such: nobody in it moves (`deadlock`).
    decide(d, 0, n)
    return NOBODY
