"""Leaders in the loops of the arena: what they fight, where they retreat to, and when they fall.

The same as the module's answers, and under the names of the loops that they take the place of.
Rulings are those of the variant's page. Leaders are the guests of `sim.codes`.
"""

from dragoman.geo import Place
from dragoman.judge.layout import (
    ARRIVES,
    BY,
    CUTS,
    DISLODGED,
    FATE,
    FORCE_ROW,
    GOAL,
    HEADER,
    LIGHT,
    PLACE,
    POINTS,
    SEA,
    SUPPORT_ROW,
    SUPPORTS,
    WORTH,
    YES,
    Ints,
)
from dragoman.model import State
from dragoman.modules.leaders import capital, loops_lists
from dragoman.modules.leaders.fallen import (
    ELIMINATED,
    NAME,
    NOWHERE,
    Fall,
    LeadersNote,
    season_text,
)
from dragoman.modules.leaders.loops_lists import (
    PHASE,
    guest_open,
    has_refuge_for,
    leader_at,
)
from dragoman.rules import Ask, Variant, remembered, remembering
from dragoman.sim.battle import disband as usual_disband
from dragoman.sim.battle import settle as usual_settle
from dragoman.sim.battle import tell as usual_tell
from dragoman.sim.codes import (
    BLOCK,
    BUILD,
    BY_NAME,
    CAPTURES,
    CARRIES,
    CENTER,
    CODE,
    FALL,
    G_BAR,
    G_ID,
    G_OUT,
    G_OUT_ID,
    G_TURN,
    G_UNIT,
    GUEST_KIND,
    GUEST_ROW,
    GUESTS,
    HOLD,
    ID_OF,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    MOVE,
    MOVEMENT,
    NEXT_HERE,
    NUMBER,
    ORIGIN_OPEN,
    OWN,
    OWNER,
    PART,
    PLACE_MASK,
    POWER_AT,
    POWERS,
    PROVINCE,
    PROVINCES,
    RETREAT,
    RETREATS,
    SEASON,
    SLOT,
    STAGE,
    STANDS_AT,
    TO_AT,
    TRIES,
    UNIT_AT,
    UNITS,
    V_BUILT,
    V_DISBANDED,
    V_DISLODGED,
    V_HELD,
    V_PASSED_OVER,
    V_RETREATED,
    V_TAKEN,
    VERB,
    WAY,
    WEIGHT,
    WHOM_AT,
    WORK,
    YEAR,
)
from dragoman.sim.forces import cargo as usual_cargo
from dragoman.sim.forces import enroll, friends
from dragoman.sim.forces import muster as usual_muster
from dragoman.sim.forces import strength as usual_strength
from dragoman.sim.scouting import CARGO
from dragoman.sim.tables import Tables
from dragoman.sim.turns import is_left as usual_is_left
from dragoman.sim.turns import next_phase as usual_next_phase
from dragoman.sim.turns import owes as usual_owes

ALSO = (loops_lists,)
KNOWS_GUESTS = True

BY_STRENGTH, FALLEN, CAPITALS = range(3)
"""The cells of a game: whether attacks cut by their strength, how many leaders have fallen; then
where each power's leader is placed that nobody places, and of each that fell its power, its season
and why."""
WHYS = (NOWHERE, ELIMINATED)


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer."""
    return frozenset(
        {"review", "elect", "default", "muster", "strength", "support_worth", "cuts", "contests"}
        | {"settle", "refuge_round", "aftermath", "sites", "opening", "phases"}
    )


def cells(variant: Variant) -> int:
    """How many integers a game needs."""
    return CAPITALS + 4 * len(variant.powers)


def enter(tables: Tables, state: State, s: list[int]) -> None:
    """Write down the options, the capitals, and who has fallen."""
    at, settings, powers = tables.own_at(PHASE), tables.variant.settings, len(tables.powers)
    ask, fallen = Ask(tables.variant, state), remembered(state, NAME, LeadersNote).fallen
    capitals = [name.lower() for name in settings["capitals"]]
    s[at + BY_STRENGTH], s[at + FALLEN] = int(settings["led_attack_cuts"] == 2), len(fallen)
    for n, power in enumerate(tables.powers):
        seat = capital(capitals, state.homes.get(power, ()))
        s[at + CAPITALS + n] = tables.number[Place(seat)] + 1 if seat else 0
    seasons = range(3 * tables.variant.start.year, 3 * state.phase.year + 3)
    number = {season_text(ask, code): code for code in seasons}
    for n, fall in enumerate(fallen):
        row = at + CAPITALS + powers + 3 * n
        s[row], s[row + 1] = tables.power[fall.power] + 1, number[fall.season]
        s[row + 2] = WHYS.index(fall.why)


def leave(tables: Tables, s: list[int], state: State) -> State:
    """The position with who has fallen."""
    at, powers = tables.own_at(PHASE), len(tables.powers)
    ask, rows = Ask(tables.variant, state), range(s[at + FALLEN])
    first = at + CAPITALS + powers
    fallen = tuple(
        Fall(tables.powers[power - 1], season_text(ask, season), WHYS[why])
        for power, season, why in (s[first + 3 * n : first + 3 * n + 3] for n in rows)
    )
    return remembering(state, NAME, LeadersNote(fallen)) if fallen else state


def fell(t: list[int], s: list[int], power: int, why: int) -> None:
    """Note that a power's leader is gone."""
    at = t[t[OWN] + PHASE]
    row = at + CAPITALS + t[POWERS] + 3 * s[at + FALLEN]
    s[at + FALLEN] += 1
    s[row], s[row + 1], s[row + 2] = power, 3 * s[YEAR] + s[SEASON], why


