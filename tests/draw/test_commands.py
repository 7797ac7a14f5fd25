"""The command `dragoman draw` refuses what it cannot draw and says what it could."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.draw.game import draw_moment, moments
from dragoman.record import Game
from tests.docs.pictures import PICTURES

GAME = str(PICTURES / "games" / "standard.json")

ISLE = """
id = "twins"
name = "Twins"
version = 1
summary = "Two powers with nothing but borders."
credits = "The Dragoman authors"
map = "twins"
edition = "2000"
start = "S1M"
win_at = 2
[powers.North]
adjective = "Northern"
homes = ["a"]
units = ["A a"]
[powers.South]
adjective = "Southern"
homes = ["b"]
units = ["A b"]
"""

BORDERS = """
@map twins
@name Twins
a inland center Aland
  army b c
b inland center Bland
  army a c
c inland Cland
  army a b
alp impassable The Alp
"""


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (
            ["--variant", "heptadiplomacy", "--board", "9"],
            "no board '9' .* there are 1, 2, 3, 4, 5",
        ),
        (["--variant", "standard", "--board", "9"], "no board '9' in Standard: it has only one"),
        (["--variant", "standard", "--width", "0"], "0 is not in the range 16<=x<=8000"),
        (["--variant", "standard", "--width", "99999"], "99999 is not in the range 16<=x<=8000"),
        ([GAME, "--variant", "cat"], "name a game's file or a variant, not both"),
    ],
)
def test_what_cannot_be_drawn(tmp_path: Path, words: list[str], fault: str) -> None:
    out = tmp_path / "board.png"
    result = CliRunner().invoke(main, ["draw", *words, "-o", str(out)])
    assert result.exit_code == 2 and not out.exists()
    with pytest.raises(ValueError, match=fault):
        raise ValueError(result.output)


def test_a_replay_takes_no_phase(tmp_path: Path) -> None:
    words = ["draw", GAME, "--phase", "S1901M", "-o", str(tmp_path / "replay.html")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2 and "a replay shows every phase" in result.output


def write_twins(root: Path, variant: str = ISLE) -> None:
    """A variant of one's own with its map, compiled."""
    folder = root / "twins"
    folder.mkdir()
    (folder / "variant.toml").write_text(variant, encoding="utf-8")
    (folder / "map.txt").write_text(BORDERS, encoding="utf-8")
    assert CliRunner().invoke(main, ["map", "compile", str(folder)]).exit_code == 0


def test_a_variant_of_nothing_but_borders_is_compiled_and_drawn(tmp_path: Path) -> None:
    """Its impassable province, which nothing borders on, is left out of the picture."""
    write_twins(tmp_path)
    out = tmp_path / "board.svg"
    words = ["draw", "--folder", str(tmp_path), "--variant", "twins", "-o", str(out)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    picture = out.read_text(encoding="utf-8")
    assert 'id="p-a"' in picture and 'id="p-alp"' not in picture


def test_names_of_powers_with_signs_in_them_break_no_picture(tmp_path: Path) -> None:
    odd = ISLE.replace("powers.North", 'powers."N & (Co)"').replace(
        "powers.South", 'powers."d\'Or <S>"'
    )
    write_twins(tmp_path, odd)
    game = Game.new("twins", folders=[tmp_path])
    game.submit("N & (Co)", "A a - c")
    game.submit("d'Or <S>", "A b - c")
    game.advance()
    moment, _ = moments(game.history)
    root = ET.fromstring(draw_moment(game.variant, moment, alone=False, folders=[tmp_path]))
    titles = {element.text for element in root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"N & (Co): A a - c", "d'Or <S>: A b - c"} <= titles
    links = {v for e in root.iter() for v in e.attrib.values() if v.startswith("url(")}
    assert len(links) == 3 and all(re.fullmatch(r"url\(#[\w.-]+\)", link) for link in links)
