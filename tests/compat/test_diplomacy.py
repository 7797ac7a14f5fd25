"""The interface of the package `diplomacy`: a game of the package goes the same way here."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from dragoman.compat.diplomacy import (
    GLOBAL,
    Game,
    GamePhaseData,
    Map,
    Message,
    from_saved_game_format,
    load_saved_games_from_disk,
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
        theirs = {unit: words for unit, words in phase["results"].items() if unit != "WAIVE"}
        mine = game.result_history.get(phase["name"], {})
        other = {
            u: (mine.get(u), w) for u, w in theirs.items() if sorted(mine.get(u, ())) != sorted(w)
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


@pytest.mark.parametrize("phases", (0, 6, 7, 8, 9, 10))
def test_a_game_as_plain_data_comes_back_as_it_is(phases: int) -> None:
    game = Game("mine")
    game.add_message(Message("FRANCE", GLOBAL, "Peace!"))
    wander(game, 5, phases)
    [name, *_] = [n for n, places in game.get_orderable_locations().items() if places]
    possible = game.get_all_possible_orders()
    game.set_orders(name, [possible[p][0] for p in game.get_orderable_locations(name)])
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    assert again.to_dict() == game.to_dict()
    assert again.get_orders(name) != []


def test_plain_data_that_is_no_game_is_refused() -> None:
    with pytest.raises(RequestError, match="missing required field `phase`"):
        Game.from_dict({"game_id": "x"})


def test_early_years_have_four_digits_as_in_the_package() -> None:
    game = Game(map_name="ancient_mediterranean")
    wander(game, 1, 1)
    assert [*game.state_history, game.get_current_phase()] == ["S0001M", "F0001M"]
    assert game.phase == "FALL 0001 MOVEMENT"
    assert game.map.find_next_phase(game.phase, "M") == "SPRING 0002 MOVEMENT"
    again = from_saved_game_format(to_saved_game_format(game))
    assert again.get_current_phase() == "F0001M"


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


def test_the_dash_of_a_move_may_be_left_out() -> None:
    game = Game()
    game.set_orders("FRANCE", ["A PAR BUR", "A MAR S A PAR BUR", "F BRE MAO"])
    assert game.get_orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
    game.set_units("ENGLAND", ["F ENG", "A LON", "F BAR"], reset=True)
    game.set_orders("ENGLAND", ["A LON BRE VIA", "F ENG C A LON BRE", "F BAR STP/NC"])
    moves = ["A LON - BRE VIA", "F ENG C A LON - BRE", "F BAR - STP/NC"]
    assert (game.get_orders("ENGLAND"), game.error) == (moves, [])


def test_equal_positions_have_equal_hashes() -> None:
    game, other = Game(), Game()
    assert game.get_hash() == game.zobrist_hash == other.get_state()["zobrist_hash"] != "0"
    game.process()
    assert game.get_hash() == other.get_hash()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.process()
    assert game.get_hash() != other.get_hash()
    other.set_state(game.get_state())
    assert game.get_hash() == other.get_hash()


@pytest.mark.parametrize(
    "change", [{"name": None}, {"units": 3}, {"influence": {"CHINA": ["PAR"]}}]
)
def test_a_position_that_is_none_is_refused(change: dict[str, Any]) -> None:
    game = Game()
    with pytest.raises(RequestError, match=r"no saved game of|no power 'CHINA'"):
        game.set_state(game.get_state() | change)


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


def test_the_board_is_described_in_the_packages_words() -> None:
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
    assert board.loc_name["PARIS"] == board.aliases["PARIS"] == "PAR"
    assert board.norm("Army  Paris-Burgundy") == board.norm("a par -> bur") == "A PAR - BUR"
    assert board.norm("fleet North Sea S F Norwegian Sea H") == "F NTH S F NWG H"


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


def test_a_picture_shows_the_present_position_and_orders(tmp_path: Path) -> None:
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR", "F BRE H"])
    ordered, bare = game.render(), game.render(incl_orders=False)
    assert ordered != bare and "S1901M" in ordered
    game.process()
    file = tmp_path / "board.svg"
    now = game.render(output_path=str(file))
    assert now.startswith("<svg") and "F1901M" in now and "S1901M" not in now
    assert file.read_text(encoding="utf-8") == now == game.render(incl_orders=False)
    with pytest.raises(ValueError, match="no picture as 'png': only 'svg' is drawn"):
        game.render(output_format="png")


def test_games_are_appended_to_a_file_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for name in ("one", "two"):
        assert to_saved_game_format(Game(name), output_path=str(file))["id"] == name
    assert [game.game_id for game in load_saved_games_from_disk(str(file))] == ["one", "two"]
    to_saved_game_format(Game("three"), output_path=file, output_mode="w")
    with file.open("a", encoding="utf-8") as more:
        more.write("\n{}\nnonsense\n")
    with pytest.raises(RequestError, match="line 3: this is no saved game"):
        load_saved_games_from_disk(file)
    with pytest.warns(UserWarning, match=r"line (3|4): this is no saved game"):
        assert len(load_saved_games_from_disk(file, on_error="warn")) == 1
    assert [g.game_id for g in load_saved_games_from_disk(file, on_error="ignore")] == ["three"]
    with pytest.raises(ValueError, match="no on_error 'stop'"):
        load_saved_games_from_disk(file, on_error="stop")
    with pytest.raises(ValueError, match="no output_mode 'r'"):
        to_saved_game_format(Game(), output_path=file, output_mode="r")


def test_a_finished_game_comes_back_finished() -> None:
    game = Game()
    game.draw(["FRANCE", "ITALY"])
    again = from_saved_game_format(json.loads(json.dumps(to_saved_game_format(game))))
    assert (again.status, again.outcome) == ("completed", ["S1901M", "FRANCE", "ITALY"])
    assert again.is_game_done and again.note == game.note == "Victory by: FRA, ITA"
    again.set_orders("FRANCE", [])
    assert again.status == "completed"


def test_influence_is_kept_with_a_position() -> None:
    game = Game()
    for order in ("A PAR - BUR", "A BUR - BEL"):
        game.set_orders("FRANCE", [order])
        game.process()
    held = ["MAR", "PAR", "BRE", "BUR", "BEL"]
    again = Game()
    again.set_state(game.get_state())
    loaded = from_saved_game_format(to_saved_game_format(game))
    for each in (game, again, loaded):
        assert each.powers["FRANCE"].influence == held
    # The same provinces stay with it when units are set by hand.
    again.set_units("FRANCE", ["A GAS"])
    assert sorted(again.powers["FRANCE"].influence) == sorted([*held, "GAS"])


def test_phases_are_taken_up_with_orders_and_messages() -> None:
    game, other = Game(), Game()
    game.add_message(Message("FRANCE", "ITALY", "Peace?"))
    game.set_orders("FRANCE", ["A PAR - BUR"])
    data = GamePhaseData.from_dict(game.get_phase_data().to_dict())
    assert data == game.get_phase_data()
    other.process()
    other.set_phase_data(data)
    now = other.get_phase_data()
    assert (now.name, now.orders, now.messages) == (data.name, data.orders, data.messages)
    assert now.state["units"] == data.state["units"] and other.state_history == {}
    other.set_current_phase("F1904M")
    assert (other.get_current_phase(), other.get_units()) == ("F1904M", game.get_units())
    with pytest.raises(RequestError, match="give at least one"):
        other.set_phase_data([])


def test_messages_keep_their_time_and_are_read_by_whom_they_are_for() -> None:
    game = Game()
    assert game.add_message(Message("FRANCE", "ITALY", "later", time_sent=20)) == 20
    assert game.add_message(Message("FRANCE", GLOBAL, "sooner", time_sent=10)) == 10
    assert game.add_message(Message("ITALY", "TURKEY", "as soon", time_sent=10)) == 11
    assert [m.message for m in game.messages.values()] == ["sooner", "as soon", "later"]
    seen = {
        role: [*game.filter_messages(game.messages, role)]
        for role in ("FRANCE", "TURKEY", "observer_type", "omniscient_type")
    }
    assert seen == {
        "FRANCE": [10, 20],
        "TURKEY": [10, 11],
        "observer_type": [10],
        "omniscient_type": [10, 11, 20],
    }
    assert [*game.filter_messages(game.messages, ["ITALY"], 11, 19)] == [11]
    with pytest.raises(RequestError, match="role 'server_type' is no power"):
        game.new_power_message("ITALY", "Peace?")
    game.role = "FRANCE"
    assert game.new_power_message("ITALY", "Peace?") == Message(
        "FRANCE", "ITALY", "Peace?", "S1901M"
    )
    assert game.new_global_message("Peace!").is_global()
    with pytest.raises(RequestError, match="no power 'CHINA'"):
        game.new_power_message("CHINA", "Peace?")


def test_histories_know_their_ends_and_a_game_shows_itself() -> None:
    game = Game("mine")
    assert repr(game) == "<Game mine: Standard, S1901M, forming, 22 units>"
    game.process()
    game.process()
    history = game.state_history
    assert (history.first_key(), history.last_key()) == ("S1901M", "F1901M")
    assert history.first_value()["name"] == "S1901M" and history.last_value()["name"] == "F1901M"


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