def strength(t: list[int], s: list[int], p: int) -> int:
    """One more with a leader (L5)."""
    power = s[UNITS + p] >> POWER_AT
    return usual_strength(t, s, p) + (power != 0 and leader_at(t, s, power) == p)


def muster(t: list[int], s: list[int], orders: list[int], x: list[int]) -> int:
    """A leader joins a force of its own power that does what it does, else it acts alone (L2)."""
    work = t[WORK]
    n = usual_muster(t, s, orders, x)
    for i in range(n):
        x[t[work + WEIGHT] + i] = 1
    x[t[work + WAY] + t[POWERS]] = s[t[t[OWN] + PHASE] + BY_STRENGTH]
    for k in range(t[POWERS]):
        g = t[GUESTS] + GUEST_ROW * k
        x[t[work + WAY] + k] = -1
        if s[g + G_UNIT]:
            p = s[g + G_UNIT] & PLACE_MASK
            j = x[t[work + SLOT] + p]
            if j >= 0 and joins(t, orders, x, j, k):
                x[t[work + WEIGHT] + j] += 1
                x[t[work + PART] + j] = 1
                x[t[work + WAY] + k] = j
            else:
                x[t[work + UNIT_AT] + n] = t[BLOCK] + k
                enroll(t, s, x, n, p, s[g + G_UNIT], 0, 0)
                x[t[work + ID_OF] + n] = s[g + G_ID]
                x[t[work + WAY] + k] = n
                n += 1
    return n


def joins(t: list[int], orders: list[int], x: list[int], j: int, k: int) -> bool:
    """Whether a power's leader goes, or stays, with a force (L2, L3)."""
    work = t[WORK]
    u, mine = x[t[work + CODE] + j], orders[t[BLOCK] + k]
    theirs = orders[x[t[work + UNIT_AT] + j]]
    if u >> POWER_AT != k + 1 or u >> KIND_AT & KIND_MASK == t[GUEST_KIND]:
        return False
    if mine & VERB == MOVE and theirs & VERB == MOVE:
        return t[t[PROVINCE] + (mine >> TO_AT)] == t[t[PROVINCE] + (theirs >> TO_AT)]
    return mine & VERB != MOVE and theirs & VERB != MOVE


def cargo(t: list[int], orders: list[int], x: list[int], i: int) -> int:
    """The move that a fleet is to carry: with a leader, if one is named; its own side's first."""
    work = t[WORK]
    o = orders[x[t[work + UNIT_AT] + i]]
    whom, found = o >> WHOM_AT & NUMBER, -1
    if whom < t[BLOCK]:
        j = usual_cargo(t, orders, x, i)
        alone = j >= 0 and x[t[work + WEIGHT] + j] == 0
        return -1 if alone else j
    leads = x[t[work + WAY] + whom - t[BLOCK]]
    j = x[t[work + SLOT] + x[t[work + STANDS_AT] + leads]] if leads >= 0 else -1
    while j >= 0:
        theirs = orders[x[t[work + UNIT_AT] + j]]
        goes = theirs & VERB == MOVE and t[t[PROVINCE] + (theirs >> TO_AT)] == o >> TO_AT
        led = x[t[work + PART] + j] != 0 or x[t[work + WEIGHT] + j] == 0
        boards = t[t[CARRIES] + (x[t[work + CODE] + j] >> KIND_AT & KIND_MASK)] == CARGO
        if led and boards and goes:
            if found < 0 or (friends(t, x, i, j) and not friends(t, x, i, found)):
                found = j
        j = x[t[work + NEXT_HERE] + j]
    return found


