"""A draft is examined: every fault beside its line, whatever the texts say."""

import pytest

from dragoman.workshop.begin import from_variant
from dragoman.workshop.blank import POWERS, blank
from dragoman.workshop.examine import MOST_PROVINCES, examine
from dragoman.workshop.lines import Fix
from dragoman.workshop.texts import MAP, MOST_TEXT, TOML, Files


def draft(**changed: str) -> Files:
    """The files of a sound draft with some words written otherwise, each once."""
    files = dict(blank("Four Winds").files)
    for name, text in files.items():
        for old, new in changed.items():
            files[name] = text = text.replace(old, new, 1)
    return files


@pytest.mark.parametrize("powers", range(2, len(POWERS) + 1))
def test_a_draft_from_nothing_has_no_fault(powers: int) -> None:
    found = examine(blank("My own", powers).files)
    assert (found.faults, found.doubts) == ([], [])
    assert len(found.powers) == powers and len(found.spots) == 5 * powers
    assert [case.faults for case in found.cases] == [[]]


@pytest.mark.parametrize(
    "ref", ["standard", "cat", "catspaw", "heptadiplomacy", "fog+wings@cat", "doubling"]
)
def test_a_draft_from_a_variant_has_no_fault(ref: str) -> None:
    found = examine(from_variant(ref, name="Mine").files)
    assert found.faults == [] and found.name == "Mine"
    assert [case for case in found.cases if case.faults] == []


def test_faults_of_a_map_are_all_listed_with_repairs() -> None:
    files = draft()
    files[MAP] = files[MAP].replace("army     amp amh dah", "army     amq amh dahh")
    faults = {fault.line: fault for fault in examine(files).faults if fault.file == MAP}
    assert faults[8].fixes[0] == Fix("Write dah", {8: "  army     amq amh dah"})
    assert "which is not a place of this map" in faults[8].text


def test_a_border_of_one_side_is_mended_on_either() -> None:
    files = draft()
    files[MAP] = files[MAP].replace("  army     amp amh dah", "  army     amp amh dah bic", 1)
    (fault,) = examine(files).faults
    add, leave = fault.fixes
    assert (fault.line, add.label, leave.label) == (8, "Add amc to bic", "Leave out bic")
    for fix in (add, leave):
        lines = files[MAP].split("\n")
        for number, text in fix.lines.items():
            lines[number - 1] = text
        mended = examine({**files, MAP: "\n".join(lines)})
        assert mended.faults == []


@pytest.mark.parametrize(
    "line",
    [
        'base = "../../../etc"',
        'base = "/etc"',
        'map = "/etc/passwd"',
        'map = "../standard/map"',
        'boards = { 1 = "../x" }',
        'boards = { 1 = { use = "/tmp/x" } }',
        'options = { books = ["../x a=1"] }',
    ],
)
def test_a_draft_names_no_path(line: str) -> None:
    files = draft()
    key = line.partition(" ")[0]
    rows = [row for row in files[TOML].split("\n") if not row.startswith(f"{key} =")]
    files[TOML] = "\n".join([*rows[:2], line, *rows[2:]])
    (fault, *_) = examine(files).faults
    assert (fault.file, fault.line) == (TOML, 3)
    assert "expected the name of a variant or a map" in fault.text


def test_a_case_names_no_path() -> None:
    files = draft()
    files["cases/odd.case"] = "case a b\nvariant ../../x\nphase S1901M\n"
    (fault,) = examine(files).faults
    assert (fault.file, fault.line) == ("cases/odd.case", 1)


def test_faults_of_a_variant_file_are_all_listed() -> None:
    files = draft()
    files[TOML] = 'colour = "red"\n' + files[TOML].replace(
        "version = 1", 'version = "one"', 1
    ).replace("win_at =", "winat =", 1)
    lines = files[TOML].splitlines()
    found = {fault.line: fault.text for fault in examine(files).faults}
    assert {lines[n - 1].split(" ")[0] for n in found} == {"colour", "version", "winat"}


def test_faults_of_cases_are_all_listed_and_the_others_run() -> None:
    files = draft()
    good = next(text for name, text in files.items() if name.startswith("cases/"))
    bad = "case x1 a\nfase S1901M\n", "case x2 b\nphase S1901M\norder North: A amc H => fine\n"
    files["cases/odd.case"] = f"{bad[0]}\n{good}\n{bad[1]}\ncase x3 c\n"
    last = len(files["cases/odd.case"].splitlines())
    found = examine(files)
    assert [fault.line for fault in found.faults] == [2, last - 2, last]
    assert [case.faults for case in found.cases if case.file == "cases/odd.case"] == [[]]


def test_a_module_beside_the_texts_is_not_run() -> None:
    files = {**draft(), "evil.py": "raise SystemExit"}
    (fault,) = examine(files).faults
    assert "is no file of a variant" in fault.text


def ring(many: int) -> str:
    """A map of many provinces, each between two others."""
    rows = ["@map ring", "@name Ring"]
    for n in range(many):
        rows += [f"p{n} inland P{n}", f"  army p{(n - 1) % many} p{(n + 1) % many}"]
    return "\n".join(rows)


def test_a_board_of_two_thousand_provinces_is_refused_beside_the_first_too_many() -> None:
    (fault, *_) = examine({**draft(), MAP: ring(2000)}).faults
    assert (fault.file, fault.line) == (MAP, 3 + 2 * MOST_PROVINCES)
    assert "2000" in fault.text


def test_a_text_of_a_megabyte_is_refused() -> None:
    (fault,) = examine({**draft(), MAP: "#" * 1_000_000}).faults
    assert fault.file == MAP and str(MOST_TEXT) in fault.text
