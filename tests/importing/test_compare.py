"""Boards are compared with other encodings of them, whatever these call the provinces."""

import re
from pathlib import Path

import pytest

from dragoman import load
from dragoman.importing.write import write
from tests.importing.compare import differences, main
from tests.importing.test_formats import board_of


def rewritten(toy: Path, folder: Path, *changes: tuple[str, str]) -> Path:
    """Another encoding of the toy: its files with some words changed."""
    folder.mkdir()
    for file in ("map.txt", "variant.toml"):
        text = (toy / file).read_text(encoding="utf-8")
        for old, new in changes:
            text = re.sub(old, new, text)
        (folder / file).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(board_of("map", tmp_path / "source"), tmp_path / "out")
    return tmp_path / "out" / "toy"


def test_names_and_abbreviations_may_differ(toy: Path, tmp_path: Path) -> None:
    """Harbor is known by its name, Gulf by its abbreviation, and Hill by its neighbors."""
    words = ((r"\bhar\b", "hab"), ("Gulf", "Great Gulf"), (r"\bhil\b", "mou"), ("Hill", "Mount"))
    other = rewritten(toy, tmp_path / "other", *words)
    assert [*differences(load(str(toy)), load(str(other)))] == [
        "army borders: 8 equal",
        "fleet borders: 18 equal",
        "centers: 4 equal",
        "units: 2 equal",
        "homes: 2 equal",
        "to win: 3",
    ]


def test_every_difference_is_named(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    border = (("bay gul tow", "bay tow"), ("cap/sc har roc", "cap/sc roc"))
    facts = (("roc coast center", "roc coast"), ("F har", "A har"), ("win_at = 3", "win_at = 2"))
    other = rewritten(toy, tmp_path / "other", *border, *facts)
    main(str(toy), [str(other)])
    assert capsys.readouterr().out.splitlines() == [
        str(other),
        "  army borders: 8 equal",
        "  fleet borders: 16 equal; only ours: gul-har, har-gul",
        "  centers: 3 equal; only ours: roc",
        "  units: 1 equal; only ours: F har; only theirs: A har",
        "  homes: 2 equal",
        "  to win: 3, theirs 2",
    ]
