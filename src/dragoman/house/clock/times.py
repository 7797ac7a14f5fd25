"""Time: when a phase ends, by the table's limits, its zone and its hours."""

from datetime import UTC, datetime, time, timedelta

from dragoman.house.settings import DAYS, Limit, TableSettings, read_hour, read_zone
from dragoman.rules import Ask
from dragoman.store.rows import SeatRow, Table


def limit_of(settings: TableSettings, ask: Ask, turn: int) -> Limit:
    """How long the present phase may last."""
    if turn == 1 and "first" in settings.limits:
        return settings.limits["first"]
    return limit_called(settings, ask.rule.name)


def limit_called(settings: TableSettings, name: str) -> Limit:
    """How long phases of a name may last."""
    return settings.limits.get(name, settings.limits.get("other", Limit()))


def gives_less(wanted: TableSettings, present: TableSettings) -> bool:
    """Whether some phase of a running game might give somebody less time than it does now."""
    names = {*wanted.limits, *present.limits, "other"} - {"first"}
    return (
        any(is_shorter(limit_called(wanted, n), limit_called(present, n)) for n in names)
        or wanted.grace < present.grace
        or wanted.absent_after < present.absent_after
        or wanted.longest_extension < present.longest_extension
        or (wanted.missed, present.missed) == ("go_on", "wait")
        or (wanted.extensions, present.extensions) == ("organizer", "vote")
    )


def is_shorter(wanted: Limit, present: Limit) -> bool:
    """Whether a phase may end earlier by a limit than by another; of hours that is not known."""
    if wanted == present or not (wanted.seconds or wanted.at):
        return False
    return bool(wanted.at or present.at) or not 0 < present.seconds <= wanted.seconds


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
