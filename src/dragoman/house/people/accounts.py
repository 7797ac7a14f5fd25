"""Accounts: who people are, and how the house knows them again.

A session's token has 256 bits; the store holds only its hash. A mail address counts once its owner
has followed the link sent there: until then nobody else learns that it is known.
"""

import base64
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid, Refused, Unknown
from dragoman.house.mail.notices import ANNOUNCED, BUT_ONE, send_later
from dragoman.house.people.admins import is_kept
from dragoman.house.people.names import check_email, check_name, email_key, name_key
from dragoman.house.people.passwords import check_password, passwords
from dragoman.house.tables.who import hashed
from dragoman.house.world import new_id
from dragoman.store.interface import StoreDown, Taken, Test, Tx
from dragoman.store.rows import Account, Session, Token
from dragoman.translate import ENGLISH

HOUR = 3_600_000
DAY = 24 * HOUR
IDLE, LONGEST = 30 * DAY, 180 * DAY
"""How long a session lasts unused, and at most."""
LINK_LASTS = HOUR
"""How long a link in a mail can be used."""
TOUCHED = 5 * 60_000
"""How often it is noted that a session is in use."""
WRONG = "this name and password do not belong together"
NOT_YOURS = "this is not your password"
ADDRESS = "mail address"


class Stranger(Refused):
    """Only for those who are logged in, or the login failed."""

    code = 401


class Login(Struct, frozen=True):
    """Somebody who is known: the account and the session by which it is known."""

    account: Account
    session: Session


def new_token(house: House) -> str:
    """A secret of 256 bits."""
    return base64.urlsafe_b64encode(house.rng.randbytes(32)).decode().rstrip("=")


def account_of(tx: Tx, account: str | None) -> Account:
    """The open account of an id."""
    found = None if account is None else tx.get(Account, id=account)
    if found is None or found.closed is not None:
        raise Stranger("log in first")
    return found


def named(tx: Tx, name: str) -> Account:
    """The open account of a name."""
    found = tx.find(Account, name_key=name_key(name)) if name_key(name) else []
    if not found or found[0].closed is not None:
        raise Unknown(f"nobody here is called {name[:40]!r}", "name")
    return found[0]


def register(
    house: House,
    name: str,
    password: str,
    email: str = "",
    guest: str | None = None,
    language: str = ENGLISH,
) -> Account:
    """A new account; a guest who registers keeps the seats he has."""
    name = check_name(name)
    email = check_email(email) if email else ""
    kept = passwords().hash(check_password(password, name, email))
    now = house.clock.now()
    row = Account(
        id=new_id(house.rng),
        name=name,
        name_key=name_key(name),
        email=email,
        password=kept,
        created=now,
        settings=speaking(language),
    )
    with house.store.write() as tx:
        old = tx.lock(Account, id=guest) if guest else None
        if is_kept(tx, name):
            raise Invalid(f"the name {name!r} is taken: choose another", "name")
        try:
            row = _upgraded(tx, old, row) if old and old.kind == "guest" else _added(tx, row)
        except Taken as error:
            raise Invalid(f"the name {name!r} is taken: choose another", "name") from error
        if email:
            ask_to_verify(tx, house, row, email)
    return row


def speaking(language: str) -> str:
    """The settings of a new account: a language that is not the one of all mails is kept."""
    return msgspec.json.encode({} if language == ENGLISH else {"language": language}).decode()


def _added(tx: Tx, row: Account) -> Account:
    tx.add(row)
    return row


def _upgraded(tx: Tx, old: Account, new: Account) -> Account:
    row = msgspec.structs.replace(
        new, id=old.id, created=old.created, settings=old.settings, tally=old.tally
    )
    tx.put(row)
    # Some may have been opened by a link to his seat: from now on a password leads there.
    end_sessions(tx, row.id)
    return row


def new_guest(house: House, name: str = "", language: str = ENGLISH) -> Account:
    """An account for somebody who has none and wants to play now."""
    key = new_id(house.rng)
    # Two guests at a table should not be called the same.
    shown = check_name(name) if name else f"Guest {key[:3]}"
    now, chosen = house.clock.now(), speaking(language)
    row = Account(id=key, kind="guest", name=shown, created=now, settings=chosen)
    with house.store.write() as tx:
        nobody_else(tx, shown)
        tx.add(row)
    return row


def nobody_else(tx: Tx, name: str) -> None:
    """Refuse a guest who would be taken for somebody with an account."""
    if is_kept(tx, name) or tx.find(Account, name_key=name_key(name), limit=1):
        raise Invalid(f"{name!r} has an account: log in, or choose another name", "name")


