"""What is played: a variant with its settings, who sits at the table, and for how long."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.model import Power
from dragoman.rules import Variant
from dragoman.variants import load
from dragoman.variants.checks import province_of
from dragoman.variants.load import draft_of
from dragoman.variants.options import read_value

UNITS = "units."
"""What begins the name of a setting that gives a power other units to begin with."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """An experiment as a value: equal setups play equal games, wherever they are played.

    `bot` plays every seat; with `against`, one seat a game plays it, the seats in turn, and the
    others play that. One seat a game, in turn, plays `without` a rule, if one is named. `content`
    tells what the variant's files said when the setup was made, so that games of a file that has
    changed since are not taken for its games.
    """

    variant: str
    options: dict[str, Any] = {}
    bot: str = "greedy"
    against: str = ""
    seed: int = 0
    years: int = 30
    folders: tuple[str, ...] = ()
    content: str = ""
    without: str = ""

    def load(self) -> Variant:
        """The variant with its settings."""
        plain = {k: v for k, v in self.options.items() if not k.startswith(UNITS)}
        variant = load(self.variant, plain, [Path(folder) for folder in self.folders])
        changed = [key for key in self.options if key.startswith(UNITS)]
        for key in changed:
            variant = with_units(variant, Power(key.removeprefix(UNITS)), self.options[key])
        if changed:
            check_room(variant)
        return variant

    @property
    def name(self) -> str:
        """The variant as it is named: of a path, the folder."""
        return Path(self.variant.removesuffix("/variant.toml")).name

    @property
    def ref(self) -> str:
        """The variant with its settings, as `read_ref` reads them."""
        return ":".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])

    def sealed(self) -> "Setup":
        """The same with what its variant's files say now."""
        return msgspec.structs.replace(self, content=self.content_of(self.load()))

    def content_of(self, variant: Variant) -> str:
        """What a variant is made of, modules of one's own included, as a short print of it."""
        files = (Path(place) / f"{name}.py" for name in variant.modules for place in self.folders)
        own = [file.read_bytes() for file in files if file.is_file()]
        return print_of(variant.version, draft_of(variant), variant.settings, variant.policies, own)


def print_of(*said: object) -> str:
    """Some values as a few letters, other ones for other values."""
    return sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:16]


def with_units(variant: Variant, power: Power, value: object) -> Variant:
    """A variant in which a power begins with other units."""
    if power not in variant.powers:
        raise RequestError(f"{UNITS}{power}: there are {', '.join(variant.powers)}")
    texts = tuple(value) if isinstance(value, list | tuple) else tuple(str(value).split("|"))
    for text in texts:
        check_unit(variant, power, text)
    info = msgspec.structs.replace(variant.powers[power], units=texts)
    return msgspec.structs.replace(variant, powers={**variant.powers, power: info})


def check_unit(variant: Variant, power: Power, text: str) -> None:
    """Refuse what is no unit, and one that cannot stand where it is put."""
    letter, _, place = text.partition(" ")
    if letter not in variant.kinds or place not in variant.map.province:
        raise RequestError(f"{UNITS}{power}: {text!r} is no unit: write such as A par|F bre")
    kind = variant.kinds[letter]
    if place not in variant.map.reach(kind.modes, "move", coasts=kind.coasts):
        raise RequestError(f"{UNITS}{power}: {text!r}: no {kind.name} can stand in {place}")


def check_room(variant: Variant) -> None:
    """Refuse two units that begin in one province, unless one of them is only in company."""
    taken: dict[str, str] = {}
    for power, info in variant.powers.items():
        for text in info.units:
            if variant.kinds[text.partition(" ")[0]].needs_supply:
                here = f"{power}'s {text}"
                other = taken.setdefault(province_of(text), here)
                if other is not here:
                    raise RequestError(f"{UNITS}{power}: {text!r}: {other} begins there already")


def read_ref(text: str) -> tuple[str, dict[str, Any]]:
    """A variant with settings as written on the command line.

    >>> read_ref("standard:win_at=16:edition=1971")
    ('standard', {'win_at': 16, 'edition': '1971'})

    Only a colon before the name of a setting divides; places and paths may have others.
    """
    variant, *settings = re.split(r":(?=[A-Za-z_][\w. ]*=)", text)
    return variant, dict(map(read_setting, settings))


def read_setting(text: str) -> tuple[str, Any]:
    """A setting as written on the command line."""
    name, eq, value = text.partition("=")
    if not eq or not name:
        raise RequestError(f"{text!r} is no setting: write NAME=VALUE, such as win_at=16")
    return name, read_value(name, value)
