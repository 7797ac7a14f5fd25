"""Verdicts: what came of each order, with a reason that names its cause."""

from collections import Counter

from msgspec import Struct

from dragoman.geo import Place, Province
from dragoman.model.order import Order, Subject
from dragoman.model.phase import Phase
from dragoman.model.state import Dislodged, State
from dragoman.model.unit import Power, Seat, Unit

DONE, FAILED, VOID, OUTVOTED = "done", "failed", "void", "outvoted"

REASONS: dict[str, dict[str, str]] = {
    DONE: {
        "moved": "the unit arrived",
        "held": "the unit stayed and was not dislodged",
        "supported": "the support was given",
        "convoyed": "the convoy stood",
        "retreated": "the unit retreated",
        "disbanded": "the unit left the board",
        "built": "the unit was built",
        "removed": "the unit was removed",
        "waived": "the build was left unused",
    },
    FAILED: {
        "bounced": "a rival for the same place was at least as strong",
        "repelled": "those who stayed there were at least as strong",
        "lost_duel": "the unit coming the other way was at least as strong",
        "own_unit": "it would have dislodged a unit of its own side",
        "convoy_broken": "a fleet that the convoy needed was dislodged",
        "way_lost": "a unit that kept its way open was dislodged",
        "no_convoy": "nobody carried the unit",
        "paradox": "the convoy fell under the paradox rule",
        "crossed": "it met a move over the same crossing",
        "taken": "a unit that it cannot share a place with ended there",
        "deadlock": "no rule decides among these moves, so none of them is made",
        "cut": "the supporting unit was attacked",
        "dislodged": "the unit was driven out",
        "unmatched": "the other unit was ordered to do something else",
        "idle": "it adds nothing, so it counts as a hold",
        "collided": "another unit retreated to the same place",
        "passed_over": "the unit went to another place of its list",
        "prevented": "what happened before the orders were carried out kept it from being done",
    },
    VOID: {
        "no_such_unit": "there is no such unit",
        "not_yours": "the seat may not order this",
        "cannot_reach": "the unit cannot get there",
        "coast_needed": "the unit could go to several coasts: name one",
        "cannot_support": "the unit cannot lend strength there",
        "cannot_convoy": "the fleet is on no route for that convoy",
        "own_support": "a unit cannot support itself",
        "contradicted": "the unit was given another legal order as well",
        "wrong_phase": "such orders are not due in this phase",
        "not_a_refuge": "the unit may not retreat there",
        "not_a_site": "nothing may be built there",
        "not_owned": "the power does not own that center",
        "occupied": "another unit stands there",
        "wrong_kind": "that kind of unit cannot be there",
        "too_many": "more orders were given than are due",
        "too_much": "more is given for it than the seat may give",
        "repeated": "the same order was given before",
        "not_allowed": "the rules of the variant forbid it",
    },
    OUTVOTED: {
        "outvoted": "another order had more votes",
        "tied": "no order had the most votes",
        "outbid": "more was offered for another order, or as much and it went before",
        "offers_tied": "the most was offered for several orders",
    },
}
"""Every code that a reason has in every variant, by outcome, with what it means."""


class Tally(Struct, frozen=True, gc=False):
    """A strength together with the terms that make it up; one in `halves` counts them by halves."""

    total: int
    terms: tuple[tuple[str, int], ...] = ()
    halves: bool = False

    def plus(self, amount: int, label: str) -> "Tally":
        """This strength with a term added."""
        return Tally(self.total + amount, (*self.terms, (label, amount)), self.halves)

    def in_halves(self) -> "Tally":
        """This strength counted by halves."""
        return Tally(2 * self.total, tuple((label, 2 * n) for label, n in self.terms), True)

    def figure(self, amount: int) -> str:
        """An amount as people write it.

        >>> Tally(3).figure(3), Tally(3).in_halves().figure(3)
        ('3', '1½')
        """
        if not self.halves:
            return str(amount)
        whole, half = divmod(abs(amount), 2)
        figure = f"{whole or ''}½" if half else str(whole)
        return f"-{figure}" if amount < 0 else figure

    def times(self, factor: int, label: str) -> "Tally":
        """This strength multiplied, the gain shown as a term of its own."""
        return self.plus(self.total * (factor - 1), label)

    def __str__(self) -> str:
        total = self.figure(self.total)
        if len(self.terms) < 2:
            return total
        terms = (f"{label} {self.figure(amount)}" for label, amount in self.terms)
        return f"{total} = {' + '.join(terms)}"


