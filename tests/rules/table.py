"""Positions set up from text, with rules of one's own, and judged."""

from collections.abc import Mapping
from typing import Any

import msgspec

from dragoman.geo import LAND, SEA, read_map
from dragoman.judge import adjudicate
from dragoman.model import Ballot, Kind, Power, Resolution, Seat
from dragoman.record.cases import Stage, position
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import Ask, Lots, PowerInfo, Variant
from dragoman.variants import load

STANDARD = load("standard")
FRANCE, GERMANY, ITALY = Power("France"), Power("Germany"), Power("Italy")

LEADER = Kind("L", "leader", frozenset({LAND, SEA}), needs_supply=False, captures=False)
"""A piece that goes everywhere, needs no supply and takes no center."""

Texts = Mapping[str, str]
"""What each power has, or each seat orders; orders are parted by semicolons."""


def ruled(variant: Variant = STANDARD, **answers: Any) -> Variant:
    """A variant that answers some questions anew."""
    return msgspec.structs.replace(variant, rules=variant.rules.answering(**answers))


def with_leaders(**answers: Any) -> Variant:
    """Standard with leaders, under rules that answer some questions anew."""
    kinds = {**STANDARD.kinds, LEADER.letter: LEADER}
    return msgspec.structs.replace(ruled(**answers), kinds=kinds)


def on_board(text: str, **answers: Any) -> Variant:
    """A small board on which France and Germany play without homes."""
    board = read_map(text, "board")
    powers = {name: PowerInfo(name) for name in (FRANCE, GERMANY)}
    return msgspec.structs.replace(ruled(**answers), map=board, powers=powers)


def at(
    phase: str,
    units: Texts,
    *,
    variant: Variant = STANDARD,
    centers: Texts | None = None,
    out: Texts | None = None,
    barred: str = "",
) -> Ask:
    """A position; `out={"France": "A par from bur"}` is a unit that must retreat."""
    stage = Stage(
        phase,
        units=list(units.items()),
        centers=list((centers or {}).items()),
        driven=list((out or {}).items()),
        barred=barred,
    )
    return Ask(variant, position(variant, stage))


def ballots(ask: Ask, orders: Texts) -> list[Ballot]:
    """The ballots that the seats' orders make."""
    found: list[Ballot] = []
    for seat, text in orders.items():
        lines = [line.strip() for line in text.split(";") if line.strip()]
        found += file_orders(ask, Seat(seat), read_lines(ask, Seat(seat), lines)).ballots
    return found


def judged(ask: Ask, orders: Texts, lots: Lots | None = None) -> Resolution:
    """What comes of the orders."""
    return adjudicate(ask.variant, ask.state, ballots(ask, orders), lots)


def by_order(resolution: Resolution) -> dict[str, str]:
    """What came of each order, by its text: the outcome and the reason's code."""
    return {str(v.order): f"{v.outcome} {v.reason.code}" for v in resolution.verdicts}


def pieces(resolution: Resolution) -> list[str]:
    """What the phase left on the board."""
    return sorted(f"{u.power} {u}" for u in resolution.left.units)


def owners(resolution: Resolution) -> dict[str, str]:
    """Who owns each center afterwards."""
    return {str(center): str(power) for center, power in resolution.state.owners.items()}
