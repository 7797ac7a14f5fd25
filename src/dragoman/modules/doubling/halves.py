"""Halves: which units can be divided, between which orders, and what may be ordered so.

Helps the module `doubling`, which says what the halves are worth and how they come together.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from dragoman.model import (
    MOVEMENT,
    VOID,
    WINTER,
    Convoy,
    Force,
    Hold,
    Mark,
    Move,
    Order,
    Piece,
    Power,
    Reason,
    ReasonKind,
    Sign,
    Subject,
    Support,
    Unit,
)
from dragoman.rules import Ask, Charge, Draft, Orders, Settings, Variant, playable
from dragoman.rules.legality import (
    check_order,
    convoy_fault,
    support_fault,
    undone,
)

MARK = Mark("single", "the unit was divided this year", Sign(text="½"))
SINGLE = MARK.name
UNCLEAR_PART = ReasonKind(
    "unclear_part",
    VOID,
    "either part of the unit could be meant: name it",
    "void: it is not clear which part is meant: write {unit.parts}",
)

TOO_MANY = Reason("too_many", note="a unit is divided in two at most")
UNCLEAR = Reason(UNCLEAR_PART.code)
NO_SUCH_PART = Reason("not_allowed", note="the unit has no such part")
NO_DIVISION = Reason("not_allowed", note="no division of the unit can carry out both orders")
UNDIVIDED = Reason("not_allowed", note="the unit cannot be divided now")
LONE = Reason("not_allowed", note="only a half could do that: order the other half, too")

Faults = tuple[Reason | None, ...]
Check = Callable[[Ask, Subject, Orders], Faults]
Charges = Callable[[Ask, Power], tuple[Charge, ...]]

_NUMERALS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD")),
    *((100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def roman(number: int) -> str:
    """A number as a Roman numeral.

    >>> roman(1), roman(4), roman(19)
    ('I', 'IV', 'XIX')
    """
    found = ""
    for value, letters in _NUMERALS:
        found += letters * (number // value)
        number %= value
    return found


class Years(Struct, frozen=True):
    """Which year is whose."""

    first: int
    order: tuple[Power, ...]
    named: bool
    cycle: str

    def owner(self, year: int) -> Power:
        """The power whose year it is."""
        return self.order[(year - self.first) % len(self.order)]

    def title(self, year: int) -> str:
        """A year called after its power: `Telahoma I`."""
        if year < self.first:
            return f"Before {self.title(self.first)}"
        return f"{self.owner(year)} {self._round(year)}"

    def cycle_of(self, year: int) -> str:
        """The round of years that a year is part of: `Cat I`; nothing if rounds have no name."""
        return f"{self.cycle} {self._round(year)}" if self.cycle else ""

    def _round(self, year: int) -> str:
        return roman((year - self.first) // len(self.order) + 1)

    def doubles(self, ask: Ask, unit: Unit) -> bool:
        """Whether this is a unit's own year and it has not been divided in it."""
        return unit.power == self.owner(ask.state.phase.year) and SINGLE not in unit.marks

    def divisible(self, ask: Ask, unit: Unit) -> bool:
        """Whether two orders may divide a unit: one that is doubled, and counts at all (K2, K9)."""
        if ask.state.phase.kind != MOVEMENT or not self.doubles(ask, unit):
            return False
        stays = Force(unit.power, (unit,), unit.place, Hold(Piece(unit.kind, unit.place)))
        return ask.rules.strength(ask, stays) is not None


def years_of(draft: Draft | Variant, settings: Settings) -> Years:
    """The years of a draft: they begin with the first Spring."""
    listed = playable(draft.powers)
    order = listed if settings["year_order"] == "listed" else tuple(sorted(listed))
    first = draft.start.year + (draft.start.season == WINTER)
    return Years(first, order, settings["year_names"] == "powers", settings["cycle_name"])


class Half(Struct, frozen=True):
    """One half of a unit, as the unit that it would be: what it is called, and that unit."""

    part: str
    unit: Unit


class Share(Struct, frozen=True):
    """What a unit, or a half of one, is to do."""

    unit: Unit
    order: Order
    part: str = ""
    also: Orders = ()


def halves(ask: Ask, unit: Unit) -> tuple[Half, Half]:
    """The two halves of a unit; they keep its kind unless the kind says what it splits into."""
    kinds = ask.kind(unit.kind).splits_into
    if not kinds:
        return Half("first half", unit), Half("second half", unit)
    a, b = (ask.kind(letter) for letter in kinds)
    return (
        Half(a.name, _turned(ask, unit, a.letter)),
        Half(b.name, _turned(ask, unit, b.letter)),
    )


def _turned(ask: Ask, unit: Unit, letter: str) -> Unit:
    place = unit.place if ask.kind(letter).coasts else ask.map.root(unit.place)
    return Unit(unit.id, unit.power, letter, place, unit.marks)


def first_half(ask: Ask, unit: Unit) -> str:
    """What the first half of a unit is called: the one that keeps its id."""
    return halves(ask, unit)[0].part


