"""The same board comes out of every format."""

from pathlib import Path

import pytest

from dragoman import load
from dragoman.errors import DragomanError
from dragoman.geo import Map
from dragoman.importing.board import Imported
from dragoman.importing.export import unsaid
from dragoman.importing.php import assignments
from dragoman.importing.sources import FORMATS, found
from dragoman.importing.tidy import tidy
from dragoman.importing.write import write
from dragoman.model import Power
from dragoman.record.conformance import conformance

from .toys import ARMY, CENTERS, DOTMAP, FILES, FLEET, KINDS, lay_out


def board_of(form: str, folder: Path) -> Imported:
    """The toy in a format, mended."""
    ((how, file),) = found(lay_out(form, folder), form)
    (board,) = how.read(file)
    return tidy(board)


def borders(board: Map, mode: str) -> set[tuple[str, str]]:
    """The borders of a loaded map, in both directions."""
    pairs = {(str(e.a), str(e.b)) for e in board.edges if mode in e.modes}
    return pairs | {(b, a) for a, b in pairs}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_gives_the_same_board(form: str, tmp_path: Path) -> None:
    board = board_of(form, tmp_path)
    write(board, tmp_path / "out")
    variant = load("toy", folders=[tmp_path / "out"])
    assert borders(variant.map, "land") == ARMY
    assert borders(variant.map, "sea") == FLEET
    assert {*variant.map.centers} == CENTERS
    kinds = {str(s.id): s.kind for s in variant.map.spaces.values() if s.kind != "impassable"}
    assert kinds == KINDS
    played = {p: info for p, info in variant.powers.items() if not info.neutral}
    assert {p: info.units for p, info in played.items()} == {
        "Red": ("F har",),
        "Blue": ("A tow",),
    }
    assert {p: info.owned for p, info in played.items()} == {
        "Red": ("har",),
        "Blue": ("tow",),
    }
    assert (str(variant.start), variant.numbers["win_at"]) == ("S1844M", 3)
    assert [played.faults for played in conformance(variant, games=1)] == [()]


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_not_taken_over_is_listed(form: str, tmp_path: Path) -> None:
    board = board_of(form, tmp_path)
    page = (write(board, tmp_path / "out") / "rules.md").read_text()
    listed = [line[2:] for line in page.splitlines() if line.startswith("- ")]
    wanted = {
        "webdiplomacy": ["rules in code: Toy_adjudicatorDiplomacy"],
        "map": ["the rule SOMETHING_ODD"],
        "daide": [],
        "njudge": ["the setting gateway: Gateway", "a setting: SC:har bay gul"],
        "jdip": [
            "a border rule into tow: from=cap season=fall",
            "that gul may be left in spring, when nobody may enter it",
        ],
        "dvar": ["the rule something-odd"],
    }
    assert {*wanted[form]} <= {*listed}


def test_borders_that_are_closed_in_a_season_come_over(tmp_path: Path) -> None:
    folder = write(board_of("jdip", tmp_path), tmp_path / "out")
    assert "- bay - roc: in Fall" in (folder / "rules.md").read_text()
    variant = load("toy", folders=[tmp_path / "out"])
    assert "bay - roc is closed in Fall" in unsaid(variant)
    board = variant.map
    shut = {
        s: borders(board, "sea") - borders(board.closed_in(s), "sea") for s in ("Fall", "Spring")
    }
    assert shut["Fall"] == {("bay", "roc"), ("roc", "bay")}
    assert {a for a, _ in shut["Spring"]} == {"gul", "tow", "cap/sc", "roc", "har"}


def test_rules_that_the_shelf_knows_are_switched_on(tmp_path: Path) -> None:
    for form in FORMATS:
        board = board_of(form, tmp_path)
        board.id = form
        write(board, tmp_path / "out")
    modules = {f: load(f, folders=[tmp_path / "out"]).modules for f in FORMATS}
    assert modules == {
        "webdiplomacy": ("build_anywhere",),
        "map": ("build_anywhere",),
        "daide": (),
        "jdip": ("half_borders", "build_anywhere"),
        "njudge": ("railway",),
        "dvar": ("end_year", "build_anywhere"),
    }
    neutral = load("webdiplomacy", folders=[tmp_path / "out"]).powers[Power("Neutral")]
    assert (neutral.units, neutral.neutral) == (("A cap",), True)
    assert load("njudge", folders=[tmp_path / "out"]).settings["riders"] == ["Red"]
    assert load("dvar", folders=[tmp_path / "out"]).settings["end_year"] == 1860


def test_points_come_over(tmp_path: Path) -> None:
    assert board_of("webdiplomacy", tmp_path).sites["bay"].at == (15.0, -5.0)
    assert board_of("jdip", tmp_path).sites["har"].at == (10.0, 20.0)


