"""The questions: wherever variants differ, the judge asks one, and a ruleset answers all of them.

This is the one place where a question is put: its name and type are those of a field of `Ruleset`,
and what the field is set to says what the question is about, its default, and how modules join.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

import msgspec
from msgspec import Struct, field

from dragoman.errors import did_you_mean
from dragoman.geo import Map, Place, Province
from dragoman.model import (
    Ballot,
    Fact,
    Fate,
    Force,
    Phase,
    Piece,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Tally,
    Unit,
)
from dragoman.rules import adjustments, retreats, standard
from dragoman.rules.ask import Ask
from dragoman.rules.lots import Lots
from dragoman.rules.values import (
    Before,
    Elected,
    Election,
    Faults,
    Mandate,
    Orders,
    PhaseRule,
    Routes,
    View,
)
from dragoman.rules.variant import Variant

Answer = Callable[..., Any]

BOARD, PROVINCE, UNIT, FORCE = "board", "province", "unit", "force"
POWER, SUBJECT, SEAT, GAME, TABLE = "power", "subject", "seat", "game", "table"
"""What a question is about; the boards of a table with several books tell by it who answers.

A question about a GAME is answered by every book for its own board; one about the TABLE by the
rules of the table alone.
"""


def wraps(earlier: Answer, mine: Answer) -> Answer:
    """A module's answer stands for the earlier one, which it may ask and change."""
    return mine


def first_to_end(earlier: Answer, mine: Answer) -> Answer:
    """The first module that gives an answer decides; Standard is asked before all of them."""

    def first(*args: Any) -> Any:
        found = earlier(*args)
        return mine(*args) if found is None else found

    return first


def every_one(earlier: Answer, mine: Answer) -> Answer:
    """Every module may forbid it."""
    return lambda *args: earlier(*args) and mine(*args)


class Question(Struct, frozen=True):
    """One question: what it is about, its default, and how the answers of modules join.

    `at` tells which of the arguments after `ask` it is about, where that is not the first.
    """

    about: str
    default: Any
    at: int = 0
    joins: Callable[[Answer, Answer], Answer] = wraps
    name: str = ""
    type: Any = None


_asked: list[Question] = []


def asked(
    about: str, default: Any, at: int = 0, joins: Callable[[Answer, Answer], Answer] = wraps
) -> Any:
    """A field of a ruleset in which a question is put, answered by its default."""
    _asked.append(Question(about, default, at, joins))
    return field(default_factory=lambda: default)


