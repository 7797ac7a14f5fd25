"""The rows as SQL tables, for SQLite and PostgreSQL alike."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

from dragoman.store.columns import columns
from dragoman.store.rows import KINDS, Row

# PostgreSQL would sort and compare by the customs of a country: "C" is by code point, as elsewhere.
TYPES: dict[type, TypeEngine[Any]] = {
    str: Text().with_variant(Text(collation="C"), "postgresql"),
    int: BigInteger(),
    bool: Boolean(),
}

METADATA = MetaData()


def sql_table(kind: type[Row]) -> Table:
    """The SQL table of a kind of row."""
    return _TABLES[kind]


def _columns(kind: type[Row]) -> list[Column[Any]]:
    """The columns of a kind's table."""
    return [
        Column(column.name, TYPES[column.type], nullable=column.optional)
        for column in columns(kind).values()
    ]


def _constraints(
    kind: type[Row],
) -> list[PrimaryKeyConstraint | UniqueConstraint | ForeignKeyConstraint]:
    """Its primary key, what is unique, and what refers to other tables."""
    return [
        PrimaryKeyConstraint(*kind.KEY, name=f"pk_{kind.NAME}"),
        *(
            UniqueConstraint(*names, name=f"uq_{kind.NAME}_{'_'.join(names)}")
            for names in kind.UNIQUE
        ),
        *(
            ForeignKeyConstraint([name], [f"{to.NAME}.{to.KEY[0]}"], name=f"fk_{kind.NAME}_{name}")
            for name, to in kind.REFERS.items()
        ),
    ]


def _indexes(kind: type[Row]) -> list[Index]:
    """What is searched in a kind's table."""
    return [Index(f"ix_{kind.NAME}_{'_'.join(names)}", *names) for names in kind.INDEX]


def metadata() -> MetaData:
    """All tables."""
    return METADATA


# Made once and for all: threads that ask for one at the same time must not both make it.
_TABLES: dict[type[Row], Table] = {
    kind: Table(kind.NAME, METADATA, *_columns(kind), *_constraints(kind), *_indexes(kind))
    for kind in KINDS
}
