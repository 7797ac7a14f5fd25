"""What a position is like to the seats, and what its places are worth, in plain loops.

The same as `field.Field` and `worth.Worth`, in the same order of every sum. `g` is the board, `w`
and `v` are room to work in; parties are counted from 1, and 0 is nobody.
"""

from dragoman.bots.worth import GUARD, GUARD_MORE, GUARD_MOST, LEADER, NEUTRAL, RIVAL, SAFE

# The header of g: sizes, then where each block begins.
(
    PROVINCES,
    PLACES,
    PARTIES,
    KINDS,
    MOST_OPTIONS,
    PROVINCE,
    CENTER,
    COASTAL,
    CONVOYS,
    CARRIES,
    TRADE,
    SIZE,
    GROUND,
    INDEX,
    NEAR,
    AFOOT,
    WAYS,
    LENDS,
    WATERS,
    SHARED,
    HALVES,
) = range(21)
G_HEAD = 21
"""CARRIES is, by the kind of a fleet and that of its cargo, whether the one carries the other;
SHARED whether seats hold several powers, which are then one party; HALVES, by kind and place, the
kind * places + place of both halves of a unit."""

# Room: where each part of w begins is in w itself; where those of v begin is in `at`.
(
    PRESSURE,
    SIZES,
    OWNED,
    GUARDED,
    GUARDS,
    STANDS,
    PARTY,
    FORCE,
    AGENT_AT,
    AGENT_UNIT,
    AGENT_KIND,
    AGENT_PLACE,
    AGENT_SECOND,
    BEARS,
    SAILS,
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
    STALE,
    STANDING,
    MET_GUARD,
    MET_FRIENDS,
    MET_OTHERS,
    WEIGHTS,
    TWOFOLD,
    AGENT_PART,
) = range(49)
W_HEAD = 49
"""By province: OWNED whose center it is, GUARDED who would fight for it, GUARDS how strongly,
STANDING the first agent there (-1 if none), and what a party could meet there: MET_GUARD how strong
the guard is, MET_FRIENDS what others of its party could bring, MET_OTHERS the most of anybody else;
WEIGHTS how strong the unit there is, TWOFOLD whether two orders may divide it.
By unit: STANDS its kind * places + place, PARTY, and FORCE its strength. By agent (a unit, or half
of one): where it is, the number of its unit, its own kind and place, whether it is the second half,
AGENT_PART which half orders must name (0 if they need not),
BEARS and SAILS the kind that it is as a fleet and as cargo (-1 if it is none).
"""

(
    LIGHT,
    HELD,
    SPREAD,
    BEFORE,
    WORTH,
    HERE,
    OPTION_WORTH,
    ACTION_WORTH,
    STRENGTH,
    HOPE,
    UNSURE_TO,
) = range(11)
V_PARTS = 11
MOST_UNSURE = 32
"""UNSURE_TO are the powers of `plan.UNSURE` from 0 up, so many."""


def press(g: list[int], w: list[int], units: int) -> None:
    """The strength that each party could bring to each province, and how many centers it has."""
    provinces, parties = g[PROVINCES], g[PARTIES]
    pressure, sizes = w[PRESSURE], w[SIZES]
    for k in range(provinces * (parties + 1)):
        w[pressure + k] = 0
    for k in range(parties + 1):
        w[sizes + k] = 0
    for p in range(provinces):
        w[sizes + w[w[OWNED] + p]] += 1
    for i in range(units):
        row, seen = g[WAYS] + w[w[STANDS] + i], -1
        for j in range(g[row], g[row + 1]):
            a = g[g[PROVINCE] + g[j]]
            if a != seen:
                # The places of one province follow each other.
                w[pressure + a * (parties + 1) + w[w[PARTY] + i]] += w[w[FORCE] + i]
            seen = a


def threat(g: list[int], w: list[int], p: int, me: int, but: int) -> int:
    """The most strength that one other party than two could bring to a province."""
    most, row = 0, w[PRESSURE] + p * (g[PARTIES] + 1)
    for party in range(1, g[PARTIES] + 1):
        if party != me and party != but and w[row + party] > most:
            most = w[row + party]
    return most


def shine(
    g: list[int], w: list[int], v: list[float], at: list[int], me: int, win_at: int, first: float
) -> None:
    """The light of every center to a party; where it stands itself the light does not spread."""
    light, held = at[LIGHT], at[HELD]
    for p in range(g[PROVINCES]):
        v[light + p] = v[held + p] = 0.0
        if g[g[CENTER] + p]:
            owner, bright = w[w[OWNED] + p], NEUTRAL
            if owner == me:
                danger = threat(g, w, p, me, me)
                bright = SAFE
                if danger:
                    bright = GUARD + GUARD_MORE * min(danger, GUARD_MOST)
            elif owner:
                part = w[w[SIZES] + owner] / max(1, win_at)
                bright = RIVAL + LEADER * (part * part)
            if w[w[GUARDED] + p] == me:
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