def strike(t: list[int], x: list[int], i: int) -> int:
    """An attack takes as many points as it has strength of its own (L6)."""
    work = t[WORK]
    return x[t[work + WEIGHT] + i] if x[t[work + WAY] + t[POWERS]] else 1


def fill_pool(d: Ints, pool: int) -> int:
    """A support is worth what it would be if whole, less the points that were cut (L6)."""
    d[pool], d[pool + 1], d[pool + 2] = 2, 1, 0
    for r in range(d[SUPPORTS], d[CUTS], SUPPORT_ROW):
        worth = d[r + WORTH]
        d[r + WORTH] = pool + 2 - worth
        d[r + POINTS] = worth
    return 3


def lower_peaces(t: list[int], x: list[int], d: Ints, k: int, n: int) -> int:
    """Leaders of several powers share, and a leader with units of its own power (L8, L9)."""
    codes = t[t[WORK] + CODE]
    for i in range(n):
        a = HEADER + FORCE_ROW * i
        if d[a + LIGHT]:
            for j in range(n):
                b = HEADER + FORCE_ROW * j
                same = x[codes + i] >> POWER_AT == x[codes + j] >> POWER_AT
                peace = j < i and not same if d[b + LIGHT] else same
                if peace and can_meet(d, a, b):
                    d[k], d[k + 1] = a, b
                    k += 2
    return k


def can_meet(d: Ints, a: int, b: int) -> bool:
    """Whether two forces stand in one place, or one goes where the other stands or goes."""
    here, there = d[a + PLACE], d[a + GOAL]
    standing = here == d[b + PLACE] or there == d[b + PLACE]
    return standing or here == d[b + GOAL] or there == d[b + GOAL]


def tell(
    t: list[int], orders: list[int], x: list[int], d: Ints, verdicts: list[int], n: int
) -> None:
    """The verdict on each order; a leader that goes along has its unit's, or it holds."""
    work = t[WORK]
    for cell in range(t[BLOCK], t[BLOCK] + t[POWERS] * t[TRIES]):
        verdicts[cell] = 0
    usual_tell(t, orders, x, d, verdicts, n)
    for k in range(t[POWERS]):
        j = x[t[work + WAY] + k]
        if j >= 0 and x[t[work + WEIGHT] + j]:
            cell = x[t[work + UNIT_AT] + j]
            verdicts[t[BLOCK] + k] = verdicts[cell]
            if orders[cell] & VERB != MOVE and orders[cell] & VERB != HOLD:
                gone = d[HEADER + FORCE_ROW * j + FATE] == DISLODGED
                verdicts[t[BLOCK] + k] = V_DISLODGED if gone else V_HELD


