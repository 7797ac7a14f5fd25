"""What a rule can be asked: wherever variants differ, the judge asks a question."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from dragoman.geo import Map, Place, Province
from dragoman.model import (
    Ballot,
    Claim,
    Fate,
    Force,
    Order,
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
    Verdict,
    Votes,
)
from dragoman.rules.lots import Lots

if TYPE_CHECKING:
    from dragoman.rules.ask import Ask
    from dragoman.rules.variant import Variant

Orders = tuple[Order, ...]

Faults = list[tuple[Reason | None, ...]]
"""What is wrong with each order of each ballot, in the order of the ballots."""

SIGNED, UNSIGNED, SEALED = "signed", "unsigned", "sealed"
"""How a ballot is published: with its author, without, or not at all."""


class Charge(Struct, frozen=True, gc=False):
    """One thing a seat may order: its subject, the verbs open to it, and how many orders it takes.

    Charges with a `pool` draw on the seat's quota of that name, one ballot for each line written.
    """

    subject: Subject
    verbs: tuple[str, ...]
    count: int = 1
    pool: str = ""
    owed: bool = True


class Mandate(Struct, frozen=True):
    """All that a seat may order in this phase, and how many ballots each pool allows.

    From a `forgiving` pool an impossible ballot takes nothing.
    """

    charges: tuple[Charge, ...] = ()
    quotas: dict[str, int] = {}
    forgiving: tuple[str, ...] = ()


class Election(Struct, frozen=True):
    """The orders chosen for a subject, and the count if there was one."""

    orders: Orders
    votes: Votes | None = None


class Step(Struct, frozen=True):
    """One choice in the tree of what may be ordered: complete with an order, open if `more`."""

    token: str
    order: Order | None = None
    more: bool = False


class Claims(Struct, frozen=True):
    """What seats say about how the game should end."""

    draw: frozenset[Seat] = frozenset()
    claims: tuple[tuple[Seat, Claim], ...] = ()


class Badge(Struct, frozen=True):
    """A short fact to show beside the board: a name, a value, and what it is about.

    One that is `news` is told with the results of the phase that brought it.
    """

    name: str
    value: str
    about: str = ""
    news: bool = False


class View(Struct, frozen=True):
    """What a seat may see: the position and the ballots that are its own."""

    state: State
    ballots: tuple[Ballot, ...]


class Routes(Struct, frozen=True):
    """How a unit may travel by convoy: which routes must hold, and what shows that it means to."""

    every: bool
    intent: str


class PhaseRule(Struct, frozen=True):
    """What may be ordered in one kind of phase, and how it is settled.

    Without a `resolve` of its own the phase is settled by the judge: movement, retreat, adjustment.
    `aside` then adds what else comes of it: declarations and claims made beside the moves.
    `heed` is given the verdict on every order, void ones too, for the position to remember.
    """

    name: str
    subjects: Callable[["Ask", Power], tuple[Charge, ...]]
    choices: Callable[["Ask", Subject, tuple[str, ...]], tuple[Step, ...]]
    check: Callable[["Ask", Subject, Orders], tuple[Reason | None, ...]]
    default: Callable[["Ask", Subject], Orders]
    verbs: tuple[str, ...]
    resolve: Callable[["Ask", dict[Subject, Orders], Lots], Resolution] | None = None
    aside: Callable[["Ask", Resolution, dict[Subject, Orders], Lots], Resolution] | None = None
    heed: Callable[["Ask", Sequence[Verdict], State], State] | None = None


class Ruleset(Struct, frozen=True):
    """The rules of a game as a value: every question, with its answer."""

    # The board.
    map: Callable[["Ask", str, Map], Map]

    # Who orders what.
    mandate: Callable[["Ask", Seat], Mandate]
    legal: Callable[["Ask", Ballot], tuple[Reason | None, ...]]
    review: Callable[["Ask", Sequence[Ballot], Faults], Faults]
    elect: Callable[["Ask", Subject, Sequence[Ballot]], Election]
    default: Callable[["Ask", Subject], Orders]

    # Strength and who fights whom; none may depend on who arrives.
    muster: Callable[["Ask", Province, Sequence[tuple[Unit, Orders]]], Sequence[Force]]
    strength: Callable[["Ask", Force], Tally | None]
    support_worth: Callable[["Ask", Force, int], int]
    cuts: Callable[["Ask", Force, Force], tuple[int, int]]
    contests: Callable[["Ask", Force, Force, Province], bool]
    side: Callable[["Ask", Force], str]
    routes: Callable[["Ask", Unit], Routes]
    paradox: Callable[["Ask"], str]

    # What stands, who owns it, and who has won.
    settle: Callable[["Ask", Province, Sequence[Fate]], Sequence[Unit]]
    refuges: Callable[["Ask", Unit], tuple[Place, ...]]
    refuge_round: Callable[["Ask", Unit], int]
    barred: Callable[["Ask", Unit, Force, bool], Province | None]
    aftermath: Callable[["Ask", Lots], State]
    capture: Callable[["Ask", Province], Power | None]
    entitlement: Callable[["Ask", Power], int]
    bases: Callable[["Ask", Power], tuple[Province, ...]]
    sites: Callable[["Ask", Power], tuple[Piece, ...]]
    removal_order: Callable[["Ask", Power], tuple[Unit, ...]]
    win_at: Callable[["Ask"], int]
    outcome: Callable[["Ask", Claims], Result | None]

    # Time.
    opening: Callable[["Variant", tuple[Seat, ...], Lots], State]
    next_phase: Callable[["Ask"], Phase]
    phases: dict[str, PhaseRule]
    label: Callable[["Ask", Phase], str]

    # What is shown to whom.
    see: Callable[["Ask", Sequence[Ballot], Seat | None], View]
    disclose: Callable[["Ask", Ballot], str]
    show: Callable[["Ask"], tuple[Badge, ...]]

    def answering(self, **answers: Any) -> "Ruleset":
        """These rules with some questions answered anew."""
        unknown = set(answers) - set(QUESTIONS)
        if unknown:
            raise TypeError(f"no such question: {', '.join(sorted(unknown))}")
        return msgspec.structs.replace(self, **answers)

    def answered_unlike(self, other: "Ruleset") -> tuple[str, ...]:
        """The questions that these rules answer in another way than others do."""
        return tuple(q for q in QUESTIONS if getattr(self, q) != getattr(other, q))


QUESTIONS: tuple[str, ...] = Ruleset.__struct_fields__
"""Every question."""
