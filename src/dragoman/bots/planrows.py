"""From a game as the arena keeps it to a plan's agents, and from their plan to its orders."""

from dragoman.bots.planfield import (
    AGENT_AT,
    AGENT_KIND,
    AGENT_PART,
    AGENT_PLACE,
    AGENT_SECOND,
    AGENT_UNIT,
    BEARS,
    FORCE,
    GOAL,
    GUARDED,
    GUARDS,
    HALVES,
    HELPS,
    KINDS,
    OPTION,
    OWNED,
    PARTY,
    PLACES,
    PROVINCE,
    PROVINCES,
    ROUTE_LONG,
    SAILS,
    SCRATCH,
    SHARED,
    STANDS,
    STRENGTH,
    TO,
    TRADE,
    TWOFOLD,
    VERB,
    WAYS,
    WEIGHTS,
    press,
)
from dragoman.bots.planloops import CONVOY, MOVE, lends_to
from dragoman.sim.codes import (
    BY_AT,
    COLUMNS,
    COUNT_CELLS,
    ID,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    OWNER,
    PART_AT,
    PLACE_MASK,
    POWER_AT,
    TO_AT,
    TURN,
    UNITS,
    WHOM_AT,
)
from dragoman.sim.codes import CONVOY as ORDER_CONVOY
from dragoman.sim.codes import MOVE as ORDER_MOVE
from dragoman.sim.codes import SUPPORT as ORDER_SUPPORT
from dragoman.sim.codes import SUPPORT_MOVE as ORDER_SUPPORT_MOVE


def survey(g: list[int], s: list[int], w: list[int]) -> None:
    """What a game is like before anybody orders."""
    provinces, n = g[PROVINCES], 0
    for p in range(provinces):
        u = s[UNITS + p]
        w[w[OWNED] + p] = party_of(g, s, s[UNITS + OWNER * provinces + p])
        w[w[GUARDED] + p] = party_of(g, s, u >> POWER_AT)
        w[w[GUARDS] + p] = w[w[WEIGHTS] + p] if u else 0
        if u:
            w[w[STANDS] + n] = (u >> KIND_AT & KIND_MASK) * g[PLACES] + (u & PLACE_MASK)
            w[w[PARTY] + n] = w[w[GUARDED] + p]
            w[w[FORCE] + n] = w[w[WEIGHTS] + p]
            n += 1
    press(g, w, n)


def party_of(g: list[int], s: list[int], power: int) -> int:
    """The party of a power: itself, or its seat where seats hold several."""
    return s[UNITS + COLUMNS * g[PROVINCES] + power] if g[SHARED] else power


def enlist(g: list[int], s: list[int], w: list[int], v: list[float], at: list[int], me: int) -> int:
    """A party's units as agents, in the order in which it is asked for them; how many.

    One that two orders may divide is two agents.
    """
    provinces, listed, n = g[PROVINCES], w[SCRATCH], 0
    for p in range(provinces):
        if s[UNITS + p] and party_of(g, s, s[UNITS + p] >> POWER_AT) == me:
            k = n
            while k and comes_after(s, provinces, w[listed + k - 1], p):
                w[listed + k] = w[listed + k - 1]
                k -= 1
            w[listed + k] = p
            n += 1
    agents = 0
    for k in range(n):
        p = w[listed + k]
        parts = 2 if w[w[TWOFOLD] + p] else 1
        for part in range(parts):
            w[w[AGENT_AT] + agents], w[w[AGENT_UNIT] + agents] = p, k
            w[w[AGENT_SECOND] + agents] = part
            v[at[STRENGTH] + agents] = w[w[WEIGHTS] + p] / parts
            equip(g, w, agents, s[UNITS + p], part, parts)
            agents += 1
    return agents


def equip(g: list[int], w: list[int], i: int, u: int, part: int, parts: int) -> None:
    """The kind and place of an agent, and what it is as a fleet and as cargo."""
    kind, place = u >> KIND_AT & KIND_MASK, u & PLACE_MASK
    row = kind * g[PLACES] + place
    if parts > 1:
        row = g[g[HALVES] + 2 * row + part]
    own = row // g[PLACES]
    w[w[AGENT_KIND] + i], w[w[AGENT_PLACE] + i] = own, row % g[PLACES]
    w[w[AGENT_PART] + i] = part + 1 if own != kind else 0
    w[w[BEARS] + i] = kind if g[g[TRADE] + kind] else -1
    sails = own == kind and g[g[TRADE] + g[KINDS] + own] != 0
    w[w[SAILS] + i] = own if sails else -1


