"""The commands of the laboratory: play and report, compare, tune."""

import os
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

import click
import msgspec
from msgspec import Struct

from dragoman.bots import make_bot
from dragoman.daide.board import check_variant
from dragoman.daide.seats import PREFIX
from dragoman.draw.game import moments
from dragoman.draw.replay import draw_replay
from dragoman.errors import RequestError
from dragoman.extras import install
from dragoman.lab.agree import agreements
from dragoman.lab.charts import Chart, charts_of, pictures
from dragoman.lab.compare import COMPARE_HEAD, PAIRED, compare, compare_rows, conclusion
from dragoman.lab.html import coded, html_report, html_table, page
from dragoman.lab.lesser import lesser
from dragoman.lab.play import GameRow, Laboratory, make_player
from dragoman.lab.report import heading, table, text_report
from dragoman.lab.run import GAMES, read_games, read_setup, run
from dragoman.lab.schedule import scheduler
from dragoman.lab.setup import Setup, read_ref, read_setting
from dragoman.lab.summary import Summary, blocks, center_blocks, summarize
from dragoman.lab.tune import RANKING, RANKING_HEAD, grid, race, ranking_chart, ranking_rows
from dragoman.lab.tune import with_settings as changed
from dragoman.lab.worth import worth_of
from dragoman.record.files import write_record
from dragoman.record.game import Game
from dragoman.variants.files import is_path

Command = Callable[..., None]

KEPT = "records"
"""The folder of a run for games to watch and to keep."""

OPINION = 50
"""How many games a second opinion rests on."""

MOST_LETTERS = 80
"""How long the name of a folder may be before it is cut."""


class _Lab(click.Group):
    """A group in which a name that is no command is a variant to play."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; without one, to play."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["play", *args]
        return super().resolve_command(ctx, args)


def cores() -> int:
    """How many processor cores this process may use."""
    mine = getattr(os, "sched_getaffinity", None)
    return len(mine(0)) if mine else os.cpu_count() or 1


processes = click.option(
    "--processes",
    default=cores,
    show_default="one for each core",
    envvar="DRAGOMAN_PROCESSES",
    type=click.IntRange(1),
)


def shared(command: Command) -> Command:
    """The options that every command of the laboratory takes."""
    for option in reversed(
        (
            click.option("--games", default=100, show_default=True, type=click.IntRange(1)),
            click.option(
                "--bots", "bot", default="greedy", show_default=True, help="The bot that plays."
            ),
            click.option(
                "--against", default="", help="The bot at all seats but one, which plays --bots."
            ),
            click.option("--seed", default=0, show_default=True),
            click.option("--years", default=30, show_default=True, type=click.IntRange(1)),
            processes,
            click.option(
                "--scheduler",
                "address",
                default="",
                help="The address of a Dask cluster to play on.",
            ),
            click.option(
                "--out",
                type=click.Path(file_okay=False, path_type=Path),
                required=True,
                help="The folder for games and reports; a run in it is continued.",
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


def listed_bots(context: click.Context, option: click.Parameter, text: str) -> list[str]:
    """The bots whose names are given, commas between."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        make_bot(name)
    return names


def second_opinion(command: Command) -> Command:
    """The option by which other bots are asked how they see a variant."""
    return click.option(
        "--also",
        default="dumb",
        show_default=True,
        callback=listed_bots,
        help="Other bots that play some games for comparison, separated by commas.",
    )(command)


@click.group(cls=_Lab, name="lab")
def lab() -> None:
    """Have bots play many games, and report what they show.

    `lab VARIANT` is short for `lab play VARIANT`. Each command lists its options with --help.
    """