class Cause(Struct, frozen=True, gc=False):
    """The order of a power that brought something about."""

    power: Power
    order: Order


class Loss(Struct, frozen=True, gc=False):
    """What one attack took from the worth of a support."""

    by: Cause
    points: int


class Reason(Struct, frozen=True, gc=False):
    """Why an order ended as it did: a code, the order that caused it, the strengths, the rule.

    A support worth more than one point tells in `losses` who took how much of it.
    """

    code: str
    by: Cause | None = None
    mine: Tally | None = None
    theirs: Tally | None = None
    rule: str = ""
    note: str = ""
    losses: tuple[Loss, ...] = ()


class Force(Struct, frozen=True, gc=False):
    """What fights: one or more units acting under one order, or a part of one unit.

    `place` is where the first of them stands. `also` are further orders that it follows, each with
    the id of the unit that was given it: those of units that only go along with the first.
    """

    power: Power
    units: tuple[Unit, ...]
    place: Place
    order: Order
    part: str = ""
    also: tuple[tuple[int, Order], ...] = ()


class Fate(Struct, frozen=True, gc=False):
    """Where a force ended; none if it was dislodged."""

    force: Force
    place: Place | None


class Verdict(Struct, frozen=True, gc=False):
    """What came of one order; a `sealed` one is for the eyes of its writer alone.

    `subject` is what the order was for.
    """

    power: Power
    order: Order
    outcome: str
    reason: Reason
    seat: Seat | None = None
    supplied: bool = False
    sealed: bool = False
    subject: Subject | None = None

    def __repr__(self) -> str:
        return f"<Verdict {self}>"

    def __str__(self) -> str:
        return f"{self.power}: {self.order}: {self.outcome} ({self.reason.code})"

    @staticmethod
    def of(subject: Subject, order: Order, outcome: str, reason: "Reason") -> "Verdict":
        """What came of an order for a subject."""
        return Verdict(subject.power, order, outcome, reason, None, False, False, subject)


class Votes(Struct, frozen=True):
    """How the ballots for one subject were counted; `tied` are those that equals kept out.

    The figures are numbers of votes, or sums of what was offered (`offers`).
    """

    subject: Subject
    rows: tuple[tuple[str, int, tuple[Seat, ...]], ...]
    chosen: str
    tied: tuple[str, ...] = ()
    offers: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """How many votes each text had, or what was offered for it."""
        return {text: number for text, number, _ in self.rows}


class Resolution(Struct, frozen=True):
    """What one phase came to, enough to report, draw and explain it without asking again.

    `left` is the position that the phase itself left, `state` the one in which orders are next due.
    """

    phase: Phase
    verdicts: tuple[Verdict, ...]
    left: State
    state: State
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: tuple[Province, ...] = ()
    votes: tuple[Votes, ...] = ()
    lots: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def __repr__(self) -> str:
        numbers = Counter(verdict.outcome for verdict in self.verdicts)
        counts = ", ".join(
            f"{numbers[outcome]} {outcome}" for outcome in REASONS if numbers[outcome]
        )
        return f"<Resolution {self.phase}: {counts or 'no orders'}>"

    def __str__(self) -> str:
        return "\n".join([str(self.phase), *(f"  {verdict}" for verdict in self.verdicts)])