def test_names_credits_and_adjectives_come_over(tmp_path: Path) -> None:
    php = board_of("webdiplomacy", tmp_path)
    assert (php.name, php.credits) == ("Toy's Tale", "by A. Nobody")
    assert [n.adjective for n in board_of("daide", tmp_path).nations] == ["Crimson", "Azure"]
    assert board_of("map", tmp_path).sites["har"].also == ("harbour",)


def test_a_variant_may_inherit_map_and_powers(tmp_path: Path) -> None:
    folder = lay_out("webdiplomacy", tmp_path)
    child = folder / "ToyTwo"
    (child / "classes").mkdir(parents=True)
    (child / "variant.php").write_text("<?php class ToyTwoVariant extends ToyVariant { }")
    (board,) = FORMATS["webdiplomacy"].read(child)
    assert [n.name for n in board.nations] == ["Red", "Blue", "Neutral"]
    assert len(tidy(board).sites) == 7
    assert board.nations[0].units == ["F har"]


def test_later_lines_of_a_map_amend_earlier_ones(tmp_path: Path) -> None:
    folder = lay_out("map", tmp_path)
    more = (
        "USE toy\nUNPLAYED BLUE\nROC -> Stone = sto\nAMEND HIL ABUTS -CAP\nDROP GUL\n"
        "RED\nOWNS HAR TOW\n"
    )
    (folder / "two.map").write_text(more)
    (board,) = FORMATS["map"].read(folder / "two.map")
    tidy(board)
    assert "gul" not in board.sites
    assert board.sites["sto"].name == "Stone"
    assert ("hil", "cap") not in board.army
    assert ("cap", "hil") in board.army
    assert [(n.name, n.homes, n.centers) for n in board.nations] == [
        ("Red", ["har"], ["har", "tow"])
    ]


def test_half_borders_of_the_dpjudge_come_over(tmp_path: Path) -> None:
    """`*` at both ends is a border for moves of half strength; at one end alone it is listed."""
    folder = lay_out("map", tmp_path)
    text = DOTMAP.replace("TOW BAY GUL\n", "TOW BAY *GUL\n").replace(
        "GUL ABUTS HAR TOW", "GUL ABUTS *HAR *TOW"
    )
    (folder / "toy.map").write_text(text)
    (board,) = FORMATS["map"].read(folder / "toy.map")
    assert board.lines == [("half", "gul", "har")]
    assert "a restricted border: gul - *tow, but not back" in board.left
    assert "over a half border (*), that a retreat yields to others" in board.left
    variant = load(str(write(tidy(board), tmp_path / "out")))
    assert variant.modules == ("build_anywhere", "half_borders")
    assert variant.settings["half_moves_only"] is True
    (folder / "more.map").write_text("USE toy\nAMEND GUL ABUTS HAR\nAMEND HAR ABUTS GUL\n")
    (plain,) = FORMATS["map"].read(folder / "more.map")
    assert plain.lines == []


def test_a_border_in_one_direction_stays_one(tmp_path: Path) -> None:
    folder = lay_out("daide", tmp_path)
    text = FILES["daide"]["toy.mdf"].replace("(har(AMY hil tow)", "(har(AMY tow)")
    (folder / "toy.mdf").write_text(text)
    (board,) = FORMATS["daide"].read(folder / "toy.mdf")
    write(tidy(board), tmp_path / "out")
    lines = (tmp_path / "out" / "toy" / "map.txt").read_text().splitlines()
    assert "  army     tow <hil" in lines
    assert "  army     cap >har" in lines
    load("toy", folders=[tmp_path / "out"])


def test_homes_of_several_powers_are_shared(tmp_path: Path) -> None:
    folder = lay_out("daide", tmp_path)
    text = FILES["daide"]["toy.mdf"].replace("(UNO cap roc)", "((RED BLU) cap)(UNO roc)")
    (folder / "toy.mdf").write_text(text)
    (board,) = FORMATS["daide"].read(folder / "toy.mdf")
    write(tidy(board), tmp_path / "out")
    variant = load("toy", folders=[tmp_path / "out"])
    assert [i.homes for i in variant.powers.values()] == [("har", "cap"), ("tow", "cap")]
    assert [i.owned for i in variant.powers.values()] == [("har",), ("tow",)]


