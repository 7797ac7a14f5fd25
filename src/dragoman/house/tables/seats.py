"""Seats: taken by people with an account or a secret link, or by bots; left, and taken over."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Closed, NotYours, Unknown
from dragoman.house.mail import news
from dragoman.house.mail.notices import BUT_ONE, send_later
from dragoman.house.people.names import check_email
from dragoman.house.people.tallies import count_abandoned
from dragoman.house.play.bots import check_bot
from dragoman.house.settings import settings_of
from dragoman.house.tables.choices import write_choice
from dragoman.house.tables.log import HOUSE, REMOVED, write_event
from dragoman.house.tables.tables import begin, need_forming
from dragoman.house.tables.who import (
    Who,
    approach_locked,
    hashed,
    is_open,
    need_account,
    need_organizer,
)
from dragoman.house.world import new_secret
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Account, Event, PressDraft, SeatRow, Table, Token

YEAR = 366 * 86_400_000
NOTHING: Mapping[str, str] = MappingProxyType({})


class Seated(Struct, frozen=True):
    """Where an account has sat down; with the link, a guest finds back to the seat."""

    table: str
    seat: str
    link: str = ""


def join(
    house: House,
    account: str | None,
    table_id: str,
    seat: str = "",
    *,
    invite: str = "",
    choices: Mapping[str, str] = NOTHING,
) -> Seated:
    """Sit down at a table: on the seat named, or on any that is open.

    What the seat may choose is chosen on the way, as the last to sit down begins the game.
    """
    person = need_account(account)
    with house.store.write() as tx:
        who = approach_locked(tx, person, table_id, invite=invite)
        row = who.row(seat) if seat else any_open(who)
        if row.seat in who.seats and row.left is None:
            return Seated(table_id, row.seat)
        for option, value in choices.items():
            need_forming(who.table)
            table = write_choice(house, tx, who.table, row, person, option, value)
            who = msgspec.structs.replace(who, table=table)
        sit(house, tx, who, row, person)
    return Seated(table_id, row.seat)


def any_open(who: Who) -> SeatRow:
    """A seat that somebody may take; the account's own, if it has one."""
    if who.seats:
        return who.row(who.seats[0])
    for row in who.rows:
        if is_open(row):
            return row
    raise Closed("every seat is taken")


def sit(house: House, tx: Tx, who: Who, row: SeatRow, person: str, link: str = "") -> None:
    """Put a person on a seat, if it is open and the person may have it."""
    check_seat_open(who, row, person)
    if not link and was_removed(tx, who.table, person):
        raise NotYours("the organizer has taken this person's seat: only a link leads back")
    own = {"table": row.table, "seat": row.seat, "account": row.account, "left": row.left}
    new = {"account": person, "left": None, "missed": 0, "link": hashed(link) if link else None}
    if row.account != person:
        new |= {"votes": "{}", "ready": False}
    if tx.change(SeatRow, own, **new) != 1:
        raise Closed(f"the seat {row.seat} has just been taken")
    if row.account != person:
        # What was begun and never sent is nobody else's business.
        tx.drop(PressDraft, table=row.table, seat=row.seat)
    if row.account is not None and row.account != person:
        house.notify(tx, [row.account], news.REPLACED, who.table, {"seat": row.seat})
    kind = "joined" if who.table.status == "forming" else "replaced"
    table = write_event(tx, who.table, house.now, kind, person, {"seat": row.seat})
    if table.status == "forming" and who.settings.start == "full":
        rows = tx.find(SeatRow, table=table.id)
        if not any(is_open(each) for each in rows):
            begin(house, tx, table, HOUSE)


def was_removed(tx: Tx, table: Table, person: str) -> bool:
    """Whether the organizer has taken a seat of this table from a person."""
    found = tx.find(Event, Test("kind", "=", REMOVED), table=table.id)
    return any(msgspec.json.decode(event.body).get("of") == person for event in found)


