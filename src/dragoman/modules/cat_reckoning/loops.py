"""Entitlement, control of home country and victory as Cat has them, in the loops of the arena.

The same as the module's answers, and under the names of the loops that they take the place of.
"""

from dragoman.geo import Place
from dragoman.model import State
from dragoman.modules.cat_reckoning import NAME, ControlNote, control
from dragoman.rules import Ask, Variant, remembering
from dragoman.sim.codes import (
    ASKED,
    CAPTURES,
    CENTER,
    DUE,
    KIND_AT,
    KIND_MASK,
    OWN,
    OWNER,
    POWER_AT,
    POWERS,
    PROVINCES,
    RESULT,
    SOLO,
    UNITS,
    WORK,
)
from dragoman.sim.lists import count_due as usual_count_due
from dragoman.sim.tables import Tables
from dragoman.sim.turns import capture as usual_capture

PHASE = ord("K")

CONTROL, HOME, LAND = range(3)
"""The cells of a game, each by province: who controls it if it is a home province without a center,
and the powers whose home center it is, or whose home province, as bits."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer."""
    return frozenset({"aftermath", "entitlement", "winner", "draw", "opening"})


def cells(variant: Variant) -> int:
    """How many integers a game needs."""
    return 3 * len(variant.map.spaces)


def enter(tables: Tables, state: State, s: list[int]) -> None:
    """Write down who controls which provinces, and whose home they are."""
    at, n, number = tables.own_at(PHASE), tables.provinces, tables.number
    for land, power in control(Ask(tables.variant, state)).items():
        s[at + number[Place(land)]] = tables.power[power] + 1
    for bit, (power, info) in enumerate(tables.variant.powers.items()):
        for home in state.homes.get(power, ()):
            s[at + HOME * n + number[Place(home)]] |= 1 << bit
        for land in info.lands:
            s[at + LAND * n + number[Place(land)]] |= 1 << bit


def leave(tables: Tables, s: list[int], state: State) -> State:
    """The position with who controls which provinces."""
    at, spaces = tables.own_at(PHASE), tables.map.spaces
    held = {land: s[at + p] for p, land in enumerate(spaces) if s[at + p]}
    note = ControlNote({land: tables.powers[power - 1] for land, power in held.items()})
    return remembering(state, NAME, note)


def count_due(t: list[int], s: list[int], x: list[int]) -> None:
    """An enemy's home center feeds nobody (rule 9, K21)."""
    usual_count_due(t, s, x)
    provinces, due = t[PROVINCES], t[t[WORK] + DUE]
    homes = t[t[OWN] + PHASE] + HOME * provinces
    for p in range(provinces):
        owner = s[UNITS + OWNER * provinces + p]
        if owner and s[homes + p] and not s[homes + p] >> (owner - 1) & 1:
            x[due + owner] -= 1


def capture(t: list[int], s: list[int]) -> None:
    """After a Fall home provinces pass to whoever stands there, as centers do (K23)."""
    usual_capture(t, s)
    provinces = t[PROVINCES]
    at = t[t[OWN] + PHASE]
    for p in range(provinces):
        u = s[UNITS + p]
        if u and s[at + LAND * provinces + p] and t[t[CAPTURES] + (u >> KIND_AT & KIND_MASK)]:
            s[at + p] = u >> POWER_AT
            s[ASKED] = 0


def conclude(t: list[int], s: list[int], x: list[int]) -> None:
    """A power that has all neutral centers and the whole of its own country wins (rule 7)."""
    if s[ASKED]:
        return
    s[ASKED] = 1
    for power in range(1, t[POWERS] + 1):
        if s[RESULT] == 0 and triumphs(t, s, power):
            s[RESULT] = SOLO + power - 1


def triumphs(t: list[int], s: list[int], power: int) -> bool:
    """Whether a power has all that it needs to win."""
    provinces, at, bit = t[PROVINCES], t[t[OWN] + PHASE], power - 1
    homes = neutral = 0
    for p in range(provinces):
        home, land = s[at + HOME * provinces + p], s[at + LAND * provinces + p]
        center, mine = t[t[CENTER] + p], home >> bit & 1
        homes += mine
        neutral += center and home == 0
        wanted = center and (mine or home == 0)
        if wanted and s[UNITS + OWNER * provinces + p] != power:
            return False
        if land >> bit & 1 and s[at + p] != power:
            return False
    return homes > 0 and neutral > 0
