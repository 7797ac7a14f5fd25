"""Settings: what the house may be set to, and what each table may; a wrong one is named."""

from functools import cache
from typing import Any, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct

from dragoman.house.errors import Invalid

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY, HOUR, MINUTE = 86_400, 3_600, 60
LONGEST = 60 * DAY
"""The longest time that a phase may be given."""

Makers = Literal["anybody", "people", "nobody"]
Press = Literal["advised", "none", "open", "private", "groups"]


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a phase lasts: some seconds, or until a fixed local hour on certain days.

    With neither there is no deadline. With a fixed hour (`at`, such as 18:00, in `zone`) the
    phase ends at the first such hour that leaves at least `seconds`; no `days` means every day.
    """

    seconds: int = 0
    at: str = ""
    zone: str = "UTC"
    days: tuple[str, ...] = ()


LIMITS = {"movement": Limit(2 * DAY), "other": Limit(DAY), "placement": Limit(12 * HOUR)}
"""How long phases last at a table that does not say it."""


PHASES = ("movement", "retreats", "adjustments", "placement", "declarations", "other", "first")
"""The names that a limit may have at any table; a variant may add its own."""


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table is run. Times are in seconds.

    `limits` are by the name of a phase's rule (movement, retreats, placement …); `other` is for
    those not named, and `first` for the first phase of the game, if it is given. At a `sandbox`
    one account holds every seat; it has no deadlines and nobody else sees it.
    """

    press: Press = "advised"
    anonymous: bool = False
    ready: Literal["shown", "hidden"] = "shown"
    limits: dict[str, Limit] = msgspec.field(default_factory=lambda: dict(LIMITS))
    early: bool = True
    grace: int = 0
    missed: Literal["go_on", "wait"] = "go_on"
    absent_after: int = 2
    replacements: bool = True
    draws: Literal["secret", "open"] = "secret"
    extensions: Literal["vote", "organizer"] = "vote"
    longest_extension: int = 7 * DAY
    assignment: Literal["choice", "lot"] = "choice"
    start: Literal["full", "organizer"] = "full"
    observers: bool = True
    organizer_plays: bool = True
    sandbox: bool = False


class HouseSettings(Struct, frozen=True, kw_only=True):
    """How the house is run. Times are in milliseconds.

    `cached_bytes` is how much is kept of games in memory, what was used last; the rest is read
    from the store again. `workshop` is who may make variants here, `publish` who may put them
    into the site's list.
    """

    base_url: str = ""
    folders: tuple[str, ...] = ()
    judging: int = 5_000
    lease: int = 15_000
    attempts: int = 2
    starts: int = 5
    beat: int = 2_000
    down_after: int = 5_000
    least_after_down: int = 15 * MINUTE * 1000
    cached_bytes: int = 16 * 1024 * 1024
    tables_each: int = 50
    remind: int = 6 * HOUR * 1000
    bot_budget: int = 1_000
    longest_orders: int = 20_000
    most_lines: int = 1_000
    longest_press: int = 10_000
    most_press: int = 1_000_000
    workshop: Makers = "people"
    publish: Makers = "people"
    drafts_each: int = 50
    publications_each: int = 200


def read_settings(given: dict[str, Any] | None) -> TableSettings:
    """The settings of a table, checked; a fault names its field."""
    try:
        settings = msgspec.convert(given or {}, TableSettings)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise Invalid(what, f"settings{where.strip('`')}") from error
    for name, limit in settings.limits.items():
        check_limit(limit, f"settings.limits.{name}")
    _check_number(settings.grace, "grace", 0, 2 * DAY)
    _check_number(settings.absent_after, "absent_after", 1, 100)
    _check_number(settings.longest_extension, "longest_extension", 0, LONGEST)
    return settings


FIXED = ("anonymous", "ready", "draws", "sandbox", "assignment", "organizer_plays")
"""Settings that stay as they were when people sat down."""


def check_fixed(wanted: TableSettings, present: TableSettings) -> None:
    """Refuse to change what people rely on who have sat down."""
    for name in FIXED:
        if getattr(wanted, name) != getattr(present, name):
            raise Invalid("cannot be changed once people rely on it", f"settings.{name}")


def differences(wanted: TableSettings, present: TableSettings) -> list[str]:
    """The names of the settings that are to be changed."""
    names = TableSettings.__struct_fields__
    return [name for name in names if getattr(wanted, name) != getattr(present, name)]


def _check_number(number: int, name: str, low: int, high: int) -> None:
    if not low <= number <= high:
        raise Invalid(f"must be from {low} to {high}, not {number}", f"settings.{name}")


def check_limit(limit: Limit, field: str) -> None:
    """Refuse a limit that names no time."""
    if not 0 <= limit.seconds <= LONGEST:
        raise Invalid(f"must be from 0 to {LONGEST}, not {limit.seconds}", f"{field}.seconds")
    if limit.at:
        read_hour(limit.at, f"{field}.at")
    read_zone(limit.zone, f"{field}.zone")
    for day in limit.days:
        if day not in DAYS:
            raise Invalid(f"no day {day!r}: write {', '.join(DAYS)}", f"{field}.days")


def read_hour(text: str, field: str = "at") -> tuple[int, int]:
    """The hour and minute of a text such as 18:00."""
    hour, colon, minute = text.partition(":")
    right = colon and hour.isascii() and hour.isdigit() and minute.isascii() and minute.isdigit()
    if not right or len(minute) != 2 or int(hour) > 23 or int(minute) > 59:
        raise Invalid(f"{text!r} is no time of day: write it as 18:00", field)
    return int(hour), int(minute)


def read_zone(name: str, field: str = "zone") -> ZoneInfo:
    """The time zone of a name such as Europe/Vienna."""
    if name == "UTC":
        return ZoneInfo("UTC")
    if name not in _zones():
        raise Invalid(f"no time zone {name[:40]!r}: write one such as Europe/Vienna", field)
    return ZoneInfo(name)


@cache
def _zones() -> set[str]:
    return available_timezones()


REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@cache
def zones_by_region() -> dict[str, list[str]]:
    """The time zones that are named after places, by their part of the world."""
    names = sorted(_zones())
    return {one: [name for name in names if name.startswith(f"{one}/")] for one in REGIONS}


def written(settings: Struct) -> str:
    """Settings as JSON."""
    return msgspec.json.encode(settings).decode()


def settings_of(text: str) -> TableSettings:
    """The settings that a table was stored with."""
    return msgspec.json.decode(text, type=TableSettings)
