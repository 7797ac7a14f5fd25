"""The commands of the laboratory: play and report, compare, tune."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from dragoman.errors import RequestError
from dragoman.lab.compare import compare, compare_text, grid, rank, ranking_text, read_ref
from dragoman.lab.compare import with_settings as changed
from dragoman.lab.html import html_report, page
from dragoman.lab.play import GameRow
from dragoman.lab.report import heading, text_report
from dragoman.lab.run import run
from dragoman.lab.schedule import Scheduler, scheduler
from dragoman.lab.setup import Setup, read_setting
from dragoman.lab.summary import summarize

Command = Callable[..., None]


class _Lab(click.Group):
    """A group in which a name that is no command is a variant to play."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; without one, to play."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["play", *args]
        return super().resolve_command(ctx, args)


def shared(command: Command) -> Command:
    """The options that every command of the laboratory takes."""
    for option in reversed(
        (
            click.option("--games", default=100, show_default=True, type=click.IntRange(1)),
            click.option("--bots", "bot", default="greedy", show_default=True, help="Who plays."),
            click.option("--against", default="", help="Then one seat plays --bots, others this."),
            click.option("--seed", default=0, show_default=True),
            click.option("--years", default=10, show_default=True, type=click.IntRange(1)),
            click.option("--processes", default=1, show_default=True, type=click.IntRange(1)),
            click.option("--scheduler", "address", default="", help="Address of a Dask cluster."),
            click.option(
                "--out",
                type=click.Path(file_okay=False, path_type=Path),
                required=True,
                help="The folder for games and reports; a run in it is gone on with.",
            ),
            click.option(
                "--folder",
                "folders",
                multiple=True,
                envvar="DRAGOMAN_FOLDERS",
                type=click.Path(exists=True, file_okay=False),
                help="A folder with variants of your own.",
            ),
        )
    ):
        command = option(command)
    return command


@click.group(cls=_Lab, name="lab")
def lab() -> None:
    """Play many games with bots: `lab VARIANT`, `lab compare A B`, `lab tune VARIANT`."""


@lab.command()
@click.argument("variant")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A setting of it.")
@shared
def play(variant: str, options: tuple[str, ...], **rest: Any) -> None:
    """Play games of VARIANT and report on its balance."""
    ref, settings = read_ref(variant)
    setup = setup_of(ref, settings | dict(map(read_setting, options)), rest)
    games = played(setup, rest, rest["out"])
    found = summarize(setup, games)
    out: Path = rest["out"]
    (out / "summary.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    (out / "report.html").write_text(html_report(found, setup.load()), encoding="utf-8")
    text = text_report(found)
    (out / "report.txt").write_text(text, encoding="utf-8")
    click.echo(text, nl=False)


@lab.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@shared
def compare_two(first: str, second: str, **rest: Any) -> None:
    """Play A and B, variants with settings such as standard:win_at=16, with the same chances."""
    out: Path = rest["out"]
    setups = [setup_of(*read_ref(text), rest) for text in (first, second)]
    games = [
        played(setup, rest, out / name) for setup, name in zip(setups, ("a", "b"), strict=True)
    ]
    found = compare(games[0], games[1])
    heads = [
        f"{name}: {heading(setup, rest['games'])}" for name, setup in zip("AB", setups, strict=True)
    ]
    told(out, "comparison", [*heads, "", compare_text(found)], msgspec.json.encode(found))


@lab.command()
@click.argument("variant")
@click.option(
    "--grid", "texts", multiple=True, metavar="NAME=VALUE/VALUE", help="A setting and its values."
)
@shared
def tune(variant: str, texts: tuple[str, ...], **rest: Any) -> None:
    """Play every combination of settings of VARIANT and rank them by balance.

    Settings are the variant's options, such as win_at, and units.POWER, such as
    units.Austria=A bud|A vie|A tri.
    """
    out: Path = rest["out"]
    base = setup_of(*read_ref(variant), rest)
    found = [
        rank(settings, played(changed(base, settings), rest, out / folder_name(settings)))
        for settings in grid(texts)
    ]
    head = heading(base, rest["games"])
    told(out, "ranking", [head, "", ranking_text(found)], msgspec.json.encode(found))


def setup_of(variant: str, settings: dict[str, Any], rest: dict[str, Any]) -> Setup:
    """The setup that a command line asks for; a wrong variant or bot is refused before playing."""
    from dragoman.bots import make_bot

    for name in filter(None, (rest["bot"], rest["against"])):
        make_bot(name)
    folders = tuple(str(Path(folder).resolve()) for folder in rest["folders"])
    setup = Setup(
        variant, settings, rest["bot"], rest["against"], rest["seed"], rest["years"], folders
    )
    setup.load()
    return setup


def folder_name(settings: dict[str, Any]) -> str:
    """Settings as the name of a folder."""
    text = "_".join(f"{name}={value}" for name, value in settings.items())
    return "".join(c if c.isalnum() or c in "=._-" else "-" for c in text)


def played(setup: Setup, rest: dict[str, Any], out: Path) -> list[GameRow]:
    """The games of a setup, with a bar that tells how long it will take."""
    where: Scheduler = scheduler(rest["processes"], rest["address"])
    total: int = rest["games"]
    label = f"{setup.variant}: {total} games"
    try:
        with click.progressbar(length=total, label=label, file=sys.stderr, show_pos=True) as bar:
            return run(setup, total, out, where, bar.update)
    except KeyboardInterrupt:
        raise RequestError(
            f"interrupted: what was played is kept in {out}, and the same command goes on with it"
        ) from None


def told(out: Path, name: str, lines: list[str], data: bytes) -> None:
    """Print a report and keep it as text, HTML and JSON."""
    from html import escape

    text = "\n".join(lines)
    (out / f"{name}.txt").write_text(text, encoding="utf-8")
    (out / f"{name}.json").write_bytes(msgspec.json.format(data, indent=1))
    (out / f"{name}.html").write_text(page(name, [f"<pre>{escape(text)}</pre>"]), encoding="utf-8")
    click.echo(text, nl=False)
