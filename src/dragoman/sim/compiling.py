"""The loops of the arena compiled for speed: what numba does beyond what they need is left out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import FunctionType, SimpleNamespace
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


READING = RLock()
"""Numba's settings are changed while code is read or compiled: by one thread at a time."""


def machine_code(
    functions: Sequence[FunctionType],
    folder: str,
    progress: Callable[[int], object] = bool,
    *,
    ready: Callable[[str], Any] = str,
    names: Sequence[str] = (),
    lean: bool = True,
) -> Any:
    """Functions compiled, as a namespace; none where numba is not installed.

    What is `ready` by these `names` takes the place of the functions so called. Once all are
    compiled, a later start reads those from the folder that are asked for. Without `lean` numba
    does all that it usually does.
    """
    if find_spec("numba") is None:
        return None
    whole = Path(folder, f"whole-{functions[0].__name__}-{len(functions)}")
    settings = settings_of if lean else usual_settings

    def compiled() -> dict[str, Any]:
        known = {name: ready(name) for name in names}
        with READING, counting_up() if lean else nullcontext():
            made = batch.machine_code(functions, known, folder, progress, settings)
        if folder:
            whole.touch()
        return made or {}

    if folder and whole.exists():
        own = {f.__name__: f for f in functions if f.__name__ not in names}
        return Precompiled(own, folder, settings, ready, names, compiled)
    return SimpleNamespace(**compiled())


class Precompiled:
    """Functions that an earlier start compiled, each read when it is first asked for.

    What was compiled has its callees in it, so these need not be read as well: that took as long
    as all the rest of a start.
    """

    def __init__(
        self,
        functions: dict[str, FunctionType],
        folder: str,
        settings: Callable[[str], dict[str, Any]],
        ready: Callable[[str], Any],
        names: Sequence[str],
        compiled: Callable[[], dict[str, Any]],
    ) -> None:
        self._functions, self._folder, self._settings = functions, folder, settings
        self._ready, self._names, self._compiled = ready, names, compiled

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        from numba.core.errors import NumbaError

        try:
            found = self._read(name) if name in self._functions else self._given(name)
        except NumbaError:
            # Some other version of numba, or a file is gone: compiling lacks the callees here.
            vars(self).update(self._compiled())
            return vars(self)[name]
        vars(self)[name] = found
        return found

    def _given(self, name: str) -> Any:
        if name not in self._names:
            raise AttributeError(name)
        return self._ready(name)

    def _read(self, name: str) -> Any:
        import numba

        function = self._functions[name]
        copy = FunctionType(function.__code__, function.__globals__, name)
        with READING, batch.kept_in(self._folder) as settings:
            settings["CACHE_DIR"] = self._folder
            how = {"cache": True, "nogil": True, **self._settings(name)}
            return numba.njit(batch.signature(function), **how)(copy)


def usual_settings(name: str) -> dict[str, Any]:
    """What numba does with any function."""
    return {}


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