@lab.command()
@click.argument("variant")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A setting of the variant."
)
@click.option("--without", default="", help="Measure what a rule is worth: convoy or a module.")
@click.option("--keep", is_flag=True, help="Write the record of every game into OUT/records.")
@second_opinion
@shared
def play(variant: str, options: tuple[str, ...], keep: bool, **rest: Any) -> None:
    """Play games of VARIANT and report on its balance."""
    ref, settings = read_ref(variant)
    setup = setup_of(ref, settings | dict(map(read_setting, options)), rest)
    _, text = reported(setup, rest, rest["out"])
    if keep:
        keep_records(rest["out"], rest["games"])
    click.echo(text, nl=False)


def reported(setup: Setup, rest: dict[str, Any], out: Path) -> tuple[Summary, str]:
    """Play the games of a setup and write its report into a folder; its figures and its text."""
    variant, rule = setup.load(), rest.get("without")
    if rule:
        lesser(variant, rule)
    games = played(setup, rest, out)
    found = summarize(setup, games, variant.start.year, list(variant.powers))
    others = second_opinions(setup, rest, out)
    agreed = agreements(
        variant,
        {bot: blocks(rows) for bot, rows in {setup.bot: games, **others}.items()},
        {bot: center_blocks(rows) for bot, rows in {setup.bot: games, **others}.items()},
    )
    if not setup.against:
        found = msgspec.structs.replace(found, agreements=tuple(agreed))
    if rule:
        bound = msgspec.structs.replace(setup, without=rule)
        less = played(bound, rest, out / f"without-{rule}")
        worth = worth_of(games, less, [row.seat for row in found.seats])
        found = msgspec.structs.replace(found, setup=bound, worth=worth)
    text = text_report(found, variant.start.year)
    files = {
        "summary.json": msgspec.json.format(msgspec.json.encode(found), indent=1),
        "report.html": html_report(found, variant, tuple(map(Path, setup.folders))).encode(),
        "report.txt": text.encode(),
        **pictures(charts_of(found, variant)),
    }
    written(out, files)
    return found, text


def opinion_folder(bot: str) -> str:
    """The folder for the games of another bot, which may be a `module:Class`."""
    return f"also-{bot.replace(':', '-')}"


def second_opinions(setup: Setup, rest: dict[str, Any], out: Path) -> dict[str, list[GameRow]]:
    """The games of other kinds of bots, as many as an opinion needs, in folders of their own."""
    others = [] if setup.against else [name for name in rest["also"] if name != setup.bot]
    few = {**rest, "games": min(rest["games"], OPINION)}
    return {
        name: played(msgspec.structs.replace(setup, bot=name), few, out / opinion_folder(name))
        for name in others
    }


