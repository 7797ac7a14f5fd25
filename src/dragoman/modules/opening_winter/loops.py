"""A Winter in which powers choose their first units, in the loops of the arena."""

from dragoman.geo import Place
from dragoman.model import ADJUSTMENT, State
from dragoman.modules.opening_winter import customary
from dragoman.rules import Ask, Variant
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BLOCK,
    BUILD,
    DUE,
    GUESTS,
    ID,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    ME_AT,
    MOST_ORDERS,
    NUMBER,
    OWN,
    PLACE_MASK,
    POWER_AT,
    POWERS,
    PROVINCE,
    PROVINCES,
    SITES,
    STAGE,
    START_YEAR,
    TO_AT,
    TURN,
    UNITS,
    V_BUILT,
    VERB,
    WORK,
    YEAR,
)
from dragoman.sim.lists import FULL, is_site
from dragoman.sim.lists import legal_adjustments as usual_legal_adjustments
from dragoman.sim.tables import Tables
from dragoman.sim.turns import BUILT_NOW, build_guest, list_guests
from dragoman.sim.turns import adjust as usual_adjust

PHASE = ord("O")

OPENS, COUNTED, CUSTOMARY = range(3)
"""The cells of a game: whether it begins so, how many customary units there are, and which."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer."""
    return frozenset({"elect", "opening", "phases"})


def cells(variant: Variant) -> int:
    """How many integers a game needs."""
    return CUSTOMARY + sum(len(info.units) for info in variant.powers.values())


def enter(tables: Tables, state: State, s: list[int]) -> None:
    """Write down the customary units: they stay the same."""
    at, variant = tables.own_at(PHASE), tables.variant
    s[at + OPENS] = int(variant.start.kind == ADJUSTMENT)
    ask, n = Ask(variant, state), 0
    for power in variant.powers:
        for piece in customary(ask, power):
            code = tables.number[Place(piece.place)] | tables.kind[piece.kind] << KIND_AT
            s[at + CUSTOMARY + n] = code | (tables.power[power] + 1) << POWER_AT
            n += 1
    s[at + COUNTED] = n


def opens(t: list[int], s: list[int]) -> bool:
    """Whether the game begins with builds and this is the phase in which they are made."""
    opens = s[t[t[OWN] + PHASE] + OPENS] != 0
    return opens and s[STAGE] == ADJUSTMENTS and s[YEAR] == t[START_YEAR]


def legal_adjustments(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """At the opening one unit for each home center, and whatever else there is."""
    if not opens(t, s):
        return usual_legal_adjustments(t, s, x, out, start, k)
    powers, due = t[POWERS], t[t[WORK] + DUE]
    if k > len(out) - t[MOST_ORDERS] * (powers + 1):
        return FULL
    for power in range(1, powers + 1):
        start[power - 1] = k
        x[due + power] = 0
        for p in range(t[PROVINCES]):
            if is_site(t, s, p, power):
                x[due + power] += t[t[SITES] + p + 1] > t[t[SITES] + p]
                for j in range(t[t[SITES] + p], t[t[SITES] + p + 1]):
                    kind, place = t[j] >> KIND_AT, t[j] & PLACE_MASK
                    out[k] = BUILD | kind << 3 | p << ME_AT | place << TO_AT
                    k += 1
        more = list_guests(t, s, out, k, power)
        x[due + power] += more > k
        k = more
    start[powers] = k
    return powers


def adjust(
    t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int], given: bool
) -> None:
    """At the opening what was chosen, then the customary units in homes that are left (L18)."""
    if not opens(t, s):
        usual_adjust(t, s, orders, x, verdicts, given)
        return
    provinces, at = t[PROVINCES], t[t[OWN] + PHASE]
    for p in range(provinces):
        verdicts[p] = 0
    for power in range(1, t[POWERS] + 1):
        last = s[LAST_ID]
        for p in range(provinces):
            o = orders[p]
            if o & VERB == BUILD and o >> ME_AT & NUMBER == p and is_site(t, s, p, power):
                build_guest(t, s, orders, verdicts, power, p)
                raise_unit(t, s, p, o >> TO_AT | (o >> 3 & KIND_MASK) << KIND_AT, power)
                verdicts[p] = V_BUILT
        # What nobody placed is added to what a power wrote, or to all customary units.
        if s[LAST_ID] > last or (t[GUESTS] and orders[t[BLOCK] + power - 1]):
            build_guest(t, s, orders, verdicts, power, NUMBER)
        for n in range(s[at + COUNTED]):
            u = s[at + CUSTOMARY + n]
            p = t[t[PROVINCE] + (u & PLACE_MASK)]
            if u >> POWER_AT == power and is_site(t, s, p, power):
                raise_unit(t, s, p, u, power)
        build_guest(t, s, orders, verdicts, power, NUMBER)


def raise_unit(t: list[int], s: list[int], p: int, u: int, power: int) -> None:
    """A new unit in a province."""
    s[LAST_ID] += 1
    s[UNITS + p] = u & ((1 << POWER_AT) - 1) | power << POWER_AT
    s[UNITS + ID * t[PROVINCES] + p] = s[LAST_ID]
    s[UNITS + TURN * t[PROVINCES] + p] = BUILT_NOW
