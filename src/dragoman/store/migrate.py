"""Brings a database to the newest schema, all at once or not at all."""

from pathlib import Path

from sqlalchemy import Connection, inspect

from dragoman.errors import RequestError

MIGRATIONS = Path(__file__).parent / "migrations"

# A number that no other program on the same server locks: those who start wait in line.
LINE = 0x_D4A6_0AA7


def newest(folder: Path = MIGRATIONS) -> str:
    """The newest schema that this program knows."""
    return max(known(folder))


def known(folder: Path = MIGRATIONS) -> list[str]:
    """Every schema that this program knows; migrations are files `0001_what_it_does.py`."""
    return sorted(file.name[:4] for file in (folder / "versions").glob("[0-9]*.py"))


def version(connection: Connection) -> str:
    """The schema of a database; nothing if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return str(found or "")


def migrate(connection: Connection, to: str = "", folder: Path = MIGRATIONS) -> None:
    """Bring a database to a schema, the newest one if none is named.

    One transaction: a migration that is interrupted has not happened, and the next start does it.
    """
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LINE})")
        now, goal = version(connection), to or newest(folder)
        if now and now not in known(folder):
            raise RequestError(
                f"the database has schema {now}, this program knows {newest(folder)} and earlier: "
                "use the version of dragoman that wrote it, or a later one"
            )
        if now != goal:
            _upgrade(connection, goal, folder)
            _references_hold(connection)


def _upgrade(connection: Connection, goal: str, folder: Path) -> None:
    """Run the migrations that are missing."""
    # Slow to import, and seldom needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, goal)


def _references_hold(connection: Connection) -> None:
    """Refuse a migration that leaves rows referring to nothing (SQLite does not look by itself)."""
    if connection.dialect.name != "sqlite":
        return
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise RequestError("the migration would leave rows that refer to nothing: nothing changed")
