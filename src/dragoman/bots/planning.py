"""The plan itself as plain loops: one unit after the other does what is best given the rest.

Every action has a serial number: what is done anew is another action even if it is alike, as it is
for `plan.ActionPlan`, so that lists are changed in the same order and sums come out the same.
"""

from dragoman.bots.plan import (
    ASSAULTS,
    GAIN,
    MOST_HELPERS,
    SWEEPS,
)
from dragoman.bots.planfield import (
    AGENT_AT,
    AGENT_PLACE,
    AGENT_UNIT,
    BACKED,
    BACKERS,
    BOUND,
    BOUND_LONG,
    CIRCLE,
    CIRCLED,
    EARLIER,
    GOAL,
    HELPS,
    HERE,
    MARKED,
    MOST_OPTIONS,
    NEARBY,
    OPTION,
    OPTION_GOAL,
    OPTION_TO,
    OPTION_WORTH,
    OPTIONS,
    ORDER,
    ROUTE,
    ROUTE_LONG,
    SCRATCH,
    SERIAL,
    STALE,
    TO,
    VERB,
)
from dragoman.bots.planhopes import hopes, hopes_now, resists
from dragoman.bots.planloops import (
    CONVOY,
    LONGEST,
    MOVE,
    STAY,
    SUPPORT,
    add_routes,
    encircle,
    lends_to,
    put,
    settle,
)

FIRST_SERIAL = 1 << 20
"""Serial numbers below are those of staying and of options: agent * most options + option + 2."""


def note(w: list[int], near: int, i: int) -> int:
    """Note a unit, if it was not noted before; how many are."""
    if i < 0 or w[w[MARKED] + i]:
        return near
    w[w[MARKED] + i] = 1
    w[w[NEARBY] + near] = i
    return near + 1


def note_bound(w: list[int], n: int, near: int, p: int) -> int:
    """Note all units that want to be in a province."""
    for k in range(w[w[BOUND_LONG] + p]):
        near = note(w, near, w[w[BOUND] + p * n + k])
    return near


def touched(w: list[int], n: int, near: int, i: int, goal: int, helps: int, option: int) -> int:
    """Note all units whose hopes depend on what a unit does now and what it would do."""
    now = w[w[OPTION] + i] if w[w[VERB] + i] == MOVE else -1
    near = note(w, near, i)
    fleets = w[SCRATCH]
    count = 0
    for taken in range(2):
        chosen = option if taken else now
        if chosen >= 0:
            for k in range(w[w[ROUTE_LONG] + chosen]):
                w[fleets + count] = w[w[ROUTE] + LONGEST * chosen + k]
                count += 1
    for k in range(count):
        near = note(w, near, w[fleets + k])
    for k in range(count):
        near = note(w, near, w[w[HELPS] + w[fleets + k]])
    near = note(w, near, w[w[HELPS] + i])
    near = note(w, near, helps)
    near = note_bound(w, n, near, goal)
    near = note_bound(w, n, near, w[w[GOAL] + i])
    near = note_bound(w, n, near, w[w[AGENT_AT] + i])
    for k in range(count):
        near = note_bound(w, n, near, w[w[GOAL] + w[fleets + k]])
        near = note_bound(w, n, near, w[w[AGENT_AT] + w[fleets + k]])
    return near


def unmark(w: list[int], near: int) -> None:
    """Forget which units were noted, but not in which order."""
    for k in range(near):
        w[w[MARKED] + w[w[NEARBY] + k]] = 0


def upset(w: list[int], near: int) -> None:
    """Forget what the units that were noted could expect, for one of them does something else."""
    unmark(w, near)
    for k in range(near):
        w[w[STALE] + w[w[NEARBY] + k]] = 1


def leave(w: list[int], rows: int, longs: int, row: int, n: int, i: int) -> None:
    """Take a unit out of a list, the others staying in their order."""
    k, long = 0, w[longs + row]
    while w[rows + row * n + k] != i:
        k += 1
    for j in range(k, long - 1):
        w[rows + row * n + j] = w[rows + row * n + j + 1]
    w[longs + row] = long - 1


def enter(w: list[int], rows: int, longs: int, row: int, n: int, i: int) -> None:
    """Put a unit at the end of a list."""
    w[rows + row * n + w[longs + row]] = i
    w[longs + row] += 1


