"""Double units and their halves, in the loops of the arena.

The same as the module's answers, and under the names of the loops that they take the place of.
Rulings are those of the variant's page.
"""

from dragoman.judge.layout import ARRIVES, DISLODGED, FATE, FORCE_ROW, HEADER, Ints
from dragoman.model import VOID, State
from dragoman.modules.doubling import loops_lists
from dragoman.modules.doubling.halves import SINGLE, UNCLEAR_PART, years_of
from dragoman.modules.doubling.loops_lists import (
    COUNTED,
    FIRST,
    ORDER,
    PHASE,
    aboard,
    half,
    is_typed,
    lends,
    sails_without,
    splits,
    strength,
    walks,
)
from dragoman.rules import Variant
from dragoman.sim.battle import tell as usual_tell
from dragoman.sim.codes import (
    BLOCK,
    CARRIES,
    CODE,
    HOLD,
    ID,
    ID_OF,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    MARKED,
    ME_AT,
    MOVE,
    NEXT_HERE,
    NUMBER,
    ORDER_MASK,
    PART,
    PART_AT,
    PART_MASK,
    PROVINCE,
    PROVINCES,
    SEA_OF,
    SECOND,
    SLOT,
    STANDS_AT,
    SUPPORT,
    SUPPORT_MOVE,
    TO_AT,
    TURN,
    UNIT_AT,
    UNITS,
    V_NOT_ALLOWED,
    VERB,
    WAY,
    WEIGHT,
    WHOM_AT,
    WHOSE_AT,
    WORK,
)
from dragoman.sim.forces import enroll
from dragoman.sim.scouting import CARGO
from dragoman.sim.tables import Tables
from dragoman.sim.turns import capture as usual_capture

ALSO = (loops_lists,)
VERDICT = (VOID, UNCLEAR_PART.code)
MARK = SINGLE

WHOLE, MERGED, MERGED_SECOND, AS_LISTED, CROSSWISE, IMPOSSIBLE, UNCLEAR = range(7)
"""What becomes of two orders: both do the same, as the first or the second one says; the first half
does the first, or the second one; or they are void."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer."""
    return frozenset(
        {"muster", "strength", "support_worth", "contests", "settle", "aftermath", "phases"}
    )


def cells(variant: Variant) -> int:
    """How many integers a game needs to know whose year it is."""
    return ORDER + len(variant.powers)


def enter(tables: Tables, state: State, s: list[int]) -> None:
    """Write down whose years come when: that stays the same."""
    at, variant = tables.own_at(PHASE), tables.variant
    years = years_of(variant, variant.settings)
    s[at + FIRST], s[at + COUNTED] = years.first, len(years.order)
    for n, power in enumerate(years.order):
        s[at + ORDER + n] = tables.power[power] + 1


def second_order(t: list[int], orders: list[int], p: int) -> int:
    """The second order of a unit; -1 if it is given none, or the same again."""
    o = orders[t[SECOND] * t[BLOCK] + p]
    return -1 if o == 0 or o & ORDER_MASK == orders[p] else o & ORDER_MASK


def way_of(t: list[int], s: list[int], x: list[int], p: int, one: int, other: int) -> int:
    """What becomes of the orders of a unit that may be divided; the other is -1 if none is."""
    u, named = s[UNITS + p], one >> PART_AT & PART_MASK
    if other < 0:
        if named:
            return AS_LISTED if named == 1 else CROSSWISE
        return IMPOSSIBLE if is_lone(t, s, x, p, one) else WHOLE
    listed = crosswise = True
    if is_typed(t, u):
        listed = could(t, s, x, p, 1, one) and could(t, s, x, p, 2, other)
        crosswise = could(t, s, x, p, 2, one) and could(t, s, x, p, 1, other)
        moves = one & VERB == MOVE or other & VERB == MOVE
        if not (listed or crosswise):
            return IMPOSSIBLE
        if listed and crosswise and moves:
            return UNCLEAR
    if alike(t, one, other):
        return MERGED if as_whole(t, u, one) or not as_whole(t, u, other) else MERGED_SECOND
    return AS_LISTED if listed else CROSSWISE


