"""The arena: thousands of games at once, in arrays, compiled, from their opening to their end.

    arena = Arena("standard", games=4096, seed=7)
    while arena.playing():
        arena.step(arena.random())

`arena.compiled` tells whether the games run compiled, and names the questions whose answers do not;
such variants are played by the judge, with the same interface and the same results.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dragoman.errors import RequestError, shown
from dragoman.rules import Variant
from dragoman.sim.fitness import gives_two, has_guests, is_plain, left_out
from dragoman.sim.interface import Arena as AnyArena
from dragoman.sim.interface import Compilation, Legal
from dragoman.sim.judged import JudgedArena
from dragoman.sim.lockstep import differences
from dragoman.sim.loops import LoopArena
from dragoman.sim.machine import Progress, quietly
from dragoman.variants import load

__all__ = [
    "AnyArena",
    "Arena",
    "Compilation",
    "JudgedArena",
    "Legal",
    "LoopArena",
    "differences",
    "gives_two",
    "has_guests",
    "is_plain",
    "left_out",
]


def Arena(
    variant: Variant | str,
    games: int = 1,
    seed: int = 0,
    *,
    folders: Sequence[Path] = (),
    progress: Progress = quietly,
    **options: Any,
) -> AnyArena:
    """So many games of a variant, by its name with its options, or as a value."""
    for name, number in (("games", games), ("seed", seed)):
        if type(number) is not int:
            raise RequestError(f"must be a whole number, not {shown(number)}", name)
    if games < 1:
        raise RequestError(f"an arena needs at least one game, not {games}")
    if not isinstance(variant, str | Variant):
        raise RequestError(f"must be a name or a variant, not {shown(variant)}", "variant")
    if options and not isinstance(variant, str):
        raise RequestError("options are for a variant by its name: load it with them instead")
    played = load(variant, options, folders) if isinstance(variant, str) else variant
    beside = left_out(played)
    if beside:
        return JudgedArena(played, games, seed, beside)
    return LoopArena(played, games, seed, progress)
