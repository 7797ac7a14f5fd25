"""Pages about people: log in, register, one's own account, and links that came by mail."""

from typing import Any

from msgspec import Struct, field

from dragoman.house.core import House
from dragoman.house.errors import Refused
from dragoman.house.mail import hooks
from dragoman.house.mail.news import KINDS
from dragoman.house.mail.notices import QUIET
from dragoman.house.people import accounts, personal
from dragoman.house.people.personal import Preferences
from dragoman.house.tables.tables import TableRow, list_tables
from dragoman.store.rows import Account
from dragoman.web.api import people
from dragoman.web.call import HttpAnswer
from dragoman.web.language import say, spoken
from dragoman.web.limits import ACCOUNTS, LOGIN_NAME, MAILS
from dragoman.web.pages.look import catalog, t
from dragoman.web.pages.serving import Form, Viewer, form, html, inside, link_page, see_other
from dragoman.web.routes import ApiRoute


class Then(Struct, frozen=True, kw_only=True):
    """Where to go afterwards, and what was just done."""

    then: str = "/"
    done: str = ""


class LoginForm(Form, frozen=True, kw_only=True):
    """A name and a password."""

    name: str = ""
    password: str = ""
    email: str = ""
    then: str = "/"


class MailForm(Form, frozen=True, kw_only=True):
    """A mail address."""

    email: str = ""


class SecretForm(Form, frozen=True, kw_only=True):
    """The secret of a link, and a password where one is set."""

    secret: str = ""
    password: str = ""


class MeForm(Form, frozen=True, kw_only=True):
    """What one changes of oneself; `what` says which part of the page was sent."""

    what: str
    name: str = ""
    zone: str = "UTC"
    mails: list[str] = field(default_factory=list)
    old: str = ""
    new: str = ""
    password: str = ""
    email: str = ""
    session: str = ""
    whom: str = ""
    url: str = ""
    hook: str = ""


class DoneQuery(Struct, frozen=True, kw_only=True):
    """What was just done."""

    done: str = ""


def news_of(done: str) -> str:
    """What a page says of that which was just done."""
    return t(f"done.{done}") if f"done.{done}" in catalog() else ""


def login(viewer: Viewer) -> HttpAnswer:
    """The page on which one logs in or registers."""
    query: Then = viewer.call.query
    return login_page(viewer, query.then, note=news_of(query.done))


def login_page(
    viewer: Viewer,
    then: str,
    error: str = "",
    name: str = "",
    *,
    new: bool = False,
    note: str = "",
) -> HttpAnswer:
    """The same, with what was wrong, or what was just done."""
    values: dict[str, Any] = {"then": inside(then), "error": error, "name": name, "new": new}
    return viewer.page("login.html", status=422 if error else 200, note=note, **values)


def log_in(viewer: Viewer) -> HttpAnswer:
    """Log in."""
    call, body = viewer.call, viewer.call.body
    people.count_login(call, body.name)
    try:
        account = accounts.log_in(call.house, body.name, body.password)
        token = accounts.open_session(call.house, account, call.agent, call.token)
    except Refused as refused:
        return login_page(viewer, body.then, say(refused.text), body.name)
    return see_other(inside(body.then), token=token)


def register(viewer: Viewer) -> HttpAnswer:
    """A new account; a guest keeps his seats."""
    call, body = viewer.call, viewer.call.body
    try:
        account = accounts.register(
            call.house, body.name, body.password, body.email, call.who, spoken()
        )
    except Refused as refused:
        return login_page(viewer, body.then, say(refused.text), body.name, new=True)
    token = accounts.open_session(call.house, account, call.agent, call.token)
    return see_other(inside(body.then), token=token)


def log_out(viewer: Viewer) -> HttpAnswer:
    """End this session."""
    call = viewer.call
    if call.login is not None:
        accounts.end_session(call.house, call.me, call.login.session.id)
    return see_other("/", token="")


def forgotten(viewer: Viewer) -> HttpAnswer:
    """The page for those who forgot their password."""
    return forgotten_page(viewer)


def forgotten_page(
    viewer: Viewer, *, status: int = 200, sent: bool = False, error: str = "", email: str = ""
) -> HttpAnswer:
    """The same, with what was wrong, or once a link was sent."""
    shown = {"sent": sent, "error": error, "email": email, "mails": viewer.call.house.sends_mail}
    return viewer.page("forgotten.html", status=status, **shown)


def send_reset(viewer: Viewer) -> HttpAnswer:
    """Send a link, if the address is known; the answer is the same if it is not."""
    call = viewer.call
    call.spend(MAILS, call.body.email.strip().casefold()[:254])
    try:
        accounts.ask_for_reset(call.house, call.body.email)
    except Refused as refused:
        given = {"error": say(refused.text), "email": call.body.email}
        return forgotten_page(viewer, status=refused.code, **given)
    return forgotten_page(viewer, sent=True)


def reset_page(viewer: Viewer) -> HttpAnswer:
    """Where the link for a new password leads."""
    return link_page(viewer, "reset")


def reset(viewer: Viewer) -> HttpAnswer:
    """Set a new password by a link."""
    body = viewer.call.body
    try:
        accounts.reset_password(viewer.call.house, body.secret, body.password)
    except Refused as refused:
        return link_page(viewer, "reset", refused, body.secret)
    return see_other("/login?done=reset")


