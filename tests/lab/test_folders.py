"""What a folder of the laboratory holds, and what is done with one that does not fit."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.lab.play import Laboratory
from dragoman.lab.run import GAMES, PART, RUN, read_games, run
from dragoman.lab.schedule import Here
from dragoman.lab.setup import Setup
from tests.lab.toys import write_toys

MINE = """
from dragoman.rules import Module

MODULE = Module("mine", "Changes nothing.", lambda rules, draft, settings: rules)
"""

FEW = ("--games", "3", "--years", "2", "--bots", "random", "--seed", "7")


def lab(*args: str) -> Result:
    return CliRunner().invoke(main, ["lab", *args])


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    return write_toys(tmp_path / "toys")


def of_even(toys: Path, out: Path, *more: str) -> Result:
    return lab(str(toys / "even" / "variant.toml"), *FEW, *more, "--out", str(out))


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("variant.toml", "version = 1", "version = 2"),
        ("variant.toml", "win_at = 9", "win_at = 5"),
        ("map.txt", "f0 inland Field", "f0 inland center Field"),
    ],
)
def test_games_of_a_file_that_has_changed_are_not_reported_as_its_own(
    toys: Path, tmp_path: Path, file: str, old: str, new: str
) -> None:
    out = tmp_path / "out"
    assert of_even(toys, out).exit_code == 0
    games = (out / GAMES).read_bytes()
    replaced(toys / "even" / file, old, new)
    again = of_even(toys, out)
    assert again.exit_code == 2
    assert "from before its rules, its board or its files changed" in again.output
    assert "name another folder, or empty this one" in again.output
    assert (out / GAMES).read_bytes() == games
    assert of_even(toys, tmp_path / "new").exit_code == 0


def test_a_module_of_ones_own_that_has_changed_makes_other_games(
    toys: Path, tmp_path: Path
) -> None:
    (toys / "mine.py").write_text(MINE, encoding="utf-8")
    replaced(toys / "even" / "variant.toml", "win_at = 9", 'win_at = 9\nmodules = ["mine"]')
    args = ("even", *FEW, "--folder", str(toys), "--out", str(tmp_path / "out"))
    assert lab(*args).exit_code == 0
    assert lab(*args).exit_code == 0
    replaced(toys / "mine.py", "MODULE", "CHANGED = True\nMODULE")
    assert "from before its rules" in lab(*args).output


def test_words_that_change_no_game_keep_the_folder(toys: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    of_even(toys, out)
    replaced(toys / "even" / "rules.md", "# A ring", "# A ring of four")
    assert of_even(toys, out).exit_code == 0


def test_a_worker_with_other_files_plays_nothing(toys: Path) -> None:
    setup = Setup("even", folders=(str(toys),)).sealed()
    Laboratory(setup)
    replaced(toys / "even" / "variant.toml", "win_at = 9", "win_at = 5")
    with pytest.raises(RequestError, match="not those that this run began with"):
        Laboratory(setup)


def test_what_differs_from_the_games_of_a_folder_is_named(toys: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    of_even(toys, out)
    output = of_even(toys, out, "--years", "3").output
    assert "another setup (years 2, not 3)" in output
    output = of_even(toys, out, "--seed", "0").output
    assert "another setup (seed 7, not 0)" in output
    output = of_even(toys, out, "--option", "win_at=5").output
    assert "another setup (options none, not {'win_at': 5})" in output


@pytest.mark.parametrize(
    "damage", [b'{"game":1,"end":3}', b'{"game":1}', b"[1]", b"\xff\xfe", b'{"game":1,"en', b""]
)
def test_a_damaged_game_is_played_again(toys: Path, tmp_path: Path, damage: bytes) -> None:
    out = tmp_path / "out"
    of_even(toys, out)
    whole = (out / GAMES).read_bytes()
    lines = whole.splitlines()
    (out / GAMES).write_bytes(b"\n".join([lines[0], damage, lines[2]]) + b"\n")
    assert of_even(toys, out).exit_code == 0
    assert (out / GAMES).read_bytes() == whole


def test_a_damaged_file_is_named_to_its_reader(toys: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    of_even(toys, out)
    (out / GAMES).write_bytes(b'{"game":0}\n')
    with pytest.raises(RequestError, match=r"games\.jsonl, line 1: .*missing"):
        read_games(out)


def test_games_of_which_nobody_knows_what_was_played_are_left_alone(
    toys: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    of_even(toys, out)
    (out / RUN).unlink()
    done = of_even(toys, out, "--seed", "8")
    assert done.exit_code == 2
    assert "nobody knows what was played" in done.output


@pytest.mark.parametrize("content", [b"hello", b"{}", b'{"variant":"even","bots":1}', b"\xff"])
def test_a_damaged_description_is_refused(toys: Path, tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "out"
    of_even(toys, out)
    (out / RUN).write_bytes(content)
    done = of_even(toys, out)
    assert done.exit_code == 2
    assert "run.json does not tell what was played" in done.output


def test_a_path_is_kept_whole_and_called_by_the_name_of_its_folder(
    toys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(toys)
    done = lab("./even", *FEW, "--out", str(tmp_path / "out"))
    assert "even: 3 games of random" in done.output
    assert str(toys) not in done.output
    assert json.loads((tmp_path / "out" / RUN).read_text())["variant"] == str(toys / "even")


def heeding_interrupts() -> None:
    """Let a process be interrupted, whatever its parent ignores."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_after_an_interrupt_the_games_under_way_are_kept(toys: Path, tmp_path: Path) -> None:
    out = tmp_path / "cut"
    # Too few for the arena, which would play them all at a stretch; so long that some are left.
    args = ["even", "--games", "19", "--years", "200", "--bots", "random"]
    args += ["--folder", str(toys), "--out", str(out)]
    begin = "from dragoman.cli import main; main()"
    command = [sys.executable, "-c", begin, "lab", *args, "--processes", "2"]
    # A job in the background is born with interrupts ignored; whoever interrupts it has not.
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=heeding_interrupts
    )
    end = time.monotonic() + 300
    while not (out / PART).exists() or not (out / PART).read_bytes():
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 2
    assert b"the same command goes on with it" in errors
    kept = (out / PART).read_bytes().splitlines()
    assert 0 < len(kept) < 19
    whole = tmp_path / "whole"
    games = len(kept)
    numbers = {json.loads(line)["game"] for line in kept}
    assert numbers == set(range(games)), "a game that was begun is missing"
    setup = Setup("even", bot="random", years=200, folders=(str(toys),)).sealed()
    run(setup, games, whole, Here())
    assert sorted((whole / GAMES).read_bytes().splitlines()) == sorted(kept)


def test_a_folder_of_several_runs_names_them(toys: Path, tmp_path: Path) -> None:
    out = tmp_path / "both"
    lab("compare", "even", "uneven", *FEW, "--folder", str(toys), "--out", str(out))
    said = lab("show", str(out), "0", "--no-open").output
    assert f"{out} is no run: it has no run.json; there are runs in it: a, b" in said
