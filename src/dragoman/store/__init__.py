"""Where tables, seats, orders and accounts are kept: in memory, in SQLite or in PostgreSQL."""

from dragoman.store.interface import (
    GAP,
    Dangling,
    Store,
    StoreBusy,
    StoreDown,
    StoreError,
    Taken,
    Test,
    Tx,
    Unstorable,
)
from dragoman.store.opening import open_store
from dragoman.store.rows import KINDS, Row

__all__ = [
    "GAP",
    "KINDS",
    "Dangling",
    "Row",
    "Store",
    "StoreBusy",
    "StoreDown",
    "StoreError",
    "Taken",
    "Test",
    "Tx",
    "Unstorable",
    "open_store",
]
