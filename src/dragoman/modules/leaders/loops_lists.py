"""What leaders may be ordered, in the loops of the arena.

The same as the module's tree of orders, and under the names of the loops that they take the place
of. Rulings are those of the variant's page.
"""

from dragoman.sim.codes import (
    BASES,
    BLOCK,
    BUILD,
    CARRIES,
    CONVOY,
    FLOTILLAS,
    G_BAR,
    G_OUT,
    G_UNIT,
    GUEST_KIND,
    GUEST_ROW,
    GUESTS,
    HOLD,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    MOST_ORDERS,
    MOVE,
    MOVES,
    NEXT_TO,
    OUT,
    PLACE_MASK,
    PLACE_WORDS,
    PLACES,
    POWER_AT,
    POWERS,
    PROVINCE,
    PROVINCES,
    REACHED,
    RETREAT,
    RETREATS,
    ROW_DUE,
    ROW_SUBJECT,
    SEA_OF,
    SHORE,
    SHORE_AT,
    SHORES,
    SPARE,
    STAGE,
    STOOD,
    TO_AT,
    UNIT_AT,
    UNITS,
    WHOM_AT,
    WORDS,
    WORK,
)
from dragoman.sim.lists import FULL, list_moves, list_voyages
from dragoman.sim.lists import is_site as usual_is_site
from dragoman.sim.lists import legal as usual_legal
from dragoman.sim.lists import legal_moves as usual_legal_moves
from dragoman.sim.lists import legal_retreats as usual_legal_retreats
from dragoman.sim.lists import list_unit as usual_list_unit
from dragoman.sim.lists import open_to as usual_open_to
from dragoman.sim.routes import carries_between
from dragoman.sim.scouting import CARRIER
from dragoman.sim.sets import clear, drop, empty, has, join, members_of

PHASE = ord("L")


def leader_at(t: list[int], s: list[int], power: int) -> int:
    """The province in which a power's leader stands; -1 if nowhere."""
    u = s[t[GUESTS] + GUEST_ROW * (power - 1) + G_UNIT]
    return u & PLACE_MASK if u else -1


def foreign_at(t: list[int], s: list[int], p: int, power: int) -> bool:
    """Whether a leader of another power stands in a province."""
    for other in range(1, t[POWERS] + 1):
        if other != power and leader_at(t, s, other) == p:
            return True
    return False


def is_site(t: list[int], s: list[int], p: int, power: int) -> bool:
    """One's own leader does not keep a home from being built in."""
    return usual_is_site(t, s, p, power) and not foreign_at(t, s, p, power)


def open_to(t: list[int], s: list[int], p: int, place: int) -> bool:
    """A unit does not retreat to another power's leader."""
    power = s[UNITS + OUT * t[PROVINCES] + p] >> POWER_AT
    return usual_open_to(t, s, p, place) and not foreign_at(t, s, t[t[PROVINCE] + place], power)


def guest_open(t: list[int], s: list[int], k: int, p: int) -> bool:
    """Whether a power's dislodged leader may retreat to a province: not to a unit of another."""
    u, bar = s[UNITS + p], s[t[GUESTS] + GUEST_ROW * k + G_BAR]
    rival = u != 0 and u >> POWER_AT != k + 1
    return not rival and s[UNITS + STOOD * t[PROVINCES] + p] == 0 and bar != p + 1


def has_refuge_for(t: list[int], s: list[int], k: int, p: int) -> bool:
    """Whether a power's dislodged leader could go to a province, and may."""
    here = s[t[GUESTS] + GUEST_ROW * k + G_OUT] & PLACE_MASK
    row = t[GUEST_KIND] * t[PLACES] + here
    return has(t, t[NEXT_TO] + row * t[PLACE_WORDS], p) and guest_open(t, s, k, p)


def any_chain(t: list[int], x: list[int], ends: int) -> bool:
    """Whether there are fleets at sea: leaders are everywhere."""
    return ends > t[t[WORK] + FLOTILLAS]


