"""What belongs to a person: settings, blocks, a copy of everything kept, and leaving."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.people.accounts import (
    ADDRESS,
    account_of,
    ask_to_verify,
    confirm,
    end_sessions,
    named,
    need_still,
    nobody_else,
    secured,
)
from dragoman.house.people.admins import is_kept
from dragoman.house.people.names import check_email, check_name, name_key
from dragoman.house.settings import read_zone, settings_of
from dragoman.house.tables.log import write_event
from dragoman.house.tables.seats import vacate
from dragoman.house.tables.tables import CANCELLED
from dragoman.store.interface import Taken, Test, Tx
from dragoman.store.rows import (
    Account,
    Ballots,
    Block,
    DraftRow,
    DraftStep,
    Event,
    Hook,
    LabRun,
    Outbox,
    Press,
    PressDraft,
    PressRead,
    Publication,
    SeatRow,
    Session,
    Table,
    Visit,
)
from dragoman.translate import LANGUAGES

FORMER = "former player"
SAID = Test("kind", "=", "said")
"""What somebody said at tables that waited for players."""


class Preferences(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a person may choose: time zone, language, of what to have mail (none: as advised).

    Without a language it is the one that the browser asks for, and English in mails.
    """

    zone: str = "UTC"
    mails: list[str] | None = None
    language: str = ""
    theme: str = ""


def preferences(account: Account) -> Preferences:
    """What a person has chosen."""
    return msgspec.json.decode(account.settings or "{}", type=Preferences)


def read_language(language: str) -> None:
    """Refuse a language that the site does not speak."""
    if language and language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Invalid(f"no such language: choose one of {known}", "preferences.language")


def speak_to(house: House, account: Account, language: str) -> None:
    """Keep the language in which somebody is written to."""
    wanted = msgspec.structs.replace(preferences(account), language=language)
    change_me(house, account.id, None, wanted)


def change_me(
    house: House, account: str, name: str | None, preferences: Preferences | None
) -> Account:
    """Change one's name or preferences."""
    to: dict[str, Any] = {}
    if name is not None:
        to |= {"name": check_name(name)}
    if preferences is not None:
        read_zone(preferences.zone, "preferences.zone")
        read_language(preferences.language)
        if len(preferences.mails or []) > 30 or len(msgspec.json.encode(preferences)) > 2000:
            raise Invalid("too much to remember", "preferences")
        to |= {"settings": msgspec.json.encode(preferences).decode()}
    with house.store.write() as tx:
        row = account_of(tx, account)
        if name is not None and is_kept(tx, name, account):
            raise Invalid("this name is taken: choose another", "name")
        if name is not None and row.kind == "person":
            to |= {"name_key": name_key(to["name"])}
        elif name is not None:
            nobody_else(tx, to["name"])
        try:
            if to:
                tx.change(Account, {"id": account}, **to)
        except Taken as error:
            raise Invalid("this name is taken: choose another", "name") from error
        return account_of(tx, account)


def change_email(house: House, account: str, email: str, password: str, session: str = "") -> None:
    """Change one's mail address; it counts once the link sent there is followed.

    Sessions elsewhere than the one named end.
    """
    address = check_email(email) if email else ""
    row = confirm(house, account, password)
    if row.kind == "guest":
        raise Invalid("a guest has no mail address here: register first", "email")
    with house.store.write() as tx:
        need_still(tx, row)
        tx.change(Account, {"id": account}, email=address, email_key=None)
        secured(tx, house, row, ADDRESS, session)
        if address:
            ask_to_verify(tx, house, row, address)


def blocked(house: House, account: str) -> list[str]:
    """The names of those whose press one does not want to read."""
    with house.read() as tx:
        rows = (tx.get(Account, id=row.blocked) for row in tx.find(Block, account=account))
        return sorted(row.name for row in rows if row is not None and row.closed is None)


def block(house: House, account: str, name: str) -> None:
    """Read no more press of somebody."""
    with house.store.write() as tx:
        other = named(tx, name)
        if other.id == account:
            raise Invalid("you cannot block yourself", "name")
        try:
            tx.add(Block(account=account, blocked=other.id))
        except Taken:
            return


def unblock(house: House, account: str, name: str) -> None:
    """Read the press of somebody again."""
    with house.store.write() as tx:
        tx.drop(Block, account=account, blocked=named(tx, name).id)


