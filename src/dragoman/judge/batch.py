"""Many fights in one call: compiled where numba is installed (the extra `sim`), else interpreted.

The compiled solver is made of the very code objects of the interpreted one, put into one namespace
and typed by their annotations, so the two cannot drift apart. It works on fights packed end to end
in one array.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import chain, pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from dragoman.judge.layout import SIZE, Ints
from dragoman.judge.solve import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Packed = NDArray[np.int32]
    Starts = NDArray[np.int64]
    Solver = Callable[[Packed, Starts], None]

# The modules of the solver.
SOURCES = tuple(
    import_module(f"dragoman.judge.{name}")
    for name in ("layout", "weigh", "approach", "knot", "solve")
)


def solve_many(fights: Sequence[Sequence[int]]) -> list[list[int]]:
    """Each of the fights solved, as a new list."""
    for n, fight in enumerate(fights):
        if len(fight) <= SIZE or fight[SIZE] != len(fight):
            raise ValueError(f"fight {n} is not a whole fight: flatten it anew")
    if compiled() is None:
        solved = [list(fight) for fight in fights]
        for fight in solved:
            solve(fight)
        return solved
    d, at = pack(fights)
    solve_packed(d, at)
    return unpack(d, at)


def pack(fights: Sequence[Sequence[int]]) -> tuple["Packed", "Starts"]:
    """The fights end to end in one array, and where each starts, the end included."""
    import numpy as np

    at = np.zeros(len(fights) + 1, np.int64)
    np.cumsum([len(fight) for fight in fights], out=at[1:])
    return np.fromiter(chain.from_iterable(fights), np.int32, int(at[-1])), at


def unpack(d: "Packed", at: "Starts") -> list[list[int]]:
    """The fights of a packed array, each as a list."""
    return [d[start:end].tolist() for start, end in pairwise(at.tolist())]


def solve_packed(d: "Packed", at: "Starts", *, threads: int = 1) -> None:
    """Resolve packed fights in place, shared out among threads."""
    solver = compiled() or solve_copies
    if threads == 1:
        solver(d, at)
        return
    # Numba's disk cache cannot tell a function compiled for threads from one that is not, so
    # there is one driver only. It lets go of the interpreter lock, so plain threads will do.
    shares = pairwise((len(at) - 1) * k // threads for k in range(threads + 1))
    with ThreadPoolExecutor(threads) as pool:
        for share in [pool.submit(solver, d, at[a : b + 1]) for a, b in shares]:
            share.result()


def solve_copies(d: "Packed", at: "Starts") -> None:
    """Resolve packed fights in place without compiling, by way of lists: quicker to index."""
    for start, end in pairwise(at.tolist()):
        fight = d[start:end].tolist()
        solve(fight)
        d[start:end] = fight


def solve_views(d: Ints, at: Sequence[int]) -> None:
    """Resolve packed fights in place; for arrays only."""
    # A slice of an array is a view, but a slice of a list is a copy that would be lost.
    for i in range(len(at) - 1):
        solve(d[at[i] : at[i + 1]])


def compiled() -> "Solver | None":
    """The compiled solver of packed fights, or none where numba is not installed."""
    code = solver_code()
    return cast("Solver", code[solve_views.__name__]) if code else None


@cache
def solver_code() -> dict[str, Any] | None:
    """The functions of the solver, compiled; none where numba is not installed."""
    own = [*functions_of(SOURCES), cast(FunctionType, solve_views)]
    return machine_code(own, {}, cache_folder("solver", (*SOURCES, sys.modules[__name__])))


def functions_of(modules: Iterable[ModuleType]) -> Iterator[FunctionType]:
    """The functions that some modules define, in their order."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value


def machine_code(
    functions: Sequence[FunctionType],
    ready: dict[str, Any],
    folder: str,
    progress: Callable[[int], object] = bool,
    settings_of: Callable[[str], dict[str, Any]] = lambda name: {},
) -> dict[str, Any] | None:
    """Functions compiled, by name; none where numba is not installed.

    What is `ready` takes the place of the functions of its names; `settings_of` a name are what
    numba is to do otherwise than usual.
    """
    try:
        import numba
    except ImportError:
        return None
    made = dict(ready)
    with kept_in(folder) as settings:
        for n, function in enumerate(callees_first(functions)):
            progress(n)
            # Set each time: numba may read its settings anew while it compiles.
            settings["CACHE_DIR"] = folder
            name = function.__name__
            if name not in ready:
                copy = FunctionType(function.__code__, function.__globals__ | made, name)
                how = {"cache": bool(folder), "nogil": True, **settings_of(name)}
                made[name] = numba.njit(signature(function), **how)(copy)
    return made


@contextmanager
def kept_in(folder: str) -> Iterator[dict[str, Any]]:
    """Let numba keep what it compiles in a folder; its settings, which go back after that."""
    import numba

    settings = vars(numba.config)
    usual = settings["CACHE_DIR"]
    try:
        yield settings
    finally:
        settings["CACHE_DIR"] = usual


def callees_first(functions: Sequence[FunctionType]) -> list[FunctionType]:
    """The same functions, each after those that it calls."""
    by_name = {function.__name__: function for function in functions}
    found: dict[str, FunctionType] = {}

    def visit(function: FunctionType) -> None:
        if function.__name__ not in found:
            for name in function.__code__.co_names:
                if name in by_name and name != function.__name__:
                    visit(by_name[name])
            found[function.__name__] = function

    for function in functions:
        visit(function)
    return list(found.values())


def signature(function: FunctionType) -> tuple[object, ...]:
    """The machine types of a function's parameters, so that each is compiled only once."""
    import numba

    kinds: dict[object, object] = {
        Ints: numba.int32[::1],
        Sequence[int]: numba.int64[::1],
        list[int]: numba.int64[::1],
        list[float]: numba.float64[::1],
        list[list[int]]: numba.int64[:, ::1],
        int: numba.int64,
        float: numba.float64,
        bool: numba.boolean,
    }
    hints = function.__annotations__
    return tuple(kinds[hints[name]] for name in hints if name != "return")


def cache_folder(name: str, sources: Iterable[ModuleType]) -> str:
    """Where compiled code is kept between runs; nothing if it cannot be kept.

    Numba looks only at the file of the function it compiled, not at those of the callees and
    constants frozen into it: hence a folder for each state of all the sources.
    """
    try:
        usual = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
        texts = [Path(str(module.__file__)).read_bytes() for module in sources]
        home = Path(usual) if usual else Path.home() / ".cache"
        folder = home / "dragoman" / f"{name}-{sha256(b''.join(texts)).hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""
