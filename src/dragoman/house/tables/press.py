"""Press: what the seats write to each other, in the mode of the table; nobody else reads it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, NotYours, TooMany
from dragoman.house.mail import news
from dragoman.house.play.games import variant_of
from dragoman.house.tables.catalog import press_mode
from dragoman.house.tables.who import Who, approach, approach_locked, need_account
from dragoman.store.columns import storable
from dragoman.store.interface import Tx
from dragoman.store.rows import (
    Account,
    Ballots,
    Block,
    Press,
    PressDraft,
    PressRead,
    SeatRow,
    SiteValue,
    Table,
)

ORGANIZER = ""
"""The sender of what an organizer without a seat writes."""
LONGEST_KEY = 100
LEAST = 100
"""As how many letters a shorter message counts where they are added up."""
MOST_DRAFTS = 50
"""How many messages of a seat may be begun and not sent."""
SEALED = "press before "
"""What the name begins with under which it is kept from when on a seat reads private press."""


class Message(Struct, frozen=True):
    """A message as one of its readers sees it; `n` counts what this reader may read.

    An empty sender is the organizer, and an empty list of receivers means everybody.
    """

    n: int
    at: int
    sender: str
    to: list[str]
    text: str
    mine: bool


class Mail(Struct, frozen=True):
    """The press that a seat may read, how far it has been read, and what was begun."""

    mode: str
    seat: str
    messages: list[Message]
    read: int
    drafts: dict[str, str]
    muted: list[str]


def send_press(
    house: House,
    account: str | None,
    table_id: str,
    to: list[str],
    text: str,
    *,
    seat: str = "",
    key: str | None = None,
) -> Message:
    """Send a message to some seats, or to all; repeated under the same key it is sent once."""
    check_message(house, text, key)
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        sender = ORGANIZER if who.umpires else who.own(seat).seat
        known = tx.find(Press, table=table_id, sender=sender, key=key) if key else []
        if known:
            sent = same_message(known[0], who, to, text)
        else:
            names = receivers(
                who, sender, to, press_mode(who.settings, variant_of(house, who.table))
            )
            sent = _sent(house, tx, who, sender, names, text, key)
        number = len(readable(tx, table_id, sender))
    return Message(number, sent.at, sent.sender, _names(sent.to), sent.text, True)


def check_message(house: House, text: str, key: str | None) -> None:
    """Refuse a message that is empty, too long or no text."""
    if not text.strip():
        raise Invalid("write something", "text")
    if len(text) > house.settings.longest_press:
        raise TooMany(f"a message has at most {house.settings.longest_press} letters")
    if not storable(text) or (key is not None and (not storable(key) or len(key) > LONGEST_KEY)):
        raise Invalid("the text holds signs that are no text", "text")


def same_message(sent: Press, who: Who, to: list[str], text: str) -> Press:
    """What was sent under a key, if it is this message; another would be lost without a word."""
    names = {who.row(name).seat for name in to} - {sent.sender}
    if (sent.text, sent.to) != (text, _json(sorted(names))):
        raise Invalid("this key was used for another message", "key")
    return sent


def receivers(who: Who, sender: str, to: list[str], mode: str) -> list[str]:
    """The seats that a message goes to, if the mode of the table allows them."""
    if who.table.status == "forming":
        raise Closed("there is press once the game has begun")
    names = list(dict.fromkeys(who.row(name).seat for name in to))
    names = [name for name in names if name != sender]
    if to and not names:
        raise Invalid("a message to oneself goes nowhere", "to")
    if sender == ORGANIZER:
        if names:
            raise Invalid("an organizer who does not play writes to everybody", "to")
        return []
    if mode == "none":
        raise Closed("this table plays without press")
    if mode == "open" and names:
        raise Invalid("at an open table every message goes to everybody", "to")
    if mode == "private" and len(names) > 1:
        raise Invalid("write to one seat or to everybody", "to")
    return sorted(names)


def _sent(
    house: House, tx: Tx, who: Who, sender: str, to: list[str], text: str, key: str | None
) -> Press:
    need_room(house, tx, who.table.id, sender, text)
    last = tx.find(Press, table=who.table.id, order="-n", limit=1)
    sent = Press(
        table=who.table.id,
        n=last[0].n + 1 if last else 1,
        at=house.now,
        sender=sender,
        to=_json(to),
        text=text,
        key=key,
    )
    tx.add(sent)
    tx.drop(PressDraft, table=who.table.id, seat=sender, to=sent.to)
    for name in to or ["*"]:
        topic = f"table:{who.table.id}" if name == "*" else f"seat:{who.table.id}:{name}"
        tx.tell(topic, "press")
    heard = [row for row in who.rows if (row.seat in to or not to) and row.seat != sender]
    readers = [row for row in heard if sender not in _names(row.muted)]
    news.tell_seats(house, tx, who.table, readers, news.PRESS, {})
    return sent


def need_room(house: House, tx: Tx, table: str, sender: str, text: str) -> None:
    """Refuse to write on without end: whoever reads or writes at a table has all of it read."""
    before = tx.find(Press, table=table, sender=sender)
    letters = sum(max(len(sent.text), LEAST) for sent in before)
    if letters + len(text) > house.settings.most_press:
        raise Closed(f"{house.settings.most_press} letters have been written from this seat")


def _json(names: list[str]) -> str:
    return msgspec.json.encode(names).decode()


def _names(text: str) -> list[str]:
    return msgspec.json.decode(text, type=list[str])


def may_read(message: Press, seat: str | None) -> bool:
    """Whether a message is for a seat, or for everybody; an observer reads only the latter."""
    to = _names(message.to)
    return not to or (seat is not None and (seat in to or seat == message.sender))


def read_press(house: House, account: str | None, table_id: str, *, seat: str = "") -> Mail:
    """All press that an account's seat may read; an observer reads what goes to everybody."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        row = who.own(seat) if who.seats else None
        mode = press_mode(who.settings, variant_of(house, who.table))
        name = row.seat if row else None
        found = readable(tx, table_id, name)
        hidden = unwanted(tx, who, row)
        read = tx.get(PressRead, table=table_id, account=account) if account else None
        drafts = tx.find(PressDraft, table=table_id, seat=row.seat) if row else []
    writer = ORGANIZER if who.umpires else name
    messages = [
        Message(n, p.at, p.sender, _names(p.to), p.text, p.sender == writer)
        for n, p in enumerate(found, start=1)
        if p.sender not in hidden
    ]
    return Mail(
        mode,
        name or "",
        messages,
        read.n if read else 0,
        {",".join(_names(d.to)): d.text for d in drafts},
        _names(row.muted) if row else [],
    )


