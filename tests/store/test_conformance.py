"""What every backend does alike."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from dragoman.store import Dangling, Row, Store, StoreDown, Taken, Test, Tx, Unstorable
from dragoman.store.columns import columns
from dragoman.store.rows import (
    KINDS,
    Account,
    Ballots,
    Block,
    Bucket,
    Event,
    Outbox,
    Press,
    SeatRow,
    Session,
    Table,
)
from tests.store.samples import account, event, table


def fill(store: Store, *rows: Row) -> None:
    """Add rows in one transaction."""
    with store.write() as tx:
        for row in rows:
            tx.add(row)


def test_what_is_added_is_read_back_equal(store: Store) -> None:
    rows = [
        account("ann"),
        table("t1"),
        event(1, body='{"a": "Ünïcode ✓ 𝄞"}'),
        SeatRow(table="t1", seat="France", account="ann", ready=True),
        SeatRow(table="t1", seat="Italy"),
        Ballots(table="t1", seat="France", turn=3, text="A par - bur\n", saved=2**53 + 1),
    ]
    fill(store, *rows)
    with store.read() as tx:
        back = [tx.get(type(row), **{k: getattr(row, k) for k in row.KEY}) for row in rows]
        assert back == rows
        assert tx.get(Account, id="bob") is None
        assert tx.get(Ballots, table="t1", seat="France", turn=4) is None


def test_every_kind_keeps_every_column(store: Store) -> None:
    with store.write() as tx:
        added = {kind: sample_once(tx, kind) for kind in KINDS}
    with store.read() as tx:
        assert {kind: tx.find(kind) for kind in KINDS} == {k: [row] for k, row in added.items()}


def sample(tx: Tx, kind: type[Row]) -> Row:
    """A row of a kind with another value in every column, and what it refers to."""
    values: dict[str, Any] = {}
    for n, (name, column) in enumerate(columns(kind).items()):
        values[name] = {str: f"{name} {n}", int: n + 2**40, bool: True}[column.type]
    for name, referred in kind.REFERS.items():
        (key,) = referred.KEY
        values[name] = getattr(sample_once(tx, referred), key)
    row = kind(**values)
    tx.add(row)
    return row


def sample_once(tx: Tx, kind: type[Row]) -> Row:
    """The sample of a kind that others refer to, added if it is not there yet."""
    found = tx.find(kind)
    return found[0] if found else sample(tx, kind)


def test_find_meets_all_conditions(store: Store) -> None:
    late, soon, never = table("late", 900), table("soon", 100), table("never")
    paused = table("paused", 50, status="paused")
    fill(store, late, soon, never, paused)
    with store.read() as tx:
        due = Test("deadline", "<=", 500)
        assert tx.find(Table, due, status="running") == [soon]
        assert tx.find(Table, due, order="deadline") == [paused, soon]
        assert tx.find(Table, deadline=None) == [never]
        assert tx.find(Table, Test("deadline", "!=", None), order="-deadline", limit=2) == [
            late,
            soon,
        ]
        assert tx.find(Table, Test("deadline", "!=", 100), order="id") == [late, paused]
        assert tx.find(Table, Test("id", "in", ["soon", "never", "x"])) == [never, soon]
        assert tx.find(Table, Test("id", "in", [])) == []
        assert tx.count(Table) == 4
        assert tx.count(Table, Test("deadline", ">", 50), Test("deadline", "<", 900)) == 1


def test_a_query_of_the_same_shape_is_asked_for_its_own_values(store: Store) -> None:
    """Statements are kept by their shape: nothing of one query may stay for the next."""
    rows = [table(f"t{n}", n) for n in range(6)]
    fill(store, *rows)
    with store.write() as tx:
        for most in (1, 3, 2):
            assert tx.find(Table, Test("deadline", ">=", most), limit=most) == rows[most:][:most]
        for ids in (["t1"], ["t5", "t2", "t3"], [], ["t\0"], ["t4"]):
            assert [t.id for t in tx.find(Table, Test("id", "in", ids))] == sorted(
                set(ids) - {"t\0"}
            )
        for deadline in (None, 3, 2**70, 4):
            assert tx.count(Table, deadline=deadline) == (deadline in (3, 4))
        for n, title in ((1, "one"), (2, "two")):
            assert tx.change(Table, {"id": f"t{n}", "deadline": n}, title=title) == 1
        assert tx.change(Table, {"id": "t1", "deadline": 2}, title="none") == 0
        assert [t.title for t in tx.find(Table, Test("deadline", "<=", 2))][1:] == ["one", "two"]
        assert [tx.drop(Table, id=name) for name in ("t3", "t3", "t4")] == [1, 0, 1]


def test_what_was_read_ahead_is_what_would_be_read_one_by_one(store: Store) -> None:
    fill(
        *(store, account("ann"), table("t1"), table("t2"), table("t3")),
        *(SeatRow(table=t, seat=seat) for t in ("t1", "t2") for seat in ("Italy", "France")),
        *(Ballots(table="t1", seat="Italy", turn=n, text=str(n), saved=1) for n in (1, 2)),
    )
    tables = ("t1", "t2", "t3", "nowhere", "no\0where")
    drafts = [{"turn": n, "table": t, "seat": "Italy"} for n, t in zip((2, 1, 1), tables)]  # noqa: B905
    with store.read() as tx, store.read() as ahead, store.write() as writing:
        for one in (ahead, writing):
            one.ahead(Table, [{"id": t} for t in tables])
            one.ahead(SeatRow, [{"table": t} for t in tables])
            one.ahead(Ballots, drafts)
            one.ahead(Ballots, [])
            assert [one.get(Table, id=t) for t in tables] == [tx.get(Table, id=t) for t in tables]
            assert [one.find(SeatRow, table=t) for t in tables] == [
                tx.find(SeatRow, table=t) for t in tables
            ]
            assert [one.get(Ballots, **d) for d in drafts] == [tx.get(Ballots, **d) for d in drafts]
        with pytest.raises(TypeError):
            ahead.ahead(Table, [{"seat": "Italy"}])


def test_none_sorts_last_and_first_when_turned(store: Store) -> None:
    fill(store, table("a", 2), table("b"), table("c", 1))
    with store.read() as tx:
        assert [t.id for t in tx.find(Table, order="deadline")] == ["c", "a", "b"]
        assert [t.id for t in tx.find(Table, order="-deadline")] == ["b", "a", "c"]


def test_text_sorts_by_code_point(store: Store) -> None:
    names = ["a", "B", "ä", "Z", "_", "é", "𝄞", "ﬀ", "a b", "ab"]
    fill(store, *(Bucket(key=name, tokens=1, at=1) for name in names))
    with store.read() as tx:
        assert [b.key for b in tx.find(Bucket)] == sorted(names)
        assert [b.key for b in tx.find(Bucket, Test("key", ">", "ä"))] == ["é", "ﬀ", "𝄞"]


def test_rows_come_by_key_if_no_order_is_given(store: Store) -> None:
    fill(store, table("t2"), table("t1"))
    fill(store, event(2), event(10), event(1), event(1, "t2"))
    with store.read() as tx:
        assert [(e.table, e.n) for e in tx.find(Event)] == [
            ("t1", 1),
            ("t1", 2),
            ("t1", 10),
            ("t2", 1),
        ]
        assert [(e.n, e.table) for e in tx.find(Event, order="-n,-table")] == [
            (10, "t1"),
            (2, "t1"),
            (1, "t2"),
            (1, "t1"),
        ]


def test_a_duplicate_is_taken_and_the_transaction_goes_on(store: Store) -> None:
    fill(store, account("ann"))
    with store.write() as tx:
        with pytest.raises(Taken, match="accounts"):
            tx.add(account("ann"))
        with pytest.raises(Taken, match="name_key"):
            tx.add(Account(id="other", name_key="ann", created=1))
        tx.add(account("bob"))
        with pytest.raises(Taken):
            tx.change(Account, {"id": "bob"}, name_key="ann")
        with pytest.raises(Taken):
            tx.put(Account(id="bob", name_key="ann", created=7))
        tx.add(account("cid"))
    with store.read() as tx:
        assert tx.find(Account) == [account("ann"), account("bob"), account("cid")]


def test_unique_columns_may_be_none_often(store: Store) -> None:
    fill(store, table())
    fill(store, *(Press(table="t1", n=n, at=1, sender="Italy", text="x") for n in range(3)))
    keyed = Press(table="t1", n=7, at=1, sender="Italy", text="x", key="k")
    fill(store, keyed)
    with store.write() as tx, pytest.raises(Taken):
        tx.add(Press(table="t1", n=8, at=1, sender="Italy", text="again", key="k"))
    with store.read() as tx:
        assert tx.count(Press) == 4


def test_a_change_is_fenced_by_its_conditions(store: Store) -> None:
    fill(store, table("t1", 5))
    with store.write() as tx:
        fence = {"id": "t1", "turn": 0, "status": "running"}
        assert tx.change(Table, fence, turn=1, deadline=None) == 1
        assert tx.change(Table, fence, turn=2) == 0
        assert tx.change(Table, {"deadline": None}, title="untimed") == 1
    with store.read() as tx:
        found = tx.get(Table, id="t1")
        assert found and (found.turn, found.deadline, found.title) == (1, None, "untimed")


def test_put_adds_or_replaces(store: Store) -> None:
    with store.write() as tx:
        tx.put(Bucket(key="k", tokens=5, at=1))
        tx.put(Bucket(key="k", tokens=4, at=2))
        tx.put(account("ann"))
        tx.put(Account(id="ann", name="Ann", name_key="ann", created=2))
    with store.read() as tx:
        assert tx.find(Bucket) == [Bucket(key="k", tokens=4, at=2)]
        assert [a.name for a in tx.find(Account)] == ["Ann"]


def test_put_replaces_a_row_that_is_all_key(store: Store) -> None:
    fill(store, account("ann"), account("bob"))
    with store.write() as tx:
        tx.put(Block(account="ann", blocked="bob"))
        tx.put(Block(account="ann", blocked="bob"))
        assert tx.count(Block) == 1


def test_drop_deletes_and_counts(store: Store) -> None:
    fill(store, account("ann"), *(session(n) for n in range(4)))
    with store.write() as tx:
        assert tx.drop(Session, Test("until", "<", 2)) == 2
        assert tx.drop(Session, id="s3") == 1
        assert tx.drop(Session, id="s3") == 0
    with store.read() as tx:
        assert [s.id for s in tx.find(Session)] == ["s2"]


def session(n: int) -> Session:
    """A session of Ann's that ends at `n`."""
    return Session(id=f"s{n}", account="ann", created=1, seen=1, until=n)


