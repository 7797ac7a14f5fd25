"""Commands for programs that play: what a seat knows, tools for models, tournaments."""

from pathlib import Path
from typing import Any

import click

from dragoman.daide.commands import PORT
from dragoman.draw.commands import FOLDERS
from dragoman.errors import RequestError
from dragoman.store.opening import need
from dragoman.variants.options import read_option


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--variant", default="", help="Use the opening of this variant instead of FILE.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the variant."
)
@click.option("--seat", required=True, help="The seat whose view is printed.")
@click.option("--board", is_flag=True, help="Describe every province with its borders.")
@FOLDERS
def observe(
    file: Any,
    variant: str,
    options: tuple[str, ...],
    seat: str,
    board: bool,
    folders: tuple[Path, ...],
) -> None:
    """Print what a seat knows about the game in FILE.

    This is what happened last, the position as the seat sees it, who could attack it, and what it
    can order.
    """
    from dragoman.game import Game

    if (file is None) == (not variant):
        raise RequestError("name either a game file or --variant, not both and not neither")
    if file is None:
        game = Game.new(variant, options=dict(map(read_option, options)), folders=folders)
    else:
        game = Game.from_text(file.read(), file.name, folders)
        if game.fault:
            raise RequestError(f"{file.name}: {game.fault}")
    click.echo(game.observe(seat, board=board), nl=False)


@click.command("daide-seat")
@click.argument("site")
@click.argument("table")
@click.option("--seat", default="", help="The seat; by default your own, or any open one.")
@click.option("--invite", default="", help="The invitation to a private table.")
@click.option("--key", default="", envvar="DRAGOMAN_KEY", help="The API key of the player.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
def daide_seat(site: str, table: str, seat: str, invite: str, key: str, port: int) -> None:
    """Let a DAIDE client play a seat at TABLE of SITE.

    The client connects to a port on this computer.
    """
    need("httpx", "client", "daide-seat")
    from dragoman.agents.visiting import visit

    visit(site, table, seat, key, invite, port)


@click.command()
@click.option(
    "--site", default="", help="The address of a site; without it, the games of --data are used."
)
@click.option("--key", default="", envvar="DRAGOMAN_KEY", help="The API key of the player.")
@click.option("--data", default="dragoman-data", show_default=True, help="The folder with games.")
@click.option(
    "--name", default="Model", show_default=True, help="The name of the guest, if there is no key."
)
@FOLDERS
def mcp(site: str, key: str, data: str, name: str, folders: tuple[Path, ...]) -> None:
    """Give a language model the tools of a seat, as an MCP server.

    The server uses standard input and output.
    """
    for module in ("mcp", "httpx", "starlette", "uvicorn", "sqlalchemy"):
        need(module, "mcp", "mcp")
    from dragoman.agents import mcp as server

    if site:
        server.serve_site(site, key)
    else:
        server.serve_folder(data, key, name, tuple(map(str, folders)))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for games and results; by default FILE-games beside FILE.",
)
@click.option(
    "--at-once",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="How many games to play at once.",
)
@FOLDERS
def tournament(file: Path, out: Path | None, at_once: int, folders: tuple[Path, ...]) -> None:
    """Play the tournament that FILE describes.

    Bots, programs, DAIDE clients and language models can take part. If you interrupt the command,
    run it again, and it continues from the same phase.
    """
    need("cachetools", "web", "tournament")
    from dragoman.agents.plan import read_plan
    from dragoman.agents.standings import standings_text
    from dragoman.agents.tournament import run

    plan = read_plan(file, tuple(str(folder.resolve()) for folder in folders))
    where = out or file.with_name(f"{file.stem}-games")
    try:
        found = run(
            plan, file.resolve().parent, where, lambda line: click.echo(line, err=True), at_once
        )
    except KeyboardInterrupt:
        raise RequestError(
            f"interrupted: what was played is kept in {where}, and the same command goes on with it"
        ) from None
    click.echo(standings_text(plan, found), nl=False)
