"""Adjustments: builds, waives and removals, and what civil disorder takes of its own."""

import msgspec

from dragoman.model import (
    DONE,
    Build,
    Piece,
    Power,
    Reason,
    Remove,
    Resolution,
    State,
    Subject,
    Unit,
    Verdict,
    Waive,
)
from dragoman.rules import Ask, Elected, Lots, Orders
from dragoman.rules.adjustments import BUILDS

MADE: dict[type, Reason] = {
    Build: Reason("built"),
    Remove: Reason("removed"),
    Waive: Reason("waived"),
}
"""The reason for each adjustment that was made."""


def resolve_adjustment(ask: Ask, elected: Elected, lots: Lots) -> Resolution:
    """The position after the adjustments of every power."""
    verdicts: list[Verdict] = []
    built: list[tuple[Power, Piece]] = []
    gone: set[int] = set()
    for subject, orders in elected.items():
        if subject.topic != BUILDS:
            continue
        for order in (*orders, *forced(ask, subject, orders)):
            verdicts.append(Verdict.of(subject, order, DONE, MADE[type(order)]))
            if isinstance(order, Build):
                built.append((subject.power, order.unit))
            elif isinstance(order, Remove):
                gone |= {u.id for u in ask.state.units if u == ask.named(order.unit)}
    state = adjusted(ask.state, built, gone)
    return Resolution(ask.state.phase, tuple(verdicts), state, state)


def forced(ask: Ask, subject: Subject, orders: Orders) -> list[Remove]:
    """The removals that civil disorder adds to those ordered."""
    short = -ask.rules.entitlement(ask, subject.power) - sum(isinstance(o, Remove) for o in orders)
    if short <= 0:
        return []
    named = {o.unit for o in orders if isinstance(o, Remove)}
    units = (ask.piece(u) for u in ask.rules.removal_order(ask, subject.power))
    return [Remove(piece) for piece in units if piece not in named][:short]


def adjusted(state: State, built: list[tuple[Power, Piece]], gone: set[int]) -> State:
    """The position with units added and taken away; new units get ids never used before."""
    new = [
        Unit(n, power, piece.kind, piece.place)
        for n, (power, piece) in enumerate(built, state.last_id + 1)
    ]
    return msgspec.structs.replace(
        state,
        units=(*(u for u in state.units if u.id not in gone), *new),
        last_id=state.last_id + len(new),
    )
