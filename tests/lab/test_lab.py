"""Runs of the laboratory: the same games wherever they are played, and what they say."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dragoman.bots import Sight
from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.lab.compare import compare, conclusion
from dragoman.lab.html import html_report
from dragoman.lab.play import GameRow, Laboratory
from dragoman.lab.report import plain, text_report
from dragoman.lab.run import GAMES, PART, read_games, read_setup, run
from dragoman.lab.schedule import Here, Processes, key_of, play_games, scheduler
from dragoman.lab.setup import Setup
from dragoman.lab.summary import lone, summarize
from dragoman.lab.tune import grid, race, rank, ranking_rows
from dragoman.model import Ballot
from tests.lab.toys import POWERS, write_toys


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_toys(tmp_path_factory.mktemp("toys")))


@pytest.fixture(scope="module")
def even(toys: str) -> list[GameRow]:
    return games_of(setup("even", toys), 40)


@pytest.fixture(scope="module")
def uneven(toys: str) -> list[GameRow]:
    return games_of(setup("uneven", toys), 40)


def setup(variant: str, toys: str, **settings: object) -> Setup:
    return Setup(variant, dict(settings), years=8, seed=7, folders=(toys,))


def games_of(what: Setup, count: int) -> list[GameRow]:
    lab = Laboratory(what)
    return [lab.play(number) for number in range(count)]


class Interrupted:
    """Stops after some games, as if somebody pressed Ctrl-C."""

    def __init__(self, after: int) -> None:
        self.after = after

    def rows(self, what: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        yield from play_games(key_of(what), tuple(numbers[: self.after]))
        raise KeyboardInterrupt


class Backward:
    """Plays the last game first."""

    def rows(self, what: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        yield from Here().rows(what, numbers[::-1])


def test_the_file_is_the_same_for_any_number_of_processes(toys: str, tmp_path: Path) -> None:
    what = setup("even", toys)
    for name, where in (("one", Here()), ("two", Processes(2)), ("back", Backward())):
        run(what, 10, tmp_path / name, where)
    one, two, back = ((tmp_path / n / GAMES).read_bytes() for n in ("one", "two", "back"))
    assert one == two == back
    assert [game.game for game in read_games(tmp_path / "one")] == list(range(10))


def test_a_run_goes_on_where_it_was_interrupted(toys: str, tmp_path: Path) -> None:
    what = setup("even", toys)
    run(what, 6, tmp_path / "whole", Here())
    with pytest.raises(KeyboardInterrupt):
        run(what, 6, tmp_path / "cut", Interrupted(3))
    with (tmp_path / "cut" / PART).open("ab") as part:
        part.write(b'{"game":4,"end"')
    done: list[int] = []
    run(what, 6, tmp_path / "cut", Here(), done.append)
    assert done == [3, 1, 1, 1]
    assert (tmp_path / "cut" / GAMES).read_bytes() == (tmp_path / "whole" / GAMES).read_bytes()
    assert not (tmp_path / "cut" / PART).exists()


def test_a_game_after_a_line_that_was_cut_off_is_not_lost(toys: str, tmp_path: Path) -> None:
    what = setup("even", toys)
    tmp_path.joinpath(PART).write_bytes(b'{"game":4,"end"')
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            run(what, 6, tmp_path, Interrupted(1))
    done: list[int] = []
    run(what, 6, tmp_path, Here(), done.append)
    assert done == [2, 1, 1, 1, 1]


def test_fewer_games_are_the_first_ones_and_none_is_lost(toys: str, tmp_path: Path) -> None:
    what = setup("even", toys)
    all_of_them = run(what, 4, tmp_path, Here())
    assert run(what, 2, tmp_path, Here()) == all_of_them[:2]
    assert read_games(tmp_path) == all_of_them


def test_a_folder_keeps_to_one_setup(toys: str, tmp_path: Path) -> None:
    run(setup("even", toys), 1, tmp_path, Here())
    with pytest.raises(RequestError, match="holds the games of another setup"):
        run(setup("uneven", toys), 1, tmp_path, Here())
    assert read_setup(tmp_path) == setup("even", toys)


def test_the_symmetric_ring_is_even_or_nearly_so(toys: str, even: list[GameRow]) -> None:
    found = summarize(setup("even", toys), even)
    assert found.balance.words[0] == "even" and found.balance.unfinished
    assert found.balance.index.high >= 0.99
    assert all(row.points.low <= 0.25 <= row.points.high for row in found.seats)
    assert f"{found.balance.unfinished} of {len(even)} games unfinished." in text_report(
        found, 1901
    )


def test_the_ring_with_a_favored_power_is_called_marked_or_worse(
    toys: str, uneven: list[GameRow]
) -> None:
    found = summarize(setup("uneven", toys), uneven)
    assert not {"even", "slight"} & set(found.balance.words)
    assert found.balance.index.high < 0.9
    [moon] = [row for row in found.seats if row.seat == "Moon"]
    assert moon.points.low > 0.3
    assert "in fewer than 1 of 400 runs" in text_report(found, 1901)


def test_the_page_needs_nothing_but_itself(toys: str, uneven: list[GameRow]) -> None:
    what = setup("uneven", toys)
    page = html_report(summarize(what, uneven), what.load())
    assert all(power in page for power in POWERS)
    assert page.count("<svg") == 3
    assert not any(word in page for word in ("http", "src=", "@import", "<script"))


def test_shares_and_points_of_a_game_add_up(uneven: list[GameRow]) -> None:
    for game in uneven:
        assert sum(row.share for row in game.seats) == pytest.approx(1, abs=1e-5)
        assert sum(row.points for row in game.seats) == pytest.approx(1, abs=1e-5)


def test_one_seat_after_the_other_plays_against_the_rest(toys: str) -> None:
    what = msgspec.structs.replace(setup("even", toys), bot="greedy", against="random")
    alone = [[row.seat for row in game.seats if row.bot == "greedy"] for game in games_of(what, 5)]
    assert alone == [["Dawn"], ["Dusk"], ["Moon"], ["Noon"], ["Dawn"]]
    found = summarize(what, games_of(what, 8))
    assert found.alone is not None and 1 < found.alone.low < found.alone.high <= 4
    said = rf"^greedy gets {re.escape(plain(found.alone))} equal shares against random: 1 is no "
    assert re.search(said, text_report(found, 1901), re.MULTILINE)
    page = html_report(found, what.load())
    assert page.index("equal shares against random</b>") < page.index("balance index")
    assert summarize(setup("even", toys), games_of(setup("even", toys), 2)).alone is None


def test_a_bot_alone_among_its_like_is_the_seat_whose_turn_it_is(toys: str) -> None:
    what = msgspec.structs.replace(setup("even", toys), bot="greedy", against="greedy")
    games = games_of(what, 8)
    assert [lone(game).seat for game in games[:5]] == ["Dawn", "Dusk", "Moon", "Noon", "Dawn"]
    found = summarize(what, games).alone
    assert found is not None and found.value == pytest.approx(
        fmean(4 * lone(g).points for g in games)
    )
    assert found.low < found.high


def test_a_setup_compared_with_itself_does_not_differ(even: list[GameRow]) -> None:
    found = compare(even, even)
    assert [d.name for d in found if d.real] == []
    assert "No difference found" in conclusion(found)


def test_a_favored_power_is_a_real_difference(even: list[GameRow], uneven: list[GameRow]) -> None:
    real = {d.name for d in compare(even, uneven) if d.real}
    assert {"points of Moon", "balance index"} <= real


def test_seats_that_sit_in_some_games_only_are_compared_in_those() -> None:
    what = Setup("catspaw", years=2, seed=7)
    games = games_of(what, 6)
    seats = {row.seat for game in games for row in game.seats}
    assert len(seats) > 3
    names = {d.name for d in compare(games, games)}
    assert {f"points of {seat}" for seat in seats} <= names


def test_many_seats_do_not_hide_a_difference(even: list[GameRow], uneven: list[GameRow]) -> None:
    def crowd(games: list[GameRow]) -> list[GameRow]:
        """The same games with each seat nine times over."""
        replace = msgspec.structs.replace
        return [
            replace(
                game,
                seats=tuple(
                    replace(row, seat=f"{row.seat} {n}", points=row.points / 9)
                    for row in game.seats
                    for n in range(9)
                ),
            )
            for game in games
        ]

    found = compare(crowd(even), crowd(uneven))
    assert len(found) > 40
    assert "points of Moon 0" in {d.name for d in found if d.real}


def test_a_race_drops_what_is_surely_beaten_and_ranks_only_what_compares(
    toys: str, even: list[GameRow], uneven: list[GameRow]
) -> None:
    ended = {"even": even, "uneven": uneven}
    ended = {k: [replace(game, end="solo") for game in rows] for k, rows in ended.items()}
    ended["stuck"] = [replace(game, end="unfinished") for game in even]
    asked: list[tuple[str, int]] = []

    def play(settings: dict[str, Any], games: int) -> list[GameRow]:
        asked.append((settings["start"], games))
        return (ended[settings["start"]] * 5)[:games]

    found = race([{"start": name} for name in ("uneven", "stuck", "even")], 100, play)
    assert [row.label for row in found] == ["start=even", "start=uneven", "start=stuck"]
    assert [row[0] for row in ranking_rows(found)] == ["1", "2", "none"]
    assert asked.count(("uneven", 20)) == 1 and ("uneven", 100) not in asked
    assert ("even", 100) in asked


def test_tuning_ranks_the_even_start_first(toys: str) -> None:
    texts = ["units.Moon=A a2|A b2/A a2|A b2|A n2|A n1|A f2"]
    ranks = [
        rank(settings, games_of(setup("even", toys, **settings), 16)) for settings in grid(texts)
    ]
    assert ranks[0].balance.index.value > ranks[1].balance.index.value


def test_settings_that_make_no_sense_are_refused(toys: str) -> None:
    with pytest.raises(RequestError, match=r"units\.Sun: there are Dawn, Dusk, Moon, Noon"):
        setup("even", toys, **{"units.Sun": "A a1"}).load()
    with pytest.raises(RequestError, match="'A zzz' is no unit"):
        setup("even", toys, **{"units.Moon": "A zzz"}).load()
    with pytest.raises(RequestError, match="write NAME=VALUE/VALUE"):
        grid(["win_at"])
    with pytest.raises(RequestError, match="write NAME=VALUE/VALUE"):
        grid(["=16/18"])
    with pytest.raises(RequestError, match="nothing to tune"):
        grid([])
    with pytest.raises(RequestError, match="at least 1"):
        scheduler(0)


def lab(*args: str) -> str:
    result = CliRunner().invoke(main, ["lab", *args])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_plays_and_reports(toys: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    output = lab(
        *("even", "--games", "4", "--years", "3", "--seed", "7", "--folder", toys),
        *("--bots", "random", "--out", str(out)),
    )
    assert "even: 4 games of random, 3 years at most, seed 7" in output
    files = sorted(file.name for file in out.iterdir())
    pictures = [
        f"{name}.{kind}" for name in ("centers", "lengths", "points") for kind in ("png", "svg")
    ]
    reports = ["games.jsonl", "report.html", "report.txt", "run.json", "summary.json"]
    assert files == sorted(["also-dumb", *pictures, *reports])
    assert b"time" not in (out / "games.jsonl").read_bytes()


def test_the_commands_compare_and_tune(toys: str, tmp_path: Path) -> None:
    few = ("--games", "4", "--years", "2", "--folder", toys, "--bots", "random")
    output = lab("compare", "even", "even:win_at=5", *few, "--out", str(tmp_path / "c"))
    assert "B: even, win_at=5: 4 games" in output
    output = lab("tune", "even", "--grid", "win_at=5/9", *few, "--out", str(tmp_path / "t"))
    assert "win_at=5" in output and "win_at=9" in output


@pytest.mark.parametrize("option", ["--bots", "--against", "--also"])
def test_a_wrong_bot_is_refused_before_anything_is_played(
    toys: str, tmp_path: Path, option: str
) -> None:
    args = ["lab", "even", "--folder", toys, option, "hasty", "--out", str(tmp_path / "x")]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    assert result.stderr.startswith("dragoman: no bot 'hasty'")
    assert not (tmp_path / "x").exists()


def test_who_comes_first_is_shown_where_seats_take_turns() -> None:
    what = Setup("escalation", {"order": "lot"}, years=1, seed=7)
    games = games_of(what, 3)
    assert [sorted(row.turn for row in game.seats) for game in games] == [[1, 2, 3]] * 3
    assert list(summarize(what, games).first_mover) == ["1", "2", "3"]
    assert "came in turn" in text_report(summarize(what, games), 1901)


class Still:
    """A bot that orders nothing and agrees to a draw after two years without a change."""

    name = "still"

    def orders(self, sight: Sight, chance: Random) -> list[Ballot]:
        return []

    def agrees(self, sight: Sight) -> bool:
        return sight.quiet >= 2


def test_a_draw_at_the_turn_of_a_year_adds_no_year_that_was_not_played(toys: str) -> None:
    lab = Laboratory(setup("even", toys))
    lab.bots = {"greedy": Still()}
    game = lab.play(0)
    assert (game.end, game.last) == ("draw", "S1903M")
    assert {row.centers for row in game.seats} == {(2, 2)}
    assert len(summarize(lab.setup, [game]).seats[0].by_year) == 2


def test_the_opening_of_a_power_that_is_voted_on_is_what_was_chosen() -> None:
    """Each unit is named once, whatever all seats wanted it to do."""
    for game in games_of(Setup("catspaw", years=1, seed=7), 3):
        held = {power for row in game.seats for power in row.powers}
        voted = {power: text for power, text in game.openings.items() if power not in held}
        assert voted
        for text in voted.values():
            units = [" ".join(order.split()[:2]) for order in text.split("; ")]
            assert len(units) == len(set(units)), text


def test_openings_and_rules_used_are_counted() -> None:
    what = Setup("doubling", years=1, seed=7)
    found = summarize(what, games_of(what, 3))
    assert {o.power for o in found.openings} == set(what.load().powers)
    assert found.counts["order move"] > 10
    assert all(1 <= o.effective <= o.different <= 3 for o in found.openings)


def test_the_list_of_commands_says_whole_sentences() -> None:
    said = CliRunner().invoke(main, ["lab", "--help"]).output.partition("Commands:")[2]
    assert "..." not in said and said.count("\n  ") >= 5
