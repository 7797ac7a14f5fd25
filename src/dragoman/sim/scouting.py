"""What the units could do, noted before anything is listed: plain loops, compiled with the rest."""

from dragoman.sim.codes import (
    BY_LAND,
    CARRIES,
    COMERS,
    COUNT,
    CREW,
    FLOTILLAS,
    KIND_AT,
    KIND_MASK,
    MOST_NEAR,
    NEXT_TO,
    PLACE_MASK,
    PLACE_WORDS,
    PLACES,
    PROVINCES,
    REACHED,
    SEA_OF,
    SHORE,
    SHORE_AT,
    SHORES,
    SPARE,
    SUPPORT,
    SUPPORT_MOVE,
    TO_AT,
    UNIT,
    UNIT_AT,
    UNITS,
    WAYS,
    WHOM_AT,
    WORD,
    WORDS,
    WORK,
)
from dragoman.sim.routes import flotillas
from dragoman.sim.sets import clear, empty, has, join, lowest, put

USUAL = 4
"""How many things there are to support in a province as a rule."""

CARGO, CARRIER = 1, 2
"""What a kind has to do with convoys."""


def list_units(t: list[int], s: list[int], x: list[int], column: int) -> int:
    """Note the provinces of the units in a column; how many."""
    units, at, n = t[t[WORK] + UNIT_AT], UNITS + column * t[PROVINCES], 0
    for p in range(t[PROVINCES]):
        # Without a branch: which provinces hold units cannot be predicted.
        x[units + n] = p
        n += s[at + p] != 0
    return n


def look_round(t: list[int], s: list[int], x: list[int]) -> int:
    """Note units, the fleets at sea, the cargo ashore, and what may be supported; how many units.

    For each province there is a list of what could be supported there: staying, or coming by land.
    """
    places, ways, words, work = t[PLACES], t[WAYS], t[WORDS], t[WORK]
    count, comers, most = t[work + COUNT], t[work + COMERS], t[MOST_NEAR]
    fleets, armies = t[work + REACHED], t[work + REACHED] + words
    clear(x, count, t[PROVINCES])
    clear(x, fleets, 2 * words)
    n = list_units(t, s, x, UNIT)
    for i in range(n):
        p = x[t[work + UNIT_AT] + i]
        u = s[UNITS + p]
        kind = u >> KIND_AT & KIND_MASK
        does, shore, sea = t[t[CARRIES] + kind], t[t[SHORE] + p], t[t[SEA_OF] + p]
        if does == CARGO and shore >= 0:
            put(x, armies, shore)
        if does == CARRIER and sea >= 0:
            put(x, fleets, sea)
        x[comers + most * p + x[count + p]] = SUPPORT | p << WHOM_AT
        x[count + p] += 1
        row = ways + kind * places + (u & PLACE_MASK)
        whom = p << WHOM_AT
        for w in range(t[row], t[row + 1], 3):
            at = count + t[w]
            c = x[at]
            x[comers + t[w + 1] + c] = t[w + 2] | whom
            x[at] = c + 1
    return n


def board_ship(t: list[int], s: list[int], x: list[int]) -> int:
    """Note the flotillas, and what could be supported in coming by sea; where flotillas end."""
    words, work = t[WORDS], t[WORK]
    crew, at, spare = t[work + CREW], t[work + FLOTILLAS], t[work + SPARE]
    carry = t[work + REACHED] + 2 * words
    clear(x, carry, words)
    if empty(x, t[work + REACHED], words):
        return at
    for p in range(t[PROVINCES]):
        x[t[work + BY_LAND] + p] = x[t[work + COUNT] + p]
    for k in range(words):
        x[spare + k] = x[t[work + REACHED] + k]
    end = flotillas(t, x, at, spare, t[work + REACHED] + words)
    clear(x, crew, t[SHORES] * words)
    for c in range(at, end, 3 * words):
        if not empty(x, c + 2 * words, words):
            for j in range(words):
                x[carry + j] |= x[c + words + j]
                shores = x[c + words + j]
                while shores:
                    into = crew + ((j << WORD) + lowest(shores)) * words
                    join(x, into, x, c + 2 * words, words)
                    shores &= shores - 1
    for j in range(words):
        shores = x[carry + j]
        while shores:
            shore = (j << WORD) + lowest(shores)
            note_carried(t, s, x, crew + shore * words, t[t[SHORE_AT] + shore])
            shores &= shores - 1
    return end


def note_carried(t: list[int], s: list[int], x: list[int], crew: int, aim: int) -> None:
    """Add to what may be supported on a shore the cargo that only fleets could bring there."""
    work, end = t[WORK], x[t[t[WORK] + COUNT] + aim]
    comers = t[work + COMERS] + t[MOST_NEAR] * aim
    for j in range(t[WORDS]):
        left = x[crew + j]
        while left:
            p = t[t[SHORE_AT] + (j << WORD) + lowest(left)]
            x[comers + end] = SUPPORT_MOVE | cargo_name(t, s, p) | aim << TO_AT
            end += p != aim and not is_near(t, s, p, aim)
            left &= left - 1
    x[t[work + COUNT] + aim] = end


def cargo_name(t: list[int], s: list[int], p: int) -> int:
    """How orders to aid the cargo on a shore name it."""
    return p << WHOM_AT


def is_near(t: list[int], s: list[int], p: int, aim: int) -> bool:
    """Whether the unit in a province, which knows no coasts, gets to another by itself."""
    u = s[UNITS + p]
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    return has(t, t[NEXT_TO] + row * t[PLACE_WORDS], aim)
