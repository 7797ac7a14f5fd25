"""Case files: read strictly, and every expectation that does not hold is reported."""

from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.record.cases import Case, read_cases, run_case

GOOD = """
# A remark.
case    one  a bounce
from    a rulebook
with    edition=1971 win_at=20   # by the old book
note    equal strength
phase   S1901M   # the first
units   France: A par
units   Germany: A mun, A ruh
order   France: A par - bur => failed bounced by A mun - bur
order   Germany: A mun - bur => failed
auto    Germany: A ruh H
then    France: A par
then    Germany: A mun, A ruh
stands  bur
owns    France: bre, mar, par
winners -
phase   F1901M
order   Germany: A ruh H => done held
then    France: A par
then    Germany: A mun, A ruh

case    two  retreats to begin with
variant standard
phase   S1901R
units   Germany: A bur
driven  France: A bur from mun
barred  gas, par
order   France: A bur - mun => void not_a_refuge
auto    France: A bur disband
then    Germany: A bur
"""


def cases(folder: Path, text: str) -> list[Case]:
    """The cases of a file with this text."""
    file = folder / "some.case"
    file.write_text(text, encoding="utf-8")
    return read_cases(file)


def test_cases_are_read_with_all_they_say(tmp_path: Path) -> None:
    one, two = cases(tmp_path, GOOD)
    assert (one.id, one.title, one.source) == ("one", "a bounce", "a rulebook")
    assert one.options == {"edition": "1971", "win_at": 20}
    assert one.name == "one [edition=1971 win_at=20]"
    assert one.notes == ["equal strength"]
    assert [stage.phase for stage in one.stages] == ["S1901M", "F1901M"]
    assert (two.name, two.variant, two.stages[0].barred) == ("two", "standard", "gas, par")


def test_cases_that_hold_find_nothing(tmp_path: Path) -> None:
    assert [run_case(case) for case in cases(tmp_path, GOOD)] == [[], []]


@pytest.mark.parametrize(
    ("change", "to", "fault"),
    [
        (
            "bounced by A mun - bur",
            "bounced by A ruh - bur",
            "expected by A ruh - bur, found A mun",
        ),
        (
            "failed bounced by",
            "failed repelled by",
            "expected failed repelled, found failed bounced",
        ),
        ("- bur => failed\n", "- bur => done\n", "expected done, found failed bounced"),
        (
            "auto    Germany: A ruh H",
            "auto    Germany: A ber H",
            "to supply Germany: A ber H, found",
        ),
        ("then    France: A par\nthen", "then    France: A bur\nthen", "units: expected"),
        ("stands  bur", "stands  -", "stand-offs: expected [], found ['bur']"),
        ("stands  bur", "out     France: A par from mun", "dislodged: expected"),
        ("owns    France: bre, mar, par", "owns    France: -", "centers of France: expected []"),
        ("winners -", "winners France", "winners: expected ['France'], found []"),
        ("phase   F1901M", "phase   W1901A", "the phase is F1901M, not W1901A"),
        ("A ruh H => done held", "A ruh H => done held by A mun H", "found None"),
    ],
)
def test_what_does_not_hold_is_reported(tmp_path: Path, change: str, to: str, fault: str) -> None:
    one = cases(tmp_path, GOOD.replace(change, to, 1))[0]
    assert [f for f in run_case(one) if fault in f]


@pytest.mark.parametrize(
    ("change", "to", "fault"),
    [
        ("A par - bur =>", "A par - Xanadu =>", "cannot be judged: "),
        ("edition=1971", "edition=1959", "cannot be judged: option edition cannot be '1959'"),
        ("win_at=20", "win_at=²", "cannot be judged: option win_at must be a number, not '²'"),
        ("phase   S1901M", "phase   monday", "cannot be judged: 'monday' is not a phase"),
        ("units   France: A par", "units   France: A xyz", "cannot be judged: "),
        (
            "units   France: A par",
            "units   Gallia: A par",
            "cannot be judged: no power 'Gallia': there are Austria, England, France, ",
        ),
        (
            "units   France: A par\n",
            "units   France: A par\ncenters Gallia: par\n",
            "cannot be judged: no power 'Gallia': there are Austria, ",
        ),
        (
            "units   France: A par\n",
            "units   France: A par\ncenters France: par, bur\n",
            "cannot be judged: 'bur' is not a center of the map standard",
        ),
    ],
)
def test_a_case_that_cannot_be_judged_says_so(
    tmp_path: Path, change: str, to: str, fault: str
) -> None:
    one = cases(tmp_path, GOOD.replace(change, to, 1))[0]
    assert [f for f in run_case(one) if f.startswith(fault)]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("phase S1901M\n", 1, "'phase' before any case"),
        ("case x\norder France: A par H => done\n", 2, "'order' before the first phase"),
        ("case x\nphase S1901M\ndance France: A par\n", 3, "unknown word 'dance'"),
        ("case x\nphase S1901M\nordr France: A par H\n", 3, "unknown word 'ordr': did you mean or"),
        ("case\nphase S1901M\n", 1, "expected `case ID TITLE`"),
        ("case x\nfrom here\n", 1, "x has no phase, so nothing would be judged"),
        ("case x\ncase y\nphase S1901M\n", 1, "x has no phase, so nothing would be judged"),
        ("case x\nphase S1901M\nunits France A par\n", 3, "expected `units NAME: …`"),
        ("case x\nphase S1901M\nthen A par\n", 3, "expected `then NAME: …`"),
        (
            "case x\nphase S1901M\norder France: A par H => dun\n",
            3,
            "no outcome 'dun': expected done, failed, void or outvoted",
        ),
        (
            "case x\nphase S1901M\norder France: A par H => done heldd\n",
            3,
            "no reason 'heldd' for done: did you mean held?",
        ),
        (
            "case x\nphase S1901M\norder France: A par H => done bounced\n",
            3,
            "no reason 'bounced' for done",
        ),
        ("case x\nphase S1901M\norder France A par H\n", 3, "expected `order Power: ORDER => out"),
        ("case x\nphase S1901M\norder France: A par H\n", 3, "expected `order Power: ORDER => out"),
    ],
)
def test_a_fault_in_the_file_names_its_line(
    tmp_path: Path, text: str, line: int, problem: str
) -> None:
    with pytest.raises(DataError) as error:
        run_case(cases(tmp_path, text)[0])
    assert error.value.file.endswith("some.case")
    assert error.value.key == f"line {line}"
    assert error.value.problem.startswith(problem)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none.case: cases: No such file"):
        read_cases(tmp_path / "none.case")


def test_an_empty_file_has_no_cases(tmp_path: Path) -> None:
    assert cases(tmp_path, "# nothing yet\n") == []