def legal_moves(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of every unit, then those of leaders: to hold or to move (L15, L20)."""
    n, spare = usual_legal_moves(t, s, x, out, start, k), t[t[WORK] + SPARE]
    if n == FULL or start[n] > len(out) - t[MOST_ORDERS] * (t[POWERS] + 1):
        return FULL
    k = start[n]
    ends = flotillas_end(t, x)
    for power in range(1, t[POWERS] + 1):
        p = leader_at(t, s, power)
        if p >= 0:
            me = (t[BLOCK] + power - 1) << ME_AT
            row = t[MOVES] + t[GUEST_KIND] * t[PLACES] + p
            start[n], x[t[t[WORK] + UNIT_AT] + n] = k, t[BLOCK] + power - 1
            out[k] = HOLD | me
            k += 1
            if t[t[SHORE] + p] >= 0 and can_sail(t, x, p, ends, spare):
                k = list_voyages(t, x, out, k, MOVE | me, row, spare)
            else:
                k = list_moves(t, x, out, k, MOVE | me, row)
            n += 1
    start[n] = k
    return n


def can_sail(t: list[int], x: list[int], p: int, ends: int, reach: int) -> bool:
    """Write down the shores that flotillas could bring a leader to from a shore; whether any."""
    words = t[WORDS]
    clear(x, reach, words)
    for c in range(t[t[WORK] + FLOTILLAS], ends, 3 * words):
        if has(x, c + words, t[t[SHORE] + p]):
            join(x, reach, x, c + words, words)
    drop(x, reach, t[t[SHORE] + p])
    return not empty(x, reach, words)


def flotillas_end(t: list[int], x: list[int]) -> int:
    """Where the flotillas end: their fleets are all that are at sea."""
    words, at = t[WORDS], t[t[WORK] + FLOTILLAS]
    left = members_of(x, t[t[WORK] + REACHED], words)
    while left > 0:
        left -= members_of(x, at, words)
        at += 3 * words
    return at


def list_unit(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, p: int, ends: int
) -> int:
    """Every order of a unit; a fleet carries leaders as well."""
    k = usual_list_unit(t, s, x, out, k, p, ends)
    sea = t[t[SEA_OF] + p]
    if sea < 0 or t[t[CARRIES] + (s[UNITS + p] >> KIND_AT & KIND_MASK)] != CARRIER:
        return k
    mine, words = t[t[WORK] + FLOTILLAS], t[WORDS]
    while not has(x, mine, sea):
        mine += 3 * words
    for power in range(1, t[POWERS] + 1):
        here = leader_at(t, s, power)
        if here >= 0 and t[t[SHORE] + here] >= 0 and has(x, mine + words, t[t[SHORE] + here]):
            order = CONVOY | p << ME_AT | (t[BLOCK] + power - 1) << WHOM_AT
            k = list_ferries(t, x, out, k, order, mine, sea, t[t[SHORE] + here])
    return k


def list_ferries(
    t: list[int], x: list[int], out: list[int], k: int, order: int, mine: int, sea: int, a: int
) -> int:
    """Where a fleet could help to carry a leader from a shore; where the list ends."""
    words, fleets = t[WORDS], t[t[WORK] + REACHED]
    alone = members_of(x, mine, words) == 1
    for b in range(t[SHORES]):
        if b != a and has(x, mine + words, b):
            if alone or carries_between(t, x, fleets, sea, a, b):
                out[k] = order | t[t[SHORE_AT] + b] << TO_AT
                k += 1
    return k


def legal_retreats(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of every dislodged unit, then of leaders: who can go does (L11)."""
    n = usual_legal_retreats(t, s, x, out, start, k)
    if n == FULL or start[n] > len(out) - t[MOST_ORDERS] * (t[POWERS] + 1):
        return FULL
    k = start[n]
    for power in range(t[POWERS]):
        if s[t[GUESTS] + GUEST_ROW * power + G_OUT]:
            me = (t[BLOCK] + power) << ME_AT
            start[n], x[t[t[WORK] + UNIT_AT] + n] = k, t[BLOCK] + power
            for p in range(t[PROVINCES]):
                out[k] = RETREAT | me | p << TO_AT
                k += has_refuge_for(t, s, power, p)
            if k == start[n]:
                out[k] = me
                k += 1
            n += 1
    start[n] = k
    return n


def legal(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of the phase in rows; a leader takes as many retreats as it has refuges."""
    rows, work = usual_legal(t, s, x, out, start, k), t[WORK]
    if s[STAGE] == RETREATS and rows != FULL:
        for i in range(rows):
            if x[t[work + ROW_SUBJECT] + i] >= t[BLOCK]:
                x[t[work + ROW_DUE] + i] = start[i + 1] - start[i]
    return rows


def list_guests(t: list[int], s: list[int], out: list[int], k: int, power: int) -> int:
    """A leader may be placed in any home at the opening; where the list ends."""
    for p in range(t[PROVINCES]):
        if s[UNITS + BASES * t[PROVINCES] + p] >> (power - 1) & 1:
            out[k] = BUILD | t[GUEST_KIND] << 3 | (t[BLOCK] + power - 1) << ME_AT | p << TO_AT
            k += 1
    return k
