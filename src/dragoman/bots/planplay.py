"""`greedy` for every seat of many games at once, in plain loops: moves, retreats, builds, removals.

The same as `greedy.GreedyBot` orders with the same draws; a test holds both to the same games. `t`,
`s` and `x` are the arena's (`sim.codes`), `g`, `w` and `v` the plan's (`planfield`).
"""

from dragoman.bots.chance import below, fraction, sow
from dragoman.bots.planfield import (
    AFOOT,
    AGENT_KIND,
    BEFORE,
    INDEX,
    PARTIES,
    PLACES,
    PROVINCE,
    SHARED,
    TWOFOLD,
    WAYS,
    WEIGHTS,
    WORTH,
    shine,
    spread,
)
from dragoman.bots.planguests import follow_all, guest_out, retreat_guest, value
from dragoman.bots.planning import plan
from dragoman.bots.planrows import enlist, party_of, survey, write
from dragoman.bots.planvotes import holder, vote_builds, vote_moves
from dragoman.bots.taste import FAVOR
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BASES,
    BLOCK,
    BUILD,
    CELLS,
    DUE,
    FALL,
    G_OUT,
    G_UNIT,
    GUEST_KIND,
    GUEST_ROW,
    GUESTS,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    MOVEMENT,
    NEEDS,
    OUT,
    OUT_ID,
    PLACE_MASK,
    POWER_AT,
    POWERS,
    PROVINCES,
    REMOVE,
    RESULT,
    RETREAT,
    RETREATS,
    SEASON,
    STAGE,
    TO_AT,
    UNITS,
    WHOM_AT,
    WIN_AT,
    WORK,
)
from dragoman.sim.forces import splits, strength
from dragoman.sim.lists import count_due, is_site, open_to
from dragoman.sim.turns import mend, opens


def plan_moves(
    g: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    noise: list[float],
    me: int,
    mood: float,
    order: list[int],
    orders: list[int],
) -> int:
    """The moves of a power, planned together; how many."""
    n = enlist(g, s, w, v, at, me)
    valued = 0
    for i in range(n):
        kind = w[w[AGENT_KIND] + i]
        if not valued >> kind & 1:
            value(g, v, at, m, fades, usual, noise, kind, mood)
            valued |= 1 << kind
        order[i] = i
    for i in range(n - 1, 0, -1):
        j = below(m, i + 1)
        order[i], order[j] = order[j], order[i]
    plan(g, w, v, at, n, me, order)
    write(g, w, n, orders)
    return n


def next_out(t: list[int], s: list[int], me: int, after: int) -> int:
    """Where the dislodged unit of a power is that has the next number after one; -1 if nowhere."""
    provinces, best = t[PROVINCES], -1
    ids = UNITS + OUT_ID * provinces
    for p in range(provinces):
        if s[UNITS + OUT * provinces + p] >> POWER_AT == me and s[ids + p] > after:
            if best < 0 or s[ids + p] < s[ids + best]:
                best = p
    return best


def plan_retreats(
    g: list[int],
    t: list[int],
    s: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    noise: list[float],
    score: list[float],
    me: int,
    mood: float,
    valued: int,
    orders: list[int],
) -> int:
    """The retreats of a power: each unit to where it is worth most, if anywhere is open.

    For which kinds places are valued comes in and goes out as bits: it is done once for a seat.
    """
    provinces, guest = t[PROVINCES], guest_out(t, s, me)
    p = next_out(t, s, me, 0)
    while p >= 0 or guest:
        if guest and (p < 0 or guest < s[UNITS + OUT_ID * provinces + p]):
            guest = 0
            valued = retreat_guest(
                g, t, s, v, at, m, fades, usual, noise, score, me, mood, valued, orders
            )
            continue
        u = s[UNITS + OUT * provinces + p]
        kind = u >> KIND_AT & KIND_MASK
        row, most = g[WAYS] + kind * g[PLACES] + (u & PLACE_MASK), -1.0
        orders[p] = p << ME_AT
        for j in range(g[row], g[row + 1]):
            if open_to(t, s, p, g[j]):
                if not valued >> kind & 1:
                    value(g, v, at, m, fades, usual, noise, kind, mood)
                    valued |= 1 << kind
                worth = 1 + v[at[WORTH] + kind * g[PLACES] + g[j]]
                if worth > most:
                    most = worth
                    orders[p] = RETREAT | p << ME_AT | g[j] << TO_AT
        p = next_out(t, s, me, s[UNITS + OUT_ID * provinces + p])
    return valued


