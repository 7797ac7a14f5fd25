"""Tallies: how reliable an account is, by the turns it owed and missed and the seats it left."""

import msgspec
from msgspec import Struct

from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Account, SiteValue

KEPT = "tally "
"""What the names begin with under which secret tables keep what is to be counted later."""


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


def count_turns(tx: Tx, owed: dict[str, bool], secretly: str = "") -> None:
    """Count a turn for accounts that owed orders; true for those who missed it.

    Secretly, at a table where nobody may know who plays: there it counts when the game is over.
    """
    for row in tx.find(Account, Test("id", "in", list(owed)), lock="wait"):
        _add(tx, row, Attendance(1, int(owed[row.id])), secretly)


def count_abandoned(tx: Tx, account: str, secretly: str = "") -> None:
    """Count a seat that was abandoned, at once or when the game of a secret table is over."""
    row = tx.lock(Account, id=account)
    if row is not None:
        _add(tx, row, Attendance(abandoned=1), secretly)


def count_kept(tx: Tx, table: str) -> None:
    """Count what was kept while the game of a secret table went on."""
    # A slash is the sign after the dot, which ends the table's id.
    tests = (Test("name", ">", _kept(table, "")), Test("name", "<", f"{KEPT}{table}/"))
    kept = {row.name.rpartition(".")[2]: row for row in tx.find(SiteValue, *tests)}
    for row in tx.find(Account, Test("id", "in", sorted(kept)), lock="wait"):
        _add(tx, row, msgspec.json.decode(kept[row.id].value, type=Attendance))
    tx.drop(SiteValue, *tests)


def _kept(table: str, account: str) -> str:
    """Where it is kept what is to be counted for somebody when a game is over."""
    return f"{KEPT}{table}.{account}"


def _add(tx: Tx, row: Account, more: Attendance, secretly: str = "") -> None:
    if secretly:
        name = _kept(secretly, row.id)
        known = tx.get(SiteValue, name=name)
        old = msgspec.json.decode(known.value, type=Attendance) if known else Attendance()
        tx.put(SiteValue(name=name, at=0, value=_text(_sum(old, more))))
        return
    tx.change(Account, {"id": row.id}, tally=_text(_sum(tally_of(row), more)))


def _sum(old: Attendance, more: Attendance) -> Attendance:
    return Attendance(
        old.owed + more.owed, old.missed + more.missed, old.abandoned + more.abandoned
    )


def _text(tally: Attendance) -> str:
    return msgspec.json.encode(tally).decode()
