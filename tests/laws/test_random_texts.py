"""What the judge finds possible from a random text is listed, in every variant."""

from collections.abc import Iterator
from random import Random

import pytest

from dragoman.errors import NotationError
from dragoman.geo import Place
from dragoman.judge.turn import admit
from dragoman.model import MOVEMENT, Convoy, Move, Order, Piece, Seat, Subject, Support, Unit
from dragoman.modules.leaders.leading import LEADER, mates
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask
from dragoman.variants import load, variant_ids
from tests.laws.test_every_variant import turns

UNITS, TEXTS = 4, 5


def simplified(ask: Ask, order: Order) -> Order:
    """An order without what changes nothing: a support's coast, a `via`, a leader beside a unit.

    Whom a support or convoy is for is known without his part (K29).
    """
    if isinstance(order, Support):
        to = None if order.to is None else Place(ask.province[order.to])
        return Support(led(ask, order.unit), led(ask, whole(order.whom)), to)
    if isinstance(order, Convoy):
        return Convoy(led(ask, order.unit), whole(order.whom), order.to)
    return Move(order.unit, order.to) if isinstance(order, Move) else order


def whole(piece: Piece) -> Piece:
    """A unit, whichever part of it is named."""
    return Piece(piece.kind, piece.place, power=piece.power)


def led(ask: Ask, piece: Piece) -> Piece:
    """The unit that a leader stands with, which is supported where the leader is."""
    unit = ask.named(piece) if piece.kind == LEADER else None
    return next((ask.piece(mate) for mate in mates(ask, unit)), piece) if unit else piece


def texts(ask: Ask, unit: Unit, chance: Random) -> Iterator[str]:
    """Random orders for a unit, of which many are impossible."""
    me, everywhere = ask.piece(unit), list(ask.map.spaces)
    near = list(ask.moves[unit.kind].get(unit.place, ())) or everywhere
    for _ in range(TEXTS):
        whom = ask.piece(chance.choice(ask.state.units))
        yield f"{me} - {chance.choice(everywhere)}"
        yield f"{me} S {whom}"
        yield f"{me} S {whom} - {chance.choice(near)}"
        yield f"{me} S {me} - {chance.choice(near)}"
        yield f"{me} C {whom} - {chance.choice(everywhere)}"


def possible(ask: Ask, seat: Seat, text: str) -> Iterator[tuple[Subject, Order]]:
    """The orders of a text that are not void."""
    try:
        filed = file_orders(ask, seat, read_lines(ask, seat, [text]))
    except NotationError:
        return
    faults = ask.rules.review(ask, filed.ballots, admit(ask, filed.ballots))
    for ballot, row in zip(filed.ballots, faults, strict=True):
        for order, fault in zip(ballot.orders, row, strict=True):
            if fault is None:
                yield ballot.subject, order


def listed(ask: Ask, subject: Subject, order: Order) -> set[Order]:
    """The legal orders of a unit; a leader aids others as part of the unit it stands with (L20)."""
    if isinstance(order, Support | Convoy) and order.unit.kind == LEADER:
        subject = Subject(subject.power, mates(ask, ask.unit[subject.unit])[0].id)
    return {simplified(ask, o) for o in legal_orders(ask, subject)}


@pytest.mark.parametrize("name", variant_ids())
def test_what_is_possible_is_listed(name: str) -> None:
    """Every order that the judge lets pass is among the legal orders of its unit."""
    chance = Random(name)
    for ask, _, _ in turns(load(name)):
        if ask.state.phase.kind != MOVEMENT:
            continue
        for seat, powers in ask.state.seats.items():
            own = [u for u in ask.state.units if u.power in powers]
            for unit in chance.sample(own, min(UNITS, len(own))):
                for text in texts(ask, unit, chance):
                    for subject, order in possible(ask, seat, text):
                        assert simplified(ask, order) in listed(ask, subject, order), text
