"""The command `dragoman daide`: one game for clients that speak the protocol."""

import asyncio
import logging
import os
import signal
import time
from pathlib import Path
from typing import Any

import click

from dragoman.bots import BOTS, Bot, make_bot
from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.play import Course, WirePlay, centers
from dragoman.daide.press import FREE_TEXT, LEVELS
from dragoman.daide.saving import Players, game_name, players_of, restored
from dragoman.daide.server import WireServer
from dragoman.daide.terms import LONGEST, Terms
from dragoman.draw.commands import FOLDERS
from dragoman.errors import RequestError
from dragoman.model import Power
from dragoman.record import Game
from dragoman.rules import Variant
from dragoman.variants.options import read_option

PORT = 16713
"""The port at which clients of the protocol look for a server if they are not given another."""

SECONDS = click.IntRange(0, LONGEST)


@click.command()
@click.option("--variant", default="", help="The variant to play; by default standard.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the variant."
)
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--host", "address", default="127.0.0.1", show_default=True, help="The address to listen on."
)
@click.option(
    "--players",
    type=click.IntRange(1),
    help="How many clients play; by default one for every seat.",
)
@click.option(
    "--bots", "bot", default="greedy", show_default=True, help="The bot at the other seats."
)
@click.option(
    "--level",
    default=0,
    show_default=True,
    type=int,
    help="The level of press: 0, 10 to 130, or 8000.",
)
@click.option("--moves", default=0, type=SECONDS, help="Seconds for movement; 0 means no limit.")
@click.option("--retreats", default=0, type=SECONDS, help="Seconds for retreats.")
@click.option("--builds", default=0, type=SECONDS, help="Seconds for adjustments.")
@click.option("--pause", is_flag=True, help="Stop the clock while a player is away.")
@click.option(
    "--years",
    default=0,
    type=click.IntRange(0),
    help="End in a draw after so many years; 0 means never.",
)
@click.option("--seed", default="0", show_default=True, help="The seed of the bots.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the game; a game in it that is not over is continued.",
)
@click.option("--verbose", is_flag=True, help="Print every message of the clients.")
@FOLDERS
def daide(**given: Any) -> None:
    """Run one game for DAIDE clients, and stop when it ends."""
    if given["verbose"]:
        logging.basicConfig(level=logging.DEBUG, format="%(message)s")
    asyncio.run(_hold(given))


async def _hold(given: dict[str, Any]) -> None:
    game, players = _game(given)
    board, bot = WireBoard(game.variant), _bot(given["bot"])
    seats = _seats(given["players"], board, players)
    saved = game_name(given["out"]) if players else ""
    host = Host(board, _terms(given), seats, time.monotonic, saved=saved)
    if players:
        restored(host, game, players)
    others = {seat: bot for seat in game.seats if Power(seat) not in seats}
    server = WireServer(host)
    course = Course(given["years"])
    play = WirePlay(game, host, server, others, course, given["out"])
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, play.stop)
    port = await server.listen(given["address"], given["port"])
    click.echo(f"{game.variant.name}: waiting for {_clients(len(seats))} on port {port}")
    await play.run(click.echo)
    await server.close()
    click.echo(_ending(game, given["out"]))


def _seats(wanted: int | None, board: WireBoard, players: Players | None) -> tuple[Power, ...]:
    """The seats of clients: those of a game that is gone on with, else the first."""
    if players:
        there = len(players.seats)
        if wanted not in (None, there):
            raise RequestError(
                f"--players: {wanted}, but {_clients(there)} began the game in --out"
            )
        return players.seats
    powers = (*board.powers,)
    if wanted is not None and wanted > len(powers):
        most = f"{board.variant.name} has {len(powers)} powers"
        raise RequestError(f"--players: {most}: {wanted} clients cannot play")
    return powers[:wanted]


def _clients(count: int) -> str:
    return f"{count} client{'s' * (count != 1)}"


def _bot(name: str) -> Bot:
    if name not in BOTS:
        raise RequestError(f"no bot {name!r}: there are {', '.join(BOTS)}")
    return make_bot(name)


def _game(given: dict[str, Any]) -> tuple[Game, Players | None]:
    """The game, and who plays it if it is gone on with."""
    file: Path | None = given["out"]
    if file is not None and file.exists():
        game = Game.from_text(file.read_bytes(), str(file), given["folders"])
        if game.over:
            raise RequestError(f"{file} holds a game that is over: name another file")
        _refuse_other(game.variant, given)
        return game, players_of(file)
    if file is not None:
        _refuse_place(file.parent)
    return _new_game(given["variant"] or "standard", given), None


def _new_game(ref: str, given: dict[str, Any]) -> Game:
    options = dict(map(read_option, given["options"]))
    return Game.new(ref, options=options, seed=given["seed"], folders=given["folders"])


def _refuse_other(saved: Variant, given: dict[str, Any]) -> None:
    """Refuse to go on with a game where another variant, or other options, are asked for."""
    file = given["out"]
    if given["variant"] or given["options"]:
        asked = _new_game(given["variant"] or saved.id, given).variant
        if asked.id != saved.id:
            other = f"a game of {saved.id}, and --variant is {asked.id}"
            raise RequestError(f"{file} holds {other}: name another file")
        if asked.options != saved.options:
            raise RequestError(f"{file} holds a game with other options: name another file")


def _refuse_place(folder: Path) -> None:
    """Refuse a file that could not be written once the game begins."""
    if not folder.is_dir():
        raise RequestError(f"--out: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise RequestError(f"--out: nothing can be written in {folder}")


def _terms(given: dict[str, Any]) -> Terms:
    known = (0, *LEVELS, FREE_TEXT)
    if given["level"] not in known:
        wrong = f"no level {given['level']} of the language"
        raise RequestError(f"--level: {wrong}: there are {', '.join(map(str, known))}")
    return Terms(given["level"], given["moves"], given["retreats"], given["builds"], given["pause"])


def _ending(game: Game, file: Path | None) -> str:
    """How it ended, in a line."""
    result = game.state.result
    kept = f"; the game is in {file}" if file else ""
    if result is None:
        return f"stopped in {game.phase}: {centers(game)}{kept}"
    won = ", ".join(result.winners)
    return f"{result.how}: {won or 'nobody'} ({centers(game)}){kept}"
