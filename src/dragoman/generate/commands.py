"""The command `dragoman generate`."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from dragoman.errors import RequestError
from dragoman.generate.build import Wanted, generate
from dragoman.generate.trial import Tried, evened
from dragoman.importing.board import Imported, slug
from dragoman.importing.tidy import SEA
from dragoman.importing.write import write
from dragoman.lab.report import verdict
from dragoman.mapmaker.commands import need_libraries
from dragoman.modules import MODULES
from dragoman.variants import load


@click.command("generate")
@click.option(
    "--seed", required=True, help="Any word or number; the same seed gives the same board."
)
@click.option("--powers", default=5, show_default=True, type=int)
@click.option("--size", default=30, show_default=True, type=int, help="The number of provinces.")
@click.option("--rules", multiple=True, metavar="MODULE", help="A module to add, such as fog.")
@click.option(
    "--games",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Play so many games in the laboratory, and move centers until the seats are even.",
)
@click.option(
    "--tries",
    default=40,
    show_default=True,
    type=click.IntRange(1),
    help="How often to move centers, with --games.",
)
@click.option(
    "--out",
    default=".",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to make the variant's folder; other commands find it by --folder.",
)
@click.option("--overwrite", is_flag=True, help="Overwrite an existing folder.")
def generate_command(
    seed: str,
    powers: int,
    size: int,
    rules: tuple[str, ...],
    games: int,
    tries: int,
    out: Path,
    overwrite: bool,
) -> None:
    """Make a variant with a new board from a seed.

    The board is connected, named and drawn, and its homes are placed evenly.
    """
    need_libraries()
    wishes = Wanted(seed, powers, size, _modules(rules))
    wishes.check()
    folder = out / slug(f"board {seed}")
    if folder.exists() and not overwrite:
        raise RequestError(f"{folder} is there already: take another --out, or --overwrite")
    with TemporaryDirectory() as place:
        found = evened(wishes, games, tries, Path(place), _tell) if games else None
        made = found.made if found else generate(wishes)
        whole = write(made.board, Path(place))
        _draw(whole)
        load(made.board.id, None, [Path(place)])
        out.mkdir(parents=True, exist_ok=True)
        shutil.copytree(whole, folder, dirs_exist_ok=True)
    click.echo(_summary(made.board, folder))
    if found:
        click.echo(f"{verdict(found.balance)}")


def _modules(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The modules that are named, one by one or with commas."""
    names = tuple(name.strip() for text in rules for name in text.split(",") if name.strip())
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        raise RequestError(f"no module {unknown[0]!r}: there are {', '.join(sorted(MODULES))}")
    return names


def _draw(folder: Path) -> None:
    from dragoman.mapmaker.build import draw_map

    for problem in draw_map(folder / "map.txt")[2]:
        click.echo(f"dragoman: {problem}", err=True)


def _tell(tried: Tried) -> None:
    click.echo(f"variation {tried.uneven:.2f} (0 is even)", err=True)


def _summary(board: Imported, folder: Path) -> str:
    seas = sum(site.kind == SEA for site in board.sites.values())
    centers = sum(site.center for site in board.sites.values())
    return (
        f"{folder}: {board.name}, {len(board.nations)} powers, {len(board.sites)} provinces, "
        f"{seas} of them seas, {centers} centers, {board.win_at} win"
    )
