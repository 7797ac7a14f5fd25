"""Games played by an arena and by the judge side by side, every phase compared."""

from collections.abc import Iterator
from random import Random

from dragoman.judge import adjudicate
from dragoman.model import Ballot, Resolution, State
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots
from dragoman.sim import LoopArena
from dragoman.sim.codes import CONVOY, MOVE, NUMBER, SUPPORT, TO_AT, VERB, WHOM_AT
from dragoman.sim.values import order_code

LEGAL = dict[int | str, list[int]]


def listed(arena: LoopArena) -> LEGAL:
    """The legal lists of an arena of one game, by the province, or the power that builds."""
    legal, powers = arena.legal(), arena.tables.powers
    builds = arena.position(0).phase.kind == "A"
    return {
        powers[subject] if builds else int(subject): sorted(map(int, legal.row(n)))
        for n, subject in enumerate(legal.subjects)
    }


def judged_lists(arena: LoopArena, state: State) -> LEGAL:
    """The same as the rules have it."""
    ask, tables, found = Ask(arena.variant, state), arena.tables, LEGAL()
    for seat in state.seats:
        for charge in ask.mandate(seat).charges:
            subject = charge.subject
            key = tables.province(ask.unit[subject.unit].place) if subject.unit else subject.power
            found[key] = sorted(order_code(tables, o) for o in legal_orders(ask, subject))
    return found


def drawn(lists: LEGAL, cells: int, chance: Random) -> list[int]:
    """Orders for units, drawn so that supports and convoys often fit what others do."""
    row = [0] * cells
    units = {p: orders for p, orders in lists.items() if isinstance(p, int)}
    for p, orders in units.items():
        row[p] = chance.choice(orders)
    for p in chance.sample(sorted(units), len(units)):
        fits = [o for o in units[p] if fitting(o, row)]
        carries = [o for o in fits if o & VERB == CONVOY]
        if fits and chance.random() < 0.6:
            row[p] = chance.choice(carries or fits)
    return row


def fitting(order: int, row: list[int]) -> bool:
    """Whether a support or convoy fits what the other unit was given."""
    theirs = row[order >> WHOM_AT & NUMBER]
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


def differences(arena: LoopArena, chance: Random, last: int) -> Iterator[str]:
    """Where an arena of one game and the judge part, to the end of the game or of a year.

    An empty text for every phase in which they agree.
    """
    state = arena.position(0)
    while state.result is None and state.phase.year <= last:
        lists = listed(arena)
        if lists != judged_lists(arena, state):
            yield f"{state.phase}: the legal orders differ"
            return
        if state.phase.kind == "A":
            row = [int(order) * (chance.random() < 0.8) for order in arena.random()[0]]
        else:
            row = drawn(lists, arena.tables.provinces, chance)
        told = judged(arena, state, row)
        orders = arena.random()
        orders[0][:] = row
        arena.step(orders)
        yield from unlike(arena, told)
        state = told.state
        yield ""


def unlike(arena: LoopArena, told: Resolution) -> Iterator[str]:
    """What an arena tells otherwise than a resolution."""
    mine = arena.verdicts()[0]
    for verdict in told.verdicts:
        unit = getattr(verdict.order, "unit", None)
        if unit is not None and not verdict.supplied:
            have = arena.names[mine[arena.tables.province(unit.place)]]
            if have != (verdict.outcome, verdict.reason.code):
                yield f"{told.phase}: {verdict.order} is {have}, not {verdict.reason.code}"
    if arena.position(0) != told.state:
        yield f"{told.phase}: the positions differ"
