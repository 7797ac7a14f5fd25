"""Variants and games can be pickled, and so handed to other processes."""

import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest

from dragoman import Game
from dragoman.errors import RequestError
from dragoman.model import State
from dragoman.variants import load, variant_ids
from dragoman.variants.kept import FileCache
from tests.variants.test_own_modules import MODULE, VARIANT

REFS = (*variant_ids(), "catspaw+black_hole", "twin_earths@cline")


def played(game: Game) -> State:
    """The position to which a game goes on, as a process of its own judges it."""
    game.advance()
    return game.state


@pytest.mark.parametrize("ref", REFS)
def test_a_variant_comes_back_as_it_was(ref: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load(ref, {"edition": "1971"})
    pickled = pickle.dumps(variant)
    monkeypatch.setattr(sys.modules["dragoman.variants.load"], "_VARIANTS", FileCache(1))
    again = pickle.loads(pickled)
    assert again is not variant
    for field in variant.__struct_fields__:
        if field not in ("rules", "map", "parts"):
            assert getattr(again, field) == getattr(variant, field), field
    assert (again.map.id, again.map.spaces) == (variant.map.id, variant.map.spaces)
    assert [m.name for m in again.parts] == [m.name for m in variant.parts]


@pytest.mark.parametrize("ref", REFS)
def test_a_game_comes_back_and_goes_on_alike(ref: str) -> None:
    game = Game.new(ref, seed="pickled")
    seat = game.seats[0]
    orders = next((o for found in game.legal(seat).values() for o in found), None)
    if orders is not None:
        game.submit(seat, orders)
    again = pickle.loads(pickle.dumps(game))
    assert (again.record, again.state, again.seats) == (game.record, game.state, game.seats)
    assert played(again) == played(game)
    assert again.record == game.record
    copied = deepcopy(game)
    assert played(copied) == played(game)


def test_games_are_handed_to_other_processes() -> None:
    """New interpreters, which have loaded nothing, play on from the positions they are given."""
    games = [Game.new(ref, seed="pickled") for ref in ("standard", "militarism", "catspaw")]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(played, games)) == [played(game) for game in games]


@pytest.mark.parametrize(("ref", "folder"), [("deep", "."), ("deep", Path()), ("./deep", "")])
def test_a_pickle_is_read_in_another_folder(
    ref: str, folder: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/variant.toml").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "deep_water.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    folders = [folder or tmp_path]
    pickled = pickle.dumps(Game.new(ref, folders=folders))
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert pickle.loads(pickled).variant.id == "deep"
    with pytest.raises(RequestError, match="no variant"):
        Game.new("deep", folders=["."])


def test_a_variant_of_ones_own_is_found_again_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/variant.toml").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "deep_water.py").write_text(MODULE, encoding="utf-8")
    pickled = pickle.dumps(load("deep", {"deep": 2}, [tmp_path]))
    assert pickle.loads(pickled).settings["deep"] == 2
    (tmp_path / "deep/variant.toml").write_text(VARIANT.replace("version = 1", "version = 2"))
    with pytest.raises(RequestError, match="deep: version 1 was pickled, and here is version 2"):
        pickle.loads(pickled)


def test_a_changed_copy_is_not_pickled_as_what_it_was_made_of() -> None:
    changed = msgspec.structs.replace(load("standard"), numbers={"win_at": 3})
    with pytest.raises(pickle.PicklingError, match="standard is a changed copy"):
        pickle.dumps(changed)
