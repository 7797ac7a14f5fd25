"""What the judge finds possible from a random text is listed, and what is listed is possible.

In every variant, in positions of random play. `DRAGOMAN_EXAMPLES` says how many are tried.
"""

import os
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.errors import NotationError
from dragoman.geo import Place
from dragoman.judge.turn import admit
from dragoman.model import (
    ADJUSTMENT,
    RETREAT,
    Convoy,
    Move,
    Order,
    Piece,
    Seat,
    Subject,
    Support,
    Waive,
)
from dragoman.modules.leaders.leading import LEADER, mates
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask
from dragoman.variants import load, variant_ids
from tests.amounts import amount
from tests.laws.test_every_variant import turns

EXAMPLES = settings(max_examples=int(os.environ.get("DRAGOMAN_EXAMPLES", amount(20))))
EVERY = pytest.mark.parametrize("name", variant_ids())
CHANCE = st.randoms(use_true_random=False)


@cache
def positions(name: str) -> list[Ask]:
    """Some positions of a variant."""
    return [ask for ask, _, _ in turns(load(name))]


def simplified(ask: Ask, order: Order) -> Order:
    """An order without what changes nothing: a support's coast, a `via`, a leader beside a unit.

    Whom a support or convoy is for is known without his part (K29); which part of a unit is meant
    may follow from what the other does (K17). A bare `waive` is booked where it makes sense.
    """
    if isinstance(order, Waive):
        return Waive()
    if isinstance(order, Support):
        to = None if order.to is None else Place(ask.province[order.to])
        return Support(led(ask, whole(order.unit)), led(ask, whole(order.whom)), to)
    if isinstance(order, Convoy):
        return Convoy(led(ask, whole(order.unit)), whole(order.whom), order.to)
    return Move(whole(order.unit), order.to) if isinstance(order, Move) else order


def whole(piece: Piece) -> Piece:
    """A unit, whichever part of it is named."""
    return Piece(piece.kind, piece.place, power=piece.power)


def led(ask: Ask, piece: Piece) -> Piece:
    """The unit that a leader stands with, which is supported where the leader is."""
    unit = ask.named(piece) if piece.kind == LEADER else None
    return next((ask.piece(mate) for mate in mates(ask, unit)), piece) if unit else piece


def text(ask: Ask, seat: Seat, chance: Random) -> str:
    """A random order for a phase, of which many are impossible."""
    kind, everywhere = ask.state.phase.kind, list(ask.map.province)
    units = [d.unit for d in ask.state.dislodged] if kind == RETREAT else list(ask.state.units)
    own = [unit for unit in units if unit.power in ask.state.seats[seat]]
    if kind == ADJUSTMENT or not own:
        made = f"{chance.choice(list(ask.variant.kinds))} {chance.choice(everywhere)}"
        gone = str(ask.piece(chance.choice(units))) if units else made
        return chance.choice([f"build {made}", f"remove {gone}", "waive"])
    unit = chance.choice(own)
    return "; ".join(order(ask, str(ask.piece(unit)), unit.kind, chance) for _ in range(2))


def order(ask: Ask, me: str, kind: str, chance: Random) -> str:
    """A random order for a unit of that name."""
    everywhere = list(ask.map.province)
    near = list(ask.moves[kind].get(Place(me.rpartition(" ")[2]), ())) or everywhere
    whom = chance.choice([me, *(str(ask.piece(u)) for u in ask.state.units)])
    goal = chance.choice([chance.choice(near), chance.choice(everywhere)])
    deeds = "H", f"- {goal}", f"S {whom}", f"S {whom} - {goal}", f"C {whom} - {goal}", "disband"
    return f"{me} {chance.choice(deeds)}"


def possible(ask: Ask, seat: Seat, lines: list[str]) -> Iterator[tuple[Subject, Order]]:
    """The orders of some lines that are not void."""
    try:
        filed = file_orders(ask, seat, read_lines(ask, seat, lines))
    except NotationError:
        return
    faults = ask.rules.review(ask, filed.ballots, admit(ask, filed.ballots))
    for ballot, row in zip(filed.ballots, faults, strict=True):
        for order, fault in zip(ballot.orders, row, strict=True):
            if fault is None:
                yield ballot.subject, order


def passes(ask: Ask, seat: Seat, order: Order, lines: list[str]) -> bool:
    """Whether all of some lines are let pass, and an order is the first of them."""
    passed = [simplified(ask, o) for _, o in possible(ask, seat, lines)]
    return len(passed) == len(lines) and passed[0] == simplified(ask, order)


def listed(ask: Ask, subject: Subject, order: Order) -> set[Order]:
    """The legal orders of a unit; a leader aids others as part of the unit it stands with (L20)."""
    if isinstance(order, Support | Convoy) and order.unit.kind == LEADER:
        subject = Subject(subject.power, mates(ask, ask.unit[subject.unit])[0].id)
    return {simplified(ask, o) for o in legal_orders(ask, subject)}


@EVERY
@EXAMPLES
@given(chance=CHANCE)
def test_what_is_possible_is_listed(name: str, chance: Random) -> None:
    """Every order that the judge lets pass is among the legal orders of its unit or power."""
    ask = chance.choice(positions(name))
    seat = chance.choice(list(ask.state.seats))
    written = text(ask, seat, chance)
    for subject, found in possible(ask, seat, written.split("; ")):
        assert simplified(ask, found) in listed(ask, subject, found), written


@EVERY
@EXAMPLES
@given(chance=CHANCE)
def test_what_is_listed_is_possible(name: str, chance: Random) -> None:
    """A legal order, printed and read, is itself and is let pass, alone or beside another (K3)."""
    ask = chance.choice(positions(name))
    seat = chance.choice(list(ask.state.seats))
    for charge in chance.sample(cs := ask.mandate(seat).charges, min(3, len(cs))):
        orders = legal_orders(ask, charge.subject)
        for found in chance.sample(orders, min(5, len(orders))):
            written = f"{found} $1" if charge.most else str(found)
            beside = map(str, orders) if charge.count > 1 else ()
            pairs = ([written], *([written, other] for other in beside))
            assert any(passes(ask, seat, found, lines) for lines in pairs), str(found)
