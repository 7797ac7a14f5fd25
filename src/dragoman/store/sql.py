"""A transaction in SQL, the same for SQLite and PostgreSQL."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

from msgspec import structs
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy import exc as sql_errors
from sqlalchemy import false as nothing
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import operators
from sqlalchemy.sql.dml import ReturningInsert

from dragoman.store.base import BaseTx
from dragoman.store.columns import Column, storable
from dragoman.store.interface import Dangling, R, StoreDown, Taken, Test, taken
from dragoman.store.rows import Row
from dragoman.store.schema import sql_table

Fault = Callable[[sql_errors.DBAPIError], Exception]
"""Tells what an error of a database means, as one of ours; or gives it back."""

COMPARE: dict[str, Callable[[Any, Any], ColumnElement[bool]]] = {
    "=": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}


class SqlTx(BaseTx):
    """One transaction on a connection that has begun one."""

    def __init__(self, connection: Connection, writes: bool, fault: Fault) -> None:
        super().__init__(writes)
        self._connection = connection
        self._fault = fault
        self._postgres = connection.dialect.name == "postgresql"

    def _get(self, kind: type[R], key: Mapping[str, object], locked: bool) -> R | None:
        if not all(map(storable, key.values())):
            return None
        with self._told():
            found = self._connection.execute(_by_key(kind, locked), dict(key)).first()
        return None if found is None else _row(kind, found)

    def _find(
        self,
        kind: type[R],
        tests: Sequence[Test],
        order: Sequence[tuple[Column, bool]],
        limit: int,
        skip_locked: bool,
    ) -> list[R]:
        query = select(sql_table(kind)).where(*conditions(kind, tests))
        query = query.order_by(*(_ordering(kind, column, turned) for column, turned in order))
        if limit:
            query = query.limit(limit)
        if skip_locked:
            query = query.with_for_update(key_share=True, skip_locked=True)
        with self._told():
            return [_row(kind, row) for row in self._connection.execute(query)]

    def _scan(self, kind: type[R]) -> Iterator[R]:
        query = select(sql_table(kind)).order_by(*(sql_table(kind).c[name] for name in kind.KEY))
        with self._told():
            rows = self._connection.execution_options(yield_per=500).execute(query)
            for row in rows:
                yield _row(kind, row)

    def _count(self, kind: type[Row], tests: Sequence[Test]) -> int:
        query = select(func.count()).select_from(sql_table(kind)).where(*conditions(kind, tests))
        with self._told():
            return self._connection.execute(query).scalar_one()

    def _add(self, row: Row) -> None:
        kind, values = type(row), structs.asdict(row)
        with self._told(row):
            if not self._postgres:
                self._connection.execute(insert(sql_table(kind)), values)
            # PostgreSQL ends a transaction at an error; a conflict that does nothing is none.
            elif self._connection.execute(_added(kind), values).first() is None:
                raise taken(kind)

    def _put(self, row: Row) -> None:
        with self._told(row), self._undoable(bool(row.UNIQUE)):
            self._connection.execute(_replaced(type(row), self._postgres), structs.asdict(row))

    def _change(self, kind: type[Row], tests: Sequence[Test], to: Mapping[str, object]) -> int:
        unique = {name for names in kind.UNIQUE for name in names}
        statement = update(sql_table(kind)).where(*conditions(kind, tests)).values(dict(to))
        with self._told(kind), self._undoable(bool(unique & set(to))):
            return self._connection.execute(statement).rowcount

    def _drop(self, kind: type[Row], tests: Sequence[Test]) -> int:
        with self._told(kind):
            statement = delete(sql_table(kind)).where(*conditions(kind, tests))
            return self._connection.execute(statement).rowcount

    def _undoable(self, needed: bool) -> AbstractContextManager[object]:
        """A savepoint where an error would cost PostgreSQL the whole transaction."""
        return self._connection.begin_nested() if needed and self._postgres else nullcontext()

    @contextmanager
    def _told(self, of: Row | type[Row] | None = None) -> Iterator[None]:
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
    except sql_errors.TimeoutError as error:
        raise StoreDown("the database is too busy: no connection was free in time") from error


def dangling(said: object) -> Dangling:
    """The error that a row refers to nothing."""
    return Dangling(f"a row refers to one that does not exist: {' '.join(str(said).split())}")


def _row(kind: type[R], values: Sequence[Any]) -> R:
    """The row that has these values in its columns."""
    return kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


@cache
def _by_key(kind: type[Row], locked: bool) -> Select[Any]:
    """The query for a row by its primary key."""
    table = sql_table(kind)
    query = select(table).where(*(table.c[name] == bindparam(name) for name in kind.KEY))
    return query.with_for_update(key_share=True) if locked else query


@cache
def _added(kind: type[Row]) -> ReturningInsert[Any]:
    """PostgreSQL's insert that leaves a row that exists alone, and returns something if not."""
    table = sql_table(kind)
    return postgresql.insert(table).on_conflict_do_nothing().returning(table.c[kind.KEY[0]])


@cache
def _replaced(kind: type[Row], postgres: bool) -> postgresql.Insert | sqlite.Insert:
    """The insert that replaces a row with the same key."""
    dialect: Any = postgresql if postgres else sqlite
    statement: Any = dialect.insert(sql_table(kind))
    rest = [name for name in kind.__struct_fields__ if name not in kind.KEY]
    if not rest:
        return statement.on_conflict_do_nothing(index_elements=kind.KEY)  # type: ignore[no-any-return]
    return statement.on_conflict_do_update(  # type: ignore[no-any-return]
        index_elements=kind.KEY, set_={name: statement.excluded[name] for name in rest}
    )


def conditions(kind: type[Row], tests: Sequence[Test]) -> list[ColumnElement[bool]]:
    """The conditions in SQL."""
    return [_condition(sql_table(kind).c[test.column], test) for test in tests]


def _condition(column: ColumnElement[Any], test: Test) -> ColumnElement[bool]:
    """One condition in SQL; a value that cannot be kept is met by no row."""
    if test.value is None:
        return column.is_(None) if test.is_ == "=" else column.is_not(None)
    if test.is_ == "in":
        values: Any = test.value
        return column.in_([value for value in values if storable(value)])
    if not storable(test.value):
        return column.is_not(None) if test.is_ == "!=" else nothing()
    return COMPARE[test.is_](column, test.value)


def _ordering(kind: type[Row], column: Column, turned: bool) -> ColumnElement[Any]:
    """One column of an order; None is the greatest."""
    by = sql_table(kind).c[column.name]
    if not column.optional:
        return by.desc() if turned else by.asc()
    return by.desc().nulls_first() if turned else by.asc().nulls_last()
