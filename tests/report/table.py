"""Positions set up and judged for the tests of reports."""

from collections.abc import Mapping
from pathlib import Path

from dragoman.judge import adjudicate
from dragoman.model import Ballot, Resolution, Seat, Verdict
from dragoman.record.cases import Stage, position
from dragoman.record.filing import file_orders, read_lines
from dragoman.report import results_sheet
from dragoman.rules import Ask
from dragoman.variants import load

STANDARD = load("standard")
SHEETS = Path(__file__).parent / "sheets"

Orders = Mapping[str, str]
"""What each seat orders, several orders parted by semicolons."""


def at(phase: str, units: Orders, centers: Orders | None = None, **rest: str) -> Ask:
    """A position of Standard; `driven_France="A par from bur"` adds a dislodged unit."""
    driven = [(k.removeprefix("driven_"), v) for k, v in rest.items() if k.startswith("driven_")]
    stage = Stage(
        phase,
        units=list(units.items()),
        centers=list((centers or {}).items()),
        driven=driven,
        barred=rest.get("barred", ""),
    )
    return Ask(STANDARD, position(STANDARD, stage))


def ballots(ask: Ask, orders: Orders) -> list[Ballot]:
    """The ballots that the seats' orders make."""
    found: list[Ballot] = []
    for seat, text in orders.items():
        lines = [line.strip() for line in text.split(";")]
        found += file_orders(ask, Seat(seat), read_lines(ask, Seat(seat), lines)).ballots
    return found


def judged(ask: Ask, orders: Orders) -> Resolution:
    """What comes of the orders."""
    return adjudicate(ask.variant, ask.state, ballots(ask, orders))


def verdict(ask: Ask, orders: Orders, order: str) -> Verdict:
    """What comes of one order among others."""
    return next(v for v in judged(ask, orders).verdicts if str(v.order) == order)


def sheet(ask: Ask, orders: Orders) -> str:
    """The results sheet of a phase."""
    resolution = judged(ask, orders)
    return results_sheet(resolution, ask, Ask(ask.variant, resolution.state))


def golden(name: str) -> str:
    """A sheet as it was read and found good."""
    return (SHEETS / f"{name}.txt").read_text(encoding="utf-8")
