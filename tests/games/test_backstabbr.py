"""Games that people played, judged again: the record and our judge agree, but for known reasons."""

import json
import os
import shutil
from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.variants import load
from tests.games.backstabbr import games_in, read_file, read_game, when
from tests.games.comparison import Comparison, Difference
from tests.games.explained import faults, read_explanations, season_of
from tests.games.full import VARIABLE, compare_folder, main

EXTRACT = Path(__file__).with_name("data")
FOLDERS = [EXTRACT, *(Path(f) for f in [os.environ.get(VARIABLE)] if f)]

SPRING = "DiplomacyGame8_1901_spring.json"
STRONGER = "Attack strength is greater"
FALL = "DiplomacyGame8_1903_fall.json"


@pytest.fixture(scope="module")
def extract() -> Comparison:
    """The extract in the repository, judged again."""
    return compare_folder(EXTRACT)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Game 8 in a folder of its own, to be tampered with."""
    for path in games_in(EXTRACT)[8]:
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_every_difference_is_explained(folder: Path) -> None:
    assert faults(compare_folder(folder), read_explanations()) == []


def test_the_extract_is_judged_whole(extract: Comparison) -> None:
    assert len(extract.seasons) == 90
    assert extract.counts == {
        **{"M phases": 60, "R phases": 44, "A phases": 30, "units": 127, "centers": 87},
        **{"hold": 291, "move": 1072, "support": 518, "convoy": 52},
        **{"retreat": 55, "disband": 28, "build": 116, "remove": 49},
    }


def test_most_classes_occur_in_the_extract(extract: Comparison) -> None:
    judged = set(extract.seasons)
    absent = [
        cause.id
        for cause in read_explanations()
        if not any(season_of(row) in judged for row in cause.rows)
    ]
    assert absent == ["convoy_by_the_fleet_that_stayed", "attacked_and_unmatched", "damaged_file"]


def test_no_difference_stands_in_the_table_twice() -> None:
    rows = [row.where for cause in read_explanations() for row in cause.rows]
    assert len(rows) == len(set(rows)) == 83


def test_the_page_has_the_same_classes_and_counts() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "real-games.md").read_text(encoding="utf-8")
    rows = [f"| {cause.title} | {len(cause.rows)} |" for cause in read_explanations()]
    assert [row for row in rows if row not in page] == []


def test_a_difference_that_nobody_explained_is_a_fault(game: Path) -> None:
    change(game / FALL, "France", "Bel", {"result": "FAILS", "result_reason": "Disrupted"})
    assert faults(compare_folder(game), read_explanations()) == [
        "unexplained: 8 F1903M France: F bel S F eng - nth: "
        "they say 'FAILS: Disrupted', we say 'done supported; attacked by A lon - bel'"
    ]


def test_an_explanation_of_nothing_is_a_fault(game: Path) -> None:
    change(game / FALL, "England", "NTH", {"result_reason": "Dislodged"})
    assert faults(compare_folder(game), read_explanations()) == [
        "no longer occurs: 8 F1903M England: F nth C A lon - bel: "
        "they say 'FAILS: Contradiction!', we say 'failed dislodged; by F eng - nth'"
    ]


def test_a_wrong_position_is_a_fault(tmp_path: Path) -> None:
    shutil.copy(EXTRACT / SPRING, tmp_path)
    change(tmp_path / SPRING, "Austria", "Bud", {"result": "FAILS"})
    assert compare_folder(tmp_path).differences == [
        Difference("8 S1901M Austria: A bud - ser", f"FAILS: {STRONGER}", "done moved"),
        Difference("8 S1901M units", "Austria A bud", "Austria A ser"),
    ]


def test_a_record_that_breaks_off_is_refused(game: Path) -> None:
    """A move recorded as failed leaves its unit where the next season knows of none."""
    change(game / SPRING, "Austria", "Bud", {"result": "FAILS"})
    with pytest.raises(DataError, match="the last season left others"):
        compare_folder(game)


def test_a_win_ends_the_record(game: Path) -> None:
    path = game / FALL
    data = json.loads(path.read_text(encoding="utf-8"))
    data["territories"] = dict.fromkeys(data["territories"], "Turkey")
    data["sc"] = f"Turkey {len(data['territories'])}"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "8 F1903M result" in [row.where for row in compare_folder(game).differences]


def test_the_script_tells_faults_by_its_status(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(game))
    assert main([]) == 0
    assert "1 games, 30 files, 20 M + 17 R + 10 A phases" in capsys.readouterr().out
    change(game / FALL, "England", "NTH", {"result_reason": "Dislodged"})
    assert main([str(game)]) == 1
    assert main([str(game / "nothing")]) == 2


def test_files_that_contradict_themselves_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="expected DiplomacyGame"):
        when(Path("DiplomacyGame1_1901_autumn.json"))
    path = tmp_path / FALL
    path.write_text('{"sc": "Austria 3", "orders": {}, "territories": {"Vie": "Austria"}}')
    with pytest.raises(DataError, match="does not fit the territories"):
        read_file(path)


def test_kinds_and_coasts_are_followed_from_the_opening() -> None:
    last = list(read_game(load("standard"), games_in(EXTRACT)[3]))[-1].before
    fleets = " ".join(sorted(unit.place for unit in last.units if unit.kind == "F"))
    assert fleets == "bel bul/sc eas gre ion mao nao nth nwg ska tys wes"


def change(path: Path, power: str, place: str, values: dict[str, str]) -> None:
    """Rewrites what a file says of one order."""
    data = json.loads(path.read_text(encoding="utf-8"))
    data["orders"][power][place] |= values
    path.write_text(json.dumps(data), encoding="utf-8")
