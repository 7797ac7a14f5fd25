"""The interface of the package `diplomacy`: a game of the package goes the same way here."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from dragoman.compat.diplomacy import (
    GLOBAL,
    Game,
    Map,
    Message,
    from_saved_game_format,
    to_saved_game_format,
)
from dragoman.errors import RequestError

DATA = Path(__file__).parents[1] / "record" / "data" / "diplomacy_package.json"
SAVED: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
COLUMNS = ("units", "retreats", "centers", "homes", "influence", "builds")
BOARDS = ("standard", "youngstown", "cline", "build_anywhere")


def plain(column: dict[str, Any]) -> dict[str, Any]:
    """A column of a position, with its lists sorted."""
    return {
        name: sorted(row)
        if isinstance(row, list)
        else {k: sorted(v) if isinstance(v, list) else v for k, v in row.items()}
        for name, row in column.items()
    }


def wander(game: Game, seed: int, phases: int) -> None:
    """Play random orders that the game itself lists."""
    chance = random.Random(seed)
    for _ in range(phases):
        possible = game.get_all_possible_orders()
        for name, places in game.get_orderable_locations().items():
            game.set_orders(name, [chance.choice(possible[p]) for p in places if possible[p]])
        game.process()


def test_a_game_of_the_package_goes_the_same_way() -> None:
    game = Game()
    for phase in SAVED["phases"]:
        assert game.get_current_phase() == phase["name"]
        state = game.get_state()
        for column in COLUMNS:
            assert plain(state[column]) == plain(phase["state"][column]), (phase["name"], column)
        for name, orders in phase["orders"].items():
            game.set_orders(name, orders or ())
        game.process()
        told = {unit: words for unit, words in phase["results"].items() if unit != "WAIVE"}
        mine = game.result_history.get(phase["name"], {})
        other = {
            u: (mine.get(u), w) for u, w in told.items() if sorted(mine.get(u, ())) != sorted(w)
        }
        assert other == {}
    assert game.error == []


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_of_armies_and_fleets_is_played(board: str) -> None:
    game = Game(map_name=board)
    wander(game, 3, 12)
    assert game.error == []
    assert len(game.get_phase_history()) == 12
    again = Game(map_name=board)
    again.set_state(game.get_state())
    for column in ("units", "centers", "builds", "retreats"):
        assert plain(again.get_state()[column]) == plain(game.get_state()[column])


def test_a_saved_game_comes_back_with_its_past() -> None:
    game = Game("mine")
    game.add_message(Message("FRANCE", GLOBAL, "Peace!"))
    wander(game, 5, 6)
    data = json.loads(json.dumps(to_saved_game_format(game)))
    again = from_saved_game_format(data)
    assert to_saved_game_format(again)["phases"][:-1] == data["phases"][:-1]
    assert again.get_current_phase() == game.get_current_phase()
    first = again.get_phase_history()[0]
    assert [m.message for m in first.messages.values()] == ["Peace!"]
    assert first.orders == game.order_history["S1901M"]


def test_what_cannot_be_carried_out_is_left_out_and_said() -> None:
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A PAR - LON", "A ROM H", "A XYZ H", "nonsense"])
    assert game.get_orders("FRANCE") == ["A PAR - BUR"]
    assert len(game.error) == 4
    game.set_orders("FRANCE", ["A PAR - PIC"])
    assert game.powers["FRANCE"].orders == {"A PAR": "- PIC"}
    game.clear_orders("FRANCE")
    assert game.get_orders() == {name: [] for name in game.powers}
    with pytest.raises(RequestError, match="no power 'CHINA': there are AUSTRIA, ENGLAND"):
        game.set_orders("CHINA", [])


def test_positions_are_set_by_hand() -> None:
    game = Game()
    game.clear_units()
    game.set_units("FRANCE", ["A MUN", "F BRE"])
    game.set_units("GERMANY", ["A MUN"])
    assert game.get_units("FRANCE") == ["F BRE"]
    assert game.get_units("GERMANY") == ["A MUN"]
    game.set_centers("FRANCE", ["BEL"])
    assert "BEL" in game.powers["FRANCE"].centers
    game.clear_centers("FRANCE")
    assert not game.powers["FRANCE"].is_eliminated() and game.powers["ITALY"].goner == 0
    game.clear_centers("ITALY")
    assert game.powers["ITALY"].is_eliminated()


def test_a_solo_ends_the_game_as_the_package_says_it() -> None:
    game = Game()
    state = game.get_state()
    state["name"] = "F1907M"
    game.set_state(state)
    others = [c for c in game.map.scs if c not in game.get_centers("FRANCE")]
    game.set_centers("FRANCE", others[:14])
    game.clear_units()
    game.set_units("FRANCE", ["A BEL", "A PAR"])
    game.process()
    assert game.is_game_done and game.get_current_phase() == "COMPLETED"
    assert game.outcome == ["F1907M", "FRANCE"]
    assert game.note == "Victory by: FRA"
    assert game.phase_type == "-" and game.is_game_completed
    game.process()
    assert len(game.state_history) == 1


def test_a_draw_is_shared_by_who_is_named() -> None:
    game = Game()
    game.draw(["FRANCE", "ENGLAND"])
    assert game.outcome == ["S1901M", "FRANCE", "ENGLAND"]
    assert game.get_orderable_locations("FRANCE") == []


def test_the_board_is_told_in_the_packages_words() -> None:
    board = Map()
    assert (len(board.locs), len(board.scs), board.powers[0]) == (82, 34, "AUSTRIA")
    assert board.loc_type["PAR"] == "LAND" and board.loc_type["STP/NC"] == "COAST"
    assert board.loc_type["SWI"] == "SHUT" and board.loc_type["stp"] == "COAST"
    assert sorted(board.abut_list("PAR")) == ["BRE", "BUR", "GAS", "PIC"]
    assert board.loc_abut["STP/NC"] == ["BAR", "NWY"]
    assert board.find_coasts("BUL") == ["BUL/EC", "BUL/SC", "BUL"]
    assert board.abuts("A", "PAR", "-", "BUR") == 1 and board.abuts("A", "PAR", "-", "LON") == 0
    assert board.abuts("F", "BRE", "S", "PIC") == 1 and board.abuts("A", "PAR", "-", "XYZ") == 0
    assert board.is_valid_unit("F STP/NC") and not board.is_valid_unit("F STP")
    assert not board.is_valid_unit("A NTH") and not board.is_valid_unit("G PAR")
    assert board.is_valid_unit("F STP", no_coast_ok=True)
    assert board.loc_name["PARIS"] == "PAR"


def test_phases_are_counted_as_the_package_counts_them() -> None:
    board = Map()
    assert board.find_next_phase("SPRING 1901 MOVEMENT") == "SPRING 1901 RETREATS"
    assert board.find_next_phase("WINTER 1901 ADJUSTMENTS", "M") == "SPRING 1902 MOVEMENT"
    assert board.find_next_phase("SPRING 1901 MOVEMENT", "M", 1) == "SPRING 1902 MOVEMENT"
    assert board.find_previous_phase("FALL 1901 MOVEMENT") == "SPRING 1901 RETREATS"
    assert board.find_next_phase("COMPLETED") == "COMPLETED"
    assert board.phase_abbr("FALL 1902 RETREATS") == "F1902R"
    assert board.phase_long("W1901A") == "WINTER 1901 ADJUSTMENTS"
    assert board.phase_long("?") == "?????"
    assert board.compare_phases("S1901M", "F1901M") == -1
    assert board.compare_phases("COMPLETED", "S1999M") == 1


def test_a_picture_can_be_written(tmp_path: Path) -> None:
    game = Game()
    game.process()
    file = tmp_path / "board.svg"
    assert game.render(output_path=str(file)).startswith("<svg")
    assert file.read_text(encoding="utf-8") == game.render()
    assert game.render(incl_orders=False) != game.render()


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("militarism", "Militarism III: it has other pieces"),
        ("catspaw", "Catspaw: seats order for others"),
        ("black_hole", "Black Hole: it has orders of its own"),
        ("twin_earths", "Twin Earths III: it has orders of its own"),
        ("twin_earths_1", "Twin Earths I: it has several boards"),
        ("four_seasons", "Four Seasons: its year has other phases"),
    ],
)
def test_other_rules_are_refused_with_the_reason(named: str, why: str) -> None:
    with pytest.raises(RequestError, match=f"knows nothing like {why}"):
        Game(map_name=named)
