"""The commands `dragoman new` and `dragoman preview`, for those who like an editor of their own."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from dragoman.draw.commands import FOLDERS
from dragoman.errors import RequestError
from dragoman.extras import install
from dragoman.workshop.begin import from_variant, read_folder, safe_name
from dragoman.workshop.blank import blank
from dragoman.workshop.examine import Examined, examine
from dragoman.workshop.glance import glance, play_some, shares
from dragoman.workshop.picture import DrawnDraft, draw
from dragoman.workshop.texts import BOARD, Files, lay_out

PICTURE = "preview.svg"
OFTEN = 0.4
"""How many seconds pass between two looks at the files."""


@click.command()
@click.argument("name")
@click.option("--powers", default=4, show_default=True, type=click.IntRange(2, 7))
@click.option(
    "--from",
    "origin",
    default="",
    metavar="VARIANT",
    help="The variant or combination to begin with.",
)
@FOLDERS
def new(name: str, powers: int, origin: str, folders: tuple[Path, ...]) -> None:
    """Make the folder of a new variant that can be played at once."""
    if not name.strip():
        raise RequestError('a variant has a name: dragoman new "Four Winds"')
    folder = Path(safe_name(name))
    if folder.exists():
        raise RequestError(f"{folder} is there already: choose another name")
    begun = from_variant(origin, folders, name) if origin else blank(name, powers)
    lay_out(begun.files, folder)
    click.echo(f"{folder}: {', '.join(sorted(begun.files))}")
    click.echo(f"dragoman preview --watch {folder}    says what is wrong, and draws the board")
    click.echo("dragoman play --folder .    to play it")


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--watch", is_flag=True, help="Repeat whenever a file changes, until Ctrl-C.")
@click.option(
    "--games",
    default=0,
    show_default=True,
    help="Play so many games for a first look at the balance.",
)
@FOLDERS
def preview(folder: Path, watch: bool, games: int, folders: tuple[Path, ...]) -> None:
    """Check the variant in FOLDER and draw its board.

    Faults are listed line by line, and its cases are run. The picture is preview.svg in the
    same folder.
    """
    seen: dict[Path, int] = {}
    while True:
        stamps = {file: file.stat().st_mtime_ns for file in watched(folder)}
        if stamps != seen:
            seen, good = stamps, look_at(folder, games, folders)
            if not watch:
                sys.exit(0 if good else 1)
        time.sleep(OFTEN)


def watched(folder: Path) -> Iterator[Path]:
    """The files that a preview is made of."""
    for pattern in ("variant.toml", "map.txt", "rules.md", "cases/*.case"):
        yield from folder.glob(pattern)


def look_at(folder: Path, games: int, folders: tuple[Path, ...]) -> bool:
    """Tell all about a folder once; whether nothing is wrong."""
    files = read_folder(folder)
    found = examine(files, folders)
    for fault in found.faults:
        click.echo(f"{folder / fault.file}:{fault.line}: {fault.text}")
    for doubt in found.doubts:
        click.echo(f"dragoman: {doubt}", err=True)
    for case in found.cases:
        for text in case.faults:
            click.echo(f"{folder / case.file}:{case.line}: case {case.id}: {text}")
    if found.faults:
        return False
    return _drawn(folder, files, found, games, folders)


def _drawn(
    folder: Path, files: Files, found: Examined, games: int, folders: tuple[Path, ...]
) -> bool:
    try:
        picture = draw(files, found.id, folders)
    except ImportError as error:
        raise RequestError(f"drawing needs the extra maps: {install('maps')}") from error
    for fault in picture.faults:
        click.echo(f"{folder / fault.file}:{fault.line}: {fault.text}")
    if picture.svg:
        _write(folder, picture)
    held = sum(not case.faults for case in found.cases)
    board = f"{len(found.spots)} provinces, {len(found.powers)} powers"
    click.echo(f"{found.name}: {board}, {held} of {len(found.cases)} cases hold")
    if games:
        _print_games(files, found.id, folders, games)
    return not picture.faults and held == len(found.cases)


def _write(folder: Path, picture: DrawnDraft) -> None:
    (folder / PICTURE).write_text(picture.svg, encoding="utf-8")
    if picture.board:
        (folder / BOARD).write_text(picture.board, encoding="utf-8")
    for problem in picture.poor:
        click.echo(f"dragoman: {problem}", err=True)
    click.echo(f"{folder / PICTURE} is drawn")


def _print_games(files: Files, name: str, folders: tuple[Path, ...], games: int) -> None:
    played = play_some(files, name, folders, 0, games, float("inf"))
    if played.fault:
        raise RequestError(played.fault)
    seen = glance([shares(game) for game in played.games])
    for bar in seen.bars:
        click.echo(f"  {bar.seat:16} {bar.value:5.0%}  ({bar.low:.0%} to {bar.high:.0%})")
    click.echo(f"{seen.games} games, {seen.turns} turns of movement each. {seen.verdict}")