def own_brother(ask: Ask, unit: Unit, order: Support | Convoy) -> bool:
    """Whether an order names the very unit that it is given to, so the other half of it."""
    other = ask.named(order.whom)
    return other is not None and other.id == unit.id


def two_orders(earlier: Charges, years: Years) -> Charges:
    """Charges that take two orders for a unit that can be divided."""

    def charges(ask: Ask, power: Power) -> tuple[Charge, ...]:
        return tuple(
            msgspec.structs.replace(c, count=2)
            if c.subject.unit and years.divisible(ask, ask.unit[c.subject.unit])
            else c
            for c in earlier(ask, power)
        )

    return charges


def check_halves(earlier: Check, years: Years) -> Check:
    """What is wrong with orders, where a unit may be given two and another may be divided."""

    def check(ask: Ask, subject: Subject, orders: Orders) -> Faults:
        unit = ask.unit.get(subject.unit)
        if unit is None:
            return earlier(ask, subject, orders)
        tagged = any(_part(order) for order in orders)
        if years.divisible(ask, unit) and (tagged or len(set(orders)) > 1):
            barred = forbidden(earlier, ask, subject, orders)
            if not any(barred):
                return divided_faults(ask, years, unit, orders)
            allowed = zip(orders, barred, strict=True)
            rest = iter(check(ask, subject, tuple(order for order, no in allowed if not no)))
            return tuple(fault or next(rest) for fault in barred)
        # Each by itself: what two of them make of each other is said when all faults are known.
        faults = [
            fault and lone_fault(ask, years, unit, order, fault)
            for order in orders
            for fault in earlier(ask, subject, (order,))
        ]
        if tagged:
            faults = [
                UNDIVIDED if _part(order) else f for order, f in zip(orders, faults, strict=True)
            ]
        return undone(orders, faults)

    return check


def forbidden(earlier: Check, ask: Ask, subject: Subject, orders: Orders) -> Faults:
    """What other rules forbid a unit that it could do: such an order does not divide it (4.D.3)."""
    unit = ask.unit[subject.unit]
    return tuple(
        None if check_order(ask, unit, order) else fault
        for order in orders
        for fault in earlier(ask, subject, (order,))
    )


def _part(order: Order) -> str:
    piece: Piece | None = getattr(order, "unit", None)
    return piece.part if piece else ""


def lone_fault(ask: Ask, years: Years, unit: Unit, order: Order, fault: Reason) -> Reason | None:
    """What is wrong with the only order of a unit that could not carry it out by itself (K3)."""
    if aids_half(ask, years, unit, order):
        return None
    if fault != check_order(ask, unit, order):
        # Another rule forbids it, to halves as well.
        return fault
    alike = years.divisible(ask, unit) and not ask.kind(unit.kind).splits_into
    possible = alike and half_fault(ask, years, unit, halves(ask, unit)[0], order) is None
    return LONE if possible else fault


def aids_half(ask: Ask, years: Years, unit: Unit, order: Order) -> bool:
    """Whether an order is possible because the unit that it aids may be divided (K31)."""
    if not isinstance(order, Support | Convoy):
        return False
    other = ask.named(order.whom)
    if other is None or other.id == unit.id or not years.divisible(ask, other):
        return False
    meant = [h.unit for h in halves(ask, other) if order.whom.part in ("", h.part)]
    if isinstance(order, Support):
        return any(support_fault(ask, unit, order, half) is None for half in meant)
    return any(convoy_fault(ask, unit, order, half) is None for half in meant)


def whole_fault(ask: Ask, years: Years, unit: Unit, order: Order) -> Reason | None:
    """What keeps a unit from carrying out an order undivided."""
    fault = check_order(ask, unit, order)
    return None if fault and aids_half(ask, years, unit, order) else fault


def half_fault(ask: Ask, years: Years, unit: Unit, half: Half, order: Order) -> Reason | None:
    """What keeps one half of a unit from carrying out an order."""
    if _part(order) not in ("", half.part):
        return NO_DIVISION
    if isinstance(order, Support) and own_brother(ask, unit, order):
        brothers = [h.unit for h in halves(ask, unit) if h.part != half.part]
        return None if order.to is None else support_fault(ask, half.unit, order, brothers[0])
    fault = whole_fault(ask, years, half.unit, order)
    return None if fault and aids_brothers_freight(ask, years, half.unit, order) else fault


def aids_brothers_freight(ask: Ask, years: Years, half: Unit, order: Order) -> bool:
    """Whether an order supports what the other half of a fleet could carry there (K20)."""
    if not isinstance(order, Support) or order.to is None:
        return False
    other, lent = ask.named(order.whom), ask.lends[half.kind].get(half.place, ())
    if other is None or ask.province[order.to] not in lent:
        return False
    convoy = Convoy(order.unit, order.whom, order.to)
    whole = convoy_fault(ask, half, convoy, other) is None
    return whole or aids_half(ask, years, half, convoy)