def test_an_error_undoes_everything(store: Store) -> None:
    fill(store, table("t1"))
    with pytest.raises(ZeroDivisionError), store.write() as tx:
        tx.change(Table, {"id": "t1"}, turn=9)
        tx.add(event(1))
        tx.drop(Outbox, done=None)
        raise ZeroDivisionError
    with store.read() as tx:
        assert tx.find(Table) == [table("t1")]
        assert tx.find(Event) == []


def test_a_transaction_sees_its_own_writes_and_no_one_else_does(store: Store) -> None:
    with store.write() as tx:
        tx.add(account("ann"))
        assert tx.get(Account, id="ann") and tx.lock(Account, id="ann")
        with store.read() as view:
            assert view.get(Account, id="ann") is None
    with store.read() as view:
        assert view.get(Account, id="ann") == account("ann")


def test_a_view_does_not_change_while_it_is_open(store: Store) -> None:
    fill(store, account("ann"))
    with store.read() as view:
        assert view.count(Account) == 1
        fill(store, account("bob"))
        assert view.count(Account) == 1
        assert view.find(Account) == [account("ann")]


def test_a_row_that_refers_to_nothing_loses_the_transaction(store: Store) -> None:
    with pytest.raises(Dangling), store.write() as tx:
        tx.add(table("t1"))
        tx.add(event(1, "nowhere"))
    with pytest.raises(StoreDown), store.write() as tx:
        tx.add(table("t1"))
        with pytest.raises(Dangling):
            tx.add(event(1, "nowhere"))
        with pytest.raises(StoreDown):
            tx.get(Table, id="t1")
    with store.read() as tx:
        assert tx.count(Table) == 0


