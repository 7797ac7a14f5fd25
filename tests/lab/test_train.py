"""Learning what positions are worth: from games to a model, or to a refusal."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dragoman.bots.features import ALIVE, CENTERS, NAMES
from dragoman.bots.models import key_of, model_for, read_model
from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.lab import train
from dragoman.lab.fitting import fit
from dragoman.lab.play import Laboratory
from dragoman.lab.setup import Setup
from dragoman.lab.train import Notebook, batches, model_of, play
from dragoman.lab.training import Lesson, Lessons, WatchedGames
from dragoman.variants import load

SETUP = Setup("hundred", years=2, seed=3)


def lessons(games: int, *, telling: bool) -> list[Lesson]:
    """Games of three seats in which a number tells who wins, or nothing does."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(games):
        numbers = rng.normal(0, 1, (6, 3, len(NAMES))).astype(np.float32)
        numbers[..., ALIVE], numbers[..., CENTERS] = 1, 0.3
        sign = rng.normal(0, 1, 3)
        if telling:
            numbers[:, :, -1] = sign
        found.append(Lesson(numbers, np.eye(3)[int(np.argmax(sign))]))
    return found


def kept(tmp_path: Path, games: list[Lesson]) -> Notebook:
    """A notebook with games."""
    book = Notebook(SETUP, tmp_path)
    book.keep(range(len(games)), games)
    return book


def test_what_tells_who_wins_is_learned(tmp_path: Path) -> None:
    model = model_of(kept(tmp_path, lessons(120, telling=True)), lambda text: None)
    assert (model.variant, model.games, model.quality.games) == ("hundred", 120, 24)
    assert model.key == key_of(load("hundred"))
    assert model.quality.loss < 0.5 < model.quality.rivals


def test_a_model_that_foretells_nothing_is_refused(tmp_path: Path) -> None:
    book = kept(tmp_path, lessons(60, telling=False))
    with pytest.raises(RequestError, match="no better than shares of centers do"):
        model_of(book, lambda text: None)
    with pytest.raises(RequestError, match="12 games are too few to learn from"):
        model_of(kept(tmp_path / "few", lessons(12, telling=True)), lambda text: None)


def test_equal_games_and_seeds_give_equal_models() -> None:
    games = lessons(40, telling=True)
    assert fit("x", "y", games, 5) == fit("x", "y", games, 5)


def test_games_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    games = lessons(8, telling=True)
    book = kept(tmp_path, games)
    again = Notebook(SETUP, tmp_path)
    assert again.known() == set(range(8))
    for mine, theirs in zip(again.read(), games, strict=True):
        assert (mine.numbers == theirs.numbers).all()
        assert (mine.points == theirs.points).all()
    assert next(batches(again.known(), 4)) == (8, 9, 10, 11)
    other = Notebook(Setup("hundred", years=2, seed=4), tmp_path)
    assert (other.known(), other.folder == book.folder) == (set(), False)


def test_games_of_another_bot_are_learned_from_beside_those_of_greedy(tmp_path: Path) -> None:
    kept(tmp_path, lessons(8, telling=True))
    again = Notebook(Setup("hundred", bot="learned", against="greedy", years=2, seed=3), tmp_path)
    assert (again.known(), len(again.read())) == (set(), 8)
    again.keep(range(5), lessons(5, telling=False))
    assert (again.known(), len(again.read())) == (set(range(5)), 13)
    assert len(Notebook(SETUP, tmp_path).read()) == 8


def test_the_command_hands_on_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGOMAN_MODELS", str(tmp_path))
    played: list[Setup] = []
    monkeypatch.setattr(train, "play", lambda book, *rest, **how: played.append(book.setup))
    args = ["lab", "train", "hundred", "--bots", "learned", "--against", "greedy", "--seed", "4"]
    done = CliRunner().invoke(main, args)
    assert "0 games are too few to learn from" in done.output
    CliRunner().invoke(main, [*args, "--years", "9"])
    setups = [(s.bot, s.against, s.seed, s.years) for s in played]
    assert setups == [("learned", "greedy", 4, 30), ("learned", "greedy", 4, 9)]
    assert "no bot 'nobody'" in CliRunner().invoke(main, [*args, "--against", "nobody"]).output


@pytest.mark.parametrize(
    ("name", "years"),
    [("hundred", 2), ("catspaw", 2), ("cat", 3), ("escalation", 2), ("militarism", 3)],
)
def test_the_arena_gives_the_lessons_of_the_judge(name: str, years: int) -> None:
    setup = Setup(name, years=years, seed=3)
    one, lab = Lessons(setup, swift=False), Laboratory(setup)
    [judged] = one.play([5])
    [arena] = WatchedGames(lab, one.reader, games=1, interpreted=True).lessons([5])
    assert judged.numbers.shape[1:] == (len(arena.points), len(NAMES))
    assert (arena.numbers == judged.numbers).all()
    assert (arena.points == judged.points).all()


def test_the_command_plays_learns_and_keeps_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRAGOMAN_MODELS", str(tmp_path))

    def played(
        book: Notebook, seconds: float, processes: int, tell: object, *, address: str
    ) -> None:
        assert (seconds, processes, address) == (60 * train.FITTING, 2, "tcp://127.0.0.1:1")
        book.keep(range(50), lessons(50, telling=True))

    monkeypatch.setattr(train, "play", played)
    args = ["lab", "train", "hundred", "--minutes", "1", "--processes", "2"]
    args += ["--scheduler", "tcp://127.0.0.1:1"]
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 0, done.output
    assert "hundred: learned from 50 games, of which 10 were held out" in done.output
    path = tmp_path / f"{key_of(load('hundred'))}.json"
    assert read_model(path) == model_for(load("hundred"))
    assert "the bot `learned` uses it from now on" in done.output
    path.unlink()
    elsewhere = CliRunner().invoke(main, [*args, "--out", str(tmp_path / "mine.json")])
    assert "the bot `learned` looks for it as value.json in the variant's" in elsewhere.output
    model_for.cache_clear()


def test_games_are_played_until_there_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "MOST", 3)
    monkeypatch.setattr(train, "workers", ThreadPoolExecutor)
    monkeypatch.setattr(train, "lessons", lambda setup: Lessons(SETUP, swift=False))
    monkeypatch.setattr(train, "play_lessons", lambda setup, ns: lessons(len(ns), telling=True))
    book, lines = Notebook(SETUP, tmp_path), list[str]()
    play(book, 0, 2, lines.append)
    assert lines == ["getting ready"]
    play(book, 600, 2, lines.append)
    counts = ["1 game", "2 games", "3 games"]
    assert (book.known(), lines) == ({0, 1, 2}, ["getting ready"] * 2 + counts)
    assert len(book.read()) == 3
