"""Variants as values: a map, kinds of piece, powers, numbers and the finished rules."""

from typing import Any

from msgspec import Struct

from dragoman.geo import Map, Province
from dragoman.model import Kind, Phase, Power, Seat
from dragoman.rules.editions import Policies
from dragoman.rules.questions import Ruleset


class PowerInfo(Struct, frozen=True):
    """A power as the file gives it: its names, home centers, opening units and colors.

    `lands` are the provinces of its home country that are no centers, for rules that care.
    """

    name: Power
    adjective: str = ""
    homes: tuple[Province, ...] = ()
    units: tuple[str, ...] = ()
    centers: tuple[Province, ...] = ()
    lands: tuple[Province, ...] = ()
    color: str = ""
    also: tuple[str, ...] = ()


class Option(Struct, frozen=True):
    """A setting that a variant takes: its type, its default, and what it means."""

    name: str
    type: str
    default: Any
    about: str
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    source: str = ""


class Variant(Struct, frozen=True, eq=False):
    """What `load(id, options)` builds; games are played with nothing else.

    `boards` are those that its rules govern, if the map has others too; empty means all. With
    `open_table` seats or fewer, players are advised to talk openly.
    """

    id: str
    version: int
    name: str
    summary: str
    map: Map
    kinds: dict[str, Kind]
    powers: dict[Power, PowerInfo]
    start: Phase
    rules: Ruleset
    policies: Policies
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    schema: tuple[Option, ...] = ()
    seats: tuple[Seat, ...] = ()
    numbers: dict[str, int] = {}
    words: dict[str, tuple[str, ...]] = {}
    modules: tuple[str, ...] = ()
    credits: str = ""
    folder: str = ""
    boards: tuple[str, ...] = ()
    open_table: int = 0
