"""Games played by an arena and by the judge side by side, every phase compared.

    assert not list(differences(load("my_variant"), games=20))

The law for whoever brings loops: legal lists, verdicts and positions are those of the rules.
"""

from collections.abc import Iterator, Sequence
from random import Random

from dragoman.judge import adjudicate
from dragoman.model import Ballot, Resolution, State, Unit
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots, Variant
from dragoman.sim.codes import (
    BLOCK,
    BY_AT,
    CONVOY,
    ME_AT,
    MOVE,
    NUMBER,
    ORDER_MASK,
    SECOND,
    SPEECH,
    SUPPORT,
    TIMES_AT,
    TO_AT,
    VERB,
    WHOM_AT,
)
from dragoman.sim.loops import LoopArena
from dragoman.sim.values import order_code

LEGAL = dict[int | str, list[int]]


def differences(
    variant: Variant, games: int, years: int = 10, *, interpreted: bool = False
) -> Iterator[str]:
    """Where random games of the arena and of the judge part; nothing if they never do."""
    last = variant.start.year + years - 1
    for seed in range(games):
        arena = LoopArena(variant, 1, seed, interpreted=interpreted)
        found = compared(arena, Random(seed), last)
        yield from (f"game {seed}: {text}" for text in found if text)


def listed(arena: LoopArena) -> LEGAL:
    """The legal lists of an arena of one game, by the cell, or the power that builds."""
    legal, powers = arena.legal(), arena.tables.powers
    builds, block = arena.position(0).phase.kind not in "MR", arena.tables.t[BLOCK]
    return {
        f"{subject // block} {powers[subject % block]}" if builds else int(subject): sorted(
            map(int, legal.row(n))
        )
        for n, subject in enumerate(legal.subjects)
    }


def judged_lists(arena: LoopArena, state: State) -> LEGAL:
    """The same as the rules have it."""
    ask, tables, found = Ask(arena.variant, state), arena.tables, LEGAL()
    for number, seat in enumerate(state.seats, 1):
        for charge in ask.mandate(seat).charges:
            subject, by = charge.subject, number if charge.pool else 0
            speech = not subject.unit and state.phase.kind == "M"
            by = number if speech else by
            s = arena.row(0)
            codes = (order_code(tables, o, s) | by << BY_AT for o in legal_orders(ask, subject))
            at = number_of(arena, ask.unit[subject.unit]) if subject.unit else 0
            cell = at + by * tables.t[BLOCK]
            named = subject.unit or speech
            found[cell if named else f"{by} {subject.power}"] = sorted(codes)
    return found


def number_of(arena: LoopArena, unit: Unit) -> int:
    """The number by which orders of the arena name a unit."""
    tables = arena.tables
    if unit.kind == tables.guest:
        return tables.t[BLOCK] + tables.power[unit.power]
    return tables.province(unit.place)


def drawn(arena: LoopArena, lists: LEGAL, chance: Random) -> list[int]:
    """Orders for units, drawn so that supports and convoys often fit what others do."""
    row = [0] * arena.tables.cells
    units = {p: orders for p, orders in lists.items() if isinstance(p, int)}
    for p, orders in units.items():
        row[p] = chance.choice(orders)
    for p in chance.sample(sorted(units), len(units)):
        fits = [o for o in units[p] if fitting(o, row)]
        carries = [o for o in fits if o & VERB == CONVOY]
        if fits and chance.random() < 0.6:
            row[p] = chance.choice(carries or fits)
    if arena.tables.guest and arena.position(0).phase.kind == "R":
        prefer(arena, units, row, chance)
    if arena.tables.twice and arena.position(0).phase.kind == "M":
        divide(arena, units, row, chance)
    return voted(row, chance) if arena.votes else row


def prefer(arena: LoopArena, units: dict[int, list[int]], row: list[int], chance: Random) -> None:
    """Give guests lists of where to retreat to: of all refuges, of some, or of none."""
    for p in (p for p in units if p >= arena.tables.t[BLOCK]):
        wanted = chance.sample(units[p], chance.randint(0, len(units[p])))
        row[p] = 0
        for n, order in enumerate(wanted):
            row[arena.cell(order, n)] = order


