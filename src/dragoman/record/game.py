"""A game being played: submit orders, advance, look at what came of it."""

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

from dragoman.errors import DataError, RequestError
from dragoman.judge import owed
from dragoman.judge.turn import admit
from dragoman.model import Ballot, Order, Phase, Power, Reason, Resolution, Seat, State
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
from dragoman.record.files import read_record
from dragoman.record.filing import Filed, Line, file_texts, read_lines, subject_of
from dragoman.record.replay import HistoryStep, check_seat, follow, other_rules, replay, watch
from dragoman.record.trees import legal_by_subject, open_subjects
from dragoman.rules import Ask, Charge, Variant, View, knows_draws, seen
from dragoman.variants import load

NO_DRAWS = "the rules of this game know no draws"


class SubmittedOrder(Struct, frozen=True):
    """An order as it was submitted: what was written, what it means, and what is wrong with it."""

    written: str
    order: Order
    fault: Reason | None = None

    def __repr__(self) -> str:
        return f"<SubmittedOrder {self}>"

    def __str__(self) -> str:
        return f"{self.order}" if self.fault is None else f"{self.order} (void: {self.fault.code})"


class Game:
    """One game of any variant, kept as a record."""

    def __init__(self, variant: Variant, record: GameRecord, *, watched: bool = False) -> None:
        self.variant = variant
        self.fault = other_rules(record, variant) if watched else ""
        self._record = record
        self._steps = list((watch if self.fault else replay)(record, variant))
        self._pending: dict[Seat, list[str]] = {}

    @classmethod
    def new(
        cls,
        ref: str = "standard",
        *,
        options: dict[str, Any] | None = None,
        seats: Sequence[str] = (),
        seed: str | int = "0",
        folders: Sequence[str | Path] = (),
    ) -> Self:
        """A new game of a variant, at its opening."""
        variant = load(ref, options, folders)
        names = tuple(Seat(s) for s in seats)
        head = (variant.id, variant.version, variant.options, names, str(seed))
        return cls(variant, GameRecord(*head))

    @classmethod
    def of(cls, record: GameRecord, folders: Sequence[str | Path] = ()) -> Self:
        """The game that a record holds, replayed to its last position."""
        return cls(load(record.variant, record.options, folders, record.version), record)

    @classmethod
    def from_text(
        cls, text: str | bytes, file: str = "game", folders: Sequence[str | Path] = ()
    ) -> Self:
        """The game in the text of a game file, replayed; what is wrong with it is said of `file`.

        One that was played by other rules is judged by today's as far as it fits them, to be
        watched; `fault` says so.
        """
        record = read_record(text, file)
        try:
            variant = load(record.variant, record.options, folders, record.version)
        except RequestError as error:
            raise DataError(file, "variant", str(error)) from error
        try:
            return cls(variant, record, watched=True)
        except RequestError as error:
            raise DataError(file, error.field or "record", error.text) from error

    def copy(self) -> Self:
        """A game of its own that has come as far as this one, with the same orders submitted."""
        twin = copy(self)
        twin._steps = list(self._steps)
        twin._pending = {seat: list(lines) for seat, lines in self._pending.items()}
        return twin

    def undo(self) -> Entry:
        """Take back what happened last, as if it never had; what that was.

        Orders submitted since then are forgotten. `roll_back` goes back and leaves its trace.
        """
        entry = self._steps[-1].entry
        if entry is None:
            raise RequestError("nothing has happened yet that could be taken back")
        self._steps.pop()
        self._pending = {}
        self._record = msgspec.structs.replace(self._record, entries=self._record.entries[:-1])
        return entry

    @property
    def state(self) -> State:
        """The present position."""
        return self._steps[-1].state

    @property
    def phase(self) -> Phase:
        """The present phase."""
        return self.state.phase

    @property
    def ask(self) -> Ask:
        """The present position with the rules, to ask questions of."""
        return Ask(self.variant, self.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats at the table."""
        return tuple(self.state.seats)

    @property
    def record(self) -> GameRecord:
        """Everything that has happened, as a value that can be written to a file."""
        return self._record

    @property
    def history(self) -> tuple[HistoryStep, ...]:
        """Every position so far, each with the entry that led to it."""
        return tuple(self._steps)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def owed(self) -> dict[Seat, tuple[Charge, ...]]:
        """Who must order what."""
        return owed(self.ask)

    def legal(self, seat: str) -> dict[str, list[str]]:
        """Every legal order of a seat by what it sees, under what it is for; none at the end."""
        name = check_seat(self.ask, Seat(seat))
        ask = seen(self.ask, name)
        return legal_by_subject(ask, [] if self.over else open_subjects(ask, name))

    def submit(self, seat: str, text: str) -> list[SubmittedOrder]:
        """Submit a seat's orders, one or several to a line; a later one replaces an earlier.

        Nothing is accepted unless all of the text is understood.
        """
        if self.over:
            raise RequestError("the game is over")
        name = check_seat(self.ask, Seat(seat))
        ask = seen(self.ask, name)
        lines = [line for line in text.splitlines() if line.strip()]
        read = read_lines(ask, name, lines)
        written = [
            (line, order) for line, orders in zip(lines, read, strict=True) for order in orders
        ]
        self._pending[name] = self._kept(ask, name, [o for _, o in written]) + [
            str(line) for line in read
        ]
        return self._taken(ask, name, written)

    def _kept(self, ask: Ask, seat: Seat, new: list[Order]) -> list[str]:
        """The earlier orders that the new ones leave standing, on the lines that they stood on."""
        charges = ask.mandate(seat).charges
        pooled = {c.subject for c in charges if c.pool}
        replaced = {subject_of(ask, seat, charges, order) for order in new} - pooled
        kept: list[Line] = []
        for line in read_lines(ask, seat, self._pending.get(seat, [])):
            left = (o for o in line if subject_of(ask, seat, charges, o) not in replaced)
            kept.append(Line.worth(left, line.amount))
        return [str(line) for line in kept if line]

    def _taken(
        self, ask: Ask, seat: Seat, written: list[tuple[str, Order]]
    ) -> list[SubmittedOrder]:
        filed = self._filed(ask, seat)
        faults: dict[int, Reason | None] = {}
        for ranks, fault in zip(filed.ranks, admit(ask, filed.ballots), strict=True):
            faults.update(zip(ranks, fault, strict=True))
        # What was written last stands last, after the orders that it left standing.
        first = len(faults) - len(written)
        return [
            SubmittedOrder(line, order, faults[first + n])
            for n, (line, order) in enumerate(written)
        ]

    def _filed(self, ask: Ask, seat: Seat) -> Filed:
        return file_texts(ask, seat, self._pending.get(seat, ()))

    def withdraw(self, seat: str) -> None:
        """Forget what a seat has submitted for this phase."""
        self._pending.pop(check_seat(self.ask, Seat(seat)), None)

    def pending(self, seat: str) -> tuple[str, ...]:
        """What a seat has submitted for this phase, in canonical form."""
        return tuple(self._pending.get(check_seat(self.ask, Seat(seat)), ()))

    def view(self, seat: str | None) -> View:
        """What a seat, or an observer, may see."""
        ask = self.ask
        ballots: list[Ballot] = [b for s in self._pending for b in self._filed(ask, s).ballots]
        watcher = None if seat is None else check_seat(self.ask, Seat(seat))
        return ask.rules.see(ask, ballots, watcher)

    def advance(self) -> Resolution:
        """Judge the phase by what was submitted, and go on to the next."""
        orders = {seat: tuple(lines) for seat, lines in self._pending.items() if lines}
        resolution = self._follow(Turn(str(self.phase), orders)).resolution
        assert resolution is not None
        return resolution

    def _follow(self, entry: Entry) -> HistoryStep:
        if self.fault:
            raise RequestError(f"{self.fault}: it can be watched, but not gone on with")
        step = follow(self.variant, self._record.seed, self._steps, entry)
        self._steps.append(step)
        if not isinstance(entry, DrawVote | Concession | Takeover):
            # A vote that fails and a seat that is filled leave everybody's orders as they are.
            gone = entry.seat if isinstance(entry, Resignation) else None
            self._pending = {s: p for s, p in self._pending.items() if gone and s != gone}
        entries = (*self._record.entries, step.entry)
        self._record = msgspec.structs.replace(self._record, entries=entries)
        return step

    def agree_draw(self, *seats: str) -> bool:
        """End the game in a draw that these seats agree to; whether it did.

        Where the rules know no draws this is refused.
        """
        if not knows_draws(self.ask):
            raise RequestError(NO_DRAWS)
        self._follow(DrawVote(tuple(check_seat(self.ask, Seat(s)) for s in seats)))
        return self.over

    def concede(self, to: str, *seats: str) -> bool:
        """End the game in favor of one seat, if every other survivor agrees; whether it did."""
        self._follow(
            Concession(
                check_seat(self.ask, Seat(to)),
                tuple(check_seat(self.ask, Seat(s)) for s in seats),
            )
        )
        return self.over

    def resign(self, seat: str) -> None:
        """Leave a seat's powers to nobody."""
        self._follow(Resignation(check_seat(self.ask, Seat(seat))))

    def take_over(self, seat: str, *powers: str) -> None:
        """Give powers that nobody holds to a seat."""
        self._follow(Takeover(Seat(seat), tuple(Power(p) for p in powers)))

    def correct(self, state: State, why: str = "") -> None:
        """Set the position right."""
        self._follow(Correction(state, why))

    def roll_back(self, to: str) -> None:
        """Go back to the start of an earlier phase."""
        self._follow(Rollback(to))

    def abandon(self, why: str = "") -> None:
        """End the game without a result."""
        self._follow(Abandonment(why))
