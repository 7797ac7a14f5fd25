"""Turns: phases that are due are judged, each exactly once and wholly or not at all."""

import logging
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from dragoman.house.clock.clocks import pause_clock
from dragoman.house.clock.times import length, limit_of
from dragoman.house.core import House
from dragoman.house.mail import news
from dragoman.house.people.tallies import count_abandoned, count_turns
from dragoman.house.play.bots import bot_orders, only_bots_agree
from dragoman.house.play.games import (
    ENTRY,
    ReadGame,
    fault_of,
    need_sound,
    played,
    written_entry,
)
from dragoman.house.play.phases import awaited, open_phase
from dragoman.house.play.solving import solved
from dragoman.house.play.steps import GameStep
from dragoman.house.settings import TableSettings, settings_of
from dragoman.house.tables.log import HOUSE, move_on, write_event
from dragoman.judge import owed
from dragoman.store.interface import StoreError, Test, Tx
from dragoman.store.rows import Ballots, SeatRow, Table

T = TypeVar("T")
LOG = logging.getLogger(__name__)

SHORTEST_WAIT = 3_600_000
"""How long a table waits at least for somebody who missed the deadline, where it waits."""


class DuePhase(Struct, frozen=True):
    """A phase about to be judged: the table as it was read, and the ballots that were saved."""

    table: Table
    settings: TableSettings
    game: ReadGame
    rows: list[SeatRow]
    ballots: dict[str, Ballots]
    forced: bool = False

    @property
    def late(self) -> list[SeatRow]:
        """The seats that are waited for and have neither orders nor said that they are ready."""
        waiting = awaited(self.game.ask, self.rows)
        return [row for row in waiting if row.seat not in self.ballots and not row.ready]

    @property
    def versions(self) -> dict[str, int]:
        """Which draft of each seat the plan has."""
        return {seat: row.version for seat, row in self.ballots.items()}


def due(house: House, limit: int = 200) -> list[str]:
    """The tables whose deadline has passed: those never tried first, then the longest overdue."""
    with house.read() as tx:
        overdue = Test("deadline", "<=", house.now)
        found = tx.find(Table, overdue, status="running", order="attempts,deadline", limit=limit)
    return [table.id for table in found]


def try_judge(house: House, table_id: str) -> bool:
    """Judge a table if it is due; only a store that is down is an error."""
    return bool(quietly(table_id, lambda: judge(house, table_id)))


def quietly(table_id: str, work: Callable[[], T]) -> T | None:
    """What some work for a table comes to; none if it failed, which others need not suffer for."""
    try:
        return work()
    except StoreError:
        raise
    except Exception:
        LOG.exception("table %s could not be judged", table_id)
        return None


def judge(house: House, table_id: str, *, patient: bool = True) -> bool:
    """Judge the present phase of a table, if it is due; whether it was.

    One who is not patient waits for nobody who is late.
    """
    for _ in range(3):
        plan = planned(house, table_id)
        if plan is None or (patient and in_grace(house, plan)):
            return False
        plan = msgspec.structs.replace(plan, forced=not patient)
        if patient and must_wait(plan):
            # Either the deadline has moved, or the seats are open and nobody is late any more.
            wait_longer(house, plan)
            continue
        claimed = claim(house, plan)
        if claimed is None:
            return False
        done = attempt(house, msgspec.structs.replace(plan, table=claimed))
        if done is not None:
            return done
    return False


def planned(house: House, table_id: str) -> DuePhase | None:
    """What is to be judged; a game that cannot even be read is set aside, lest others wait."""
    try:
        with house.read() as tx:
            return make_plan(house, tx, table_id)
    except StoreError:
        raise
    except Exception as error:
        LOG.error("table %s cannot be read", table_id, exc_info=error)
        with house.store.write() as tx:
            table = tx.lock(Table, id=table_id)
            if table is None or not is_due(table, house.now):
                return None
            if fault_of(house, table):
                hold(house, tx, table)
            else:
                quarantine(house, tx, table, type(error).__name__)
        return None


def hold(house: House, tx: Tx, table: Table) -> None:
    """Stop the clock of a game that cannot go on by today's rules, and tell its organizer."""
    held = pause_clock(house, tx, table, HOUSE, {"why": fault_of(house, table)})
    news.tell_organizer(house, tx, held, news.STUCK, {"phase": table.phase})


