"""What was compiled once is read again, and only what is asked for."""

import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from dragoman.judge import batch
from dragoman.sim.compiling import Precompiled, machine_code

SOURCE = """
def doubled(n: int) -> int:
    return n + n

def quadrupled(n: int) -> int:
    return doubled(doubled(n))
"""


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[FunctionType]:
    """Two functions of which one calls the other, in a file of their own."""
    (tmp_path / "small_loops.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("small_loops")
    module: ModuleType = sys.modules.pop("small_loops")
    return list(batch.functions_of([module]))


@pytest.mark.parametrize("lean", [False, True])
def test_a_later_start_reads_what_is_asked_for(
    functions: list[FunctionType], tmp_path: Path, lean: bool
) -> None:
    folder, said = str(tmp_path / "kept"), list[int]()

    def start() -> Any:
        return machine_code(functions, folder, said.append, lean=lean)

    assert start().quadrupled(3) == 12
    assert said == [0, 1]
    code = start()
    assert isinstance(code, Precompiled)
    assert code.quadrupled(3) == 12
    assert "doubled" not in vars(code)
    assert code.quadrupled.stats.cache_hits
    assert said == [0, 1]
    with pytest.raises(AttributeError):
        code.tripled  # noqa: B018
    with pytest.raises(AttributeError):
        code.__len__  # noqa: B018
    for file in (tmp_path / "kept").rglob("*quadrupled*"):
        file.unlink()
    assert start().quadrupled(5) == 20
    assert said == [0, 1, 0, 1]


def test_without_a_folder_nothing_is_kept(functions: list[FunctionType]) -> None:
    for _ in range(2):
        code = machine_code(functions, "", ready=lambda name: functions[0], names=())
        assert code.quadrupled(3) == 12
