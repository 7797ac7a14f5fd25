"""Every legal order as an integer: plain loops, compiled with the rest.

Lists are written with `k += condition` instead of `if` where the condition cannot be predicted:
most of the time went on wrong predictions.
"""

from dragoman.sim.codes import (
    ADJUSTMENTS,
    BAR,
    BASES,
    BUILD,
    BY_LAND,
    CARRIES,
    CENTERS,
    COMERS,
    CONVOY,
    COUNT,
    DUE,
    FLOTILLAS,
    HOLD,
    INTENT,
    KIND_AT,
    KIND_MASK,
    LENDS,
    ME_AT,
    MOST_NEAR,
    MOST_ORDERS,
    MOVE,
    MOVEMENT,
    MOVES,
    NEEDS,
    NUMBER,
    OTHERS,
    OUT,
    OWN_OR_VIA,
    OWNER,
    PLACE_MASK,
    PLACES,
    POWER_AT,
    POWERS,
    PROVINCE,
    PROVINCES,
    REACHED,
    REMOVE,
    RETREAT,
    RETREATS,
    ROW_DUE,
    ROW_SUBJECT,
    SEA_OF,
    SHORE,
    SHORE_AT,
    SITES,
    SPARE,
    STAGE,
    STOOD,
    SUPPORT_MOVE,
    TO_AT,
    UNIT_AT,
    UNITS,
    VIA,
    WAIVE,
    WHOM_AT,
    WORD,
    WORDS,
    WORK,
)
from dragoman.sim.routes import carries_between, classify, flotillas
from dragoman.sim.scouting import (
    CARGO,
    CARRIER,
    USUAL,
    board_ship,
    cargo_name,
    is_near,
    list_units,
    look_round,
)
from dragoman.sim.sets import clear, drop, empty, first, has, join, lowest, members_of

FULL = -1
"""What a listing tells that had no room."""


def list_moves(t: list[int], x: list[int], out: list[int], k: int, order: int, row: int) -> int:
    """The moves of a unit on foot or over its own waters; where the list ends."""
    for j in range(t[row], t[row + 1]):
        out[k] = order | t[j] << TO_AT
        k += 1
    return k


def list_voyages(
    t: list[int], x: list[int], out: list[int], k: int, order: int, row: int, reach: int
) -> int:
    """The moves of a unit that fleets could carry to a set of shores; where the list ends."""
    words, via = t[WORDS], t[INTENT] >= OWN_OR_VIA
    for j in range(t[row], t[row + 1]):
        out[k] = order | t[j] << TO_AT
        k += 1
        shore = t[t[SHORE] + t[t[PROVINCE] + t[j]]]
        if shore >= 0 and has(x, reach, shore):
            if via:
                out[k] = order | VIA | t[j] << TO_AT
                k += 1
            drop(x, reach, shore)
    shore = first(x, reach, words)
    while shore >= 0:
        out[k] = order | t[t[SHORE_AT] + shore] << TO_AT
        k += 1
        shore = first(x, reach, words)
    return k


def reachable(t: list[int], x: list[int], p: int, end: int, reach: int) -> bool:
    """Write down the shores that flotillas could bring cargo to from a shore; whether any."""
    words, shore, found = t[WORDS], t[t[SHORE] + p], False
    if not has(x, t[t[WORK] + REACHED] + 2 * words, shore):
        return False
    clear(x, reach, words)
    for c in range(t[t[WORK] + FLOTILLAS], end, 3 * words):
        if has(x, c + words, shore):
            join(x, reach, x, c + words, words)
    drop(x, reach, shore)
    for k in range(words):
        found = found or x[reach + k] != 0
    return found


