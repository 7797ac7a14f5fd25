"""The catalog of a site with variants of its own: what cannot be played is left out, and named."""

from pathlib import Path

import pytest

from dragoman import Game
from dragoman.house.core import House
from dragoman.house.settings import HouseSettings
from dragoman.house.tables.catalog import advised_press, left_out, list_variants, playable
from dragoman.mapmaker.build import compile_map, write_compiled
from dragoman.store.memory import MemoryStore
from dragoman.variants import load, variant_ids
from dragoman.web.pages.site import cards
from dragoman.web.serve import Chosen, announce
from tests.lab.toys import write_toys
from tests.web.world import site


def house_with(folder: Path) -> House:
    """A house with a folder of variants of its own."""
    return House(MemoryStore(), settings=HouseSettings(folders=(str(folder),)))


def drawn(folder: Path) -> None:
    """Give the map of a variant its drawing."""
    write_compiled(compile_map(folder / "map.txt"), folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a sound variant, one that is not drawn and one that is broken."""
    write_toys(tmp_path)
    (tmp_path / "ring").mkdir()
    (tmp_path / "even/map.txt").rename(tmp_path / "ring/map.txt")
    drawn(tmp_path / "ring")
    for name in ("bare", "broken", "Odd-Name"):
        (tmp_path / name).mkdir()
        text = (tmp_path / "even/variant.toml").read_text(encoding="utf-8")
        text = text.replace('id = "even"', f'id = "{name}"')
        (tmp_path / name / "variant.toml").write_text(text, encoding="utf-8")
    text = (tmp_path / "ring/map.txt").read_text(encoding="utf-8").replace("@map ring", "@map bare")
    (tmp_path / "bare/map.txt").write_text(text, encoding="utf-8")
    file = tmp_path / "bare/variant.toml"
    file.write_text(file.read_text().replace('map = "ring"', 'map = "bare"'), encoding="utf-8")
    file = tmp_path / "broken/variant.toml"
    file.write_text(file.read_text().replace("win_at", "winat"), encoding="utf-8")
    return tmp_path


def test_what_cannot_be_played_is_left_out(folder: Path) -> None:
    house = house_with(folder)
    assert playable(house) == sorted([*variant_ids(), "even", "uneven"])
    assert [row.id for row in list_variants(house)] == playable(house)
    assert sorted(card.id for card in cards(house)) == playable(house)


def test_why_it_is_left_out_is_said(folder: Path) -> None:
    reasons = left_out((folder,))
    assert sorted(reasons) == ["Odd-Name", "bare", "broken"]
    assert reasons["Odd-Name"] == "use only a to z, 0 to 9 and _ in its id and for its folder"
    assert reasons["bare"] == (
        f"map 'bare' has no drawing yet: make one with `dragoman map compile {folder}/bare`"
    )
    assert "winat: is not a key of a variant file" in reasons["broken"]


def test_a_drawing_that_lacks_a_province_is_not_taken(folder: Path) -> None:
    file = folder / "ring/map.txt"
    text = file.read_text(encoding="utf-8").replace("  army b0 f0 n3", "  army b0 f0 n3 tor")
    file.write_text(f"{text}tor inland Tor\n  army a0\n", encoding="utf-8")
    assert left_out((folder,))["even"] == (
        "the drawing of map 'ring' is older than its map.txt and lacks tor: "
        f"make it anew with `dragoman map compile {folder}/ring`"
    )


def test_the_server_says_it_when_it_starts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    announce(Chosen(folders=(str(folder),)))
    printed = capsys.readouterr().err.splitlines()
    assert [line.split(":")[:2] for line in printed if line.startswith("Left out")] == [
        ["Left out", " Odd-Name"],
        ["Left out", " bare"],
        ["Left out", " broken"],
    ]


def test_a_drawing_may_lie_beside_the_variant_that_brings_the_map(tmp_path: Path) -> None:
    write_toys(tmp_path)
    drawn(tmp_path / "even")
    assert sorted(left_out((tmp_path,))) == ["uneven"]


def test_a_module_of_ones_own_that_fails_takes_nothing_down(tmp_path: Path) -> None:
    write_toys(tmp_path)
    drawn(tmp_path / "even")
    file = tmp_path / "even/variant.toml"
    text = file.read_text(encoding="utf-8").replace("win_at = 9", 'win_at = 9\nmodules = ["odd"]')
    file.write_text(text, encoding="utf-8")
    source = "from dragoman.rules import Module\nMODULE = Module('odd', 'Odd.', lambda: None)\n"
    (tmp_path / "odd.py").write_text(source, encoding="utf-8")
    assert left_out((tmp_path,))["even"].startswith("TypeError: ")


def test_a_composition_on_a_board_of_ones_own_is_drawn_everywhere(folder: Path) -> None:
    with site(kept=HouseSettings(folders=(str(folder),))) as here:
        ann = here.person("Ann")
        table = here.table([ann], ann, variant="catspaw@even")
        assert ann.get(f"/api/tables/{table}/board.svg").status == 200
    game = Game.new("catspaw@even", folders=[folder])
    assert game.draw().startswith("<svg ")


@pytest.mark.parametrize(
    ("players", "press"), [(2, "open"), (4, "open"), (5, "private"), (11, "private")]
)
def test_escalation_is_talked_over_openly_by_four_or_fewer(players: int, press: str) -> None:
    """Escalation's rule 8 and ruling E15; elsewhere players talk in private."""
    assert advised_press(load("escalation", {"players": players})) == press
    assert advised_press(load("standard")) == "private"