def divided_faults(ask: Ask, years: Years, unit: Unit, orders: Orders) -> Faults:
    """What is wrong with several orders, or orders for a part, for a unit that can be divided."""
    wanted = tuple(dict.fromkeys(orders))
    if ask.kind(unit.kind).splits_into:
        found = _faults_of_parts(ask, years, unit, wanted)
    else:
        found = _faults_of_halves(ask, years, unit, wanted)
    return tuple(found[order] for order in orders)


def _faults_of_halves(
    ask: Ask, years: Years, unit: Unit, wanted: Orders
) -> dict[Order, Reason | None]:
    """Halves alike: what is impossible goes first (4.D.3), then two orders divide the unit (K3)."""
    half = halves(ask, unit)[0]
    found = {order: half_fault(ask, years, unit, half, order) for order in wanted}
    legal = [order for order, fault in found.items() if fault is None]
    if len(legal) == 1:
        found[legal[0]] = whole_fault(ask, years, unit, legal[0]) and LONE
    if len(legal) > 2:
        found |= dict.fromkeys(legal, TOO_MANY)
    return found


def _faults_of_parts(
    ask: Ask, years: Years, unit: Unit, wanted: Orders
) -> dict[Order, Reason | None]:
    """Parts unlike: exactly one way to share out the orders must be possible (K17)."""
    if len(wanted) > 2:
        return dict.fromkeys(wanted, TOO_MANY)
    pairs = halves(ask, unit)
    if len(wanted) == 1:
        [order] = wanted
        meant = [half for half in pairs if half.part == _part(order)]
        return {order: half_fault(ask, years, unit, meant[0], order) if meant else NO_SUCH_PART}
    ways = assignments(ask, years, unit, wanted)
    if len(ways) == 1 or (ways and not any(isinstance(order, Move) for order in wanted)):
        return dict.fromkeys(wanted)
    if ways:
        return dict.fromkeys(wanted, UNCLEAR)
    return {order: _hopeless(ask, years, unit, order) for order in wanted}


def _hopeless(ask: Ask, years: Years, unit: Unit, order: Order) -> Reason:
    """Why an order cannot be shared out: what is wrong with it, or that no division serves both."""
    faults = [half_fault(ask, years, unit, half, order) for half in halves(ask, unit)]
    wrong = [f for f in faults if f is not None and f is not NO_DIVISION]
    return NO_DIVISION if None in faults or not wrong else wrong[0]


def assignments(
    ask: Ask, years: Years, unit: Unit, wanted: Orders
) -> list[tuple[tuple[Half, Order], ...]]:
    """Every way to share two orders out between the halves of a unit."""
    a, b = halves(ask, unit)
    ways = [tuple(zip(pair, wanted, strict=True)) for pair in ((a, b), (b, a))]
    return [way for way in ways if not any(half_fault(ask, years, unit, h, o) for h, o in way)]


def division(ask: Ask, years: Years, unit: Unit, orders: Orders) -> tuple[Share, ...]:
    """What each half of a unit does; one share if it acts as a whole."""
    wanted = tuple(dict.fromkeys(orders))
    if not years.divisible(ask, unit) or (len(wanted) == 1 and not _part(wanted[0])):
        return (Share(unit, wanted[0]),)
    if len(wanted) == 1:
        wanted = (wanted[0], _other_holds(ask, unit, wanted[0]))
    if alike(ask, *wanted):
        first, second = sorted(wanted, key=lambda o: not _as_whole(ask, unit, o))
        return (Share(unit, first, also=(second,)),)
    # What could be shared out when it was ordered may not be any more: other rules may have acted
    # before the fight, and taken away whom a half was to aid.
    ways = assignments(ask, years, unit, wanted) if ask.kind(unit.kind).splits_into else []
    way = ways[0] if ways else tuple(zip(halves(ask, unit), wanted, strict=True))
    return tuple(Share(half.unit, order, half.part) for half, order in way)


def _other_holds(ask: Ask, unit: Unit, order: Order) -> Hold:
    """The order of the half that was given none: an unordered piece holds."""
    other = next(h for h in halves(ask, unit) if h.part != _part(order))
    return Hold(ask.piece(unit, other.part))


def alike(ask: Ask, one: Order, other: Order) -> bool:
    """Whether two orders let both halves do the same, so that they act as a whole (K15)."""
    if isinstance(one, Move) and isinstance(other, Move):
        return ask.province[one.to] == ask.province[other.to]
    if isinstance(one, Support | Convoy) and isinstance(other, Support | Convoy):
        return type(one) is type(other) and (one.whom, one.to) == (other.whom, other.to)
    return isinstance(one, Hold) and isinstance(other, Hold)


def _as_whole(ask: Ask, unit: Unit, order: Order) -> bool:
    """Whether an order names a goal that the undivided unit reaches, its coast included."""
    return not isinstance(order, Move) or order.to in ask.moves[unit.kind].get(unit.place, ())
