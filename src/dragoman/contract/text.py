"""The contract in plain text: a position and orders in, a results sheet out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dragoman.contract.answer import file_all
from dragoman.contract.request import DislodgedRow, Request, open_request
from dragoman.errors import NotationError, RequestError
from dragoman.judge import adjudicate
from dragoman.notation import Placed, read_position
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
        phase=position.phase,
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
    ballots, _ = file_all(before, {p: list(lines) for p, lines in position.orders.items()})
    resolution = adjudicate(before.variant, before.state, ballots, Lots("text"))
    return results_sheet(resolution, before, Ask(before.variant, resolution.state))


def unit_text(unit: Placed) -> str:
    """A unit as a request writes it."""
    marks = f" [{', '.join(unit.marks)}]" if unit.marks else ""
    return f"{unit.kind} {unit.place}{marks}"
