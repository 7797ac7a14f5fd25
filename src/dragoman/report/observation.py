"""The observation of a seat: all that it knows when orders are due, as one text for a reader.

Nothing is in it but what it is made from: the position as the seat may see it, and results that
were revealed to the seat. So whoever makes one asks `rules.views` first.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from dragoman.geo import Province
from dragoman.model import Power, Seat, Subject, Unit
from dragoman.record.entries import Turn
from dragoman.record.replay import Passed
from dragoman.report.gazetteer import gazetteer
from dragoman.report.layout import filled, stacked, titled
from dragoman.report.sheet import position_sheet
from dragoman.rules import Ask, Charge, Variant, texts_of
from dragoman.rules.convoys import can_sail
from dragoman.words.phrases import counted, listing, place_name, subject_name, unit_name

MOST_PHASES = 6
"""How many phases are shown at most to somebody who had nothing to order for long."""
MOST_ENDS = 80
"""How many ends of one order are listed; the rest can be asked for step by step."""
MOST_GROUPS = 30
"""How many groups of orders are listed for one subject."""

ORDERS_ARE = (
    "Orders are written as they stand here, one on a line; of words in braces one is chosen. "
    "What is not ordered does what the rules say: a unit holds."
)


class Letter(Struct, frozen=True):
    """A message that the seat has written or may read; to nobody in particular, it is to all."""

    sender: str
    to: tuple[str, ...]
    text: str


class Beside(Struct, frozen=True):
    """What a seat knows beside the position.

    `sheets` are the results of what was judged since it last had something to order, `draft`
    is what it has ordered so far, `closes` says until when. With `board` every province is
    described with its borders, for readers who do not know the map.
    """

    sheets: tuple[str, ...] = ()
    press: tuple[Letter, ...] = ()
    draft: tuple[str, ...] = ()
    closes: str = ""
    board: bool = False


NOTHING_BESIDE = Beside()


def observation(ask: Ask, seat: Seat, beside: Beside = NOTHING_BESIDE) -> str:
    """What a seat knows, from the position as it may see it and what was revealed to it."""
    over = ask.state.result is not None
    return stacked(
        [
            [f"YOU ARE {seat.upper()}", *standing(ask, seat)],
            *part("WHAT HAPPENED", [[sheet.rstrip()] for sheet in beside.sheets]),
            *part("THE POSITION", [[position_sheet(ask).rstrip()]]),
            *part("THE BOARD", [gazetteer(ask)] if beside.board else []),
            *part("PRESS", [letters(beside.press)] if beside.press else []),
            *part("WHO COULD COME TO YOU", [] if over else [threats(ask, seat)]),
            *part("WHAT YOU CAN ORDER", orders(ask, seat, beside)),
        ]
    )


def part(title: str, blocks: Iterable[list[str]]) -> list[list[str]]:
    """Blocks under a heading, or nothing where there are none."""
    found = [block for block in blocks if block]
    return [[title], *found] if found else []


def standing(ask: Ask, seat: Seat) -> list[str]:
    """What a seat holds, and what wins."""
    powers = ask.state.seats.get(seat, ())
    centers = sum(len(ask.state.centers(power)) for power in powers)
    units = sum(unit.power in powers for unit in ask.state.units)
    hold = f"You hold {listing(powers)}: " if list(map(str, powers)) != [seat] else "You have "
    number = ask.win_at()
    wins = f" The number that wins is {number}." if number else ""
    return filled(f"{hold}{counted(centers, 'center')} and {counted(units, 'unit')}.{wins}")


def letters(press: Iterable[Letter]) -> list[str]:
    """Messages, each as it was written."""
    lines: list[str] = []
    for one in press:
        first, *more = one.text.splitlines() or [""]
        lines += [f"{one.sender} to {listing(one.to) or 'all'}: {first}", *(f"  {m}" for m in more)]
    return lines


def orders(ask: Ask, seat: Seat, beside: Beside) -> Iterator[list[str]]:
    """All that a seat may order, what it has ordered, and until when."""
    charges = () if ask.state.result else ask.mandate(seat).charges
    if not charges:
        yield ["Nothing: the game is over." if ask.state.result else "Nothing in this phase."]
        return
    yield filled(ORDERS_ARE)
    for charge in charges:
        if not charge.pool:
            yield subject_block(ask, charge)
    for pool, number in ask.mandate(seat).quotas.items():
        extra = [c for c in charges if c.pool == pool]
        if extra:
            yield filled(f"Besides, up to {counted(number, pool)} among these:")
            yield from (subject_block(ask, charge) for charge in extra)
    yield titled("Ordered so far", [f"  {line}" for line in beside.draft])
    yield [beside.closes] if beside.closes else []


def subject_block(ask: Ask, charge: Charge) -> list[str]:
    """What may be ordered for a unit, or for a power's builds."""
    texts = texts_of(ask.rule.choices, ask, [charge.subject])[0]
    title = "".join([subject_title(ask, charge.subject), *remarks(ask, charge)])
    groups = grouped_texts(texts)
    lines = [line for group in groups[:MOST_GROUPS] for line in filled(group, "  ", "      ")]
    left = len(groups) - MOST_GROUPS
    return [title, *lines, *([f"  and {counted(left, 'other group')}"] if left > 0 else [])]


