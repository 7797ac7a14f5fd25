"""Replay: the entries of a record folded, one after the other, into positions."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec
from msgspec import Struct

from dragoman.errors import DragomanError, NotationError, RequestError, shown
from dragoman.judge import adjudicate, conclude
from dragoman.model import Ballot, Resolution, Result, Seat, State, read_phase
from dragoman.record.checks import checked
from dragoman.record.entries import (
    Abandonment,
    Concession,
    Correction,
    DrawVote,
    Entry,
    GameRecord,
    Resignation,
    Rollback,
    Takeover,
    Turn,
)
from dragoman.record.filing import Line, file_orders, read_lines, with_parts
from dragoman.rules import Ask, Lots, Variant, survivors
from dragoman.words.language import language


class Passed(Protocol):
    """A step that lies behind, in whatever form it is kept."""

    @property
    def entry(self) -> Entry | None:
        """What was entered."""
        ...

    @property
    def state(self) -> State:
        """The position to which it led."""
        ...

    @property
    def unfit(self) -> str:
        """Why it could not be followed."""
        ...


class HistoryStep(Struct, frozen=True):
    """One entry and what it led to; a turn has its resolution.

    `unfit` tells why an entry of other rules could not be followed: its position is the one before.
    """

    entry: Entry | None
    state: State
    resolution: Resolution | None = None
    unfit: str = ""


def opening(variant: Variant, seats: Sequence[Seat], seed: str) -> State:
    """The position in which a game begins."""
    if variant.rules.is_default("opening"):
        return _opening_of_file(variant, tuple(seats))
    return variant.rules.opening(variant, tuple(seats), Lots(f"{seed}/opening"))


@lru_cache(maxsize=64)
def _opening_of_file(variant: Variant, seats: tuple[Seat, ...]) -> State:
    """The opening where no lot decides it."""
    return variant.rules.opening(variant, seats, Lots(""))


def other_rules(record: GameRecord, variant: Variant) -> str:
    """That a game was played by other rules than these; nothing if it was not."""
    if record.version == variant.version:
        return ""
    return (
        f"this game was played by version {record.version} of {variant.id}; "
        f"here is version {variant.version}"
    )


def replay(record: GameRecord, variant: Variant) -> Iterator[HistoryStep]:
    """Every position of a game, from its opening on."""
    if other := other_rules(record, variant):
        raise RequestError(other, "version")
    steps = [HistoryStep(None, opening(variant, record.seats, record.seed))]
    yield steps[0]
    for number, entry in enumerate(record.entries):
        try:
            steps.append(follow(variant, record.seed, steps, entry))
        except RequestError as error:
            raise RequestError(str(error), f"entries[{number}]") from error
        yield steps[-1]


def watch(record: GameRecord, variant: Variant) -> Iterator[HistoryStep]:
    """Every position of a game of other rules, by these; what does not fit them is only text."""
    steps = [HistoryStep(None, opening(variant, record.seats, record.seed))]
    yield steps[0]
    for entry in record.entries:
        steps.append(followed_if_fit(variant, record.seed, steps, entry))
        yield steps[-1]


def followed_if_fit(
    variant: Variant, seed: str, steps: Sequence[Passed], entry: Entry
) -> HistoryStep:
    """What an entry leads to by these rules; if it does not fit them, the position before it."""
    try:
        if steps[-1].unfit and not isinstance(entry, Correction | Rollback | Abandonment):
            raise RequestError("what went before no longer fits the rules")
        return follow(variant, seed, steps, entry)
    except (DragomanError, LookupError, ValueError, TypeError, AttributeError) as error:
        # A position that other rules made may be anything to these.
        why = str(error) if isinstance(error, DragomanError) else type(error).__name__
        return HistoryStep(entry, steps[-1].state, unfit=why)


def follow(variant: Variant, seed: str, steps: Sequence[Passed], entry: Entry) -> HistoryStep:
    """What an entry leads to, after the steps before it."""
    state = steps[-1].state
    if isinstance(entry, Rollback):
        return HistoryStep(entry, earlier(steps, entry.to))
    if isinstance(entry, Correction):
        return HistoryStep(entry, checked(variant, entry.state))
    if state.result is not None:
        raise RequestError(
            f"the game ended in {state.phase}; only a rollback or a correction can follow"
        )
    if isinstance(entry, Turn):
        return judge_turn(variant, seed, state, entry)
    return HistoryStep(entry, changed(variant, state, entry))


def judge_turn(variant: Variant, seed: str, state: State, turn: Turn) -> HistoryStep:
    """A phase judged from the orders of its entry, with its lots drawn or read back."""
    if read_phase(turn.phase) != state.phase:
        raise RequestError(
            f"the game is in {state.phase}, so orders for {turn.phase} cannot be judged"
        )
    lots = Lots(f"{seed}/{state.phase}", turn.lots)
    resolution = adjudicate(variant, state, ballots_of(Ask(variant, state), turn), lots)
    return HistoryStep(
        msgspec.structs.replace(turn, lots=resolution.lots), resolution.state, resolution
    )


def ballots_of(ask: Ask, turn: Turn) -> list[Ballot]:
    """The ballots that the lines of a turn make."""
    return [
        ballot
        for name, lines in turn.orders.items()
        for seat in [check_seat(ask, name)]
        for read in [list(understood(ask, seat, lines))]
        for ballot in file_orders(ask, seat, with_parts(ask, seat, lines, read)).ballots
    ]


def understood(ask: Ask, seat: Seat, lines: Sequence[str]) -> Iterator[Line]:
    """The orders on each line of a seat; one that is not understood is named by its number."""
    for number, line in enumerate(lines):
        try:
            yield from read_lines(ask, seat, [line])
        except NotationError as error:
            raise RequestError(str(error), f"orders.{seat}[{number}]") from error


def earlier(steps: Sequence[Passed], code: str) -> State:
    """The position at the start of an earlier phase."""
    phase = read_phase(code)
    for step in reversed(steps):
        if step.state.phase == phase and step.state.result is None:
            return step.state
    raise RequestError(f"the game has no earlier phase {code}")


def changed(variant: Variant, state: State, entry: Entry) -> State:
    """The position after a draw, a concession, a change of seats or the end of the game."""
    if isinstance(entry, DrawVote):
        return conclude(variant, state, frozenset(check_seats(Ask(variant, state), entry.seats)))
    if isinstance(entry, Concession):
        return conceded(variant, state, entry)
    if isinstance(entry, Resignation):
        return seated(state, {**state.seats, check_seat(Ask(variant, state), entry.seat): ()})
    if isinstance(entry, Takeover):
        return taken_over(variant, state, entry)
    assert isinstance(entry, Abandonment)
    return msgspec.structs.replace(state, result=Result("none"))


def conceded(variant: Variant, state: State, entry: Concession) -> State:
    """The game given to one seat, if every other survivor agrees."""
    ask = Ask(variant, state)
    winner, agreed = check_seat(ask, entry.to), check_seats(ask, entry.seats)
    wanted = set(survivors(ask)) - {winner}
    return (
        msgspec.structs.replace(state, result=Result("concession", (winner,)))
        if wanted <= agreed
        else state
    )


def taken_over(variant: Variant, state: State, entry: Takeover) -> State:
    """Powers that nobody holds given to a seat, which may be a new one."""
    for power in entry.powers:
        if power not in variant.powers:
            raise RequestError(f"no power {shown(power)}: there are {', '.join(variant.powers)}")
        if power in state.holder:
            raise RequestError(f"{power} is held by {state.holder[power]}")
    seat = find_seat(state, entry.seat) or Seat(entry.seat.strip())
    if not seat:
        raise RequestError("a seat needs a name")
    mine = dict.fromkeys((*state.seats.get(seat, ()), *entry.powers))
    return seated(state, {**state.seats, seat: tuple(mine)})


def seated(state: State, seats: dict[Seat, tuple[str, ...]]) -> State:
    """The position with other seats."""
    return msgspec.structs.replace(state, seats=seats)


def check_seat(ask: Ask, seat: Seat) -> Seat:
    """The seat of a name in any case, or of a power of its; one not at the table is refused."""
    found = seat_called(ask, seat)
    if found is None:
        raise RequestError(f"no seat {shown(seat)}: there are {', '.join(ask.state.seats)}")
    return found


def seat_called(ask: Ask, name: str) -> Seat | None:
    """The seat of a name in any case, or the one that holds the power of that name."""
    if name in ask.state.seats:
        return Seat(name)
    power = language(ask).powers.get(name.strip().lower())
    return find_seat(ask.state, name) or (ask.state.holder.get(power) if power else None)


def find_seat(state: State, name: str) -> Seat | None:
    """The seat of a name in any case, if the table has it."""
    wanted = name.strip().lower()
    return next((seat for seat in state.seats if seat.lower() == wanted), None)


def check_seats(ask: Ask, seats: Sequence[Seat]) -> set[Seat]:
    """The seats of several names, if the table has them all."""
    return {check_seat(ask, seat) for seat in seats}
