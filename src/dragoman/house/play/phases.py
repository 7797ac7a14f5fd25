"""Phases at a table: opened with a deadline, waited for, and the game's end."""

from collections.abc import Sequence

import msgspec

from dragoman.house.clock.times import deadline, limit_of, time_text
from dragoman.house.core import House
from dragoman.house.mail import news
from dragoman.house.people.tallies import count_kept
from dragoman.house.play import games
from dragoman.house.play.games import ReadGame, keep
from dragoman.house.settings import TableSettings, settings_of
from dragoman.house.tables.log import write_event
from dragoman.house.tables.who import is_open
from dragoman.judge import owed
from dragoman.rules import Ask
from dragoman.store.interface import Tx
from dragoman.store.rows import SeatRow, Table


def awaited(ask: Ask, rows: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats that owe orders and at which a person sits who can give them."""
    due = owed(ask)
    return [row for row in rows if row.seat in due and row.account and not is_open(row)]


def all_ready(ask: Ask, rows: Sequence[SeatRow]) -> bool:
    """Whether nobody has to be waited for."""
    return all(row.ready for row in awaited(ask, rows))


def phase_changes(
    settings: TableSettings, ask: Ask, rows: Sequence[SeatRow], turn: int, now: int
) -> dict[str, object]:
    """What the table's row says when a phase opens.

    A phase that waits for nobody, as only bots and empty seats owe orders, is due at once.
    """
    ends = deadline(limit_of(settings, ask, turn), now)
    idle = not settings.sandbox and not awaited(ask, rows) and not deserted(rows)
    return {
        "status": "running",
        "turn": turn,
        "phase": str(ask.state.phase),
        "opened": now,
        "deadline": now if idle else None if settings.sandbox else ends,
        "left": None,
        "attempts": 0,
        "tried": None,
    }


def stopped(changes: dict[str, object], now: int) -> dict[str, object]:
    """The same, with the clock stopped."""
    ends = changes["deadline"]
    left = ends - now if isinstance(ends, int) else None
    return {"status": "paused", "deadline": None, "left": left}


def deserted(rows: Sequence[SeatRow]) -> bool:
    """Whether nobody sits at a table for whom it would go on; bots do not play for themselves."""
    return not any(row.account and not is_open(row) for row in rows)


def open_phase(
    house: House, tx: Tx, table: Table, game: ReadGame, kind: str, actor: str, body: str, now: int
) -> Table:
    """The table after an event that opened a phase, or that ended the game."""
    rows = tx.find(SeatRow, table=table.id)
    tx.change(SeatRow, {"table": table.id}, ready=False, votes="{}")
    if game.state.result is not None:
        return end(house, tx, table, game, kind, actor, body, now)
    fresh = [msgspec.structs.replace(row, ready=False) for row in rows]
    settings = settings_of(table.settings)
    changes = phase_changes(settings, game.ask, fresh, table.turn + 1, now)
    stays = table.status == "paused" or deserted(fresh) or len(game) >= games.MOST_STEPS
    changes |= stopped(changes, now) if stays else {}
    changed = write_event(tx, table, now, kind, actor, body, **{"result": None, **changes})
    keep(tx, game, changed.events)
    if any(row.bot for row in fresh):
        house.opened.append(table.id)
    words = {"phase": game.ask.rules.label(game.ask, game.state.phase)}
    words["deadline"] = time_text(changed.deadline)
    what = news.STARTED if table.turn == 0 else news.PHASE
    news.tell_seats(house, tx, changed, awaited(game.ask, fresh), what, words)
    return changed


def end(
    house: House, tx: Tx, table: Table, game: ReadGame, kind: str, actor: str, body: str, now: int
) -> Table:
    """The table after the event that ended its game."""
    result = msgspec.json.encode(game.state.result).decode()
    changed = write_event(
        tx,
        table,
        now,
        kind,
        actor,
        body,
        status="finished",
        turn=table.turn + 1,
        phase=str(game.state.phase),
        result=result,
        deadline=None,
        left=None,
        attempts=0,
        tried=None,
    )
    keep(tx, game, changed.events)
    count_kept(tx, table.id)
    news.tell_seats(house, tx, changed, tx.find(SeatRow, table=table.id), news.ENDED, {})
    return changed