def attempt(house: House, plan: DuePhase) -> bool | None:
    """Judge a phase that was claimed, and write it down; none if it must be redone."""
    step = judged(house, plan)
    return False if step is None else finish(house, plan, step)


def judged(house: House, plan: DuePhase) -> GameStep | None:
    """What a phase that was claimed comes to; none if it could not be judged, which is noted."""
    texts = {seat: row.text for seat, row in plan.ballots.items()}
    for row in plan.rows:
        if row.bot and row.seat not in texts and row.seat in owed(plan.game.ask):
            texts[row.seat] = bot_orders(house, plan.game, row.seat, row.bot)
    try:
        step = only_bots_agree(house, plan.game, plan.rows)
        return plan.game.prepared(step) if step else solved(house, plan.game, texts)
    except Exception as error:
        failed(house, plan.table, error)
        return None


def make_plan(house: House, tx: Tx, table_id: str) -> DuePhase | None:
    """What is to be judged at a table, if its deadline has passed."""
    table = tx.get(Table, id=table_id)
    if table is None or not is_due(table, house.now):
        return None
    rows = tx.find(SeatRow, table=table_id)
    saved = tx.find(Ballots, table=table_id, turn=table.turn)
    settings, game = settings_of(table.settings), need_sound(played(house, tx, table))
    return DuePhase(table, settings, game, rows, {row.seat: row for row in saved})


def is_due(table: Table, now: int) -> bool:
    """Whether a table's deadline has passed."""
    return table.status == "running" and table.deadline is not None and table.deadline <= now


def in_grace(house: House, plan: DuePhase) -> bool:
    """Whether somebody is late and still has time."""
    ends = plan.table.deadline
    return bool(plan.late) and ends is not None and house.now < ends + plan.settings.grace * 1000


def must_wait(plan: DuePhase) -> bool:
    """Whether somebody is late and the table waits for everybody."""
    return bool(plan.late) and plan.settings.missed == "wait"


def wait_longer(house: House, plan: DuePhase) -> None:
    """Move the deadline for those who missed it, and open the seats of those who stay away."""
    now, table = house.now, plan.table
    with house.store.write() as tx:
        fresh = tx.lock(Table, id=table.id)
        if fresh is None or (fresh.turn, fresh.deadline) != (table.turn, table.deadline):
            return
        plan = refreshed(tx, plan)
        if not plan.late:
            return
        # Accounts are locked in one order by all, lest two processes wait for each other.
        for row in sorted(plan.late, key=lambda row: row.account or ""):
            miss(house, tx, fresh, row, plan.settings, now)
        more = max(length(limit_of(plan.settings, plan.game.ask, table.turn), now), SHORTEST_WAIT)
        staying = any(row.missed + 1 < plan.settings.absent_after for row in plan.late)
        ends = now + more if staying else fresh.deadline
        body = {"seats": [row.seat for row in plan.late], "deadline": ends}
        write_event(tx, fresh, now, "waiting", HOUSE, body, deadline=ends)


def refreshed(tx: Tx, plan: DuePhase) -> DuePhase:
    """A plan with the seats and drafts as they are now that nobody else can change them."""
    rows = tx.find(SeatRow, table=plan.table.id)
    saved = tx.find(Ballots, table=plan.table.id, turn=plan.table.turn)
    return msgspec.structs.replace(plan, rows=rows, ballots={row.seat: row for row in saved})


def miss(
    house: House, tx: Tx, table: Table, row: SeatRow, settings: TableSettings, now: int
) -> None:
    """Count a missed deadline; after too many the seat is open for somebody else."""
    key = {"table": row.table, "seat": row.seat}
    if row.missed + 1 < settings.absent_after or row.account is None:
        tx.change(SeatRow, key, missed=row.missed + 1)
        return
    tx.change(SeatRow, key, missed=row.missed + 1, left=now)
    count_abandoned(tx, row.account, table.id if settings.anonymous else "")
    house.notify(tx, [row.account], news.ABSENT, table, {"seat": row.seat})