@pytest.mark.parametrize("form", FORMATS)
def test_cut_off_files_are_refused_with_file_and_reason(form: str, tmp_path: Path) -> None:
    """Every beginning of every file is read or refused, and never anything else."""
    folder = lay_out(form, tmp_path)
    for name, text in FILES[form].items():
        for end in range(0, len(text), 97):
            (folder / name).write_text(text[:end])
            for file in FORMATS[form].files(folder):
                try:
                    for board in FORMATS[form].read(file):
                        tidy(board)
                except DragomanError as error:
                    assert str(folder) in str(error)
        (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("form", "name", "change", "to", "problem"),
    [
        (
            "webdiplomacy",
            "Toy/install.php",
            "'Coast', 'Yes', 1,",
            "'Cost', 'Yes', 1,",
            "line 4: unk",
        ),
        (
            "webdiplomacy",
            "Toy/install.php",
            "'Gulf', 'Sea', 'No'",
            "'Gulf', 'Sea', 'No",
            "not ended",
        ),
        (
            "map",
            "toy.map",
            "USE toy.politics",
            "USE gone.politics",
            "line 2: it uses gone.politics",
        ),
        ("map", "toy.map", "HAR ABUTS", "HAR BUTS", "line 15: expected ABUTS after HAR"),
        ("map", "toy.map", "GUL ABUTS HAR TOW CAP/SC ROC", "GUL", "gul, which borders on nothing"),
        ("daide", "toy.mdf", "(hil(AMY har cap))", "(hil(AMY har cap)", "not closed"),
        ("daide", "toy.mdf", "(hil(AMY", "((hil bay)(AMY", "expected a province, found HIL BAY"),
        ("daide", "toy.mdf", "(hil(AMY har", "(hil((AMY)((har roc) ncs)", "expected a prov"),
        ("daide", "toy.mdf", "(AMY har cap)", "AMY har cap", "no such unit: HAR"),
        ("daide", "toy.now", "SPR", "XXX", "line 1: no such phase: XXX 1844"),
        ("njudge", "map.toy", "hil-mv: har cap", "hil-mv: har cop", "line 13: cop is not on"),
        ("njudge", "map.toy", "R har", "R1f har", "line 2: a board of Machiavelli"),
        ("jdip", "toy/variants.xml", "</VARIANT>", "", "not well-formed XML"),
        ("jdip", "toy/toy_adjacency.xml", '"tow" full', '"har" full', "two PROVINCEs have the sh"),
        ("webdiplomacy", "Toy/variant.php", "array('Red', 'Blue')", "two()", "nothing of $coun"),
        ("jdip", "toy/variants.xml", "toy_adj", "boy_adj", "uses 'boy_adjacency.xml', which"),
        ("dvar", "toy.json", '"year": 1844', '"year": "old"', "initialState.phase.year"),
        ("dvar", "toy.json", "adjacencies", "neighbors", "provinces without their borders"),
        ("dvar", "toy.json", "initialState", "initial_units", "provinces without their borders"),
        ("dvar", "toy.json", '"type": "land"', '"type": "lend"', "no type 'lend'"),
    ],
)
def test_faults_name_file_line_and_reason(
    form: str, name: str, change: str, to: str, problem: str, tmp_path: Path
) -> None:
    folder = lay_out(form, tmp_path)
    text = FILES[form][name]
    assert change in text
    (folder / name).write_text(text.replace(change, to))
    ((how, file),) = found(folder, form)
    with pytest.raises(DragomanError) as error:
        how.read(file)
    assert problem in str(error.value)
    assert Path(name).name in str(error.value)


@pytest.mark.parametrize(
    ("form", "name", "change", "to", "left"),
    [
        (
            "jdip",
            "toy/variants.xml",
            '"scarlet"',
            '"green"',
            "har as a home of green: no such power",
        ),
        ("jdip", "toy/variants.xml", '"3"', '"many"', "the number of centers that wins: many"),
        (
            "dvar",
            "toy.json",
            'tion": "red"',
            'tion": "green"',
            "har as a home of green: no such nation",
        ),
        ("daide", "toy.mdf", "(RED har)", "(GRN har)", "har as a home of GRN: no such power"),
        (
            "webdiplomacy",
            "Toy/classes/adjudicatorPreGame.php",
            "'Fleet'",
            "'Wing'",
            "a unit in Harbor: Wing is neither army nor fleet",
        ),
    ],
)
def test_what_names_nothing_known_is_listed(
    form: str, name: str, change: str, to: str, left: str, tmp_path: Path
) -> None:
    folder = lay_out(form, tmp_path)
    assert change in FILES[form][name]
    (folder / name).write_text(FILES[form][name].replace(change, to, 1))
    ((how, file),) = found(folder, form)
    assert left in how.read(file)[0].left


def test_a_folder_that_is_called_like_a_file_is_a_folder(tmp_path: Path) -> None:
    lay_out("map", tmp_path)
    (tmp_path / "map").rename(tmp_path / "map.json")
    assert [file.name for _, file in found(tmp_path / "map.json")] == ["toy.map"]


def test_php_is_read_and_not_run() -> None:
    text = """<?php
    $a = array(1, 'x' => [2, -3.5], "y" . 'z', f('q'), $b, 4 + 5,); // remark
    $this->c['k'] = true; $d[] = 'it\\'s';
    """
    rows = {row.name: (row.keys, row.value) for row in assignments(text, "x.php")}
    assert {k: v for k, v in rows["a"][1].items() if k in (0, "x", 1, 2)} == {
        0: 1,
        "x": {0: 2, 1: -3.5},
        1: "yz",
        2: "q",
    }
    assert rows["c"] == (("k",), True)
    assert rows["d"] == ((None,), "it's")
