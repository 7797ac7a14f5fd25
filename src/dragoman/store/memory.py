"""The store in memory: for tests, trials and seasons played in one process."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock as Mutex
from typing import Any, cast

from msgspec import structs

from dragoman.store.base import BaseTx, Listeners, OneAtATime
from dragoman.store.columns import Column
from dragoman.store.interface import Dangling, Lock, R, StoreDown, Taken, Test, Tx, taken
from dragoman.store.rows import KINDS, Row

Key = tuple[object, ...]
Rows = dict[Key, Row]

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda value, values: value in values,
}


class MemoryStore:
    """Rows in dictionaries. What is kept is never changed, only replaced, so views cost nothing."""

    def __init__(self) -> None:
        self._kept: dict[type[Row], Rows] = {kind: {} for kind in KINDS}
        self._lock = Mutex()
        self._one = OneAtATime()
        self._listeners = Listeners()
        self.listen = self._listeners.listen
        self._open = True

    @contextmanager
    def write(self) -> Iterator[Tx]:
        """A transaction that may write; others wait."""
        with self._one(), self._lock:
            tx = self._begin(writes=True)
            try:
                yield tx
                tx.finish()
            finally:
                tx.open = False
            self._kept = tx.rows
        for topic, body in tx.messages:
            self._listeners.tell(topic, body)

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A view of what is kept now."""
        tx = self._begin(writes=False)
        try:
            yield tx
        finally:
            tx.open = False

    def close(self) -> None:
        """Forget everything."""
        self._open = False

    def _begin(self, writes: bool) -> "MemoryTx":
        """A transaction on what is kept now."""
        if not self._open:
            raise StoreDown("the store is closed")
        return MemoryTx(self._kept, writes)


class MemoryTx(BaseTx):
    """One transaction: a kind's rows are copied before the first change to them."""

    def __init__(self, kept: dict[type[Row], Rows], writes: bool) -> None:
        super().__init__(writes)
        self.rows = dict(kept)
        self._copied: set[type[Row]] = set()

    def _own(self, kind: type[Row]) -> Rows:
        """The rows of a kind, to be changed."""
        if kind not in self._copied:
            self.rows[kind] = dict(self.rows[kind])
            self._copied.add(kind)
        return self.rows[kind]

    def _get(self, kind: type[R], key: Mapping[str, object], locked: bool) -> R | None:
        return cast(R | None, self.rows[kind].get(tuple(key[name] for name in kind.KEY)))

    def _find(
        self,
        kind: type[R],
        tests: Sequence[Test],
        order: Sequence[tuple[Column, bool]],
        limit: int,
        lock: Lock,
    ) -> list[R]:
        found = [cast(R, row) for row in self._met(kind, tests)]
        for column, turned in reversed(order):
            found.sort(key=lambda row: _sorting(getattr(row, column.name)), reverse=turned)
        return found[:limit] if limit else found

    def _scan(self, kind: type[R]) -> Iterator[R]:
        by_key = sorted(self.rows[kind].items(), key=lambda item: cast(Any, item[0]))
        yield from (cast(R, row) for _, row in by_key)

    def _count(self, kind: type[Row], tests: Sequence[Test]) -> int:
        return len(self._met(kind, tests))

    def _add(self, row: Row) -> None:
        kind = type(row)
        if key_of(row) in self.rows[kind]:
            raise taken(kind)
        self._place(row)

    def _put(self, row: Row) -> None:
        self._place(row)

    def _change(self, kind: type[Row], tests: Sequence[Test], to: Mapping[str, object]) -> int:
        met = self._met(kind, tests)
        before = dict(self.rows[kind])
        try:
            for row in met:
                self._place(structs.replace(row, **to))
        except Taken:
            self.rows[kind] = before
            raise
        return len(met)

    def _drop(self, kind: type[Row], tests: Sequence[Test]) -> int:
        met = self._met(kind, tests)
        mine = self._own(kind)
        for row in met:
            del mine[key_of(row)]
        for row in met:
            self._unreferred(row)
        return len(met)

    def _met(self, kind: type[Row], tests: Sequence[Test]) -> list[Row]:
        """The rows that meet all conditions."""
        return [row for row in self.rows[kind].values() if all(meets(row, test) for test in tests)]

    def _place(self, row: Row) -> None:
        """Write a row over the one with its key, if nothing speaks against it."""
        self._unlike_others(row)
        self._refers_well(row)
        self._own(type(row))[key_of(row)] = row

    def _unlike_others(self, row: Row) -> None:
        """Refuse a row that equals another in columns that must differ."""
        for names in row.UNIQUE:
            tests = [Test(name, "=", getattr(row, name)) for name in names]
            if any(test.value is None for test in tests):
                continue
            if any(key_of(other) != key_of(row) for other in self._met(type(row), tests)):
                raise taken(type(row))

    def _refers_well(self, row: Row) -> None:
        """Refuse a row that refers to one that does not exist."""
        for name, kind in row.REFERS.items():
            value = getattr(row, name)
            if value is not None and (value,) not in self.rows[kind]:
                raise Dangling(f"{row.NAME}.{name}: there is no {value!r} in {kind.NAME}")

    def _unreferred(self, row: Row) -> None:
        """Refuse to delete a row that another refers to."""
        for kind in KINDS:
            for name, referred in kind.REFERS.items():
                if referred is type(row) and self._met(kind, [Test(name, "=", key_of(row)[0])]):
                    raise Dangling(f"{kind.NAME}.{name} still refers to this of {row.NAME}")


def key_of(row: Row) -> Key:
    """The primary key of a row."""
    return tuple(getattr(row, name) for name in row.KEY)


def meets(row: Row, test: Test) -> bool:
    """Whether a row meets a condition; None is equal to None and otherwise compares to nothing."""
    value = getattr(row, test.column)
    if test.value is None:
        return (value is None) == (test.is_ == "=")
    return value is not None and COMPARE[test.is_](value, test.value)


def _sorting(value: Any) -> tuple[bool, Any]:
    """What a value sorts by: None after all others."""
    return (value is None, 0 if value is None else value)