def log_in(house: House, name: str, password: str) -> Account:
    """The account of a name or address, if the password is its own."""
    with house.read() as tx:
        found = _called(tx, name)
    if not passwords().verify(found.password if found else "", password) or found is None:
        raise Stranger(WRONG)
    return found


def _called(tx: Tx, name: str) -> Account | None:
    """The open account of a name or a verified address; both are looked up, whichever it is."""
    # No name has this sign, but one may have all other letters of an address.
    key = "" if "@" in name else name_key(name)
    rows = tx.find(Account, name_key=key or "?")
    rows += tx.find(Account, email_key=email_key(name.strip()) or "?")
    return next((row for row in rows if row.closed is None), None)


def open_session(house: House, account: Account, agent: str = "", old: str = "") -> str:
    """The token of a new session; an old one of the same browser ends.

    None if the password has changed since the account was read: it was known by the old one.
    """
    token, now = new_token(house), house.clock.now()
    with house.store.write() as tx:
        if not is_still(tx, account):
            raise Stranger(WRONG)
        if old:
            tx.drop(Session, id=hashed(old))
        tx.add(
            Session(
                id=hashed(token),
                account=account.id,
                created=now,
                seen=now,
                until=now + LONGEST,
                agent=agent[:200],
            )
        )
    return token


def known(house: House, token: str) -> Login | None:
    """Who holds this token, if it is good still."""
    if not token:
        return None
    now = house.clock.now()
    with house.read() as tx:
        session = tx.get(Session, id=hashed(token))
        account = tx.get(Account, id=session.account) if session else None
    if session is None or account is None or account.closed is not None:
        return None
    if now >= session.until or now - session.seen >= IDLE:
        return None
    if now - session.seen >= TOUCHED:
        # On a full disk one can still read: nothing but the note of this look is lost.
        with suppress(StoreDown), house.store.write() as tx:
            tx.change(Session, {"id": session.id}, seen=now)
    return Login(account, session)


def sessions(house: House, account: str) -> list[Session]:
    """The sessions that are open, the one last used first."""
    now = house.clock.now()
    tests = (Test("until", ">", now), Test("seen", ">", now - IDLE))
    with house.read() as tx:
        return tx.find(Session, *tests, account=account, order="-seen")


def end_session(house: House, account: str, session: str) -> None:
    """End a session of one's own; `session` is its id or how the id begins."""
    with house.store.write() as tx:
        mine = [s for s in tx.find(Session, account=account) if s.id.startswith(session)]
        if len(session) < 12 or len(mine) != 1:
            raise Unknown("you have no such session")
        tx.drop(Session, id=mine[0].id)
        _sessions_changed(tx, account)


def end_sessions(tx: Tx, account: str, but: str = "") -> None:
    """End all sessions of an account, or all but one."""
    tx.drop(Session, Test("id", "!=", but), account=account)
    _sessions_changed(tx, account)


def _sessions_changed(tx: Tx, account: str) -> None:
    """Open streams look again whether they may go on."""
    tx.tell(f"account:{account}", "sessions")


def forget_expired(house: House) -> None:
    """Forget sessions and links that are of no more use."""
    now = house.clock.now()
    with house.store.write() as tx:
        tx.drop(Session, Test("until", "<=", now))
        tx.drop(Session, Test("seen", "<=", now - IDLE))
        tx.drop(Token, Test("until", "<=", now))


def make_link(tx: Tx, house: House, purpose: str, subject: dict[str, Any], lasts: int) -> str:
    """A secret for one purpose, good once."""
    secret = new_token(house)
    tx.add(
        Token(
            id=hashed(secret),
            purpose=purpose,
            subject=msgspec.json.encode(subject).decode(),
            until=house.clock.now() + lasts,
        )
    )
    return secret


def use_link(tx: Tx, house: House, purpose: str, secret: str) -> dict[str, Any]:
    """What a secret is about, once; it is used up by this."""
    now = house.clock.now()
    found = tx.get(Token, id=hashed(secret))
    if found is None or found.purpose != purpose or found.until <= now:
        raise Unknown("this link is used up or too old: ask for a new one")
    subject: dict[str, Any] = msgspec.json.decode(found.subject)
    # The account first, as whoever has it locked ends its links: else two would wait in a circle.
    tx.lock(Account, id=subject["account"])
    if tx.change(Token, {"id": found.id, "used": None}, used=now) != 1:
        raise Unknown("this link is used up or too old: ask for a new one")
    return subject


