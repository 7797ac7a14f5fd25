"""The contract in plain text: a position and orders in, a results sheet out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from dragoman.contract.answer import file_all
from dragoman.contract.phases import phase_named
from dragoman.contract.request import DislodgedRow, Request, open_request
from dragoman.errors import NotationError, RequestError
from dragoman.geo import Province
from dragoman.judge import adjudicate
from dragoman.model import Phase, Power, Seat
from dragoman.notation import Placed, Position, read_position
from dragoman.record.filing import read_lines
from dragoman.report import results_sheet
from dragoman.rules import Ask, Lots
from dragoman.words.language import language


class OpenedText(Struct, frozen=True):
    """A position that was written as text: with the rules, its orders by seat, and its seed."""

    ask: Ask
    orders: dict[str, list[str]]
    seed: str


def open_text(
    text: str,
    variant: str = "standard",
    options: dict[str, Any] | None = None,
    folders: Sequence[Path] = (),
) -> OpenedText:
    """A position and orders written as plain text, checked and understood."""
    start = open_request(Request(variant=variant, options=options or {}), folders).ask
    try:
        position = read_position(text, language(start), list(start.state.seats))
    except NotationError as error:
        raise RequestError(str(error)) from error
    request = Request(
        variant=variant,
        options=options or {},
        phase=str(phase_in(start, position)),
        units={p: [unit_text(u) for u in units] for p, units in position.units.items()},
        centers=listed(position.centers),
        homes=listed(position.homes),
        dislodged=[
            DislodgedRow(p, unit_text(d.unit), d.by)
            for p, rows in position.dislodged.items()
            for d in rows
        ],
        standoffs=list(position.standoffs),
    )
    opened = open_request(request, folders)
    return OpenedText(opened.ask, orders_by_seat(opened.ask, position), opened.seed)


def judge_text(
    text: str,
    variant: str = "standard",
    options: dict[str, Any] | None = None,
    folders: Sequence[Path] = (),
) -> str:
    """The results sheet for a position and orders written as plain text."""
    opened = open_text(text, variant, options, folders)
    before = opened.ask
    given = file_all(before, opened.orders)
    lots = Lots(f"{opened.seed}/{before.state.phase}")
    resolution = adjudicate(before.variant, before.state, given.ballots, lots)
    return results_sheet(resolution, before, Ask(before.variant, resolution.state))


def phase_in(ask: Ask, position: Position) -> Phase:
    """The phase that a text is for; one that is none is refused with its line."""
    try:
        return phase_named(ask, position.phase)
    except RequestError as error:
        raise RequestError(f"{error} (line {position.phase_line})", "phase") from error


def listed(rows: Mapping[Power, Sequence[Province]] | None) -> dict[str, list[str]] | None:
    """The provinces of powers as a request lists them."""
    return None if rows is None else {power: list(places) for power, places in rows.items()}


def orders_by_seat(ask: Ask, position: Position) -> dict[str, list[str]]:
    """The orders of each seat; one that is not understood is refused, with its line."""
    found: dict[str, list[str]] = {}
    for name, texts in position.orders.items():
        lines = position.order_lines[name]
        seat = seat_named(ask, name, lines[0])
        # What stands under one of several powers of a seat is about that power.
        about = "" if seat == name else f"{name}: "
        for text, line in zip(texts, lines, strict=True):
            check_order(ask, seat, about + text, line)
            found.setdefault(seat, []).append(about + text)
    return found


def seat_named(ask: Ask, name: str, line: int) -> Seat:
    """The seat of a name, or the one that holds the power of that name."""
    if name in ask.state.seats:
        return Seat(name)
    holder = ask.state.holder.get(Power(name))
    if holder is None:
        seats = ", ".join(ask.state.seats)
        raise RequestError(f"nobody holds {name}: orders are given by {seats} (line {line})")
    return holder


def check_order(ask: Ask, seat: Seat, text: str, line: int) -> None:
    """Refuse an order that is not understood, with the line that it stands on."""
    try:
        read_lines(ask, seat, [text])
    except NotationError as error:
        where = NotationError(error.text, error.at, f"{error.expected} (line {line})")
        raise RequestError(str(where)) from error


def unit_text(unit: Placed) -> str:
    """A unit as a request writes it."""
    marks = f" [{', '.join(unit.marks)}]" if unit.marks else ""
    return f"{unit.kind} {unit.place}{marks}"
