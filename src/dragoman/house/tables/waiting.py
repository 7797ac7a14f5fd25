"""What waits for somebody: the tables at which he sits, the most urgent first, and what is new."""

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.tables.press import read_ahead, unread
from dragoman.house.tables.tables import TableRow, list_tables
from dragoman.house.tables.views import TableView, table_view
from dragoman.house.tables.who import approach, need_account
from dragoman.store.rows import Ballots, SeatRow, Table, Visit
from dragoman.translate import Said

MOST = 100
"""How many tables are listed."""
LATER = 2**62
"""When a table is due that has no deadline."""


class WaitingGame(Struct, frozen=True):
    """A table of somebody's: whether it is his turn, how long there is, and what is new.

    `missing` are things of his that have no orders yet, `judged` the phases judged since he last
    looked, `unread` the messages. `pending` is for how many others the table waits.
    """

    row: TableRow
    your_turn: bool
    missing: int
    pending: int
    opened: int | None
    judged: list[Said]
    unread: int


class WaitingList(Struct, frozen=True):
    """All that waits, and how many tables were put away."""

    waiting: list[WaitingGame]
    away: int
    now: int


def what_waits(house: House, account: str | None) -> WaitingList:
    """The tables of an account: those with something to do first, the most urgent of them first."""
    person = need_account(account)
    visits = _visits(house, person)
    here = own_tables(house, person)
    away = sum(visit.away for visit in visits.values())
    _read_ahead(house, person, [row for row in here if _is_played(row)])
    found = [_waiting(house, person, row, visits.get(row.id)) for row in here]
    return WaitingList(sorted(found, key=_urgency), away, house.now)


def own_tables(house: House, account: str | None, *, away: bool = False) -> list[TableRow]:
    """The tables of an account that were put away, or those that were not."""
    person = need_account(account)
    gone = {visit.table for visit in _visits(house, person).values() if visit.away}
    rows = list_tables(house, person, mine=True, limit=MOST)
    return [row for row in rows if (row.id in gone) == away]


def _visits(house: House, account: str) -> dict[str, Visit]:
    with house.read() as tx:
        return {visit.table: visit for visit in tx.find(Visit, account=account)}


def _urgency(one: WaitingGame) -> tuple[bool, bool, bool, int]:
    over = one.row.status == "finished"
    return over, not one.your_turn, one.row.sandbox, one.row.deadline or LATER


def _is_played(row: TableRow) -> bool:
    """Whether something may wait at a table for the one whose list this is."""
    return row.status != "forming" and bool(row.mine)


def _read_ahead(house: House, account: str, rows: list[TableRow]) -> None:
    """Put one question to the store for all tables, where each would put its own."""
    with house.read() as tx:
        tx.ahead(Table, [{"id": row.id} for row in rows])
        tx.ahead(SeatRow, [{"table": row.id} for row in rows])
        turns = {row.id: table.turn for row in rows if (table := tx.get(Table, id=row.id))}
        drafts = [(row.id, seat) for row in rows if row.id in turns for seat in row.mine]
        tx.ahead(Ballots, [{"table": t, "seat": s, "turn": turns[t]} for t, s in drafts])
        read_ahead(tx, account, [(row.id, row.mine[0]) for row in rows])


def _waiting(house: House, account: str, row: TableRow, visit: Visit | None) -> WaitingGame:
    if not _is_played(row):
        return WaitingGame(row, False, 0, row.open, None, [], 0)
    view = table_view(house, account, row.id)
    seen = visit.turn if visit else view.turn
    return WaitingGame(
        row=row,
        your_turn=view.status == "running"
        and any(s.mine and to_do(s.owes, s.ready) for s in view.seats),
        missing=sum(len(own.missing) for own in view.own if not own.ready),
        pending=sum(not s.mine and not s.bot and to_do(s.owes, s.ready) for s in view.seats),
        opened=view.opened,
        judged=_since(view, seen),
        unread=unread(house, account, row.id, row.mine[0]),
    )


def to_do(owes: bool, ready: bool | None) -> bool:
    """Whether a seat has something to order and has not said that it is done."""
    return owes and not ready


def _since(view: TableView, seen: int) -> list[str]:
    """The phases judged since a turn, as the variant calls them."""
    judged = [row.label for row in view.phases if row.kind == "turn"]
    return judged[-(view.turn - seen) :] if view.turn > seen else []


def mark_seen(house: House, account: str | None, table_id: str, turn: int) -> None:
    """Remember how far an account has followed a table."""
    _note(house, account, table_id, turn=turn)


def put_away(house: House, account: str | None, table_id: str, away: bool) -> None:
    """Put a table away, so that the list of what waits is short; or take it out again."""
    _note(house, account, table_id, away=away)


def _note(house: House, account: str | None, table_id: str, **change: int) -> None:
    person = need_account(account)
    with house.store.write() as tx:
        who = approach(tx, person, table_id)
        if not 0 <= change.get("turn", 0) <= who.table.turn:
            raise Invalid(f"the game is in turn {who.table.turn}", "turn")
        old = tx.get(Visit, table=table_id, account=person)
        known = old or Visit(table=table_id, account=person, turn=who.table.turn)
        tx.put(msgspec.structs.replace(known, **change))
