"""Payola: every unit can be bribed, and does what the highest sum is offered for."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from dragoman.model import (
    MOVEMENT,
    NUMBER,
    SEAT,
    Ballot,
    Fact,
    FactKind,
    Order,
    Reason,
    Seat,
    State,
    Subject,
    Votes,
)
from dragoman.rules import (
    UNSIGNED,
    Ask,
    Draft,
    Election,
    Faults,
    Lots,
    Mandate,
    Module,
    Option,
    Ruleset,
    Settings,
    Variant,
    remembered,
    remembering,
)

NAME = "payola"
TOO_MUCH = Reason("too_much")
NOTHING_OFFERED = Reason("not_allowed", note="a unit of another's does nothing for nothing")
PURSE = FactKind(
    "purse",
    takes=(SEAT, NUMBER),
    says="{1}",
    about="{0}",
    meaning="what a seat may still offer for orders of units",
)
OPTIONS = (
    Option(
        "purse",
        "number",
        10,
        "what every seat begins with",
        least=0,
        most=1000,
        title="Money at the start",
    ),
    Option(
        "income",
        "number",
        1,
        "what a center brings after each Fall",
        least=0,
        most=100,
        title="Money for each center",
    ),
)


class Accounts(Struct, frozen=True):
    """What the module remembers: what is in every seat's purse."""

    purses: dict[str, int] = {}


def purse(ask: Ask, seat: Seat) -> int:
    """What a seat has left."""
    return remembered(ask.state, NAME, Accounts).purses.get(seat, 0)


def offered(ballots: Sequence[Ballot]) -> dict[tuple[Order, ...], list[Ballot]]:
    """The ballots for each order, those with the highest sum first."""
    found: dict[tuple[Order, ...], list[Ballot]] = {}
    for ballot in ballots:
        found.setdefault(ballot.orders, []).append(ballot)
    return dict(sorted(found.items(), key=lambda row: -total(row[1])))


def total(ballots: Sequence[Ballot]) -> int:
    """What some ballots offer together."""
    return sum(ballot.amount for ballot in ballots)


