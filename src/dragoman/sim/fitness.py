"""Which variants the arena's loops can play: those whose rules are Standard's, on their own board.

A module may bring loops of its own beside its answers; what is told here by name is played by the
judge instead.
"""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from dragoman.judge import batch
from dragoman.model import ARMY, FLEET, Year
from dragoman.rules import Variant
from dragoman.sim.tables import cargo
from dragoman.variants import answers
from dragoman.variants.load import modules_of

BESIDE = frozenset({"label", "show", "disclose", "reveal", "known"})
"""Questions that change nothing in a game: what things are called and how they are published.

What a seat may see is not among them, since it may order only what it sees.
"""

MOST_PLACES, MOST_POWERS = 1023, 200


TABLED = frozenset({"bases"})
"""Questions that may be answered by a table, where the module's answer stays the same all game."""

ANSWERS = "answers"
"""The one function of a module's loops that is not compiled: which questions they answer."""


def left_out(variant: Variant) -> tuple[str, ...]:
    """The questions that keep a variant from being played by the loops."""
    known = {module.name: TABLED.intersection(module.fixed) for module in modules_of(variant)}
    for name, loops in loops_by_module(variant).items():
        known[name] |= loops.answers(variant.settings)
    asked = {q for name, mine in answers(variant).items() for q in set(mine) - known[name]}
    return tuple(sorted((asked - BESIDE) | set(board_faults(variant))))


def brought(variant: Variant) -> tuple[ModuleType, ...]:
    """The loops that the modules of a variant bring."""
    return tuple(loops_by_module(variant).values())


def loops_by_module(variant: Variant) -> dict[str, ModuleType]:
    """The same by the name of the module; of two that bring a function of one name, the first."""
    found, taken = dict[str, ModuleType](), set[str]()
    for module in modules_of(variant):
        if module.loops:
            loops = import_module(module.loops)
            names = {f.__name__ for f in batch.functions_of((loops,))} - {ANSWERS}
            if not names & taken:
                found[module.name] = loops
                taken |= names
    return found


def is_plain(variant: Variant) -> bool:
    """Whether the loops play a variant by themselves, with nothing that a module brings."""
    return not left_out(variant) and not brought(variant)


def board_faults(variant: Variant) -> Iterator[str]:
    """What of a board and its pieces the loops do not know, by the question it belongs to."""
    board, powers = variant.map, variant.powers
    if len(board.province) > MOST_PLACES or len(powers) > MOST_POWERS:
        yield "map"
    if board.waters != {p: tuple(sorted(bs)) for p, bs in board.waters_to.items()}:
        yield "map"
    seas = [board.water_class.get(s.id) for s in board.spaces.values() if s.convoys]
    if len(set(seas)) < len(seas) or len(board.boards) > 1:
        yield "routes"
    if not set(variant.kinds) <= {ARMY.letter, FLEET.letter}:
        yield "kinds"
    if len(cargo(variant)) > 1 or any(variant.kinds[k].coasts for k in cargo(variant)):
        yield "routes"
    if variant.year != Year():
        yield "next_phase"