def plan_builds(
    g: list[int],
    t: list[int],
    s: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    pieces: list[int],
    score: list[float],
    me: int,
    due: int,
    orders: list[int],
) -> None:
    """The builds of a power: where a new unit is worth most, with a little chance.

    At an opening its guest is placed as well: among the others, in the order of the board.
    """
    reached, guest = -1, t[BLOCK] + me - 1
    for k in range(len(pieces)):
        kind, place = pieces[k] // g[PLACES], pieces[k] % g[PLACES]
        score[k] = -1.0
        if may_build(t, s, kind, g[g[PROVINCE] + place], me):
            if kind != reached:
                spread(g, v, at, fades, kind, AFOOT, usual[kind])
                reached = kind
            worth = v[at[BEFORE] + g[g[INDEX] + pieces[k]]]
            score[k] = 1 + worth * (1 + FAVOR * fraction(m))
    for _ in range(due):
        best = -1
        for k in range(len(pieces)):
            if score[k] >= 0:
                beside = t[GUESTS] != 0 and pieces[k] // g[PLACES] == t[GUEST_KIND]
                cell = guest if beside else g[g[PROVINCE] + pieces[k] % g[PLACES]]
                if orders[cell] == 0 and (best < 0 or score[k] > score[best]):
                    best = k
        if best < 0:
            return
        kind, place = pieces[best] // g[PLACES], pieces[best] % g[PLACES]
        p = g[g[PROVINCE] + place]
        if t[GUESTS] and kind == t[GUEST_KIND]:
            turn = p + 1 if orders[p] == 0 else p + 2
            orders[guest] = BUILD | kind << 3 | guest << ME_AT | turn << WHOM_AT | place << TO_AT
        else:
            orders[p] = BUILD | kind << 3 | p << ME_AT | place << TO_AT


def may_build(t: list[int], s: list[int], kind: int, p: int, me: int) -> bool:
    """Whether a power may build a kind in a province; a guest at an opening only."""
    if t[t[NEEDS] + kind]:
        return is_site(t, s, p, me)
    return opens(t, s) and s[UNITS + BASES * t[PROVINCES] + p] >> (me - 1) & 1 != 0


def plan_removals(
    g: list[int],
    t: list[int],
    s: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    noise: list[float],
    pieces: list[int],
    score: list[float],
    me: int,
    mood: float,
    due: int,
    valued: int,
    orders: list[int],
) -> int:
    """The removals of a power: those units that are worth least; what is valued as above."""
    for k in range(len(pieces)):
        kind, place = pieces[k] // g[PLACES], pieces[k] % g[PLACES]
        u = s[UNITS + g[g[PROVINCE] + place]]
        mine = u >> POWER_AT == me and u & PLACE_MASK == place
        score[k] = -1.0
        if mine and u >> KIND_AT & KIND_MASK == kind and t[t[NEEDS] + kind]:
            if not valued >> kind & 1:
                value(g, v, at, m, fades, usual, noise, kind, mood)
                valued |= 1 << kind
            score[k] = v[at[WORTH] + pieces[k]]
    for _ in range(due):
        best = -1
        for k in range(len(pieces)):
            if score[k] >= 0 and (best < 0 or score[k] < score[best]):
                best = k
        if best < 0:
            return valued
        score[best] = -1.0
        p = g[g[PROVINCE] + pieces[best] % g[PLACES]]
        orders[p] = REMOVE | p << ME_AT
    return valued


def acts(t: list[int], s: list[int], x: list[int], me: int) -> bool:
    """Whether a power has anything to order in the present phase."""
    provinces = t[PROVINCES]
    if s[STAGE] != MOVEMENT and s[STAGE] != RETREATS:
        return x[t[t[WORK] + DUE] + me] != 0
    column = UNITS if s[STAGE] == MOVEMENT else UNITS + OUT * provinces
    for p in range(provinces):
        if s[column + p] >> POWER_AT == me:
            return True
    field = G_UNIT if s[STAGE] == MOVEMENT else G_OUT
    return t[GUESTS] != 0 and s[t[GUESTS] + GUEST_ROW * (me - 1) + field] != 0