def test_what_is_referred_to_stays(store: Store) -> None:
    fill(store, account("ann"), session(5))
    with pytest.raises(Dangling), store.write() as tx:
        tx.drop(Account, id="ann")
    with pytest.raises(Dangling), store.write() as tx:
        tx.change(Session, {"id": "s5"}, account="bob")
    with store.write() as tx:
        tx.drop(Session, account="ann")
        assert tx.drop(Account, id="ann") == 1


@pytest.mark.parametrize("text", ["nul \0", "half \ud800"])
def test_what_no_database_keeps_is_refused_and_never_found(store: Store, text: str) -> None:
    with store.write() as tx:
        with pytest.raises(Unstorable, match=r"accounts\.name"):
            tx.add(Account(id="ann", name=text, created=1))
        with pytest.raises(Unstorable):
            tx.add(Account(id="ann", created=2**63))
        tx.add(account("ann"))
        with pytest.raises(Unstorable):
            tx.change(Account, {"id": "ann"}, name=text)
        with pytest.raises(Unstorable):
            tx.tell(text)
        assert tx.get(Account, id=text) is None
        assert tx.find(Account, name=text) == []
        assert tx.find(Account, Test("name", "in", [text, "ann"])) == [account("ann")]
        assert tx.find(Account, Test("created", "in", [2**70])) == []
        assert tx.change(Account, {"name": text}, created=5) == 0
        assert tx.drop(Account, name=text) == 0