def verify_page(viewer: Viewer) -> HttpAnswer:
    """Where the link in a first mail leads."""
    return link_page(viewer, "verify")


def verify(viewer: Viewer) -> HttpAnswer:
    """Take note that a mail address is one's own."""
    secret = viewer.call.body.secret
    try:
        accounts.verify_email(viewer.call.house, secret)
    except Refused as refused:
        return link_page(viewer, "verify", refused, secret)
    return see_other(("/me" if viewer.call.login else "/login") + "?done=verified")


def me(viewer: Viewer) -> HttpAnswer:
    """One's own account."""
    return me_page(viewer, news_of(viewer.call.query.done))


def person(viewer: Viewer) -> HttpAnswer:
    """What anybody may know of somebody."""
    return viewer.page("person.html", who=people.person(viewer.call))


PARTS = {"unblock": "block", "unhook": "hook"}
"""The part of the page to which a form belongs that is called otherwise."""


def me_page(
    viewer: Viewer, message: str = "", *, bad: bool = False, secret: str = "", what: str = ""
) -> HttpAnswer:
    """The same, with what came of a change beside the form that asked for it."""
    call = viewer.call
    account = call.me
    with call.house.read() as tx:
        row = accounts.account_of(tx, account)
    return viewer.page(
        "me.html",
        who=people.me_of(row),
        sessions=people.sessions(call),
        blocked=personal.blocked(call.house, account),
        hooks=hooks.hooks(call.house, account),
        seats=guest_seats(call.house, row),
        kinds=KINDS,
        wanted=[kind for kind in KINDS if kind not in QUIET],
        message=message,
        about=PARTS.get(what, what),
        bad=bad,
        secret=secret,
    )


def guest_seats(house: House, account: Account) -> list[TableRow]:
    """The tables to which a guest may want a way back."""
    if account.kind != "guest":
        return []
    mine = list_tables(house, account.id, mine=True)
    return [row for row in mine if row.mine and row.status != "finished"]


def change(viewer: Viewer) -> HttpAnswer:
    """Change one part of one's account."""
    body: MeForm = viewer.call.body
    try:
        if body.what == "close":
            viewer.call.spend(LOGIN_NAME, f"{viewer.call.me} confirm")
            personal.leave(viewer.call.house, viewer.call.me, body.password)
            return see_other("/", token="")
        if body.what == "password":
            return new_password(viewer, body)
        secret = _change(viewer, body)
    except Refused as refused:
        return me_page(viewer, say(refused.text), bad=True, what=body.what)
    return me_page(viewer, t("me.changed"), secret=secret, what=body.what)


def new_password(viewer: Viewer, body: MeForm) -> HttpAnswer:
    """Set a new password: every session ends, and a new one begins."""
    call = viewer.call
    call.spend(LOGIN_NAME, f"{call.me} confirm")
    account = accounts.change_password(call.house, call.me, body.old, body.new)
    return see_other("/me", token=accounts.open_session(call.house, account, call.agent))


def _change(viewer: Viewer, body: MeForm) -> str:
    """Make a change; answers a secret that is shown once, if there is one."""
    call, account = viewer.call, viewer.call.me
    house = call.house
    if body.what == "name":
        personal.change_me(house, account, body.name, None)
    elif body.what == "preferences":
        assert call.login is not None
        old = personal.preferences(call.login.account)
        wanted = Preferences(
            zone=body.zone, mails=body.mails, language=old.language, theme=old.theme
        )
        personal.change_me(house, account, None, wanted)
    elif body.what == "email":
        call.spend(LOGIN_NAME, f"{account} confirm")
        session = call.login.session.id if call.login else ""
        personal.change_email(house, account, body.email, body.password, session)
    elif body.what == "session":
        accounts.end_session(house, account, body.session)
    elif body.what == "block":
        personal.block(house, account, body.whom)
    elif body.what == "unblock":
        personal.unblock(house, account, body.whom)
    elif body.what == "hook":
        return hooks.add_hook(house, account, body.url).secret
    elif body.what == "unhook":
        hooks.drop_hook(house, account, body.hook)
    return ""


HTML_ROWS: list[ApiRoute] = [
    html("/login", login, "Log in or register.", query=Then),
    form("/login", log_in, "Log in.", LoginForm, query=Then),
    form("/register", register, "Register.", LoginForm, rate=ACCOUNTS),
    form("/logout", log_out, "Log out."),
    html("/forgotten", forgotten, "For those who forgot their password."),
    form("/forgotten", send_reset, "Send a link for a new password.", MailForm, rate=MAILS),
    html("/reset", reset_page, "Where the link for a new password leads."),
    form("/reset", reset, "Set a new password by a link.", SecretForm, rate=ACCOUNTS),
    html("/verify", verify_page, "Where the link in a first mail leads."),
    form("/verify", verify, "Confirm a mail address.", SecretForm, rate=ACCOUNTS),
    html("/me", me, "One's own account.", query=DoneQuery),
    html("/people/{name}", person, "What anybody may know of somebody."),
    form("/me", change, "Change one's account.", MeForm),
]
