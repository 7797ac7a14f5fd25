"""Sheets of the kind that a postal zine prints: the results of a phase, and the position."""

from collections.abc import Iterable, Iterator

from dragoman.judge import owed
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    OUTVOTED,
    RETREAT,
    SPRING,
    VERBS,
    VOID,
    Build,
    Cause,
    Disband,
    Dislodged,
    Move,
    Order,
    Piece,
    Power,
    Remove,
    Resolution,
    Unit,
    Verdict,
    Waive,
)
from dragoman.report.charts import (
    center_chart,
    coming,
    counted,
    dues,
    fallen,
    held,
    lives,
    outcome,
    vote_tables,
)
from dragoman.report.english import explain
from dragoman.report.layout import Row, beside, filled, ruled, stacked, titled
from dragoman.report.phrases import cause, listing, phase_name, seat_name, unit_name
from dragoman.rules import Ask


def results_sheet(resolution: Resolution, before: Ask, after: Ask) -> str:
    """What came of a phase: every order, the dislodged, the centers, and what is due next."""
    label = before.rules.calendar.label(before, resolution.phase)
    return stacked(
        [
            ruled(f"{before.variant.name}: {label}"),
            *order_blocks(resolution, before),
            [line for text in resolution.news for line in filled(text)],
            vote_tables(before, resolution.votes),
            driven_lines(Ask(before.variant, resolution.left), resolution.dislodged),
            standoff_lines(resolution),
            forced_lines(resolution, before),
            center_chart(before, after) if counts_centers(before, after) else [],
            fallen(before, after),
            outcome(after),
            coming(after),
        ]
    )
