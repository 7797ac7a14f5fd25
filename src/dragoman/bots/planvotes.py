"""Votes of `greedy` on units that nobody holds, in plain loops: the same as `votes` casts.

What is wished is always legal here: moves to neighbors, holds, and support for what the seat's own
units are about to do.
"""

from dragoman.bots.planfield import (
    ACTION_WORTH,
    AGENT_AT,
    GOAL,
    GUARDED,
    HERE,
    LENDS,
    OWNED,
    PLACES,
    PROVINCE,
    SIZES,
    STRENGTH,
    THREAT,
    TO,
    VERB,
    WAYS,
)
from dragoman.bots.planfield import PROVINCES as BOARD
from dragoman.bots.planhopes import entry
from dragoman.bots.planloops import MOVE
from dragoman.bots.planrows import later
from dragoman.bots.votes import AGAINST, ASIDE, CONTESTED, COPIES, STILL
from dragoman.sim.codes import (
    BLOCK,
    BUILD,
    BY_AT,
    COLUMNS,
    DUE,
    ID,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    PLACE_MASK,
    POWER_AT,
    POWERS,
    PROVINCES,
    TIMES_AT,
    TO_AT,
    TURN,
    UNITS,
    WHOM_AT,
    WIN_AT,
    WORK,
)
from dragoman.sim.codes import HOLD as ORDER_HOLD
from dragoman.sim.codes import MOVE as ORDER_MOVE
from dragoman.sim.codes import SUPPORT as ORDER_SUPPORT
from dragoman.sim.codes import SUPPORT_MOVE as ORDER_SUPPORT_MOVE
from dragoman.sim.lists import is_site


def vote_moves(
    g: list[int],
    t: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    agents: int,
    me: int,
    seat: int,
    quota: int,
    score: list[float],
    order: list[int],
    orders: list[int],
) -> None:
    """The votes of a seat in a season of moves, the weightiest wishes first."""
    n = 0
    for power in range(1, t[POWERS] + 1):
        if holder(t, s, power) == 0:
            p = next_unit(t, s, power, -1)
            while p >= 0:
                order[n] = p
                score[n] = wish(g, t, s, w, v, at, agents, me, p, orders, seat)
                n += 1
                p = next_unit(t, s, power, p)
    while quota:
        best = -1
        for k in range(n):
            if score[k] > 0 and (best < 0 or score[k] > score[best]):
                best = k
        if best < 0:
            break
        copies = min(quota, COPIES if score[best] > 1 else 1)
        orders[seat * t[BLOCK] + order[best]] |= seat << BY_AT | (copies - 1) << TIMES_AT
        quota -= copies
        score[best] = 0.0
    for k in range(n):
        cell = seat * t[BLOCK] + order[k]
        if not orders[cell] >> BY_AT:
            orders[cell] = 0


def holder(t: list[int], s: list[int], power: int) -> int:
    """The seat that holds a power; 0 if nobody does."""
    return s[UNITS + COLUMNS * t[PROVINCES] + power]


def next_unit(t: list[int], s: list[int], power: int, after: int) -> int:
    """Where the unit of a power is that is listed next after another; -1 if nowhere."""
    provinces, best = t[PROVINCES], -1
    turns, ids = UNITS + TURN * provinces, UNITS + ID * provinces
    for p in range(provinces):
        if s[UNITS + p] >> POWER_AT == power:
            if after < 0 or later(s, provinces, p, s[turns + after], s[ids + after]):
                if best < 0 or later(s, provinces, best, s[turns + p], s[ids + p]):
                    best = p
    return best


