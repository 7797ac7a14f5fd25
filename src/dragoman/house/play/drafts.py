"""Reading drafts: every line is kept as typed, and the judge's opinion of it is shown at once."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from dragoman.errors import NotationError
from dragoman.house.core import Cache
from dragoman.judge.turn import admit
from dragoman.model import VOID, Order, Reason, Seat, Verdict
from dragoman.record.filing import Line, file_orders, read_lines, with_parts
from dragoman.report import explain
from dragoman.rules import Ask
from dragoman.translate import Said
from dragoman.words.phrases import subject_name

MOST_LINES, MOST_DRAFTS = 256, 8
"""How many lines, and how many drafts, of a seat are kept as they were read."""


class OrderNote(Struct, frozen=True):
    """An order as it was understood, and what is wrong with it, if anything is."""

    order: str
    fault: str = ""
    text: Said = ""


class LineNote(Struct, frozen=True):
    """One line of a draft: its orders, or why and where it is not understood."""

    line: int
    text: str
    orders: list[OrderNote]
    problem: Said = ""
    at: int | None = None


class DraftLine(Struct, frozen=True):
    """A line of a draft as it was read: its orders, or what is wrong with it."""

    number: int
    text: str
    orders: Line
    error: NotationError | None = None


class ReadDraft(Struct, frozen=True):
    """A draft as the judge reads it: notes on every line, and what still has no order.

    `read` are its lines as values, so that nobody need read the text again.
    """

    lines: list[LineNote]
    missing: list[str]
    read: list[DraftLine]

    @property
    def orders(self) -> list[Order]:
        """All orders that are understood."""
        return [order for line in self.read for order in line.orders]


class SeatReader:
    """Reads what a seat writes in one position, every line once."""

    def __init__(self, ask: Ask, seat: Seat) -> None:
        self.ask, self.seat = ask, seat
        self._lines, self._drafts = Cache(MOST_LINES), Cache(MOST_DRAFTS)

    def line(self, text: str) -> Line:
        """The orders on a line; one that is not understood is refused."""
        found = self._lines.get_or(text, lambda: self._read(text))
        if isinstance(found, NotationError):
            raise NotationError(found.text, found.at, found.expected)
        return found

    def _read(self, text: str) -> Line | NotationError:
        try:
            return read_lines(self.ask, self.seat, [text])[0]
        except NotationError as error:
            return error

    def lines(self, text: str) -> list[DraftLine]:
        """All lines of a draft."""
        numbered = enumerate(text.splitlines())
        read = [self._line(number, line) for number, line in numbered if line.strip()]
        good = [line for line in read if line.error is None]
        orders = with_parts(self.ask, self.seat, [g.text for g in good], [g.orders for g in good])
        meant = {g.number: line for g, line in zip(good, orders, strict=True)}
        return [replace(d, orders=meant.get(d.number, d.orders)) for d in read]

    def _line(self, number: int, text: str) -> DraftLine:
        try:
            return DraftLine(number, text, self.line(text))
        except NotationError as error:
            return DraftLine(number, text, Line(), error)

    def draft(self, text: str) -> ReadDraft:
        """A draft with the judge's notes."""
        return self._drafts.get_or(text, lambda: read_draft(self, text))


def judged_lines(ask: Ask, seat: Seat, text: str) -> tuple[str, ...]:
    """The lines of a draft that are judged, in canonical form where that means the same."""
    reader = SeatReader(ask, seat)
    good = (line for line in reader.lines(text) if line.error is None)
    return tuple(_canonical(reader, line) for line in good)


def _canonical(reader: SeatReader, line: DraftLine) -> str:
    short = str(line.orders)
    try:
        return short if reader.line(short) == line.orders else line.text
    except NotationError:
        return line.text


def read_draft(reader: SeatReader, text: str) -> ReadDraft:
    """A draft with the judge's notes."""
    ask, seat = reader.ask, reader.seat
    read = reader.lines(text)
    good = [line for line in read if line.error is None]
    filed = file_orders(ask, seat, [line.orders for line in good])
    notes: dict[int, list[OrderNote]] = {line.number: [] for line in good}
    ordered = set()
    for ballot, faults, rows in zip(
        filed.ballots, admit(ask, filed.ballots), filed.lines, strict=True
    ):
        for order, fault, row in zip(ballot.orders, faults, rows, strict=True):
            verdict = Verdict(ballot.subject.power, order, VOID, fault or Reason(""), seat)
            notes[good[row].number].append(order_note(ask, verdict))
            if fault is None:
                ordered.add(ballot.subject)
    charges = ask.mandate(seat).charges
    due = [c.subject for c in charges if c.owed and not c.pool and c.subject not in ordered]
    lines = [line_note(line, notes.get(line.number, [])) for line in read]
    return ReadDraft(lines, [subject_name(ask, subject) for subject in due], read)


def line_note(line: DraftLine, notes: list[OrderNote]) -> LineNote:
    """What is said of a line; of one that is not understood, the place and what was expected."""
    if line.error is None:
        return LineNote(line.number, line.text, notes)
    return LineNote(line.number, line.text, [], line.error.expected, line.error.at)


def unread(text: str) -> ReadDraft:
    """A draft that nobody can judge now, as it was typed."""
    lines = [LineNote(n, line, []) for n, line in enumerate(text.splitlines()) if line.strip()]
    return ReadDraft(lines, [], [])


def order_note(ask: Ask, verdict: Verdict) -> OrderNote:
    """What is said of an order while it is a draft."""
    code = verdict.reason.code
    return OrderNote(str(verdict.order), code, explain(verdict, ask) if code else "")


def joined(orders: Sequence[str]) -> str:
    """Orders given one by one as the text of a draft."""
    return "\n".join(line for order in orders for line in order.splitlines())
