"""What `greedy` plans for the units of a seat, as plain loops on integers and fractions.

The same as `worth.Worth` and `plan.ActionPlan` on boards where every unit has the strength one, in
the same order of every sum; a test holds both to the same orders. `g` is the board, `s` the game as
`sim.codes` lays it out, `w` and `v` room to work in. See `swift` for what is where.
"""

from dragoman.bots.plan import (
    FARTHER,
    ROUTES,
)
from dragoman.bots.worth import GUARD, GUARD_MORE, GUARD_MOST, LEADER, NEUTRAL, RIVAL, SAFE
from dragoman.sim.codes import (
    ID,
    KIND_AT,
    KIND_MASK,
    OWNER,
    PLACE_MASK,
    POWER_AT,
    TURN,
    UNITS,
)

# The header of g: sizes, then where each block begins.
(
    PROVINCES,
    PLACES,
    POWERS,
    KINDS,
    WIN_AT,
    PROVINCE,
    CENTER,
    COASTAL,
    CONVOYS,
    CARRIER,
    CARGO,
    SIZE,
    GROUND,
    INDEX,
    NEAR,
    AFOOT,
    WAYS,
    LENDS,
    WATERS,
) = range(19)
G_HEAD = 19

# Room: where each part of w begins is in w itself; so for v.
(
    PRESSURE,
    SIZES,
    AGENT_AT,
    UNIT_CODE,
    THREAT,
    SERIAL,
    VERB,
    TO,
    GOAL,
    HELPS,
    OPTION,
    OPTIONS,
    OPTION_TO,
    OPTION_GOAL,
    ROUTE_LONG,
    ROUTE,
    ENDS,
    CIRCLE,
    CIRCLED,
    BACKERS,
    BACKED,
    BOUND,
    BOUND_LONG,
    NEARBY,
    MARKED,
    EARLIER,
    CHAINS,
    FLEET_AT,
    SCRATCH,
    ORDER,
) = range(30)
W_HEAD = 30
(LIGHT, HELD, SPREAD, BEFORE, WORTH, HERE, OPTION_WORTH, ACTION_WORTH, FOUND_WORTH) = range(9)

STAY, MOVE, SUPPORT, CONVOY = range(4)
MOST_OPTIONS, LONGEST = 40, 3


def press(g: list[int], s: list[int], w: list[int]) -> None:
    """How many units of each power could come to each province, and how many centers it has."""
    provinces, powers = g[PROVINCES], g[POWERS]
    pressure, sizes = w[PRESSURE], w[SIZES]
    for k in range(provinces * (powers + 1)):
        w[pressure + k] = 0
    for k in range(powers + 1):
        w[sizes + k] = 0
    for p in range(provinces):
        w[sizes + s[UNITS + OWNER * provinces + p]] += 1
        u = s[UNITS + p]
        if u:
            row = g[WAYS] + (u >> KIND_AT & KIND_MASK) * g[PLACES] + (u & PLACE_MASK)
            seen = -1
            for j in range(g[row], g[row + 1]):
                a = g[g[PROVINCE] + g[j]]
                if a != seen:
                    w[pressure + a * (powers + 1) + (u >> POWER_AT)] += 1
                seen = a


def threat(g: list[int], w: list[int], p: int, me: int, but: int) -> int:
    """The most units that one other power than two could bring to a province."""
    most, row = 0, w[PRESSURE] + p * (g[POWERS] + 1)
    for power in range(1, g[POWERS] + 1):
        if power != me and power != but and w[row + power] > most:
            most = w[row + power]
    return most


def shine(
    g: list[int], s: list[int], w: list[int], v: list[float], at: list[int], me: int, first: float
) -> None:
    """The light of every center to a power; where it stands itself the light does not spread."""
    provinces, light, held = g[PROVINCES], at[LIGHT], at[HELD]
    for p in range(provinces):
        v[light + p] = v[held + p] = 0.0
        if g[g[CENTER] + p]:
            owner = s[UNITS + OWNER * provinces + p]
            bright = NEUTRAL
            if owner == me:
                danger = threat(g, w, p, me, me)
                bright = SAFE
                if danger:
                    bright = GUARD + GUARD_MORE * min(danger, GUARD_MOST)
            elif owner:
                part = w[w[SIZES] + owner] / max(1, g[WIN_AT])
                bright = RIVAL + LEADER * (part * part)
            if s[UNITS + p] >> POWER_AT == me:
                v[held + p] = bright * first
            else:
                v[light + p] = bright


def spread(
    g: list[int],
    v: list[float],
    at: list[int],
    fades: list[float],
    kind: int,
    steps: int,
    usual: float,
) -> None:
    """The light that reaches each place of a kind's ground, by steps of one of two sorts."""
    size, ground, near = g[g[SIZE] + kind], g[g[GROUND] + kind], g[g[steps] + kind]
    now, then = at[SPREAD], at[BEFORE]
    for k in range(size):
        v[now + k] = v[at[LIGHT] + g[g[PROVINCE] + g[ground + k]]]
        v[then + k] = fades[0] * v[now + k]
    for step in range(1, len(fades)):
        for k in range(size):
            total = 0.0
            for j in range(g[near + k], g[near + k + 1]):
                total += v[now + g[j]]
            v[then + size + k] = (v[now + k] + total) / usual
        for k in range(size):
            v[now + k] = v[then + size + k]
            v[then + k] += fades[step] * v[now + k]


def blur(
    g: list[int], v: list[float], at: list[int], kind: int, mood: float, noise: list[float]
) -> None:
    """The worth of every place to a kind of unit: the light that reaches it, blurred."""
    ground, then, sums = g[g[GROUND] + kind], at[BEFORE], at[WORTH] + kind * g[PLACES]
    for k in range(g[g[SIZE] + kind]):
        place = g[ground + k]
        worth = v[then + k] + v[at[HELD] + g[g[PROVINCE] + place]]
        v[sums + place] = worth * (1 + mood * (2 * noise[k] - 1))


