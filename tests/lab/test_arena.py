"""Games of the laboratory in the arena are those that the judge plays, row for row."""

from random import Random
from struct import iter_unpack

import pytest

from dragoman.bots import chance
from dragoman.bots.chorus import generator, key_of
from dragoman.lab.arena import QUIET_YEARS, ArenaGames, in_arena
from dragoman.lab.play import GamePlay, Laboratory
from dragoman.lab.schedule import parts
from dragoman.lab.setup import Setup
from dragoman.lab.watching import CHANGED, NOTES
from dragoman.sim.codes import YEAR


@pytest.mark.parametrize(
    ("name", "years"),
    [
        ("standard", 4),
        ("cline", 2),
        ("build_anywhere", 2),
        ("catspaw", 3),
        ("escalation", 3),
        ("cat", 6),
        ("wings", 2),
        ("militarism", 4),
    ],
)
def test_games_are_the_same_as_by_the_judge(name: str, years: int) -> None:
    lab = Laboratory(Setup(name, years=years, seed=5))
    assert in_arena(lab)
    assert ArenaGames(lab, games=1, interpreted=True).play([3]) == [lab.play(3)]


@pytest.mark.parametrize("against", ["", "greedy"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("standard", {"win_at": 6}),
        ("catspaw", {}),
        ("escalation", {"players": 3}),
        ("heptadiplomacy", {"boards": 2}),
    ],
)
def test_games_of_chance_are_the_same(name: str, options: dict[str, int], against: str) -> None:
    lab = Laboratory(Setup(name, options, bot="random", against=against, years=2, seed=5))
    assert in_arena(lab)
    assert ArenaGames(lab, games=1, interpreted=True).play([1]) == [lab.play(1)]


def test_a_draw_needs_all_who_are_left() -> None:
    """`random` waits longer than `greedy`, and nobody has anything to take."""
    waits = {bot: unmoved(bot, "greedy") for bot in ("greedy", "random")}
    assert waits == {"greedy": QUIET_YEARS["greedy"], "random": QUIET_YEARS["random"]}


def unmoved(bot: str, against: str) -> int:
    """After how many years a game ends in which no center can change hands."""
    setup = Setup("standard", bot=bot, against=against, years=8)
    games = ArenaGames(Laboratory(setup), games=1, interpreted=True)
    games.plays = [GamePlay(games.lab, 0)]
    games.notes = games.blank(NOTES)
    start, was = games.variant.start.year, list(games.arena.states[0])
    games.notes[0][CHANGED] = start - 1
    for year in range(start + 1, start + 8):
        games.arena.states[0][YEAR] = year
        if games.is_over(0, was):
            return year - start
    return 0


TWO_BOARDS = {"boards": 2, "scaled": False, "two_way": 24, "three_way": 33, "three_way_each": 9}


@pytest.mark.parametrize("assignment", ["A", "B"])
def test_seats_of_several_powers_play_the_same(assignment: str) -> None:
    options = {"boards": 2, "assignment": assignment}
    lab = Laboratory(Setup("heptadiplomacy", options, years=2, seed=5))
    assert in_arena(lab)
    assert ArenaGames(lab, games=1, interpreted=True).play([0]) == [lab.play(0)]


def test_a_game_in_which_somebody_may_claim_is_played_to_its_end_by_the_judge() -> None:
    options = TWO_BOARDS | {"two_way_each": 11, "win_at": 14}
    lab = Laboratory(Setup("heptadiplomacy", options, years=4, seed=5))
    [row] = ArenaGames(lab, games=1, interpreted=True).play([0])
    assert row == lab.play(0)
    assert row.end == "solo"


def test_homes_that_are_drawn_from_very_many_sets_are_the_same() -> None:
    lab = Laboratory(
        Setup("escalation", {"players": 2, "pieces": 15, "win_at": 30}, years=2, seed=5)
    )
    assert ArenaGames(lab, games=1, interpreted=True).play([0]) == [lab.play(0)]


def test_games_are_the_same_compiled_to_their_end() -> None:
    lab = Laboratory(Setup("france_austria", {"win_at": 34}, years=24, seed=2), swift=True)
    rows = ArenaGames(lab, games=6).play(range(5))
    assert rows == [lab.play(n) for n in range(5)]
    assert {row.end for row in rows} == {"solo", "draw", "unfinished"}


def test_games_are_the_same_however_many_are_played_together() -> None:
    lab = Laboratory(Setup("standard", years=1))
    several = ArenaGames(lab, games=3, interpreted=True)
    both = several.play([0, 1])
    assert several.play([1]) == both[1:]


def test_a_process_plays_many_games_of_the_arena_at_a_stretch() -> None:
    setup = Setup("standard", years=1)
    assert [len(part) for part in parts(setup, range(40), 2, swift=True)] == [20, 20]
    assert len(parts(setup, range(40), 2, swift=False)) == 40
    assert len(parts(Setup("nuclear", years=1), range(40), 2, swift=True)) == 40


@pytest.mark.parametrize(
    ("setup", "plays"),
    [
        (Setup("standard"), True),
        (Setup("standard", against="random"), True),
        (Setup("standard", against="search"), False),
        (Setup("standard", bot="search"), False),
        (Setup("catspaw"), True),
        (Setup("cat"), True),
        (Setup("cat", bot="random"), False),
        (Setup("militarism"), True),
        (Setup("militarism", bot="random"), False),
        (Setup("nuclear"), False),
    ],
)
def test_the_arena_plays_what_it_knows(setup: Setup, plays: bool) -> None:
    assert in_arena(Laboratory(setup)) is plays


def test_draws_are_those_of_python() -> None:
    for text in ("0/0/S1901M/Austria", "12/345/F1910R/Lord of the Isles"):
        m, chances = generator(), Random(text)
        key = [word for (word,) in iter_unpack("<I", key_of(text))]
        chance.sow(m, key, 1, key[0])
        for n in range(1, 700):
            assert chance.fraction(m) == chances.random()
            assert chance.below(m, n) == chances.choice(range(n))
