"""Filing: lines of order text become ballots on the subjects of a seat's mandate."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from dragoman.geo import Place
from dragoman.model import (
    Act,
    Ballot,
    Build,
    Convoy,
    Hold,
    Move,
    Order,
    Power,
    Remove,
    Seat,
    Subject,
    Support,
    Unit,
    Waive,
    piece_of,
    singles,
    verb_of,
)
from dragoman.notation import ReadText, read_amount, read_orders, read_plain
from dragoman.rules import Ask, Charge, seen
from dragoman.rules.legality import (
    heeds_via,
    is_possible_by_map,
    units_move,
)
from dragoman.words.language import language

_MATTERS = frozenset({Build, Remove, Waive})
"""Orders that are a power's affair rather than a unit's."""


_BY_UNIT = (Move, Support, Hold, Convoy)
"""Orders of a unit on the board, whose unit the order itself names."""


class Line(list[Order]):
    """The orders on one line, and the amount that is given for them, if one is."""

    amount = 0

    @staticmethod
    def worth(orders: Iterable[Order], amount: int) -> "Line":
        """A line for which an amount is given."""
        line = Line(orders)
        if amount:
            line.amount = amount
        return line

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.amount == getattr(other, "amount", 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __str__(self) -> str:
        text = "; ".join(map(str, self))
        return f"{text} ${self.amount}" if self.amount else text


class Filed(Struct, frozen=True):
    """Ballots, and for each of their orders its line and its rank among all orders, from 0."""

    ballots: tuple[Ballot, ...]
    lines: tuple[tuple[int, ...], ...]
    ranks: tuple[tuple[int, ...], ...]


class _Group(Struct):
    """Orders that make one ballot, each with its line and its rank."""

    subject: Subject
    orders: list[Order]
    lines: list[int]
    ranks: list[int]
    amount: int = 0


def file_texts(ask: Ask, seat: Seat, texts: Sequence[str]) -> Filed:
    """The ballots that a seat's lines of text make."""
    return file_plain(ask, seat, texts) or file_orders(ask, seat, read_lines(ask, seat, texts))


def file_plain(ask: Ask, seat: Seat, texts: Sequence[str]) -> Filed | None:
    """The ballots of canonical texts, all for different units of the seat's.

    None where any text is of another kind, or where more than one ballot could be filed for a unit.
    """
    ballots = plain_ballots(ask, {seat: texts})
    return None if ballots is None else _one_for_each(ballots, len(texts))


def plain_ballots(ask: Ask, orders: Mapping[Seat, Sequence[str]]) -> dict[int, Ballot] | None:
    """The same of several seats, by the ids of their units.

    Those that are possible wherever other units stand are noted: nobody needs to ask again.
    """
    known = ask.once(known_texts)
    if known is None:
        return None
    standing, subjects, sound = ask.standing, ask.subjects, ask.sound
    ballots: dict[int, Ballot] = {}
    for seat, texts in orders.items():
        own = ask.state.seats.get(seat, ())
        for text in texts:
            read = known.get(text) or newly_read(ask, text)
            units = standing.get(read.unit) if read else None
            if read is None or units is None:
                return None
            if read.other is not read.unit and read.other not in standing:
                return None
            number = units[0].id
            if units[0].power not in own or number in ballots:
                return None
            ballots[number] = ballot = Ballot(seat, subjects[number], read.orders)
            if read.possible is None:
                read.possible = is_possible_by_map(ask, *read.orders)
            if read.possible:
                sound[number] = ballot
    return ballots


def newly_read(ask: Ask, text: str) -> ReadText | None:
    """What a text means that was not known, if it is canonical: now it is known."""
    speech, state = language(ask), ask.state
    read_plain((text,), speech, state)
    return speech.read_before[state.phase.kind].get(text)


def known_texts(ask: Ask) -> dict[str, ReadText] | None:
    """Canonical texts that were read before, where they mean the same whoever wrote them.

    That is so where units move, all see all, no unit has parts, and no two are called alike.
    """
    plain = units_move(ask) and ask.rules.is_default("see") and not ask.variant.dividing
    if not plain or len(ask.standing) < len(ask.state.units):
        return None
    return language(ask).read_before[ask.state.phase.kind]


def _one_for_each(ballots: dict[int, Ballot], count: int) -> Filed | None:
    """Ballots of lines with one order each, if they are for as many units."""
    if len(ballots) < count:
        return None
    numbers = singles(count)
    return Filed(tuple(ballots.values()), numbers, numbers)


def read_lines(ask: Ask, seat: Seat, lines: Sequence[str]) -> list[Line]:
    """The orders on each line, as the seat means them."""
    return with_parts(ask, seat, lines, _read(ask, seat, lines))


