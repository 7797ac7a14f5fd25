"""Routes about people: accounts, sessions, and what belongs to one."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.mail import hooks, push
from dragoman.house.people import accounts, personal
from dragoman.house.people.names import name_key
from dragoman.house.people.personal import Preferences
from dragoman.house.people.tallies import tally_of
from dragoman.store.rows import Account
from dragoman.web.call import Call, Done, HttpAnswer
from dragoman.web.language import spoken
from dragoman.web.limits import ACCOUNTS, LOGIN_ADDRESS, LOGIN_NAME, MAILS
from dragoman.web.routes import delete, get, patch, post


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every body is: fields by name, and no others."""


class Reliability(Struct, frozen=True):
    """What is counted of somebody, and the figure that it makes: 0 to 100, none at first."""

    owed: int
    missed: int
    abandoned: int
    figure: int | None


class NewAccount(Body, frozen=True, kw_only=True):
    """A new account; the mail address may be left out."""

    name: str
    password: str
    email: str = ""
    bearer: bool = False


class NewSession(Body, frozen=True, kw_only=True):
    """A name, or mail address, and a password; with `bearer`, the token is in the answer."""

    name: str
    password: str
    bearer: bool = False


class NewGuest(Body, frozen=True, kw_only=True):
    """How a guest is called."""

    name: str = ""
    bearer: bool = False


class Me(Struct, frozen=True, kw_only=True):
    """Who one is."""

    id: str
    kind: str
    name: str
    email: str
    verified: bool
    created: int
    preferences: Preferences
    reliability: Reliability
    token: str = ""


class SessionRow(Struct, frozen=True, kw_only=True):
    """A session that is open."""

    id: str
    created: int
    seen: int
    until: int
    agent: str
    this: bool


class MePatch(Body, frozen=True, kw_only=True):
    """What one may change of oneself."""

    name: str | None = None
    preferences: Preferences | None = None


class NewEmail(Body, frozen=True, kw_only=True):
    """Another mail address, or none, with the password."""

    email: str
    password: str


class NewPassword(Body, frozen=True, kw_only=True):
    """The old password and the new one."""

    old: str
    new: str
    bearer: bool = False


class Confirmed(Body, frozen=True, kw_only=True):
    """One's password; a guest leaves it empty."""

    password: str = ""


class Address(Body, frozen=True, kw_only=True):
    """A mail address."""

    email: str


class Secret(Body, frozen=True, kw_only=True):
    """The secret of a link."""

    secret: str


class Reset(Body, frozen=True, kw_only=True):
    """The secret of a link, and a new password."""

    secret: str
    password: str


class Name(Body, frozen=True, kw_only=True):
    """The name of somebody."""

    name: str


class NewHook(Body, frozen=True, kw_only=True):
    """Where a webhook goes."""

    url: str


class HookRow(Struct, frozen=True):
    """A webhook; its secret is shown when it is made, and never again."""

    id: str
    url: str
    secret: str = ""


class PushKeys(Body, frozen=True, kw_only=True):
    """The keys of a browser's subscription."""

    p256dh: str
    auth: str


class PushAddress(Body, frozen=True, kw_only=True):
    """A browser that is sent news, as browsers write it."""

    endpoint: str
    keys: PushKeys
    expires: int | None = msgspec.field(default=None, name="expirationTime")


class Endpoint(Body, frozen=True, kw_only=True):
    """The address of a browser's subscription."""

    endpoint: str


class PushKey(Struct, frozen=True):
    """The key by which a browser knows messages of this site."""

    key: str


class Person(Struct, frozen=True):
    """What anybody may know of somebody."""

    name: str
    created: int
    reliability: Reliability


def reliability(account: Account) -> Reliability:
    """How far one can rely on somebody."""
    tally = tally_of(account)
    return Reliability(tally.owed, tally.missed, tally.abandoned, tally.reliability)


def me_of(account: Account, token: str = "") -> Me:
    """An account as its owner sees it."""
    return Me(
        id=account.id,
        kind=account.kind,
        name=account.name,
        email=account.email,
        verified=account.email_key is not None,
        created=account.created,
        preferences=personal.preferences(account),
        reliability=reliability(account),
        token=token,
    )


