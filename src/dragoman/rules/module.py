"""Modules: one rule idea each, answering some questions of a ruleset anew."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import Map
from dragoman.model import Kind, Phase, Power, Seat
from dragoman.rules.questions import Ruleset
from dragoman.rules.variant import Option, PowerInfo

T = TypeVar("T")

Settings = dict[str, Any]
"""The options of a variant, checked and filled in."""


class Draft(Struct, frozen=True):
    """A variant while it is being put together: all that modules may still reshape.

    `data` is what its file gives modules to look up: tables that belong to it and not to a rule.
    """

    map: Map
    kinds: dict[str, Kind]
    powers: dict[Power, PowerInfo]
    start: Phase
    seats: tuple[Seat, ...]
    numbers: dict[str, int]
    words: dict[str, tuple[str, ...]]
    modules: tuple[str, ...] = ()
    data: dict[str, Any] = {}

    def look_up(self, name: str, type_: type[T], none: T) -> T:
        """What the variant's file gives under a name, or what holds where it gives nothing."""
        try:
            return msgspec.convert(self.data.get(name, none), type_)
        except msgspec.ValidationError as error:
            raise RequestError(f"data.{name}: {error}") from error


def no_change(draft: Draft, settings: Settings) -> Draft:
    """A module that leaves board, pieces and powers as they are."""
    return draft


def no_objection(draft: Draft, settings: Settings) -> str | None:
    """A module that goes with everything."""
    return None


def no_defaults(draft: Draft) -> Settings:
    """A module whose options have the same defaults on every board."""
    return {}


def same_goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """A module that leaves it to others what must be had to win."""
    return earlier


class Module(Struct, frozen=True):
    """One rule idea: the questions it answers, the pieces and options it brings.

    `shape` may change the board, the powers and the rest of the draft; `objects` says why the
    module cannot work with what the draft has become; `answer` makes of the rules others. Where
    the default of an option depends on the board, `defaults` gives it. Where the module has a say
    in what wins, `goal` makes the sentence about it, of the one that held before. `without` names
    options that mean nothing with this module, and so are not offered.
    """

    name: str
    about: str
    answer: Callable[[Ruleset, Draft, Settings], Ruleset]
    options: tuple[Option, ...] = ()
    shape: Callable[[Draft, Settings], Draft] = no_change
    objects: Callable[[Draft, Settings], str | None] = no_objection
    defaults: Callable[[Draft], Settings] = no_defaults
    goal: Callable[[str, Draft, Settings], str] = same_goal
    without: tuple[str, ...] = ()
