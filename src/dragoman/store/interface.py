"""What a store can do, and what can go wrong with it. Backends: memory, SQLite, PostgreSQL."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.store.rows import Row

R = TypeVar("R", bound=Row)

GAP = "*"
"""The topic heard when messages may have been missed: read everything again."""

MOST_BYTES = 4000
"""The most bytes that a topic and its body may have together, as JSON."""


class StoreError(DragomanError):
    """Something the store could not do."""


class StoreDown(StoreError):
    """The store cannot be reached, or cannot write now; try again later."""


class Taken(StoreError):
    """A row with this key exists already; the transaction can go on."""


def taken(kind: type[Row]) -> Taken:
    """The error that a row of this kind exists already."""
    groups = [" and ".join(names) for names in (kind.KEY, *kind.UNIQUE)]
    return Taken(f"{kind.NAME}: a row with this {', or this '.join(groups)} exists already")


class Dangling(StoreError):
    """A row would refer to one that does not exist; the transaction is lost."""


class Unstorable(StoreError):
    """A value that no database keeps: a NUL, half a surrogate pair, a number beyond 64 bits."""


class StoreBusy(StoreError):
    """Another process holds the database."""


class Test(Struct, frozen=True):
    """A condition on a column. As in SQL a None satisfies only `= None`, a value only `!= None`."""

    __test__ = False  # pytest, this is no test

    column: str
    is_: Literal["=", "!=", "<", "<=", ">", ">=", "in"]
    value: object


Lock = Literal["", "wait", "skip"]
"""Whether the rows of a query are locked, and what happens to those that are already."""


class Tx(Protocol):
    """One transaction: all of it happens, or nothing."""

    def get(self, kind: type[R], **key: object) -> R | None:
        """The row with this primary key (all of its columns)."""
        ...

    def lock(self, kind: type[R], **key: object) -> R | None:
        """The same, and nobody else changes it until the end of this transaction."""
        ...

    def find(
        self,
        kind: type[R],
        *tests: Test,
        order: str = "",
        limit: int = 0,
        lock: Lock = "",
        **equal: object,
    ) -> list[R]:
        """The rows that meet all conditions.

        `order` names columns, "-" before one turns it round; None comes last (first when turned).
        Without it rows come by primary key. `lock` keeps others from changing the rows found until
        the end of this transaction; of those that another has locked, it waits or skips.
        """
        ...

    def ahead(self, kind: type[Row], wanted: Sequence[Mapping[str, object]]) -> None:
        """Read in one go what will be asked for row by row, in a view that a database answers.

        Each of `wanted` is what a `get`, or a `find` without order, will name; all name the same.
        """
        ...

    def scan(self, kind: type[R]) -> Iterator[R]:
        """Every row of a kind by primary key, without holding all of them at once."""
        ...

    def count(self, kind: type[Row], *tests: Test, **equal: object) -> int:
        """How many rows meet all conditions."""
        ...

    def add(self, row: Row) -> None:
        """Add a row; `Taken` if its key, or one of its unique columns, exists."""
        ...

    def put(self, row: Row) -> None:
        """Add a row, or replace the one with the same primary key."""
        ...

    def change(self, kind: type[Row], where: Mapping[str, object], **to: object) -> int:
        """Change the rows whose columns equal `where`, in one step; how many (the fence)."""
        ...

    def drop(self, kind: type[Row], *tests: Test, **equal: object) -> int:
        """Delete the rows that meet all conditions (one at least); how many there were."""
        ...

    def tell(self, topic: str, body: str = "") -> None:
        """Publish something to every listener of every process, once the transaction is kept."""
        ...


@runtime_checkable
class Timed(Protocol):
    """A store that several hosts share, and that has a clock."""

    def clock(self) -> int:
        """Milliseconds since 1970."""
        ...


class Store(Protocol):
    """Where rows are kept. Safe to use from several threads; one write at a time in each."""

    def write(self) -> AbstractContextManager[Tx]:
        """A transaction that may write; kept when the block ends, undone when it raises."""
        ...

    def read(self) -> AbstractContextManager[Tx]:
        """A view of what is kept, that does not change while it is open."""
        ...

    def listen(self, heard: Callable[[str, str], None]) -> Callable[[], None]:
        """Hear every topic and body published from now on; returns what ends it.

        Hints, not facts: `heard` runs in any thread, must be quick, and hears `GAP` when something
        may have been missed.
        """
        ...

    def close(self) -> None:
        """Let go of files and connections; the store is of no more use."""
        ...
