"""The loops of the arena compiled for speed: what numba does beyond what they need is left out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from types import FunctionType
from typing import Any

from dragoman.judge import batch

INLINE = frozenset(
    {
        *("look_round", "board_ship", "note_carried", "any_chain", "classify", "note_subjects"),
        *("list_unit", "list_orders", "list_moves", "list_voyages", "reachable", "list_supports"),
        *("carrying", "list_supports_without", "break_up", "note_served", "crew_without"),
        *("list_carried", "list_convoys", "carries_between"),
        *("follow", "leads_on", "reach", "recall", "remember"),
        *("link_forces", "link_paths", "link_supports", "narrow", "sweep_moves", "stand_off"),
        *("muster", "list_units", "lower_supports", "aided", "does", "lower_cuts", "lower_cut"),
        *("fill_pool", "lower_peaces", "settle", "regroup", "is_guest", "disband", "fight"),
        *("tell", "failure", "has_rival", "lower", "act", "go_on", "weigh_support", "friends"),
        *("next_phase", "owes", "conclude", "capture", "count_centers", "count_due", "may_keep"),
    }
)
"""What is written out where it is called, mostly in one or two places: a call hands over seven
words for every array, which took a sixth of the time of legal lists."""

FIXES = "fix_integer_index"
"""The function of numba that makes an index count from the start."""


def machine_code(
    functions: Sequence[FunctionType],
    ready: dict[str, Any],
    folder: str,
    progress: Callable[[int], object] = bool,
) -> dict[str, Any] | None:
    """Functions compiled, by name; none where numba is not installed."""
    if find_spec("numba") is None:
        return None
    with counting_up():
        return batch.machine_code(functions, ready, folder, progress, settings_of)


def settings_of(name: str) -> dict[str, Any]:
    """What numba is to do with a function otherwise than usual."""
    return {"forceinline": name in INLINE, **uncounted()}


def uncounted() -> dict[str, Any]:
    """The setting by which numba does not count who holds an array, where it has one.

    Counting took a fifth of the time. The loops make no arrays, and whoever calls holds theirs.
    """
    from numba.core.options import DefaultOptions

    return {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


@contextmanager
def counting_up() -> Iterator[None]:
    """Let numba take every index as it is, instead of asking whether it counts from the end.

    Asking took a tenth of the time. No loop has such an index, which a test holds.
    """
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    # No part of what numba promises: where another version has no such function, it just asks.
    usual: Any = getattr(arrayobj, FIXES, None)
    setattr(arrayobj, FIXES, as_it_is)
    try:
        yield
    finally:
        setattr(arrayobj, FIXES, usual)
