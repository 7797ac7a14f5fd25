"""What looks like a slip in a variant's files is named, and shipped variants give no cause."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman import load, variant_ids
from dragoman.cli import main
from dragoman.variants.doubts import doubts

MAP = "@map isle\n@name Isle\na inland center A\n  army b\nb inland center B\n  army a\n"
TOML = """id = "duel"
name = "Duel"
version = 1
summary = "Two."
map = "isle"
start = "S1901M"
win_at = 3
[powers.Red]
homes = ["a"]
units = ["A a"]
[powers.Blue]
units = ["A b"]
"""


@pytest.mark.parametrize("name", variant_ids())
def test_shipped_variants_give_no_cause_for_doubt(name: str) -> None:
    assert doubts(load(name)) == []


def test_slips_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    folder.mkdir()
    (folder / "map.txt").write_text(MAP)
    (folder / "variant.toml").write_text(TOML)
    assert doubts(load("duel", folders=[tmp_path])) == [
        "its map calls itself isle, and lies in a folder duel",
        "3 centers win, and the board has 2: nobody can win",
        "Blue has no homes, so it builds nothing",
    ]
    doubt = "3 centers win, and the board has 2: nobody can win"
    for words in (["variants", "--describe", "duel"], ["variants"]):
        said = CliRunner().invoke(main, [*words, "--folder", str(tmp_path)])
        assert said.exit_code == 0
        assert f"dragoman: duel: {doubt}\n" in said.stderr
    said = CliRunner().invoke(main, ["preview", str(folder)])
    assert f"dragoman: {doubt}\n" in said.stderr
