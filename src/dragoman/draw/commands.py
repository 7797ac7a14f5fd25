"""The command `dragoman draw`."""

from pathlib import Path
from typing import Any

import click

from dragoman.draw.themes import THEMES
from dragoman.errors import RequestError
from dragoman.record import Game
from dragoman.variants.options import read_option

WIDTH = 1600
"""How many pixels a picture of one board is wide."""
FOLDERS = click.option(
    "--folder",
    "folders",
    multiple=True,
    envvar="DRAGOMAN_FOLDERS",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with variants, maps and modules of your own; may be given several times.",
)


@click.command()
@click.argument(
    "record", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--variant", help="Draw the opening position of a variant instead of a game.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option, with --variant."
)
@click.option("--phase", help="The phase to draw, such as F1903M; by default the last.")
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="board.svg, board.png, or replay.html for a whole game.",
)
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True)
@click.option("--small", is_flag=True, help="Use large pieces and short names, for a phone.")
@click.option("--board", default="", help="The board in the middle, if the game has several.")
@click.option(
    "--width",
    default=None,
    show_default="1600, and more for several boards",
    type=click.IntRange(16, 8000),
    help="The width of a PNG in pixels.",
)
@FOLDERS
def draw(
    record: Path | None,
    variant: str | None,
    options: tuple[str, ...],
    phase: str | None,
    out: Path,
    theme: str,
    small: bool,
    board: str,
    width: int | None,
    folders: tuple[Path, ...],
) -> None:
    """Draw a game or an opening position.

    The file is an SVG or a PNG, or an HTML page with a whole game.
    """
    from dragoman.draw.game import Moment, draw_moment, find_moment, moments, undrawn
    from dragoman.draw.png import png
    from dragoman.draw.replay import draw_replay

    game = open_game(record, variant, options, folders)
    if problem := undrawn(game.variant, folders):
        raise RequestError(problem)
    if out.suffix == ".html":
        if phase:
            raise RequestError(
                "a replay shows every phase: leave out --phase, or draw .svg or .png"
            )
        phases = list(moments(game.history))
        page = draw_replay(game.variant, phases, theme=theme, folders=folders)
        out.write_text(page, encoding="utf-8")
        return
    moment = find_moment(game.history, phase) if phase else Moment(game.state)
    look: dict[str, Any] = {"theme": theme, "small": small, "board": board}
    picture = draw_moment(game.variant, moment, folders=folders, **look)
    if out.suffix == ".png":
        out.write_bytes(png(picture, width or usual_width(len(game.variant.map.boards), board)))
    elif out.suffix == ".svg":
        out.write_text(picture, encoding="utf-8")
    else:
        raise RequestError(f"cannot draw {out.name!r}: end it in .svg, .png or .html")


def usual_width(boards: int, chosen: str) -> int:
    """The width of a picture on which what stands on every board can be read.

    >>> usual_width(1, ""), usual_width(7, ""), usual_width(7, "3")
    (1600, 3200, 1600)
    """
    from dragoman.draw.atlas import columns_for

    return WIDTH if boards == 1 or chosen else max(WIDTH, WIDTH // 2 * columns_for(boards))


def open_game(
    record: Path | None, variant: str | None, options: tuple[str, ...], folders: tuple[Path, ...]
) -> Game:
    """The game in a file, or a new one of a variant."""
    if record is not None and variant is not None:
        raise RequestError("name a game's file or a variant, not both")
    if record is not None:
        return Game.from_text(record.read_bytes(), str(record), folders)
    if variant is None:
        raise RequestError("name a game's file, or a variant with --variant")
    return Game.new(variant, options=dict(map(read_option, options)), folders=folders)