def _read(ask: Ask, seat: Seat, lines: Sequence[str], *, by_part: bool = False) -> list[Line]:
    powers = ask.state.seats.get(seat, ())
    power = powers[0] if len(powers) == 1 else None
    # What is left out is filled in from what the seat sees: its results tell it how it was read.
    speech, state = language(ask), seen(ask, seat).state
    found: list[Line] = []
    for line, order in zip(lines, read_plain(lines, speech, state), strict=True):
        # What is canonical has no amount and no parts.
        if order is not None:
            found.append(Line((order,)))
            continue
        text, amount = read_amount(line)
        read = read_orders(text, speech, state, power=power, powers=powers, by_part=by_part)
        found.append(Line.worth(read, amount))
    return found


def with_parts(ask: Ask, seat: Seat, lines: Sequence[str], read: list[Line]) -> list[Line]:
    """Lines that were read each by itself, with the parts that two of them call by their kinds.

    A wrong kind alone means nothing (DATC 4.C.2); but `A iro - tin` and `F iro H`, where one unit
    splits into both, are the orders of its parts (K17).
    """
    splits = ask.variant.dividing
    if not splits:
        return read
    places = Counter(_places(read, splits))
    twice = {place for place, n in places.items() if n > 1}
    if not twice:
        return read
    again = _read(ask, seat, lines, by_part=True)
    parts: dict[Place, set[str]] = {}
    for piece in filter(None, map(piece_of, chain(*again))):
        parts.setdefault(piece.place, set()).add(piece.part)
    clear = {place for place in twice if len(parts[place]) > 1}
    return [
        Line.worth(new if clear.intersection(_places([line], splits)) else line, line.amount)
        for line, new in zip(read, again, strict=True)
    ]


def _places(lines: Iterable[Line], kinds: Collection[str]) -> list[Place]:
    """Where the units of some kinds stand that are ordered."""
    pieces = filter(None, map(piece_of, chain(*lines)))
    return [piece.place for piece in pieces if piece.kind in kinds]


def file_orders(ask: Ask, seat: Seat, lines: Sequence[Sequence[Order]]) -> Filed:
    """The ballots that a seat's lines make.

    All orders for one subject make one ballot, except where the subject draws on a pool of extra
    ballots: there each line is a ballot of its own, and for a unit that takes one order each order.
    The amount of a line is that of every ballot it makes.
    """
    # By default nothing draws on a pool, and nothing is counted.
    shared = not ask.rules.is_default("mandate")
    if not shared and (filed := _one_each(ask, seat, lines)):
        return filed
    charges = ask.mandate(seat).charges
    pooled = {c.subject: c.count for c in charges if c.pool} if shared else {}
    counted = shared and any(ask.mandate(other).quotas for other in ask.state.seats)
    amounts = [getattr(line, "amount", 0) for line in lines]
    written = [(number, order) for number, orders in enumerate(lines) for order in orders]
    subjects = subjects_of(ask, seat, charges, [order for _, order in written])
    groups: dict[object, _Group] = {}
    for rank, ((number, order), subject) in enumerate(zip(written, subjects, strict=True)):
        key: object = subject.unit or subject
        if pooled and subject in pooled:
            key = (
                (subject, rank) if subject.unit and pooled[subject] == 1 else (subject, "", number)
            )
        group = groups.setdefault(key, _Group(subject, [], [], []))
        unit = ask.unit.get(subject.unit) if counted and subject.unit else None
        group.orders.append(plainly(ask, unit, order) if unit else order)
        if number not in group.lines:
            group.amount += amounts[number]
        group.lines.append(number)
        group.ranks.append(rank)
    found = groups.values()
    return Filed(
        tuple([Ballot(seat, g.subject, tuple(g.orders), g.amount) for g in found]),
        tuple([tuple(g.lines) for g in found]),
        tuple([tuple(g.ranks) for g in found]),
    )


def _one_each(ask: Ask, seat: Seat, lines: Sequence[Sequence[Order]]) -> Filed | None:
    """The ballots of lines with one order each, all for different units of the seat's own.

    None where any line is of another kind: then they are looked at one by one.
    """
    standing, charged = ask.standing, ask.charged(seat)
    ballots: dict[int, Ballot] = {}
    for line in lines:
        order = line[0] if len(line) == 1 else None
        if not isinstance(order, _BY_UNIT):
            return None
        piece = order.unit
        units = standing.get((piece.kind, piece.place))
        if units is None or len(units) > 1 or piece.power:
            return None
        number = units[0].id
        charge = charged.get(number)
        if charge is None:
            return None
        amount = line.amount if type(line) is Line else 0
        ballots[number] = Ballot(seat, charge.subject, (order,), amount)
    return _one_for_each(ballots, len(lines))


