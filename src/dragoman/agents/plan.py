"""The plan of a tournament: what is played, by whom, and who sits where in which game."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.bots import make_bot
from dragoman.errors import RequestError
from dragoman.lab.setup import Setup

BOT, DAIDE, COMMAND, ADDRESS, MODEL = "bot", "daide", "command", "address", "model"
MOST_TALK = 20
OURS = {"folders", "content"}
"""What is not for a file to say."""


class PlayerPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a tournament: a bot, a program behind a command or an address, or a model.

    `daide` is a port for clients of that protocol, which `command` then starts.

    `seconds` is how long one answer may take, `calls` how often the player may be asked in a game,
    and `fallback` the bot that orders where no answer came in time; without, the rules do. `key` is
    the name of the variable that holds the key of an address. `price` is what a million tokens cost
    that a model reads, and that it writes.
    """

    bot: str = ""
    daide: int = 0
    command: tuple[str, ...] = ()
    address: str = ""
    model: str = ""
    key: str = ""
    seconds: float = 60.0
    calls: int = 0
    fallback: str = ""
    legal: bool = True
    board: bool = False
    rules: bool = True
    tries: int = 3
    instructions: str = ""
    settings: dict[str, Any] = {}
    price: tuple[float, float] = (0.0, 0.0)

    @property
    def kind(self) -> str:
        """What sort of player this is."""
        given = {BOT: self.bot, DAIDE: self.daide, COMMAND: self.command, MODEL: self.model}
        return next((kind for kind, value in given.items() if value), ADDRESS)


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament as its file describes it; equal plans play the same games.

    In each of the `rounds` every player of the `lineup` takes every seat once, with the same
    chances. `talk` is how many times seats may write messages before orders for movement.
    """

    variant: str
    players: dict[str, PlayerPlan]
    options: dict[str, Any] = {}
    lineup: tuple[str, ...] = ()
    rounds: int = 1
    years: int = 10
    seed: int = 0
    talk: int = 0
    folders: tuple[str, ...] = ()
    content: str = ""


def read_plan(file: Path, folders: tuple[str, ...] = ()) -> TournamentPlan:
    """The plan in a file, checked; whatever is wrong is named with its place."""
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
        for name in OURS & given.keys():
            raise RequestError(f"{file}: {name} is not set by a plan")
        plan = msgspec.convert({**given, "folders": folders}, TournamentPlan)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise RequestError(f"{file}: {error}") from error
    try:
        check(plan)
    except RequestError as error:
        raise RequestError(f"{file}: {error}") from error
    setup = Setup(plan.variant, plan.options, folders=folders).sealed()
    return msgspec.structs.replace(plan, content=setup.content)


def check(plan: TournamentPlan) -> None:
    """Refuse what cannot be played."""
    if not plan.players:
        raise RequestError("players: name at least one, such as [players.mine]")
    for name, least in (("rounds", 1), ("years", 1), ("talk", 0)):
        if getattr(plan, name) < least:
            raise RequestError(f"{name}: expected {least} or more, found {getattr(plan, name)}")
    if plan.talk > MOST_TALK:
        raise RequestError(f"talk: expected {MOST_TALK} at most, found {plan.talk}")
    for name in plan.lineup:
        if name not in plan.players:
            raise RequestError(f"lineup: no player {name!r}: there are {', '.join(plan.players)}")
    for name, player in plan.players.items():
        try:
            check_player(player)
        except RequestError as error:
            raise RequestError(f"players.{name}: {error}") from error


def check_player(player: PlayerPlan) -> None:
    """Refuse a player of no kind or of two, and figures that make no sense."""
    program = player.daide or player.command
    if sum(map(bool, (player.bot, program, player.address))) != 1:
        raise RequestError("give one of bot, daide, command and address (of a model, its address)")
    if not 0 <= player.daide <= 65535:
        raise RequestError(f"daide: expected a port, found {player.daide}")
    if player.model and not player.address:
        raise RequestError("model: a model needs an address such as http://127.0.0.1:8080/v1")
    if player.address and not player.address.startswith(("http://", "https://")):
        raise RequestError(f"address: expected http:// or https://, found {player.address!r}")
    if player.seconds <= 0 or player.calls < 0 or player.tries < 1 or min(player.price) < 0:
        raise RequestError("seconds and tries are above 0, calls and price not below")
    for bot in filter(None, (player.bot, player.fallback)):
        make_bot(bot)


def seated(plan: TournamentPlan, seats: int) -> list[list[str]]:
    """Who sits where in each game of a round, until the first is to be played again.

    >>> three = {"a": PlayerPlan(bot="random"), "b": PlayerPlan(bot="greedy")}
    >>> seated(TournamentPlan("standard", three), 3)
    [['a', 'b', 'a'], ['b', 'a', 'a'], ['a', 'a', 'b']]
    >>> seated(TournamentPlan("standard", three), 4)
    [['a', 'b', 'a', 'b'], ['b', 'a', 'b', 'a']]
    """
    names = plan.lineup or tuple(plan.players)
    if len(names) > seats:
        raise RequestError(f"{len(names)} players do not fit at {seats} seats: give a lineup")
    first = [names[n % len(names)] for n in range(seats)]
    games = [first[turn:] + first[:turn] for turn in range(seats)]
    return games[: next((n for n in range(1, seats) if games[n] == first), seats)]
