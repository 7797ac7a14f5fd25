"""Upgrades: games begun by other rules than today's wait, unjudged, until those who play agree.

Nothing of such a game is lost: what was judged is shown as it was then, and it goes on from the
position that was kept.
"""

import msgspec
from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.play.games import (
    ENTRY,
    ReadGame,
    fault_of,
    played,
    written_entry,
)
from dragoman.house.play.phases import open_phase
from dragoman.house.play.turns import hold
from dragoman.house.tables.log import write_event
from dragoman.house.tables.who import Who
from dragoman.judge import owed
from dragoman.model import State
from dragoman.record.checks import checked
from dragoman.record.entries import Correction
from dragoman.rules import Ask
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Ballots, Table

GOING_ON = ("running", "paused", "stuck")


class Concern(Struct, frozen=True):
    """A table that cannot go on as it is, and why."""

    table: str
    title: str
    status: str
    why: str


def concerned(house: House) -> list[Concern]:
    """The games under way that were begun by other rules than there are today."""
    with house.read() as tx:
        found = tx.find(Table, Test("status", "in", list(GOING_ON)))
        faults = ((table, fault_of(house, table)) for table in found)
        return [Concern(t.id, t.title, t.status, why) for t, why in faults if why]


def hold_all(house: House) -> list[Concern]:
    """Stop the clocks of those games, so that nobody misses anything; which there are."""
    found = concerned(house)
    for concern in found:
        with house.store.write() as tx:
            table = tx.lock(Table, id=concern.table)
            if table is not None and table.status == "running":
                hold(house, tx, table)
    return found


def adopt(house: House, tx: Tx, who: Who, actor: str, why: str) -> Table:
    """The table going on by today's rules, from the position that was kept, with its drafts."""
    game = played(house, tx, who.table)
    if not game.fault:
        raise Closed("this table plays by today's rules already")
    if who.table.status == "finished" or game.gone:
        raise Closed(game.fault)
    entry = Correction(fitting(game), f"version {game.begun} to {game.variant.version}")
    body = {"from": game.begun, "to": str(game.variant.version), "why": why}
    table = write_event(
        *(tx, who.table, house.now, "adopted", actor, body),
        version=str(game.variant.version),
        status="running",
    )
    fresh = msgspec.structs.replace(game, fault="", begun=table.version)
    after = fresh.extended(fresh.followed(entry), table.events + 1)
    changed = open_phase(house, tx, table, after, ENTRY, actor, written_entry(entry), house.now)
    for row in tx.find(Ballots, table=table.id, turn=table.turn):
        tx.put(msgspec.structs.replace(row, turn=changed.turn))
    return changed


def fitting(game: ReadGame) -> State:
    """The present position, if today's rules can go on from it."""
    try:
        state = checked(game.variant, game.state)
        owed(Ask(game.variant, state))
    except (DragomanError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise Closed(
            f"{game.fault}, and the position does not fit it ({error}): the game can be read, "
            "and given up"
        ) from error
    return state
