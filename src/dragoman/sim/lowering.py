"""Lowering: the orders of a movement phase as integers, written down as a fight.

The fight is laid out exactly as `judge.layout` says; every province has a place row, so nothing is
renumbered.
"""

from dragoman.judge.layout import (
    ANY_ROUTE,
    ARRIVE,
    ATTACK,
    CARGO,
    CARRIER_ROW,
    CARRIERS,
    CLASHES,
    CUT,
    CUT_ROW,
    CUTS,
    CUTTER,
    DEFENCE,
    DIRECT,
    ENDS,
    EVERY_ROUTE,
    FLEET,
    FORCE_ROW,
    FORCES,
    GIVER,
    GOAL,
    HEADER,
    LAND_OR_ANY,
    LAND_OR_EVERY,
    LANDING,
    LIGHT,
    LINKS,
    OPEN_MOVES,
    OPEN_SUPPORTS,
    ORIGIN,
    PATH,
    PEACES,
    PLACE,
    PLACE_ROW,
    POINTS,
    POOL,
    QUEUE,
    RECEIVER,
    SIDE,
    SIZE,
    SOLVED,
    STRIKE,
    SUPPORT_ROW,
    SUPPORTS,
    WORTH,
    Ints,
)
from dragoman.sim.codes import (
    ATTACKED,
    CARGO_OF,
    CARRIER_SEA,
    CARRIES,
    CODE,
    CONVOY,
    CONVOYERS,
    CROSSINGS,
    EVERY_WAY,
    INTENT,
    KIND_AT,
    KIND_MASK,
    LISTED,
    MOVE,
    MOVERS,
    NEAR_SEAS,
    NEXT_HERE,
    NEXT_TO,
    NUMBER,
    OVER,
    OWN_OR_VIA,
    PARADOX,
    PLACE_MASK,
    PLACE_WORDS,
    PLACES,
    POWER_AT,
    PROVINCE,
    PROVINCES,
    ROUTED,
    SEA_AT,
    SEA_OF,
    SEA_SEAS,
    SIDES,
    SLOT,
    SPARE,
    STANDS_AT,
    SUPPORT,
    SUPPORT_MOVE,
    SUPPORTERS,
    SUPPORTING,
    SWAP,
    SZYKMAN,
    TO_AT,
    UNIT_AT,
    VERB,
    VIA,
    VIA_ONLY,
    WATER_RULE,
    WEIGHT,
    WHOM_AT,
    WILL,
    WORDS,
    WORK,
)
from dragoman.sim.forces import aided, cargo, friends, muster, strike, support_worth
from dragoman.sim.routes import on_no_route, routes
from dragoman.sim.scouting import CARRIER
from dragoman.sim.sets import clear, drop, empty, first, has, put

ALL_POINTS = 99

MOST_WORTH = 2
"""What a support is worth at most."""


