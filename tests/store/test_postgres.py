"""What only PostgreSQL does: locks between processes, messages, connections that are cut (F5)."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from getpass import getuser
from typing import Any

import psycopg
import pytest

from dragoman.store import GAP, Dangling, Store, StoreDown, Test, open_store
from dragoman.store.interface import Timed
from dragoman.store.rows import Table
from tests.store.samples import event, table
from tests.store.test_conformance import fill, in_threads
from tests.store.test_sqlite import play, played


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    """An empty store."""
    opened = open_store(postgres_url)
    yield opened
    opened.close()


@pytest.fixture
def other(postgres_url: str) -> Iterator[Store]:
    """The same store, as another process has it."""
    opened = open_store(postgres_url)
    yield opened
    opened.close()


def test_due_tables_are_shared_out_between_workers(store: Store, other: Store) -> None:
    fill(store, *(table(f"t{n}", deadline=n) for n in range(6)))

    def due(limit: int) -> dict[str, object]:
        return {"order": "deadline", "limit": limit, "lock": "skip", "status": "running"}

    with store.write() as one:
        mine = one.find(Table, Test("deadline", "<=", 4), **due(2))  # type: ignore[arg-type]
        assert [found.id for found in mine] == ["t0", "t1"]
        in_threads(lambda: takes(other, ["t2", "t3", "t4"]))
    takes(other, ["t0", "t1", "t2", "t3", "t4"])


def takes(store: Store, expected: list[str]) -> None:
    """Find what is due and not locked."""
    with store.write() as tx:
        found = tx.find(Table, Test("deadline", "<=", 4), order="deadline", lock="skip")
        assert [each.id for each in found] == expected


def test_each_due_table_is_judged_once_by_many_workers(store: Store, other: Store) -> None:
    fill(store, *(table(f"t{n}", deadline=n) for n in range(40)))
    judged: list[str] = []

    def work(mine: Store) -> None:
        while True:
            with mine.write() as tx:
                found = tx.find(Table, status="running", order="id", limit=1, lock="skip")
                if not found:
                    return
                for each in found:
                    assert tx.change(Table, {"id": each.id, "turn": 0}, turn=1, status="done") == 1
                    tx.add(event(1, each.id))
                    judged.append(each.id)

    in_threads(*[lambda: work(store), lambda: work(other)] * 2)
    assert sorted(judged) == sorted(f"t{n}" for n in range(40))


def test_a_locked_row_waits_but_rows_that_refer_to_it_do_not(store: Store, other: Store) -> None:
    fill(store, table("t1"))
    order: list[str] = []
    with store.write() as tx:
        tx.lock(Table, id="t1")
        in_threads(lambda: fill(other, event(1)))  # refers to the table, does not change it
        thread = threading.Thread(target=lambda: turn(other, order))
        thread.start()
        time.sleep(0.2)
        order.append("mine")
        tx.change(Table, {"id": "t1"}, turn=7)
    thread.join(60)
    assert order == ["mine", "other"]
    with store.read() as view:
        found = view.get(Table, id="t1")
        assert found and found.turn == 8


def turn(store: Store, order: list[str]) -> None:
    """Count the table's turn up, and say so."""
    with store.write() as tx:
        found = tx.lock(Table, id="t1")
        assert found
        tx.change(Table, {"id": "t1", "turn": found.turn}, turn=found.turn + 1)
    order.append("other")


def test_a_deadlock_is_broken_and_can_be_tried_again(store: Store, other: Store) -> None:
    fill(store, table("a"), table("b"))
    both = threading.Barrier(2)
    failed: list[Exception] = []

    def work(mine: Store, first: str, second: str) -> None:
        try:
            with mine.write() as tx:
                tx.lock(Table, id=first)
                both.wait(60)
                tx.lock(Table, id=second)
        except StoreDown as error:
            failed.append(error)

    in_threads(lambda: work(store, "a", "b"), lambda: work(other, "b", "a"))
    assert len(failed) == 1 and "deadlock" in str(failed[0])


def test_what_one_process_tells_another_hears(store: Store, other: Store) -> None:
    heard = Heard(other)
    with store.write() as tx:
        tx.tell("table:1", "x" * 3000)
    heard.wait(lambda: heard.said == [("table:1", "x" * 3000)])


