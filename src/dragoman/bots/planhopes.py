"""What an agent can expect of what it does, as plain loops: see `planning`."""

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
    TOGETHER,
    UNSURE,
)
from dragoman.bots.planfield import (
    ACTION_WORTH,
    AGENT_AT,
    AGENT_SECOND,
    AGENT_UNIT,
    BACKED,
    BACKERS,
    BOUND,
    BOUND_LONG,
    GOAL,
    HELPS,
    HERE,
    HOPE,
    MET_FRIENDS,
    MET_GUARD,
    MET_OTHERS,
    MOST_UNSURE,
    NEARBY,
    OPTION,
    ROUTE,
    ROUTE_LONG,
    STALE,
    STANDING,
    STRENGTH,
    THREAT,
    TO,
    UNSURE_TO,
    VERB,
)
from dragoman.bots.planloops import LONGEST, MOVE, lends_to


def unsure(v: list[float], at: list[int], more: float) -> float:
    """What is left of hopes if rivals could have so much more strength."""
    whole = int(more)
    if whole == more and 0 <= whole < MOST_UNSURE:
        return v[at[UNSURE_TO] + whole]
    return math.pow(UNSURE, more)


def past(v: list[float], at: list[int], strength: float, rivals: float) -> float:
    """How likely nobody as strong comes to the same place."""
    return 1.0 if strength > rivals else unsure(v, at, rivals - strength + 1)


def entry(w: list[int], v: list[float], at: list[int], p: int, strength: float) -> float:
    """How likely a move of some strength gets into a province, as far as rivals decide it."""
    guard, others = w[w[MET_GUARD] + p], w[w[MET_OTHERS] + p]
    if guard == 0:
        return past(v, at, strength, others)
    friends = w[w[MET_FRIENDS] + p]
    if_it_leaves = past(v, at, strength, max(friends, others))
    if strength <= guard:
        return LEAVES * if_it_leaves
    beats = min(1.0, strength - guard)
    beats *= unsure(v, at, max(0.0, guard + friends + 1 - strength))
    return LEAVES * if_it_leaves + (1 - LEAVES) * beats * past(v, at, strength, others)


def resists(w: list[int], p: int) -> bool:
    """Whether a party could meet somebody in a province."""
    return w[w[MET_GUARD] + p] > 0 or w[w[MET_OTHERS] + p] > 0


def backing(g: list[int], w: list[int], v: list[float], at: list[int], n: int, i: int) -> float:
    """The support that an agent can count on."""
    total = 0.0
    for k in range(w[w[BACKED] + i]):
        j = w[w[BACKERS] + i * n + k]
        if lends_to(g, w, j, w[w[GOAL] + i]):
            total += v[at[STRENGTH] + j] * (CUT if w[w[THREAT] + j] else 1.0)
    return total


def arrives(g: list[int], w: list[int], v: list[float], at: list[int], n: int, i: int) -> float:
    """How likely a move succeeds."""
    goal, option = w[w[GOAL] + i], w[w[OPTION] + i]
    unit, long = w[w[AGENT_UNIT] + i], w[w[ROUTE_LONG] + option]
    strength, sure = v[at[STRENGTH] + i] + backing(g, w, v, at, n, i), 1.0
    for k in range(w[w[BOUND_LONG] + goal]):
        other = w[w[BOUND] + goal * n + k]
        if other != i:
            if w[w[AGENT_UNIT] + other] != unit:
                return 0.0
            strength += v[at[STRENGTH] + other]
    if w[w[STANDING] + goal] >= 0:
        for other in range(w[w[STANDING] + goal], n):
            if w[w[AGENT_AT] + other] == goal:
                if w[w[GOAL] + other] == w[w[AGENT_AT] + i] and long == 0:
                    return 0.0
                sure = entry(w, v, at, w[w[GOAL] + other], v[at[STRENGTH] + other])
    for k in range(long):
        fleet = w[w[ROUTE] + LONGEST * option + k]
        if w[w[HELPS] + fleet] != i or w[w[TO] + fleet] != w[w[TO] + i]:
            return 0.0
        sure *= HUNTED if w[w[THREAT] + fleet] > MANY else CARRIED
    return sure * entry(w, v, at, goal, strength)


def hope(g: list[int], w: list[int], v: list[float], at: list[int], n: int, i: int) -> float:
    """What an agent can expect of where it ends."""
    here, unit = v[at[HERE] + i], w[w[AGENT_UNIT] + i]
    if w[w[AGENT_SECOND] + i]:
        goal = w[w[GOAL] + i]
        for k in range(w[w[BOUND_LONG] + goal]):
            other = w[w[BOUND] + goal * n + k]
            if other != i and w[w[AGENT_UNIT] + other] == unit:
                return TOGETHER * v[at[ACTION_WORTH] + i]
    if w[w[VERB] + i] == MOVE:
        sure = arrives(g, w, v, at, n, i)
        return sure * v[at[ACTION_WORTH] + i] + (1 - sure) * REFUSED * here
    defence, danger = v[at[STRENGTH] + i] + backing(g, w, v, at, n, i), w[w[THREAT] + i]
    if danger <= defence:
        return here
    p = w[w[AGENT_AT] + i]
    for k in range(w[w[BOUND_LONG] + p]):
        other = w[w[BOUND] + p * n + k]
        if other != i and w[w[AGENT_UNIT] + other] == unit:
            defence += v[at[STRENGTH] + other]
    if danger <= defence:
        return here
    risk = RISK * (1 - math.pow(ROUT, danger - defence))
    return here - risk * (here + LOSS)


def hopes(g: list[int], w: list[int], v: list[float], at: list[int], n: int, near: int) -> float:
    """What all agents that were noted can expect together."""
    total = 0.0
    for k in range(near):
        total += hope(g, w, v, at, n, w[w[NEARBY] + k])
    return total


def hopes_now(
    g: list[int], w: list[int], v: list[float], at: list[int], n: int, near: int
) -> float:
    """The same as the plan stands, remembered until something near an agent changes."""
    total = 0.0
    for k in range(near):
        i = w[w[NEARBY] + k]
        if w[w[STALE] + i]:
            v[at[HOPE] + i] = hope(g, w, v, at, n, i)
            w[w[STALE] + i] = 0
        total += v[at[HOPE] + i]
    return total
