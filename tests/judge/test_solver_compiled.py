"""The compiled solver leaves the same integers as the interpreted one."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import cast

import numba
import pytest

from dragoman import judge
from dragoman.judge import batch
from dragoman.judge.layout import Ints
from dragoman.judge.solve import solve
from tests.amounts import amount
from tests.judge.fight import Fight, ForceRow
from tests.judge.random_fights import random_fight
from tests.judge.test_solver_twin import in_rows

CHUNKS, FIGHTS = 8, amount(2_500)


def fights(first: int, count: int) -> list[list[int]]:
    """Random fights of up to 18 forces, unsolved."""
    return [in_rows(random_fight(Random(first + k), 18)).flat() for k in range(count)]


def solved(unsolved: list[list[int]]) -> list[list[int]]:
    """The same fights, each solved by the interpreter."""
    copies = [fight[:] for fight in unsolved]
    for fight in copies:
        solve(fight)
    return copies


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python as if numba were not installed."""
    monkeypatch.setitem(sys.modules, "numba", None)
    batch.solver_code.cache_clear()
    yield
    batch.solver_code.cache_clear()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_equals_interpreted_in_every_integer(chunk: int) -> None:
    """Compiling changes nothing, and the fights given stay as they were."""
    unsolved = fights(1_000_000 + chunk * FIGHTS, FIGHTS)
    given = [fight[:] for fight in unsolved]
    assert batch.solve_many(unsolved) == solved(unsolved)
    assert unsolved == given


def test_what_is_compiled_already_is_not_compiled_again() -> None:
    """The arena hands over the solver as it is and compiles only its own functions."""
    function = next(batch.functions_of(batch.SOURCES))
    ready = {function.__name__: function}
    assert batch.machine_code([function], ready, "") == ready


def test_without_numba_the_interpreter_does_it(no_numba: None) -> None:
    """Lists and packed arrays are solved alike when there is nothing to compile with."""
    unsolved = fights(0, 200)
    assert batch.compiled() is None
    assert batch.solve_many(unsolved) == solved(unsolved)
    d, at = batch.pack(unsolved)
    batch.solve_packed(d, at)
    assert batch.unpack(d, at) == solved(unsolved)


def test_the_compiled_source_runs_interpreted_on_arrays() -> None:
    """What is compiled can be run as it stands."""
    unsolved = fights(0, 50)
    d, at = batch.pack(unsolved)
    batch.solve_views(cast(Ints, d), cast(Sequence[int], at))
    assert batch.unpack(d, at) == solved(unsolved)


@pytest.mark.parametrize("threads", [2, 3, 300])
def test_threads_share_the_work(threads: int) -> None:
    """However many threads there are, every fight is solved once."""
    unsolved = fights(0, 200)
    d, at = batch.pack(unsolved)
    batch.solve_packed(d, at, threads=threads)
    assert batch.unpack(d, at) == solved(unsolved)


def test_a_solved_fight_can_be_solved_again() -> None:
    """Solving clears what an earlier solving left."""
    once = solved(fights(0, 500))
    assert solved(once) == once
    assert batch.solve_many(once) == once


def test_no_fights_make_an_empty_batch() -> None:
    """An empty batch is no special case."""
    assert batch.solve_many([]) == []


def test_compiled_code_is_kept_where_the_user_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NUMBA_CACHE_DIR goes before the user's cache folder, and the package's own is never used."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert (
        Path(batch.cache_folder("solver", batch.SOURCES)).parent
        == tmp_path / "home/.cache/dragoman"
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert Path(batch.cache_folder("solver", batch.SOURCES)).parent == tmp_path / "xdg/dragoman"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert Path(batch.cache_folder("solver", batch.SOURCES)).parent == tmp_path / "numba/dragoman"


def test_compiled_code_need_not_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder that cannot be made or written is done without."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda path, mode: False)
        assert batch.cache_folder("solver", batch.SOURCES) == ""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert batch.cache_folder("solver", batch.SOURCES) == ""


def test_compiling_leaves_the_settings_of_numba_alone() -> None:
    """Where others keep their compiled code is not ours to change."""
    before = vars(numba.config)["CACHE_DIR"]
    batch.compiled()
    assert before == vars(numba.config)["CACHE_DIR"]


def test_the_judge_offers_solving_many() -> None:
    """What is solved in one call is solved as one by one; what is no fight is refused."""
    fight = Fight(1, (ForceRow(0, 0, 1, 1, 1, 0, 0),)).flat()
    alone = list(fight)
    solve(alone)
    assert judge.solve_many([fight]) == [alone]
    for broken in ([], [1, 2, 3]):
        with pytest.raises(ValueError, match="fight 0 is not a whole fight"):
            judge.solve_many([broken])
