"""The arena's loops as they are, or compiled: the same functions either way."""

import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

from dragoman.judge import batch, layout
from dragoman.sim import ahead, battle, codes, lists, lowering, play, routes, sets, turns

SOURCES: tuple[ModuleType, ...] = (sets, routes, lists, lowering, battle, turns, play, ahead)

Progress = Callable[[int, int], object]
"""Told how many functions are compiled, of how many."""


def quietly(done: int, total: int) -> None:
    """Tell nobody how far compiling is."""


def plain() -> Any:
    """The loops as Python runs them, for lists."""
    return SimpleNamespace(**{f.__name__: f for f in batch.functions_of(SOURCES)})


@cache
def compiled(progress: Progress = quietly) -> Any:
    """The loops compiled, for arrays; none where numba is not installed."""
    solver = batch.solver_code()
    if solver is None:
        return None
    own = list(batch.functions_of(SOURCES))
    folder = batch.cache_folder(
        "arena", (*batch.SOURCES, layout, codes, *SOURCES, sys.modules[__name__])
    )
    ready = {"solve": solver["solve"], "lowest": lowest_bit()}
    code = batch.machine_code(own, ready, folder, lambda n: progress(n, len(own)))
    return SimpleNamespace(**code) if code else None


def lowest_bit() -> Any:
    """The machine's own count of the zeros below the lowest bit of a word."""
    from numba import int64, njit
    from numba.cpython.unsafe.numbers import trailing_zeros

    @njit(int64(int64), nogil=True)
    def lowest(word: int) -> Any:
        return trailing_zeros(word)  # type: ignore[call-arg]

    return lowest
