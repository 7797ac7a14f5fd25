"""What accounts hear outside the house; none of it holds a secret."""

from dragoman.house.core import House
from dragoman.store.interface import Tx
from dragoman.store.rows import SeatRow, Table

STARTED = "started"
"""The game has begun."""
PHASE = "phase"
"""A phase has been judged and the account owes orders in the next."""
ENDED = "ended"
"""The game is over."""
STUCK = "stuck"
"""The house could not judge a phase; the organizer must look."""
ABSENT = "absent"
"""The account's seat was opened for somebody else, as it gave no orders."""
REPLACED = "replaced"
"""Another account has taken over the seat."""
ACT = "act"
"""The organizer did something at the table."""
PRESS = "press"
"""Somebody wrote to the account's seat."""
REMINDER = "reminder"
"""The deadline is near, and the account owes orders and has given none."""

KINDS = (STARTED, PHASE, ENDED, STUCK, ABSENT, REPLACED, ACT, PRESS, REMINDER)


def tell_seats(
    house: House, tx: Tx, table: Table, rows: list[SeatRow], kind: str, words: dict[str, str]
) -> None:
    """Tell whoever holds these seats, each once."""
    accounts = list(dict.fromkeys(row.account for row in rows if row.account is not None))
    if accounts:
        house.notify(tx, accounts, kind, table, words)


def tell_organizer(house: House, tx: Tx, table: Table, kind: str, words: dict[str, str]) -> None:
    """Tell the organizer of a table."""
    if table.organizer is not None:
        house.notify(tx, [table.organizer], kind, table, words)
