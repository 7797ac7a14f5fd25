"""Admins: the accounts that run the site. The right belongs to an account, not to its name.

A site names its admins when it is started. Whoever has such a name first is the admin from then on,
whatever the account is called later; the name is never given to anybody else.
"""

from collections.abc import Sequence

from dragoman.house.core import House
from dragoman.house.people.names import name_key
from dragoman.store.interface import Tx
from dragoman.store.rows import Account, SiteValue

ADMIN = "admin "


def is_admin(house: House, account: Account, names: Sequence[str]) -> bool:
    """Whether an account runs the site, which has named its admins."""
    if account.kind != "person" or account.closed is not None:
        return False
    keys = {name_key(name) for name in names}
    with house.read() as tx:
        owners = {key: owner_of(tx, key) for key in keys}
    if account.id in owners.values():
        return True
    free = account.name_key in keys and not owners[account.name_key]
    return free and _bound(house, account)


def bind_admins(house: House, names: Sequence[str]) -> None:
    """Give the right of each name to the account that has it, before anybody else may."""
    with house.read() as tx:
        found = [tx.find(Account, name_key=name_key(name), closed=None) for name in names]
    for accounts in found:
        for account in accounts:
            is_admin(house, account, names)


def owner_of(tx: Tx, key: str) -> str:
    """The account that is the admin of a name; nothing if none has been."""
    row = tx.get(SiteValue, name=f"{ADMIN}{key}")
    return row.value if row else ""


def _bound(house: House, account: Account) -> bool:
    """Whether the right of a name is this account's from now on."""
    with house.store.write() as tx:
        key = str(account.name_key)
        if not owner_of(tx, key):
            tx.put(SiteValue(name=f"{ADMIN}{key}", at=house.now, value=account.id))
        return owner_of(tx, key) == account.id


def is_kept(tx: Tx, name: str, account: str = "") -> bool:
    """Whether a name is kept for an admin other than this account."""
    owner = owner_of(tx, name_key(name))
    return bool(owner) and owner != account
