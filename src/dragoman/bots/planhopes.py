"""What a unit can expect of what it does, as plain loops: see `planning`."""

import math

from dragoman.bots.plan import (
    CARRIED,
    CUT,
    HUNTED,
    LEAVES,
    LOSS,
    MANY,
    REFUSED,
    RISK,
    ROUT,
    UNSURE,
)
from dragoman.bots.planloops import (
    ACTION_WORTH,
    AGENT_AT,
    BACKED,
    BACKERS,
    BOUND,
    BOUND_LONG,
    GOAL,
    HELPS,
    HERE,
    LONGEST,
    MOVE,
    NEARBY,
    OPTION,
    POWERS,
    PRESSURE,
    ROUTE,
    ROUTE_LONG,
    THREAT,
    TO,
    UNIT_CODE,
    VERB,
    lends_to,
    threat,
)
from dragoman.sim.codes import (
    POWER_AT,
    UNITS,
)


def past(strength: float, rivals: float) -> float:
    """How likely nobody as strong comes to the same place."""
    return 1.0 if strength > rivals else math.pow(UNSURE, rivals - strength + 1)


def entry(g: list[int], s: list[int], w: list[int], p: int, me: int, strength: float) -> float:
    """How likely a move of some strength gets into a province, as far as rivals decide it."""
    owner = s[UNITS + p] >> POWER_AT
    if owner == 0 or owner == me:
        return past(strength, threat(g, w, p, me, me))
    friends = w[w[PRESSURE] + p * (g[POWERS] + 1) + owner]
    others = threat(g, w, p, me, owner)
    if_it_leaves = past(strength, max(friends, others))
    if strength <= 1:
        return LEAVES * if_it_leaves
    beats = min(1.0, strength - 1) * math.pow(UNSURE, max(0.0, 1 + friends + 1 - strength))
    return LEAVES * if_it_leaves + (1 - LEAVES) * beats * past(strength, others)


def resists(g: list[int], s: list[int], w: list[int], p: int, me: int) -> bool:
    """Whether a power could meet somebody in a province."""
    owner = s[UNITS + p] >> POWER_AT
    return (owner != 0 and owner != me) or threat(g, w, p, me, owner if owner else me) > 0


def backing(g: list[int], w: list[int], n: int, i: int) -> float:
    """The support that a unit can count on."""
    total = 0.0
    for k in range(w[w[BACKED] + i]):
        j = w[w[BACKERS] + i * n + k]
        if lends_to(g, w[w[UNIT_CODE] + j], w[w[GOAL] + i]):
            total += CUT if w[w[THREAT] + j] else 1.0
    return total


def arrives(g: list[int], s: list[int], w: list[int], n: int, me: int, i: int) -> float:
    """How likely a move succeeds."""
    goal, option = w[w[GOAL] + i], w[w[OPTION] + i]
    long = w[w[ROUTE_LONG] + option]
    strength, sure = 1 + backing(g, w, n, i), 1.0
    for k in range(w[w[BOUND_LONG] + goal]):
        if w[w[BOUND] + goal * n + k] != i:
            return 0.0
    if s[UNITS + goal] >> POWER_AT == me:
        other = 0
        while w[w[AGENT_AT] + other] != goal:
            other += 1
        if w[w[GOAL] + other] == w[w[AGENT_AT] + i] and long == 0:
            return 0.0
        sure = entry(g, s, w, w[w[GOAL] + other], me, 1.0)
    for k in range(long):
        fleet = w[w[ROUTE] + LONGEST * option + k]
        if w[w[HELPS] + fleet] != i or w[w[TO] + fleet] != w[w[TO] + i]:
            return 0.0
        sure *= HUNTED if w[w[THREAT] + fleet] > MANY else CARRIED
    return sure * entry(g, s, w, goal, me, strength)


def hope(
    g: list[int], s: list[int], w: list[int], v: list[float], at: list[int], n: int, me: int, i: int
) -> float:
    """What a unit can expect of where it ends."""
    here = v[at[HERE] + i]
    if w[w[VERB] + i] == MOVE:
        sure = arrives(g, s, w, n, me, i)
        return sure * v[at[ACTION_WORTH] + i] + (1 - sure) * REFUSED * here
    defence, danger = 1 + backing(g, w, n, i), w[w[THREAT] + i]
    if danger <= defence:
        return here
    risk = RISK * (1 - math.pow(ROUT, danger - defence))
    return here - risk * (here + LOSS)


def hopes(
    g: list[int],
    s: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    me: int,
    near: int,
) -> float:
    """What all units that were noted can expect together."""
    total = 0.0
    for k in range(near):
        total += hope(g, s, w, v, at, n, me, w[w[NEARBY] + k])
    return total
