"""Clocks: a table's clock stopped and started, more time given, and time lost made good."""

from typing import Any

from dragoman.house.clock.times import length, limit_of, time_text
from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.mail import news
from dragoman.house.play.games import played
from dragoman.house.play.phases import all_ready, awaited
from dragoman.house.settings import settings_of
from dragoman.house.tables.log import HOUSE, write_event
from dragoman.store.interface import Taken, Test, Tx
from dragoman.store.rows import Ballots, SeatRow, SiteValue, Table

BEAT, FROZEN = "beat", "frozen"
EXTENDED = "extended"
AHEAD = 1000
"""How many milliseconds a heartbeat may lie in the future before it is set right."""
REMEMBERED = 30 * 86_400_000
"""How long it is remembered that somebody was reminded."""


def pause_clock(house: House, tx: Tx, table: Table, actor: str, body: dict[str, Any]) -> Table:
    """The table with its clock stopped."""
    if table.status != "running":
        raise Closed(f"only a running game can be paused; this one is {table.status}")
    left = None if table.deadline is None else max(0, table.deadline - house.now)
    return write_event(
        tx, table, house.now, "paused", actor, body, status="paused", deadline=None, left=left
    )


def resume_clock(house: House, tx: Tx, table: Table, actor: str, body: dict[str, Any]) -> Table:
    """The table with its clock going on."""
    if table.status not in ("paused", "stuck"):
        raise Closed(f"only a paused game can be resumed; this one is {table.status}")
    ends = None if table.left is None else house.now + table.left
    changes = {"status": "running", "deadline": ends, "left": None, "attempts": 0, "tried": None}
    return write_event(tx, table, house.now, "resumed", actor, body, **changes)


def more_time(
    house: House, tx: Tx, table: Table, actor: str, seconds: int, body: dict[str, Any]
) -> Table:
    """The table with its deadline moved; less time is only what was given too much."""
    body = {**body, "seconds": seconds}
    kind = EXTENDED if seconds > 0 else "shortened"
    if table.status == "paused":
        left = None if table.left is None else table.left + seconds * 1000
        return write_event(tx, table, house.now, kind, actor, body, left=left)
    if table.status != "running" or table.deadline is None:
        raise Closed("there is no deadline to move")
    ends = max(table.deadline, house.now) + seconds * 1000
    if ends <= house.now:
        raise Closed("the time before that is over")
    body = {**body, "deadline": ends}
    return write_event(tx, table, house.now, kind, actor, body, deadline=ends)


def beat(house: House) -> list[str]:
    """Note that the house is running; the tables whose deadlines moved, as it had not been.

    Published rule: if the house was down across a deadline, or wakes shortly before it, the
    deadline moves to now plus the time it was down, at least a quarter of an hour, but never more
    than the phase lasts. Nobody has missed anything.
    """
    now = house.now
    with house.store.write() as tx:
        last = tx.lock(SiteValue, name=BEAT)
        if last is None:
            first_beat(tx, now)
            return []
        if last.at > now + AHEAD:
            # A clock was wrong: until that time nobody would notice that the house was down.
            tx.change(SiteValue, {"name": BEAT, "at": last.at}, at=now)
            return []
        if now - last.at < house.settings.beat or is_frozen(tx):
            return []
        down = now - last.at
        tx.change(SiteValue, {"name": BEAT, "at": last.at}, at=now)
        if down <= house.settings.down_after:
            return []
        return make_good(house, tx, last.at, now)


def first_beat(tx: Tx, now: int) -> None:
    """Note that the house runs for the first time."""
    try:
        tx.add(SiteValue(name=BEAT, at=now))
    except Taken:
        return


def is_frozen(tx: Tx) -> bool:
    """Whether all play is stopped."""
    fact = tx.get(SiteValue, name=FROZEN)
    return fact is not None and fact.value == "yes"


def freeze(house: House, on: bool) -> None:
    """Stop the judging of all tables, or go on; the time between counts as time lost."""
    with house.store.write() as tx:
        tx.put(SiteValue(name=FROZEN, at=house.now, value="yes" if on else "no"))


def make_good(house: House, tx: Tx, since: int, now: int) -> list[str]:
    """Move the deadlines that passed while the house was down, or are about to."""
    lost = max(now - since, house.settings.least_after_down)
    tests = (Test("deadline", ">", since), Test("deadline", "<=", now + lost))
    found = tx.find(Table, *tests, status="running")
    return [table.id for table in found if moved_on(house, tx, table.id, since, now, lost)]


def moved_on(house: House, tx: Tx, table_id: str, since: int, now: int, lost: int) -> bool:
    """Move one table's deadline, unless nobody is waited for."""
    table = tx.lock(Table, id=table_id)
    if table is None or table.status != "running" or table.deadline is None:
        return False
    game, settings = played(house, tx, table), settings_of(table.settings)
    if game.fault or all_ready(game.ask, tx.find(SeatRow, table=table.id)):
        return False
    whole = length(limit_of(settings, game.ask, table.turn), table.opened or now)
    ends = now + (min(lost, whole) if whole else lost)
    if ends <= table.deadline:
        return False
    body = {"since": since, "deadline": ends}
    write_event(tx, table, now, "downtime", HOUSE, body, deadline=ends)
    return True


def remind(house: House) -> list[str]:
    """Remind those who owe orders and have none when the deadline is near; once for each turn."""
    now, before = house.now, house.settings.remind
    with house.read() as tx:
        near = (Test("deadline", ">", now), Test("deadline", "<=", now + before))
        found = tx.find(Table, *near, status="running")
        # A phase that is hardly longer than the reminder's notice needs none.
        long = [t for t in found if t.deadline and t.deadline - (t.opened or 0) > 2 * before]
        names = {table.id: f"reminded {table.id} {table.turn}" for table in long}
        fresh = [t for t in long if tx.get(SiteValue, name=names[t.id]) is None]
    return [table.id for table in fresh if _reminded(house, table, names[table.id])]


def _reminded(house: House, table: Table, name: str) -> bool:
    with house.store.write() as tx:
        fresh = tx.lock(Table, id=table.id)
        if fresh is None or fresh.turn != table.turn or tx.get(SiteValue, name=name) is not None:
            return False
        tx.add(SiteValue(name=name, at=house.now))
        game, rows = played(house, tx, fresh), tx.find(SeatRow, table=table.id)
        saved = {row.seat for row in tx.find(Ballots, table=table.id, turn=table.turn)}
        if game.fault:
            return False
        late = [r for r in awaited(game.ask, rows) if r.seat not in saved and not r.ready]
        words = {"phase": game.ask.rules.label(game.ask, game.state.phase)}
        words["deadline"] = time_text(fresh.deadline)
        news.tell_seats(house, tx, fresh, late, news.REMINDER, words)
    return True


def forget_reminders(house: House) -> None:
    """Forget reminders that were sent long ago."""
    with house.store.write() as tx:
        # An exclamation mark is the sign after the blank.
        tests = (Test("name", ">", "reminded "), Test("name", "<", "reminded!"))
        tx.drop(SiteValue, *tests, Test("at", "<", house.now - REMEMBERED))