def check_seat_open(who: Who, row: SeatRow, person: str) -> None:
    """Refuse a seat that is not to be had."""
    if who.table.status == "finished":
        raise Closed("the game is over")
    if not is_open(row):
        raise Closed(f"the seat {row.seat} is taken")
    if [seat for seat in who.seats if seat != row.seat]:
        raise Closed(f"you hold the seat {who.seats[0]} already")
    if who.table.status != "forming" and not who.settings.replacements and row.account != person:
        raise Closed("this table takes nobody in once it has begun")
    if who.organizes and not who.settings.organizer_plays:
        raise NotYours("the organizer of this table does not play")
    another = who.table.status != "forming" and row.account != person
    if who.organizes and another and (row.left is not None or who.settings.anonymous):
        # Else he could open a seat and read what was written there, or sit down knowing all names.
        raise NotYours("this seat is for somebody else than the organizer")


def leave(house: House, account: str | None, table_id: str, seat: str = "") -> None:
    """Get up from a seat; in a running game it waits for somebody else."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        row = who.own(seat)
        if who.table.status == "finished":
            raise Closed("the game is over; the seat stays yours")
        if who.settings.sandbox:
            raise Closed("at a sandbox you hold every seat; end it instead")
        vacate(house, tx, who.table, row, str(who.account))


def vacate(house: House, tx: Tx, table: Table, row: SeatRow, actor: str) -> Table:
    """Empty a seat; in a running game that is an abandoned one."""
    begun = table.status != "forming"
    left = house.now if begun else None
    tx.change(
        SeatRow,
        {"table": row.table, "seat": row.seat},
        account=None,
        bot=None,
        link=None,
        ready=False,
        missed=0,
        votes="{}",
        left=left,
    )
    if begun and row.account is not None and row.left is None and row.account == actor:
        secretly = table.id if settings_of(table.settings).anonymous else ""
        count_abandoned(tx, row.account, secretly)
    return write_event(tx, table, house.now, "left", actor, {"seat": row.seat})


def make_link(house: House, account: str | None, table_id: str, seat: str) -> str:
    """A secret link to a seat, for the organizer to hand on; an earlier one no longer works."""
    secret = new_secret(house.rng)
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        need_organizer(who)
        row = who.row(seat)
        if not is_open(row) or row.account is not None:
            raise Closed(f"the seat {row.seat} is taken")
        tx.change(SeatRow, {"table": row.table, "seat": row.seat}, link=hashed(secret))
    return secret


def take_link(house: House, account: str | None, secret: str) -> Seated:
    """Sit down by a secret link.

    The answer has a new link, which only the one who sat down knows, to come back with.
    """
    person, fresh = need_account(account), new_secret(house.rng)
    with house.store.write() as tx:
        found = find_link(tx, secret)
        table = tx.lock(Table, id=found.table)
        if table is None:
            raise Unknown("this link leads nowhere")
        row = find_link(tx, secret)
        if row.account == person:
            return Seated(row.table, row.seat, secret)
        who = approach_linked(tx, person, table)
        sit(house, tx, who, row, person, fresh)
    return Seated(row.table, row.seat, fresh)


def way_back(
    house: House, account: str | None, table_id: str, seat: str = "", *, known: str = ""
) -> Seated:
    """A link by which a guest finds back to his own seat; the one that he knows already, if any.

    A new one takes the place of the one before.
    """
    person = need_account(account)
    with house.store.write() as tx:
        row = approach_locked(tx, person, table_id).own(seat)
        holder = tx.get(Account, id=person)
        if holder is None or holder.kind != "guest":
            raise NotYours("this seat belongs to an account: log in to come back to it")
        if known and row.link == hashed(known):
            return Seated(table_id, row.seat, known)
        fresh = new_secret(house.rng)
        tx.change(SeatRow, {"table": row.table, "seat": row.seat}, link=hashed(fresh))
    return Seated(table_id, row.seat, fresh)


def mail_way_back(
    house: House, account: str | None, table_id: str, seat: str, known: str, email: str
) -> tuple[Seated, bool]:
    """Mail a guest his way back to a seat; which it is, and whether the mail goes out."""
    address = check_email(email)
    seated = way_back(house, account, table_id, seat, known=known)
    site = house.settings.base_url.rstrip("/") or "http://localhost"
    text = f"By this link you come back to your seat, {seated.seat}. Give it to nobody else:\n"
    with house.store.write() as tx:
        to = tx.get(Account, id=account) if account else None
        whole = f"{text}{site}/seat#{seated.link}\n"
        goes = send_later(tx, house, address, "Your seat at the table", whole, to=to, most=BUT_ONE)
    return seated, goes


def approach_linked(tx: Tx, person: str, table: Table) -> Who:
    """A person whom a link has brought to a table."""
    rows = tuple(tx.find(SeatRow, table=table.id))
    return Who(person, table, rows, settings_of(table.settings))


def find_link(tx: Tx, secret: str) -> SeatRow:
    """The seat that a link leads to."""
    found = tx.find(SeatRow, link=hashed(secret))
    if not found:
        raise Unknown("this link leads nowhere: it was used, or replaced by another")
    return found[0]


def guest_of_link(house: House, secret: str, account: str | None = None) -> Account | None:
    """The guest who sat down by a link and comes back with it; none if the seat waits for one.

    Nor if it is the account that asks already, or one that takes the seat over.
    """
    with house.read() as tx:
        row = find_link(tx, secret)
        holder = tx.get(Account, id=row.account) if row.account is not None else None
        if holder is None or account == holder.id or (account is not None and is_open(row)):
            return None
        if holder.kind != "guest" or holder.closed is not None:
            raise NotYours("this seat belongs to an account: log in")
        if account is not None and not is_new(tx, account):
            raise Closed("this seat is a guest's: log out here, and the link leads back to it")
        return holder


def is_new(tx: Tx, account: str) -> bool:
    """Whether somebody is a guest without a table, of whom nothing is lost in this browser."""
    row = tx.get(Account, id=account)
    sits = tx.count(SeatRow, account=account) or tx.count(Table, organizer=account)
    return row is not None and row.kind == "guest" and not sits


def make_invitation(house: House, account: str | None, table_id: str) -> str:
    """A secret that lets anybody who has it know of the table and join it."""
    secret = new_secret(house.rng)
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        need_organizer(who)
        until = house.now + YEAR
        tx.add(Token(id=hashed(secret), purpose="invite", subject=table_id, until=until))
    return secret


def end_invitations(house: House, account: str | None, table_id: str) -> None:
    """Take every invitation to a table back; those who sit there stay."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        need_organizer(who)
        tx.drop(Token, purpose="invite", subject=table_id)
        # Whoever only listens by an invitation is to hear that it has ended.
        tx.tell(f"table:{table_id}", str(who.table.events))