class _Payola:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, settings: Settings) -> None:
        self.rules, self.settings = rules, settings

    def opening(self, variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
        """Everybody begins with the same."""
        state = self.rules.opening(variant, seats, lots)
        note = Accounts({str(seat): self.settings["purse"] for seat in state.seats})
        return remembering(state, NAME, note)

    def mandate(self, ask: Ask, seat: Seat) -> Mandate:
        """Every unit on the board, one's own for nothing as well."""
        own = self.rules.mandate(ask, seat)
        if ask.state.phase.kind != MOVEMENT or not ask.state.seats.get(seat):
            return own
        most = purse(ask, seat)
        mine = {c.subject for c in own.charges}
        others = [
            msgspec.structs.replace(charge, owed=False, pool=PURSE.name)
            for power in ask.variant.powers
            for charge in ask.charges(power)
            if most and charge.subject.unit and charge.subject not in mine
        ]
        charges = [
            msgspec.structs.replace(charge, most=most) if charge.subject.unit else charge
            for charge in (*own.charges, *others)
        ]
        return Mandate(tuple(charges), {**own.quotas, PURSE.name: len(others)}, own.forgiving)

    def review(self, ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
        """Nothing is done for nothing, nor for more than a purse holds."""
        found = self.rules.review(ask, ballots, faults)
        if ask.state.phase.kind != MOVEMENT:
            return found
        left: dict[Seat, int] = {}
        for n, ballot in enumerate(ballots):
            if None in found[n]:
                wrong = self.unpaid(ask, ballot, left)
                found[n] = tuple(fault or wrong for fault in found[n])
        return found

    def unpaid(self, ask: Ask, ballot: Ballot, left: dict[Seat, int]) -> Reason | None:
        """What is wrong with the offer of a ballot; a good one is taken from what is left."""
        if not ballot.amount:
            return None if self.owns(ask, ballot, ballot.subject) else NOTHING_OFFERED
        have = left.get(ballot.seat, purse(ask, ballot.seat))
        if ballot.amount > have:
            return TOO_MUCH
        left[ballot.seat] = have - ballot.amount
        return None

    def elect(self, ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
        """The order with the highest sum; of equal ones the owner's, and else none."""
        if ask.state.phase.kind != MOVEMENT or not subject.unit:
            return self.rules.elect(ask, subject, ballots)
        sums = offered(ballots)
        best = [
            orders
            for orders, cast in sums.items()
            if total(cast) == total(next(iter(sums.values())))
        ]
        own = [orders for orders in best if any(self.owns(ask, b, subject) for b in sums[orders])]
        chosen = (best if len(best) == 1 else own)[:1]
        rows = tuple((text(orders), total(cast), ()) for orders, cast in sums.items())
        bribed = any(ballot.amount for ballot in ballots)
        said = text(chosen[0]) if chosen else ""
        votes = Votes(subject, rows, said, offers=True) if bribed else None
        won = sums[chosen[0]] if chosen else []
        return Election(chosen[0] if chosen else (), votes, won)

    def owns(self, ask: Ask, ballot: Ballot, subject: Subject) -> bool:
        """Whether a ballot is of the seat that holds the unit's power."""
        return subject.power in ask.state.seats.get(ballot.seat, ())

    def counted(self, ask: Ask, elections: Mapping[Subject, Election], state: State) -> State:
        """Who got what he offered for pays for it."""
        state = self.rules.counted(ask, elections, state)
        left = dict(remembered(state, NAME, Accounts).purses)
        for ballot in (b for election in elections.values() for b in election.won_by):
            left[ballot.seat] = left.get(ballot.seat, 0) - ballot.amount
        return remembering(state, NAME, Accounts(left))

    def aftermath(self, ask: Ask, lots: Lots) -> State:
        """After a Fall every center pays whoever owns it then."""
        state = self.rules.aftermath(ask, lots)
        if not ask.variant.year.settles(state.phase):
            return state
        now = ask.with_state(state)
        left = dict(remembered(state, NAME, Accounts).purses)
        for owner in (now.rules.capture(now, center) for center in now.map.centers):
            seat = state.holder.get(owner) if owner else None
            if seat:
                left[seat] = left.get(seat, 0) + self.settings["income"]
        return remembering(state, NAME, Accounts(left))

    def disclose(self, ask: Ask, ballot: Ballot) -> str:
        """Nobody learns who bribed whom."""
        return UNSIGNED if ballot.amount else self.rules.disclose(ask, ballot)

    def show(self, ask: Ask) -> tuple[Fact, ...]:
        """What is in every purse."""
        purses = remembered(ask.state, NAME, Accounts).purses
        return (*self.rules.show(ask), *(Fact(PURSE.name, row) for row in purses.items()))


def text(orders: tuple[Order, ...]) -> str:
    """Orders as they are counted."""
    return "; ".join(map(str, orders))


def payola(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules with bribes."""
    mine = _Payola(rules, settings)
    return rules.answering(
        opening=mine.opening,
        mandate=mine.mandate,
        review=mine.review,
        elect=mine.elect,
        counted=mine.counted,
        aftermath=mine.aftermath,
        disclose=mine.disclose,
        show=mine.show,
    )


def objects(draft: Draft, settings: Settings) -> str | None:
    """Votes and bribes cannot both decide what a unit does."""
    if "plurality" in draft.modules:
        return "units that are voted on cannot be bribed: plurality decides what they do"
    return "it needs one board, not several" if len(draft.map.boards) > 1 else None


MODULE = Module(
    NAME,
    "Every unit can be bribed, and does what the highest sum is offered for.",
    payola,
    OPTIONS,
    objects=objects,
    facts=(PURSE,),
)
