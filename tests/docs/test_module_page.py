"""The module on the page about modules works as the page says."""

import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.contract import judge_text
from dragoman.record.cases import read_cases, run_case
from dragoman.record.conformance import conformance
from dragoman.sim import differences, left_out
from dragoman.variants import answers, load
from tests.docs.pages import PAGES, write_files

PAGE = PAGES["docs/writing-a-module.md"]


@pytest.fixture(autouse=True)
def page(tmp_path: Path) -> None:
    """The files of the page in a folder: its modules beside the variants that use them."""
    write_files(PAGE, tmp_path)


def test_the_cases_of_the_page_hold(tmp_path: Path) -> None:
    cases = read_cases(tmp_path / "guarded/cases/guard.case")
    assert [run_case(case, "guarded", [tmp_path]) for case in cases] == [[], []]


def test_the_variant_of_the_page_conforms(tmp_path: Path) -> None:
    variant = load("guarded", {"guard": 3}, [tmp_path])
    [played] = conformance(variant, games=1, years=3)
    assert played.faults == ()


def test_the_module_answers_what_the_page_says(tmp_path: Path) -> None:
    assert answers(load("guarded", None, [tmp_path])) == {"home_guard": ("strength", "show")}


def test_the_sheet_reads_as_the_page_says(tmp_path: Path) -> None:
    sheet = judge_text(
        "phase S1901M\nunits\nAustria: F tri\nItaly: A ven, A tyr\n"
        "orders\nItaly: A ven - tri, A tyr S A ven - tri",
        "guarded",
        folders=[tmp_path],
    )
    shown = "fails: 2 (army 1 + support of A tyr 1) against 2 (fleet 1 + home guard 1), held off by"
    assert shown in " ".join(sheet.split())
    assert shown in " ".join(PAGE.split())


@pytest.mark.parametrize("ref", ["free_builds", "generous", "catspaw+generous"])
def test_the_small_and_the_large_module_of_the_page_conform(ref: str, tmp_path: Path) -> None:
    [played] = conformance(load(ref, None, [tmp_path]), games=1, years=2)
    assert played.faults == ()


def test_the_loops_of_the_page_do_as_its_answers(tmp_path: Path) -> None:
    variant = load("early", {"win_at": 5}, [tmp_path])
    assert left_out(variant) == ()
    assert list(differences(variant, games=2, years=4, interpreted=True)) == []
    loops = tmp_path / "early_bird/loops.py"
    loops.write_text(loops.read_text().replace("t[WIN_AT]", "t[WIN_AT] + 1"))
    wrong = differences(load("early", {"win_at": 5}, [tmp_path]), 2, 4, interpreted=True)
    assert "positions differ" in next(wrong)


def test_the_modules_of_the_page_are_well_typed(tmp_path: Path) -> None:
    files = [str(file) for file in sorted(tmp_path.glob("*.py"))]
    assert len(files) == 4
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *files]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
