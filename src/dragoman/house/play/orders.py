"""Orders: drafts saved as typed, sealed until they are judged; readiness; what is legal."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.house.clock.times import closes
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, TooMany
from dragoman.house.play.drafts import LineNote, ReadDraft, SeatReader, unread
from dragoman.house.play.games import ReadGame, need_short, need_sound, played
from dragoman.house.play.phases import all_ready
from dragoman.house.tables.log import move_on
from dragoman.house.tables.who import Who, approach, approach_locked
from dragoman.model import Seat, State
from dragoman.record.trees import find_subject, legal_by_subject, steps_after
from dragoman.report.rows import Due, StepRow, dues
from dragoman.rules import Ask, Mandate, Step, Variant, seen
from dragoman.store.columns import storable
from dragoman.store.interface import Tx
from dragoman.store.rows import Ballots, SeatRow


class SeatOrders(Struct, frozen=True):
    """What a seat has before it in the present phase, for its own eyes.

    `closes` is when this seat's orders close; `saved` and `version` are of the last draft that
    was acknowledged, which is the one that will be judged.
    """

    table: str
    seat: str
    turn: int
    phase: str
    owed: list[Due]
    may: list[Due]
    quotas: dict[str, int]
    text: str
    lines: list[LineNote]
    missing: list[str]
    saved: int | None
    version: int
    ready: bool
    closes: int | None
    open: bool


MOST_LEGAL = 50_000
"""How many legal orders are listed at most: three megabytes or so."""
NOTHING = Mandate()
"""What is owed where nothing can be ordered."""


class Outdated(Closed):
    """The draft is another than the one that was to be replaced."""


def save_orders(
    house: House,
    account: str | None,
    table_id: str,
    turn: int,
    text: str,
    *,
    seat: str = "",
    version: int | None = None,
) -> SeatOrders:
    """Save a seat's draft for a turn, whole; what is answered is what will be judged.

    Every line is kept as typed, also one that is not understood; those that are will be judged.
    With a version, only the draft of that version is replaced.
    """
    check_text(house, text)
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        row = who.own(seat)
        check_open(house, tx, who, row, turn)
        old = tx.get(Ballots, table=table_id, seat=row.seat, turn=turn)
        if version is not None and version != (old.version if old else 0):
            raise Outdated("the orders have been changed elsewhere; look again and repeat")
        new = Ballots(
            table=table_id,
            seat=row.seat,
            turn=turn,
            text=text,
            saved=house.now,
            version=old.version + 1 if old else 1,
        )
        tx.put(new)
        if row.left is not None:
            row = come_back(tx, row)
        tx.tell(f"seat:{table_id}:{row.seat}", str(new.version))
        game = need_sound(played(house, tx, who.table))
    return seat_orders(house, who, row, game, new)


def check_text(house: House, text: str) -> None:
    """Refuse a text that is too long to be orders, or that cannot be kept."""
    if len(text) > house.settings.longest_orders:
        raise TooMany(f"orders have at most {house.settings.longest_orders} letters")
    if len(text.splitlines()) > house.settings.most_lines:
        # Each line is read again whenever the draft is looked at, and when it is judged.
        raise TooMany(f"orders have at most {house.settings.most_lines} lines")
    if not storable(text):
        raise Invalid("the text holds signs that are no text", "text")


def come_back(tx: Tx, row: SeatRow) -> SeatRow:
    """The seat of an absent player who gives orders again."""
    tx.change(SeatRow, {"table": row.table, "seat": row.seat}, left=None, missed=0)
    return msgspec.structs.replace(row, left=None, missed=0)


def check_open(house: House, tx: Tx, who: Who, row: SeatRow, turn: int) -> None:
    """Refuse orders for a turn that is not open to this seat."""
    table = who.table
    if table.status not in ("running", "paused"):
        raise Closed(f"no orders are taken: the game is {table.status}")
    if turn != table.turn:
        raise Closed(f"turn {turn} is closed; the game is in turn {table.turn}, {table.phase}")
    has = tx.get(Ballots, table=table.id, seat=row.seat, turn=turn) is not None
    ends = closes(table, row, who.settings, has)
    if table.status == "running" and ends is not None and house.now >= ends:
        raise Closed(f"the orders of {table.phase} are closed: its deadline has passed")


def set_ready(
    house: House, account: str | None, table_id: str, turn: int, ready: bool, *, seat: str = ""
) -> bool:
    """Say that a seat's orders are final, or not; whether everybody's are, where that is shown."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        row = who.own(seat)
        check_open(house, tx, who, row, turn)
        tx.change(SeatRow, {"table": table_id, "seat": row.seat}, ready=ready)
        if row.left is not None:
            come_back(tx, row)
        need_short(played(house, tx, who.table))
        topic = (
            f"table:{table_id}" if who.settings.ready == "shown" else f"seat:{table_id}:{row.seat}"
        )
        tx.tell(topic, str(who.table.events))
        return hurry(house, tx, who) and who.settings.ready == "shown"


def hurry(house: House, tx: Tx, who: Who) -> bool:
    """Make the phase due at once, if everybody is ready and the table plays on early."""
    game = need_sound(played(house, tx, who.table))
    rows = tx.find(SeatRow, table=who.table.id)
    done = all_ready(game.ask, rows)
    if done and who.table.status == "running" and (who.settings.early or who.settings.sandbox):
        now = house.now
        ends = who.table.deadline
        move_on(tx, who.table, deadline=now if ends is None else min(ends, now))
        tx.tell("due", who.table.id)
    return done