def comes_after(s: list[int], provinces: int, q: int, p: int) -> bool:
    """Whether the unit in a province comes after that in another: by its power, then as listed."""
    theirs, power = s[UNITS + q] >> POWER_AT, s[UNITS + p] >> POWER_AT
    if theirs != power:
        return theirs > power
    return later(s, provinces, q, s[UNITS + TURN * provinces + p], s[UNITS + ID * provinces + p])


def later(s: list[int], provinces: int, p: int, turn: int, number: int) -> bool:
    """Whether the unit in a province is listed after another."""
    theirs = s[UNITS + TURN * provinces + p]
    return theirs > turn or (theirs == turn and s[UNITS + ID * provinces + p] > number)


def write(g: list[int], w: list[int], n: int, orders: list[int]) -> None:
    """What the units do, as orders by their provinces; second ones in a block of their own."""
    for i in range(n):
        p, order = w[w[AGENT_AT] + i], order_of(g, w, i)
        if w[w[AGENT_SECOND] + i] == 0:
            orders[p] = order
        elif order != orders[p]:
            orders[g[PROVINCES] + COUNT_CELLS + p] = order | 1 << BY_AT


def follow(
    g: list[int], s: list[int], w: list[int], n: int, kind: int, u: int, me: int, orders: list[int]
) -> None:
    """What a guest does: what the unit does that it is with, else it goes to join one."""
    p, power = u & PLACE_MASK, u >> POWER_AT
    to = p
    if s[UNITS + p] >> POWER_AT == power:
        for i in range(n):
            if w[w[AGENT_AT] + i] == p and w[w[VERB] + i] == MOVE:
                to = along(g, kind, p, w[w[GOAL] + i])
    else:
        to = approach(g, s, w, n, kind, p, power)
    orders[me] = me << ME_AT
    if to != p:
        orders[me] = ORDER_MOVE | me << ME_AT | to << TO_AT


def along(g: list[int], kind: int, p: int, goal: int) -> int:
    """Where a guest goes with a unit: to the same province if it gets there by itself."""
    row = g[WAYS] + kind * g[PLACES] + p
    for j in range(g[row], g[row + 1]):
        if g[g[PROVINCE] + g[j]] == goal:
            return g[j]
    return p


def approach(
    g: list[int], s: list[int], w: list[int], n: int, kind: int, start: int, power: int
) -> int:
    """The first step on the shortest way to where a unit of the same power will be."""
    provinces, queue = g[PROVINCES], w[SCRATCH]
    steps, long, done = queue + provinces, 1, 0
    for p in range(provinces):
        w[steps + p] = -1
    w[queue], w[steps + start] = start, start
    while done < long:
        p = w[queue + done]
        done += 1
        for i in range(n):
            if w[w[GOAL] + i] == p and s[UNITS + w[w[AGENT_AT] + i]] >> POWER_AT == power:
                return w[steps + p]
        row = g[WAYS] + kind * g[PLACES] + p
        for j in range(g[row], g[row + 1]):
            if w[steps + g[j]] < 0:
                w[steps + g[j]] = g[j] if p == start else w[steps + p]
                w[queue + long] = g[j]
                long += 1
    return start


def order_of(g: list[int], w: list[int], i: int) -> int:
    """What an agent does, as an order of its unit."""
    verb, other = w[w[VERB] + i], w[w[HELPS] + i]
    me = w[w[AGENT_AT] + i] << ME_AT | w[w[AGENT_PART] + i] << PART_AT
    if verb == MOVE:
        return ORDER_MOVE | me | w[w[TO] + i] << TO_AT
    if other < 0:
        return me
    whom, theirs = w[w[AGENT_AT] + other] << WHOM_AT, w[w[TO] + other] << TO_AT
    moves = w[w[VERB] + other] == MOVE
    if verb == CONVOY:
        carried = moves and w[w[ROUTE_LONG] + w[w[OPTION] + other]] > 0
        agreed = carried and w[w[TO] + other] == w[w[TO] + i]
        return ORDER_CONVOY | me | whom | theirs if agreed else me
    if not lends_to(g, w, i, w[w[GOAL] + other]):
        return me
    return ORDER_SUPPORT_MOVE | me | whom | theirs if moves else ORDER_SUPPORT | me | whom
