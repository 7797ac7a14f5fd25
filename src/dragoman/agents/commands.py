"""Commands for programs that play: what a seat knows, and the tools of language models."""

from pathlib import Path
from typing import Any

import click

from dragoman.draw.commands import FOLDERS
from dragoman.errors import RequestError
from dragoman.store.opening import need
from dragoman.variants.options import read_option


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--variant", default="", help="Instead of FILE: the opening of this variant.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of it.")
@click.option("--seat", required=True, help="Whose seat.")
@click.option("--board", is_flag=True, help="Tell every province with its borders.")
@FOLDERS
def observe(
    file: Any,
    variant: str,
    options: tuple[str, ...],
    seat: str,
    board: bool,
    folders: tuple[Path, ...],
) -> None:
    """Tell what a seat knows where the game in FILE stands: a text for a reader.

    What happened last, the position as the seat sees it, who could come to it, what it can order.
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


@click.command()
@click.option("--site", default="", help="The address of a site; without, the games of --data.")
@click.option("--key", default="", envvar="DRAGOMAN_KEY", help="The key of whoever plays.")
@click.option("--data", default="dragoman-data", show_default=True, help="The folder with games.")
@click.option("--name", default="Model", show_default=True, help="A guest's name, without a key.")
@FOLDERS
def mcp(site: str, key: str, data: str, name: str, folders: tuple[Path, ...]) -> None:
    """Give a language model the tools of a seat: an MCP server on standard input and output."""
    for module in ("mcp", "starlette", "uvicorn", "sqlalchemy"):
        need(module, "mcp", "mcp")
    from dragoman.agents import mcp as server

    if site:
        server.serve_site(site, key)
    else:
        server.serve_folder(data, key, name, tuple(map(str, folders)))
