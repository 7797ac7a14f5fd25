"""The questions: wherever variants differ, the judge asks one, and a ruleset answers all of them.

This is the one place where a question is put: its name and type are those of the field of
`Ruleset`, its default is the field's, and the `Question` beside it says the rest.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Union, get_args, get_origin
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


def all_of_them(earlier: Answer, mine: Answer) -> Answer:
    """What modules give is put together, in their order."""
    return lambda *args: (*earlier(*args), *mine(*args))


class Question(Struct, frozen=True):
    """One question: what it is about, what is asked, and how the answers of modules join.

    `at` tells which of the arguments after `ask` it is about, where that is not the first.
    """

    about: str
    asks: str
    at: int = 0
    joins: Callable[[Answer, Answer], Answer] = wraps
    name: str = ""
    type: Any = None
    default: Any = None


class Ruleset(Struct, frozen=True, kw_only=True):
    """The rules of a game as a value: every question with its answer, Standard's by default."""

    map: Annotated[
        Callable[[Ask, str, Map], Map],
        Question(BOARD, "What is one board of the map like now, given what it was so far?"),
    ] = standard.same_map

    # Who orders what.
    mandate: Annotated[
        Callable[[Ask, Seat], Mandate], Question(SEAT, "What may a seat order in this phase?")
    ] = standard.own_powers
    legal: Annotated[
        Callable[[Ask, Ballot], tuple[Reason | None, ...]],
        Question(SUBJECT, "What is wrong with each order of a ballot, on the position alone?"),
    ] = standard.possible
    review: Annotated[
        Callable[[Ask, Sequence[Ballot], Faults], Faults],
        Question(GAME, "What is wrong with each order, once all ballots are known together?"),
    ] = standard.as_they_are
    elect: Annotated[
        Callable[[Ask, Subject, Sequence[Ballot]], Election],
        Question(SUBJECT, "Which orders does a subject follow, of those cast for it?"),
    ] = standard.owners_ballot
    default: Annotated[
        Callable[[Ask, Subject], Orders],
        Question(SUBJECT, "What does a subject do for which nothing legal was ordered?"),
    ] = standard.by_phase
    counted: Annotated[
        Callable[[Ask, Mapping[Subject, Election], State], State],
        Question(GAME, "What comes of the counts, once every subject has its orders?"),
    ] = standard.nothing_paid
    before: Annotated[
        Callable[[Ask, Elected, Lots], Before],
        Question(GAME, "What happens after the election and before the phase is settled?"),
    ] = standard.nothing_before

    # The fight: none of these may depend on who arrives.
    muster: Annotated[
        Callable[[Ask, Province, Sequence[tuple[Unit, Orders]]], Sequence[Force]],
        Question(GAME, "Which forces do the units of a province make, given their orders?"),
    ] = standard.one_unit_one_force
    strength: Annotated[
        Callable[[Ask, Force], Tally | None],
        Question(FORCE, "How strong is a force by itself, and what is that made of?"),
    ] = standard.strength_one
    support_worth: Annotated[
        Callable[[Ask, Force, int], int],
        Question(FORCE, "What is a support worth if so many points of it are cut?"),
    ] = standard.all_or_nothing
    cuts: Annotated[
        Callable[[Ask, Force, Force], tuple[int, int]],
        Question(FORCE, "How many points does an attack take from a support?", at=1),
    ] = standard.not_from_the_target
    contests: Annotated[
        Callable[[Ask, Force, Force, Province], bool],
        Question(PROVINCE, "Do two forces fight each other for a place, or share it?", at=2),
    ] = standard.always_contest
    side: Annotated[Callable[[Ask, Force], str], Question(TABLE, "Which side is a force on?")] = (
        standard.power_is_side
    )
    routes: Annotated[
        Callable[[Ask, Unit], Routes], Question(UNIT, "How may a unit travel by convoy?")
    ] = standard.edition_routes
    paradox: Annotated[
        Callable[[Ask], str], Question(TABLE, "Which rule settles convoy paradoxes?")
    ] = standard.edition_paradox

    # What stands, who owns it, who has won.
    settle: Annotated[
        Callable[[Ask, Province, Sequence[Fate]], Sequence[Unit]],
        Question(GAME, "Which units stand in a province after the fight?"),
    ] = standard.as_they_ended
    refuges: Annotated[
        Callable[[Ask, Unit], tuple[Place, ...]],
        Question(UNIT, "Where may a dislodged unit retreat?"),
    ] = retreats.open_refuges
    refuge_round: Annotated[
        Callable[[Ask, Unit], int], Question(UNIT, "In which round does a unit retreat?")
    ] = standard.all_at_once
    barred: Annotated[
        Callable[[Ask, Unit, Force, bool], Province | None],
        Question(UNIT, "Which province is closed to a unit because its attacker came from there?"),
    ] = standard.edition_barred
    aftermath: Annotated[
        Callable[[Ask, Lots], State],
        Question(GAME, "What follows when a season is closed, before ownership?"),
    ] = standard.nothing_more
    capture: Annotated[
        Callable[[Ask, Province], Power | None],
        Question(PROVINCE, "Who owns a center when a season is closed?"),
    ] = standard.occupier_at_the_close
    entitlement: Annotated[
        Callable[[Ask, Power], int],
        Question(POWER, "How many units may a power build, or must it remove, if negative?"),
    ] = adjustments.centers_less_units
    bases: Annotated[
        Callable[[Ask, Power], tuple[Province, ...]],
        Question(POWER, "In which provinces may a power build, as far as it owns them?"),
    ] = adjustments.home_centers
    sites: Annotated[
        Callable[[Ask, Power], tuple[Piece, ...]],
        Question(POWER, "Which pieces may a power build now, and on which places?"),
    ] = adjustments.empty_bases
    removal_order: Annotated[
        Callable[[Ask, Power], tuple[Unit, ...]],
        Question(POWER, "In which order do units go if their power does not choose?"),
    ] = standard.edition_removal
    win_at: Annotated[Callable[[Ask], int], Question(GAME, "What is the number that wins?")] = (
        standard.number_from_file
    )
    winner: Annotated[
        Callable[[Ask], Result | None],
        Question(TABLE, "Who has what it takes to win, if anybody has?"),
    ] = standard.most_centers
    upheld: Annotated[
        Callable[[Ask, Result], bool],
        Question(TABLE, "May a game end so, when somebody has won?", joins=every_one),
    ] = standard.always_upheld
    outcome: Annotated[
        Callable[[Ask], Result | None],
        Question(TABLE, "Has the game ended, now that a season is closed?", joins=first_to_end),
    ] = standard.won
    draw: Annotated[
        Callable[[Ask, frozenset[Seat]], Result | None],
        Question(TABLE, "Do those who vote for a draw have one, and who shares it?"),
    ] = standard.agreed_draw

    # Time.
    opening: Annotated[
        Callable[[Variant, tuple[Seat, ...], Lots], State],
        Question(GAME, "In which position does a game begin?"),
    ] = standard.opening_of_file
    next_phase: Annotated[
        Callable[[Ask], Phase], Question(GAME, "Which phase follows this one?")
    ] = standard.by_the_year
    phases: Annotated[
        dict[str, PhaseRule],
        Question(GAME, "What may be ordered in each kind of phase, and how is it settled?"),
    ] = field(default_factory=lambda: standard.PHASES)
    label: Annotated[
        Callable[[Ask, Phase], str], Question(TABLE, "What do people call a phase?")
    ] = standard.season_and_year

    # What is shown to whom.
    see: Annotated[
        Callable[[Ask, Sequence[Ballot], Seat | None], View],
        Question(GAME, "What may a seat see of the position and of the ballots cast?"),
    ] = standard.all_but_others_ballots
    reveal: Annotated[
        Callable[[Ask, Resolution, Seat | None], Resolution],
        Question(GAME, "What may a seat know of what a phase came to?"),
    ] = standard.all_but_sealed
    disclose: Annotated[
        Callable[[Ask, Ballot], str],
        Question(SUBJECT, "How is a ballot published with the results?"),
    ] = standard.openly
    show: Annotated[
        Callable[[Ask], tuple[Fact, ...]],
        Question(GAME, "Which short facts are shown beside the board?"),
    ] = standard.no_facts

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

    def is_default(self, *questions: str) -> bool:
        """Whether some questions have the answer of Standard, so that it need not be asked."""
        return all(getattr(self, q) is QUESTIONS[q].default for q in questions)

    def answered_unlike(self, other: "Ruleset") -> tuple[str, ...]:
        """The questions that these rules answer in another way than others do."""
        return tuple(q for q in QUESTIONS if getattr(self, q) != getattr(other, q))