def list_convoys(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, p: int, mine: int
) -> int:
    """What a fleet at sea could carry where, with those of its flotilla; where the list ends."""
    words, work, shore_at, sea = t[WORDS], t[WORK], t[SHORE_AT], t[t[SEA_OF] + p]
    fleets, alone = t[work + REACHED], members_of(x, mine, words) == 1
    for i in range(words):
        crew = x[mine + 2 * words + i]
        while crew:
            a = (i << WORD) + lowest(crew)
            crew &= crew - 1
            order = CONVOY | p << ME_AT | cargo_name(t, s, t[shore_at + a])
            for j in range(words):
                ends = x[mine + words + j]
                while ends:
                    b = (j << WORD) + lowest(ends)
                    ends &= ends - 1
                    out[k] = order | t[shore_at + b] << TO_AT
                    k += b != a and (alone or carries_between(t, x, fleets, sea, a, b))
    return k


def crew_without(t: list[int], x: list[int], shore: int, mine: int, ends: int, end: int) -> None:
    """The cargo that could come to a shore while one fleet supports; its flotilla may break."""
    words, work = t[WORDS], t[WORK]
    crew = t[work + SPARE]
    clear(x, crew, words)
    for c in range(t[work + FLOTILLAS], ends, 3 * words):
        if c != mine and has(x, c + words, shore):
            join(x, crew, x, c + 2 * words, words)
    for c in range(t[work + OTHERS], end, 3 * words):
        if has(x, c + words, shore):
            join(x, crew, x, c + 2 * words, words)


def break_up(t: list[int], x: list[int], sea: int, mine: int) -> int:
    """Note the flotillas that are left of one without the fleet in some waters; where they end."""
    words, work = t[WORDS], t[WORK]
    spare, others = t[work + SPARE], t[work + OTHERS]
    for w in range(words):
        x[spare + w] = x[mine + w]
    drop(x, spare, sea)
    return flotillas(t, x, others, spare, t[work + REACHED] + words)


def note_served(t: list[int], x: list[int], mine: int, ends: int, end: int) -> bool:
    """Note the shores that others than one flotilla, or parts of it, serve; whether any."""
    words, work = t[WORDS], t[WORK]
    served = t[work + SPARE] + words
    clear(x, served, words)
    for c in range(t[work + FLOTILLAS], ends, 3 * words):
        if c != mine and not empty(x, c + 2 * words, words):
            join(x, served, x, c + words, words)
    for c in range(t[work + OTHERS], end, 3 * words):
        if not empty(x, c + 2 * words, words):
            join(x, served, x, c + words, words)
    return not empty(x, served, words)


def list_carried(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, me: int, aim: int
) -> int:
    """Support for cargo that comes to a shore over water only."""
    for j in range(t[WORDS]):
        crew = x[t[t[WORK] + SPARE] + j]
        while crew:
            p = t[t[SHORE_AT] + (j << WORD) + lowest(crew)]
            out[k] = SUPPORT_MOVE | me | cargo_name(t, s, p) | aim << TO_AT
            k += p != aim and not is_near(t, s, p, aim)
            crew &= crew - 1
    return k


def list_supports(
    t: list[int], x: list[int], out: list[int], k: int, me: int, row: int, count: int
) -> int:
    """What a unit may support of what was noted, so many of each province; where the list ends."""
    comers, most = t[t[WORK] + COMERS], t[MOST_NEAR]
    mine, whose = (me >> ME_AT) << WHOM_AT, NUMBER << WHOM_AT
    for j in range(t[row], t[row + 1]):
        aim = t[j]
        at, end = comers + most * aim, x[count + aim]
        for c in range(USUAL):
            order = x[at + c]
            out[k] = order | me
            k += (order & whose != mine) & (c < end)
        for c in range(USUAL, end):
            order = x[at + c]
            out[k] = order | me
            k += order & whose != mine
    return k


def list_supports_without(
    t: list[int],
    s: list[int],
    x: list[int],
    out: list[int],
    k: int,
    p: int,
    row: int,
    mine: int,
    ends: int,
) -> int:
    """What a fleet may support that could carry as well: what it supports it does not carry."""
    words, work, sea = t[WORDS], t[WORK], t[t[SEA_OF] + p]
    k = list_supports(t, x, out, k, p << ME_AT, row, t[work + BY_LAND])
    end = t[work + OTHERS] if members_of(x, mine, words) == 1 else break_up(t, x, sea, mine)
    if note_served(t, x, mine, ends, end):
        for j in range(t[row], t[row + 1]):
            shore = t[t[SHORE] + t[j]]
            if shore >= 0 and has(x, t[work + SPARE] + words, shore):
                crew_without(t, x, shore, mine, ends, end)
                k = list_carried(t, s, x, out, k, p << ME_AT, t[j])
    return k


