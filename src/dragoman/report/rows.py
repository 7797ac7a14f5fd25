"""Rows: duties, units, counts and facts as plain values, for whoever tells them as JSON."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat

import msgspec
from msgspec import Struct

from dragoman.judge import owed
from dragoman.model import RETREAT, Power, Resolution, Retreat, Subject, Unit
from dragoman.report.charts import is_surveyed
from dragoman.rules import Ask, Charge
from dragoman.rules.legality import ASHORE, VERBS, units_move
from dragoman.translate import Said
from dragoman.words.phrases import subject_name, subject_names
from dragoman.words.speech import spoken_facts


class DislodgedAnswer(Struct, frozen=True):
    """A unit that was driven out, the place barred to it, and where it may go."""

    power: str
    unit: str
    by: str | None
    retreats: list[str]


class Due(Struct, frozen=True):
    """One thing that a seat must order."""

    subject: str
    verbs: tuple[str, ...]
    count: int


class VoteRow(Struct, frozen=True):
    """How many votes an order had, and from whom."""

    order: str
    votes: int
    seats: list[str]


class VoteTable(Struct, frozen=True, omit_defaults=True):
    """The count for one subject; `chosen` is empty if no order was, and joins several by `; `.

    With `offers` its figures are sums of what was offered.
    """

    subject: Said
    rows: list[VoteRow]
    chosen: str
    offers: bool = False


class FactRow(Struct, frozen=True):
    """What the variant shows beside the board: a name, a value, and what it is about."""

    name: Said
    value: Said
    about: Said


class StepRow(Struct, frozen=True):
    """One choice: complete if it has an order, to be gone on with if `more`."""

    token: str
    order: str | None
    more: bool


def owed_rows(ask: Ask) -> dict[str, list[Due]]:
    """What each seat must order."""
    seats, over = ask.state.seats, ask.state.result is not None
    if over or not units_move(ask):
        return {seat: dues(ask, charges) for seat, charges in owed(ask).items()}
    # By default each unit of a seat's own powers is given one order.
    due = units_due(ask)
    mine = {seat: [*chain(*map(due.get, powers, repeat(())))] for seat, powers in seats.items()}
    return {seat: rows for seat, rows in mine.items() if rows}


def units_due(ask: Ask) -> dict[Power, list[Due]]:
    """The units of each power, each to be given one order when units move."""
    called, at_sea = ask.called, ask.at_sea
    found: dict[Power, list[Due]] = {power: [] for power in ask.variant.powers}
    for unit in ask.state.units:
        verbs = VERBS if (unit.kind, unit.place) in at_sea else ASHORE
        found[unit.power].append(Due(called[unit.id], verbs, 1))
    return found


def dues(ask: Ask, charges: Sequence[Charge]) -> list[Due]:
    """Charges as answers tell them; a unit that may be divided owes one order like any other."""
    names = subject_names(ask, [charge.subject for charge in charges])
    return [
        Due(name, charge.verbs, 1 if charge.subject.unit else charge.count)
        for name, charge in zip(names, charges, strict=True)
    ]


def units_by_power(ask: Ask) -> dict[str, list[str]]:
    """The units of every power that has any."""
    found: dict[str, list[str]] = {power: [] for power in ask.variant.powers}
    for unit, name in zip(ask.state.units, ask.names, strict=True):
        # Of a variant that is gone, another stands in, which knows fewer powers.
        found.setdefault(unit.power, []).append(str(unit) if unit.marks else name)
    return {power: sorted(units) for power, units in found.items() if units}


def dislodged_rows(
    before: Ask, resolution: Resolution, then: Ask | None = None
) -> Iterator[DislodgedAnswer]:
    """The units driven out, with their refuges in the position that the movement left.

    `then` is the position in which orders are next due, if something was asked of it already.
    """
    if not resolution.dislodged:
        return
    after = then.later(resolution.left) if then else Ask(before.variant, resolution.left)
    for d in resolution.dislodged:
        yield DislodgedAnswer(d.unit.power, str(d.unit), d.by, list(ways_out(after, d.unit)))


def ways_out(after: Ask, unit: Unit) -> Sequence[str]:
    """Where a unit that was driven out may go; nowhere, as far as that is out of sight."""
    if not is_surveyed(after, unit):
        return ()
    held = unit.power in after.state.holder
    return after.rules.refuges(after, unit) if held else flight(after, unit)


def flight(after: Ask, unit: Unit) -> list[str]:
    """Where the rules send a unit that nobody commands; nowhere if it is disbanded at once."""
    phase = msgspec.structs.replace(after.state.phase, kind=RETREAT)
    ask = Ask(after.variant, msgspec.structs.replace(after.state, phase=phase))
    orders = ask.rules.default(ask, Subject(unit.power, unit.id))
    return [str(order.to) for order in orders if isinstance(order, Retreat)]


def vote_tables(ask: Ask, resolution: Resolution) -> list[VoteTable]:
    """The counts of the phase."""
    return [
        VoteTable(
            subject_name(ask, v.subject),
            [VoteRow(order, n, list(seats)) for order, n, seats in v.rows],
            v.chosen,
            v.offers,
        )
        for v in resolution.votes
    ]


def facts(ask: Ask) -> list[FactRow]:
    """What the variant shows beside the board."""
    return [FactRow(fact.name, fact.value, fact.about) for fact in spoken_facts(ask)]


def centers_by_power(ask: Ask) -> dict[str, list[str]]:
    """The centers of every power that has any."""
    held = ask.state.holdings
    return {power: list(held[power]) for power in ask.variant.powers if power in held}
