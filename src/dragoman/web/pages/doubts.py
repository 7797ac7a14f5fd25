"""Doubts: what a seat is asked about once before its orders are final, and warnings on the way."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from dragoman.geo import Place
from dragoman.model import Convoy, Hold, Move, Order, Seat, Support, Unit
from dragoman.report.describe import describe_order
from dragoman.rules import Ask
from dragoman.web.language import say, say_list
from dragoman.web.pages.groups import Group, for_all, groups
from dragoman.web.pages.look import t
from dragoman.words.phrases import kind_name, listing, place_name

EFFECTS = ("hold", "retreat", "build", "remove")
"""What is said of things without orders: by the first of these verbs that they know."""


Named = tuple[str, Place]
"""A unit as its kind and its place."""


class NamedSubject(Struct, frozen=True):
    """Something that may be ordered, and what it is called."""

    subject: str
    label: str


class Lapse(Struct, frozen=True):
    """Something that somebody may have forgotten; what is `final` must be mended first."""

    text: str
    subjects: list[NamedSubject]
    final: bool = False


class Warned(Struct, frozen=True):
    """An order that looks like a slip, and one that would make sense of it, if there is one."""

    order: str
    text: str
    mend: str = ""
    mend_said: str = ""


class Waiting(Struct, frozen=True):
    """Something to be ordered, as far as doubts need to know it."""

    subject: str
    label: str
    verbs: list[str]
    unit: bool
    owed: bool
    lacks: int
    fault: str
    usual: bool


def doubts(rows: Sequence[Waiting], warned: Sequence[Warned], whose: str = "") -> Iterator[Lapse]:
    """What is missing, one sentence for everything alike; `whose` is named where it is needed."""
    before = f"{whose}: " if whose else ""
    for row in rows:
        if row.owed and not row.unit and row.fault:
            named = [NamedSubject(row.subject, row.label)]
            yield Lapse(f"{before}{row.label}: {say(row.fault)}", named, final=True)
    lacking: dict[str, list[Waiting]] = {}
    for row in rows:
        if row.owed and row.lacks and (row.unit or not row.fault):
            effect = next((verb for verb in EFFECTS if verb in row.verbs), "other")
            effect = "usual" if row.usual else effect
            lacking.setdefault(effect, []).append(row)
    for effect, found in lacking.items():
        n = sum(row.lacks for row in found)
        text = t(f"lack.{effect}", n=n) if n > 1 else t(f"lack.{effect}_one")
        yield Lapse(before + text, [NamedSubject(row.subject, row.label) for row in found])
    for one in warned:
        yield Lapse(before + one.text, [])


def warnings(ask: Ask, seat: Seat, orders: Sequence[Order]) -> Iterator[Warned]:
    """Orders that look like slips: support for what is not ordered, moves that nobody carries."""
    powers = ask.state.seats.get(seat, ())
    given = {(o.unit.kind, o.unit.place): o for o in orders if isinstance(o, Hold | Move | Support)}
    for group in groups(ask, ask.mandate(seat).charges):
        yield from _parted(ask, group, given)
    carried = {(o.whom.kind, o.whom.place, o.to) for o in orders if isinstance(o, Convoy)}
    for order in orders:
        if isinstance(order, Support):
            unit = ask.named(order.whom)
            if unit is not None and unit.power in powers:
                yield from _unsupported(ask, order, unit, given.get((unit.kind, unit.place)))
        elif isinstance(order, Move) and not order.unit.part:
            near = order.to in ask.moves.get(order.unit.kind, {}).get(order.unit.place, ())
            if not near and (order.unit.kind, order.unit.place, order.to) not in carried:
                text = t("lack.convoy", order=say(describe_order(order, ask)))
                yield Warned(str(order), text)


def _parted(
    ask: Ask, group: Group, given: Mapping[Named, Hold | Move | Support]
) -> Iterator[Warned]:
    """Units that could be ordered as one, of which the first goes and some do not go with it."""
    units = [ask.unit[subject.unit] for subject in group.subjects]
    lead, *others = (given.get((unit.kind, unit.place)) for unit in units)
    if not isinstance(lead, Move) or all(isinstance(o, Move) and o.to == lead.to for o in others):
        return
    left = say_list(listing(group.kinds(ask)[1:]))
    text = t("lack.parted", does=say(describe_order(lead, ask)), left=left)
    yield Warned(str(lead), text, for_all(group, str(lead)), t("lack.go_together", left=left))


def _unsupported(ask: Ask, order: Support, unit: Unit, other: Order | None) -> Iterator[Warned]:
    goes = other.to if isinstance(other, Move) else None
    # A half that supports the other half has a fault of its own if nothing else was ordered.
    if other == order or _province(ask, goes) == _province(ask, order.to):
        return
    mend = Hold(order.whom) if order.to is None else Move(order.whom, order.to)
    whom = f"{say(kind_name(ask, unit.kind).capitalize())} {say(place_name(ask, unit.place))}"
    does = say(describe_order(other, ask)) if other else t("lack.no_order", unit=whom)
    place = say(place_name(ask, order.unit.place))
    text = t("lack.support", place=place[:1].upper() + place[1:], does=does)
    yield Warned(str(order), text, str(mend), say(describe_order(mend, ask)))


def _province(ask: Ask, place: str | None) -> str | None:
    return None if place is None else ask.map.province.get(place, place)  # type: ignore[call-overload]