def seat_bot(house: House, account: str | None, table_id: str, seat: str, bot: str) -> None:
    """Put a bot on a seat that is open."""
    name = check_bot(bot)
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        owner, row = need_organizer(who), who.row(seat)
        if who.table.status == "finished":
            raise Closed("the game is over")
        if not is_open(row) and not who.settings.sandbox:
            raise Closed(f"the seat {row.seat} is taken")
        tx.put(msgspec.structs.replace(row, account=None, bot=name, left=None, link=None, missed=0))
        body = {"seat": row.seat, "bot": name}
        table = write_event(tx, who.table, house.now, "bot", owner, body)
        rows = tx.find(SeatRow, table=table.id)
        full = not any(is_open(each) for each in rows) and any(each.account for each in rows)
        if table.status == "forming" and who.settings.start == "full" and full:
            begin(house, tx, table, owner)


def clear_seat(house: House, account: str | None, table_id: str, seat: str) -> None:
    """Empty a seat while the table is forming; at a sandbox, take it back from a bot."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        owner, row = need_organizer(who), who.row(seat)
        if who.settings.sandbox:
            tx.change(SeatRow, {"table": row.table, "seat": row.seat}, account=owner, bot=None)
            write_event(tx, who.table, house.now, "joined", owner, {"seat": row.seat})
            return
        need_forming(who.table)
        vacate(house, tx, who.table, row, owner)
