"""What a plan begins with, as plain loops on integers and fractions: agents, their options, routes.

The same as `plan.ActionPlan` and `muster.convoys`, in the same order of every list; a test holds
both to the same orders. See `planfield` for what lies where.
"""

import math

from dragoman.bots.plan import (
    FARTHER,
    ROUTES,
    UNSURE,
)
from dragoman.bots.planfield import (
    ACTION_WORTH,
    AGENT_AT,
    AGENT_KIND,
    AGENT_PLACE,
    BACKED,
    BEARS,
    BOUND,
    BOUND_LONG,
    CARRIES,
    CHAINS,
    CIRCLE,
    CIRCLED,
    COASTAL,
    CONVOYS,
    ENDS,
    FLEET_AT,
    GOAL,
    GUARDED,
    GUARDS,
    HELPS,
    HERE,
    INDEX,
    KINDS,
    LENDS,
    MET_FRIENDS,
    MET_GUARD,
    MET_OTHERS,
    MOST_OPTIONS,
    MOST_UNSURE,
    OPTION,
    OPTION_GOAL,
    OPTION_TO,
    OPTION_WORTH,
    OPTIONS,
    PARTIES,
    PLACES,
    PRESSURE,
    PROVINCE,
    PROVINCES,
    ROUTE,
    ROUTE_LONG,
    SAILS,
    SCRATCH,
    SERIAL,
    STALE,
    STANDING,
    THREAT,
    TO,
    UNSURE_TO,
    VERB,
    WATERS,
    WAYS,
    WORTH,
    threat,
)

STAY, MOVE, SUPPORT, CONVOY = range(4)
LONGEST = 3


def lends_to(g: list[int], w: list[int], i: int, p: int) -> bool:
    """Whether an agent could lend support into a province."""
    row = w[w[AGENT_KIND] + i] * g[PLACES] + w[w[AGENT_PLACE] + i]
    words = (g[PROVINCES] + 31) >> 5
    return g[g[LENDS] + row * words + (p >> 5)] >> (p & 31) & 1 != 0


def meet(g: list[int], w: list[int], v: list[float], at: list[int], me: int) -> None:
    """What a party could meet in every province."""
    for k in range(MOST_UNSURE):
        v[at[UNSURE_TO] + k] = math.pow(UNSURE, k)
    for p in range(g[PROVINCES]):
        owner = w[w[GUARDED] + p]
        if owner == 0 or owner == me:
            w[w[MET_GUARD] + p] = w[w[MET_FRIENDS] + p] = 0
            owner = me
        else:
            w[w[MET_GUARD] + p] = w[w[GUARDS] + p]
            w[w[MET_FRIENDS] + p] = w[w[PRESSURE] + p * (g[PARTIES] + 1) + owner]
        w[w[MET_OTHERS] + p] = threat(g, w, p, me, owner)


def settle(g: list[int], w: list[int], v: list[float], at: list[int], n: int, me: int) -> None:
    """Everything about each agent that does not depend on the others; all stay where they are."""
    provinces = g[PROVINCES]
    meet(g, w, v, at, me)
    for p in range(provinces):
        w[w[BOUND_LONG] + p] = 0
        w[w[FLEET_AT] + p] = w[w[STANDING] + p] = -1
    for i in range(n):
        kind, place = w[w[AGENT_KIND] + i], w[w[AGENT_PLACE] + i]
        p = g[g[PROVINCE] + place]
        values = at[WORTH] + kind * g[PLACES]
        w[w[AGENT_AT] + i] = p
        w[w[THREAT] + i] = threat(g, w, p, me, me)
        v[at[HERE] + i] = v[values + place]
        w[w[BACKED] + i] = 0
        w[w[STALE] + i] = 1
        if w[w[STANDING] + p] < 0:
            w[w[STANDING] + p] = i
        row, k = g[WAYS] + kind * g[PLACES] + place, i * g[MOST_OPTIONS]
        for q in range(provinces):
            w[w[ENDS] + i * provinces + q] = 0
        w[w[ENDS] + i * provinces + p] = 1
        for j in range(g[row], g[row + 1]):
            goal = g[g[PROVINCE] + g[j]]
            w[w[OPTION_TO] + k], w[w[OPTION_GOAL] + k] = g[j], goal
            w[w[ROUTE_LONG] + k] = 0
            v[at[OPTION_WORTH] + k] = v[values + g[j]]
            w[w[ENDS] + i * provinces + goal] = 1
            k += 1
        w[w[OPTIONS] + i] = k - i * g[MOST_OPTIONS]
        w[w[SERIAL] + i] = i * g[MOST_OPTIONS] + 1
        put(w, v, at, i, STAY, place, p, -1, -1, v[at[HERE] + i])
        w[w[BOUND] + p * n + w[w[BOUND_LONG] + p]] = i
        w[w[BOUND_LONG] + p] += 1


def put(
    w: list[int],
    v: list[float],
    at: list[int],
    i: int,
    verb: int,
    to: int,
    goal: int,
    helps: int,
    option: int,
    worth: float,
) -> None:
    """Write down what an agent does."""
    w[w[VERB] + i], w[w[TO] + i], w[w[GOAL] + i] = verb, to, goal
    w[w[HELPS] + i], w[w[OPTION] + i] = helps, option
    v[at[ACTION_WORTH] + i] = worth


