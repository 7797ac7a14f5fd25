"""What questions are asked with and answered with, as values."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from dragoman.model import (
    Ballot,
    Order,
    Power,
    Reason,
    Resolution,
    State,
    Subject,
    Unit,
    Verdict,
    Votes,
)
from dragoman.rules.lots import Lots

if TYPE_CHECKING:
    from dragoman.rules.ask import Ask

Orders = tuple[Order, ...]

Faults = list[tuple[Reason | None, ...]]
"""What is wrong with each order of each ballot, in the order of the ballots."""

SIGNED, UNSIGNED, SEALED = "signed", "unsigned", "sealed"
"""How a ballot is published: with its author, without, or not at all."""


class Charge(Struct, frozen=True, gc=False):
    """One thing a seat may order: its subject, the verbs open to it, and how many orders it takes.

    Charges with a `pool` draw on the seat's quota of that name, one ballot for each line written.
    `most` is the largest amount that a ballot may carry.
    """

    subject: Subject
    verbs: tuple[str, ...]
    count: int = 1
    pool: str = ""
    owed: bool = True
    most: int = 0


class Mandate(Struct, frozen=True):
    """All that a seat may order in this phase, and how many ballots each pool allows.

    From a `forgiving` pool an impossible ballot takes nothing.
    """

    charges: tuple[Charge, ...] = ()
    quotas: dict[str, int] = {}
    forgiving: tuple[str, ...] = ()


class Election(Struct, frozen=True):
    """The orders chosen for a subject, the count if there was one, and the ballots that won it."""

    orders: Orders
    votes: Votes | None = None
    won_by: Sequence[Ballot] = ()


class Elected(dict[Subject, Orders]):
    """The orders that each subject follows.

    If they are for some `units`, one for each in their order, nobody has to look for them.
    """

    units: tuple[Unit, ...] | None = None


class Before(Struct, frozen=True):
    """What happens before a phase is settled: the position and the orders left to settle.

    An order that is given a verdict here gets no other.
    """

    state: State
    elected: Elected
    verdicts: tuple[Verdict, ...] = ()


class Step(Struct, frozen=True):
    """One choice in the tree of what may be ordered: complete with an order, open if `more`.

    What follows may be `endless`, as conditions upon conditions are: lists then stop here.
    """

    token: str
    order: Order | None = None
    more: bool = False
    endless: bool = False

    @property
    def leads_on(self) -> bool:
        """Whether whoever lists orders goes on from here."""
        return self.more and not self.endless


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
    `undue` says why a power may order nothing now, where that is not that nothing is due to it.
    """

    name: str
    subjects: Callable[["Ask", Power], tuple[Charge, ...]]
    choices: Callable[["Ask", Subject, tuple[str, ...]], tuple[Step, ...]]
    check: Callable[["Ask", Subject, Orders], tuple[Reason | None, ...]]
    default: Callable[["Ask", Subject], Orders]
    verbs: tuple[str, ...]
    resolve: Callable[["Ask", Elected, Lots], Resolution] | None = None
    aside: Callable[["Ask", Resolution, Elected, Lots], Resolution] | None = None
    heed: Callable[["Ask", Sequence[Verdict], State], State] | None = None
    undue: Callable[["Ask", Power], Reason] | None = None