def wish(
    g: list[int],
    t: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    agents: int,
    me: int,
    p: int,
    orders: list[int],
    seat: int,
) -> float:
    """What a seat would like a unit to do, written down without its seat; how much."""
    u, cell, best = s[UNITS + p], seat * t[BLOCK] + p, 0.0
    row = (u >> KIND_AT & KIND_MASK) * g[PLACES] + (u & PLACE_MASK)
    for i in range(agents):
        goal = w[w[GOAL] + i]
        if lent(g, row, goal) and s[UNITS + goal] >> POWER_AT != u >> POWER_AT:
            weight = help_for(w, v, at, i)
            if weight > best:
                best = weight
                whom = p << ME_AT | w[w[AGENT_AT] + i] << WHOM_AT
                orders[cell] = ORDER_SUPPORT | whom
                if w[w[VERB] + i] == MOVE:
                    orders[cell] = ORDER_SUPPORT_MOVE | whom | w[w[TO] + i] << TO_AT
    if best < STILL:
        best = STILL
        orders[cell] = ORDER_HOLD | p << ME_AT
    for j in range(g[g[WAYS] + row], g[g[WAYS] + row + 1]):
        weight = trouble(g, t, s, w, me, u >> POWER_AT, g[g[PROVINCE] + g[j]])
        if weight > best:
            best = weight
            orders[cell] = ORDER_MOVE | p << ME_AT | g[j] << TO_AT
    return best


def lent(g: list[int], row: int, p: int) -> bool:
    """Whether a unit of a kind and place lends support into a province."""
    words = (g[BOARD] + 31) >> 5
    return g[g[LENDS] + row * words + (p >> 5)] >> (p & 31) & 1 != 0


def help_for(w: list[int], v: list[float], at: list[int], i: int) -> float:
    """How much likelier support makes what an agent wants."""
    strength, goal = v[at[STRENGTH] + i], w[w[GOAL] + i]
    if w[w[VERB] + i] != MOVE:
        return 0.5 * max(0.0, w[w[THREAT] + i] - strength)
    likelier = entry(w, v, at, goal, strength + 1) - entry(w, v, at, goal, strength)
    return likelier * (v[at[ACTION_WORTH] + i] - v[at[HERE] + i])


def trouble(
    g: list[int], t: list[int], s: list[int], w: list[int], me: int, power: int, aim: int
) -> float:
    """How much a move of a power's unit troubles rivals; 0 if it troubles oneself."""
    owner, guard = w[w[OWNED] + aim], w[w[GUARDED] + aim]
    if guard in (power, me) or owner == me:
        return 0.0
    weight = ASIDE
    if owner and holder(t, s, owner):
        weight = AGAINST + w[w[SIZES] + owner] / max(1, t[WIN_AT])
    return weight * (CONTESTED if guard else 1.0)


def vote_builds(
    g: list[int],
    t: list[int],
    s: list[int],
    x: list[int],
    w: list[int],
    pieces: list[int],
    me: int,
    seat: int,
    orders: list[int],
) -> None:
    """The one vote of a seat for a build: of all, what could come least near its own centers."""
    best, least, where = 0, 0, 0
    for power in range(1, t[POWERS] + 1):
        if holder(t, s, power) == 0 and x[t[t[WORK] + DUE] + power] > 0:
            for k in range(len(pieces)):
                p = g[g[PROVINCE] + pieces[k] % g[PLACES]]
                if is_site(t, s, p, power):
                    danger = reached(g, w, pieces[k], me)
                    if best == 0 or danger < least:
                        kind, place = pieces[k] // g[PLACES], pieces[k] % g[PLACES]
                        best = BUILD | kind << 3 | p << ME_AT | place << TO_AT
                        least, where = danger, p
    if best:
        orders[seat * t[BLOCK] + where] = best | seat << BY_AT


def reached(g: list[int], w: list[int], row: int, me: int) -> int:
    """How many centers of a party a piece could go to."""
    found, seen = 0, -1
    for j in range(g[g[WAYS] + row], g[g[WAYS] + row + 1]):
        p = g[g[PROVINCE] + g[j]]
        found += p != seen and w[w[OWNED] + p] == me
        # The places of one province follow each other.
        seen = p
    return found