def order_game(
    g: list[int],
    t: list[int],
    s: list[int],
    x: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    spring: list[float],
    fall: list[float],
    usual: list[float],
    moods: list[float],
    noise: list[float],
    score: list[float],
    pieces: list[int],
    order: list[int],
    keys: list[int],
    quotas: list[int],
    orders: list[int],
) -> None:
    """The orders of every power that has a seat in one game, and the votes of that.

    A key is how many words, and those; who has none is played by somebody else. A quota is how
    many votes a seat has.
    """
    fades = fall if s[SEASON] == FALL else spring
    long = len(keys) // t[POWERS]
    for p in range(t[CELLS]):
        orders[p] = 0
    weigh(t, s, w)
    survey(g, s, w)
    if s[STAGE] != MOVEMENT and s[STAGE] != RETREATS:
        count_due(t, s, x)
    for me in range(1, g[PARTIES] + 1):
        seat = me if g[SHARED] else holder(t, s, me)
        own = first_power(g, t, s, x, me)
        first = ((own or me) - 1) * long
        if seat and (own or quotas[seat]) and keys[first]:
            sow(m, keys, first + 1, keys[first])
            mood = moods[below(m, len(moods))]
            shine(g, w, v, at, me, t[WIN_AT], fades[0])
            if s[STAGE] == MOVEMENT:
                n = plan_moves(g, s, w, v, at, m, fades, usual, noise, me, mood, order, orders)
                if t[GUESTS]:
                    follow_all(g, t, s, w, n, me, orders)
                if quotas[seat]:
                    vote_moves(g, t, s, w, v, at, n, me, seat, quotas[seat], score, order, orders)
                continue
            valued = 0
            for power in range(1, t[POWERS] + 1):
                if party_of(g, s, power) == me:
                    due = x[t[t[WORK] + DUE] + power]
                    if s[STAGE] == RETREATS:
                        valued = plan_retreats(
                            g,
                            t,
                            s,
                            v,
                            at,
                            m,
                            fades,
                            usual,
                            noise,
                            score,
                            power,
                            mood,
                            valued,
                            orders,
                        )
                    elif due > 0:
                        due = len(pieces) if opens(t, s) else due
                        plan_builds(
                            g, t, s, v, at, m, fades, usual, pieces, score, power, due, orders
                        )
                    elif due < 0:
                        valued = plan_removals(
                            g,
                            t,
                            s,
                            v,
                            at,
                            m,
                            fades,
                            usual,
                            noise,
                            pieces,
                            score,
                            power,
                            mood,
                            -due,
                            valued,
                            orders,
                        )
            if s[STAGE] == ADJUSTMENTS and quotas[seat]:
                vote_builds(g, t, s, x, w, pieces, me, seat, orders)
    if s[STAGE] == MOVEMENT:
        mend(t, s, orders, x)


def weigh(t: list[int], s: list[int], w: list[int]) -> None:
    """How strong each unit is, and which may be divided."""
    for p in range(t[PROVINCES]):
        if s[UNITS + p]:
            w[w[WEIGHTS] + p] = strength(t, s, p)
            w[w[TWOFOLD] + p] = splits(t, s, p)


def first_power(g: list[int], t: list[int], s: list[int], x: list[int], me: int) -> int:
    """The first power of a party that has anything to order; 0 if none has."""
    for power in range(1, t[POWERS] + 1):
        if party_of(g, s, power) == me and acts(t, s, x, power):
            return power
    return 0


def order_all(
    g: list[int],
    t: list[int],
    states: list[list[int]],
    x: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    spring: list[float],
    fall: list[float],
    usual: list[float],
    moods: list[float],
    noise: list[float],
    score: list[float],
    pieces: list[int],
    order: list[int],
    keys: list[list[int]],
    quotas: list[list[int]],
    orders: list[list[int]],
) -> None:
    """The orders of every power in every game that is being played, in phases of units."""
    for n in range(len(states)):
        if states[n][STAGE] > ADJUSTMENTS:
            for p in range(t[CELLS]):
                orders[n][p] = 0
        elif states[n][RESULT] == 0:
            order_game(
                g,
                t,
                states[n],
                x,
                w,
                v,
                at,
                m,
                spring,
                fall,
                usual,
                moods,
                noise,
                score,
                pieces,
                order,
                keys[n],
                quotas[n],
                orders[n],
            )