def settle(t: list[int], s: list[int], orders: list[int], x: list[int], d: Ints, n: int) -> int:
    """The position that a fight leaves; leaders stand in provinces, whatever the coast (L14)."""
    stand_offs, work = usual_settle(t, s, orders, x, d, n), t[WORK]
    for k in range(t[POWERS]):
        j, g = x[t[work + WAY] + k], t[GUESTS] + GUEST_ROW * k
        if j >= 0:
            f = HEADER + FORCE_ROW * j
            s[g + G_TURN] = 0
            if d[f + FATE] == ARRIVES:
                goal = t[t[PROVINCE] + (orders[x[t[work + UNIT_AT] + j]] >> TO_AT)]
                s[g + G_UNIT] = (s[g + G_UNIT] & ~PLACE_MASK) | goal
            elif d[f + FATE] == DISLODGED:
                by = d[f + BY]
                s[g + G_OUT], s[g + G_OUT_ID] = s[g + G_UNIT], s[g + G_ID]
                if d[by + SEA] != YES or not t[ORIGIN_OPEN]:
                    s[g + G_BAR] = x[t[work + STANDS_AT] + (by - HEADER) // FORCE_ROW] + 1
                s[g + G_UNIT] = s[g + G_ID] = 0
    return stand_offs


def disband(t: list[int], s: list[int]) -> None:
    """Nobody is dislodged any more; a leader that still was has nowhere to go."""
    usual_disband(t, s)
    for k in range(t[POWERS]):
        g = t[GUESTS] + GUEST_ROW * k
        if s[g + G_OUT]:
            fell(t, s, k + 1, 0)
            s[g + G_OUT] = s[g + G_OUT_ID] = s[g + G_BAR] = 0


def retreat_guests(t: list[int], s: list[int], orders: list[int], verdicts: list[int]) -> None:
    """Leaders retreat after all others, by their lists, else by the rule (L11)."""
    for cell in range(t[BLOCK], t[BLOCK] + t[POWERS] * t[TRIES]):
        verdicts[cell] = 0
    for k in range(t[POWERS]):
        g = t[GUESTS] + GUEST_ROW * k
        if s[g + G_OUT]:
            goal = follow_list(t, s, orders, verdicts, k)
            if goal < 0 and orders[t[BLOCK] + k] & VERB != RETREAT:
                verdicts[t[BLOCK] + k] = V_DISBANDED
            elif goal >= 0:
                s[g + G_UNIT] = (s[g + G_OUT] & ~PLACE_MASK) | goal
                s[g + G_ID], s[g + G_TURN] = s[g + G_OUT_ID], 2
                s[g + G_OUT] = s[g + G_OUT_ID] = s[g + G_BAR] = 0


def follow_list(t: list[int], s: list[int], orders: list[int], verdicts: list[int], k: int) -> int:
    """Where a leader retreats to: what it wished first, else what the rules say; -1 if nowhere."""
    goal = -1
    for n in range(t[TRIES]):
        cell = t[BLOCK] + k + n * t[POWERS]
        if orders[cell] & VERB == RETREAT:
            to = orders[cell] >> TO_AT
            is_open = guest_open(t, s, k, to)
            verdicts[cell] = V_PASSED_OVER if is_open else V_TAKEN
            if is_open and goal < 0:
                goal, verdicts[cell] = to, V_RETREATED
    return goal if goal >= 0 else usual_refuge(t, s, k)


def usual_refuge(t: list[int], s: list[int], k: int) -> int:
    """Where a leader without a usable order goes: to a unit of its own, else by the alphabet."""
    best, best_key = -1, 0
    for p in range(t[PROVINCES]):
        if has_refuge_for(t, s, k, p):
            key = t[t[BY_NAME] + p]
            key += 0 if s[UNITS + p] >> POWER_AT == k + 1 else t[PROVINCES]
            if best < 0 or key < best_key:
                best, best_key = p, key
    return best


def build_guest(
    t: list[int], s: list[int], orders: list[int], verdicts: list[int], power: int, before: int
) -> None:
    """A leader is placed where its power says, else in the capital (L18)."""
    cell, g = t[BLOCK] + power - 1, t[GUESTS] + GUEST_ROW * (power - 1)
    o = orders[cell]
    given = o & VERB == BUILD
    turn = o >> WHOM_AT & NUMBER if given else 0
    if s[g + G_UNIT] == 0 and (before == NUMBER or (turn and turn - 1 <= before)):
        to = o >> TO_AT if given else s[t[t[OWN] + PHASE] + CAPITALS + power - 1] - 1
        verdicts[cell] = V_BUILT if given else 0
        if to >= 0:
            s[LAST_ID] += 1
            s[g + G_UNIT] = to | t[GUEST_KIND] << KIND_AT | power << POWER_AT
            s[g + G_ID], s[g + G_TURN] = s[LAST_ID], 2


def owes(t: list[int], s: list[int], x: list[int]) -> bool:
    """Whether anybody has anything to decide, leaders included."""
    if usual_owes(t, s, x):
        return True
    for k in range(t[POWERS]):
        g = t[GUESTS] + GUEST_ROW * k
        if s[STAGE] == MOVEMENT and s[g + G_UNIT]:
            return True
        if s[STAGE] == RETREATS and s[g + G_OUT]:
            for p in range(t[PROVINCES]):
                if has_refuge_for(t, s, k, p):
                    return True
    return False


def is_left(t: list[int], s: list[int]) -> bool:
    """Whether anybody has a unit or a center."""
    for k in range(t[POWERS]):
        if s[t[GUESTS] + GUEST_ROW * k + G_UNIT]:
            return True
    return usual_is_left(t, s)


def next_phase(t: list[int], s: list[int], x: list[int]) -> None:
    """The leader of a power that is eliminated goes too (L17)."""
    if s[STAGE] == RETREATS:
        for power in range(1, t[POWERS] + 1):
            g = t[GUESTS] + GUEST_ROW * (power - 1)
            if s[g + G_UNIT] and not lives(t, s, power):
                fell(t, s, power, 1)
                s[g + G_UNIT] = s[g + G_ID] = s[g + G_TURN] = 0
    usual_next_phase(t, s, x)


def lives(t: list[int], s: list[int], power: int) -> bool:
    """Whether a power has a center after this season, or before the last one of a year a unit."""
    provinces = t[PROVINCES]
    for p in range(provinces):
        u, owner = s[UNITS + p], s[UNITS + OWNER * provinces + p]
        takes = u and s[SEASON] == FALL and t[t[CENTER] + p]
        if takes and t[t[CAPTURES] + (u >> KIND_AT & KIND_MASK)]:
            owner = u >> POWER_AT
        if owner == power or (s[SEASON] != FALL and u >> POWER_AT == power):
            return True
    return False