def logged_in(call: Call, account: Account, bearer: bool, status: int = 201) -> HttpAnswer:
    """An answer that opens a new session, in a cookie or for a program; an old one ends."""
    token = accounts.open_session(call.house, account, call.agent, call.token)
    if bearer:
        return HttpAnswer(body=me_of(account, token), status=status)
    return HttpAnswer(body=me_of(account), status=status, token=token)


def register(call: Call) -> HttpAnswer:
    """A new account, logged in; a guest keeps his seats."""
    body: NewAccount = call.body
    account = accounts.register(
        call.house, body.name, body.password, body.email, call.who, spoken()
    )
    return logged_in(call, account, body.bearer)


def log_in(call: Call) -> HttpAnswer:
    """A new session, if name and password fit."""
    body: NewSession = call.body
    count_login(call, body.name)
    account = accounts.log_in(call.house, body.name, body.password)
    return logged_in(call, account, body.bearer)


def count_login(call: Call, name: str) -> None:
    """Count that somebody tries to log in, by name and address together.

    So somebody elsewhere cannot lock the owner out, nor has another try by other letters.
    """
    call.spend(LOGIN_NAME, f"{name_key(name)[:100]} {call.address}")
    call.spend(LOGIN_ADDRESS, call.address)


def be_guest(call: Call) -> HttpAnswer:
    """A guest, logged in."""
    account = accounts.new_guest(call.house, call.body.name)
    return logged_in(call, account, call.body.bearer)


def log_out(call: Call) -> HttpAnswer:
    """End the session that one asks with."""
    if call.login is not None:
        accounts.end_session(call.house, call.me, call.login.session.id)
    return HttpAnswer(body=Done(), token="")


def me(call: Call) -> Me:
    """Who one is."""
    call.me  # noqa: B018 - visitors are turned away
    assert call.login is not None
    return me_of(call.login.account)


def change_me(call: Call) -> Me:
    """Change one's name or preferences."""
    body: MePatch = call.body
    return me_of(personal.change_me(call.house, call.me, body.name, body.preferences))


def change_email(call: Call) -> Done:
    """Change one's mail address."""
    call.spend(LOGIN_NAME, f"{call.me} confirm")
    me, session = call.me, call.login.session.id if call.login else ""
    personal.change_email(call.house, me, call.body.email, call.body.password, session)
    return Done()


def change_password(call: Call) -> HttpAnswer:
    """Change one's password: every session ends, and a new one begins."""
    call.spend(LOGIN_NAME, f"{call.me} confirm")
    account = accounts.change_password(call.house, call.me, call.body.old, call.body.new)
    return logged_in(call, account, call.body.bearer, 200)


def leave(call: Call) -> HttpAnswer:
    """Close one's account for good."""
    call.spend(LOGIN_NAME, f"{call.me} confirm")
    personal.leave(call.house, call.me, call.body.password)
    return HttpAnswer(body=Done(), token="")


def export(call: Call) -> dict[str, Any]:
    """Everything that is kept about oneself."""
    return personal.export(call.house, call.me)


def sessions(call: Call) -> list[SessionRow]:
    """One's open sessions."""
    assert call.me and call.login is not None
    here = call.login.session.id
    return [
        SessionRow(
            id=row.id[:16],
            created=row.created,
            seen=row.seen,
            until=row.until,
            agent=row.agent,
            this=row.id == here,
        )
        for row in accounts.sessions(call.house, call.me)
    ]


def end_session(call: Call) -> Done:
    """End one of one's sessions."""
    accounts.end_session(call.house, call.me, call.path["session"])
    return Done()


def end_others(call: Call) -> Done:
    """End every session but the one that one asks with."""
    assert call.me and call.login is not None
    with call.house.store.write() as tx:
        accounts.end_sessions(tx, call.me, call.login.session.id)
    return Done()


def ask_for_reset(call: Call) -> Done:
    """Send a link for a new password, if the address is known."""
    call.spend(MAILS, call.body.email.strip().casefold()[:254])
    accounts.ask_for_reset(call.house, call.body.email)
    return Done()


def reset(call: Call) -> Done:
    """Set a new password by a link."""
    accounts.reset_password(call.house, call.body.secret, call.body.password)
    return Done()


def verify(call: Call) -> Done:
    """Take note that a mail address is one's own."""
    accounts.verify_email(call.house, call.body.secret)
    return Done()


