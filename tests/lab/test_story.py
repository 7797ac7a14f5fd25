"""A run's games one by one: the median game's story, records, replays, and maps of all of them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dragoman.cli import main
from dragoman.lab.html import html_report
from dragoman.lab.play import GameRow, Laboratory
from dragoman.lab.setup import Setup
from dragoman.lab.story import median_game, story
from dragoman.lab.summary import summarize
from dragoman.record.game import Game
from tests.lab.toys import write_toys


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_toys(tmp_path_factory.mktemp("toys")))


@pytest.fixture(scope="module")
def games(toys: str) -> list[GameRow]:
    lab = Laboratory(Setup("uneven", years=6, seed=7, folders=(toys,)))
    return [lab.play(number) for number in range(6)]


def test_the_median_game_ended_in_the_commonest_way_and_is_of_middle_length(
    games: list[GameRow],
) -> None:
    won = [
        replace(games[0], game=n, end="solo", winners=("Moon",), turns=turns)
        for n, turns in enumerate((9, 3, 5))
    ]
    cut = [replace(games[0], game=9, end="unfinished", winners=(), turns=4)] * 3
    assert median_game([*won, *cut]).game == 2
    assert median_game([*won, *cut, *cut]).game == 9, "most were broken off"
    assert median_game(cut).game == 9


def test_a_story_tells_who_led_who_went_out_and_who_won(games: list[GameRow]) -> None:
    game = next(game for game in games if game.winners == ("Moon",))
    lines = story(game, 1901)
    last = 1900 + len(game.seats[0].centers)
    assert (
        lines[0] == f"Game {game.game}: Moon wins in {last}, after {game.turns} turns of movement."
    )
    assert any("Moon takes the lead with" in line for line in lines)
    out = [row.seat for row in game.seats if row.out]
    assert all(any(seat in line and " out." in line for line in lines) for seat in out)
    assert f"Moon wins in year {last - 1900}, after" in story(game, 1)[0]
    drawn = story(replace(game, end="draw", winners=("Dawn", "Moon")), 1901)[0]
    assert "Dawn and Moon share it in" in drawn
    cut = story(replace(game, end="unfinished", winners=()), 1901)[0]
    assert f"is broken off at the end of {last}, after {game.turns} turns" in cut


def test_any_game_is_made_again_as_a_record_and_a_replay(toys: str, tmp_path: Path) -> None:
    args = ["lab", "even", "--games", "3", "--years", "5", "--seed", "7", "--folder", toys]
    done = CliRunner().invoke(main, [*args, "--keep", "--also", "", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    lab = Laboratory(Setup("even", years=5, seed=7, folders=(toys,)))
    for number in range(3):
        text = (tmp_path / "records" / f"{number}.json").read_text(encoding="utf-8")
        game, row = Game.from_text(text, folders=[Path(toys)]), lab.play(number)
        assert not game.fault and str(game.phase) == row.last
        assert dict(game.state.owners) == row.owners
        assert (game.state.result.how if game.state.result else "unfinished") == row.end


def test_a_game_of_a_drawn_board_opens_as_a_replay(tmp_path: Path) -> None:
    args = ["lab", "hundred", "--bots", "random", "--games", "2", "--years", "1", "--also", ""]
    assert CliRunner().invoke(main, [*args, "--out", str(tmp_path)]).exit_code == 0
    done = CliRunner().invoke(main, ["lab", "show", str(tmp_path), "1", "--no-open"])
    assert done.exit_code == 0, done.output
    page = Path(done.output.strip()).read_text(encoding="utf-8")
    assert "<svg" in page and "Hundred" in page
    done = CliRunner().invoke(main, ["lab", "show", str(tmp_path), "17", "--no-open"])
    assert done.exit_code == 2 and "there are games 0 to 1" in done.output


def test_maps_show_holders_fights_and_borders_that_nobody_crossed() -> None:
    setup = Setup("standard", bot="random", years=1, seed=3)
    lab = Laboratory(setup)
    found = summarize(setup, [lab.play(number) for number in range(2)])
    page = html_report(found, lab.variant)
    assert page.count('<figure class="map">') == 3
    center, powers = next(iter(found.owners.items()))
    name = lab.variant.map.spaces[lab.variant.map.province[center]].name  # type: ignore[index]
    assert f"<title>{name}: {next(iter(powers))}" in page
    [count] = re.findall(r"(\d+) that no unit crossed", page)
    silent = re.findall(r"<title>([^<]*): never crossed</title>", page)
    assert len(set(silent)) == int(count) > 10
    crossed = next(iter(found.crossed)).split()
    names = " and ".join(lab.variant.map.spaces[p].name for p in crossed)  # type: ignore[index]
    assert names not in silent
