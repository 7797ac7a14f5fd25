"""The command line: the commands of this file, and those that other packages bring along."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from dragoman import __version__
from dragoman.agents.commands import daide_seat, mcp, observe, tournament
from dragoman.daide.commands import daide
from dragoman.draw.commands import FOLDERS, draw
from dragoman.errors import DragomanError, RequestError
from dragoman.generate.commands import generate_command
from dragoman.importing.commands import export, import_
from dragoman.lab.commands import atlas, lab
from dragoman.mapmaker.commands import map_commands
from dragoman.rules import Variant
from dragoman.store.commands import backup, doctor, restore
from dragoman.store.opening import need
from dragoman.variants import described, find, load, variant_ids
from dragoman.variants.doubts import doubts
from dragoman.variants.options import read_option
from dragoman.workshop.commands import new, preview

FILE = click.argument("file", type=click.File("rb"), default="-")
DATA = click.option(
    "--data", default="dragoman-data", show_default=True, help="The folder where games are kept."
)


def one_line(error: DragomanError | str) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())


def fault(line: str) -> int:
    """Print what is wrong; the exit code for it."""
    click.echo(f"dragoman: {line}", err=True)
    return 2


class Commands(click.Group):
    """Commands of which none ends in more than one clear line, even if called wrongly."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command, and leave with its exit code."""
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = 2
        except click.ClickException as error:
            code = fault(one_line(error.format_message()))
        except DragomanError as error:
            code = fault(one_line(error))
        except click.Abort:
            code = 1
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            code = fault(f"{place}{error.strerror or error}")
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=Commands)
@click.version_option(__version__, prog_name="dragoman")
def main() -> None:
    """A judge, a table and a laboratory for Diplomacy and its variants."""


@main.command()
@FILE
@FOLDERS
@click.option("--text", is_flag=True, help="The input is a position and orders in plain text.")
@click.option("--variant", default="standard", show_default=True, help="The variant, with --text.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option, with --text."
)
def judge(
    file: Any, folders: tuple[Path, ...], text: bool, variant: str, options: tuple[str, ...]
) -> None:
    """Judge requests from FILE or standard input.

    The input is one JSON object, or JSON Lines for many requests.
    """
    from dragoman import contract

    data = file.read()
    if text:
        sheet = contract.judge_text(
            decoded(data), variant, dict(map(read_option, options)), folders
        )
        click.echo(sheet.rstrip("\n"))
        return
    answer_all(data, lambda request: contract.judge(contract.read_request(request), folders))


@main.command()
@FILE
@FOLDERS
def legal(file: Any, folders: tuple[Path, ...]) -> None:
    """List every legal order for a request.

    If the request has "subject" and "prefix", list the next choices.
    """
    from dragoman import contract

    answer_all(file.read(), lambda request: contract.legal(contract.read_request(request), folders))


def answer_all(data: bytes, answer: Callable[[bytes], object]) -> None:
    """Answer one request, or each line of many; a bad line gets an error and the rest go on."""
    from dragoman.contract import Refusal

    requests = list(split_requests(data))
    for request in requests:
        try:
            click.echo(msgspec.json.encode(answer(request)))
        except DragomanError as error:
            if len(requests) == 1:
                raise
            click.echo(msgspec.json.encode(Refusal(one_line(error))))


def split_requests(data: bytes) -> Iterator[bytes]:
    """The requests in an input: all of it if it is one JSON value, else its lines."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    lines = [line for line in data.splitlines() if line.strip()]
    if not lines:
        raise RequestError("no request: give a JSON object in a file or on standard input")
    if len(lines) > 1 and not is_json(data) and any(map(is_json, lines)):
        yield from lines
    else:
        yield data


def is_json(data: bytes) -> bool:
    """Whether some bytes are one JSON value."""
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def decoded(data: bytes) -> str:
    """Input as text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(f"the input is not UTF-8: {error}") from error


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--seat", metavar="SEAT", help="Show only what this seat learned in the game.")
@FOLDERS
def replay(file: Any, seat: str | None, folders: tuple[Path, ...]) -> None:
    """Replay FILE and print the results sheet of every phase."""
    from dragoman.errors import DataError
    from dragoman.model import Seat
    from dragoman.record import Game, read_record
    from dragoman.record.replay import check_seat
    from dragoman.report.text import record_text

    text = file.read()
    try:
        game = Game.from_text(text, file.name, folders)
    except DataError as error:
        if error.key != "variant":
            raise
        # The rules are not here, but what was ordered can be read.
        click.echo(f"{error}: these are the orders.\n", err=True)
        click.echo(record_text(read_record(text, file.name)))
        return
    if game.fault:
        click.echo(f"{game.fault}, by which it is judged as far as it fits.\n")
    show_game(game, seat and check_seat(game.ask, Seat(seat)))