def lower(t: list[int], s: list[int], orders: list[int], x: list[int], d: Ints) -> int:
    """Write the fight of a movement phase; how many forces."""
    work, provinces = t[WORK], t[PROVINCES]
    units, standing, codes = t[work + UNIT_AT], t[work + STANDS_AT], t[work + CODE]
    # 4.A.1: by the old editions a convoy fails as soon as any of its routes does.
    over_sea = EVERY_ROUTE if t[EVERY_WAY] else ANY_ROUTE
    words, heeds_via = t[PLACE_WORDS], t[INTENT] >= OWN_OR_VIA
    n = muster(t, s, orders, x)
    at_places = HEADER + FORCE_ROW * n
    k = at_places + PLACE_ROW * provinces
    # A loop from 0 becomes one memset.
    for j in range(k):
        d[j] = 0
    movers, supporters, convoyers = (
        t[work + MOVERS],
        t[work + SUPPORTERS],
        t[work + CONVOYERS],
    )
    supporting, cargo_of, weights = t[work + SUPPORTING], t[work + CARGO_OF], t[work + WEIGHT]
    province_of, sides, next_to, places = t[PROVINCE], t[SIDES], t[NEXT_TO], t[PLACES]
    for i in range(n):
        p, f = x[standing + i], HEADER + FORCE_ROW * i
        u, o = x[codes + i], orders[x[units + i]]
        weight = x[weights + i]
        x[supporting + i], x[cargo_of + i] = 0, -1
        verb, to = o & VERB, o >> TO_AT
        x[movers], x[supporters], x[convoyers] = i, i, i
        movers += verb == MOVE
        supporters += (verb == SUPPORT) | (verb == SUPPORT_MOVE)
        convoyers += verb == CONVOY
        # Read in any case: what is ordered cannot be predicted.
        there = t[province_of + to]
        goal = there if verb == MOVE else p
        d[f + PLACE] = at_places + PLACE_ROW * p
        d[f + GOAL] = at_places + PLACE_ROW * goal
        d[f + SIDE] = t[sides + (u >> POWER_AT)]
        d[f + ATTACK] = weight
        d[f + DEFENCE] = weight
        d[f + LIGHT] = weight == 0
        row = (u >> KIND_AT & KIND_MASK) * places + (u & PLACE_MASK)
        by_sea = (o & VIA != 0) & heeds_via | (has(t, next_to + row * words, to) == 0)
        d[f + PATH] = over_sea if (verb == MOVE) & by_sea else DIRECT
    listed = t[work + LISTED]
    x[listed], x[listed + 1], x[listed + 2] = movers, supporters, convoyers
    d[CARRIERS] = d[LINKS] = k
    if convoyers > t[work + CONVOYERS]:
        clear(x, t[work + WILL], n * t[WORDS])
        clear(x, t[work + ROUTED], n * t[WORDS])
        pair_convoys(t, orders, x)
        k = lower_paths(t, orders, x, d, k)
    d[SUPPORTS] = k
    k = lower_supports(t, orders, x, d, k)
    d[CUTS] = k
    k = lower_cuts(t, orders, x, d, k)
    d[CLASHES] = k
    if t[CROSSINGS]:
        k = lower_clashes(t, orders, x, d, k)
    supports = (d[CUTS] - d[SUPPORTS]) // SUPPORT_ROW
    d[SOLVED] = 0
    d[FORCES] = HEADER
    d[FORCES + 1] = at_places
    d[PEACES] = k
    k = lower_peaces(t, x, d, k, n)
    d[OPEN_MOVES] = k
    d[OPEN_SUPPORTS] = k + n
    d[QUEUE] = k + n + supports
    pool = k + n + supports + 2 * n
    d[POOL] = pool
    d[SIZE] = pool + fill_pool(d, pool)
    return n


def fill_pool(d: Ints, pool: int) -> int:
    """What supports are worth until they are cut, and then; how long the pool is."""
    d[pool] = 0
    for worth in range(1, MOST_WORTH + 1):
        d[pool + 2 * worth - 1] = worth
        d[pool + 2 * worth] = 0
    for r in range(d[SUPPORTS], d[CUTS], SUPPORT_ROW):
        worth = d[r + WORTH]
        d[r + WORTH] = pool + 2 * worth - 1 if worth else pool
        d[r + POINTS] = worth != 0
    return 1 + 2 * MOST_WORTH


def lower_peaces(t: list[int], x: list[int], d: Ints, k: int, n: int) -> int:
    """Pairs of forces that may share a place; where they end. By default none may."""
    return k


def pair_convoys(t: list[int], orders: list[int], x: list[int]) -> None:
    """Note for each move which fleets were ordered to carry exactly that."""
    work, words = t[WORK], t[WORDS]
    standing, will = t[work + STANDS_AT], t[work + WILL]
    for r in range(t[work + CONVOYERS], x[t[work + LISTED] + 2]):
        i = x[r]
        j = cargo(t, orders, x, i)
        if j >= 0:
            put(x, will + j * words, t[t[SEA_OF] + x[standing + i]])
            x[t[work + CARGO_OF] + i] = j


def lower_paths(t: list[int], orders: list[int], x: list[int], d: Ints, k: int) -> int:
    """How each move that may go by sea travels, and with which fleets; where links end."""
    work, words = t[WORK], t[WORDS]
    will = t[work + WILL]
    for r in range(t[work + MOVERS], x[t[work + LISTED]]):
        i = x[r]
        f = HEADER + FORCE_ROW * i
        p = x[t[work + STANDS_AT] + i]
        if not empty(x, will + i * words, words):
            goal = t[t[PROVINCE] + (orders[x[t[work + UNIT_AT] + i]] >> TO_AT)]
            routes(t, x, will + i * words, p, goal, t[work + ROUTED] + i * words)
            if d[f + PATH] == DIRECT:
                d[f + PATH] = path_near(t, orders, x, d, i)
            if d[f + PATH] != DIRECT:
                k = lower_carriers(t, x, d, k, i, goal)
    d[LINKS] = k
    return lower_links(t, x, d, k)