def do(
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    i: int,
    serial: int,
    verb: int,
    to: int,
    goal: int,
    helps: int,
    option: int,
    worth: float,
) -> None:
    """Let a unit do something else."""
    if w[w[SERIAL] + i] == serial:
        return
    if w[w[GOAL] + i] != goal:
        leave(w, w[BOUND], w[BOUND_LONG], w[w[GOAL] + i], n, i)
        enter(w, w[BOUND], w[BOUND_LONG], goal, n, i)
    if w[w[VERB] + i] == SUPPORT:
        leave(w, w[BACKERS], w[BACKED], w[w[HELPS] + i], n, i)
        w[w[STALE] + w[w[HELPS] + i]] = 1
    if verb == SUPPORT:
        enter(w, w[BACKERS], w[BACKED], helps, n, i)
        w[w[STALE] + helps] = 1
    put(w, v, at, i, verb, to, goal, helps, option, worth)
    w[w[SERIAL] + i] = serial


def act(
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    i: int,
    serial: int,
    verb: int,
    to: int,
    goal: int,
    helps: int,
    option: int,
    worth: float,
) -> None:
    """Let a unit do something else, and fleets carry it if it needs them."""
    if w[w[SERIAL] + i] == serial:
        return
    do(w, v, at, n, i, serial, verb, to, goal, helps, option, worth)
    if verb == MOVE:
        for k in range(w[w[ROUTE_LONG] + option]):
            fleet = w[w[ROUTE] + LONGEST * option + k]
            w[w[ORDER] + n] += 1
            new = w[w[ORDER] + n]
            p = w[w[AGENT_AT] + fleet]
            do(w, v, at, n, fleet, new, CONVOY, to, p, i, -1, v[at[HERE] + fleet])
        if w[w[ROUTE_LONG] + option]:
            # Fleets may carry again that had left, even after a mere trial.
            for k in range(n):
                w[w[STALE] + k] = 1


def keep(w: list[int], v: list[float], at: list[int], slot: int, i: int) -> None:
    """Remember what a unit does."""
    row = w[EARLIER] + 8 * slot
    w[row], w[row + 1], w[row + 2] = i, w[w[SERIAL] + i], w[w[VERB] + i]
    w[row + 3], w[row + 4] = w[w[TO] + i], w[w[GOAL] + i]
    w[row + 5], w[row + 6] = w[w[HELPS] + i], w[w[OPTION] + i]


def restore(w: list[int], v: list[float], at: list[int], n: int, slot: int) -> None:
    """Let a unit do again what was remembered; what it is worth is known by what it is."""
    row = w[EARLIER] + 8 * slot
    i, verb, option = w[row], w[row + 2], w[row + 6]
    worth = v[at[OPTION_WORTH] + option] if verb == MOVE else v[at[HERE] + i]
    act(w, v, at, n, i, w[row + 1], verb, w[row + 3], w[row + 4], w[row + 5], option, worth)


def gain(
    g: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    i: int,
    serial: int,
    verb: int,
    to: int,
    goal: int,
    helps: int,
    option: int,
    worth: float,
) -> float:
    """How much more all can hope for if a unit does something else."""
    near = touched(w, n, 0, i, goal, helps, option)
    unmark(w, near)
    before = hopes_now(g, w, v, at, n, near)
    keep(w, v, at, 0, i)
    long = w[w[ROUTE_LONG] + option] if verb == MOVE else 0
    for k in range(long):
        keep(w, v, at, 1 + k, w[w[ROUTE] + LONGEST * option + k])
    act(w, v, at, n, i, serial, verb, to, goal, helps, option, worth)
    after = hopes(g, w, v, at, n, near)
    restore(w, v, at, n, 0)
    for k in range(long):
        restore(w, v, at, n, 1 + k)
    return after - before


