"""The language that modules bring: verbs, reasons, marks, facts, seasons and phases, as values."""

from functools import cached_property
from typing import TypeGuard

from msgspec import Struct

from dragoman.model.order import Act, Value
from dragoman.model.phase import Year
from dragoman.model.sign import Sign
from dragoman.model.unit import Piece, Power, Unit


class Argument(Struct, frozen=True):
    """What a verb or a fact takes: values of one sort, one of them or as many as are named."""

    of: str
    is_many: bool = False

    @property
    def many(self) -> "Argument":
        """As many of these as are named; only the last argument can be so."""
        return Argument(self.of, is_many=True)


PIECE = Argument("piece")
"""A unit on the board."""

NEW_PIECE = Argument("new piece")
"""A piece that is to come; its kind may be left out where only one fits."""

PLACE = Argument("place")
"""A place, with its coast; for a unit's verb the coast is filled in where only one is in reach."""

PROVINCE = Argument("province")
"""A province, whatever coast is named."""

POWER = Argument("power")
NUMBER = Argument("number")

TEXT = Argument("text")
"""Any words, up to the end of the order."""

BOARD = Argument("board")
SEAT = Argument("seat")


class Verb(Struct, frozen=True):
    """Something that can be ordered beyond what every variant knows.

    A unit does it, if `by_unit`; otherwise it is a matter of a power, or `by_seat` of whoever holds
    it. `words` are how it is read, the first how it is printed; they may be several words each.
    What `opens` with certain words needs no verb before them. `says` is its sentence, in which
    `{unit}` and `{0}`, `{1}` … are what the order names, `{args}` all of that in a row, and `{are}`
    is or are, as befits the row. For a piece, `{0.a}` is its kind with an article and `{0.place}`
    where it stands. `noun` is what an order of the sort is called where it is due. The `sign` is
    drawn on the map.
    """

    name: str
    takes: tuple[Argument, ...] = ()
    words: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    by_unit: bool = False
    by_seat: bool = False
    says: str = ""
    noun: str = ""
    sign: Sign | None = None

    @property
    def spellings(self) -> tuple[str, ...]:
        """How the verb is read; the first is how it is printed."""
        return self.words or (self.name,)

    def __call__(self, *args: Unit | Value, power: Power | None = None) -> Act:
        """An order: the unit first, if a unit does it, then what it is done to."""
        named = tuple(Piece(a.kind, a.place) if isinstance(a, Unit) else a for a in args)
        if not self.by_unit:
            return Act(self.name, self.spellings[0], None, named, power)
        unit, *rest = named
        if not isinstance(unit, Piece):
            raise TypeError(f"{self.name}: expected the unit that does it, found {unit!r}")
        return Act(self.name, self.spellings[0], unit, tuple(rest), power)

    def made(self, order: object) -> TypeGuard[Act]:
        """Whether an order is one of this verb."""
        return isinstance(order, Act) and order.verb == self.name


class ReasonKind(Struct, frozen=True):
    """A reason that a module gives: its code, the outcome that it goes with, what it means.

    `says` is the sentence behind the order, `about` where there is none; `{by}` is the order that
    caused it, `{unit}`, `{0}` and so on are as in the sentence of a verb.
    """

    code: str
    outcome: str
    about: str
    says: str = ""


class Mark(Struct, frozen=True):
    """A mark that units can bear, what it means, and its sign on the piece."""

    name: str
    about: str = ""
    sign: Sign | None = None


class FactKind(Struct, frozen=True):
    """A sort of facts that a variant shows: what their values are, and how they are worded.

    `title`, `says` and `about` are made of the fact's values as the sentence of a verb is, and in
    `{row}` the values stand side by side. `many` is the title of several, `meaning` what a reader
    should know of them. The `sign` is drawn on the map, at the places that a fact names.
    """

    name: str
    takes: tuple[Argument, ...] = (TEXT,)
    title: str = ""
    says: str = ""
    about: str = ""
    many: str = ""
    meaning: str = ""
    sign: Sign | None = None


class Fact(Struct, frozen=True):
    """Something to show beside the board: a name, its values, and what it is about.

    The sort of that name in the vocabulary says what the values are; without one they are text.
    One that is `news` is shown with the results of the phase that brought it. `board` is the board
    that it is limited to, at a table of several.
    """

    name: str
    value: Value | tuple[Value, ...] = ""
    about: str = ""
    news: bool = False
    board: str = ""

    @property
    def values(self) -> tuple[Value, ...]:
        """The values, be it one or several."""
        return self.value if isinstance(self.value, tuple) else (self.value,)


class Vocabulary(Struct, frozen=True, dict=True):
    """All words of a variant beyond those of every variant, as its modules bring them."""

    verbs: tuple[Verb, ...] = ()
    reasons: tuple[ReasonKind, ...] = ()
    marks: tuple[Mark, ...] = ()
    facts: tuple[FactKind, ...] = ()
    year: Year = Year()

    def joined(self, other: "Vocabulary") -> "Vocabulary":
        """These words and others, each once, in a year that has the kinds of phase of both."""
        return Vocabulary(
            tuple(dict.fromkeys((*self.verbs, *other.verbs))),
            tuple(dict.fromkeys((*self.reasons, *other.reasons))),
            tuple(dict.fromkeys((*self.marks, *other.marks))),
            tuple(dict.fromkeys((*self.facts, *other.facts))),
            self.year.with_kinds(*other.year.kinds),
        )

    @cached_property
    def verb(self) -> dict[str, Verb]:
        """The verbs by name."""
        return {verb.name: verb for verb in self.verbs}

    @cached_property
    def reason(self) -> dict[str, ReasonKind]:
        """The reasons by code."""
        return {reason.code: reason for reason in self.reasons}

    @cached_property
    def mark(self) -> dict[str, Mark]:
        """The marks by name."""
        return {mark.name: mark for mark in self.marks}

    @cached_property
    def fact(self) -> dict[str, FactKind]:
        """The sorts of facts by name."""
        return {fact.name: fact for fact in self.facts}
