"""What was loaded is kept, and anything that its files say otherwise is noticed."""

import os
import shutil
from pathlib import Path

import pytest

from dragoman.errors import RequestError
from dragoman.geo import Province
from dragoman.variants import find, load
from dragoman.variants.kept import REST, FileCache, looked_at

LONG_AGO = 1_000_000_000
MAP = Path(find("standard")).parents[1] / "maps" / "standard" / "map.txt"


def write(file: Path, text: str, when: int) -> None:
    """Write a file as if at another time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (when, when))


def test_nothing_is_loaded_twice() -> None:
    first = load("standard")
    assert load("standard") is first
    assert load("standard", {}) is first
    assert load("standard", {"win_at": 12}) is load("standard", {"win_at": 12})
    assert load("standard", {"win_at": 12}) is not first


def test_options_that_others_try_push_nothing_out_of_the_catalog() -> None:
    first = load("standard")
    for n in range(100):
        load("standard", {"win_at": n + 1})
    assert load("standard") is first


def test_variants_on_one_board_share_its_map() -> None:
    assert load("standard", {"win_at": 11}).map is load("standard").map


def test_an_option_of_no_sort_is_refused_as_ever() -> None:
    with pytest.raises(RequestError, match="win_at"):
        load("standard", {"win_at": object()})


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "mine" / "variant.toml"
    said = 'id = "mine"\nname = "M"\nversion = 1\nsummary = "."\nbase = "standard"\nwin_at = {}\n'
    write(file, said.format(17), LONG_AGO)
    before = load("mine", folders=[tmp_path])
    assert load("mine", folders=[tmp_path]) is before
    write(file, said.format(16), LONG_AGO + 1)
    assert load("mine", folders=[tmp_path]).numbers["win_at"] == 16


def test_a_base_that_changes_is_noticed(tmp_path: Path) -> None:
    said = 'id = "{}"\nname = "N"\nversion = 1\nsummary = "."\nbase = "{}"\n'
    write(tmp_path / "under" / "variant.toml", said.format("under", "standard"), LONG_AGO)
    write(tmp_path / "over" / "variant.toml", said.format("over", "under"), LONG_AGO)
    assert load("over", folders=[tmp_path]).numbers["win_at"] == 18
    text = said.format("under", "standard") + "win_at = 9\n"
    write(tmp_path / "under" / "variant.toml", text, LONG_AGO + 1)
    assert load("over", folders=[tmp_path]).numbers["win_at"] == 9


def test_a_map_that_changes_is_noticed(tmp_path: Path) -> None:
    said = 'id = "{0}"\nname = "N"\nversion = 1\nsummary = "."\nbase = "standard"\nmap = "{0}"\n'
    write(tmp_path / "mine" / "variant.toml", said.format("mine"), LONG_AGO)
    drawn = MAP.read_text(encoding="utf-8")
    board = tmp_path / "mine" / "mine" / "map.txt"
    write(board, drawn, LONG_AGO)
    assert load("mine", folders=[tmp_path]).map.spaces[Province("par")].name == "Paris"
    write(board, drawn.replace("Paris", "Lutetia"), LONG_AGO + 1)
    assert load("mine", folders=[tmp_path]).map.spaces[Province("par")].name == "Lutetia"


def test_a_file_that_appears_where_it_is_looked_for_first_is_noticed(tmp_path: Path) -> None:
    assert load("standard", folders=[tmp_path]).numbers["win_at"] == 18
    shutil.copytree(find("standard"), tmp_path / "standard")
    file = tmp_path / "standard" / "variant.toml"
    text = file.read_text(encoding="utf-8").replace("win_at = 18", "win_at = 5")
    write(file, text, LONG_AGO)
    assert load("standard", folders=[tmp_path]).numbers["win_at"] == 5


def test_a_module_of_ones_own_that_changes_is_noticed(tmp_path: Path) -> None:
    said = (
        "from dragoman.rules import Module\n"
        'MODULE = Module("greet", "{}", lambda rules, draft, settings: rules)\n'
    )
    text = 'id = "m"\nname = "M"\nversion = 1\nsummary = "."\nbase = "standard"\n'
    write(tmp_path / "m" / "variant.toml", text + 'modules = ["greet"]\n', LONG_AGO)
    write(tmp_path / "greet.py", said.format("one"), LONG_AGO)
    assert load("m", folders=[tmp_path]).parts[-1].about == "one"
    write(tmp_path / "greet.py", said.format("two"), LONG_AGO + 1)
    assert load("m", folders=[tmp_path]).parts[-1].about == "two"


def test_a_file_written_this_moment_is_read_again(tmp_path: Path) -> None:
    file, kept = tmp_path / "f", FileCache[str](2)
    for text in ("one", "two"):
        file.write_text(text, encoding="utf-8")
        assert kept.get("f", lambda: looked_at(file).read_text(encoding="utf-8")) == text


def test_so_many_are_kept_and_those_asked_for_last() -> None:
    kept = FileCache[object](2)
    first, second = kept.get(1, object), kept.get(2, object)
    assert kept.get(1, object) is first
    kept.get(3, object)
    assert kept.get(1, object) is first
    assert kept.get(2, object) is not second


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_changed_file_of_the_program_is_noticed_within_a_second(tmp_path: Path) -> None:
    clock = Clock()
    kept = FileCache[str](2, home=tmp_path, clock=clock)
    file = tmp_path / "f"

    def read() -> str:
        return kept.get("f", lambda: looked_at(file).read_text(encoding="utf-8"))

    write(file, "one", LONG_AGO)
    assert (read(), read()) == ("one", "one")
    write(file, "two", LONG_AGO + 1)
    clock.now += REST / 2
    assert read() == "one"
    clock.now += REST / 2
    assert read() == "two"
    assert REST < 1


def test_a_changed_file_elsewhere_is_noticed_at_once(tmp_path: Path) -> None:
    kept = FileCache[str](2, home=tmp_path / "program", clock=Clock())
    files = (tmp_path / "program" / "f", tmp_path / "mine")

    def read() -> str:
        return kept.get("f", lambda: "".join(looked_at(f).read_text("utf-8") for f in files))

    for file in files:
        write(file, "one", LONG_AGO)
    assert (read(), read()) == ("oneone", "oneone")
    write(files[1], "two", LONG_AGO + 1)
    assert read() == "onetwo"