class Heard:
    """What a store hears."""

    def __init__(self, store: Store) -> None:
        self.said: list[tuple[str, str]] = []
        store.listen(lambda topic, body: self.said.append((topic, body)))

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait for something to be heard."""
        end = time.monotonic() + 60
        while not until():
            assert time.monotonic() < end, self.said
            time.sleep(0.02)


def cut(url: str) -> int:
    """End every other connection to the database; how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return len(ended.fetchall())


def test_cut_connections_come_back_and_listeners_know_of_the_gap(
    store: Store, postgres_url: str
) -> None:
    fill(store, table("t1"))
    heard = Heard(store)
    assert cut(postgres_url) >= 2
    heard.wait(lambda: (GAP, "") in heard.said)
    play(store, 1)  # no connection is given out that is dead
    assert played(store) == 1
    with store.write() as tx:
        tx.tell("after")
    heard.wait(lambda: heard.said[-1] == ("after", ""))


def test_a_connection_cut_in_a_transaction_undoes_it(store: Store, postgres_url: str) -> None:
    fill(store, table("t1"))
    with pytest.raises(StoreDown), store.write() as tx:
        tx.change(Table, {"id": "t1"}, turn=5)
        cut(postgres_url)
        tx.change(Table, {"id": "t1"}, turn=6)
    with pytest.raises(StoreDown), store.write() as tx:
        tx.change(Table, {"id": "t1"}, turn=5)
        cut(postgres_url)
    with store.read() as view:
        assert view.find(Table, turn=0) == [table("t1")]


def test_strangers_on_the_channel_are_not_heard(store: Store, postgres_url: str) -> None:
    heard = Heard(store)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for payload in ("", "hello", "[1]", "[1, 2]", '{"a": 1, "b": 2}', "[[], []]", '["a", "b"]'):
            connection.execute("SELECT pg_notify('dragoman', %s)", (payload,))
    heard.wait(lambda: bool(heard.said))
    assert heard.said == [("a", "b")]


def test_a_dangling_row_is_distinguished_from_a_cut_connection(store: Store) -> None:
    with pytest.raises(Dangling, match="events"), store.write() as tx:
        tx.add(event(1, "nowhere"))


def test_four_processes_fit_into_the_connections_of_postgresql(store: Store, postgres: str) -> None:
    """However many are at work; each process took 41, and refused what it could not get."""
    fill(store, table("t1"))
    most = list[int]()
    with psycopg.connect(postgres, autocommit=True) as watcher:
        count = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"

        def held(opened: Callable[[], Any]) -> None:
            with opened() as tx:
                tx.count(Table)
                time.sleep(0.02)

        def watch() -> None:
            for _ in range(20):
                most.append(watcher.execute(count).fetchall()[0][0])
                time.sleep(0.005)

        many = [lambda: held(store.read), lambda: held(store.write)] * 30
        in_threads(watch, *many)
        (allowed,) = watcher.execute("SHOW max_connections").fetchall()[0]
    assert 4 * max(most) < int(allowed)


def test_each_user_of_the_machine_has_a_lock_of_his_own(postgres_server: Any) -> None:
    """Of one for all, whoever came second could not open it, and no server began."""
    from tests.store.servers import LOCK

    assert LOCK.stat().st_uid == os.geteuid() and getuser() in LOCK.name


def test_a_server_that_is_killed_comes_back_with_all_it_acknowledged(
    store: Store, postgres_server: Any, postgres: str
) -> None:
    from tests.store.servers import kill, start

    heard = Heard(store)
    fill(store, table("t1"))
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CHECKPOINT")  # what earlier tests did need not be done again
    for n in range(1, 21):
        play(store, n)
    kill(postgres_server)
    try:
        for _ in range(3):
            with pytest.raises(StoreDown):
                play(store, 21)
            with pytest.raises(StoreDown):
                played(store)
    finally:
        start(postgres_server)
    assert played(store) == 20
    play(store, 21)
    heard.wait(lambda: (GAP, "") in heard.said)


def test_an_address_where_nobody_is_says_so() -> None:
    with pytest.raises(StoreDown, match="cannot be used now"):
        open_store("postgresql://nobody@127.0.0.1:1/none")


def test_the_database_has_a_clock_that_all_share(store: Store, other: Store) -> None:
    assert isinstance(store, Timed) and isinstance(other, Timed)
    times = [store.clock(), other.clock(), store.clock()]
    assert times == sorted(times)
    assert abs(times[0] - time.time() * 1000) < 60_000
