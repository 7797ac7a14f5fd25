"""Many fights in one call: compiled where numba is installed (the extra `sim`), else interpreted.

The compiled solver is made of the very code objects of the interpreted one, put into one namespace
and typed by their annotations, so the two cannot drift apart. It works on fights packed end to end
in one array.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import chain, pairwise
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, cast

from dragoman.judge.layout import SIZE, Ints
from dragoman.judge.solve import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Packed = NDArray[np.int32]
    Starts = NDArray[np.int64]
    Solver = Callable[[Packed, Starts], None]

# The modules of the solver, callees before their callers.
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
    # P9: numba's disk cache cannot tell a function compiled for threads from one that is not, so
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
    # P10: a slice of an array is a view, but a slice of a list is a copy that would be lost.
    for i in range(len(at) - 1):
        solve(d[at[i] : at[i + 1]])


@cache
def compiled() -> "Solver | None":
    """The compiled solver of packed fights, or none where numba is not installed."""
    try:
        import numba
    except ImportError:
        return None
    folder = cache_folder()
    settings = vars(numba.config)
    usual = settings["CACHE_DIR"]
    names: dict[str, object] = {}
    try:
        for function in functions(names):
            # Set each time: numba may read its settings anew while it compiles.
            settings["CACHE_DIR"] = folder
            jit = numba.njit(signature(function), cache=bool(folder), nogil=True)
            names[function.__name__] = jit(function)
    finally:
        settings["CACHE_DIR"] = usual
    return cast("Solver", names[solve_views.__name__])


def functions(names: dict[str, object]) -> Iterator[FunctionType]:
    """The functions of the solver, callees first, all to find what they call in one namespace."""
    own = [
        value
        for module in SOURCES
        for value in vars(module).values()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]
    for module in SOURCES:
        names |= vars(module)
    for function in (*own, cast(FunctionType, solve_views)):
        copy = FunctionType(function.__code__, names, function.__name__)
        copy.__annotations__ = function.__annotations__
        yield copy


def signature(function: FunctionType) -> tuple[object, ...]:
    """The machine types of a function's parameters, so that each is compiled only once (P9)."""
    import numba

    kinds = {
        Ints: numba.int32[::1],
        Sequence[int]: numba.int64[::1],
        int: numba.int64,
        bool: numba.boolean,
    }
    hints = function.__annotations__
    return tuple(kinds[hints[name]] for name in hints if name != "return")


def cache_folder() -> str:
    """Where compiled code is kept between runs; nothing if it cannot be kept.

    Numba looks only at the file of the function it compiled, not at those of the callees and
    constants frozen into it: hence a folder for each state of all the sources.
    """
    try:
        usual = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
        texts = [Path(str(module.__file__)).read_bytes() for module in SOURCES]
        texts.append(Path(__file__).read_bytes())
        home = Path(usual) if usual else Path.home() / ".cache"
        folder = home / "dragoman" / f"solver-{sha256(b''.join(texts)).hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""
