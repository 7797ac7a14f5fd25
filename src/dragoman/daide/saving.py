"""Games over the wire that are gone on with another time: the record, and who may come back."""

import string
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.daide.host import Host
from dragoman.errors import DataError
from dragoman.model import Power
from dragoman.record import Game, write_record


class Players(Struct, frozen=True):
    """Who plays a game: the seats of clients, their passcodes, and what they are called."""

    seats: tuple[Power, ...]
    passcodes: dict[Power, int]
    names: dict[Power, tuple[str, str]] = {}


def game_name(file: Path) -> str:
    """What clients know a game by: eight letters, figures and underscores at most.

    >>> game_name(Path("my game of May.json"))
    'my_game_'
    """
    known = string.ascii_letters + string.digits + "_"
    return "".join(c if c in known else "_" for c in file.stem)[:8]


def beside(file: Path) -> Path:
    """The file beside a game's that says who may come back."""
    return file.with_name(f"{file.stem}.players.json")


def keep(file: Path, game: Game, host: Host) -> None:
    """Write a game and who plays it; the passcodes are for nobody else to read."""
    players = Players(host.seats, host.passcodes, host.names)
    aside = beside(file)
    aside.touch(mode=0o600)
    aside.write_bytes(msgspec.json.format(msgspec.json.encode(players), indent=1) + b"\n")
    file.write_text(write_record(game.record), encoding="utf-8")


def players_of(file: Path) -> Players:
    """Who plays a game that was kept."""
    aside = beside(file)
    try:
        return msgspec.json.decode(aside.read_bytes(), type=Players)
    except OSError as error:
        raise DataError(str(aside), "players", f"cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(str(aside), "players", str(error)) from error


def restored(host: Host, game: Game, players: Players) -> None:
    """Bring a host to where a game that was kept stands."""
    host.passcodes |= players.passcodes
    host.names |= players.names
    for before, step in pairwise(game.history):
        if step.resolution is not None:
            host.recall(before.state, step.resolution)
    host.state = game.state