class Ruleset(Struct, frozen=True, kw_only=True, dict=True):
    """The rules of a game as a value: every question with its answer, Standard's by default."""

    map: Callable[[Ask, str, Map], Map] = asked(BOARD, standard.map_of_the_season)
    """What is one board of the map like now, given what it was so far?"""

    # Who orders what.
    mandate: Callable[[Ask, Seat], Mandate] = asked(SEAT, standard.own_powers)
    """What may a seat order in this phase?"""
    legal: Callable[[Ask, Ballot], tuple[Reason | None, ...]] = asked(SUBJECT, standard.possible)
    """What is wrong with each order of a ballot, on the position alone?"""
    review: Callable[[Ask, Sequence[Ballot], Faults], Faults] = asked(GAME, standard.as_they_are)
    """What is wrong with each order, once all ballots are known together?"""
    elect: Callable[[Ask, Subject, Sequence[Ballot]], Election] = asked(
        SUBJECT, standard.owners_ballot
    )
    """Which orders does a subject follow, of those cast for it?"""
    default: Callable[[Ask, Subject], Orders] = asked(SUBJECT, standard.by_phase)
    """What does a subject do for which nothing legal was ordered?"""
    counted: Callable[[Ask, Mapping[Subject, Election], State], State] = asked(
        GAME, standard.nothing_paid
    )
    """What comes of the counts, once every subject has its orders?"""
    before: Callable[[Ask, Elected, Lots], Before] = asked(GAME, standard.nothing_before)
    """What happens after the election and before the phase is settled?"""

    # The fight: none of these may depend on who arrives.
    muster: Callable[[Ask, Province, Sequence[tuple[Unit, Orders]]], Sequence[Force]] = asked(
        GAME, standard.one_unit_one_force
    )
    """Which forces do the units of a province make, given their orders?"""
    strength: Callable[[Ask, Force], Tally | None] = asked(FORCE, standard.strength_one)
    """How strong is a force by itself, and what is that made of?"""
    support_worth: Callable[[Ask, Force, int], int] = asked(FORCE, standard.all_or_nothing)
    """What is a support worth if so many points of it are cut?"""
    burden: Callable[[Ask, Force, Province], int] = asked(FORCE, standard.no_burden)
    """By how many halves does a force count less against a province, for the border between?"""
    cuts: Callable[[Ask, Force, Force], tuple[int, int]] = asked(
        FORCE, standard.not_from_the_target, at=1
    )
    """How many points does an attack take from a support?"""
    contests: Callable[[Ask, Force, Force, Province], bool] = asked(
        PROVINCE, standard.always_contest, at=2
    )
    """Do two forces fight each other for a place, or share it?"""
    side: Callable[[Ask, Force], str] = asked(TABLE, standard.power_is_side)
    """Which side is a force on?"""
    routes: Callable[[Ask, Unit], Routes] = asked(UNIT, standard.edition_routes)
    """How may a unit travel by convoy?"""
    relies_on: Callable[[Ask, Force], tuple[Province, ...]] = asked(FORCE, standard.on_nobody)
    """In which provinces must nobody be dislodged for a force to get to where it goes?"""
    paradox: Callable[[Ask], str] = asked(TABLE, standard.edition_paradox)
    """Which rule settles convoy paradoxes?"""

    # What stands, who owns it, who has won.
    settle: Callable[[Ask, Province, Sequence[Fate]], Sequence[Unit]] = asked(
        GAME, standard.as_they_ended
    )
    """Which units stand in a province after the fight?"""
    refuges: Callable[[Ask, Unit], tuple[Place, ...]] = asked(UNIT, retreats.open_refuges)
    """Where may a dislodged unit retreat?"""
    refuge_round: Callable[[Ask, Unit], int] = asked(UNIT, standard.all_at_once)
    """In which round does a unit retreat?"""
    barred: Callable[[Ask, Unit, Force, bool], Province | None] = asked(
        UNIT, standard.edition_barred
    )
    """Which province is closed to a unit because its attacker came from there?"""
    aftermath: Callable[[Ask, Lots], State] = asked(GAME, standard.nothing_more)
    """What follows when a season is closed, before ownership?"""
    capture: Callable[[Ask, Province], Power | None] = asked(
        PROVINCE, standard.occupier_at_the_close
    )
    """Who owns a center when a season is closed?"""
    entitlement: Callable[[Ask, Power], int] = asked(POWER, adjustments.centers_less_units)
    """How many units may a power build, or must it remove, if negative?"""
    bases: Callable[[Ask, Power], tuple[Province, ...]] = asked(POWER, adjustments.home_centers)
    """In which provinces may a power build, as far as it owns them?"""
    sites: Callable[[Ask, Power], tuple[Piece, ...]] = asked(POWER, adjustments.empty_bases)
    """Which pieces may a power build now, and on which places?"""
    removal_order: Callable[[Ask, Power], tuple[Unit, ...]] = asked(POWER, standard.edition_removal)
    """In which order do units go if their power does not choose?"""
    win_at: Callable[[Ask], int] = asked(GAME, standard.number_from_file)
    """What is the number that wins?"""
    winner: Callable[[Ask], Result | None] = asked(TABLE, standard.most_centers)
    """Who has what it takes to win, if anybody has?"""
    upheld: Callable[[Ask, Result], bool] = asked(TABLE, standard.always_upheld, joins=every_one)
    """May a game end so, when somebody has won?"""
    outcome: Callable[[Ask], Result | None] = asked(TABLE, standard.won, joins=first_to_end)
    """Has the game ended, now that a season is closed?"""
    draw: Callable[[Ask, frozenset[Seat]], Result | None] = asked(TABLE, standard.agreed_draw)
    """Do those who vote for a draw have one, and who shares it?"""

    # Time.
    opening: Callable[[Variant, tuple[Seat, ...], Lots], State] = asked(
        GAME, standard.opening_of_file
    )
    """In which position does a game begin?"""
    next_phase: Callable[[Ask], Phase] = asked(GAME, standard.by_the_year)
    """Which phase follows this one?"""
    phases: dict[str, PhaseRule] = asked(GAME, standard.PHASES)
    """What may be ordered in each kind of phase, and how is it settled?"""
    label: Callable[[Ask, Phase], str] = asked(TABLE, standard.season_and_year)
    """What do people call a phase?"""

    # What is shown to whom.
    see: Callable[[Ask, Sequence[Ballot], Seat | None], View] = asked(
        GAME, standard.all_but_others_ballots
    )
    """What may a seat see of the position and of the ballots cast?"""
    reveal: Callable[[Ask, Resolution, Seat | None], Resolution] = asked(
        GAME, standard.all_but_sealed
    )
    """What may a seat know of what a phase came to?"""
    known: Callable[[Ask], frozenset[Province] | None] = asked(TABLE, standard.whole_board)
    """Of which provinces does a position tell, if not of all?"""
    disclose: Callable[[Ask, Ballot], str] = asked(SUBJECT, standard.openly)
    """How is a ballot published with the results?"""
    show: Callable[[Ask], tuple[Fact, ...]] = asked(GAME, standard.no_facts)
    """Which short facts are shown beside the board?"""

    if TYPE_CHECKING:
        # To mypy it is the constructor, so that it checks the name and type of every answer.
        answering: ClassVar[type["Ruleset"]]
    else:

        def answering(self, **answers: Any) -> "Ruleset":
            """These rules with some questions answered anew."""
            for name, answer in answers.items():
                check_answer(name, answer)
            joined = {q: QUESTIONS[q].joins(getattr(self, q), a) for q, a in answers.items()}
            return msgspec.structs.replace(self, **joined)

    def is_default(self, question: str) -> bool:
        """Whether a question has the answer of Standard, so that it need not be asked."""
        return self.defaults[question]

    @cached_property
    def defaults(self) -> "Defaults":
        """What `is_default` says of every question: asked so often that it is kept."""
        return Defaults({q: getattr(self, q) is getattr(STANDARD, q) for q in QUESTIONS})

    def answered_unlike(self, other: "Ruleset") -> tuple[str, ...]:
        """The questions that these rules answer in another way than others do."""
        return tuple(q for q in QUESTIONS if getattr(self, q) != getattr(other, q))