def blocked(call: Call) -> list[str]:
    """Whose press one does not read."""
    return personal.blocked(call.house, call.me)


def block(call: Call) -> Done:
    """Read no more press of somebody."""
    personal.block(call.house, call.me, call.body.name)
    return Done()


def unblock(call: Call) -> Done:
    """Read the press of somebody again."""
    personal.unblock(call.house, call.me, call.path["name"])
    return Done()


def list_hooks(call: Call) -> list[HookRow]:
    """One's webhooks."""
    return [HookRow(row.id, row.url) for row in hooks.hooks(call.house, call.me)]


def add_hook(call: Call) -> HookRow:
    """A new webhook."""
    row = hooks.add_hook(call.house, call.me, call.body.url)
    return HookRow(row.id, row.url, row.secret)


def drop_hook(call: Call) -> Done:
    """Remove a webhook."""
    hooks.drop_hook(call.house, call.me, call.path["hook"])
    return Done()


def push_key(call: Call) -> PushKey:
    """What a browser needs to subscribe; made when it is first asked for."""
    call.me  # noqa: B018 - visitors are turned away
    return PushKey(push.public_key(push.site_key(call.house)))


def subscribe(call: Call) -> Done:
    """Send news to a browser."""
    body: PushAddress = call.body
    push.subscribe(call.house, call.me, body.endpoint, body.keys.p256dh, body.keys.auth)
    return Done()


def unsubscribe(call: Call) -> Done:
    """Send no more news to a browser."""
    push.unsubscribe(call.house, call.me, call.body.endpoint)
    return Done()


def person(call: Call) -> Person:
    """What anybody may know of somebody."""
    with call.house.read() as tx:
        row = accounts.named(tx, call.path["name"])
    return Person(row.name, row.created, reliability(row))


Exported = dict[str, Any]
_NEW: dict[str, Any] = {"answers": Me, "status": 201, "secret": True}
ROUTES = [
    post("/api/accounts", register, "Register.", NewAccount, rate=ACCOUNTS, **_NEW),
    get("/api/accounts/{name}", person, "What anybody may know of somebody.", Person),
    post("/api/sessions", log_in, "Log in.", NewSession, rate=None, **_NEW),
    post("/api/guests", be_guest, "Play as a guest.", NewGuest, rate=ACCOUNTS, **_NEW),
    get("/api/sessions", sessions, "One's open sessions.", list[SessionRow]),
    delete("/api/sessions", end_others, "End all other sessions."),
    delete("/api/sessions/{session}", end_session, "End a session."),
    post("/api/logout", log_out, "Log out."),
    get("/api/me", me, "Who one is.", Me),
    patch("/api/me", change_me, "Change one's name or preferences.", MePatch, answers=Me),
    post("/api/me/email", change_email, "Change one's mail address.", NewEmail, rate=MAILS),
    post(
        "/api/me/password",
        change_password,
        "Change one's password.",
        NewPassword,
        answers=Me,
        secret=True,
    ),
    post("/api/me/leave", leave, "Close one's account for good.", Confirmed),
    get("/api/me/export", export, "Everything kept about oneself.", Exported),
    get("/api/me/blocked", blocked, "Whose press one does not read.", list[str]),
    post("/api/me/blocked", block, "Read no more press of somebody.", Name),
    delete("/api/me/blocked/{name}", unblock, "Read somebody's press again."),
    get("/api/me/hooks", list_hooks, "One's webhooks.", list[HookRow]),
    post(
        "/api/me/hooks",
        add_hook,
        "Add a webhook.",
        NewHook,
        answers=HookRow,
        status=201,
        secret=True,
    ),
    delete("/api/me/hooks/{hook}", drop_hook, "Remove a webhook."),
    post(
        "/api/me/push/key",
        push_key,
        "The key with which a browser subscribes to news.",
        answers=PushKey,
    ),
    post("/api/me/push", subscribe, "Send news to a browser.", PushAddress),
    post("/api/me/push/end", unsubscribe, "Send no more news to a browser.", Endpoint),
    post(
        "/api/reset", ask_for_reset, "Ask for a link to choose a new password.", Address, rate=MAILS
    ),
    post("/api/reset/done", reset, "Choose a new password.", Reset, rate=LOGIN_ADDRESS),
    post("/api/verify", verify, "Confirm a mail address.", Secret, rate=LOGIN_ADDRESS),
]
