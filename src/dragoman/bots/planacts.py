"""What `greedy` orders beside its units in phases that modules bring, in plain loops.

Pieces placed on the board and provinces named, the same as `taste` likes them. The verb of
what may be ordered says which of them it is.
"""

from dragoman.bots.chance import below, fraction, sow
from dragoman.bots.choices import DRAWS, LEAVES
from dragoman.bots.planfield import (
    AFOOT,
    BEFORE,
    INDEX,
    PARTIES,
    PLACES,
    PRESSURE,
    PROVINCE,
    WORTH,
    shine,
    spread,
    threat,
)
from dragoman.bots.planguests import value
from dragoman.bots.planplay import weigh
from dragoman.bots.planrows import party_of, survey
from dragoman.bots.taste import DANGER, FAVOR, FREE, KIN, OCCUPIED, RIVALS
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BUILD,
    CENTER,
    FALL,
    KIND_AT,
    KINDS,
    ME_AT,
    NEEDS,
    NUMBER,
    OWNER,
    PLACE_MASK,
    POWERS,
    PROVINCES,
    SEASON,
    SITES,
    STAGE,
    TO_AT,
    UNITS,
    VERB,
    WHOM_AT,
    WIN_AT,
)


def place_piece(
    g: list[int],
    t: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    pieces: list[int],
    me: int,
    orders: list[int],
) -> None:
    """A piece on the empty board: a free center first, not among rivals, near one's own."""
    reached, most, best = -1, 0.0, -1
    for k in range(len(pieces)):
        kind, place = pieces[k] // g[PLACES], pieces[k] % g[PLACES]
        p = g[g[PROVINCE] + place]
        if s[UNITS + p] == 0 and t[t[NEEDS] + kind]:
            if kind != reached:
                spread(g, v, at, fades, kind, AFOOT, usual[kind])
                reached = kind
            fancied = v[at[BEFORE] + g[g[INDEX] + pieces[k]]] * (1 + FAVOR * fraction(m))
            free = t[t[CENTER] + p] and s[UNITS + OWNER * t[PROVINCES] + p] == 0
            kin = w[w[PRESSURE] + p * (g[PARTIES] + 1) + me]
            likes = (FREE if free else 0.0) + fancied + KIN * kin
            score = 1 + (likes - RIVALS * threat(g, w, p, me, me))
            if best < 0 or score > most:
                best, most = k, score
    if best >= 0:
        kind, place = pieces[best] // g[PLACES], pieces[best] % g[PLACES]
        p = g[g[PROVINCE] + place]
        orders[p] = BUILD | kind << 3 | p << ME_AT | place << TO_AT


def part_of(order: int, part: int) -> int:
    """One of the three provinces of an order; NUMBER if it has none."""
    return order >> (ME_AT + part * (WHOM_AT - ME_AT)) & NUMBER


def draw_set(out: list[int], begin: int, end: int, m: list[int]) -> int:
    """One of many sets of three, each choice on the way to it drawn from those that are open.

    Sets are listed by their first member, then by their second: in runs of equal ones.
    """
    for part in range(2):
        runs = 0
        for k in range(begin, end):
            runs += k == begin or part_of(out[k], part) != part_of(out[k - 1], part)
        wanted, run, first = below(m, runs), -1, begin
        for k in range(begin, end):
            run += k == begin or part_of(out[k], part) != part_of(out[k - 1], part)
            if run < wanted:
                first = k + 1
        last = first
        while last < end and part_of(out[last], part) == part_of(out[first], part):
            last += 1
        begin, end = first, last
    return out[begin + below(m, end - begin)]


def name_provinces(
    g: list[int],
    t: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    noise: list[float],
    order: list[int],
    out: list[int],
    begin: int,
    end: int,
    me: int,
    mood: float,
    orders: list[int],
) -> None:
    """Provinces named: those in the thick of it, but not in danger, are the best homes."""
    n = end - begin
    if n < 2:
        return
    drawn = n > LEAVES
    if drawn:
        n = DRAWS
        for k in range(n):
            order[k] = draw_set(out, begin, end, m)
    for kind in range(t[KINDS]):
        if t[t[NEEDS] + kind]:
            value(g, v, at, m, fades, usual, noise, kind, mood)
    best, most = 0, 0.0
    for k in range(n):
        said, total = order[k] if drawn else out[begin + k], 0.0
        for part in range(3):
            p = part_of(said, part)
            if p != NUMBER:
                total += home_worth(g, t, s, w, v, at, p, me)
        if best == 0 or total > most:
            best, most = said, total
    orders[best >> ME_AT & NUMBER] = best


def home_worth(
    g: list[int],
    t: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    p: int,
    me: int,
) -> float:
    """What a province is worth as a home."""
    best = 0.0
    for j in range(t[t[SITES] + p], t[t[SITES] + p + 1]):
        kind, place = t[j] >> KIND_AT, t[j] & PLACE_MASK
        best = max(best, v[at[WORTH] + kind * g[PLACES] + place])
    return best - DANGER * threat(g, w, p, me, me) - (OCCUPIED if s[UNITS + p] else 0.0)


def order_beside(
    g: list[int],
    t: list[int],
    states: list[list[int]],
    w: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    spring: list[float],
    fall: list[float],
    usual: list[float],
    moods: list[float],
    noise: list[float],
    pieces: list[int],
    order: list[int],
    keys: list[list[int]],
    out: list[int],
    starts: list[int],
    rows: list[list[int]],
    count: int,
    orders: list[list[int]],
) -> None:
    """The orders of a listing that belong to phases that modules bring."""
    for r in range(count):
        n, power = rows[r][0], rows[r][1] + 1
        s, first = states[n], (power - 1) * (len(keys[n]) // t[POWERS])
        if s[STAGE] > ADJUSTMENTS and keys[n][first]:
            fades = fall if s[SEASON] == FALL else spring
            me = party_of(g, s, power)
            sow(m, keys[n], first + 1, keys[n][first])
            mood = moods[below(m, len(moods))]
            weigh(t, s, w)
            survey(g, s, w)
            shine(g, w, v, at, me, t[WIN_AT], fades[0])
            begin, end = starts[r], starts[r + 1]
            if end > begin and out[begin] & VERB == BUILD:
                place_piece(g, t, s, w, v, at, m, fades, usual, pieces, me, orders[n])
            elif end > begin:
                name_provinces(
                    g,
                    t,
                    s,
                    w,
                    v,
                    at,
                    m,
                    fades,
                    usual,
                    noise,
                    order,
                    out,
                    begin,
                    end,
                    me,
                    mood,
                    orders[n],
                )