WRONG: list[Callable[[Tx], object]] = [
    lambda tx: tx.get(Account, name="ann"),
    lambda tx: tx.get(Event, table="t1"),
    lambda tx: tx.find(Account, nickname="ann"),
    lambda tx: tx.find(Account, order="nickname"),
    lambda tx: tx.find(Account, Test("created", "<", None)),
    lambda tx: tx.add(Account(id=5, created=1)),  # type: ignore[arg-type]
    lambda tx: tx.add(Account(id="ann", created=True)),
    lambda tx: tx.add(Account(id="ann", created=None)),  # type: ignore[arg-type]
    lambda tx: tx.change(Account, {"id": "ann"}, nickname="x"),
    lambda tx: tx.change(Account, {"id": "ann"}, id="bob"),
    lambda tx: tx.change(Account, {"id": "ann"}),
    lambda tx: tx.change(Event, {"table": "t1"}, body=""),
    lambda tx: tx.put(event(1)),
    lambda tx: tx.drop(Account),
    lambda tx: tx.drop(Event, table="t1", n=1),
]


def test_a_wrong_request_is_a_fault_of_the_program(store: Store) -> None:
    fill(store, account("ann"), table("t1"), event(1))
    with store.write() as tx:
        for wrong in WRONG:
            with pytest.raises(TypeError):
                wrong(tx)
            assert tx.find(Account) == [account("ann")]


def test_a_log_goes_whole(store: Store) -> None:
    fill(store, table("t1"), event(1), event(2))
    with store.write() as tx:
        assert tx.drop(Event, table="t1") == 2