def carrying(t: list[int], x: list[int], does: int, sea: int) -> int:
    """The flotilla of a unit at sea, if that has anything to carry, else 0."""
    words = t[WORDS]
    if does != CARRIER or sea < 0:
        return 0
    mine = t[t[WORK] + FLOTILLAS]
    while not has(x, mine, sea):
        mine += 3 * words
    return 0 if empty(x, mine + 2 * words, words) else mine


def legal_moves(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of every unit from out[k] on, those of the i-th from start[i]; how many units."""
    work, most = t[WORK], len(out) - t[MOST_ORDERS]
    n = look_round(t, s, x)
    ends = board_ship(t, s, x)
    if any_chain(t, x, ends):
        classify(t, x, t[work + REACHED])
    for i in range(n):
        if k > most:
            return FULL
        start[i] = k
        p = x[t[work + UNIT_AT] + i]
        k = list_unit(t, s, x, out, k, p, ends)
    start[n] = k
    return n


def any_chain(t: list[int], x: list[int], ends: int) -> bool:
    """Whether any flotilla of several fleets has something to carry: routes lead through some."""
    words = t[WORDS]
    for c in range(t[t[WORK] + FLOTILLAS], ends, 3 * words):
        if members_of(x, c, words) > 1 and not empty(x, c + 2 * words, words):
            return True
    return False


def list_unit(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, p: int, ends: int
) -> int:
    """Every order of the unit in a province; where the list ends."""
    return list_orders(t, s, x, out, k, p << ME_AT, s[UNITS + p], ends)


def list_orders(
    t: list[int], s: list[int], x: list[int], out: list[int], k: int, me: int, u: int, ends: int
) -> int:
    """Every order of a unit, under the name that its orders give it; where the list ends."""
    work, spare, p = t[WORK], t[t[WORK] + SPARE], me >> ME_AT
    kind = u >> KIND_AT & KIND_MASK
    does, shore, sea = t[t[CARRIES] + kind], t[t[SHORE] + p], t[t[SEA_OF] + p]
    row = kind * t[PLACES] + (u & PLACE_MASK)
    out[k] = HOLD | me
    k += 1
    if does == CARGO and shore >= 0 and reachable(t, x, p, ends, spare):
        k = list_voyages(t, x, out, k, MOVE | me, t[MOVES] + row, spare)
    else:
        k = list_moves(t, x, out, k, MOVE | me, t[MOVES] + row)
    mine = carrying(t, x, does, sea)
    if mine == 0:
        return list_supports(t, x, out, k, me, t[LENDS] + row, t[work + COUNT])
    k = list_supports_without(t, s, x, out, k, p, t[LENDS] + row, mine, ends)
    return list_convoys(t, s, x, out, k, p, mine)


def open_to(t: list[int], s: list[int], p: int, place: int) -> bool:
    """Whether the unit dislodged in a province may retreat to a place."""
    provinces = t[PROVINCES]
    q = t[t[PROVINCE] + place]
    closed = s[UNITS + q] != 0 or s[UNITS + STOOD * provinces + q] != 0
    return not closed and s[UNITS + BAR * provinces + p] != q + 1


def guest_open(t: list[int], s: list[int], k: int, p: int) -> bool:
    """Whether the dislodged guest of a power, counted from 0, may retreat to a province."""
    return False


def has_refuge(t: list[int], s: list[int], p: int) -> bool:
    """Whether the unit dislodged in a province has anywhere to go."""
    u = s[UNITS + OUT * t[PROVINCES] + p]
    row = t[MOVES] + (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    for j in range(t[row], t[row + 1]):
        if open_to(t, s, p, t[j]):
            return True
    return False


def legal_retreats(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of every dislodged unit from out[k] on; how many units."""
    n = list_units(t, s, x, OUT)
    if k > len(out) - t[MOST_ORDERS] * (n + 1):
        return FULL
    for i in range(n):
        start[i] = k
        p = x[t[t[WORK] + UNIT_AT] + i]
        u = s[UNITS + OUT * t[PROVINCES] + p]
        out[k] = p << ME_AT
        k += 1
        row = t[MOVES] + (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
        for j in range(t[row], t[row + 1]):
            out[k] = RETREAT | p << ME_AT | t[j] << TO_AT
            k += open_to(t, s, p, t[j])
    start[n] = k
    return n


def count_centers(t: list[int], s: list[int], x: list[int]) -> None:
    """Note how many centers each power owns; those of nobody come first."""
    owners, due = UNITS + OWNER * t[PROVINCES], t[t[WORK] + DUE]
    clear(x, due, t[POWERS] + 1)
    for j in range(t[t[CENTERS]], t[t[CENTERS] + 1]):
        x[due + s[owners + t[j]]] += 1


def count_due(t: list[int], s: list[int], x: list[int]) -> None:
    """Note how many units each power may build, or must remove if negative."""
    due, needs = t[t[WORK] + DUE], t[NEEDS]
    count_centers(t, s, x)
    for p in range(t[PROVINCES]):
        u = s[UNITS + p]
        # Without a branch: who stands where cannot be predicted.
        x[due + (u >> POWER_AT)] -= (u != 0) & (t[needs + (u >> KIND_AT & KIND_MASK)] != 0)


def is_site(t: list[int], s: list[int], p: int, power: int) -> bool:
    """Whether a power, counted from 1, may build in a province: a base, owned and empty."""
    owned = s[UNITS + OWNER * t[PROVINCES] + p] == power
    base = s[UNITS + BASES * t[PROVINCES] + p] >> (power - 1) & 1 != 0
    return owned and base and s[UNITS + p] == 0


def legal_adjustments(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every build or removal of each power from out[k] on; how many powers there are."""
    provinces, powers, due = t[PROVINCES], t[POWERS], t[t[WORK] + DUE]
    count_due(t, s, x)
    if k > len(out) - t[MOST_ORDERS] * (powers + 1):
        return FULL
    for power in range(1, powers + 1):
        start[power - 1] = k
        if x[due + power] > 0:
            for p in range(provinces):
                if is_site(t, s, p, power):
                    for j in range(t[t[SITES] + p], t[t[SITES] + p + 1]):
                        kind, place = t[j] >> KIND_AT, t[j] & PLACE_MASK
                        out[k] = BUILD | kind << 3 | p << ME_AT | place << TO_AT
                        k += 1
            out[k] = WAIVE
            k += 1
        elif x[due + power] < 0:
            for p in range(provinces):
                u = s[UNITS + p]
                out[k] = REMOVE | p << ME_AT
                k += (u >> POWER_AT == power) and t[t[NEEDS] + (u >> KIND_AT & KIND_MASK)] != 0
    start[powers] = k
    return powers


def legal(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of the phase in rows; how many rows (units, or in adjustments powers)."""
    if s[STAGE] == MOVEMENT:
        return note_subjects(t, x, legal_moves(t, s, x, out, start, k), False)
    if s[STAGE] == RETREATS:
        return note_subjects(t, x, legal_retreats(t, s, x, out, start, k), False)
    if s[STAGE] == ADJUSTMENTS:
        return note_subjects(t, x, legal_adjustments(t, s, x, out, start, k), True)
    return legal_own(t, s, x, out, start, k)


def legal_own(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of a phase that a module brings, in rows with their notes; how many rows."""
    start[0] = k
    return 0


def note_subjects(t: list[int], x: list[int], rows: int, adjusts: bool) -> int:
    """Note of each row what it is about and how many orders are due; how many rows."""
    work = t[WORK]
    subjects, dues = t[work + ROW_SUBJECT], t[work + ROW_DUE]
    units, due = t[work + UNIT_AT], t[work + DUE] + 1
    for i in range(rows):
        x[subjects + i] = i if adjusts else x[units + i]
        x[dues + i] = x[due + i] if adjusts else 1
    return rows