STANDARD = Ruleset()
"""Standard Diplomacy: every question left at its default."""


def _collected() -> dict[str, Question]:
    """Every question, as the fields of a ruleset put them."""
    found: dict[str, Question] = {}
    for name, hint in hints_of(Ruleset, include_extras=True).items():
        if get_origin(hint) is Annotated:
            kind, question = get_args(hint)
            default = getattr(STANDARD, name)
            found[name] = msgspec.structs.replace(question, name=name, type=kind, default=default)
    return found


QUESTIONS = _collected()
"""Every question by its name."""


class AnswerError(TypeError):
    """An answer that a question cannot have; it knows the question."""

    def __init__(self, question: str, problem: str) -> None:
        self.question, self.problem = question, problem
        super().__init__(f"{question}: {problem}")


def check_answer(name: str, answer: object) -> None:
    """Refuse an answer to no question, or of the wrong kind as far as that can be seen."""
    if name not in QUESTIONS:
        raise AnswerError(name, f"there is no such question{did_you_mean(name, QUESTIONS)}")
    takes, gives = _signature(QUESTIONS[name].type)
    if takes is None:
        if not isinstance(answer, dict):
            raise AnswerError(name, f"expected a table, found {answer!r}")
        return
    if not callable(answer):
        raise AnswerError(name, f"expected a function, found {answer!r}")
    try:
        inspect.signature(answer).bind(*takes)
    except TypeError:
        right = ", ".join(_called(kind) for kind in takes)
        problem = f"its answer takes {inspect.signature(answer)}: expected ({right})"
        raise AnswerError(name, problem) from None
    given = _given(answer)
    if given is not None and not all(any(map(_fits(g), _members(gives))) for g in _members(given)):
        problem = f"its answer gives {_called(given)}: expected {_called(gives)}"
        raise AnswerError(name, problem)


def _signature(kind: Any) -> tuple[list[Any] | None, Any]:
    """The types that an answer takes, none if it is no function, and the type that it gives."""
    if get_origin(kind) is dict:
        return None, kind
    takes, gives = get_args(kind)
    return takes, gives


def _given(answer: Answer) -> Any:
    """The type of what an answer gives, if it says so; any type at all says nothing."""
    try:
        found = hints_of(answer).get("return")
    except (NameError, TypeError):
        return None
    return None if found is Any else found


def _members(kind: Any) -> tuple[Any, ...]:
    """The types of which a union is made, each without what it holds."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    plain = (getattr(part, "__supertype__", part) for part in parts)
    return tuple(get_origin(part) or part for part in plain)


def _fits(given: Any) -> Callable[[Any], bool]:
    return lambda kind: not isinstance(given, type) or issubclass(given, kind)


def _called(kind: Any) -> str:
    """A type as people write it."""
    name = getattr(kind, "__name__", None)
    return name if name and not get_args(kind) else str(kind).replace("dragoman.", "")
