"""How fast this machine plays a variant: by the judge, and in the arena."""

import time
from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from dragoman.judge import adjudicate
from dragoman.model import Ballot, State
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots, Variant
from dragoman.sim.interface import Arena
from dragoman.sim.loops import LoopArena


class Figure(Struct, frozen=True):
    """What was measured, and how many of it a second of one processor."""

    what: str
    rate: float


def measured(begin: Callable[[int], Arena], games: int, years: int) -> Iterator[Figure]:
    """The figures of a variant, from random games of so many years; `begin` makes an arena."""
    arena = begin(1)
    # What is compiled is read when it is first asked for.
    arena.legal()
    play(begin(1), arena.variant.start.year)
    sample = list(positions(arena, years))
    yield from by_judge(arena.variant, sample)
    yield from in_arena(begin, games, years)


def positions(arena: Arena, years: int) -> Iterator[tuple[State, list[Ballot]]]:
    """Positions of the first game with the ballots that were drawn for them."""
    last = arena.variant.start.year + years - 1
    while 0 in arena.playing() and arena.position(0).phase.year <= last:
        state, orders = arena.position(0), arena.random()
        ask, ballots = Ask(arena.variant, state), list[Ballot]()
        for seat, lines in arena.orders(0, orders[0]).items():
            ballots += file_orders(ask, seat, read_lines(ask, seat, lines)).ballots
        yield state, ballots
        arena.step(orders)


def by_judge(variant: Variant, sample: list[tuple[State, list[Ballot]]]) -> Iterator[Figure]:
    """What the judge does: phases from ballots to verdicts with reasons, and legal lists."""

    def judge() -> None:
        for state, ballots in sample:
            adjudicate(variant, state, ballots, Lots("bench"))

    def lists() -> None:
        for state, _ in sample:
            ask = Ask(variant, state)
            for seat in state.seats:
                for charge in ask.mandate(seat).charges:
                    legal_orders(ask, charge.subject)

    yield Figure("judge: phases, with every reason", len(sample) / spent(judge))
    yield Figure("judge: legal lists of a phase", len(sample) / spent(lists))


def in_arena(begin: Callable[[int], Arena], games: int, years: int) -> Iterator[Figure]:
    """What the arena does: phases of all its games, legal lists, and games with random orders."""
    arena = begin(games)
    last = arena.variant.start.year + years - 1
    phases = steps = lists = 0.0
    while any(arena.position(n).phase.year <= last for n in arena.playing()[:1]):
        phases += len(arena.playing())
        lists += spent(arena.legal)
        orders = arena.random()
        steps += spent(partial(arena.step, orders, checked=False))
    yield Figure("arena: phases", phases / steps)
    yield Figure("arena: legal lists of a phase", phases / lists)
    arena = begin(games)
    yield Figure(f"arena: random games of {years} years", games / spent(partial(play, arena, last)))


def play(arena: Arena, last: int) -> None:
    """Random games to their end, or to the end of a year."""
    if isinstance(arena, LoopArena):
        arena.play(last)
        return
    while any(arena.position(n).phase.year <= last for n in arena.playing()):
        arena.step(arena.random())


def spent(task: Callable[[], object]) -> float:
    """The processor time that a task took, in seconds."""
    begun = time.process_time()
    task()
    return max(time.process_time() - begun, 1e-9)