def remarks(ask: Ask, charge: Charge) -> Iterator[str]:
    """How many orders may be given for something, whether they must be, and for what amount."""
    if charge.subject.unit and charge.count > 1:
        yield f"; may be divided by {charge.count} orders"
    elif not charge.subject.unit and charge.count > 1:
        yield f", {charge.count} orders"
    if charge.pool or not charge.owed:
        yield ", if you like"
    if charge.most:
        yield f"; an amount of up to {charge.most} may follow an order: ${charge.most}"


def subject_title(ask: Ask, subject: Subject) -> str:
    """What is to be ordered, and where that is: `A par, in Paris`."""
    unit = ask.unit.get(subject.unit)
    name = subject_name(ask, subject)
    if unit is None:
        return name
    return f"{name}, {ask.kind(unit.kind).name} of {unit.power} in {place_name(ask, unit.place)}"


def grouped_texts(texts: Sequence[str]) -> list[str]:
    """Orders that differ in their last word alone, in one line.

    >>> grouped_texts(["A par H", "A par - bur", "A par - gas", "A par S F bre", "A par S F lon"])
    ['A par H', 'A par - {bur, gas}', 'A par S F bre', 'A par S F lon']
    """
    groups: dict[str, list[str]] = {}
    for text in texts:
        head, _, last = text.rpartition(" ")
        # Of a hold the last word is a verb, of support where a unit stands that unit.
        whole = not last.islower() or head.split()[-2:-1] == ["S"]
        groups.setdefault(text if whole else head, []).append("" if whole else last)
    return [_group(head, ends) for head, ends in groups.items()]


def _group(head: str, ends: list[str]) -> str:
    if len(ends) == 1:
        return f"{head} {ends[0]}".rstrip()
    more = f", … {len(ends) - MOST_ENDS} more" if len(ends) > MOST_ENDS else ""
    return f"{head} {{{', '.join(ends[:MOST_ENDS])}{more}}}"


def threats(ask: Ask, seat: Seat) -> list[str]:
    """For each place where the seat has a unit or a center, who of others could come there."""
    rows = [f"{name}: {came}" for name, came in _in_reach(ask, seat)]
    return [line for row in rows for line in filled(row, "", "    ")] or ["Nobody that you see."]


def _in_reach(ask: Ask, seat: Seat) -> Iterator[tuple[str, str]]:
    mine = set(ask.state.seats.get(seat, ()))
    others = [unit for unit in ask.state.units if unit.power not in mine]
    for province, name in _at_stake(ask, mine):
        near = [comer for unit in others if (comer := _coming(ask, unit, province))]
        if near:
            yield name, listing(near)


def _at_stake(ask: Ask, mine: set[Power]) -> Iterator[tuple[Province, str]]:
    """The provinces of a seat's units and centers, each by what is there."""
    for province in sorted(ask.map.spaces):
        here = [str(ask.piece(u)) for u in ask.at.get(province, ()) if u.power in mine]
        owned = ask.state.owners.get(province) in mine
        if here or owned:
            yield province, listing([*here, *([f"center {province}"] if owned else [])])


def _coming(ask: Ask, unit: Unit, province: Province) -> str:
    """A unit that could get to a province, on its own way or by sea; nothing if it could not."""
    start = ask.province[unit.place]
    if start == province:
        return f"{unit_name(ask, unit)}, which stands there"
    if province in ask.ways[unit.kind].get(unit.place, ()):
        return unit_name(ask, unit)
    return f"{unit_name(ask, unit)} by convoy" if can_sail(ask, unit.kind, start, province) else ""


def recent(variant: Variant, steps: Sequence[Passed], seat: Seat) -> list[int]:
    """The steps judged since a seat last had something to order, that one included."""
    found: list[int] = []
    for n in range(len(steps) - 1, 0, -1):
        if isinstance(steps[n].entry, Turn) and not steps[n].unfit:
            found.append(n)
            before = Ask(variant, steps[n - 1].state)
            if before.mandate(seat).charges or len(found) == MOST_PHASES:
                break
    return found[::-1]