def show_game(game: Any, seat: Any = None) -> None:
    """Print every turn of a game, then where it stands; as a seat knew it, if one is named."""
    from dragoman.report import position_sheet, results_sheet
    from dragoman.report.charts import outcome
    from dragoman.report.text import entry_text
    from dragoman.rules import Ask, revealed, seen

    for before, step in zip(game.history, game.history[1:], strict=False):
        if step.unfit:
            click.echo(f"{entry_text(step.entry)}\n  not judged: {step.unfit}\n")
        if step.resolution is not None:
            ask, result = Ask(game.variant, before.state), step.resolution
            if seat is not None:
                ask, result = seen(ask, seat), revealed(ask, result, seat)
            click.echo(results_sheet(result, ask, ask.with_state(result.state)) + "\n")
        elif step.entry is not None and not step.unfit:
            click.echo(
                "\n".join([entry_text(step.entry), *outcome(Ask(game.variant, step.state))]) + "\n"
            )
    if not game.over:
        click.echo(position_sheet(game.ask if seat is None else seen(game.ask, seat)))


@main.command()
@click.option("--ids", is_flag=True, help="List only the ids, one on each line.")
@click.option(
    "--describe", metavar="VARIANT", help="Describe one variant: its numbers, options and rules."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the variant."
)
@FOLDERS
def variants(
    ids: bool, describe: str | None, options: tuple[str, ...], folders: tuple[Path, ...]
) -> None:
    """List the variants that can be played, or describe one.

    A combination such as a+b@c can be described too.
    """
    if describe:
        variant = load(describe, dict(map(read_option, options)), folders)
        click.echo(described(variant, folders))
        say_doubts(variant)
        return
    faults = 0
    for name in variant_ids(folders):
        if ids:
            click.echo(name)
            continue
        try:
            variant = load(name, None, folders)
        except DragomanError as error:
            faults += 1
            click.echo(f"dragoman: {one_line(error)}", err=True)
        else:
            click.echo(f"{name:16} {variant.name}: {variant.summary}")
            say_doubts(variant)
    sys.exit(2 if faults else 0)


def say_doubts(variant: Variant) -> None:
    """Say what looks like a slip in a variant's files."""
    for doubt in doubts(variant):
        click.echo(f"dragoman: {variant.id}: {doubt}", err=True)


@main.command()
@click.argument("what", nargs=-1)
@FOLDERS
def cases(what: tuple[str, ...], folders: tuple[Path, ...]) -> None:
    """Run case files, or all cases of a variant.

    WHAT is a file or a variant; without it, the cases of every variant are run.
    """
    bad = total = 0
    for name, default, file in case_files(what or tuple(variant_ids(folders)), folders):
        for label, faults in case_results(file, default, folders):
            total += 1
            bad += bool(faults)
            for fault in faults:
                click.echo(f"{name}: {label}: {fault}")
    click.echo(f"{total} case{'s' * (total != 1)}, {bad} wrong")
    sys.exit(1 if bad else 0)


def case_files(what: tuple[str, ...], folders: tuple[Path, ...]) -> Iterator[tuple[str, str, Path]]:
    """The case files that are meant: each with a name to show and the variant it is about."""
    for ref in what:
        path = Path(ref)
        if path.suffix == ".case":
            yield ref, "standard", path
            continue
        for file in sorted((find(ref, folders) / "cases").glob("*.case")):
            yield f"{ref}/{file.name}", ref, file


def case_results(
    file: Path, default: str, folders: tuple[Path, ...]
) -> Iterator[tuple[str, list[str]]]:
    """Each case of a file with what it finds wrong."""
    from dragoman.record.cases import read_cases, run_case

    for case in read_cases(file):
        yield case.name, run_case(case, default, folders)


@main.command()
def schema() -> None:
    """Print the JSON Schema of requests and answers.

    It includes every reason code.
    """
    from dragoman.contract import schemas

    click.echo(msgspec.json.format(msgspec.json.encode(schemas()), indent=1))