def path_near(t: list[int], orders: list[int], x: list[int], d: Ints, i: int) -> int:
    """How a move to a neighbor travels that fleets were ordered to carry (4.A.3)."""
    work, words, intent = t[WORK], t[WORDS], t[INTENT]
    if intent == SWAP:
        # Before 1982 a convoy to a neighbor matters only where two units change places.
        back, here = False, d[HEADER + FORCE_ROW * i + PLACE]
        j = x[t[work + SLOT] + t[t[PROVINCE] + (orders[x[t[work + UNIT_AT] + i]] >> TO_AT)]]
        while j >= 0:
            back = back or d[HEADER + FORCE_ROW * j + GOAL] == here
            j = x[t[work + NEXT_HERE] + j]
        if not back or empty(x, t[work + ROUTED] + i * words, words):
            return DIRECT
        return LAND_OR_EVERY if t[EVERY_WAY] else LAND_OR_ANY
    if intent != VIA_ONLY:
        for r in range(t[work + CONVOYERS], x[t[work + LISTED] + 2]):
            fleet = x[r]
            if x[t[work + CARGO_OF] + fleet] == i and friends(t, x, fleet, i):
                return EVERY_ROUTE if t[EVERY_WAY] else ANY_ROUTE
    return DIRECT


def lower_carriers(t: list[int], x: list[int], d: Ints, k: int, i: int, goal: int) -> int:
    """The fleets on the routes of a move; where carriers end."""
    work, words = t[WORK], t[WORDS]
    p, left = x[t[work + STANDS_AT] + i], t[work + SPARE]
    for w in range(words):
        x[left + w] = x[t[work + ROUTED] + i * words + w]
    sea = first(x, left, words)
    while sea >= 0:
        x[t[work + CARRIER_SEA] + (k - d[CARRIERS]) // CARRIER_ROW] = sea
        for j in range(CARRIER_ROW):
            d[k + j] = 0
        d[k + CARGO] = HEADER + FORCE_ROW * i
        fleet = x[t[work + SLOT] + t[t[SEA_AT] + sea]]
        while x[t[work + CARGO_OF] + fleet] != i:
            fleet = x[t[work + NEXT_HERE] + fleet]
        d[k + FLEET] = HEADER + FORCE_ROW * fleet
        boards = has(t, t[NEAR_SEAS] + p * words, sea)
        lands = has(t, t[NEAR_SEAS] + goal * words, sea)
        d[k + ENDS] = (ORIGIN if boards else 0) | (LANDING if lands else 0)
        k += CARRIER_ROW
        sea = first(x, left, words)
    return k


def lower_links(t: list[int], x: list[int], d: Ints, k: int) -> int:
    """Pairs of carriers of one cargo whose fleets touch; where they end."""
    words, seas = t[WORDS], t[t[WORK] + CARRIER_SEA]
    for a in range(d[CARRIERS], d[LINKS], CARRIER_ROW):
        near = t[SEA_SEAS] + x[seas + (a - d[CARRIERS]) // CARRIER_ROW] * words
        for b in range(d[CARRIERS], a, CARRIER_ROW):
            sea = x[seas + (b - d[CARRIERS]) // CARRIER_ROW]
            if d[a + CARGO] == d[b + CARGO] and has(t, near, sea):
                d[k] = a
                d[k + 1] = b
                k += 2
    return k


def lower_supports(t: list[int], orders: list[int], x: list[int], d: Ints, k: int) -> int:
    """Each support that fits what the other unit does; where supports end."""
    work = t[WORK]
    for r in range(t[work + SUPPORTERS], x[t[work + LISTED] + 1]):
        i = x[r]
        receiver = aided(t, orders, x, i)
        if receiver >= 0 and x[t[work + WEIGHT] + i]:
            x[t[work + SUPPORTING] + i] = k
            for j in range(SUPPORT_ROW):
                d[k + j] = 0
            d[k + GIVER] = HEADER + FORCE_ROW * i
            d[k + RECEIVER] = HEADER + FORCE_ROW * receiver
            d[k + WORTH] = support_worth(t, orders, x, i)
            k += SUPPORT_ROW
    return k


def lower_cuts(t: list[int], orders: list[int], x: list[int], d: Ints, k: int) -> int:
    """The attacks that may cut each support; where cuts end."""
    work = t[WORK]
    units, supporting, slots = t[work + UNIT_AT], t[work + SUPPORTING], t[work + SLOT]
    province_of, nexts, weights = t[PROVINCE], t[work + NEXT_HERE], t[work + WEIGHT]
    for r in range(t[work + MOVERS], x[t[work + LISTED]]):
        i = x[r]
        j = x[slots + t[province_of + (orders[x[units + i]] >> TO_AT)]]
        while j >= 0:
            # One's own side never cuts (6.D.20).
            if x[supporting + j] and not friends(t, x, i, j) and x[weights + i]:
                k = lower_cut(t, orders, x, d, k, i, j)
            j = x[nexts + j]
    return k


def lower_cut(
    t: list[int], orders: list[int], x: list[int], d: Ints, k: int, i: int, j: int
) -> int:
    """How many points an attack takes of a support, unless it is spared; where cuts end."""
    work = t[WORK]
    given = orders[x[t[work + UNIT_AT] + j]]
    aim = given >> WHOM_AT & NUMBER
    if given & VERB == SUPPORT_MOVE:
        aim = t[t[PROVINCE] + (given >> TO_AT)]
    if sails(t, x, d, i) and spared(t, orders, x, d, i, j, aim):
        return k
    for c in range(CUT_ROW):
        d[k + c] = 0
    d[k + CUTTER] = HEADER + FORCE_ROW * i
    d[k + CUT] = x[t[work + SUPPORTING] + j]
    # Whom a support is given against cuts it only by dislodging its giver (6.D.15, 6.D.17).
    d[k + STRIKE] = strike(t, x, i) if aim != x[t[work + STANDS_AT] + i] else 0
    d[k + ARRIVE] = ALL_POINTS
    return k + CUT_ROW


def sails(t: list[int], x: list[int], d: Ints, i: int) -> bool:
    """Whether a move goes by sea with fleets that lie on a route for it."""
    work, words = t[WORK], t[WORDS]
    convoys = x[t[work + LISTED] + 2] > t[work + CONVOYERS]
    if not convoys or d[HEADER + FORCE_ROW * i + PATH] == DIRECT:
        return False
    return not empty(x, t[work + ROUTED] + i * words, words)


def spared(
    t: list[int], orders: list[int], x: list[int], d: Ints, a: int, giver: int, aim: int
) -> bool:
    """Whether the paradox rule keeps a convoyed attack from cutting a support aimed there.

    Then no cut is written at all, so the support stands even if the army dislodges its giver
    (6.F.17). Szykman's rule spares none: it undoes knots, in the solver (4.A.2).
    """
    work, words, rule = t[WORK], t[WORDS], t[PARADOX]
    if rule == SZYKMAN:
        return False
    units, sea = t[work + UNIT_AT], t[t[SEA_OF] + aim]
    attacks = orders[x[units + giver]] & VERB == SUPPORT_MOVE
    kind = x[t[work + CODE] + giver] >> KIND_AT & KIND_MASK
    at_sea = t[t[CARRIES] + kind] == CARRIER
    mine = t[work + ROUTED] + a * words
    if rule == ATTACKED:
        return at_sea and attacks and sea >= 0 and has(x, mine, sea)
    if rule == WATER_RULE:
        return at_sea and sea >= 0 and is_convoying(t, x, d, sea)
    if not attacks or sea < 0 or not has(x, mine, sea):
        return False
    fleets = t[work + SPARE]
    for w in range(words):
        x[fleets + w] = x[mine + w]
    drop(x, fleets, sea)
    goal = t[t[PROVINCE] + (orders[x[units + a]] >> TO_AT)]
    return on_no_route(t, x, fleets, x[t[work + STANDS_AT] + a], goal, fleets + words)


def is_convoying(t: list[int], x: list[int], d: Ints, sea: int) -> bool:
    """Whether a fleet in this sea lies on the route of any move that goes by sea."""
    seas = t[t[WORK] + CARRIER_SEA]
    for c in range((d[LINKS] - d[CARRIERS]) // CARRIER_ROW):
        if x[seas + c] == sea:
            return True
    return False


def lower_clashes(t: list[int], orders: list[int], x: list[int], d: Ints, k: int) -> int:
    """Pairs of moves over different borders of one crossing; where they end."""
    work, at = t[WORK], t[t[WORK] + LISTED] + 3
    n = 0
    for r in range(t[work + MOVERS], x[t[work + LISTED]]):
        i = x[r]
        u, to = x[t[work + CODE] + i], orders[x[t[work + UNIT_AT] + i]] >> TO_AT
        row = t[OVER] + (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
        if d[HEADER + FORCE_ROW * i + PATH] == DIRECT and x[t[work + WEIGHT] + i]:
            for j in range(t[row], t[row + 1], 3):
                if t[j] == to:
                    for e in range(at, at + 3 * n, 3):
                        if x[e + 1] == t[j + 1] and x[e + 2] != t[j + 2]:
                            d[k] = HEADER + FORCE_ROW * i
                            d[k + 1] = HEADER + FORCE_ROW * x[e]
                            k += 2
                    x[at + 3 * n], x[at + 3 * n + 1], x[at + 3 * n + 2] = i, t[j + 1], t[j + 2]
                    n += 1
    return k
