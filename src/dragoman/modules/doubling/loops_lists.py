"""What double units and their halves may be ordered, in the loops of the arena.

The same as the module's tree of orders, and under the names of the loops that they take the place
of. Rulings are those of the variant's page.
"""

from dragoman.sim.codes import (
    CARRIES,
    COMERS,
    COUNT,
    HALVES,
    KIND_AT,
    KIND_MASK,
    LENDS,
    MARKED,
    ME_AT,
    MOST_NEAR,
    MOVEMENT,
    NEXT_TO,
    NUMBER,
    OWN,
    PART_AT,
    PART_MASK,
    PLACE_MASK,
    PLACE_WORDS,
    PLACES,
    POWER_AT,
    PROVINCES,
    REACHED,
    ROW_DUE,
    ROW_SUBJECT,
    SEA_OF,
    SHORE,
    SHORE_AT,
    SPARE,
    STAGE,
    SUPPORT,
    SUPPORT_MOVE,
    TO_AT,
    UNIT_AT,
    UNITS,
    WAYS,
    WHOM_AT,
    WHOSE_AT,
    WORDS,
    WORK,
    YEAR,
)
from dragoman.sim.forces import strength as usual_strength
from dragoman.sim.lists import FULL, carrying, list_orders
from dragoman.sim.lists import legal as usual_legal
from dragoman.sim.lists import list_unit as usual_list_unit
from dragoman.sim.routes import carries_between, on_no_route
from dragoman.sim.scouting import CARGO, CARRIER
from dragoman.sim.scouting import look_round as usual_look_round
from dragoman.sim.sets import clear, drop, first, has, members_of, put

PHASE = ord("Y")

FIRST, COUNTED, ORDER = range(3)
"""The cells of a game: its first year, how many powers have years, and which they are in turn."""


def doubles(t: list[int], s: list[int], u: int) -> bool:
    """Whether it is a unit's own year and it has not been divided in it."""
    at = t[t[OWN] + PHASE]
    turn = (s[YEAR] - s[at + FIRST]) % s[at + COUNTED]
    return u >> POWER_AT == s[at + ORDER + turn] and u & MARKED == 0


def strength(t: list[int], s: list[int], p: int) -> int:
    """Twice as much in one's own year (K1, K4)."""
    return usual_strength(t, s, p) * (2 if doubles(t, s, s[UNITS + p]) else 1)


def splits(t: list[int], s: list[int], p: int) -> bool:
    """Whether two orders may divide the unit in a province (K2, K9)."""
    return s[STAGE] == MOVEMENT and s[UNITS + p] != 0 and doubles(t, s, s[UNITS + p])


def half(t: list[int], u: int, part: int) -> int:
    """A half of a unit, as the unit that it would be, counted from 1."""
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    return (u >> POWER_AT) << POWER_AT | u & MARKED | t[t[HALVES] + 2 * row + part - 1]


def is_typed(t: list[int], u: int) -> bool:
    """Whether the halves of a unit are of other kinds, so that orders can name them."""
    return half(t, u, 1) != u


def aboard(t: list[int], s: list[int], p: int) -> int:
    """Which half of the unit in a province could be carried, 0 if all of it or none."""
    u = s[UNITS + p]
    if not splits(t, s, p) or not is_typed(t, u):
        return 0
    return 1 if t[t[CARRIES] + (half(t, u, 1) >> KIND_AT & KIND_MASK)] == CARGO else 2


def cargo_name(t: list[int], s: list[int], p: int) -> int:
    """How orders to aid the cargo on a shore name it: a half is named."""
    return p << WHOM_AT | aboard(t, s, p) << WHOSE_AT


def walks(t: list[int], u: int, to: int) -> bool:
    """Whether a unit gets to a place by itself."""
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    return has(t, t[NEXT_TO] + row * t[PLACE_WORDS], to)


def is_near(t: list[int], s: list[int], p: int, aim: int) -> bool:
    """Whether the cargo in a province gets to another by itself."""
    part = aboard(t, s, p)
    return walks(t, half(t, s[UNITS + p], part) if part else s[UNITS + p], aim)


def look_round(t: list[int], s: list[int], x: list[int]) -> int:
    """Note what the units could do, and what their halves could (K31); how many units."""
    n = usual_look_round(t, s, x)
    work = t[WORK]
    for i in range(n):
        p = x[t[work + UNIT_AT] + i]
        if splits(t, s, p) and is_typed(t, s[UNITS + p]):
            for part in range(1, 3):
                note_half(t, x, p, half(t, s[UNITS + p], part), part)
    return n


def note_half(t: list[int], x: list[int], p: int, u: int, part: int) -> None:
    """Note where a half could be supported in going, and whether it could be carried."""
    work, whom = t[WORK], p << WHOM_AT | part << WHOSE_AT
    kind = u >> KIND_AT & KIND_MASK
    if t[t[CARRIES] + kind] == CARGO and t[t[SHORE] + p] >= 0:
        put(x, t[work + REACHED] + t[WORDS], t[t[SHORE] + p])
    row = t[WAYS] + kind * t[PLACES] + (u & PLACE_MASK)
    for w in range(t[row], t[row + 1], 3):
        at = t[work + COUNT] + t[w]
        x[t[work + COMERS] + t[w + 1] + x[at]] = t[w + 2] | whom
        x[at] += 1


