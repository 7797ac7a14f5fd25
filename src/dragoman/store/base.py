"""What every backend's transaction has in common: arguments are checked before anything is done."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from logging import getLogger
from threading import Lock as Mutex
from threading import local
from typing import Any

from dragoman.store import columns
from dragoman.store.interface import Dangling, Lock, R, StoreDown, Test, Tx
from dragoman.store.rows import Row

_log = getLogger(__name__)

ALONG: ContextVar[Callable[[Tx], None] | None] = ContextVar("along", default=None)
"""What is written along with each transaction of this context: both are kept or neither."""


@contextmanager
def by_itself() -> Iterator[None]:
    """Let transactions within be kept without what is written along with others."""
    before = ALONG.set(None)
    try:
        yield
    finally:
        ALONG.reset(before)


class BaseTx(ABC):
    """A transaction that checks what it is asked and leaves the doing to its backend."""

    def __init__(self, writes: bool) -> None:
        self.writes = writes
        self.open = True
        self.messages: dict[tuple[str, str], None] = {}
        self.lost: Exception | None = None

    def get(self, kind: type[R], **key: object) -> R | None:
        """The row with this primary key (all of its columns)."""
        return self._one(kind, key, locked=False)

    def lock(self, kind: type[R], **key: object) -> R | None:
        """The same, and nobody else changes it until the end of this transaction."""
        self._must_write()
        return self._one(kind, key, locked=True)

    def _one(self, kind: type[R], key: Mapping[str, object], locked: bool) -> R | None:
        """The row with this primary key."""
        columns.check_key(kind, key)
        with self._usable():
            return self._get(kind, key, locked)

    def find(
        self,
        kind: type[R],
        *tests: Test,
        order: str = "",
        limit: int = 0,
        lock: Lock = "",
        **equal: object,
    ) -> list[R]:
        """The rows that meet all conditions, in order."""
        if lock:
            self._must_write()
        conditions = all_tests(kind, tests, equal)
        by = columns.ordered(kind, order)
        with self._usable():
            return self._find(kind, conditions, by, limit, lock)

    def ahead(self, kind: type[Row], wanted: Sequence[Mapping[str, object]]) -> None:
        """Read in one go what will be asked for row by row, where that is quicker."""
        for equal in wanted:
            all_tests(kind, (), equal)

    def count(self, kind: type[Row], *tests: Test, **equal: object) -> int:
        """How many rows meet all conditions."""
        conditions = all_tests(kind, tests, equal)
        with self._usable():
            return self._count(kind, conditions)

    def add(self, row: Row) -> None:
        """Add a row; `Taken` if its key, or one of its unique columns, exists."""
        self._must_write()
        columns.check_row(row)
        with self._usable():
            self._add(row)

    def put(self, row: Row) -> None:
        """Add a row, or replace the one with the same primary key."""
        self._must_write()
        columns.check_put(row)
        with self._usable():
            self._put(row)

    def change(self, kind: type[Row], where: Mapping[str, object], **to: object) -> int:
        """Change the rows whose columns equal `where`, in one step; how many there were."""
        self._must_write()
        conditions = all_tests(kind, (), where)
        columns.check_change(kind, to)
        with self._usable():
            return self._change(kind, conditions, to)

    def drop(self, kind: type[Row], *tests: Test, **equal: object) -> int:
        """Delete the rows that meet all conditions (one at least); how many there were."""
        self._must_write()
        conditions = all_tests(kind, tests, equal)
        columns.check_drop(kind, conditions)
        with self._usable():
            return self._drop(kind, conditions)

    def tell(self, topic: str, body: str = "") -> None:
        """Publish something to every listener of every process, once the transaction is kept."""
        self._must_write()
        columns.check_message(topic, body)
        self.messages[topic, body] = None

    def finish(self) -> None:
        """Write what comes along, before the transaction is kept."""
        along = ALONG.get()
        if along is not None:
            along(self)
        self.must_be_whole()

    def must_be_whole(self) -> None:
        """Refuse to keep a transaction of which something was lost."""
        if self.lost:
            raise StoreDown(f"this transaction was lost: {self.lost}") from self.lost

    def scan(self, kind: type[R]) -> Iterator[R]:
        """Every row of a kind by primary key, without holding all of them at once."""
        with self._usable():
            yield from self._scan(kind)

    def _must_write(self) -> None:
        """Refuse to write in a view."""
        if not self.writes:
            raise TypeError("this is a view: open store.write() to lock or change anything")

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """Refuse a transaction that is over; after an error of the database it is lost."""
        if not self.open:
            raise RuntimeError("this transaction is over")
        self.must_be_whole()
        try:
            yield
        except (Dangling, StoreDown) as error:
            self.lost = error
            raise

    @abstractmethod
    def _get(self, kind: type[R], key: Mapping[str, object], locked: bool) -> R | None: ...

    @abstractmethod
    def _find(
        self,
        kind: type[R],
        tests: Sequence[Test],
        order: Sequence[tuple[columns.Column, bool]],
        limit: int,
        lock: Lock,
    ) -> list[R]: ...

    @abstractmethod
    def _scan(self, kind: type[R]) -> Iterator[R]: ...

    @abstractmethod
    def _count(self, kind: type[Row], tests: Sequence[Test]) -> int: ...

    @abstractmethod
    def _add(self, row: Row) -> None: ...

    @abstractmethod
    def _put(self, row: Row) -> None: ...

    @abstractmethod
    def _change(self, kind: type[Row], tests: Sequence[Test], to: Mapping[str, object]) -> int: ...

    @abstractmethod
    def _drop(self, kind: type[Row], tests: Sequence[Test]) -> int: ...


def all_tests(kind: type[Row], tests: Sequence[Test], equal: Mapping[str, object]) -> list[Test]:
    """Both ways of giving conditions as one list, checked."""
    conditions = [*tests, *(Test(column, "=", value) for column, value in equal.items())]
    columns.check_tests(kind, conditions)
    return conditions


class Listeners:
    """Those who hear messages."""

    def __init__(self) -> None:
        self._heard: dict[object, Callable[[str, str], None]] = {}
        self._lock = Mutex()

    def listen(self, heard: Callable[[str, str], None]) -> Callable[[], None]:
        """Hear everything from now on; returns what ends it."""
        ticket = object()
        with self._lock:
            self._heard[ticket] = heard

        def stop() -> None:
            with self._lock:
                self._heard.pop(ticket, None)

        return stop

    def tell(self, topic: str, body: str) -> None:
        """Tell all; one who fails does not keep it from the others."""
        with self._lock:
            everybody = list(self._heard.values())
        for heard in everybody:
            try:
                heard(topic, body)
            except Exception:
                _log.exception("a listener failed on %s", topic)


class OneAtATime:
    """Refuses a second write in a thread that has one open: it would wait for itself."""

    def __init__(self) -> None:
        self._here: Any = local()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Hold the thread's only write."""
        if getattr(self._here, "writing", False):
            raise RuntimeError("this thread has a write open already: finish it first")
        self._here.writing = True
        try:
            yield
        finally:
            self._here.writing = False
