"""How a table is run, as a form for its organizer: the API's settings, field by field."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.errors import Invalid, Refused
from dragoman.house.settings import Limit, TableSettings
from dragoman.web.language import say
from dragoman.web.pages.look import catalog, t

HOUR = 3600
DEADLINES = (
    ("none", 0),
    ("minute", 60),
    ("minutes5", 300),
    ("minutes15", HOUR // 4),
    ("hour", HOUR),
    ("hours12", 12 * HOUR),
    ("day", 24 * HOUR),
    ("days2", 48 * HOUR),
    ("days3", 72 * HOUR),
    ("week", 168 * HOUR),
)
PRESS = ("advised", "none", "open", "private", "groups")
USUAL = ("movement", "other")
"""The limits that every table shows, also where it has none of its own."""
NUMBERS = ("grace", "longest_extension", "absent_after")
CHECKS = ("early", "replacements", "observers")
"""Settings that are simply on or off."""
NAMED = {"title": "new.name", "visibility": "new.who", "moves": "new.moves"}
"""What the form for a new table calls fields that are no settings."""
UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


class Length(Struct, frozen=True):
    """A length of time that can be chosen."""

    seconds: int
    label: str


class LimitField(Struct, frozen=True):
    """How long phases of one name last, as the form shows it."""

    name: str
    label: str
    seconds: int
    at: str
    days: str
    lengths: list[Length]


class Fields(Struct, frozen=True):
    """All that the form shows."""

    settings: TableSettings
    limits: list[LimitField]
    grace: list[Length]
    extension: list[Length]
    typed: dict[str, str]
    zone: str
    press: tuple[str, ...] = PRESS


def explained(refused: Refused) -> str:
    """What was refused, with the field called as the form calls it.

    >>> explained(Invalid("no time zone 'Moon'", "settings.limits.movement.zone"))
    "Time for moves: no time zone 'Moon'"
    """
    name = refused.field.removeprefix("settings.").removeprefix("limits.").split(".")[0]
    for key in (NAMED.get(name, f"setting.{name}"), f"limit.{name}"):
        if key in catalog():
            return f"{t(key)}: {say(refused.text)}"
    return say(refused.text) if name == "options" else say(str(refused))


def lasting(seconds: int) -> str:
    """A length of time in the largest unit that divides it.

    >>> lasting(36 * 3600), lasting(86_400), lasting(0)
    ('36 hours', '1 day', 'none')
    """
    for name, size in UNITS:
        if seconds and seconds % size == 0:
            n = seconds // size
            return t(f"time.n_{name}", n=n) if n > 1 else t(f"time.one_{name}")
    return t("time.none")


def lengths(present: int, most: int = DEADLINES[-1][1]) -> list[Length]:
    """The usual lengths and the present one."""
    usual = {seconds for _, seconds in DEADLINES if seconds <= most}
    return [Length(n, lasting(n)) for n in sorted(usual | {present})]


def fields(present: TableSettings, typed: dict[str, str] | None = None) -> Fields:
    """The form of a table's settings, filled in: as they are, or as typed if that was refused."""
    now = as_typed(present, typed) if typed else present
    return Fields(
        now,
        [limit_field(name, now.limits.get(name, Limit())) for name in shown_limits(now)],
        lengths(now.grace, 12 * HOUR),
        lengths(now.longest_extension),
        typed or {},
        zone_of(now),
    )


def limit_lines(settings: TableSettings) -> list[str]:
    """How a table is run, in sentences."""
    found = [limit_line(name, limit) for name, limit in settings.limits.items()]
    if settings.grace:
        found.append(f"{t('new.grace')}: {lasting(settings.grace)}")
    for name, holds in (
        ("early", settings.early),
        ("missed", settings.missed == "wait"),
        ("replacements", settings.replacements),
        ("extensions", settings.extensions == "vote"),
    ):
        found += [t(f"setting.{name}")] if holds else []
    found.append(t("setting.absent_line", n=settings.absent_after))
    return found


def limit_line(name: str, limit: Limit) -> str:
    """One limit in words."""
    field = limit_field(name, limit)
    days = f", {field.days}" if field.days else ""
    if not limit.at:
        return f"{field.label}: {lasting(limit.seconds)}{days}"
    text = t("setting.at_line", at=limit.at, zone=limit.zone, least=lasting(limit.seconds))
    return f"{field.label}: {text}{days}"


def zone_of(settings: TableSettings) -> str:
    """The time zone of a table's fixed hours: that of the first limit that has one."""
    limits = settings.limits.values()
    return next((limit.zone for limit in limits if limit.zone != "UTC"), "UTC")


def shown_limits(settings: TableSettings) -> list[str]:
    """The names of the limits that the form shows."""
    return [*USUAL, *(name for name in settings.limits if name not in USUAL)]


def limit_field(name: str, limit: Limit) -> LimitField:
    """One limit as the form shows it."""
    key = f"limit.{name}"
    label = t(key) if key in catalog() else t("limit.named", name=name)
    days = ", ".join(limit.days)
    return LimitField(name, label, limit.seconds, limit.at, days, lengths(limit.seconds))


def read_changes(present: TableSettings, given: dict[str, str]) -> dict[str, Any]:
    """The settings as the API takes them: those of the form, the others as they are."""
    found: dict[str, Any] = msgspec.to_builtins(present)
    found["press"] = given.get("press", present.press)
    found |= {name: number(given, name) for name in NUMBERS}
    found["missed"] = "wait" if "wait" in given else "go_on"
    found["extensions"] = "vote" if "vote" in given else "organizer"
    found |= {name: name in given for name in CHECKS}
    if "start.shown" in given:
        found["start"] = "organizer" if "start" in given else "full"
    for name in shown_limits(present):
        zone = present.limits.get(name, Limit()).zone
        found["limits"][name] = read_limit(given, name, zone)
    return found


def read_limit(given: dict[str, str], name: str, zone: str) -> dict[str, Any]:
    """One limit of the form; its zone stays, unless another was chosen for all."""
    chosen, at = given.get("zone", "UTC"), given.get(f"{name}.at", "").strip()
    return {
        "seconds": number(given, f"{name}.seconds"),
        "at": at,
        "zone": chosen if at and chosen != given.get("zone.shown") else zone,
        "days": given.get(f"{name}.days", "").lower().replace(",", " ").split(),
    }


def number(given: dict[str, str], name: str) -> int:
    """A number of the form."""
    text = given.get(name, "").strip()
    if not is_number(text):
        raise Invalid(f"a whole number, not {text[:40]!r}", name)
    return int(text)


def is_number(text: str) -> bool:
    """Whether a text is a number that a setting may have."""
    return text.isascii() and text.isdigit() and len(text) < 10


def as_typed(present: TableSettings, given: dict[str, str]) -> TableSettings:
    """The settings as a form has them that was refused, so that nothing need be typed again.

    Only a number that is none falls back to the present one.
    """
    numbers = {name: str(getattr(present, name)) for name in NUMBERS}
    typed = {k: text for k, text in given.items() if k not in NUMBERS or is_number(text.strip())}
    try:
        return msgspec.convert(read_changes(present, {**numbers, **typed}), TableSettings)
    except (Invalid, msgspec.ValidationError):
        return present
