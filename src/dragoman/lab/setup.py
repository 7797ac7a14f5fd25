"""What is played: a variant with its settings, who sits at the table, and for how long."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.model import Power
from dragoman.rules import Variant
from dragoman.variants import load

UNITS = "units."
"""What begins the name of a setting that gives a power other units to begin with."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """An experiment as a value: equal setups play equal games, wherever they are played.

    `bot` plays every seat; with `against`, one seat a game plays it, the seats in turn, and the
    others play that.
    """

    variant: str
    options: dict[str, Any] = {}
    bot: str = "greedy"
    against: str = ""
    seed: int = 0
    years: int = 10
    folders: tuple[str, ...] = ()

    def load(self) -> Variant:
        """The variant with its settings."""
        plain = {k: v for k, v in self.options.items() if not k.startswith(UNITS)}
        variant = load(self.variant, plain, [Path(folder) for folder in self.folders])
        for key, value in self.options.items():
            if key.startswith(UNITS):
                variant = with_units(variant, Power(key.removeprefix(UNITS)), value)
        return variant


def with_units(variant: Variant, power: Power, value: object) -> Variant:
    """A variant in which a power begins with other units."""
    if power not in variant.powers:
        raise RequestError(f"{UNITS}{power}: there are {', '.join(variant.powers)}")
    texts = tuple(value) if isinstance(value, list | tuple) else str(value).split("|")
    for text in texts:
        kind, _, place = text.partition(" ")
        if kind not in variant.kinds or place not in variant.map.province:
            raise RequestError(f"{UNITS}{power}: {text!r} is no unit: write such as A par|F bre")
    info = msgspec.structs.replace(variant.powers[power], units=tuple(texts))
    return msgspec.structs.replace(variant, powers={**variant.powers, power: info})


def read_setting(text: str) -> tuple[str, Any]:
    """A setting as written on the command line."""
    name, eq, value = text.partition("=")
    if not eq or not name:
        raise RequestError(f"{text!r} is no setting: write NAME=VALUE, such as win_at=16")
    return name, read_value(name, value)


def read_value(name: str, value: str) -> Any:
    """The value of a setting: a number, true or false, a list with commas, else a text."""
    if value.removeprefix("-").isdecimal() and name != "edition":
        return int(value)
    listed = value.split(",") if "," in value else value
    return {"true": True, "false": False}.get(value, listed)
