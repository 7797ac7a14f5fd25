"""The log of a table: every change is an event, and every event moves the table's row on."""

from collections.abc import Mapping
from typing import Any

import msgspec

from dragoman.house.errors import Closed
from dragoman.store.interface import Tx
from dragoman.store.rows import Event, Table

HOUSE = ""
"""The actor of what nobody did but the house."""
REMOVED = "replacing"
"""The kind of event by which an organizer takes a seat from somebody."""


def write_event(
    tx: Tx,
    table: Table,
    at: int,
    kind: str,
    actor: str = HOUSE,
    body: str | Mapping[str, object] = "{}",
    **changes: Any,
) -> Table:
    """The table's row after one more event and some changes; nobody else has touched it since."""
    text = body if isinstance(body, str) else msgspec.json.encode(body).decode()
    moved = move_on(tx, table, events=table.events + 1, **changes)
    tx.add(Event(table=table.id, n=moved.events, at=at, kind=kind, actor=actor, body=text))
    tx.tell(f"table:{table.id}", str(moved.events))
    return moved


def move_on(tx: Tx, table: Table, **changes: Any) -> Table:
    """The table's row with changes that no event tells of, fenced on turn and log."""
    fence = {"id": table.id, "turn": table.turn, "events": table.events, "status": table.status}
    if tx.change(Table, fence, **changes) != 1:
        raise Closed("the table has changed meanwhile; look again and repeat")
    return msgspec.structs.replace(table, **changes)