@main.command()
def demo() -> None:
    """Judge a short game of Standard, as a demonstration."""
    from dragoman.record import Game

    file = find("standard") / "demo.json"
    show_game(Game.from_text(file.read_bytes(), str(file)))


def need_web(command: str) -> None:
    """Say that the server is not installed, if it is not."""
    for module in ("starlette", "uvicorn", "sqlalchemy"):
        need(module, "web", command)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to listen on.",
)
@DATA
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="The number of processes; several need PostgreSQL (DATABASE_URL).",
)
@click.option(
    "--base-url", default="", envvar="DRAGOMAN_BASE_URL", help="The address that browsers use."
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    envvar="DRAGOMAN_PROXIES",
    help="A proxy whose X-Forwarded-For is trusted: an address or a network.",
)
@click.option(
    "--admin",
    "admins",
    multiple=True,
    envvar="DRAGOMAN_ADMINS",
    help="An account that may ban, stop all play, and make links for lost passwords.",
)
@click.option(
    "--embed",
    multiple=True,
    envvar="DRAGOMAN_EMBED",
    help="A site that may show boards of this one in its pages; * for any site.",
)
@click.option(
    "--workshop",
    default="people",
    show_default=True,
    envvar="DRAGOMAN_WORKSHOP",
    type=click.Choice(["anybody", "people", "nobody"]),
    help="Who may make variants here: guests too, people with an account, or nobody.",
)
@click.option(
    "--publish",
    default="people",
    show_default=True,
    envvar="DRAGOMAN_PUBLISH",
    type=click.Choice(["anybody", "people", "nobody"]),
    help="Who may add a variant of the workshop to this site's list.",
)
@click.option("--private-hooks", is_flag=True, help="Let webhooks go to private addresses.")
@FOLDERS
def serve(data: str, folders: tuple[Path, ...], **given: Any) -> None:
    """Run a site where people play in a browser or by the JSON API."""
    import os

    need_web("serve")
    from dragoman.web.serve import Chosen, smtp_settings, store_url
    from dragoman.web.serve import serve as run

    environment = dict(os.environ)
    given["folders"] = tuple(map(str, folders))
    run(Chosen(store=store_url(data, environment), smtp=smtp_settings(environment), **given))


@main.command()
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="The port to listen on; if it is in use, the next free one.",
)
@DATA
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@FOLDERS
def play(port: int, data: str, no_browser: bool, folders: tuple[Path, ...]) -> None:
    """Play on this computer, in the browser."""
    import os

    need_web("play")
    from dragoman.web.play import play as run
    from dragoman.web.serve import store_url

    store = store_url(data, dict(os.environ))
    run(port, store, tuple(map(str, folders)), browser=not no_browser)


@main.command()
@click.argument("variant", default="standard")
@click.option(
    "--games",
    default=500,
    show_default=True,
    type=click.IntRange(1),
    help="How many games to play at once.",
)
@click.option(
    "--years",
    default=10,
    show_default=True,
    type=click.IntRange(1),
    help="The length of each game.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the variant."
)
@FOLDERS
def bench(
    variant: str, games: int, years: int, options: tuple[str, ...], folders: tuple[Path, ...]
) -> None:
    """Measure how fast this machine plays VARIANT.

    It counts phases, legal lists and games a second.
    """
    from dragoman.sim import Arena
    from dragoman.sim.measure import measured
    from dragoman.sim.progress import on_terminal

    loaded = load(variant, dict(map(read_option, options)), folders)
    compiled = Arena(loaded, progress=on_terminal).compiled
    how = "compiled" if compiled else "not compiled: install dragoman[sim]"
    if compiled.left_out:
        how = f"by the judge, for what is not compiled: {', '.join(compiled.left_out)}"
    click.echo(f"{loaded.name}, one core, a second; the arena {how}")
    for figure in measured(lambda count: Arena(loaded, count, 1), games, years):
        click.echo(f"{figure.what:40}{figure.rate:12,.1f}")


for command in (
    draw,
    import_,
    export,
    backup,
    restore,
    doctor,
    map_commands,
    lab,
    atlas,
    generate_command,
    mcp,
    observe,
    tournament,
    daide,
    new,
    preview,
    daide_seat,
):
    main.add_command(command)