def export(house: House, account: str) -> dict[str, Any]:
    """Everything that is kept about a person, but for hashes of secrets."""
    with house.read() as tx:
        row = account_of(tx, account)
        seats = tx.find(SeatRow, account=account)
        return {
            "account": _shown(row, "password", "name_key", "email_key"),
            "sessions": [_shown(s, "id") for s in tx.find(Session, account=account)],
            "webhooks": [_shown(h, "secret") for h in tx.find(Hook, account=account)],
            "blocked": len(tx.find(Block, account=account)),
            "organizes": [t.id for t in tx.find(Table, organizer=account)],
            "read": [_shown(r) for r in tx.find(PressRead, account=account)],
            "said": [_shown(e, "actor") for e in tx.find(Event, SAID, actor=account)],
            "followed": [_shown(v) for v in tx.find(Visit, account=account)],
            "variants": [_shown(d) for d in tx.find(DraftRow, owner=account)],
            "published": [_shown(p) for p in tx.find(Publication, owner=account)],
            "seats": [_seat_export(tx, seat, account) for seat in seats],
        }


def _seat_export(tx: Tx, seat: SeatRow, account: str) -> dict[str, Any]:
    """What somebody wrote at a seat, and not what others wrote there before."""
    at, since = seat.table, _taken_over(tx, seat, account)
    later, sent = Test("saved", ">=", since), Test("at", ">=", since)
    return {
        **_shown(seat, "link"),
        "orders": [_shown(b) for b in tx.find(Ballots, later, seat=seat.seat, table=at)],
        "press": [_shown(p, "key") for p in tx.find(Press, sent, sender=seat.seat, table=at)],
        "drafts": [_shown(d) for d in tx.find(PressDraft, later, seat=seat.seat, table=at)],
    }


def _taken_over(tx: Tx, seat: SeatRow, account: str) -> int:
    """When an account took a seat over from another; the beginning of time if it did not."""
    found = tx.find(Event, Test("kind", "=", "replaced"), table=seat.table, actor=account)
    return max((e.at for e in found if msgspec.json.decode(e.body)["seat"] == seat.seat), default=0)


def _shown(row: Struct, *without: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(row)
    return {key: value for key, value in found.items() if key not in without}


def close_account(tx: Tx, house: House, account: str) -> None:
    """Close an account for good: what names the person goes, what the games need stays."""
    end_sessions(tx, account)
    tx.drop(Hook, account=account)
    tx.drop(Block, account=account)
    tx.drop(Block, blocked=account)
    tx.drop(PressRead, account=account)
    tx.drop(Visit, account=account)
    drop_drafts(tx, account)
    tx.change(
        Account,
        {"id": account},
        name=FORMER,
        name_key=None,
        email="",
        email_key=None,
        password="",
        settings="{}",
        closed=house.clock.now(),
    )


def drop_drafts(tx: Tx, account: str) -> None:
    """Delete what somebody was making; what was published stays for those who play it."""
    for draft in tx.find(DraftRow, owner=account):
        tx.drop(DraftStep, draft=draft.id)
    tx.drop(DraftRow, owner=account)
    tx.drop(LabRun, owner=account)
    tx.change(Publication, {"owner": account, "visibility": "list"}, visibility="link")


def leave(house: House, account: str, password: str) -> None:
    """Close one's own account for good; one's seats wait for others."""
    row = confirm(house, account, password)
    with house.store.write() as tx:
        get_up(tx, house, account)
        need_still(tx, row)
        if row.email_key:
            # Only an address that is known to be his own: another's mail is not ours to drop.
            tx.drop(Outbox, address=row.email)
        close_account(tx, house, account)


def get_up(tx: Tx, house: House, account: str) -> None:
    """Get up from every seat of a game that is not over, and organize nothing any more."""
    ids = sorted({seat.table for seat in tx.find(SeatRow, account=account)})
    # All at once and before any account, as in `lock_all`: nobody waits in a circle.
    for table in tx.find(Table, Test("id", "in", ids), lock="wait"):
        if table.status != "finished" and not settings_of(table.settings).sandbox:
            # Read again, as another may have taken the seat before the table was locked.
            for seat in tx.find(SeatRow, table=table.id, account=account):
                table = vacate(house, tx, table, seat, account)
    for table in tx.find(Table, organizer=account):
        if table.status == "forming":
            write_event(tx, table, house.now, "cancelled", account, {}, **CANCELLED)
        tx.change(Table, {"id": table.id}, organizer=None)