def encircle(g: list[int], w: list[int], n: int) -> None:
    """For each agent those that could get where it could, itself among them."""
    provinces, most = g[PROVINCES], g[MOST_OPTIONS]
    for i in range(n):
        k = 0
        for j in range(n):
            theirs = w[ENDS] + j * provinces
            shared = w[theirs + w[w[AGENT_AT] + i]] != 0
            for o in range(i * most, i * most + w[w[OPTIONS] + i]):
                if shared:
                    break
                shared = w[theirs + w[w[OPTION_GOAL] + o]] != 0
            if shared:
                w[w[CIRCLE] + i * n + k] = j
                k += 1
        w[w[CIRCLED] + i] = k


def add_routes(g: list[int], w: list[int], v: list[float], at: list[int], n: int) -> None:
    """Further moves of armies, carried by fleets of the same seat."""
    any_fleet = False
    for i in range(n):
        p = w[w[AGENT_AT] + i]
        if w[w[BEARS] + i] >= 0 and g[g[CONVOYS] + p]:
            w[w[FLEET_AT] + p] = i
            any_fleet = True
    if not any_fleet:
        return
    for i in range(n):
        p = w[w[AGENT_AT] + i]
        if g[g[COASTAL] + p] and w[w[SAILS] + i] >= 0:
            found = landings(g, w, i, p)
            take_routes(g, w, v, at, n, i, found)


def fleet_for(g: list[int], w: list[int], i: int, p: int) -> int:
    """The fleet in a province that could carry an agent; -1 if there is none."""
    fleet = w[w[FLEET_AT] + p]
    if fleet >= 0:
        if g[g[CARRIES] + w[w[BEARS] + fleet] * g[KINDS] + w[w[SAILS] + i]]:
            return fleet
    return -1


def landings(g: list[int], w: list[int], i: int, p: int) -> int:
    """The shores that fleets could carry an army to, each with its shortest chain; how many.

    Rows of CHAINS are a shore, how many fleets, and those; first come the chains themselves.
    """
    kind = w[w[AGENT_KIND] + i]
    chains, goals = w[CHAINS], w[SCRATCH]
    ring, found = 0, 0
    for j in range(g[g[WATERS] + p], g[g[WATERS] + p + 1]):
        fleet = fleet_for(g, w, i, g[j])
        if fleet >= 0:
            w[chains + 4 * ring], w[chains + 4 * ring + 1] = 1, fleet
            ring += 1
    first = 0
    for _ in range(LONGEST):
        end = ring
        for c in range(first, end):
            long = w[chains + 4 * c]
            sea = w[w[AGENT_AT] + w[chains + 4 * c + long]]
            for j in range(g[g[WATERS] + sea], g[g[WATERS] + sea + 1]):
                q = g[j]
                fleet = fleet_for(g, w, i, q)
                if g[g[COASTAL] + q]:
                    stands = g[g[INDEX] + kind * g[PLACES] + q] >= 0
                    if q != p and stands and not listed(w, goals, found, q):
                        w[goals + 2 * found], w[goals + 2 * found + 1] = q, c
                        found += 1
                elif fleet >= 0 and long < LONGEST and not chained(w, chains + 4 * c, fleet):
                    for k in range(long + 1):
                        w[chains + 4 * ring + k] = w[chains + 4 * c + k]
                    w[chains + 4 * ring] = long + 1
                    w[chains + 4 * ring + long + 1] = fleet
                    ring += 1
        first = end
    return found


def listed(w: list[int], goals: int, found: int, q: int) -> bool:
    """Whether a shore was found before."""
    for k in range(found):
        if w[goals + 2 * k] == q:
            return True
    return False


def chained(w: list[int], chain: int, fleet: int) -> bool:
    """Whether a fleet is part of a chain."""
    for k in range(w[chain]):
        if w[chain + 1 + k] == fleet:
            return True
    return False


def take_routes(
    g: list[int], w: list[int], v: list[float], at: list[int], n: int, i: int, found: int
) -> None:
    """Add the best landings to what an army may do, if they are better than all marches."""
    values = at[WORTH] + w[w[AGENT_KIND] + i] * g[PLACES]
    options, best = w[w[OPTIONS] + i], 0.0
    for k in range(options):
        worth = v[at[OPTION_WORTH] + i * g[MOST_OPTIONS] + k]
        if k == 0 or worth > best:
            best = worth
    for _ in range(ROUTES):
        top, most = -1, 0.0
        for k in range(found):
            to = w[w[SCRATCH] + 2 * k]
            worth = v[values + to] if to >= 0 else 0.0
            good = to >= 0 and worth > FARTHER * best and worth > v[at[HERE] + i]
            if good and (top < 0 or worth > most):
                top, most = k, worth
        if top < 0:
            return
        to, chain = w[w[SCRATCH] + 2 * top], w[CHAINS] + 4 * w[w[SCRATCH] + 2 * top + 1]
        w[w[SCRATCH] + 2 * top] = -1
        k = i * g[MOST_OPTIONS] + w[w[OPTIONS] + i]
        w[w[OPTIONS] + i] += 1
        w[w[OPTION_TO] + k], w[w[OPTION_GOAL] + k] = to, to
        v[at[OPTION_WORTH] + k] = most
        w[w[ROUTE_LONG] + k] = w[chain]
        for j in range(w[chain]):
            w[w[ROUTE] + LONGEST * k + j] = w[chain + 1 + j]
            join(w, n, i, w[chain + 1 + j])
        for j in range(n):
            if w[w[ENDS] + j * g[PROVINCES] + to]:
                join(w, n, i, j)


def join(w: list[int], n: int, i: int, j: int) -> None:
    """Add a unit to the circle of another, if it is not there."""
    long = w[w[CIRCLED] + i]
    for k in range(long):
        if w[w[CIRCLE] + i * n + k] == j:
            return
    w[w[CIRCLE] + i * n + long] = j
    w[w[CIRCLED] + i] = long + 1