class Defaults(dict[str, bool]):
    """Of every question whether it has the answer of Standard."""

    def __missing__(self, name: str) -> bool:
        raise no_such_question(name)


QUESTIONS: dict[str, Question] = {
    name: msgspec.structs.replace(question, name=name, type=kind)
    for (name, kind), question in zip(hints_of(Ruleset).items(), _asked, strict=True)
}
"""Every question by its name."""

STANDARD = Ruleset()
"""Standard Diplomacy: every question left at its default."""


class AnswerError(TypeError):
    """An answer that a question cannot have; it knows the question."""

    def __init__(self, question: str, problem: str) -> None:
        self.question, self.problem = question, problem
        super().__init__(f"{question}: {problem}")


def no_such_question(name: str) -> AnswerError:
    """What is wrong with a name that no question has."""
    return AnswerError(name, f"there is no such question{did_you_mean(name, QUESTIONS)}")


def check_answer(name: str, answer: Any) -> None:
    """Refuse an answer to no question, or of the wrong kind as far as that can be seen."""
    if name not in QUESTIONS:
        raise no_such_question(name)
    takes, gives = get_args(QUESTIONS[name].type)
    if not isinstance(takes, list):
        if not isinstance(answer, dict):
            raise AnswerError(name, f"expected a table, found {answer!r}")
        return
    try:
        inspect.signature(answer).bind(*takes)
    except TypeError as error:
        right = f"a function of {', '.join(map(type_name, takes))}"
        raise AnswerError(name, f"expected {right}: {error}") from None
    given = _given(answer)
    if given and not all(any(issubclass(g, k) for k in _classes(gives)) for g in _classes(given)):
        raise AnswerError(name, f"gives {type_name(given)}: expected {type_name(gives)}")


def _given(answer: Answer) -> Any:
    """The type of what an answer gives, if it says so."""
    try:
        return hints_of(answer).get("return")
    except (NameError, TypeError):
        return None


def _classes(kind: Any) -> list[type]:
    """The classes of which a type is made, without what they hold; none for any type at all."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    plain = (getattr(part, "__supertype__", part) for part in parts)
    return [c for c in (get_origin(part) or part for part in plain) if isinstance(c, type)]


def type_name(kind: Any) -> str:
    """A type as people write it."""
    plain = isinstance(kind, type) and not get_args(kind)
    return kind.__name__ if plain else re.sub(r"\b[a-z_]+\.", "", str(kind))
