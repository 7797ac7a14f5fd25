"""Declarations of homes in the loops of the arena: the same as the module's answers.

An order is the three homes of a power as the three provinces of an order, in the order of their
short names; NUMBER stands for none. The module's cells in the row of a game: for each power whether
it has declared, how many homes, and which.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from dragoman.geo import Place, Province
from dragoman.model import DONE, Act, Order, State
from dragoman.modules.declared_homes import DECLARATION, DECLARED, HOMES, provinces_of
from dragoman.rules import Variant
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BASES,
    BORDERS,
    BY_ID,
    BY_NAME,
    DISTANCE,
    FROM_HOME,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    MOST_ORDERS,
    MOVES,
    NUMBER,
    ON_LAND,
    OWN,
    OWNER,
    PLACE_MASK,
    PLACES,
    POWERS,
    PROVINCE,
    PROVINCES,
    QUEUED,
    RESULT,
    ROW_DUE,
    ROW_SUBJECT,
    STAGE,
    START_YEAR,
    SUPPORT_MOVE,
    TO_AT,
    UNITS,
    VERB,
    WHOM_AT,
    WORK,
    YEAR,
)
from dragoman.sim.lists import FULL
from dragoman.sim.lists import legal_own as usual_legal_own
from dragoman.sim.turns import act_own as usual_act_own
from dragoman.sim.turns import away as usual_away
from dragoman.sim.turns import next_phase as usual_next_phase
from dragoman.sim.turns import owes_own as usual_owes_own

PHASE = ord(DECLARATION)
VERDICT, ORDERED = (DONE, DECLARED.code), HOMES.name
"""What comes of an order of the phase, and its verb."""

MOST = 3
"""How many homes an order has room for."""

POWERS_AT = 1
"""The first cell of a game is how many homes are declared; those of each power begin here."""

DECLARED_AT, COUNT, FIRST, CELLS_EACH = 0, 1, 2, 2 + MOST
"""The cells of each power."""

NAMES = SUPPORT_MOVE
"""The verb of a declaration, of which every part is a province."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer as the module does."""
    settings = variant.settings
    fits = settings["homes"] <= MOST and not settings["allow_unowned_homes"]
    return frozenset({"next_phase", "phases"} if fits else ())


def cells(variant: Variant) -> int:
    """How many cells a game needs."""
    return POWERS_AT + CELLS_EACH * len(variant.powers)


def enter(tables: Any, state: State, s: list[int]) -> None:
    """Write into a row which homes were declared, in their order."""
    first = tables.own_at(PHASE) + POWERS_AT
    s[tables.own_at(PHASE)] = tables.variant.settings["homes"]
    for n, power in enumerate(tables.powers):
        at, homes = first + n * CELLS_EACH, state.homes.get(power, ())
        s[at + DECLARED_AT], s[at + COUNT] = int(bool(homes)), len(homes)
        for k, home in enumerate(homes):
            s[at + FIRST + k] = tables.number[Place(home)]


def leave(tables: Any, s: Sequence[int], state: State) -> State:
    """The position with the homes that were declared."""
    homes, first = dict(state.homes), tables.own_at(PHASE) + POWERS_AT
    for n, power in enumerate(tables.powers):
        at = first + n * CELLS_EACH
        if s[at + DECLARED_AT]:
            named = (tables.places[s[at + FIRST + k]] for k in range(s[at + COUNT]))
            homes[power] = tuple(Province(place) for place in named)
    return msgspec.structs.replace(state, homes=homes)


def order_code(tables: Any, order: Act) -> int:
    """The integer of a declaration; 0 if an order is none."""
    if not HOMES.made(order):
        return 0
    named = [tables.number[Place(p)] for p in provinces_of(order)]
    a, b, c = (*named, *[NUMBER] * MOST)[:MOST]
    return int(NAMES | a << ME_AT | b << WHOM_AT | c << TO_AT)


def order_value(tables: Any, order: int) -> Order:
    """The declaration that an integer means."""
    named = (order >> at & NUMBER for at in (ME_AT, WHOM_AT, TO_AT))
    return HOMES(*(Province(tables.places[p]) for p in named if p != NUMBER))


def writer(tables: Any, s: Sequence[int], p: int) -> int:
    """The power that an order belongs to: whose center is named first."""
    return int(s[UNITS + OWNER * tables.provinces + p])


def done(tables: Any, s: Sequence[int]) -> int:
    """How many declarations there are, those that the rules supplied among them."""
    first = tables.own_at(PHASE) + POWERS_AT
    end = first + CELLS_EACH * len(tables.powers)
    return sum(int(s[at + DECLARED_AT]) for at in range(first, end, CELLS_EACH))


def is_owned(t: list[int], s: list[int], p: int, power: int) -> bool:
    """Whether a power owns a center."""
    return s[UNITS + OWNER * t[PROVINCES] + p] == power


def centers(t: list[int], s: list[int], power: int) -> int:
    """How many centers a power owns."""
    owned = 0
    for p in range(t[PROVINCES]):
        owned += is_owned(t, s, p, power)
    return owned


def most_homes(t: list[int], s: list[int]) -> int:
    """How many homes a power declares, if it owns as many."""
    return s[t[t[OWN] + PHASE]]


