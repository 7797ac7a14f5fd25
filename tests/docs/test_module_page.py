"""The module on the page about modules works as the page says."""

from pathlib import Path

import pytest

from dragoman.contract import judge_text
from dragoman.modules import MODULES
from dragoman.record.cases import read_cases, run_case
from dragoman.record.conformance import conformance
from dragoman.rules import Module
from dragoman.variants import answers, load
from tests.docs.pages import PAGES, blocks, write_files

PAGE = PAGES["docs/writing-a-module.md"]


@pytest.fixture(autouse=True)
def home_guard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of the page, in the list of modules, and the files of the page in a folder."""
    write_files(PAGE, tmp_path)
    source = next(block.body for block in blocks(PAGE) if block.file == "home_guard.py")
    names: dict[str, Module] = {}
    exec(compile(source, "home_guard.py", "exec"), names)
    monkeypatch.setitem(MODULES, "home_guard", names["MODULE"])


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