def list_supports(
    t: list[int], x: list[int], out: list[int], k: int, me: int, row: int, count: int
) -> int:
    """What a unit may support of what was noted; a half its brother's going, too (K12)."""
    comers, most = t[t[WORK] + COMERS], t[MOST_NEAR]
    mine, part = me >> ME_AT & NUMBER, me >> PART_AT & PART_MASK
    for j in range(t[row], t[row + 1]):
        at = comers + most * t[j]
        for c in range(x[count + t[j]]):
            order = x[at + c]
            whose = order >> WHOSE_AT & PART_MASK
            brother = part != 0 and whose != 0 and whose != part
            out[k] = order | me
            k += order >> WHOM_AT & NUMBER != mine or brother
    return k


def list_unit(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, p: int, ends: int
) -> int:
    """Every order of a unit and of its halves; where the list ends."""
    k = usual_list_unit(t, s, x, out, k, p, ends)
    u = s[UNITS + p]
    if not splits(t, s, p):
        return k
    if not is_typed(t, u):
        return list_freight(t, s, x, out, list_brother(t, s, out, k, p), p, ends)
    for part in range(1, 3):
        me = p << ME_AT | part << PART_AT
        k = list_orders(t, s, x, out, k, me, half(t, u, part), ends)
        out[k] = SUPPORT | me | p << WHOM_AT | (3 - part) << WHOSE_AT
        k += 1
    return k


def list_brother(t: list[int], s: list[int], out: list[int], k: int, p: int) -> int:
    """What one half of a unit may support the other in: staying, or going (K12)."""
    u, me = s[UNITS + p], p << ME_AT | p << WHOM_AT
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    out[k] = SUPPORT | me
    k += 1
    for w in range(t[t[WAYS] + row], t[t[WAYS] + row + 1], 3):
        out[k] = t[w + 2] | me
        k += lends(t, u, t[w])
    return k


def lends(t: list[int], u: int, aim: int) -> bool:
    """Whether a unit could lend support into a province."""
    row = t[LENDS] + (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    for j in range(t[row], t[row + 1]):
        if t[j] == aim:
            return True
    return False


def list_freight(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, p: int, ends: int
) -> int:
    """What one half of a fleet may support that only the other could help to bring (K20)."""
    words, work, sea, u = t[WORDS], t[WORK], t[t[SEA_OF] + p], s[UNITS + p]
    mine = carrying(t, x, t[t[CARRIES] + (u >> KIND_AT & KIND_MASK)], sea)
    if mine == 0:
        return k
    crew, aims = t[work + SPARE] + 2 * words, t[work + SPARE] + 3 * words
    single = members_of(x, mine, words) == 1
    for w in range(words):
        x[aims + w] = x[mine + words + w]
    b = first(x, aims, words)
    while b >= 0:
        aim = t[t[SHORE_AT] + b]
        for w in range(words):
            x[crew + w] = x[mine + 2 * words + w] if lends(t, u, aim) else 0
        a = first(x, crew, words)
        while a >= 0:
            q = t[t[SHORE_AT] + a]
            out[k] = SUPPORT_MOVE | p << ME_AT | cargo_name(t, s, q) | aim << TO_AT
            alone = a != b and not is_near(t, s, q, aim) and not sails_without(t, s, x, q, aim, sea)
            k += alone and (single or carries_between(t, x, t[work + REACHED], sea, a, b))
            a = first(x, crew, words)
        b = first(x, aims, words)
    return k


def sails_without(t: list[int], s: list[int], x: list[int], p: int, aim: int, sea: int) -> bool:
    """Whether fleets could bring cargo from one shore to another without that in some waters."""
    words, fleets = t[WORDS], t[t[WORK] + SPARE]
    clear(x, fleets, words)
    for q in range(t[PROVINCES]):
        kind = s[UNITS + q] >> KIND_AT & KIND_MASK
        if s[UNITS + q] and t[t[SEA_OF] + q] >= 0 and t[t[CARRIES] + kind] == CARRIER:
            put(x, fleets, t[t[SEA_OF] + q])
    if sea >= 0:
        drop(x, fleets, sea)
    shores = t[t[SHORE] + p] >= 0 and t[t[SHORE] + aim] >= 0 and p != aim
    return shores and not on_no_route(t, x, fleets, p, aim, fleets + words)


def legal(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of the phase in rows; units that may be divided are given two."""
    rows = usual_legal(t, s, x, out, start, k)
    if s[STAGE] == MOVEMENT and rows != FULL:
        for i in range(rows):
            if splits(t, s, x[t[t[WORK] + ROW_SUBJECT] + i]):
                x[t[t[WORK] + ROW_DUE] + i] = 2
    return rows
