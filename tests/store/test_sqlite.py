"""What only SQLite can suffer: two servers, a lost tail of its log, a full disk."""

import bisect
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy

from dragoman.errors import RequestError
from dragoman.house.core import House
from dragoman.house.people.accounts import new_guest
from dragoman.house.people.personal import export
from dragoman.house.tables.tables import create_table
from dragoman.store import Store, StoreBusy, StoreDown, open_store
from dragoman.store.rows import Event, Table
from dragoman.store.sqlite import SqliteStore
from tests.store.samples import event, table


def play(store: Store, n: int, size: int = 100) -> None:
    """One more event at the table, whose number the table knows."""
    with store.write() as tx:
        tx.add(event(n, body="x" * size))
        assert tx.change(Table, {"id": "t1", "events": n - 1}, events=n) == 1


def played(store: Store) -> int:
    """How many events there are; they are whole and in step with the table."""
    with store.read() as tx:
        numbers = [event.n for event in tx.find(Event, table="t1")]
        (found,) = tx.find(Table)
    assert numbers == list(range(1, len(numbers) + 1))
    assert found.events == len(numbers)
    return len(numbers)


@pytest.fixture
def store(sqlite_url: str) -> Iterator[SqliteStore]:
    """A store with one table."""
    opened = open_store(sqlite_url)
    assert isinstance(opened, SqliteStore)
    with opened.write() as tx:
        tx.add(table("t1"))
    yield opened
    opened.close()


def test_every_commit_waits_for_the_disk_and_references_count(store: SqliteStore) -> None:
    asked = ("journal_mode", "synchronous", "foreign_keys", "mmap_size")
    with store.write():
        raw: Any = store._writer.connection.dbapi_connection
        found = [raw.execute(f"PRAGMA {name}").fetchone() for name in asked]
    assert found[:3] == [("wal",), (2,), (1,)]
    assert found[3] in (None, (0,))


def test_a_view_asks_each_thing_once_and_still_sees_one_moment(store: SqliteStore) -> None:
    asked: list[str] = []
    with store.read() as tx:
        connection = tx._connection  # type: ignore[attr-defined]
        sqlalchemy.event.listen(
            connection, "before_execute", lambda *given: asked.append(str(given[1]))
        )
        for _ in range(3):
            found = tx.find(Table)
            assert [row.id for row in found] == ["t1"]
            found.clear()
            assert tx.get(Table, id="t1") and not tx.get(Table, id="t2")
        with store.write() as other:
            other.add(table("t2"))
        assert tx.get(Table, id="t2") is None and len(tx.find(Table)) == 1
        assert len(asked) == 3
    with store.write() as writes:
        for title in ("new", "newer"):
            writes.change(Table, {"id": "t1"}, title=title)
            assert [row.title for row in writes.find(Table, id="t1")] == [title]