def claim(house: House, plan: DuePhase) -> Table | None:
    """The table's row once this attempt has been counted; none if somebody else is at it.

    The count is kept before anything is tried, so that a game which kills the process is found out.
    """
    now, old = house.now, plan.table
    # One that lies further ahead was begun by a clock that was wrong.
    if old.tried is not None and abs(now - old.tried) < house.settings.lease:
        return None
    with house.store.write() as tx:
        if old.attempts >= house.settings.starts:
            quarantine(house, tx, old, "it was begun too often and never finished")
            return None
        return count_attempt(tx, old, now)


def count_attempt(tx: Tx, old: Table, now: int) -> Table | None:
    """The table's row with one more attempt; none if somebody else is at it."""
    fence = {"id": old.id, "turn": old.turn, "attempts": old.attempts, "tried": old.tried}
    if tx.change(Table, fence, attempts=old.attempts + 1, tried=now) != 1:
        return None
    return msgspec.structs.replace(old, attempts=old.attempts + 1, tried=now)


def finish(house: House, plan: DuePhase, step: GameStep) -> bool | None:
    """Write down what was judged; none if a draft was changed meanwhile, so it must be redone."""
    with house.store.write() as tx:
        game = write_down(house, tx, plan, step)
    return keep_game(house, plan.table.id, game)


def keep_game(house: House, table_id: str, game: ReadGame | bool | None) -> bool | None:
    """Keep a game that was written down, for the next who asks; whether it was."""
    if isinstance(game, ReadGame):
        known = game.as_kept
        if known is not None:
            house.games.put(table_id, known)
        else:
            house.games.drop(table_id)
        return True
    return game


def write_down(house: House, tx: Tx, plan: DuePhase, step: GameStep) -> ReadGame | bool | None:
    """The game with what was judged; false if it was not due, none if it must be redone."""
    assert step.entry is not None
    table = tx.lock(Table, id=plan.table.id)
    if table is None or table.turn != plan.table.turn or not is_due(table, house.now):
        if table is not None and table.tried == plan.table.tried:
            tx.change(Table, {"id": table.id, "tried": table.tried}, tried=None, attempts=0)
        return False
    fresh = refreshed(tx, plan)
    if fresh.versions != plan.versions:
        tx.change(Table, {"id": table.id}, tried=None, attempts=0)
        return None
    count_misses(house, tx, table, fresh)
    game = plan.game.extended(step, table.events + 1)
    open_phase(house, tx, table, game, ENTRY, HOUSE, written_entry(step.entry), house.now)
    return game


def count_misses(house: House, tx: Tx, table: Table, plan: DuePhase) -> None:
    """Count the turn for everybody who owed orders, and the deadline for those who missed it.

    Whom the organizer did not wait for has missed no deadline.
    """
    if plan.settings.sandbox or plan.forced:
        return
    late, waiting = {row.seat for row in plan.late}, awaited(plan.game.ask, plan.rows)
    # First, as this locks all accounts in one order.
    owed = {row.account: row.seat in late for row in waiting if row.account is not None}
    count_turns(tx, owed, table.id if plan.settings.anonymous else "")
    for row in waiting:
        if row.seat in late:
            miss(house, tx, table, row, plan.settings, house.now)
        elif row.missed:
            tx.change(SeatRow, {"table": row.table, "seat": row.seat}, missed=0)


def failed(house: House, table: Table, error: Exception) -> None:
    """Note that a phase could not be judged; after two attempts the table is set aside."""
    LOG.error("table %s, %s: %s", table.id, table.phase, error, exc_info=error)
    with house.store.write() as tx:
        fresh = tx.lock(Table, id=table.id)
        if fresh is None or (fresh.turn, fresh.tried) != (table.turn, table.tried):
            return
        if fresh.attempts >= house.settings.attempts:
            quarantine(house, tx, fresh, type(error).__name__)
        else:
            move_on(tx, fresh, tried=None)


def quarantine(house: House, tx: Tx, table: Table, why: str) -> None:
    """Set a table aside, and tell its organizer."""
    left = None if table.deadline is None else 0
    body = {"phase": table.phase, "why": why}
    stuck = write_event(
        tx, table, house.now, "stuck", HOUSE, body, status="stuck", tried=None, left=left
    )
    news.tell_organizer(house, tx, stuck, news.STUCK, {"phase": table.phase})
