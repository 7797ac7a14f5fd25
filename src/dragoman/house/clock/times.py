"""Time: when a phase ends, by the table's limits, its zone and its hours."""

from datetime import UTC, datetime, time, timedelta

from dragoman.house.settings import DAYS, Limit, TableSettings, read_hour, read_zone
from dragoman.rules import Ask
from dragoman.store.rows import SeatRow, Table


def limit_of(settings: TableSettings, ask: Ask, turn: int) -> Limit:
    """How long the present phase may last."""
    limits = settings.limits
    if turn == 1 and "first" in limits:
        return limits["first"]
    return limits.get(ask.rule.name, limits.get("other", Limit()))


def deadline(limit: Limit, opened: int) -> int | None:
    """When a phase ends that was opened at this time; none if it has no limit."""
    if limit.at:
        return next_hour(limit, opened + limit.seconds * 1000)
    return opened + limit.seconds * 1000 if limit.seconds else None


def next_hour(limit: Limit, after: int) -> int:
    """The first time after another at which the clock of the zone shows the hour, on such a day."""
    zone, (hour, minute) = read_zone(limit.zone), read_hour(limit.at)
    days = limit.days or DAYS
    day = datetime.fromtimestamp(after / 1000, zone).date()
    while True:
        found = int(datetime.combine(day, time(hour, minute), zone).timestamp()) * 1000
        if found > after and DAYS[day.weekday()] in days:
            return found
        day += timedelta(days=1)


def length(limit: Limit, opened: int) -> int:
    """How long a phase lasts, in milliseconds; nothing if it has no limit."""
    ends = deadline(limit, opened)
    return 0 if ends is None else ends - opened


def closes(table: Table, row: SeatRow, settings: TableSettings, has_orders: bool) -> int | None:
    """When a seat's orders close: at the deadline, or for one who has none after the grace."""
    if table.deadline is None or has_orders or row.ready:
        return table.deadline
    return table.deadline + settings.grace * 1000


def time_text(at: int | None) -> str:
    """A time as people read it."""
    if at is None:
        return "no deadline"
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%d %B %Y %H:%M UTC")
