"""A few games of a draft are played, and what they prove is said with its doubt."""

from dragoman.workshop.blank import blank
from dragoman.workshop.glance import GameShares, glance, play_some, shares
from dragoman.workshop.texts import TOML


def test_games_of_a_draft_are_played_from_a_number_on() -> None:
    files = blank("Two Shores", 2).files
    both = play_some(files, "two_shores", (), 0, 2, 60.0)
    second = play_some(files, "two_shores", (), 1, 1, 60.0)
    assert both.fault == "" and len(both.games) == 2
    assert both.games[1:] == second.games
    assert set(shares(both.games[0]).points) == {"Amber", "Birch"}


def test_one_game_is_played_however_short_the_time_is() -> None:
    files = blank("Two Shores", 2).files
    assert len(play_some(files, "two_shores", (), 0, 5, 0.0).games) == 1


def test_a_draft_that_cannot_be_played_says_why() -> None:
    files = blank("Two Shores", 2).files
    files = {**files, TOML: files[TOML].replace("win_at = 4", "win_at = 0")}
    found = play_some(files, "two_shores", (), 0, 1, 1.0)
    assert found.games == [] and "win_at" in found.fault


def test_bars_have_intervals_and_a_sentence() -> None:
    assert glance([]).games == 0
    games = [GameShares({"A": 1.0, "B": 0.0}, 10)] * 60
    found = glance(games)
    assert (found.games, found.even, found.turns) == (60, 0.5, 10.0)
    assert [bar.seat for bar in found.bars] == ["A", "B"]
    assert all(bar.low <= bar.value <= bar.high for bar in found.bars)
    assert "fewer than 1 of" in found.verdict
    alike = glance([GameShares({"A": n % 2, "B": 1 - n % 2}, 10) for n in range(60)])
    assert "100.0 of 100" in alike.verdict
    assert glance(games[:1]).verdict.startswith("Undecided")
