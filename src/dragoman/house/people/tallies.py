"""Tallies: how reliable an account is, by the turns it owed and missed and the seats it left."""

import msgspec
from msgspec import Struct

from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Account


class Attendance(Struct, frozen=True):
    """Turns in which an account owed orders, those it gave none in, and seats it abandoned."""

    owed: int = 0
    missed: int = 0
    abandoned: int = 0

    @property
    def reliability(self) -> int | None:
        """How many of a hundred turns got their orders; an abandoned seat counts as five missed."""
        turns = self.owed + 5 * self.abandoned
        return None if turns == 0 else 100 * (self.owed - self.missed) // turns


def tally_of(account: Account) -> Attendance:
    """The tally of an account."""
    return msgspec.json.decode(account.tally, type=Attendance)


def count_turns(tx: Tx, owed: dict[str, bool]) -> None:
    """Count a turn for accounts that owed orders; true for those who missed it."""
    for row in tx.find(Account, Test("id", "in", list(owed)), lock="wait"):
        _add(tx, row, Attendance(1, int(owed[row.id])))


def count_abandoned(tx: Tx, account: str) -> None:
    """Count a seat that was abandoned."""
    row = tx.lock(Account, id=account)
    if row is not None:
        _add(tx, row, Attendance(abandoned=1))


def _add(tx: Tx, row: Account, more: Attendance) -> None:
    old = tally_of(row)
    new = Attendance(old.owed + more.owed, old.missed + more.missed, old.abandoned + more.abandoned)
    tx.change(Account, {"id": row.id}, tally=msgspec.json.encode(new).decode())
