"""Routes of those who run the site: ban an account, and help with a lost password."""

from msgspec import Struct

from dragoman.house.clock import clocks
from dragoman.house.errors import Unknown
from dragoman.house.people import accounts, personal
from dragoman.house.people.admins import is_admin
from dragoman.house.workshop import publishing
from dragoman.web.api.people import Body
from dragoman.web.call import Call, Done
from dragoman.web.routes import post

DAY = 86_400_000


class ResetLink(Struct, frozen=True):
    """The secret of a link by which somebody chooses a new password, good for a day."""

    secret: str


class Frozen(Body, frozen=True, kw_only=True):
    """Whether all play is to be stopped."""

    on: bool


def admin(call: Call) -> str:
    """The account that asks, if it runs the site; to all others these routes are not there."""
    login = call.login
    if login is None or not is_admin(call.house, login.account, call.settings.admins):
        raise Unknown("there is nothing at this address")
    return login.account.id


def ban(call: Call) -> Done:
    """Close an account for good."""
    admin(call)
    with call.house.store.write() as tx:
        account = accounts.named(tx, call.path["name"])
        personal.get_up(tx, call.house, account.id)
        personal.close_account(tx, call.house, account.id)
    return Done()


def reset(call: Call) -> ResetLink:
    """A link for somebody who has lost a password and has no mail."""
    admin(call)
    with call.house.store.write() as tx:
        account = accounts.named(tx, call.path["name"])
        secret = accounts.make_link(tx, call.house, "reset", {"account": account.id}, DAY)
    return ResetLink(secret)


def freeze(call: Call) -> Done:
    """Stop the judging of all tables, or go on."""
    admin(call)
    clocks.freeze(call.house, call.body.on)
    return Done()


def unlist(call: Call) -> Done:
    """Take a variant of the workshop from the site's list."""
    admin(call)
    publishing.unlist(call.house, call.path["variant"])
    return Done()


ROUTES = [
    post("/api/admin/accounts/{name}/ban", ban, "Ban an account."),
    post(
        "/api/admin/accounts/{name}/reset",
        reset,
        "Make a link for a new password.",
        answers=ResetLink,
        status=201,
        secret=True,
    ),
    post("/api/admin/freeze", freeze, "Stop all play, or go on.", Frozen),
    post("/api/admin/variants/{variant}/unlist", unlist, "Take a variant from the list."),
]
