"""The logbook: what happened at a table, as everybody there may read it."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.play.games import ENTRY
from dragoman.house.tables.views import shows_names
from dragoman.house.tables.who import Who, approach, name_of
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Event

SECRET = frozenset({"orders", "lots", "state"})
"""Parts of an entry that are shown elsewhere, to those who may know them."""


OWN_ACTS = frozenset({"joined", "left", "replaced", "said", "chosen"})
"""Events that a player does for the own seat."""
INTERNAL = frozenset({"of", "sat"})
"""Parts of an event that are nobody's business: from whose account a seat was taken."""
NAMES = frozenset({"to"})
"""Parts of an event that name an account."""


class LogRow(Struct, frozen=True):
    """One event: `by` is a name, a seat or `organizer`, and empty for the house itself."""

    n: int
    at: int
    kind: str
    by: str
    words: dict[str, Any]


def logbook(
    house: House, account: str | None, table_id: str, after: int = 0, limit: int = 500
) -> list[LogRow]:
    """The events of a table from a number on."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        most = max(1, min(limit, 500))
        events = tx.find(Event, Test("n", ">", after), table=table_id, order="n", limit=most)
        return [log_row(tx, who, event) for event in events]


def log_row(tx: Tx, who: Who, event: Event) -> LogRow:
    """An event as a watcher may read it."""
    body: dict[str, Any] = msgspec.json.decode(event.body)
    if event.kind == ENTRY:
        body = {name: value for name, value in body.items() if name not in SECRET}
        kind = str(body.pop("type", "entry"))
    else:
        kind = event.kind
        body = {name: value for name, value in body.items() if name not in INTERNAL}
        if not shows_names(who):
            body = {name: value for name, value in body.items() if name not in NAMES}
    return LogRow(event.n, event.at, kind, actor(tx, who, event, body), body)


def actor(tx: Tx, who: Who, event: Event, body: dict[str, Any]) -> str:
    """Who did something, as far as a watcher may know."""
    if not event.actor:
        return ""
    if event.kind in OWN_ACTS and not shows_names(who):
        return str(body.get("seat") or "player")
    if not shows_names(who):
        return "organizer"
    return name_of(tx, event.actor)
