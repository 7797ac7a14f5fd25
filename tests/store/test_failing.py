"""The store that fails at a chosen step does so at every one, and leaves all or nothing."""

import pytest

from dragoman.store import Store, StoreDown, open_store
from dragoman.store.rows import Account, Event, Table
from tests.store.failing import FailingStore
from tests.store.samples import account, event, table


def use(store: Store) -> None:
    """Something done with a store: two writes and a view between them."""
    with store.write() as tx:
        tx.add(account("ann"))
        tx.add(table("t1"))
    with store.read() as tx:
        assert tx.find(Table) == [table("t1")]
    with store.write() as tx:
        tx.add(event(1))
        tx.change(Table, {"id": "t1"}, events=1)
        tx.tell("table:t1")


STEPS = (
    *("write", "add accounts", "add tables", "before it is kept", "after it is kept"),
    *("read", "find tables", "write", "add events", "change tables", "tell"),
    *("before it is kept", "after it is kept"),
)


def test_every_step_fails_in_turn_and_leaves_all_or_nothing() -> None:
    for n, name in enumerate(STEPS, start=1):
        store = open_store("memory:")
        failing = FailingStore(store, n)
        with pytest.raises(StoreDown, match=f"step {n} fails: {name}"):
            use(failing)
        assert failing.failed
        with store.read() as tx:
            kept = (tx.count(Account), tx.count(Table), tx.count(Event), tx.count(Table, events=1))
        assert kept == ((0, 0, 0, 0) if n < 5 else (1, 1, 0, 0) if n < 13 else (1, 1, 1, 1))


def test_a_store_that_never_fails_counts() -> None:
    failing = FailingStore(open_store("memory:"), 0)
    use(failing)
    assert tuple(failing.steps) == STEPS
    assert not failing.failed
    assert not FailingStore(open_store("memory:"), len(STEPS) + 1).failed
