"""Which variants the arena's loops can play: those whose rules are Standard's, on their own board.

A module may bring loops of its own beside its answers; what is named here is played by the judge
instead.
"""

from collections.abc import Iterator
from importlib import import_module
from types import FunctionType, ModuleType

import msgspec

from dragoman.judge import batch
from dragoman.model import Year
from dragoman.rules import Variant
from dragoman.sim.tables import cargo
from dragoman.variants import answers
from dragoman.variants.load import modules_of

BESIDE = frozenset({"label", "show", "disclose", "reveal", "known"})
"""Questions that change nothing in a game: what things are called and how they are published.

What a seat may see is not among them, since it may order only what it sees.
"""

MOST_PLACES, MOST_POWERS = 1023, 63


TABLED = frozenset({"bases", "side", "opening"})
"""Questions that may be answered by a table, where the module's answer stays the same all game."""

UNCOMPILED = frozenset(
    {
        "answers",
        "cells",
        "enter",
        "leave",
        "order_code",
        "order_value",
        "writer",
        "done",
        "result_of",
        "result_code",
    }
)
"""The functions beside a module's loops that are not compiled."""

USUAL = "usual_"
"""How the loop of a module calls the one whose place it takes: by its name after this."""


def left_out(variant: Variant) -> tuple[str, ...]:
    """The questions that keep a variant from being played by the loops."""
    known = {module.name: TABLED.intersection(module.fixed) for module in modules_of(variant)}
    for name, loops in loops_by_module(variant).items():
        known[name] |= loops.answers(variant)
    asked = {q for name, mine in answers(variant).items() for q in set(mine) - known[name]}
    return tuple(sorted((asked - BESIDE) | set(board_faults(variant))))


def brought(variant: Variant) -> tuple[ModuleType, ...]:
    """The loops that the modules of a variant bring."""
    return tuple(loops_by_module(variant).values())


def loops_by_module(variant: Variant) -> dict[str, ModuleType]:
    """The same by the name of the module; none that would undo what an earlier one brought.

    Loops that answer nothing, with options set like this, stay away.
    """
    found, taken = dict[str, ModuleType](), set[str]()
    for module in modules_of(variant):
        if module.loops:
            loops = import_module(module.loops)
            if not loops.answers(variant):
                continue
            functions = compilable(loops)
            undone = {f.__name__ for f in functions if not heeds(f)} & taken
            letters = {getattr(other, "PHASE", 0) for other in found.values()} - {0}
            if not undone and getattr(loops, "PHASE", 0) not in letters:
                found[module.name] = loops
                taken |= {f.__name__ for f in functions}
    return found


def sources(loops: ModuleType) -> tuple[ModuleType, ...]:
    """The Python modules that a module's loops are made of: itself, and those that it names."""
    return (*getattr(loops, "ALSO", ()), loops)


def compilable(loops: ModuleType) -> list[FunctionType]:
    """The functions of a module's loops that are compiled."""
    return [f for f in batch.functions_of(sources(loops)) if f.__name__ not in UNCOMPILED]


def heeds(function: FunctionType) -> bool:
    """Whether a function calls the one whose place it takes."""
    return USUAL + function.__name__ in function.__code__.co_names


def is_plain(variant: Variant) -> bool:
    """Whether the loops play a variant by themselves, with nothing that a module brings."""
    return not left_out(variant) and not brought(variant)


def gives_two(variant: Variant) -> bool:
    """Whether the loops of a variant know units that may be given two orders."""
    return any(hasattr(loops, "splits") for loops in brought(variant))


def has_guests(variant: Variant) -> bool:
    """Whether the loops of a variant know guests: pieces that stand beside units."""
    return any(hasattr(loops, "KNOWS_GUESTS") for loops in brought(variant))


def board_faults(variant: Variant) -> Iterator[str]:
    """What of a board and its pieces the loops do not know, by the question it belongs to."""
    board, powers = variant.map, variant.powers
    if len(board.province) > MOST_PLACES or len(powers) > MOST_POWERS:
        yield "map"
    if board.seasonal:
        yield "map"
    if board.waters != {p: tuple(sorted(bs)) for p, bs in board.waters_to.items()}:
        yield "map"
    guests = {kind.letter for kind in variant.kinds.values() if kind.most == 1}
    known = [loops for loops in brought(variant) if hasattr(loops, "KNOWS_GUESTS")]
    others = [f for f in brought(variant) if hasattr(f, "splits") or hasattr(f, "elect")]
    # The cells of guests are those of votes and of second orders.
    if len(guests) > 1 or (guests and (others or not known)):
        yield "kinds"
    if len(cargo(variant) - guests) > 1 or any(variant.kinds[k].coasts for k in cargo(variant)):
        yield "routes"
    if msgspec.structs.replace(variant.year, kinds=Year().kinds) != Year():
        yield "next_phase"
