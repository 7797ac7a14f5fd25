"""Bots of one's own in the laboratory, and what is said when they do wrong."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main

BOTS = """
class Still:
    name = "still"
    def orders(self, sight, chance):
        return []
    def agrees(self, sight):
        return True

class Broken(Still):
    def orders(self, sight, chance):
        raise ValueError("I do not know what to do")

class Undecided(Still):
    def agrees(self, sight):
        return sight.nothing

class Text(Still):
    def orders(self, sight, chance):
        return ["A par - bur"]
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ownbots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)


def play(bot: str) -> Result:
    args = ["lab", "hundred", "--games", "1", "--years", "6", "--processes", "1", "--also", ""]
    return CliRunner().invoke(main, [*args, "--bots", f"ownbots:{bot}", "--out", "out"])


def test_a_bot_of_ones_own_plays() -> None:
    done = play("Still")
    assert done.exit_code == 0 and "1 game of ownbots:Still" in done.output


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Broken", "as Burgundy in S1425M: ValueError: I do not know what to do"),
        ("Undecided", "'Sight' object has no attribute 'nothing'"),
    ],
)
def test_a_bot_that_fails_is_told_where(bot: str, said: str) -> None:
    done = play(bot)
    assert done.exit_code == 2
    last = done.output.splitlines()[-1]
    assert last.startswith(f"dragoman: ownbots:{bot} failed") and said in last
    assert "ownbots.py, line " in last


def test_a_bot_that_gives_no_ballots_is_told_so() -> None:
    last = play("Text").output.splitlines()[-1]
    assert last == (
        "dragoman: ownbots:Text gave 'A par - bur' as Burgundy in S1425M: orders must be ballots"
    )
