"""The balance glance: games of a draft played by bots, and what so many of them prove."""

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.lab.balance import Balance, balance
from dragoman.lab.play import UNFINISHED, GameRow, Laboratory
from dragoman.lab.report import chances, judged, text_report
from dragoman.lab.setup import Setup
from dragoman.lab.stats import mean
from dragoman.lab.summary import summarize
from dragoman.translate import Said
from dragoman.variants.files import homely
from dragoman.workshop.texts import Files, laid_out

WHOLE = (0.0, 1.0)


class GameShares(Struct, frozen=True):
    """One game: the points of each seat, and how many turns of movement it had."""

    points: dict[str, float]
    turns: int
    open: bool = False
    """Whether it came to no end."""


class PlayedGames(Struct, frozen=True):
    """Games that were played, and what stopped them, if something did."""

    games: list[GameRow]
    fault: Said = ""


class Bar(Struct, frozen=True):
    """What a seat got: its share of the points, with its 95 % interval."""

    seat: str
    value: float
    low: float
    high: float


class Glance(Struct, frozen=True):
    """What some games say about the balance."""

    games: int
    bars: list[Bar]
    even: float
    verdict: Said
    turns: float


def play_some(
    files: Files, name: str, folders: Sequence[Path], first: int, most: int, seconds: float
) -> PlayedGames:
    """Games of a draft from a number on, as many as fit into the time; one at least."""
    ends = time.monotonic() + seconds
    with laid_out(files, name) as folder:
        places = tuple(str(place) for place in (folder.parent, *folders))
        try:
            lab = Laboratory(Setup(name, folders=places))
            return PlayedGames(_played(lab, first, most, ends))
        except (DragomanError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            why = homely(f"{type(error).__name__}: {error}", (folder.parent, *folders))
            return PlayedGames([], why)


def _played(lab: Laboratory, first: int, most: int, ends: float) -> list[GameRow]:
    games: list[GameRow] = []
    while len(games) < most and (not games or time.monotonic() < ends):
        games.append(lab.play(first + len(games)))
    return games


def write_games(games: Sequence[GameRow]) -> str:
    """Games as they are kept."""
    return msgspec.json.encode(games).decode()


def read_games(text: str) -> list[GameRow]:
    """Games that were kept."""
    return msgspec.json.decode(text, type=list[GameRow])


def lab_report(name: str, year: int, games: list[GameRow]) -> str:
    """What the laboratory says about games, in text."""
    return text_report(summarize(Setup(name), games), year)


def shares(game: GameRow) -> GameShares:
    """What of a game counts for its balance."""
    points = {row.seat: round(row.points, 5) for row in game.seats}
    return GameShares(points, game.turns, game.end == UNFINISHED)


def glance(games: Sequence[GameShares]) -> Glance:
    """The shares of the seats with their intervals, and what they prove."""
    if not games:
        return Glance(0, [], 0.0, "No game has been played yet.", 0.0)
    seats = dict.fromkeys(seat for game in games for seat in game.points)
    bars = [_bar(seat, [g.points[seat] for g in games if seat in g.points]) for seat in seats]
    even = sum(1 / len(game.points) for game in games) / len(games)
    turns = sum(game.turns for game in games) / len(games)
    found = balance([game.points for game in games], sum(game.open for game in games))
    return Glance(len(games), bars, round(even, 4), verdict(found), round(turns, 1))


def _bar(seat: str, points: list[float]) -> Bar:
    found = mean(points, WHOLE)
    return Bar(seat, round(found.value, 4), round(found.low, 4), round(found.high, 4))


def verdict(found: Balance) -> str:
    """What the difference between seats proves, in a sentence."""
    said = judged(found)
    often = f"seats that are alike would differ as much in {chances(found.chance)} runs"
    return f"{said[:1].upper()}{said[1:]}: {often}."
