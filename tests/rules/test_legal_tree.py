"""The tree of legal orders offers exactly what the check of single orders accepts."""

from collections.abc import Iterator

import pytest

from dragoman.model import Convoy, Hold, Move, Order, Piece, Subject, Support, Unit
from dragoman.record.conformance import random_game
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, texts_of
from dragoman.rules.legality import check_order
from dragoman.rules.tree import walk
from dragoman.variants import load
from tests.rules.table import FRANCE, at, ruled


def thinkable(ask: Ask, unit: Unit) -> Iterator[Order]:
    """Every order that could be written for a unit, possible or not."""
    me = Piece(unit.kind, unit.place)
    yield Hold(me)
    for to in ask.province:
        yield Move(me, to)
        yield Move(me, to, via=True)
    for other in ask.state.units:
        whom = Piece(other.kind, other.place)
        yield Support(me, whom)
        for to in ask.province:
            yield Support(me, whom, to)
            yield Convoy(me, whom, to)


def plainly(ask: Ask, order: Order) -> Order:
    """A support without its coast, since the tree names one form of several that mean the same."""
    if isinstance(order, Support) and order.to is not None:
        return Support(order.unit, order.whom, ask.map.root(order.to))
    return order


def said_twice(ask: Ask, order: Order, unit: Unit) -> bool:
    """Whether `via` adds nothing: there is no other way, or the rules do not know the word."""
    if not isinstance(order, Move) or not order.via:
        return False
    near = ask.moves[unit.kind].get(unit.place, frozenset())
    return order.to not in near or ask.rules.routes(ask, unit).intent == "swap"


@pytest.mark.parametrize(
    ("ref", "options"),
    [
        ("standard", {}),
        ("heptadiplomacy", {"boards": 2, "module": 1}),
        ("heptadiplomacy", {"boards": 2, "module": 2}),
        ("heptadiplomacy", {"boards": 2, "module": 2, "convoy_board": "origin"}),
        ("heptadiplomacy", {"boards": 2, "module": 3}),
    ],
)
def test_the_tree_and_the_check_agree(ref: str, options: dict[str, object]) -> None:
    """In a position reached by random play an order is in the tree if and only if it is legal."""
    game = random_game(load(ref, options), "tree", 6)
    while game.phase.kind != "M":
        game.advance()
    ask = game.ask
    for unit in ask.state.units[::4]:
        walked: list[Order] = []
        walk(ask.rule.choices, ask, Subject(unit.power, unit.id), (), walked)
        assert legal_orders(ask, Subject(unit.power, unit.id)) == walked
        tree = {plainly(ask, o) for o in walked}
        checked = {
            plainly(ask, order)
            for order in thinkable(ask, unit)
            if check_order(ask, unit, order) is None and not said_twice(ask, order, unit)
        }
        assert tree == checked


def test_nothing_follows_words_that_lead_nowhere() -> None:
    """An army convoys nobody, and no step follows a complete order or a word not offered."""
    game = random_game(load("standard"), "tree", 0)
    ask = game.ask
    army = next(u for u in ask.state.units if u.kind == "A")
    for prefix in ("convoy",), ("move", "nowhere"), ("support", "A nowhere"), ("dance",):
        assert ask.rule.choices(ask, Subject(army.power, army.id), prefix) == ()


def test_units_called_alike_are_written_with_their_powers() -> None:
    """Where two armies share a place, lists of orders name whose they mean."""
    sharing = ruled(contests=lambda ask, a, b, place: a.power == b.power)
    ask = at("S1901M", {"France": "A par, A bur", "Germany": "A par"}, variant=sharing)
    for unit in ask.state.units:
        subject = Subject(unit.power, unit.id)
        texts = texts_of(ask.rule.choices, ask, subject)
        assert texts == [str(order) for order in legal_orders(ask, subject)]
    assert "A bur S Germany A par" in texts_of(ask.rule.choices, ask, Subject(FRANCE, 2))
