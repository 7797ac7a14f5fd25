"""What places are worth, and what `greedy` does with the guests of `sim.codes`: plain loops."""

from dragoman.bots.chance import fraction
from dragoman.bots.planfield import (
    NEAR,
    PLACES,
    PROVINCE,
    SIZE,
    WAYS,
    WORTH,
    blur,
    spread,
)
from dragoman.bots.planrows import follow, party_of
from dragoman.bots.taste import COMPANY
from dragoman.sim.codes import (
    BLOCK,
    G_OUT,
    G_OUT_ID,
    G_UNIT,
    GUEST_KIND,
    GUEST_ROW,
    GUESTS,
    ME_AT,
    PLACE_MASK,
    POWER_AT,
    POWERS,
    RETREAT,
    TO_AT,
    UNITS,
)
from dragoman.sim.lists import guest_open


def value(
    g: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    noise: list[float],
    kind: int,
    mood: float,
) -> None:
    """What every place is worth to a kind of unit, blurred by draws."""
    for k in range(g[g[SIZE] + kind]):
        noise[k] = fraction(m)
    spread(g, v, at, fades, kind, NEAR, usual[kind])
    blur(g, v, at, kind, mood, noise)


def guest_out(t: list[int], s: list[int], me: int) -> int:
    """The number of the dislodged guest of a power; 0 if none is."""
    at = t[GUESTS] + GUEST_ROW * (me - 1)
    return s[at + G_OUT_ID] if t[GUESTS] and s[at + G_OUT] else 0


def retreat_guest(
    g: list[int],
    t: list[int],
    s: list[int],
    v: list[float],
    at: list[int],
    m: list[int],
    fades: list[float],
    usual: list[float],
    noise: list[float],
    score: list[float],
    me: int,
    mood: float,
    valued: int,
    orders: list[int],
) -> int:
    """Where a guest would retreat to, all that is open: to a unit of its own, then what is best."""
    kind, cell = t[GUEST_KIND], t[BLOCK] + me - 1
    here = s[t[GUESTS] + GUEST_ROW * (me - 1) + G_OUT] & PLACE_MASK
    row = g[WAYS] + kind * g[PLACES] + here
    first, count = g[row], g[row + 1] - g[row]
    orders[cell] = cell << ME_AT
    for k in range(count):
        p, score[k] = g[g[PROVINCE] + g[first + k]], -1.0
        if guest_open(t, s, me - 1, p):
            if not valued >> kind & 1:
                value(g, v, at, m, fades, usual, noise, kind, mood)
                valued |= 1 << kind
            u = s[UNITS + p]
            mine = u != 0 and party_of(g, s, u >> POWER_AT) == party_of(g, s, me)
            worth = 1 + v[at[WORTH] + kind * g[PLACES] + g[first + k]]
            score[k] = worth + (COMPANY if mine else 0.0)
    for n in range(count):
        best = -1
        for k in range(count):
            if score[k] >= 0 and (best < 0 or score[k] > score[best]):
                best = k
        if best < 0:
            return valued
        score[best] = -1.0
        orders[cell + n * t[POWERS]] = RETREAT | cell << ME_AT | g[first + best] << TO_AT
    return valued


def follow_all(
    g: list[int], t: list[int], s: list[int], w: list[int], n: int, me: int, orders: list[int]
) -> None:
    """What the guests of a party do, whose units are planned."""
    for power in range(1, t[POWERS] + 1):
        u = s[t[GUESTS] + GUEST_ROW * (power - 1) + G_UNIT]
        if u and party_of(g, s, power) == me:
            follow(g, s, w, n, t[GUEST_KIND], u, t[BLOCK] + power - 1, orders)