def unread(house: House, account: str, table_id: str, seat: str) -> int:
    """How many messages of others an account's seat may read and has not read yet."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        row = who.own(seat)
        read = tx.get(PressRead, table=table_id, account=account)
        new = readable(tx, table_id, row.seat)[read.n if read else 0 :]
        hidden = unwanted(tx, who, row) if new else set()
    own = {*hidden, ORGANIZER if who.umpires else row.seat}
    return sum(message.sender not in own for message in new)


def read_ahead(tx: Tx, account: str, seats: Sequence[tuple[str, str]]) -> None:
    """Read at once what `unread` asks of each of some tables, with the seat that is meant."""
    tx.ahead(PressRead, [{"table": table, "account": account} for table, _ in seats])
    tx.ahead(SiteValue, [{"name": f"{SEALED}{table} {seat}"} for table, seat in seats])
    tx.ahead(Press, [{"table": table} for table, _ in seats])


def readable(tx: Tx, table_id: str, seat: str | None) -> list[Press]:
    """The press that a seat may read; of a sealed one, nothing private from before."""
    sealed = tx.get(SiteValue, name=f"{SEALED}{table_id} {seat}") if seat else None
    last = int(sealed.value) if sealed else 0
    found = tx.find(Press, table=table_id)
    return [p for p in found if may_read(p, seat) and (p.n > last or p.to == _json([]))]


def seal_seat(tx: Tx, table: Table, seat: str) -> None:
    """Leave whoever follows at a seat neither its draft nor the private press from before.

    For the seat of somebody whom an organizer who plays has removed: a friend of his may follow.
    """
    tx.drop(Ballots, table=table.id, seat=seat, turn=table.turn)
    last = max((p.n for p in tx.find(Press, table=table.id)), default=0)
    tx.put(SiteValue(name=f"{SEALED}{table.id} {seat}", at=0, value=str(last)))


def unwanted(tx: Tx, who: Who, row: SeatRow | None) -> set[str]:
    """The seats whose press a reader does not want: muted here, or blocked as accounts."""
    if row is None or who.account is None:
        return set()
    # Where nobody may know who plays, a block by name would tell: there one mutes a seat instead.
    named = not who.settings.anonymous or who.table.status == "finished"
    blocks = tx.find(Block, account=who.account) if named else []
    blocked = {block.blocked for block in blocks}
    return {r.seat for r in who.rows if r.account in blocked} | set(_names(row.muted))


def mark_read(house: House, account: str | None, table_id: str, n: int) -> None:
    """Remember how far an account has read."""
    person = need_account(account)
    with house.store.write() as tx:
        who = approach(tx, person, table_id)
        if tx.get(Account, id=person) is None:
            raise NotYours("say who you are first")
        tx.put(PressRead(table=who.table.id, account=person, n=max(0, min(n, 2**31))))


def save_draft(
    house: House, account: str | None, table_id: str, to: list[str], text: str, *, seat: str = ""
) -> None:
    """Keep a message that is not finished; an empty one is forgotten."""
    if text:
        check_message(house, text, None)
    with house.store.write() as tx:
        # Locked, lest a draft be left at a seat that another takes at this moment.
        who = approach_locked(tx, account, table_id)
        own = who.own(seat).seat
        names = _json(sorted({who.row(name).seat for name in to} - {own}))
        if text.strip():
            begun = tx.find(PressDraft, table=table_id, seat=own)
            if len(begun) >= MOST_DRAFTS and names not in [old.to for old in begun]:
                raise Closed(f"{MOST_DRAFTS} messages are begun: send one of them first")
            draft: dict[str, Any] = {"table": table_id, "seat": own, "to": names, "text": text}
            tx.put(PressDraft(saved=house.now, **draft))
        else:
            tx.drop(PressDraft, table=table_id, seat=own, to=names)


def mute(
    house: House, account: str | None, table_id: str, whom: str, on: bool, *, seat: str = ""
) -> list[str]:
    """Read no more, or again, what a seat writes; which seats are muted then."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        row, other = who.own(seat), who.row(whom).seat
        muted = set(_names(row.muted)) - {other}
        names = sorted(muted | {other} if on else muted)
        tx.change(SeatRow, {"table": row.table, "seat": row.seat}, muted=_json(names))
    return names
