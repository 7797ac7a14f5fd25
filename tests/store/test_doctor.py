"""The doctor sees what is wrong, and changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

from dragoman.store import open_store
from dragoman.store.doctor import examine
from tests.store.samples import event, table
from tests.store.test_backup import command
from tests.store.test_conformance import fill


def ills(url: str) -> list[str]:
    """What is not well at a site."""
    return [finding.text for finding in examine(url) if not finding.well]


def test_a_site_in_use_is_well(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    fill(store, table("t1"), *(event(n) for n in range(3, 8)))
    done = command("doctor", "--store", sqlite_url)
    assert done.exit_code == 0, done.output
    for said in (f"SQLite {sqlite3.sqlite_version}", "is sound", "schema 0", "events: 5"):
        assert said in done.output
    store.close()


def test_gaps_and_stuck_tables_are_seen(store_url: str) -> None:
    store = open_store(store_url)
    fill(store, table("t1", status="stuck"), event(1), event(3))
    store.close()
    assert [ill for ill in ills(store_url) if "fsync" not in ill] == [
        "the log of table t1 has gaps",
        "table t1 is stuck: its organizer must look at it",
    ]


def test_a_database_without_tables_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE poems (id)").close()
    found = ills(f"sqlite:///{path}")
    assert found[0].startswith("schema none")
    assert found[1].startswith("missing: accounts, sessions")


def test_damage_is_seen(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO events VALUES ('nowhere', 1, 1, 'entry', '', '{}')").close()
    assert ills(sqlite_url) == ["a row of events refers to nothing in tables"]
    done = command("doctor", "--store", sqlite_url)
    assert done.exit_code == 1
    assert "BAD  a row of events" in done.output