def enlist(g: list[int], s: list[int], w: list[int], me: int) -> int:
    """A power's units in the order in which the position lists them; how many."""
    provinces, agents, n = g[PROVINCES], w[AGENT_AT], 0
    for p in range(provinces):
        if s[UNITS + p] >> POWER_AT == me:
            turn, number = s[UNITS + TURN * provinces + p], s[UNITS + ID * provinces + p]
            k = n
            while k and later(s, provinces, w[agents + k - 1], turn, number):
                w[agents + k] = w[agents + k - 1]
                k -= 1
            w[agents + k] = p
            n += 1
    return n


def later(s: list[int], provinces: int, p: int, turn: int, number: int) -> bool:
    """Whether the unit in a province is listed after another."""
    theirs = s[UNITS + TURN * provinces + p]
    return theirs > turn or (theirs == turn and s[UNITS + ID * provinces + p] > number)


def lends_to(g: list[int], code: int, p: int) -> bool:
    """Whether a unit could lend support into a province."""
    row = (code >> KIND_AT & KIND_MASK) * g[PLACES] + (code & PLACE_MASK)
    words = (g[PROVINCES] + 31) >> 5
    return g[g[LENDS] + row * words + (p >> 5)] >> (p & 31) & 1 != 0


def settle(
    g: list[int], s: list[int], w: list[int], v: list[float], at: list[int], n: int, me: int
) -> None:
    """Everything about each unit that does not depend on the others; all stay where they are."""
    provinces = g[PROVINCES]
    for p in range(provinces):
        w[w[BOUND_LONG] + p] = 0
        w[w[FLEET_AT] + p] = -1
    for i in range(n):
        p = w[w[AGENT_AT] + i]
        u = s[UNITS + p]
        kind, place = u >> KIND_AT & KIND_MASK, u & PLACE_MASK
        values = at[WORTH] + kind * g[PLACES]
        w[w[UNIT_CODE] + i] = u
        w[w[THREAT] + i] = threat(g, w, p, me, me)
        v[at[HERE] + i] = v[values + place]
        w[w[BACKED] + i] = 0
        row, k = g[WAYS] + kind * g[PLACES] + place, i * MOST_OPTIONS
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
        w[w[OPTIONS] + i] = k - i * MOST_OPTIONS
        w[w[SERIAL] + i] = 0
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
    """Write down what a unit does."""
    w[w[VERB] + i], w[w[TO] + i], w[w[GOAL] + i] = verb, to, goal
    w[w[HELPS] + i], w[w[OPTION] + i] = helps, option
    v[at[ACTION_WORTH] + i] = worth


def encircle(g: list[int], w: list[int], n: int) -> None:
    """For each unit those that could get where it could, itself among them."""
    provinces = g[PROVINCES]
    for i in range(n):
        k = 0
        for j in range(n):
            shared = False
            for p in range(provinces):
                if w[w[ENDS] + i * provinces + p] and w[w[ENDS] + j * provinces + p]:
                    shared = True
                    break
            if shared:
                w[w[CIRCLE] + i * n + k] = j
                k += 1
        w[w[CIRCLED] + i] = k


def add_routes(g: list[int], w: list[int], v: list[float], at: list[int], n: int) -> None:
    """Further moves of armies, carried by fleets of the same power."""
    any_fleet = False
    for i in range(n):
        p = w[w[AGENT_AT] + i]
        if g[g[CARRIER] + (w[w[UNIT_CODE] + i] >> KIND_AT & KIND_MASK)] and g[g[CONVOYS] + p]:
            w[w[FLEET_AT] + p] = i
            any_fleet = True
    if not any_fleet:
        return
    for i in range(n):
        p = w[w[AGENT_AT] + i]
        if g[g[COASTAL] + p] and g[g[CARGO] + (w[w[UNIT_CODE] + i] >> KIND_AT & KIND_MASK)]:
            found = landings(g, w, i, p)
            take_routes(g, w, v, at, n, i, found)


def landings(g: list[int], w: list[int], i: int, p: int) -> int:
    """The shores that fleets could carry an army to, each with its shortest chain; how many.

    Rows of CHAINS are a shore, how many fleets, and those; first come the chains themselves.
    """
    kind = w[w[UNIT_CODE] + i] >> KIND_AT & KIND_MASK
    chains, goals = w[CHAINS], w[SCRATCH]
    ring, found = 0, 0
    for j in range(g[g[WATERS] + p], g[g[WATERS] + p + 1]):
        if w[w[FLEET_AT] + g[j]] >= 0:
            w[chains + 4 * ring], w[chains + 4 * ring + 1] = 1, w[w[FLEET_AT] + g[j]]
            ring += 1
    first = 0
    for _ in range(LONGEST):
        end = ring
        for c in range(first, end):
            long = w[chains + 4 * c]
            sea = w[w[AGENT_AT] + w[chains + 4 * c + long]]
            for j in range(g[g[WATERS] + sea], g[g[WATERS] + sea + 1]):
                q = g[j]
                fleet = w[w[FLEET_AT] + q]
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
    values = at[WORTH] + (w[w[UNIT_CODE] + i] >> KIND_AT & KIND_MASK) * g[PLACES]
    options, best = w[w[OPTIONS] + i], 0.0
    for k in range(options):
        worth = v[at[OPTION_WORTH] + i * MOST_OPTIONS + k]
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
        k = i * MOST_OPTIONS + w[w[OPTIONS] + i]
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
