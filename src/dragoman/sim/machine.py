"""The arena's loops as they are, or compiled: the same functions either way."""

import sys
from collections.abc import Callable
from functools import cache, partial
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from dragoman.judge import batch, layout
from dragoman.sim import (
    ahead,
    battle,
    checking,
    codes,
    compiling,
    forces,
    lists,
    lowering,
    play,
    routes,
    scouting,
    sets,
    turns,
)
from dragoman.sim.compiling import machine_code
from dragoman.sim.fitness import USUAL, compilable, heeds, sources

SOURCES: tuple[ModuleType, ...] = (
    *(sets, routes, scouting, lists, forces, lowering, battle, turns, play, checking, ahead),
)

KEYED = (*batch.SOURCES, layout, codes, *SOURCES, compiling, sys.modules[__name__])
"""All of whose text compiled code depends on."""

Progress = Callable[[int, int], object]
"""Receives how many functions are compiled, of how many."""


def quietly(done: int, total: int) -> None:
    """Tell nobody how far compiling is."""


PLAIN_ONLY = frozenset({"play_all"})
"""What is compiled without the loops of modules only: it takes long, and little is won."""


def plain(own: tuple[ModuleType, ...] = ()) -> Any:
    """The loops as Python runs them, for lists; those of modules take the place of their names."""
    found = dict[str, Any]({f.__name__: f for f in batch.functions_of(SOURCES)})
    for function in replaced(own):
        names = function.__globals__ | found
        found[function.__name__] = FunctionType(function.__code__, names, function.__name__)
    return SimpleNamespace(**found)


def replaced(own: tuple[ModuleType, ...]) -> list[FunctionType]:
    """The functions that modules bring, and all others that call them, each after its callees."""
    known = {f.__name__: f for f in batch.functions_of(SOURCES)}
    touched = set[str]()
    for number, loops in enumerate(own):
        for function in compilable(loops):
            name = function.__name__
            if heeds(function):
                earlier = f"{name}_{number}"
                known[earlier] = renamed(known[name], earlier)
                function = renamed(function, name, {USUAL + name: earlier})
                touched.add(earlier)
            known[name] = function
            touched.add(name)
    found = list[FunctionType]()
    for function in batch.callees_first(list(known.values())):
        name = function.__name__
        if name in touched or touched.intersection(function.__code__.co_names):
            touched.add(name)
            if name not in PLAIN_ONLY:
                found.append(function)
    return found


def renamed(function: FunctionType, name: str, calls: dict[str, str] | None = None) -> FunctionType:
    """A function under another name, which calls others instead of some."""
    names = tuple((calls or {}).get(called, called) for called in function.__code__.co_names)
    code = function.__code__.replace(co_names=names, co_name=name)
    copy = FunctionType(code, function.__globals__, name)
    copy.__annotations__ = function.__annotations__
    return copy


@cache
def compiled(progress: Progress = quietly, *own: ModuleType) -> Any:
    """The loops compiled, for arrays; none where numba is not installed."""
    usual = compiled(progress) if own else usual_code(progress)
    if usual is None or not own:
        return usual
    changed = replaced(own)
    names = {f.__name__ for f in batch.functions_of(SOURCES)} - {f.__name__ for f in changed}
    texts = (text for loops in own for text in sources(loops))
    folder = batch.cache_folder("arena", (*KEYED, *texts))
    return machine_code(
        changed,
        folder,
        lambda n: progress(n, len(changed)),
        ready=partial(getattr, usual),
        names=(*GIVEN, *names),
    )


GIVEN = ("solve", "lowest")
"""What the loops call that is not compiled with them."""


def usual_code(progress: Progress) -> Any:
    """The loops compiled as they are; none where numba is not installed."""
    folder = batch.cache_folder("arena", KEYED)

    def given(name: str) -> Any:
        # The solver has functions of the same names as others here, so it is compiled first.
        solver = list(batch.functions_of(batch.SOURCES))
        return machine_code(solver, folder).solve if name == "solve" else lowest_bit()

    own = list(batch.functions_of(SOURCES))
    return machine_code(own, folder, lambda n: progress(n, len(own)), ready=given, names=GIVEN)


def lowest_bit() -> Any:
    """The machine's own count of the zeros below the lowest bit of a word."""
    from numba import int64, njit
    from numba.cpython.unsafe.numbers import trailing_zeros

    @njit(int64(int64), nogil=True)
    def lowest(word: int) -> Any:
        return trailing_zeros(word)  # type: ignore[call-arg]

    return lowest
