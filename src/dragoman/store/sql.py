"""A transaction in SQL, the same for SQLite and PostgreSQL."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, Executable, select
from sqlalchemy import exc as sql_errors

from dragoman.store import columns, statements
from dragoman.store.base import BaseTx
from dragoman.store.columns import Column, storable
from dragoman.store.interface import Dangling, Lock, R, StoreDown, Taken, Test, taken
from dragoman.store.rows import Row
from dragoman.store.schema import sql_table
from dragoman.store.statements import MOST, TO, asked, given

Fault = Callable[[sql_errors.DBAPIError], Exception]
"""Tells what an error of a database means, as one of ours; or gives it back."""


class SqlTx(BaseTx):
    """One transaction on a connection that has begun one."""

    def __init__(self, connection: Connection, writes: bool, fault: Fault) -> None:
        super().__init__(writes)
        self._connection = connection
        self._fault = fault
        self._postgres = connection.dialect.name == "postgresql"
        self._known: dict[Hashable, Any] = {}

    def _get(self, kind: type[R], key: Mapping[str, object], locked: bool) -> R | None:
        if not all(map(storable, key.values())):
            return None
        return next(
            iter(self._rows(kind, statements.by_key(kind, locked), _by_key(kind, key))), None
        )

    def _find(
        self,
        kind: type[R],
        tests: Sequence[Test],
        order: Sequence[tuple[Column, bool]],
        limit: int,
        lock: Lock,
    ) -> list[R]:
        query = statements.found(kind, asked(tests), tuple(order), bool(limit), lock)
        values = {**given(tests), **({MOST: limit} if limit else {})}
        return list(self._rows(kind, query, values))

    def _rows(self, kind: type[R], query: Executable, values: dict[str, Any]) -> Sequence[R]:
        """The rows that a query finds; a view sees one moment, so it asks each only once."""
        asked_before = _memo(query, values)
        if asked_before in self._known:
            return self._known[asked_before]  # type: ignore[no-any-return]
        with self._our_errors():
            found = tuple(_row(kind, row) for row in self._connection.execute(query, values))
        if not self.writes:
            self._known[asked_before] = found
        return found

    def ahead(self, kind: type[Row], wanted: Sequence[Mapping[str, object]]) -> None:
        """Read in one go what will be asked for row by row; what writes reads nothing ahead."""
        super().ahead(kind, wanted)
        if self.writes or not wanted:
            return
        names = tuple(wanted[0])
        found: dict[Any, list[Row]] = {}
        for row in self.find(kind, *(Test(n, "in", [one[n] for one in wanted]) for n in names)):
            found.setdefault(tuple(getattr(row, n) for n in names), []).append(row)
        for one in wanted:
            self._known[_question(kind, one)] = tuple(found.get(tuple(one[n] for n in names), ()))

    def _scan(self, kind: type[R]) -> Iterator[R]:
        query = select(sql_table(kind)).order_by(*(sql_table(kind).c[name] for name in kind.KEY))
        with self._our_errors():
            rows = self._connection.execution_options(yield_per=500).execute(query)
            for row in rows:
                yield _row(kind, row)

    def _count(self, kind: type[Row], tests: Sequence[Test]) -> int:
        with self._our_errors():
            query = statements.counted(kind, asked(tests))
            return self._connection.execute(query, given(tests)).scalar_one()

    def _add(self, row: Row) -> None:
        kind, values = type(row), structs.asdict(row)
        with self._our_errors(row):
            if not self._postgres:
                self._connection.execute(statements.inserted(kind), values)
            # PostgreSQL ends a transaction at an error; a conflict that does nothing is none.
            elif self._connection.execute(statements.added(kind), values).first() is None:
                raise taken(kind)

    def _put(self, row: Row) -> None:
        with self._our_errors(row), self._undoable(bool(row.UNIQUE)):
            self._connection.execute(
                statements.replaced(type(row), self._postgres), structs.asdict(row)
            )

    def _change(self, kind: type[Row], tests: Sequence[Test], to: Mapping[str, object]) -> int:
        unique = {name for names in kind.UNIQUE for name in names}
        statement = statements.changed(kind, asked(tests), tuple(to))
        values = {**given(tests), **{f"{TO}{name}": value for name, value in to.items()}}
        with self._our_errors(kind), self._undoable(bool(unique & set(to))):
            return self._connection.execute(statement, values).rowcount

    def _drop(self, kind: type[Row], tests: Sequence[Test]) -> int:
        with self._our_errors(kind):
            statement = statements.dropped(kind, asked(tests))
            return self._connection.execute(statement, given(tests)).rowcount

    def _undoable(self, needed: bool) -> AbstractContextManager[object]:
        """A savepoint where an error would cost PostgreSQL the whole transaction."""
        return self._connection.begin_nested() if needed and self._postgres else nullcontext()

    @contextmanager
    def _our_errors(self, of: Row | type[Row] | None = None) -> Iterator[None]:
        """Errors of the database in our words."""
        with translated(self._fault, of if isinstance(of, type) or of is None else type(of)):
            yield


@contextmanager
def translated(fault: Fault, kind: type[Row] | None = None) -> Iterator[None]:
    """Errors of the database in our words."""
    try:
        yield
    except sql_errors.DBAPIError as error:
        ours = fault(error)
        if kind and isinstance(ours, Taken):
            ours = taken(kind)
        raise ours from error
    except UnicodeDecodeError as error:  # damaged names in SQLite's own words
        raise StoreDown("the database is damaged: see dragoman doctor") from error
    except sql_errors.TimeoutError as error:
        raise StoreDown("the database is too busy: no connection was free in time") from error


def dangling(said: object) -> Dangling:
    """The error that a row refers to nothing."""
    return Dangling(f"a row refers to one that does not exist: {' '.join(str(said).split())}")


def _by_key(kind: type[Row], key: Mapping[str, object]) -> dict[str, object]:
    """A primary key in the order of its columns."""
    return {name: key[name] for name in kind.KEY}


def _memo(query: Executable, values: Mapping[str, object]) -> Hashable:
    """By what the answer to a query is remembered."""
    return query, repr(values)


def _question(kind: type[Row], equal: Mapping[str, object]) -> Hashable:
    """By what the answer is remembered if rows are asked for that have these values."""
    if equal.keys() == set(kind.KEY):
        return _memo(statements.by_key(kind, False), _by_key(kind, equal))
    tests = [Test(name, "=", value) for name, value in equal.items()]
    by = tuple(columns.ordered(kind, ""))
    return _memo(statements.found(kind, asked(tests), by, False, ""), given(tests))


def _row(kind: type[R], values: Sequence[Any]) -> R:
    """The row that has these values in its columns."""
    return kind(**dict(zip(kind.__struct_fields__, values, strict=True)))