def test_a_view_writes_nothing(store: Store) -> None:
    fill(store, account("ann"))
    with store.read() as tx:
        for write in (
            lambda: tx.add(account("bob")),
            lambda: tx.put(account("bob")),
            lambda: tx.change(Account, {"id": "ann"}, name="x"),
            lambda: tx.drop(Account, id="ann"),
            lambda: tx.tell("x"),
            lambda: tx.lock(Account, id="ann"),
            lambda: tx.find(Account, lock="skip"),
        ):
            with pytest.raises(TypeError, match="view"):
                write()
        assert tx.find(Account) == [account("ann")]


def test_a_transaction_that_is_over_is_of_no_use(store: Store) -> None:
    with store.write() as tx:
        tx.add(account("ann"))
    with pytest.raises(RuntimeError):
        tx.get(Account, id="ann")
    with store.read() as view:
        pass
    with pytest.raises(RuntimeError):
        view.find(Account)


def test_a_thread_opens_one_write_at_a_time(store: Store) -> None:
    with store.write() as tx:
        with pytest.raises(RuntimeError, match="write open"), store.write():
            pass
        tx.add(account("ann"))
    fill(store, account("bob"))


def test_what_is_published_is_heard_once_kept(store: Store) -> None:
    heard: list[tuple[str, str]] = []
    done = threading.Event()

    def hear(topic: str, body: str) -> None:
        heard.append((topic, body))
        if topic == "last":
            done.set()

    stop = store.listen(hear)
    with pytest.raises(ZeroDivisionError), store.write() as tx:
        tx.tell("never")
        raise ZeroDivisionError
    with store.write() as tx:
        tx.tell("table:1", "5")
        tx.tell("table:1", "5")
        tx.tell("table:1", "✓")
        tx.tell("last")
        assert heard == []
    assert done.wait(60)
    assert heard == [("table:1", "5"), ("table:1", "✓"), ("last", "")]
    stop()
    with store.write() as tx:
        tx.tell("unheard")
    assert len(heard) == 3


def test_a_failing_listener_harms_nobody(store: Store) -> None:
    done = threading.Event()

    def fail(topic: str, body: str) -> None:
        raise ZeroDivisionError

    store.listen(fail)
    store.listen(lambda topic, body: done.set())
    with store.write() as tx:
        tx.add(account("ann"))
        tx.tell("x")
    assert done.wait(60)
    with store.read() as tx:
        assert tx.count(Account) == 1


def test_a_message_may_not_be_too_long(store: Store) -> None:
    with store.write() as tx:
        for topic in ("", "*", "é" * 2000, "\x01" * 700):
            with pytest.raises(Unstorable):
                tx.tell(topic)
        tx.tell("x" * 3900)
        tx.tell("\x01", 'é"\\' * 600)


def test_a_closed_store_is_down(store: Store) -> None:
    store.close()
    with pytest.raises(StoreDown), store.write():
        pass
    with pytest.raises(StoreDown), store.read():
        pass


def test_many_threads_lose_no_update(store: Store) -> None:
    fill(store, Bucket(key="k", tokens=0, at=0))

    def work() -> None:
        for _ in range(25):
            with store.write() as tx:
                bucket = tx.lock(Bucket, key="k")
                assert bucket
                tx.put(Bucket(key="k", tokens=bucket.tokens + 1, at=0))
                tx.add(Outbox(id=f"{bucket.tokens}", created=1, due=1, channel="", address=""))

    in_threads(*[work] * 8)
    with store.read() as tx:
        assert tx.get(Bucket, key="k") == Bucket(key="k", tokens=200, at=0)
        assert tx.count(Outbox) == 200


def test_only_one_passes_the_fence(store: Store) -> None:
    fill(store, table("t1"))
    passed: list[int] = []

    def work() -> None:
        for turn in range(20):
            with store.write() as tx:
                if tx.change(Table, {"id": "t1", "turn": turn}, turn=turn + 1):
                    passed.append(turn)

    in_threads(*[work] * 6)
    assert sorted(passed) == list(range(20))


def in_threads(*works: Callable[[], None]) -> None:
    """Run these at once; a failure in one is a failure."""
    failed: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed
    assert not any(thread.is_alive() for thread in threads)
