"""The statements in SQL, each made once for all queries of its shape; values come with the query.

To put one together costs more than SQLite needs to answer it.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    Insert,
    Select,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy import false as nothing
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import operators
from sqlalchemy.sql.dml import ReturningInsert

from dragoman.store.columns import Column, storable
from dragoman.store.interface import Lock, Test
from dragoman.store.rows import Row
from dragoman.store.schema import sql_table

COMPARE: dict[str, Callable[[Any, Any], ColumnElement[bool]]] = {
    "=": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}
NONE, SOME, NEVER = "none", "some", "never"
MOST = "most"
"""The name of a query's limit among its values."""
TO = "to_"
"""How the names of new values begin."""
KEPT = 1000
"""How many shapes of each statement are kept; the program has some dozens."""

Asked = tuple[tuple[str, str], ...]
"""The shape of conditions: each column, and how it is asked."""


def asked(tests: Sequence[Test]) -> Asked:
    """Conditions without their values."""
    return tuple((test.column, _asked(test)) for test in tests)


def _asked(test: Test) -> str:
    """How a condition is asked; a value that cannot be kept is met by no row."""
    if test.value is None:
        return NONE if test.is_ == "=" else SOME
    if test.is_ != "in" and not storable(test.value):
        return SOME if test.is_ == "!=" else NEVER
    return test.is_


def given(tests: Sequence[Test]) -> dict[str, Any]:
    """The values of conditions, by the names that the statement has for them."""
    return {
        _name(n): _storable(test.value) if test.is_ == "in" else test.value
        for n, test in enumerate(tests)
        if _asked(test) == test.is_
    }


def _storable(values: Any) -> list[Any]:
    return [value for value in values if storable(value)]


def _name(n: int) -> str:
    return f"value_{n}"


def _conditions(kind: type[Row], shape: Asked) -> list[ColumnElement[bool]]:
    """The conditions in SQL."""
    columns = sql_table(kind).c
    return [_condition(columns[name], how, _name(n)) for n, (name, how) in enumerate(shape)]


def _condition(column: ColumnElement[Any], how: str, name: str) -> ColumnElement[bool]:
    if how in (NONE, SOME):
        return column.is_(None) if how == NONE else column.is_not(None)
    if how == NEVER:
        return nothing()
    if how == "in":
        return column.in_(bindparam(name, expanding=True))
    return COMPARE[how](column, bindparam(name))


@lru_cache(maxsize=KEPT)
def found(
    kind: type[Row],
    shape: Asked,
    order: tuple[tuple[Column, bool], ...],
    limited: bool,
    lock: Lock,
) -> Select[Any]:
    """The query for rows that meet conditions, in order."""
    query = select(sql_table(kind)).where(*_conditions(kind, shape))
    query = query.order_by(*(_ordering(kind, column, turned) for column, turned in order))
    if limited:
        query = query.limit(bindparam(MOST))
    return query.with_for_update(key_share=True, skip_locked=lock == "skip") if lock else query


def _ordering(kind: type[Row], column: Column, turned: bool) -> ColumnElement[Any]:
    """One column of an order; None is the greatest."""
    by = sql_table(kind).c[column.name]
    if not column.optional:
        return by.desc() if turned else by.asc()
    return by.desc().nulls_first() if turned else by.asc().nulls_last()


@lru_cache(maxsize=KEPT)
def counted(kind: type[Row], shape: Asked) -> Select[int]:
    """The query for how many rows meet conditions."""
    return select(func.count()).select_from(sql_table(kind)).where(*_conditions(kind, shape))


@lru_cache(maxsize=KEPT)
def changed(kind: type[Row], shape: Asked, names: tuple[str, ...]) -> Update:
    """The change of some columns where conditions are met."""
    new: dict[str, Any] = {name: bindparam(f"{TO}{name}") for name in names}
    return update(sql_table(kind)).where(*_conditions(kind, shape)).values(new)


@lru_cache(maxsize=KEPT)
def dropped(kind: type[Row], shape: Asked) -> Delete:
    """The deletion of rows that meet conditions."""
    return delete(sql_table(kind)).where(*_conditions(kind, shape))


@cache
def by_key(kind: type[Row], locked: bool) -> Select[Any]:
    """The query for a row by its primary key."""
    table = sql_table(kind)
    query = select(table).where(*(table.c[name] == bindparam(name) for name in kind.KEY))
    return query.with_for_update(key_share=True) if locked else query


@cache
def inserted(kind: type[Row]) -> Insert:
    """The plain insert of a row."""
    return insert(sql_table(kind))


@cache
def added(kind: type[Row]) -> ReturningInsert[Any]:
    """PostgreSQL's insert that leaves a row that exists alone, and returns something if not."""
    table = sql_table(kind)
    return postgresql.insert(table).on_conflict_do_nothing().returning(table.c[kind.KEY[0]])


@cache
def replaced(kind: type[Row], postgres: bool) -> postgresql.Insert | sqlite.Insert:
    """The insert that replaces a row with the same key."""
    dialect: Any = postgresql if postgres else sqlite
    statement: Any = dialect.insert(sql_table(kind))
    rest = [name for name in kind.__struct_fields__ if name not in kind.KEY]
    if not rest:
        return statement.on_conflict_do_nothing(index_elements=kind.KEY)  # type: ignore[no-any-return]
    return statement.on_conflict_do_update(  # type: ignore[no-any-return]
        index_elements=kind.KEY, set_={name: statement.excluded[name] for name in rest}
    )
