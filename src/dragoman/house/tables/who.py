"""Who is who at a table: what each account holds there, and what it may know of."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256

import msgspec
from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.house.errors import NotYours, Unknown
from dragoman.house.settings import TableSettings, settings_of
from dragoman.model import Seat
from dragoman.store.interface import Tx
from dragoman.store.rows import Account, SeatRow, Table, Token
from dragoman.variants import load

NO_TABLE = "there is no such table"


class Who(Struct, frozen=True):
    """An account, or a visitor without one, before a table."""

    account: str | None
    table: Table
    rows: tuple[SeatRow, ...]
    settings: TableSettings

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that the account holds."""
        if self.account is None:
            return ()
        return tuple(row.seat for row in self.rows if row.account == self.account)

    @property
    def organizes(self) -> bool:
        """Whether the account is the table's organizer."""
        return self.account is not None and self.account == self.table.organizer

    @property
    def umpires(self) -> bool:
        """Whether the account organizes without playing."""
        return self.organizes and not self.seats

    def row(self, seat: str) -> SeatRow:
        """A seat of the table by its name in any case, or by another name of its power."""
        wanted = seat.strip().lower()
        by_name = {row.seat.lower(): row for row in self.rows}
        if wanted not in by_name:
            wanted = self._power_called(wanted).lower()
        if row := by_name.get(wanted):
            return row
        known = ", ".join(row.seat for row in self.rows)
        raise Unknown(f"no seat {seat[:40]!r}: there are {known}")

    def _power_called(self, name: str) -> str:
        """The power of the table's variant that has another name too, if one has this."""
        with suppress(DragomanError):
            variant = load(self.table.variant, msgspec.json.decode(self.table.options))
            for power, info in variant.powers.items():
                if name in map(str.lower, info.also):
                    return power
        return ""

    def own(self, seat: str = "") -> SeatRow:
        """A seat that the account holds; the only one, if none is named."""
        if not self.seats:
            raise NotYours("you hold no seat at this table")
        if not seat and len(self.seats) > 1:
            raise NotYours(f"say for which seat: you hold {', '.join(self.seats)}")
        row = self.row(seat or self.seats[0])
        if row.seat not in self.seats:
            raise NotYours(f"you do not hold the seat {row.seat}")
        return row


def eyes(who: Who, seat: str = "") -> Seat | None:
    """The seat whose view a watcher has; none for an observer."""
    if seat:
        return Seat(who.own(seat).seat)
    return Seat(who.seats[0]) if who.seats else None


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def approach(tx: Tx, account: str | None, table_id: str, *, invite: str = "") -> Who:
    """An account before a table that it may know of; any other looks as if there were none."""
    return _approach(tx, tx.get(Table, id=table_id), account, invite)


def approach_locked(tx: Tx, account: str | None, table_id: str, *, invite: str = "") -> Who:
    """The same, and nobody else changes the table until the transaction ends."""
    return _approach(tx, tx.lock(Table, id=table_id), account, invite)


INVITE: ContextVar[str] = ContextVar("invite", default="")
"""The invitation that somebody carries while he looks around."""


@contextmanager
def carrying(invite: str) -> Iterator[None]:
    """Let an invitation open its table to whatever is asked within."""
    before = INVITE.set(invite)
    try:
        yield
    finally:
        INVITE.reset(before)


def _approach(tx: Tx, table: Table | None, account: str | None, invite: str) -> Who:
    if table is None:
        raise Unknown(NO_TABLE)
    rows = tuple(tx.find(SeatRow, table=table.id))
    who = Who(account, table, rows, settings_of(table.settings))
    if not may_know(tx, who, invite or INVITE.get()):
        raise Unknown(NO_TABLE)
    return who


def may_know(tx: Tx, who: Who, invite: str = "") -> bool:
    """Whether an account may see that the table exists."""
    if who.seats or who.organizes:
        return True
    if who.settings.sandbox:
        return False
    if who.table.visibility == "invited" and not invited(tx, who.table, invite):
        return False
    return who.settings.observers or who.table.status == "forming" or has_room(who)


def has_room(who: Who) -> bool:
    """Whether somebody could sit down at a table that has begun."""
    return who.settings.replacements and any(is_open(row) for row in who.rows)


def is_open(row: SeatRow) -> bool:
    """Whether a seat waits for somebody: nobody sits there, or whoever did stays away."""
    return row.bot is None and (row.account is None or row.left is not None)


def invited(tx: Tx, table: Table, invite: str) -> bool:
    """Whether a text is an invitation to the table."""
    token = tx.get(Token, id=hashed(invite)) if invite else None
    return token is not None and token.purpose == "invite" and token.subject == table.id


def need_account(account: str | None) -> str:
    """The account of somebody who has one."""
    if account is None:
        raise NotYours("say who you are first: log in, or play as a guest")
    return account


def need_organizer(who: Who) -> str:
    """The account of the organizer."""
    if not who.organizes or who.account is None:
        raise NotYours("only the organizer of the table may do this")
    return who.account


def name_of(tx: Tx, account: str | None) -> str:
    """The name of an account, as others may see it."""
    return shown_name(tx.get(Account, id=account) if account is not None else None)


def shown_name(row: Account | None) -> str:
    """The name of an account that has been read already."""
    if row is None:
        return ""
    return "a closed account" if row.closed is not None else row.name or "a guest"