def divide(arena: LoopArena, units: dict[int, list[int]], row: list[int], chance: Random) -> None:
    """Give most units that may have two orders a second, which often fits what others do."""
    legal, block = arena.legal(), arena.tables.t[BLOCK]
    for p in (int(p) for p, due in zip(legal.subjects, legal.due, strict=True) if due > 1):
        fits = [o for o in units[p] if fitting(o, row)]
        order = chance.choice(fits if fits and chance.random() < 0.5 else units[p])
        if order != row[p] and chance.random() < 0.8:
            row[p + block] = order | arena.tables.t[SECOND] << BY_AT


def voted(row: list[int], chance: Random) -> list[int]:
    """A row of which some votes are left out or cast twice, so that few or all may count."""
    share = chance.random()
    for cell, order in enumerate(row):
        if order >> BY_AT and order & VERB != SPEECH:
            kept = order | chance.randint(0, 2) << TIMES_AT
            row[cell] = kept * (chance.random() < share)
    return row


def fitting(order: int, row: list[int]) -> bool:
    """Whether a support or convoy fits what the other unit was given."""
    theirs, order = row[order >> WHOM_AT & NUMBER], order & ORDER_MASK
    if order & VERB < SUPPORT:
        return False
    if order & VERB == SUPPORT:
        return theirs & VERB != MOVE
    return theirs & VERB == MOVE and theirs >> TO_AT == order >> TO_AT


def judged(arena: LoopArena, state: State, row: list[int]) -> Resolution:
    """What the judge makes of a row of orders, by way of its text."""
    ask, ballots = Ask(arena.variant, state), list[Ballot]()
    for seat, lines in arena.orders(0, row).items():
        ballots += file_orders(ask, seat, read_lines(ask, seat, lines)).ballots
    return adjudicate(arena.variant, state, ballots, Lots("lockstep"))


def compared(arena: LoopArena, chance: Random, last: int) -> Iterator[str]:
    """Where an arena of one game and the judge part, to the end of the game or of a year.

    An empty text for every phase in which they agree.
    """
    state = arena.position(0)
    while state.result is None and state.phase.year <= last:
        lists = listed(arena)
        if lists != judged_lists(arena, state):
            yield f"{state.phase}: the legal orders differ"
            return
        if state.phase.kind not in "MR":
            row = [int(order) * (chance.random() < 0.8) for order in arena.random()[0]]
        else:
            row = drawn(arena, lists, chance)
        resolution, was = judged(arena, state, row), arena.row(0)
        orders = arena.random()
        orders[0][:] = row
        arena.step(orders)
        yield from unlike(arena, resolution, row, was)
        state = resolution.state
        yield ""


def unlike(
    arena: LoopArena, resolution: Resolution, row: Sequence[int], was: Sequence[int] = ()
) -> Iterator[str]:
    """What an arena tells otherwise than a resolution of a row of orders; what it was before."""
    mine, tables = arena.verdicts()[0], arena.tables
    seats = list(resolution.state.seats)
    for verdict in resolution.verdicts:
        code, unit = order_code(tables, verdict.order, was), getattr(verdict.order, "unit", None)
        if (code or unit is not None) and not verdict.supplied:
            votes = (
                verdict.power not in resolution.state.seats[verdict.seat] if verdict.seat else False
            )
            votes = votes or code & VERB == SPEECH
            by = seats.index(verdict.seat) + 1 if votes and verdict.seat else 0
            cell = (code >> ME_AT & NUMBER) + by * tables.t[BLOCK]
            if tables.twice and row[cell] != code and row[cell + tables.t[BLOCK]]:
                cell += tables.t[BLOCK]
            while tables.guest and cell >= tables.t[BLOCK] and row[cell] != code:
                cell += len(tables.powers)
            have, is_ = arena.names[mine[cell]], (verdict.outcome, verdict.reason.code)
            # Of a vote that was cast oftener than a seat may, the first ones count.
            if have != is_ and not (by and is_ == ("void", "too_many")):
                yield f"{resolution.phase}: {verdict.order} is {have}, not {verdict.reason.code}"
    if arena.position(0) != resolution.state:
        yield f"{resolution.phase}: the positions differ"