def test_only_the_owner_reads_the_file(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'new.db'}").close()
    assert (tmp_path / "new.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "url", ["sqlite:///", "sqlite:///:memory:", "mysql://x", "", "sqlite:///no/such/folder/x.db"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(RequestError, match="no "):
        open_store(url)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "poem.db"
    path.write_text("Roses are red. " * 1000)
    with pytest.raises(StoreDown, match="not a database"):
        open_store(f"sqlite:///{path}")
    assert path.read_text().startswith("Roses")


# --- F7: two servers ---

HOLD = """
import sys, time
from dragoman.store import open_store
store = open_store(sys.argv[1])
print("open", flush=True)
time.sleep(60)
"""


def run(script: str, *arguments: str) -> "subprocess.Popen[str]":
    """A process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_second_server_is_refused_until_the_first_is_gone(sqlite_url: str) -> None:
    with run(HOLD, sqlite_url) as first:
        assert first.stdout and first.stdout.readline() == "open\n"
        with pytest.raises(StoreBusy, match=rf"in use by another process \({first.pid}\)"):
            open_store(sqlite_url)
        first.send_signal(signal.SIGKILL)
        first.wait(60)
    store = open_store(sqlite_url)
    with pytest.raises(StoreBusy):
        open_store(sqlite_url)
    store.close()
    open_store(sqlite_url).close()


# --- F2: power loss ---


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """The store in a file."""
    store = open_store(f"sqlite:///{path}")
    try:
        yield store
    finally:
        store.close()


def lose_power(store: SqliteStore, folder: Path, cuts: int, seed: int) -> None:
    """Cut copies of the log at random places: what was acknowledged before the cut is there."""
    wal = store.path.with_name(f"{store.path.name}-wal")
    ends = [wal.stat().st_size]
    for n in range(1, 41):
        play(store, n, size=random.Random(n).randrange(9000))
        ends.append(wal.stat().st_size)
    rng = random.Random(seed)
    for cut in range(cuts):
        at = rng.randrange(ends[-1] + 1)
        copy = folder / f"cut{cut}.db"
        shutil.copyfile(store.path, copy)
        log = wal.read_bytes()[:at] + (rng.randbytes(5000) if cut % 2 else b"")
        copy.with_name(f"{copy.name}-wal").write_bytes(log)
        with opened(copy) as after:
            expected = bisect.bisect_right(ends, at) - 1
            assert (played(after) if expected >= 0 else 0) == max(expected, 0)
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        copy.unlink()


def test_a_log_cut_anywhere_leaves_what_was_acknowledged_before(
    store: SqliteStore, tmp_path: Path
) -> None:
    lose_power(store, tmp_path, cuts=60, seed=7)


# --- F3: disk full ---


@contextmanager
def few_pages(store: SqliteStore) -> Iterator[None]:
    """A database that may not grow."""
    raw: Any = store._writer.connection.dbapi_connection
    (pages,) = raw.execute("PRAGMA page_count").fetchone()
    raw.execute(f"PRAGMA max_page_count={pages + 5}")
    try:
        yield
    finally:
        raw.execute(f"PRAGMA max_page_count={2**30}")


@contextmanager
def small_files(store: SqliteStore) -> Iterator[None]:
    """A system that lets no file grow beyond a size: writes fail half way, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    wal = store.path.with_name(f"{store.path.name}-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 33_333, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("full", [few_pages, small_files])
def test_a_full_disk_refuses_writes_and_recovers(store: SqliteStore, full: Any) -> None:
    acknowledged = 0
    with full(store):
        for _ in range(2):
            with pytest.raises(StoreDown, match="cannot be used now"):
                for n in range(acknowledged + 1, 100):
                    play(store, n, size=1000)
                    acknowledged = n
        assert 0 < acknowledged < 50
        assert played(store) == acknowledged
    play(store, acknowledged + 1)
    assert played(store) == acknowledged + 1
    path = store.path
    store.close()
    with opened(path) as again:
        assert played(again) == acknowledged + 1


def test_a_stranger_who_locks_the_file_is_waited_for_and_then_reported(store: SqliteStore) -> None:
    raw: Any = store._writer.connection.dbapi_connection
    raw.execute("PRAGMA busy_timeout=50")
    with closing(sqlite3.connect(store.path, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StoreDown, match="locked"):
                play(store, 1)
        assert played(store) == 0
    play(store, 1)
    assert played(store) == 1


def test_nobody_can_have_a_whole_table_searched_for_what_is_kept_of_him(
    store: SqliteStore,
) -> None:
    """However many games there were, and however often somebody asks."""
    asked: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, values: Any, *___: Any) -> None:
        asked.append((statement, values))

    house = House(store)
    guest = new_guest(house)
    create_table(house, guest.id, variant="standard")
    sqlalchemy.event.listen(store._views._engine, "before_cursor_execute", note)
    export(house, guest.id)
    with closing(sqlite3.connect(store.path)) as beside:
        plans = [beside.execute(f"EXPLAIN QUERY PLAN {text}", values) for text, values in asked]
        steps = [step for plan in plans for *_, step in plan]
    assert len(steps) > 5
    assert [step for step in steps if step.startswith("SCAN")] == []
