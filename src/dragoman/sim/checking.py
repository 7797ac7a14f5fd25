"""Whether orders that somebody gives are possible: plain loops, compiled with the rest."""

from dragoman.sim.codes import (
    BLOCK,
    BY_AT,
    BY_MASK,
    CELLS,
    GUESTS,
    HOLD,
    KIND_AT,
    KIND_MASK,
    LENDS,
    ME_AT,
    MOVE,
    MOVEMENT,
    NEXT_TO,
    NUMBER,
    PLACE_MASK,
    PLACE_WORDS,
    PLACES,
    POWERS,
    PROVINCE,
    PROVINCES,
    REACHED,
    RESULT,
    ROW_DUE,
    SECOND,
    STAGE,
    SUPPORT,
    SUPPORT_MOVE,
    TIMES_AT,
    TIMES_MASK,
    TO_AT,
    UNITS,
    VERB,
    VIA,
    WAYS,
    WHOM_AT,
    WORK,
)
from dragoman.sim.lists import FULL, any_chain, legal, list_unit
from dragoman.sim.routes import classify
from dragoman.sim.scouting import board_ship, look_round
from dragoman.sim.sets import has

WITHOUT_TIMES = ~(TIMES_MASK << TIMES_AT)


def are_possible(
    t: list[int], s: list[int], x: list[int], out: list[int], orders: list[int]
) -> bool:
    """Whether the orders of a movement phase are possible, where no module brings loops.

    Most are possible whatever lies at sea; of those units whose are not, all orders are listed.
    """
    ends = -1
    for p in range(t[PROVINCES]):
        o = orders[p]
        if o and not is_by_land(t, s, p, o):
            if s[UNITS + p] == 0:
                return False
            if ends < 0:
                look_round(t, s, x)
                ends = board_ship(t, s, x)
                if any_chain(t, x, ends):
                    classify(t, x, t[t[WORK] + REACHED])
            end = list_unit(t, s, x, out, 0, p, ends)
            if not is_among(out, end, without_via(t, s[UNITS + p], o)):
                return False
    return True


def is_among(out: list[int], end: int, o: int) -> bool:
    """Whether an order is among those that are listed."""
    for k in range(end):
        if out[k] == o:
            return True
    return False


def without_via(t: list[int], u: int, o: int) -> int:
    """An order to move without the word that it goes by sea, where it could not go otherwise."""
    to = o >> TO_AT
    if o & VERB != MOVE or to < 0 or to >= t[PLACES]:
        return o
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    return o if has(t, t[NEXT_TO] + row * t[PLACE_WORDS], to) else o & ~VIA


def is_by_land(t: list[int], s: list[int], p: int, o: int) -> bool:
    """Whether an order of the unit in a province is possible whatever lies at sea."""
    u, verb, whom, to = s[UNITS + p], o & VERB, o >> WHOM_AT & NUMBER, o >> TO_AT
    # An order with anything else in it is none of these.
    if u == 0 or o != verb | p << ME_AT | whom << WHOM_AT | to << TO_AT:
        return False
    if to < 0 or to >= t[PLACES]:
        return False
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    if verb == HOLD:
        return whom == 0 and to == 0
    if verb == MOVE:
        return whom == 0 and has(t, t[NEXT_TO] + row * t[PLACE_WORDS], to)
    if whom == p or whom >= t[PROVINCES] or s[UNITS + whom] == 0:
        return False
    if verb == SUPPORT:
        return to == 0 and may_lend(t, row, whom)
    return verb == SUPPORT_MOVE and may_lend(t, row, way_in(t, s[UNITS + whom], to))


def may_lend(t: list[int], row: int, p: int) -> bool:
    """Whether a unit of a kind at a place may support what happens in a province."""
    for j in range(t[t[LENDS] + row], t[t[LENDS] + row + 1]):
        if t[j] == p:
            return True
    return False


def way_in(t: list[int], u: int, to: int) -> int:
    """The province that a unit enters by itself with a goal, its coast named or not; -1 if none."""
    row = (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
    if has(t, t[NEXT_TO] + row * t[PLACE_WORDS], to):
        return t[t[PROVINCE] + to]
    for w in range(t[t[WAYS] + row], t[t[WAYS] + row + 1], 3):
        if t[w + 2] == SUPPORT_MOVE | to << TO_AT:
            return t[w]
    return -1


def given(t: list[int], s: list[int], orders: list[int], o: int) -> int:
    """How often a row of orders has one that is listed; 0 says nothing but as a second order."""
    number, by, found = o >> ME_AT & NUMBER, o >> BY_AT & BY_MASK, 0
    if t[GUESTS] and number >= t[BLOCK]:
        for cell in range(number, t[CELLS], t[POWERS]):
            found += orders[cell] == o
        return found
    # How often a vote was cast is no part of what it says.
    found += o != 0 and orders[number + by * t[BLOCK]] & WITHOUT_TIMES == o
    if t[SECOND] and s[STAGE] == MOVEMENT:
        found += orders[t[SECOND] * t[BLOCK] + number] == o | t[SECOND] << BY_AT
    return found


def is_listed(
    t: list[int],
    s: list[int],
    x: list[int],
    out: list[int],
    start: list[int],
    found: int,
    orders: list[int],
) -> bool:
    """Whether all orders of a row are in a listing, and of no subject more than are due."""
    left = 0
    for cell in range(t[CELLS]):
        left += orders[cell] != 0
    for i in range(found):
        n = 0
        for k in range(start[i], start[i + 1]):
            n += given(t, s, orders, out[k])
        if n > max(1, abs(x[t[t[WORK] + ROW_DUE] + i])):
            return False
        left -= n
    return left == 0


def check_all(
    t: list[int],
    states: list[list[int]],
    x: list[int],
    out: list[int],
    start: list[int],
    orders: list[list[int]],
    doubtful: list[int],
    first: int,
    plain: bool,
) -> int:
    """Note the games from `first` on of whose orders some may not be possible.

    The game whose list found no room is the answer, or how many games there are. Where no module
    brings loops, the rules are plain.
    """
    for g in range(first, len(states)):
        s = states[g]
        if s[RESULT] == 0 and plain and s[STAGE] == MOVEMENT:
            doubtful[g] = not are_possible(t, s, x, out, orders[g])
        elif s[RESULT] == 0:
            found = legal(t, s, x, out, start, 0)
            if found == FULL:
                return g
            doubtful[g] = not is_listed(t, s, x, out, start, found, orders[g])
    return len(states)