def my_orders(house: House, account: str | None, table_id: str, *, seat: str = "") -> SeatOrders:
    """What a seat owes, and the draft it has saved."""
    return my_desk(house, account, table_id, seat=seat).orders


class SeatDesk(Struct, frozen=True):
    """What a seat has before it, as it is shown, and what reads its orders while any are taken."""

    orders: SeatOrders
    reader: SeatReader | None

    @property
    def draft(self) -> ReadDraft:
        """The draft that was saved, as it was read."""
        text = self.orders.text
        return self.reader.draft(text) if self.reader else unread(text)


def my_desk(house: House, account: str | None, table_id: str, *, seat: str = "") -> SeatDesk:
    """What a seat of one's own has before it."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        return _desk(house, tx, who, who.own(seat))


def my_desks(
    house: House, account: str | None, table_id: str, *, seat: str = ""
) -> Iterator[SeatDesk]:
    """What a seat of one's own has before it; in a sandbox, what every seat has."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        for row in map(who.row, who.seats) if who.settings.sandbox else [who.own(seat)]:
            yield _desk(house, tx, who, row)


def _desk(house: House, tx: Tx, who: Who, row: SeatRow) -> SeatDesk:
    game, turn = played(house, tx, who.table), who.table.turn
    saved = tx.get(Ballots, table=who.table.id, seat=row.seat, turn=turn)
    orders = seat_orders(house, who, row, game, saved)
    return SeatDesk(orders, reader_of(game, Seat(row.seat)) if orders.open else None)


def seat_orders(
    house: House, who: Who, row: SeatRow, game: ReadGame, saved: Ballots | None
) -> SeatOrders:
    """A seat's orders as they are shown to itself."""
    table, seat = who.table, Seat(row.seat)
    live = table.status in ("running", "paused") and not game.over and not game.fault
    text = saved.text if saved else ""
    mandate, draft = NOTHING, unread(text)
    if not game.fault:
        reader = reader_of(game, seat)
        ask = reader.ask
        mandate, draft = ask.mandate(seat), reader.draft(text)
    ends = closes(table, row, who.settings, saved is not None)
    return SeatOrders(
        table=table.id,
        seat=row.seat,
        turn=table.turn,
        phase=table.phase,
        owed=dues(ask, [c for c in mandate.charges if c.owed and not c.pool]) if live else [],
        may=dues(ask, [c for c in mandate.charges if c.pool or not c.owed]) if live else [],
        quotas=mandate.quotas if live else {},
        text=text,
        lines=draft.lines,
        missing=draft.missing if live else [],
        saved=saved.saved if saved else None,
        version=saved.version if saved else 0,
        ready=row.ready,
        closes=ends,
        open=live and (ends is None or table.status == "paused" or house.now < ends),
    )


def reader_of(game: ReadGame, seat: Seat) -> SeatReader:
    """What reads the orders of a seat in the present position: every line once."""
    return game.cached(("reader", seat), lambda: SeatReader(seen(game.ask, seat), seat))


def legal(
    house: House, account: str | None, table_id: str, *, seat: str = ""
) -> dict[str, list[str]]:
    """Every legal order of a seat, under what it is for; too many are refused."""
    ask, name = seat_view(house, account, table_id, seat)
    found = house.think(listed, ask.variant, ask.state, name)
    if found is None:
        raise TooMany(f"there are more than {MOST_LEGAL} legal orders: ask for single choices")
    return found


def listed(variant: Variant, state: State, seat: Seat) -> dict[str, list[str]] | None:
    """Every legal order of a seat in a position as it sees it; none if there are too many."""
    ask, many = Ask(variant, state), 0
    found: dict[str, list[str]] = {}
    for charge in ask.mandate(seat).charges:
        orders = legal_by_subject(ask, [charge.subject])
        many += sum(map(len, orders.values()))
        if many > MOST_LEGAL:
            return None
        found |= orders
    return found


def steps(
    house: House,
    account: str | None,
    table_id: str,
    subject: str,
    prefix: list[str],
    *,
    seat: str = "",
) -> list[StepRow]:
    """The next choices for a subject after the words already chosen."""
    ask, name = seat_view(house, account, table_id, seat)
    found = open_steps(ask, name, subject, prefix)
    return [StepRow(s.token, str(s.order) if s.order else None, s.more) for s in found]


def open_steps(ask: Ask, seat: Seat, subject: str, prefix: list[str]) -> tuple[Step, ...]:
    """The same as values; what is not open is refused with its field."""
    try:
        about = find_subject(ask, [c.subject for c in ask.mandate(seat).charges], subject)
        return steps_after(ask, about, prefix)
    except RequestError as error:
        raise Invalid(error.text, error.field) from error


def seat_view(house: House, account: str | None, table_id: str, seat: str) -> tuple[Ask, Seat]:
    """The position as one of the account's seats sees it, while orders are due."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        row = who.own(seat)
        game = need_sound(played(house, tx, who.table))
    if who.table.status not in ("running", "paused"):
        raise Closed(f"no orders are due: the game is {who.table.status}")
    return reader_of(game, Seat(row.seat)).ask, Seat(row.seat)
