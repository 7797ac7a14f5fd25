"""The command `dragoman daide`: one game for clients that speak the protocol."""

import asyncio
import logging
import signal
import time
from pathlib import Path
from typing import Any

import click

from dragoman.bots import BOTS, Bot, make_bot
from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.play import Course, WirePlay, centers
from dragoman.daide.saving import Players, game_name, players_of, restored
from dragoman.daide.server import WireServer
from dragoman.daide.terms import Terms
from dragoman.draw.commands import FOLDERS
from dragoman.errors import RequestError
from dragoman.model import Power
from dragoman.record import Game
from dragoman.variants.options import read_option

PORT = 16713
"""The port at which clients of the protocol look for a server if they are not told another."""

SECONDS = click.IntRange(0, 8191)


@click.command()
@click.option("--variant", default="standard", show_default=True, help="What is played.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of it.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option("--host", "address", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--players", type=click.IntRange(1), help="How many clients play; every seat if not.")
@click.option("--bots", "bot", default="greedy", show_default=True, help="Who plays other seats.")
@click.option(
    "--level", default=0, show_default=True, type=click.IntRange(0, 8191), help="Of press."
)
@click.option("--moves", default=0, type=SECONDS, help="Seconds for movement; 0 is without end.")
@click.option("--retreats", default=0, type=SECONDS, help="Seconds for retreats.")
@click.option("--builds", default=0, type=SECONDS, help="Seconds for adjustments.")
@click.option("--pause", is_flag=True, help="Stop the clock while a player is gone.")
@click.option("--years", default=0, type=click.IntRange(0), help="Then it is a draw; 0 is never.")
@click.option("--seed", default="0", show_default=True, help="Of the bots.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the game; one that is there and not over is gone on with.",
)
@click.option("--verbose", is_flag=True, help="Tell every message of the clients.")
@FOLDERS
def daide(**given: Any) -> None:
    """Hold one game for clients that speak DAIDE, and end with it."""
    if given["verbose"]:
        logging.basicConfig(level=logging.DEBUG, format="%(message)s")
    asyncio.run(_hold(given))


async def _hold(given: dict[str, Any]) -> None:
    game, players = _game(given)
    board, bot = WireBoard(game.variant), _bot(given["bot"])
    seats = players.seats if players else (*board.powers,)[: given["players"]]
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
        return game, players_of(file)
    options = dict(map(read_option, given["options"]))
    folders, seed = given["folders"], given["seed"]
    return Game.new(given["variant"], options=options, seed=seed, folders=folders), None


def _terms(given: dict[str, Any]) -> Terms:
    return Terms(given["level"], given["moves"], given["retreats"], given["builds"], given["pause"])


def _ending(game: Game, file: Path | None) -> str:
    """How it ended, in a line."""
    result = game.state.result
    kept = f"; the game is in {file}" if file else ""
    if result is None:
        return f"stopped in {game.phase}: {centers(game)}{kept}"
    won = ", ".join(result.winners)
    return f"{result.how}: {won or 'nobody'} ({centers(game)}){kept}"
