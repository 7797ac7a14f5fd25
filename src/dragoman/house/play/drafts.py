"""Reading drafts: every line is kept as typed, and told at once what the judge thinks of it."""

from collections.abc import Sequence

from msgspec import Struct

from dragoman.errors import NotationError
from dragoman.judge.turn import admit
from dragoman.model import VOID, Order, Reason, Seat, Verdict
from dragoman.record.filing import file_orders, read_lines
from dragoman.report import explain
from dragoman.rules import Ask
from dragoman.words.phrases import subject_name


class OrderNote(Struct, frozen=True):
    """An order as it was understood, and what is wrong with it, if anything is."""

    order: str
    fault: str = ""
    text: str = ""


class LineNote(Struct, frozen=True):
    """One line of a draft: its orders, or why and where it is not understood."""

    line: int
    text: str
    orders: list[OrderNote]
    problem: str = ""
    at: int | None = None


class ReadDraft(Struct, frozen=True):
    """A draft as the judge reads it: notes on every line, and what still has no order."""

    lines: list[LineNote]
    missing: list[str]


def understood(ask: Ask, seat: Seat, text: str) -> list[tuple[int, str, list[Order]]]:
    """The lines of a draft that are understood, each with its number and orders."""
    found = []
    for number, line in enumerate(text.splitlines()):
        if line.strip():
            try:
                found.append((number, line, read_lines(ask, seat, [line])[0]))
            except NotationError:
                continue
    return found


def judged_lines(ask: Ask, seat: Seat, text: str) -> tuple[str, ...]:
    """The lines of a draft that are judged, in canonical form where that means the same."""
    return tuple(_canonical(ask, seat, line, read) for _, line, read in understood(ask, seat, text))


def _canonical(ask: Ask, seat: Seat, line: str, read: list[Order]) -> str:
    short = "; ".join(map(str, read))
    try:
        return short if read_lines(ask, seat, [short]) == [read] else line
    except NotationError:
        return line


def read_draft(ask: Ask, seat: Seat, text: str) -> ReadDraft:
    """A draft with the judge's notes."""
    good = understood(ask, seat, text)
    filed = file_orders(ask, seat, [orders for _, _, orders in good])
    notes: dict[int, list[OrderNote]] = {number: [] for number, _, _ in good}
    ordered = set()
    for ballot, faults, rows in zip(
        filed.ballots, admit(ask, filed.ballots), filed.lines, strict=True
    ):
        for order, fault, row in zip(ballot.orders, faults, rows, strict=True):
            verdict = Verdict(ballot.subject.power, order, VOID, fault or Reason(""), seat)
            notes[good[row][0]].append(order_note(ask, verdict))
            if fault is None:
                ordered.add(ballot.subject)
    lines = [
        LineNote(number, line, notes[number])
        if number in notes
        else misread(ask, seat, number, line)
        for number, line in enumerate(text.splitlines())
        if line.strip()
    ]
    due = [c.subject for c in ask.mandate(seat).charges if c.owed and c.subject not in ordered]
    return ReadDraft(lines, [subject_name(ask, subject) for subject in due])


def unread(text: str) -> ReadDraft:
    """A draft that nobody can judge now, as it was typed."""
    lines = [LineNote(n, line, []) for n, line in enumerate(text.splitlines()) if line.strip()]
    return ReadDraft(lines, [])


def order_note(ask: Ask, verdict: Verdict) -> OrderNote:
    """What is told of an order while it is a draft."""
    code = verdict.reason.code
    return OrderNote(str(verdict.order), code, explain(verdict, ask) if code else "")


def misread(ask: Ask, seat: Seat, number: int, line: str) -> LineNote:
    """A line that is not understood, with the place and what was expected there."""
    try:
        read_lines(ask, seat, [line])
    except NotationError as error:
        return LineNote(number, line, [], error.expected, error.at)
    return LineNote(number, line, [])


def joined(orders: Sequence[str]) -> str:
    """Orders given one by one as the text of a draft."""
    return "\n".join(line for order in orders for line in order.splitlines())
