"""Borders that a map closes in a season."""

from pathlib import Path

import pytest

from dragoman import Game, load
from dragoman.errors import DataError
from dragoman.geo import Place, read_map
from dragoman.rules import Ask, Variant
from dragoman.sim.fitness import left_out

MAP = """@map ice
@name Ice
@line closed-fall bay col
@line closed-spring hil col inn
bay sea Bay
  fleet  col har
har coast center Harbor
  army   hil
  fleet  bay
col coast center Cold
  army   hil inn
  fleet  bay
hil inland Hill
  army   col har
inn inland Inn
  army   col
"""
VARIANT = """id = "ice"
name = "Ice"
version = 1
summary = "A strait that freezes."
map = "ice"
start = "S1901M"
win_at = 2
[powers.Red]
homes = ["har"]
units = ["F bay", "A hil"]
[powers.Blue]
homes = ["col"]
units = ["A col"]
"""


@pytest.fixture
def ice(tmp_path: Path) -> Variant:
    """A board on which one border is closed in Fall, and two in Spring."""
    (tmp_path / "ice").mkdir()
    (tmp_path / "ice" / "map.txt").write_text(MAP)
    (tmp_path / "ice" / "variant.toml").write_text(VARIANT)
    return load("ice", folders=[tmp_path])


def test_units_go_where_the_season_lets_them(ice: Variant, tmp_path: Path) -> None:
    game = Game.new("ice", folders=[tmp_path])
    spring = Ask(ice, game.state).moves
    assert spring["A"][Place("hil")] == {"har"} and spring["F"][Place("bay")] == {"har", "col"}
    assert not game.is_legal("Red", "A hil - col")
    game.advance()
    fall = Ask(ice, game.state).moves
    assert str(game.state.phase) == "F1901M"
    assert fall["A"][Place("hil")] == {"har", "col"} and fall["F"][Place("bay")] == {"har"}


def test_support_needs_an_open_border_too(ice: Variant, tmp_path: Path) -> None:
    game = Game.new("ice", folders=[tmp_path])
    game.advance()
    # In Fall Hill borders on Cold, but the fleet in the Bay no longer does.
    assert game.is_legal("Red", "A hil - col")
    assert not game.is_legal("Red", "F bay S A hil - col")
    game.submit("Red", "A hil - col; F bay H")
    game.advance()
    assert {f"{u.kind} {u.place}" for u in game.state.units} == {"F bay", "A hil", "A col"}


def test_the_map_of_a_season_is_made_once() -> None:
    board = read_map(MAP, "ice")
    assert board.closed_in("Winter") is board
    assert board.closed_in("Fall") is board.closed_in("Fall")
    assert len(board.edges) - len(board.closed_in("Spring").edges) == 2


def test_the_arena_leaves_such_boards_to_the_judge(ice: Variant) -> None:
    assert "map" in left_out(ice)


def test_a_season_that_the_year_does_not_have_is_refused(ice: Variant, tmp_path: Path) -> None:
    (tmp_path / "ice" / "map.txt").write_text(MAP.replace("closed-fall", "closed-autumn"))
    with pytest.raises(DataError, match="closed-autumn, which is no season: there are closed-spr"):
        load("ice", folders=[tmp_path])
