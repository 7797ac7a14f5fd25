"""The commands `dragoman import` and `dragoman export`."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from dragoman.draw.commands import FOLDERS
from dragoman.errors import DataError, DragomanError
from dragoman.importing.board import Imported
from dragoman.importing.export import EXPORTS, unsaid
from dragoman.importing.sources import FORMATS, Format, found
from dragoman.importing.tidy import tidy
from dragoman.importing.write import write
from dragoman.variants import load
from dragoman.variants.doubts import doubts


class Outcome(Struct, frozen=True):
    """What came of one board: its figures, or what was wrong."""

    source: str
    id: str = ""
    provinces: int = 0
    centers: int = 0
    powers: int = 0
    drawing: str = ""
    left: int = 0
    fault: str = ""


@click.command("import")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--from", "name", default="", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
@click.option(
    "--out",
    default="imported",
    show_default=True,
    type=click.Path(path_type=Path),
    help="The folder for the variants.",
)
@click.option("--strict", is_flag=True, help="Fail if any board fails.")
@click.option("--overwrite", is_flag=True, help="Overwrite existing variants.")
@click.option("--no-drawing", is_flag=True, help="Do not draw the boards.")
def import_(
    path: Path, name: str, out: Path, strict: bool, overwrite: bool, no_drawing: bool
) -> None:
    """Turn boards of other programs into variants.

    PATH is a file or a folder with your own copies. Formats: webDiplomacy and vDiplomacy, DPjudge
    and the PyPI package (.map), DAIDE (.mdf), jDip, njudge and Diplicity's DVAR. The rules.md of
    each variant lists what could not be imported.
    """
    sources = found(path, name)
    importer = _Importer(out, overwrite, not no_drawing)
    outcomes: list[Outcome] = []
    for number, (form, file) in enumerate(sources, 1):
        if len(sources) > 1:
            click.echo(f"{number}/{len(sources)} {file.name}", err=True)
        outcomes += importer.run(form, file)
    for row in table(outcomes):
        click.echo(row)
    for outcome in outcomes:
        if outcome.fault:
            click.echo(f"dragoman: {outcome.fault}", err=True)
    failed = sum(bool(o.fault) for o in outcomes)
    click.echo(f"{len(outcomes) - failed} imported into {out}, {failed} failed")
    sys.exit(1 if failed == len(outcomes) or (strict and failed) else 0)


@click.command()
@click.argument("variant")
@click.option("--to", "form", required=True, type=click.Choice([*EXPORTS]), help="The format.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write; by default the output goes to the terminal.",
)
@FOLDERS
def export(variant: str, form: str, output: Path | None, folders: tuple[Path, ...]) -> None:
    """Write VARIANT in a format of other programs.

    The formats are those of Diplicity (dvar) and of the PyPI package diplomacy (map).
    """
    loaded = load(variant, None, folders)
    text = EXPORTS[form](loaded)
    if output:
        output.write_text(text, encoding="utf-8")
    else:
        click.echo(text, nl=False)
    for what in unsaid(loaded):
        click.echo(f"dragoman: not said in {form}: {what}", err=True)


class _Importer:
    """Imports boards into a folder, each under an id of its own."""

    def __init__(self, out: Path, overwrite: bool, drawing: bool) -> None:
        self.out, self.overwrite, self.drawing = out, overwrite, drawing
        self.ids: set[str] = set()

    def run(self, form: Format, file: Path) -> list[Outcome]:
        """Import every board of a file."""
        try:
            boards = form.read(file)
        except DragomanError as error:
            return [Outcome(file.name, fault=str(error))]
        return [self.one(board, file) for board in boards]

    def one(self, board: Imported, file: Path) -> Outcome:
        """Import one board: write it, load it, draw it."""
        board.id = self.own_id(board)
        folder = self.out / board.id
        if folder.exists() and not self.overwrite:
            problem = f"{folder} is there already: use --overwrite, or another --out"
            return Outcome(file.name, fault=f"{file}: {problem}")
        try:
            write(tidy(board), self.out)
            variant = load(str(folder))
        except DragomanError as error:
            shutil.rmtree(folder, ignore_errors=True)
            return Outcome(file.name, fault=f"{file}: {error}")
        for doubt in doubts(variant):
            click.echo(f"dragoman: {variant.id}: {doubt}", err=True)
        return Outcome(
            source=file.name,
            id=board.id,
            provinces=len(variant.map.spaces),
            centers=len(variant.map.centers),
            powers=len(variant.powers),
            drawing=draw(board, folder) if self.drawing else "-",
            left=len(board.left),
        )

    def own_id(self, board: Imported) -> str:
        """The board's id, or one with its format or a number if another has that."""
        choices = [board.id, f"{board.id}_{board.format}"]
        choices += [f"{choices[1]}_{n}" for n in range(2, 1000)]
        chosen = next(c for c in choices if c not in self.ids)
        self.ids.add(chosen)
        return chosen


def draw(board: Imported, folder: Path) -> str:
    """Draw a board, with the outlines of its picture if it has one, and say how it went."""
    try:
        from dragoman.importing.outlines import draw_outlined
        from dragoman.mapmaker.build import draw_map
    except ImportError:
        return "needs dragoman[maps]"
    picture, problems = draw_outlined(board, folder.parent)
    try:
        poor = problems if picture else draw_map(folder / "map.txt")[2]
    except DataError as error:
        click.echo(f"dragoman: {board.id} is not drawn: {error}", err=True)
        return "failed"
    for problem in dict.fromkeys((*problems, *poor)):
        click.echo(f"dragoman: {board.id}: {problem}", err=True)
    how = "outlines" if picture else "drawn"
    return f"{how}, poor" if poor else how


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """What came of the boards, in columns."""
    rows = [("variant", "from", "provinces", "centers", "powers", "board", "left out")]
    rows += [
        (o.id, o.source, str(o.provinces), str(o.centers), str(o.powers), o.drawing, str(o.left))
        for o in outcomes
        if not o.fault
    ]
    if len(rows) == 1:
        return []
    wide = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(w) for cell, w in zip(r, wide, strict=True)).rstrip() for r in rows
    ]
