"""Rows: duties, units, counts and facts as plain values, for whoever tells them as JSON."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from dragoman.model import RETREAT, Resolution, Retreat, Subject, Unit
from dragoman.rules import Ask, Charge
from dragoman.translate import Said
from dragoman.words.phrases import subject_name, subject_names
from dragoman.words.speech import told_facts


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


def dislodged_rows(before: Ask, resolution: Resolution) -> Iterator[DislodgedAnswer]:
    """The units driven out, with their refuges in the position that the movement left."""
    if not resolution.dislodged:
        return
    after = Ask(before.variant, resolution.left)
    for d in resolution.dislodged:
        held = d.unit.power in after.state.holder
        refuges = after.rules.refuges(after, d.unit) if held else flight(after, d.unit)
        yield DislodgedAnswer(d.unit.power, str(d.unit), d.by, list(refuges))


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
    return [FactRow(fact.name, fact.value, fact.about) for fact in told_facts(ask)]


def centers_by_power(ask: Ask) -> dict[str, list[str]]:
    """The centers of every power that has any."""
    held = ask.state.holdings
    return {power: list(held[power]) for power in ask.variant.powers if power in held}