@lab.command(short_help="Watch a game of a run, as a replay.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("number", type=click.IntRange(0))
@click.option(
    "--open/--no-open", "opens", default=True, help="Whether to open the replay in the browser."
)
def show(folder: Path, number: int, opens: bool) -> None:
    """Make game NUMBER of the run in FOLDER again, as a replay to watch, and open it."""
    if (folder / GAMES).is_file() and number >= (games := len(read_games(folder))):
        raise RequestError(f"{folder}: there are games 0 to {games - 1}")
    game = game_of(laboratory_of(folder), number)
    kept = folder / KEPT
    kept.mkdir(exist_ok=True)
    file = kept / f"{number}.html"
    places = tuple(map(Path, read_setup(folder).folders))
    page = draw_replay(game.variant, tuple(moments(game.history)), folders=places)
    file.write_text(page, encoding="utf-8")
    click.echo(file)
    if opens:
        click.launch(str(file))


def laboratory_of(folder: Path) -> Laboratory:
    """The laboratory that played the run in a folder."""
    setup = read_setup(folder)
    if is_wired(setup):
        raise RequestError(f"{folder}: games with clients of DAIDE cannot be made again")
    return Laboratory(setup)


def is_wired(setup: Setup) -> bool:
    """Whether clients of DAIDE play, who come to this process and decide anew each time."""
    return any(name.startswith(PREFIX) for name in (setup.bot, setup.against))


def game_of(laboratory: Laboratory, number: int) -> Game:
    """A game of a run, made again by its seed."""
    return Game(laboratory.variant, laboratory.record(number))


def keep_records(out: Path, games: int) -> None:
    """Write the record of every game of a run that is not written yet."""
    kept, made = out / KEPT, laboratory_of(out)
    kept.mkdir(exist_ok=True)
    for number in range(games):
        file = kept / f"{number}.json"
        if not file.exists():
            file.write_text(write_record(made.record(number)), encoding="utf-8")


@lab.command("compare", short_help="Compare two variants or settings.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@shared
def compare_two(first: str, second: str, **rest: Any) -> None:
    """Play A and B, such as standard and standard:win_at=16, with the same random draws."""
    out: Path = rest["out"]
    setups = [setup_of(*read_ref(text), rest) for text in (first, second)]
    games = [
        played(setup, rest, out / name) for setup, name in zip(setups, ("a", "b"), strict=True)
    ]
    found = compare(games[0], games[1])
    heads = [
        f"{name}: {heading(setup, rest['games'])}" for name, setup in zip("AB", setups, strict=True)
    ]
    sheet = ReportSheet(
        "comparison", heads, COMPARE_HEAD, compare_rows(found), (conclusion(found), PAIRED)
    )
    tell(out, sheet, msgspec.json.encode(found))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--title", default="", help="The title of the page; by default the folder's name.")
@second_opinion
@shared
def atlas(folder: Path, title: str, **rest: Any) -> None:
    """Draw and play-test every variant in FOLDER.

    The result is a page of cards, OUT/index.html, each with a link to the whole report. If you
    interrupt the command, run it again, and it continues.
    """
    from dragoman.lab.atlas import make_atlas

    make_atlas(folder, title, rest)


@lab.command(short_help="Find the settings that make the seats most even.")
@click.argument("variant")
@click.option(
    "--grid", "texts", multiple=True, metavar="NAME=VALUE/VALUE", help="A setting and its values."
)
@shared
def tune(variant: str, texts: tuple[str, ...], **rest: Any) -> None:
    """Race combinations of settings of VARIANT for the most even seats, and rank them.

    Settings are the variant's options, such as win_at, and units.POWER, such as
    units.Austria=A bud|A vie|A tri.
    """
    out: Path = rest["out"]
    base = setup_of(*read_ref(variant), rest)
    rows = grid(texts)
    setups = {folder_name(settings): changed(base, settings) for settings in rows}

    def play(settings: dict[str, Any], games: int) -> list[GameRow]:
        name = folder_name(settings)
        return played(setups[name], {**rest, "games": games}, out / name)

    best = race(rows, rest["games"], play)
    chart = ranking_chart(best)
    heads = [heading(base, rest["games"])]
    sheet = ReportSheet("ranking", heads, RANKING_HEAD, ranking_rows(best), (RANKING,), chart)
    tell(out, sheet, msgspec.json.encode(best))


@lab.command(short_help="Teach the bot `learned` a variant.")
@click.argument("variant")
@click.option("--minutes", default=20.0, show_default=True, type=click.FloatRange(min=0))
@click.option(
    "--bots",
    "bot",
    default="greedy",
    show_default=True,
    help="The bot whose games are learned from.",
)
@click.option("--against", default="", help="The bot at all seats but one, which plays --bots.")
@processes
@click.option(
    "--scheduler", "address", default="", help="The address of a Dask cluster to play on."
)
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--years",
    default=30,
    show_default=True,
    type=click.IntRange(min=1),
    help="After how many years a game is broken off; it then counts by centers.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the model, such as value.json beside the variant; by default your own.",
)
@click.option(
    "--folder",
    "folders",
    multiple=True,
    envvar="DRAGOMAN_FOLDERS",
    type=click.Path(exists=True, file_okay=False),
    help="A folder with variants of your own.",
)
def train(
    variant: str,
    minutes: float,
    processes: int,
    address: str,
    out: Path | None,
    **players: Any,
) -> None:
    """Learn from games of VARIANT what its positions are worth, for the bot `learned`.

    Ctrl-C stops playing early and learns from the games so far; the same command continues from
    them. Games of other bots, such as `learned` itself, are used together with the earlier games of
    `greedy`.
    """
    try:
        from dragoman.lab import train as trainer
    except ImportError as error:
        raise RequestError(f"training needs numpy: {install('sim')}") from error
    setup = setup_of(*read_ref(variant), players)
    said = trainer.train(setup, minutes, processes, out, trainer.line, address=address)
    click.echo(err=True)
    click.echo(said)


def setup_of(variant: str, settings: dict[str, Any], rest: dict[str, Any]) -> Setup:
    """The setup that a command line asks for; a wrong variant or bot is refused before playing."""
    names = [name for name in (rest["bot"], rest["against"]) if name]
    for name in names:
        make_player(name)
    folders = tuple(str(Path(folder).resolve()) for folder in rest["folders"])
    if is_path(variant) and not {"+", "@"} & set(variant):
        # Workers on other machines, or in other folders, know no path from here.
        variant = str(Path(variant).resolve())
    setup = Setup(
        variant, settings, rest["bot"], rest["against"], rest["seed"], rest["years"], folders
    )
    if is_wired(setup):
        check_variant(setup.load())
        if rest["address"]:
            raise RequestError("clients come to one process at one port: leave out --scheduler")
    return setup.sealed()


def folder_name(settings: dict[str, Any]) -> str:
    """Settings as the name of a folder."""
    text = "_".join(f"{name}={value}" for name, value in settings.items())
    name = "".join(c if c.isalnum() or c in "=._-" else "-" for c in text)
    # What differs may have become alike, or too long for a file system.
    exact = name == text and len(name) < MOST_LETTERS
    return name if exact else f"{name[:MOST_LETTERS]}-{sha256(text.encode()).hexdigest()[:8]}"


def played(setup: Setup, rest: dict[str, Any], out: Path) -> list[GameRow]:
    """The games of a setup, with a bar that tells how long it will take."""
    total: int = rest["games"]
    where = scheduler(1 if is_wired(setup) else min(rest["processes"], total), rest["address"])
    label = f"{setup.name}: {total} game{'s' * (total != 1)}"
    try:
        with click.progressbar(length=total, label=label, file=sys.stderr, show_pos=True) as bar:
            return run(setup, total, out, where, bar.update)
    except KeyboardInterrupt:
        raise RequestError(
            f"interrupted: what was played is kept in {out}, and the same command goes on with it"
        ) from None


class ReportSheet(Struct, frozen=True):
    """A report that is one table: what was played, its rows, and what is to be said of them."""

    name: str
    heads: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    remarks: Sequence[str]
    chart: Chart | None = None

    def text(self) -> str:
        """The report as plain text."""
        remarks = [line for remark in self.remarks for line in ("", *wrap(remark, 100))]
        return "\n".join([*self.heads, "", *table(self.columns, self.rows), *remarks]) + "\n"

    def html(self) -> str:
        """The report as a page."""
        heads = [f"<p>{escape(head)}</p>" for head in self.heads]
        charts = [self.chart.figure()] if self.chart else []
        remarks = [f"<p>{coded(remark)}</p>" for remark in self.remarks]
        title = f"<h1>{self.name.title()}</h1>"
        return page(
            self.name, [title, *heads, *charts, html_table(self.columns, self.rows), *remarks]
        )


def tell(out: Path, sheet: ReportSheet, data: bytes) -> None:
    """Print a report and keep it as text, HTML and JSON, with its chart."""
    files = {
        f"{sheet.name}.txt": sheet.text().encode(),
        f"{sheet.name}.html": sheet.html().encode(),
        f"{sheet.name}.json": msgspec.json.format(data, indent=1),
        **pictures([sheet.chart] if sheet.chart else []),
    }
    written(out, files)
    click.echo(sheet.text(), nl=False)


def written(out: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder."""
    for name, data in files.items():
        (out / name).write_bytes(data)
