"""Retreats that stay on their board, in the loops of the arena: the same as the module's answer."""

from typing import Any

from dragoman.model import State
from dragoman.rules import Variant
from dragoman.sim.codes import OWN, PROVINCE
from dragoman.sim.lists import open_to as usual_open_to

PHASE = ord("B")
"""By what the cells of the module are found, by province its board; it brings no phase."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer; none where retreats may leave their board."""
    held = variant.settings["retreat_own_board_only"]
    return frozenset({"legal", "refuges"} if held else ())


def cells(variant: Variant) -> int:
    """How many cells a game needs."""
    return len(variant.map.spaces)


def enter(tables: Any, state: State, s: list[int]) -> None:
    """Write down on which board each province lies."""
    boards = list(tables.map.boards)
    for p, space in enumerate(tables.map.spaces.values()):
        s[tables.own_at(PHASE) + p] = boards.index(space.board)


def open_to(t: list[int], s: list[int], p: int, place: int) -> bool:
    """Whether the unit dislodged in a province may retreat to a place: one on its board (H9)."""
    boards = t[t[OWN] + PHASE]
    stays = s[boards + p] == s[boards + t[t[PROVINCE] + place]]
    return stays and usual_open_to(t, s, p, place)
