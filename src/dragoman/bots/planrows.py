"""From a game as the arena keeps it to a plan's agents, and from their plan to its orders."""

from dragoman.bots.planfield import (
    AGENT_AT,
    AGENT_KIND,
    AGENT_PLACE,
    AGENT_SECOND,
    AGENT_UNIT,
    BEARS,
    FORCE,
    GOAL,
    GUARDED,
    GUARDS,
    HELPS,
    KINDS,
    OPTION,
    OWNED,
    PARTY,
    PLACES,
    PROVINCES,
    ROUTE_LONG,
    SAILS,
    SHARED,
    STANDS,
    STRENGTH,
    TO,
    TRADE,
    VERB,
    press,
)
from dragoman.bots.planloops import CONVOY, MOVE, lends_to
from dragoman.sim.codes import (
    COLUMNS,
    ID,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    OWNER,
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
    """What a game is like before anybody orders; every unit has the strength one."""
    provinces, n = g[PROVINCES], 0
    for p in range(provinces):
        u = s[UNITS + p]
        w[w[OWNED] + p] = party_of(g, s, s[UNITS + OWNER * provinces + p])
        w[w[GUARDED] + p] = party_of(g, s, u >> POWER_AT)
        w[w[GUARDS] + p] = u != 0
        if u:
            w[w[STANDS] + n] = (u >> KIND_AT & KIND_MASK) * g[PLACES] + (u & PLACE_MASK)
            w[w[PARTY] + n] = w[w[GUARDED] + p]
            w[w[FORCE] + n] = 1
            n += 1
    press(g, w, n)


def party_of(g: list[int], s: list[int], power: int) -> int:
    """The party of a power: itself, or its seat where seats hold several."""
    return s[UNITS + COLUMNS * g[PROVINCES] + power] if g[SHARED] else power


def enlist(g: list[int], s: list[int], w: list[int], v: list[float], at: list[int], me: int) -> int:
    """A party's units as agents, in the order in which it is asked for them; how many."""
    provinces, agents, n = g[PROVINCES], w[AGENT_AT], 0
    for p in range(provinces):
        if s[UNITS + p] and party_of(g, s, s[UNITS + p] >> POWER_AT) == me:
            k = n
            while k and comes_after(s, provinces, w[agents + k - 1], p):
                w[agents + k] = w[agents + k - 1]
                k -= 1
            w[agents + k] = p
            n += 1
    for i in range(n):
        u = s[UNITS + w[agents + i]]
        kind = u >> KIND_AT & KIND_MASK
        w[w[AGENT_KIND] + i], w[w[AGENT_PLACE] + i] = kind, u & PLACE_MASK
        w[w[AGENT_UNIT] + i], w[w[AGENT_SECOND] + i] = i, 0
        w[w[BEARS] + i] = kind if g[g[TRADE] + kind] else -1
        w[w[SAILS] + i] = kind if g[g[TRADE] + g[KINDS] + kind] else -1
        v[at[STRENGTH] + i] = 1.0
    return n


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
    """What the units do, as orders by their provinces."""
    for i in range(n):
        p, verb, other = w[w[AGENT_AT] + i], w[w[VERB] + i], w[w[HELPS] + i]
        me = p << ME_AT
        orders[p] = me
        if verb == MOVE:
            orders[p] = ORDER_MOVE | me | w[w[TO] + i] << TO_AT
        elif other >= 0:
            whom, theirs = w[w[AGENT_AT] + other] << WHOM_AT, w[w[TO] + other] << TO_AT
            moves = w[w[VERB] + other] == MOVE
            if verb == CONVOY:
                carried = moves and w[w[ROUTE_LONG] + w[w[OPTION] + other]] > 0
                if carried and w[w[TO] + other] == w[w[TO] + i]:
                    orders[p] = ORDER_CONVOY | me | whom | theirs
            elif lends_to(g, w, i, w[w[GOAL] + other]):
                orders[p] = ORDER_SUPPORT | me | whom
                if moves:
                    orders[p] = ORDER_SUPPORT_MOVE | me | whom | theirs