def legal_own(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every set of homes that a power may declare, by the alphabet, for every power in a row."""
    if s[STAGE] != PHASE:
        return usual_legal_own(t, s, x, out, start, k)
    rows = 0
    start[0] = k
    for power in range(1, t[POWERS] + 1):
        number = min(most_homes(t, s), centers(t, s, power))
        if number:
            if k > len(out) - t[MOST_ORDERS]:
                return FULL
            x[t[t[WORK] + ROW_SUBJECT] + rows] = power - 1
            x[t[t[WORK] + ROW_DUE] + rows] = 1
            k = list_sets(t, s, out, k, power, number)
            rows += 1
            start[rows] = k
    return rows


def list_sets(t: list[int], s: list[int], out: list[int], k: int, power: int, number: int) -> int:
    """The sets of so many centers of a power; where the list ends."""
    ids, n = t[BY_ID], t[PROVINCES]
    for i in range(n):
        if is_owned(t, s, t[ids + i], power):
            one = NAMES | t[ids + i] << ME_AT
            if number == 1:
                out[k] = one | NUMBER << WHOM_AT | NUMBER << TO_AT
                k += 1
            for j in range(i + 1, n if number > 1 else 0):
                if is_owned(t, s, t[ids + j], power):
                    two = one | t[ids + j] << WHOM_AT
                    if number == 2:
                        out[k] = two | NUMBER << TO_AT
                        k += 1
                    for m in range(j + 1, n if number > 2 else 0):
                        out[k] = two | t[ids + m] << TO_AT
                        k += is_owned(t, s, t[ids + m], power)
    return k


def act_own(
    t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int], given: bool
) -> None:
    """Every declaration noted, all at once (E7)."""
    if s[STAGE] != PHASE:
        usual_act_own(t, s, orders, x, verdicts, given)
        return
    for p in range(t[PROVINCES]):
        verdicts[p] = 0
    for power in range(1, t[POWERS] + 1):
        if centers(t, s, power):
            said = False
            for p in range(t[PROVINCES]):
                if given and is_owned(t, s, p, power) and orders[p] & VERB == NAMES and not said:
                    said = True
                    verdicts[p] = PHASE
                    declare(t, s, power, orders[p])
            if not said:
                declare(t, s, power, spare_homes(t, s, power))


def declare(t: list[int], s: list[int], power: int, order: int) -> None:
    """Note the homes of a power."""
    at, n = homes_at(t, power), 0
    for k in range(MOST):
        home = order >> (ME_AT + k * (WHOM_AT - ME_AT)) & NUMBER
        if home != NUMBER:
            s[at + FIRST + n] = home
            s[UNITS + BASES * t[PROVINCES] + home] |= 1 << (power - 1)
            n += 1
    s[at + DECLARED_AT], s[at + COUNT] = 1, n


def homes_at(t: list[int], power: int) -> int:
    """Where the cells of a power begin."""
    return t[t[OWN] + PHASE] + POWERS_AT + (power - 1) * CELLS_EACH


def spare_homes(t: list[int], s: list[int], power: int) -> int:
    """What a power declares that says nothing: what is empty first, then by name (E8)."""
    order, before = NAMES, -1
    for k in range(MOST):
        best, first = NUMBER, 0
        for p in range(t[PROVINCES] if k < most_homes(t, s) else 0):
            key = (s[UNITS + p] != 0) * t[PROVINCES] + t[t[BY_NAME] + p]
            if is_owned(t, s, p, power) and key > before and (best == NUMBER or key < first):
                best, first = p, key
        before = first if best != NUMBER else before
        order |= best << (ME_AT + k * (WHOM_AT - ME_AT))
    return order


def owes_own(t: list[int], s: list[int]) -> bool:
    """Whether a power owns more centers than it declares."""
    if s[STAGE] != PHASE:
        return usual_owes_own(t, s)
    for power in range(1, t[POWERS] + 1):
        if centers(t, s, power) > most_homes(t, s):
            return True
    return False


def next_phase(t: list[int], s: list[int], x: list[int]) -> None:
    """Declarations come before the adjustments of the first year (E7)."""
    if s[STAGE] == PHASE:
        s[STAGE] = ADJUSTMENTS
        return
    usual_next_phase(t, s, x)
    if s[RESULT] == 0 and s[STAGE] == ADJUSTMENTS and s[YEAR] == t[START_YEAR]:
        s[STAGE] = PHASE


def away(t: list[int], s: list[int], x: list[int], p: int, power: int) -> int:
    """How far a unit is from its own: by the old editions from what was declared as home."""
    if not t[FROM_HOME]:
        return usual_away(t, s, x, p, power)
    u = s[UNITS + p]
    kind, work = u >> KIND_AT & KIND_MASK, t[WORK]
    distance, queue = t[work + DISTANCE], t[work + QUEUED]
    on_land = t[t[ON_LAND] + kind] != 0
    for place in range(t[PLACES]):
        x[distance + place] = -1
    # Armies count provinces, whose numbers are those of their own places.
    x[queue] = p if on_land else u & PLACE_MASK
    x[distance + x[queue]] = 0
    done, n = 0, 1
    while done < n:
        here = x[queue + done]
        done += 1
        if is_home(t, s, t[t[PROVINCE] + here], power):
            return x[distance + here]
        row = t[BORDERS] + here if on_land else t[MOVES] + kind * t[PLACES] + here
        for j in range(t[row], t[row + 1]):
            if x[distance + t[j]] < 0:
                x[distance + t[j]] = x[distance + here] + 1
                x[queue + n] = t[j]
                n += 1
    return t[PROVINCES]


def is_home(t: list[int], s: list[int], p: int, power: int) -> bool:
    """Whether a power declared a province as home."""
    return s[UNITS + BASES * t[PROVINCES] + p] >> (power - 1) & 1 != 0