def ask_to_verify(tx: Tx, house: House, account: Account, email: str) -> None:
    """Send a link to an address, or tell its owner that it is in use here already."""
    taken = tx.find(Account, email_key=email_key(email))
    if taken and taken[0].id != account.id:
        text = (
            f"Somebody gave this address at {_site(house)}, where it belongs to an account already."
        )
        send_later(
            tx,
            house,
            email,
            "Your mail address",
            f"{text}\nYou need not do anything.\n",
            to=taken[0],
            most=BUT_ONE,
        )
        return
    secret = make_link(tx, house, "verify", {"account": account.id, "email": email}, 7 * DAY)
    text = f"Follow this link, and mail from {_site(house)} will reach you:"
    text = f"{text}\n{_site(house)}/verify#{secret}\n"
    send_later(tx, house, email, "Your mail address", text, to=account)


def verify_email(house: House, secret: str) -> None:
    """Take note that an address belongs to the account that gave it."""
    with house.store.write() as tx:
        subject = use_link(tx, house, "verify", secret)
        account, email = account_of(tx, subject["account"]), str(subject["email"])
        if account.email != email:
            raise Unknown("this link is for an address that you have changed since")
        try:
            tx.change(Account, {"id": account.id}, email_key=email_key(email))
        except Taken as error:
            raise Unknown("this address belongs to another account") from error


def ask_for_reset(house: House, email: str) -> None:
    """Send a link for a new password, if the address is known; nobody learns whether it is."""
    address = check_email(email)
    with house.store.write() as tx:
        found = tx.find(Account, email_key=email_key(address), closed=None)
        who = found[0].id if found else ""
        # Unknown addresses cost the same writes, so that time tells nothing either.
        secret = make_link(tx, house, "reset" if found else "none", {"account": who}, LINK_LASTS)
        text = f"To choose a new password, follow this link within an hour:\n{_site(house)}/reset#"
        to, channel = (found[0], "mail") if found else (None, "none")
        # To the address as its owner wrote it, not as somebody has written it now.
        at = to.email if to else address
        send_later(tx, house, at, "A new password", f"{text}{secret}\n", to=to, channel=channel)


def reset_password(house: House, secret: str, password: str) -> Account:
    """Set a new password by a link; every session ends."""
    kept = passwords().hash(check_password(password))
    with house.store.write() as tx:
        account = account_of(tx, use_link(tx, house, "reset", secret)["account"])
        tx.change(Account, {"id": account.id}, password=kept)
        secured(tx, house, account, "password")
    return account


def secured(tx: Tx, house: House, old: Account, what: str, but: str = "") -> None:
    """After a change of what one logs in by: old links and sessions end, and it is announced.

    The mail goes to the address that the account had before, if that was its owner's.
    """
    tx.drop(Token, purpose="reset", subject=msgspec.json.encode({"account": old.id}).decode())
    end_sessions(tx, old.id, but)
    if old.email_key:
        text = f"The {what} of your account at {_site(house)} was changed."
        help_ = f"If that was not you, choose a new password: {_site(house)}/forgotten"
        if what == ADDRESS:  # no link goes to the old one any more
            help_ = "If that was not you, tell those who run the site at once."
        subject, text = f"Your {what} was changed", f"{text}\n{help_}\n"
        send_later(tx, house, old.email, subject, text, to=old, counted=ANNOUNCED)


def change_password(house: House, account: str, old: str, new: str) -> Account:
    """Set a new password with the old one; every session ends."""
    row = confirm(house, account, old)
    kept = passwords().hash(check_password(new, row.name, row.email))
    with house.store.write() as tx:
        need_still(tx, row)
        tx.change(Account, {"id": account}, password=kept)
        secured(tx, house, row, "password")
        return account_of(tx, account)


def confirm(house: House, account: str, password: str) -> Account:
    """The account, if the password is its own; a guest has none to give."""
    with house.read() as tx:
        row = account_of(tx, account)
    if row.kind != "guest" and not passwords().verify(row.password, password):
        raise Invalid(NOT_YOURS, "password")
    return row


def is_still(tx: Tx, account: Account) -> bool:
    """Whether an account is open and has the password that it had when it was read; locks it."""
    found = tx.lock(Account, id=account.id)
    return found is not None and found.closed is None and found.password == account.password


def need_still(tx: Tx, account: Account) -> None:
    """Refuse what was asked for with a password that has been changed meanwhile."""
    if not is_still(tx, account):
        raise Invalid(NOT_YOURS, "password")


def _site(house: House) -> str:
    """The address of the house, as mails give it."""
    return house.settings.base_url.rstrip("/") or "http://localhost"
