"""Victory by units in the loops of the arena: the same as the module's answer."""

from typing import Any

from dragoman.model import State
from dragoman.rules import Variant
from dragoman.sim.codes import (
    ASKED,
    DUE,
    FALL,
    KIND_AT,
    KIND_MASK,
    NEEDS,
    OWN,
    POWER_AT,
    POWERS,
    PROVINCES,
    SEASON,
    UNITS,
    WIN_AT,
    WORK,
)
from dragoman.sim.sets import clear
from dragoman.sim.turns import conclude as usual_conclude

PHASE = ord("V")
"""By what the cell of the module is found, whether a majority wins; it brings no phase."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer; none where centers win."""
    return frozenset(() if variant.settings["victory"] == "centers" else {"winner"})


def cells(variant: Variant) -> int:
    """How many cells a game needs."""
    return 1


def enter(tables: Any, state: State, s: list[int]) -> None:
    """Write down what wins."""
    s[tables.own_at(PHASE)] = int(tables.variant.settings["victory"] == "majority_of_units")


def count_toward(t: list[int], s: list[int], x: list[int]) -> None:
    """Note how many units each power has that need supply."""
    counts = t[t[WORK] + DUE]
    clear(x, counts, t[POWERS] + 1)
    for p in range(t[PROVINCES]):
        u = s[UNITS + p]
        x[counts + (u >> POWER_AT)] += (u != 0) & (t[t[NEEDS] + (u >> KIND_AT & KIND_MASK)] != 0)


def to_win(t: list[int], s: list[int], x: list[int]) -> int:
    """The number that the option says, or more than half of all units."""
    total = 0
    for power in range(1, t[POWERS] + 1):
        total += x[t[t[WORK] + DUE] + power]
    return total // 2 + 1 if s[t[t[OWN] + PHASE]] else t[WIN_AT]


def conclude(t: list[int], s: list[int], x: list[int]) -> None:
    """Units win after a Fall only; they change without any center being taken."""
    if s[SEASON] == FALL:
        s[ASKED] = 0
        usual_conclude(t, s, x)
