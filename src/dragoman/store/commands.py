"""The commands `dragoman backup`, `restore` and `doctor`; they need `[web]`."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dragoman.draw.commands import FOLDERS
from dragoman.errors import RequestError
from dragoman.store.interface import Store
from dragoman.store.opening import address, need, open_store, sqlite_path

COPIES = (".sqlite", ".db")
FILE = click.argument("file", type=click.Path(path_type=Path))


def site(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command about a site: in a folder, or in the database that an address names."""
    folder = click.option(
        "--data",
        default="dragoman-data",
        show_default=True,
        type=click.Path(file_okay=False, path_type=Path),
        help="The folder of the site, as given to serve.",
    )
    url = click.option(
        "--store",
        envvar="DATABASE_URL",
        default="",
        help="The database of the site, instead of a folder (DATABASE_URL).",
    )
    return folder(url(command))


def site_address(data: Path, store: str) -> str:
    """The address of the site that is meant."""
    need("sqlalchemy", "web")
    return address(data, store)


@click.command()
@FILE
@site
def backup(file: Path, data: Path, store: str) -> None:
    """Back up a site to FILE while it is in use.

    FILE.jsonl or FILE.jsonl.gz: all rows as text, for any database. FILE.sqlite: a copy of an
    SQLite database, faster for large sites.
    """
    url = site_address(data, store)
    if file.suffix in COPIES:
        from dragoman.store.copies import copy_database

        click.echo(f"{file}: {copy_database(sqlite_site(url), file)} bytes")
    elif file.name.endswith((".jsonl", ".jsonl.gz")):
        from dragoman.store.export import export_site
        from dragoman.store.view import open_view

        rows = with_store(open_view(url), lambda opened: export_site(opened, file))
        click.echo(f"{file}: {rows} rows, {file.stat().st_size} bytes")
    else:
        raise RequestError(f"{file}: name it .jsonl, .jsonl.gz or .sqlite")


@click.command()
@FILE
@site
def restore(file: Path, data: Path, store: str) -> None:
    """Restore a backup from FILE into an empty site."""
    url = site_address(data, store)
    if not file.is_file():
        raise RequestError(f"no file {file}")
    if not store:
        data.mkdir(parents=True, exist_ok=True)
    if file.suffix in COPIES:
        from dragoman.store.copies import restore_database

        restore_database(file, sqlite_site(url))
        open_store(url).close()  # brought to the newest schema
        click.echo(f"{url}: restored")
    else:
        from dragoman.store.export import import_site

        rows = with_store(open_store(url), lambda opened: import_site(file, opened))
        click.echo(f"{url}: {rows} rows restored")


@click.command()
@site
@FOLDERS
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    help="Write what can still be read of a damaged database to FILE.jsonl.gz.",
)
def doctor(data: Path, store: str, folders: tuple[Path, ...], save: Path | None) -> None:
    """Check a site for damage and stuck tables.

    It looks at versions, damage, gaps and stuck tables, and changes nothing. With --save it writes
    what can be read to a backup, which can be restored elsewhere.
    """
    url = site_address(data, store)
    from dragoman.store.doctor import examine
    from dragoman.store.doctor import save as save_site

    if save is not None:
        rows, lost = save_site(url, save)
        for one in lost:
            click.echo(f"lost  {one}")
        click.echo(f"{save}: {rows} rows saved, {len(lost)} lost; restore it into a new folder")
        return

    findings = examine(url, folders)
    for finding in findings:
        click.echo(f"{'ok ' if finding.well else 'BAD'}  {finding.text}")
    sys.exit(0 if all(finding.well for finding in findings) else 1)


def sqlite_site(url: str) -> Path:
    """The file of a site in SQLite."""
    path = sqlite_path(url)
    if not path:
        raise RequestError(
            "a .sqlite file is a copy of SQLite's: for PostgreSQL use .jsonl.gz, or pg_dump"
        )
    return path


def with_store(store: Store, use: Callable[[Store], int]) -> int:
    """What a use of a store gives; the store is closed whatever happens."""
    try:
        return use(store)
    finally:
        store.close()