def improve_one(g: list[int], w: list[int], v: list[float], at: list[int], n: int, i: int) -> bool:
    """Whether a unit found something better to do."""
    p, here = w[w[AGENT_AT] + i], v[at[HERE] + i]
    place, first = w[w[AGENT_PLACE] + i], i * g[MOST_OPTIONS]
    was = w[w[SERIAL] + i]
    best, most = -3, GAIN
    for k in range(-1, w[w[OPTIONS] + i]):
        serial, option = first + k + 2, first + k
        if serial != was:
            if k < 0:
                more = gain(g, w, v, at, n, i, serial, STAY, place, p, -1, -1, here)
            else:
                to, goal = w[w[OPTION_TO] + option], w[w[OPTION_GOAL] + option]
                worth = v[at[OPTION_WORTH] + option]
                more = gain(g, w, v, at, n, i, serial, MOVE, to, goal, -1, option, worth)
            if more > most:
                best, most = k, more
    aided, aids = -1, 0
    for k in range(w[w[CIRCLED] + i]):
        other = w[w[CIRCLE] + i * n + k]
        goal = w[w[GOAL] + other]
        apart = w[w[AGENT_UNIT] + other] != w[w[AGENT_UNIT] + i]
        if apart and goal != p and lends_to(g, w, i, goal):
            w[w[ORDER] + n] += 1
            serial = w[w[ORDER] + n]
            more = gain(g, w, v, at, n, i, serial, SUPPORT, place, p, other, -1, here)
            if more > most:
                best, most, aided, aids = -2, more, other, serial
    if best == -3:
        return False
    if best == -2:
        upset(w, touched(w, n, 0, i, p, aided, -1))
        act(w, v, at, n, i, aids, SUPPORT, place, p, aided, -1, here)
    elif best == -1:
        upset(w, touched(w, n, 0, i, p, -1, -1))
        act(w, v, at, n, i, first + 1, STAY, place, p, -1, -1, here)
    else:
        k = first + best
        to, goal = w[w[OPTION_TO] + k], w[w[OPTION_GOAL] + k]
        upset(w, touched(w, n, 0, i, goal, -1, k))
        act(w, v, at, n, i, k + 2, MOVE, to, goal, -1, k, v[at[OPTION_WORTH] + k])
    return True


def try_assault(
    g: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    i: int,
    option: int,
) -> bool:
    """Whether a move with one supporter after the other is better than what was planned."""
    goal, to = w[w[OPTION_GOAL] + option], w[w[OPTION_TO] + option]
    helpers, count = w[ORDER] + n + 1, 0
    for k in range(w[w[CIRCLED] + i]):
        other = w[w[CIRCLE] + i * n + k]
        fits = w[w[AGENT_UNIT] + other] != w[w[AGENT_UNIT] + i] and w[w[AGENT_AT] + other] != goal
        if count < MOST_HELPERS and fits and lends_to(g, w, other, goal):
            w[helpers + count] = other
            count += 1
    if count == 0:
        return False
    near = touched(w, n, 0, i, goal, -1, option)
    for k in range(count):
        other = w[helpers + k]
        near = touched(w, n, near, other, w[w[AGENT_AT] + other], i, -1)
    unmark(w, near)
    before = hopes_now(g, w, v, at, n, near)
    for k in range(near):
        keep(w, v, at, k, w[w[NEARBY] + k])
    first = w[w[ORDER] + n] + 1
    w[w[ORDER] + n] += count
    found, most = 0, before + GAIN
    worth = v[at[OPTION_WORTH] + option]
    act(w, v, at, n, i, option + 2, MOVE, to, goal, -1, option, worth)
    for k in range(count):
        aid(w, v, at, n, w[helpers + k], first + k, i)
        score = hopes(g, w, v, at, n, near)
        if score > most:
            most, found = score, k + 1
    for k in range(near):
        restore(w, v, at, n, k)
    if found:
        upset(w, near)
        act(w, v, at, n, i, option + 2, MOVE, to, goal, -1, option, worth)
        for k in range(found):
            aid(w, v, at, n, w[helpers + k], first + k, i)
    return found > 0


def aid(
    w: list[int], v: list[float], at: list[int], n: int, i: int, serial: int, whom: int
) -> None:
    """Let a unit support another."""
    p, place = w[w[AGENT_AT] + i], w[w[AGENT_PLACE] + i]
    act(w, v, at, n, i, serial, SUPPORT, place, p, whom, -1, v[at[HERE] + i])


def improve(
    g: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    order: list[int],
) -> None:
    """Let one unit after the other do what is best given the rest, until nothing changes."""
    for sweep in range(SWEEPS):
        changed = False
        for k in range(n):
            changed = improve_one(g, w, v, at, n, order[k]) or changed
        if sweep < ASSAULTS:
            for k in range(n):
                i = order[k]
                for j in range(w[w[OPTIONS] + i]):
                    option = i * g[MOST_OPTIONS] + j
                    if w[w[ROUTE_LONG] + option] == 0:
                        if resists(w, w[w[OPTION_GOAL] + option]):
                            changed = try_assault(g, w, v, at, n, i, option) or changed
        if not changed:
            return


def plan(
    g: list[int],
    w: list[int],
    v: list[float],
    at: list[int],
    n: int,
    me: int,
    order: list[int],
) -> None:
    """Plan what the agents of a party do together, their places being valued."""
    settle(g, w, v, at, n, me)
    for i in range(n):
        w[w[MARKED] + i] = 0
    w[w[ORDER] + n] = FIRST_SERIAL
    encircle(g, w, n)
    add_routes(g, w, v, at, n)
    improve(g, w, v, at, n, order)