def subjects_of(
    ask: Ask, seat: Seat, charges: Sequence[Charge], orders: Sequence[Order]
) -> list[Subject]:
    """What each order is about; a bare `waive` belongs where a build is left over by the rest."""
    own = ask.state.seats.get(seat, ())
    found = [subject_of(ask, seat, charges, order) for order in orders]
    bare = [n for n, order in enumerate(orders) if type(order) is Waive and not order.power]
    if not bare or len(own) < 2:
        return found
    open_to = {c.subject: c.count for c in charges if "waive" in c.verbs and c.subject.power in own}
    booked = Counter(subject for n, subject in enumerate(found) if n not in bare)
    for n in bare:
        found[n] = next((s for s, due in open_to.items() if booked[s] < due), found[n])
        booked[found[n]] += 1
    return found


def subject_of(ask: Ask, seat: Seat, charges: Sequence[Charge], order: Order) -> Subject:
    """What an order is about; where it is about nothing there is, a subject that nobody has."""
    if type(order) in _MATTERS or (type(order) is Act and order.unit is None):
        return matter_of(ask, seat, charges, order)
    unit = ordered_unit(ask, seat, order)
    return Subject(unit.power, unit.id) if unit else Subject(first_power(ask, seat))


def ordered_unit(ask: Ask, seat: Seat, order: Order) -> Unit | None:
    """The unit that an order addresses: while retreats are due, one of the dislodged.

    Of several with one name that stand together, the seat means its own.
    """
    piece, own = piece_of(order), ask.state.seats.get(seat, ())
    assert piece is not None, "an order without a unit is a matter of a power"
    if "retreat" not in ask.rule.verbs:
        found = ask.named(piece)
        if found is None or found.power in own:
            return found
        units = ask.at[ask.province[piece.place]]
    else:
        units = [d.unit for d in ask.state.dislodged]
    alike = [u for u in units if piece.means(u)]
    return next((u for u in alike if u.power in own), alike[0] if alike else None)


def matter_of(ask: Ask, seat: Seat, charges: Sequence[Charge], order: Order) -> Subject:
    """The power's affair that an order without a unit belongs to."""
    open_to = [c.subject for c in charges if verb_of(order) in c.verbs]
    if isinstance(order, Waive | Act) and order.power is not None:
        named = [s for s in open_to if s.power == order.power]
        return named[0] if named else Subject(order.power, topic="builds")
    for subject in open_to:
        homes = ask.state.homes.get(subject.power, ())
        if isinstance(order, Act) and set(order.args).intersection(homes):
            return subject
        if isinstance(order, Build) and order.unit in ask.rules.sites(ask, subject.power):
            return subject
        unit = ask.named(order.unit) if isinstance(order, Remove) else None
        if unit and unit.power == subject.power:
            return subject
    if isinstance(order, Build):
        return impossible_build(ask, seat, open_to, order)
    mine = [s for s in open_to if s.power in ask.state.seats.get(seat, ())]
    return (mine or open_to or [Subject(first_power(ask, seat), topic="builds")])[0]


def impossible_build(ask: Ask, seat: Seat, open_to: Sequence[Subject], order: Build) -> Subject:
    """The affair that an impossible build belongs to: of whose home or center it is, if open."""
    home, own = ask.province[order.unit.place], ask.state.seats.get(seat, ())
    hosts = [p for p, homes in ask.state.homes.items() if home in homes]
    hosts = hosts or [p for p in (ask.state.owners.get(home),) if p]
    found = [s for s in open_to if s.power in hosts] or [s for s in open_to if s.power in own]
    # If nothing open can be meant, this is not charged to what somebody else may build.
    hosts.sort(key=lambda power: power not in own)
    return (found or [Subject((hosts or [first_power(ask, seat)])[0], topic="builds")])[0]


def first_power(ask: Ask, seat: Seat) -> Power:
    """The power that stands for a seat where an order names none."""
    return (*ask.state.seats.get(seat, ()), Power(seat))[0]


def plainly(ask: Ask, unit: Unit, order: Order) -> Order:
    """An order without a `via` that tells nothing: where it is not known, or no land lies between.

    Where orders are counted, those with it and those without are then the same.
    """
    if type(order) is not Move or not order.via:
        return order
    near = ask.moves[unit.kind].get(unit.place, ())
    return order if order.to in near and heeds_via(ask, unit) else Move(order.unit, order.to)