def is_lone(t: list[int], s: list[int], x: list[int], p: int, o: int) -> bool:
    """Whether only a half could do this, while the other did its part (K12, K20)."""
    whom, to, sea = o >> WHOM_AT & NUMBER, o >> TO_AT, t[t[SEA_OF] + p]
    if o & VERB != SUPPORT and o & VERB != SUPPORT_MOVE:
        return False
    if whom == p:
        return True
    if o & VERB == SUPPORT or sea < 0 or s[UNITS + whom] == 0:
        return False
    u = s[UNITS + whom]
    part = aboard(t, s, whom)
    goes = walks(t, u, to)
    if part:
        goes = goes or walks(t, half(t, u, 1), to) or walks(t, half(t, u, 2), to)
    elif t[t[CARRIES] + (u >> KIND_AT & KIND_MASK)] != CARGO:
        return False
    return not goes and not sails_without(t, s, x, whom, t[t[PROVINCE] + to], sea)


def could(t: list[int], s: list[int], x: list[int], p: int, part: int, o: int) -> bool:
    """Whether a half could do what an order says that some part of its unit could (K17)."""
    named, verb, to = o >> PART_AT & PART_MASK, o & VERB, o >> TO_AT
    u = half(t, s[UNITS + p], part)
    if named != 0 and named != part:
        return False
    if verb == MOVE:
        sails = t[t[CARRIES] + (u >> KIND_AT & KIND_MASK)] == CARGO
        return walks(t, u, to) or (sails and sails_without(t, s, x, p, t[t[PROVINCE] + to], -1))
    if verb == SUPPORT:
        whom = o >> WHOM_AT & NUMBER
        return whom == p or lends(t, u, whom)
    return verb == HOLD or lends(t, u, t[t[PROVINCE] + to])


def alike(t: list[int], one: int, other: int) -> bool:
    """Whether two orders let both halves do the same, so that they act as a whole (K15)."""
    if one & VERB != other & VERB:
        return False
    if one & VERB == MOVE:
        return t[t[PROVINCE] + (one >> TO_AT)] == t[t[PROVINCE] + (other >> TO_AT)]
    whose = PART_MASK << WHOSE_AT
    same_piece = one >> WHOM_AT & NUMBER == other >> WHOM_AT & NUMBER
    same_goal = one >> TO_AT == other >> TO_AT
    return one & VERB == HOLD or (same_piece and same_goal and not (one ^ other) & whose)


def as_whole(t: list[int], u: int, o: int) -> bool:
    """Whether an order names a goal that the undivided unit reaches, its coast included."""
    return o & VERB != MOVE or walks(t, u, o >> TO_AT)


def muster(t: list[int], s: list[int], orders: list[int], x: list[int]) -> int:
    """Two forces of a unit with two different orders, one of any other; how many.

    In the order in which units are listed: which half stops another of its side follows from that.
    """
    work, n = t[WORK], 0
    for p in range(t[PROVINCES]):
        x[t[work + SLOT] + p] = -1
        x[t[work + WAY] + p] = WHOLE
    p = next_listed(t, s, -1)
    while p >= 0:
        if splits(t, s, p):
            x[t[work + WAY] + p] = way_of(t, s, x, p, orders[p], second_order(t, orders, p))
            orders[t[SECOND] * t[BLOCK] + p] &= ORDER_MASK
        n = take_part(t, s, x, n, p, x[t[work + WAY] + p])
        p = next_listed(t, s, p)
    return n


