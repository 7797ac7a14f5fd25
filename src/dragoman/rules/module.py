"""Modules: one rule idea each, answering some questions of a ruleset anew."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import Map
from dragoman.model import (
    FactKind,
    Kind,
    Mark,
    Phase,
    PhaseKind,
    Power,
    ReasonKind,
    Seat,
    Verb,
    Vocabulary,
    Year,
)
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
    vocabulary: Vocabulary = Vocabulary()

    def look_up(self, name: str, type_: type[T], none: T) -> T:
        """What the variant's file gives under a name, or what holds where it gives nothing."""
        try:
            return msgspec.convert(self.data.get(name, none), type_)
        except msgspec.ValidationError as error:
            raise RequestError(f"data.{name}: {error}") from error

    @property
    def year(self) -> Year:
        """The phases of a year, in their order."""
        return self.vocabulary.year

    def with_year(self, year: Year) -> "Draft":
        """The draft with other phases in its year, and those that modules brought so far."""
        brought = [kind for kind in self.year.kinds if kind.before]
        known = msgspec.structs.replace(self.vocabulary, year=year.with_kinds(*brought))
        return msgspec.structs.replace(self, vocabulary=known)


class Module(Struct, frozen=True):
    """One rule idea: the questions it answers, the pieces and options it brings.

    `shape` may change the board, the powers and the rest of the draft; `objects` says why the
    module cannot work with what the draft has become; `answer` makes of the rules others. Where
    the default of an option depends on the board, `defaults` gives it. Where the module has a say
    in what wins, `goal` makes the sentence about it, of the one that held before; `tells` are
    sentences about what its options come to, for the rules page of a game. `without` names
    options that mean nothing with this module, and so are not offered. At a table of several rule
    books, one that is for `everywhere` answers in each of them. `fixed` names the questions whose
    answers stay the same all game, so that they can be asked once and kept as a table. `loops`
    names the Python module in which its answers stand as loops, for the arena to compile.

    The language that it brings are values: `verbs`, `reasons` and `facts` with their sentences,
    `marks` of units, kinds of phase, and `kinds` of piece.
    """

    name: str
    about: str
    answer: Callable[[Ruleset, Draft, Settings], Ruleset]
    options: tuple[Option, ...] = ()
    shape: Callable[[Draft, Settings], Draft] = lambda draft, settings: draft
    objects: Callable[[Draft, Settings], str | None] = lambda draft, settings: None
    defaults: Callable[[Draft], Settings] = lambda draft: {}
    goal: Callable[[str, Draft, Settings], str] = lambda earlier, draft, settings: earlier
    tells: Callable[[Draft, Settings], tuple[str, ...]] = lambda draft, settings: ()
    without: tuple[str, ...] = ()
    everywhere: bool = False
    fixed: tuple[str, ...] = ()
    loops: str = ""
    verbs: tuple[Verb, ...] = ()
    reasons: tuple[ReasonKind, ...] = ()
    marks: tuple[Mark, ...] = ()
    facts: tuple[FactKind, ...] = ()
    phases: tuple[PhaseKind, ...] = ()
    kinds: tuple[Kind, ...] = ()

    def speak(self, draft: Draft) -> Draft:
        """A draft with the kinds of piece and the words that the module brings."""
        year = Year(kinds=self.phases)
        brought = Vocabulary(self.verbs, self.reasons, self.marks, self.facts, year)
        kinds = draft.kinds | {kind.letter: kind for kind in self.kinds}
        words = draft.vocabulary.joined(brought)
        return msgspec.structs.replace(draft, kinds=kinds, vocabulary=words)
