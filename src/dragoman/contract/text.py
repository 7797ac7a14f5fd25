"""The contract in plain text: a position and orders in, a results sheet out."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dragoman.contract.answer import file_all, find_seat
from dragoman.contract.request import DislodgedRow, Request, open_request
from dragoman.errors import NotationError, RequestError
from dragoman.judge import adjudicate
from dragoman.model import FALL, SPRING, WINTER, Phase, is_possible, read_phase
from dragoman.notation import Placed, Position, read_position
from dragoman.record.filing import read_lines
from dragoman.report import results_sheet
from dragoman.rules import Ask, Lots
from dragoman.variants.speech import language


def judge_text(
    text: str,
    variant: str = "standard",
    options: dict[str, Any] | None = None,
    folders: Sequence[Path] = (),
) -> str:
    """The results sheet for a position and orders written as plain text."""
    start = open_request(Request(variant=variant, options=options or {}), folders).ask
    try:
        position = read_position(text, language(start))
    except NotationError as error:
        raise RequestError(str(error)) from error
    request = Request(
        variant=variant,
        options=options or {},
        phase=str(phase_named(start, position)),
        units={p: [unit_text(u) for u in units] for p, units in position.units.items()},
        centers=None
        if position.centers is None
        else {p: list(cs) for p, cs in position.centers.items()},
        dislodged=[
            DislodgedRow(p, unit_text(d.unit), d.by)
            for p, rows in position.dislodged.items()
            for d in rows
        ],
        standoffs=list(position.standoffs),
    )
    before = open_request(request, folders).ask
    check_orders(before, position)
    ballots, _ = file_all(before, {p: list(lines) for p, lines in position.orders.items()})
    resolution = adjudicate(before.variant, before.state, ballots, Lots("text"))
    return results_sheet(resolution, before, Ask(before.variant, resolution.state))


def phase_named(ask: Ask, position: Position) -> Phase:
    """The phase that a text means by a code such as `S1901M`, or in words: `Spring 1901`."""
    try:
        return read_phase(position.phase)
    except RequestError as error:
        wanted = spelled(position.phase)
        years = [int(word) for word in wanted if word.isdecimal() and len(word) <= 6]
        for phase in possible_phases(ask, years):
            if wanted in phase_spellings(ask, phase):
                return phase
        raise RequestError(f"phase: {error} (line {position.phase_line})") from error


def possible_phases(ask: Ask, years: Sequence[int]) -> Iterator[Phase]:
    """The phases of some years, and of the first hundred that the variant has."""
    first = ask.variant.start.year
    for year in (*years, *range(first, first + 100)):
        for season in (SPRING, FALL, WINTER):
            found = (Phase(year, season, kind) for kind in ask.rules.calendar.phases)
            yield from filter(is_possible, found)


def phase_spellings(ask: Ask, phase: Phase) -> Iterator[list[str]]:
    """What a phase is called, with its kind and, where it is the season's first, without."""
    label, kind = ask.rules.calendar.label(ask, phase), ask.rules.calendar.phases[phase.kind].name
    yield spelled(label)
    yield spelled(f"{label} {kind}")
    if phase.season == WINTER:
        yield spelled(label.replace(kind, ""))


SYNONYMS = {
    "autumn": "fall",
    "move": "movement",
    "moves": "movement",
    "orders": "movement",
    "retreat": "retreats",
    "adjustment": "adjustments",
    "build": "adjustments",
    "builds": "adjustments",
}


def spelled(label: str) -> list[str]:
    """The words of a phase's name in one spelling, in whatever order they were written."""
    words = re.findall(r"[^\W_]+", label.lower())
    return sorted(SYNONYMS.get(word, word) for word in words)


def check_orders(ask: Ask, position: Position) -> None:
    """Refuse an order that is not understood, with the line that it stands on."""
    for power, texts in position.orders.items():
        seat = find_seat(ask, power, f"orders.{power}")
        for text, line in zip(texts, position.order_lines[power], strict=True):
            try:
                read_lines(ask, seat, [text])
            except NotationError as error:
                where = NotationError(error.text, error.at, f"{error.expected} (line {line})")
                raise RequestError(str(where)) from error


def unit_text(unit: Placed) -> str:
    """A unit as a request writes it."""
    marks = f" [{', '.join(unit.marks)}]" if unit.marks else ""
    return f"{unit.kind} {unit.place}{marks}"