def take_part(t: list[int], s: list[int], x: list[int], n: int, p: int, way: int) -> int:
    """Write down the forces of a unit; how many there are then."""
    cells, second, u = t[t[WORK] + UNIT_AT], t[SECOND] * t[BLOCK], s[UNITS + p]
    x[cells + n] = p
    if AS_LISTED <= way <= CROSSWISE:
        part = 1 if way == AS_LISTED else 2
        enroll(t, s, x, n, p, half(t, u, part), strength(t, s, p) // 2, part)
        x[cells + n + 1] = second + p
        enroll(t, s, x, n + 1, p, half(t, u, 3 - part), strength(t, s, p) // 2, 3 - part)
        return n + 2
    if way == MERGED_SECOND:
        x[cells + n] = second + p
    elif way >= IMPOSSIBLE:
        # Behind the provinces there is a cell in which nothing is ever ordered.
        x[cells + n] = t[PROVINCES]
    enroll(t, s, x, n, p, u, strength(t, s, p), 0)
    return n + 1


def lower_peaces(t: list[int], x: list[int], d: Ints, k: int, n: int) -> int:
    """The halves of one unit share a place; where the pairs end."""
    for i in range(n):
        other = x[t[t[WORK] + NEXT_HERE] + i]
        if other >= 0:
            d[k], d[k + 1] = HEADER + FORCE_ROW * other, HEADER + FORCE_ROW * i
            k += 2
    return k


def support_worth(t: list[int], orders: list[int], x: list[int], i: int) -> int:
    """Brothers that stay together already add up, so one cannot support that (K13)."""
    work = t[WORK]
    o, p = orders[x[t[work + UNIT_AT] + i]], x[t[work + STANDS_AT] + i]
    own = x[t[work + PART] + i] != 0 and o & VERB == SUPPORT and o >> WHOM_AT & NUMBER == p
    return 0 if own else x[t[work + WEIGHT] + i]


def tell(
    t: list[int], orders: list[int], x: list[int], d: Ints, verdicts: list[int], n: int
) -> None:
    """The verdict on each order: both of two that do the same have one, or are void."""
    provinces, ways, second = t[PROVINCES], t[t[WORK] + WAY], t[SECOND] * t[BLOCK]
    for p in range(provinces):
        verdicts[second + p] = 0
    usual_tell(t, orders, x, d, verdicts, n)
    for p in range(provinces):
        way = x[ways + p]
        if way == MERGED:
            verdicts[second + p] = verdicts[p]
        elif way == MERGED_SECOND:
            verdicts[p] = verdicts[second + p]
        elif way >= IMPOSSIBLE:
            verdicts[p] = V_NOT_ALLOWED if way == IMPOSSIBLE else PHASE
            verdicts[second + p] = verdicts[p]


def regroup(t: list[int], s: list[int], x: list[int], d: Ints, n: int) -> None:
    """Halves that end together are one unit again (K6, K7); a half by itself stays single (K8)."""
    work = t[WORK]
    for i in range(n):
        j = x[t[work + NEXT_HERE] + i]
        if j >= 0:
            mine, theirs = d[HEADER + FORCE_ROW * i + FATE], d[HEADER + FORCE_ROW * j + FATE]
            if mine == theirs and mine != ARRIVES:
                u = s[UNITS + x[t[work + STANDS_AT] + i]]
                x[t[work + CODE] + i] = x[t[work + CODE] + j] = u
            else:
                x[t[work + CODE] + i] |= MARKED
                x[t[work + CODE] + j] |= MARKED
    for gone in range(2):
        p = next_listed(t, s, -1)
        while p >= 0:
            renumber(t, s, x, d, p, gone != 0)
            p = next_listed(t, s, p)


def renumber(t: list[int], s: list[int], x: list[int], d: Ints, p: int, gone: bool) -> None:
    """A new number for the second half of a unit, if it is by itself, driven out or not."""
    work = t[WORK]
    i = x[t[work + SLOT] + p]
    j = x[t[work + NEXT_HERE] + i]
    if j < 0 or x[t[work + CODE] + i] & MARKED == 0:
        return
    late = i if x[t[work + PART] + i] == 2 else j
    if (d[HEADER + FORCE_ROW * late + FATE] == DISLODGED) == gone:
        s[LAST_ID] += 1
        x[t[work + ID_OF] + late] = s[LAST_ID]


def next_listed(t: list[int], s: list[int], after: int) -> int:
    """The province of the unit that is listed after another, or first of all; -1 if none is."""
    provinces, best = t[PROVINCES], -1
    for p in range(provinces):
        if s[UNITS + p] and (after < 0 or is_listed_after(t, s, p, after)):
            if best < 0 or is_listed_after(t, s, best, p):
                best = p
    return best


def is_listed_after(t: list[int], s: list[int], p: int, q: int) -> bool:
    """Whether the unit in a province is listed after that in another."""
    turns, ids = UNITS + TURN * t[PROVINCES], UNITS + ID * t[PROVINCES]
    return s[turns + p] > s[turns + q] or (s[turns + p] == s[turns + q] and s[ids + p] > s[ids + q])


def capture(t: list[int], s: list[int]) -> None:
    """At the end of a year nothing is left of its divisions (K10)."""
    usual_capture(t, s)
    for p in range(t[PROVINCES]):
        s[UNITS + p] &= ~MARKED


def mend(t: list[int], s: list[int], orders: list[int], x: list[int]) -> None:
    """Leave out second orders that are no others, and let units hold that could do nothing."""
    for p in range(t[PROVINCES]):
        if splits(t, s, p):
            at, other = t[SECOND] * t[BLOCK] + p, second_order(t, orders, p)
            if other < 0:
                orders[at] = 0
            if way_of(t, s, x, p, orders[p], other) >= IMPOSSIBLE:
                orders[p], orders[at] = p << ME_AT, 0
