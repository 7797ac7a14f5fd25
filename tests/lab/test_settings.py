"""Settings of the laboratory as designers write them: units, coasts, boards, grids."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.lab.commands import folder_name
from dragoman.lab.setup import Setup, read_ref
from dragoman.lab.tune import grid


def units(**given: str) -> Setup:
    return Setup("standard", {f"units.{power}": text for power, text in given.items()})


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"Austria": "F bud"}, "'F bud': no fleet can stand in bud"),
        ({"Austria": "A nth"}, "'A nth': no army can stand in nth"),
        ({"Russia": "F stp"}, "'F stp': no fleet can stand in stp"),
        ({"Austria": "A bud|A bud"}, "'A bud': Austria's A bud begins there already"),
        ({"Russia": "F stp/sc|A stp"}, "'A stp': Russia's F stp/sc begins there already"),
        ({"Austria": "A ven"}, "'A ven': Austria's A ven begins there already"),
        ({"Austria": "A bud|"}, "'' is no unit"),
    ],
)
def test_units_that_cannot_begin_there_are_refused(given: dict[str, str], fault: str) -> None:
    with pytest.raises(RequestError, match=rf"units\.\w+: {fault}"):
        units(**given).load()


def test_two_powers_may_change_places() -> None:
    variant = units(Austria="A ven", Italy="A vie|A rom").load()
    assert next(iter(variant.powers.values())).units == ("A ven",)


def test_a_slash_before_a_coast_divides_no_values() -> None:
    found = grid(["units.Russia=F stp/sc|A mos/F stp/nc|A mos", "win_at=16/18"])
    assert found[0] == {"units.Russia": "F stp/sc|A mos", "win_at": 16}
    assert [row["units.Russia"] for row in found[::2]] == ["F stp/sc|A mos", "F stp/nc|A mos"]


def test_a_setting_named_twice_has_the_values_of_both() -> None:
    assert grid(["win_at=16", "win_at=18"]) == [{"win_at": 16}, {"win_at": 18}]


def test_colons_of_places_and_paths_divide_no_settings() -> None:
    assert read_ref("heptadiplomacy:boards=2:units.Austria=A 1:vie|A 1:bud") == (
        "heptadiplomacy",
        {"boards": 2, "units.Austria": "A 1:vie|A 1:bud"},
    )
    assert read_ref(r"C:\isle:win_at=3") == (r"C:\isle", {"win_at": 3})


@pytest.mark.parametrize("text", ["standard", "heptadiplomacy:boards=2:assignment=B"])
def test_a_setup_tells_its_variant_as_it_is_read(text: str) -> None:
    assert Setup(*read_ref(text)).ref == text


@pytest.mark.parametrize(
    ("text", "value"),
    [("France,", ["France"]), ('["France"]', ["France"]), ("9" * 5000, "9" * 5000), ("²", "²")],
)
def test_values_are_read_as_all_options_are(text: str, value: object) -> None:
    assert read_ref(f"catspaw:powers={text}") == ("catspaw", {"powers": value})


def test_a_grid_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ["lab", "tune", "standard", "--grid", "win_at=16/many", "--out", str(out)]
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 2
    assert "option win_at must be a number, not 'many'" in done.output
    assert not out.exists()


def test_folders_of_a_grid_have_names_that_differ_and_fit() -> None:
    assert folder_name({"win_at": 16, "players": 3}) == "win_at=16_players=3"
    one, two = (folder_name({"units.A": f"A a{mark}b"}) for mark in "|,")
    assert one != two
    assert len(folder_name({"units.A": "A par|" * 99})) < 100
