"""The tree of legal orders offers exactly what the check of single orders accepts."""

from collections.abc import Iterator

import pytest

from dragoman.geo import Place
from dragoman.model import Convoy, Hold, Move, Order, Piece, State, Subject, Support, Unit
from dragoman.record.conformance import random_game
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots, texts, texts_of
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


def legal_texts(ask: Ask, unit: Unit) -> list[str]:
    """Every legal order of a unit as text."""
    return texts_of(ask.rule.choices, ask, [Subject(unit.power, unit.id)])[0]


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
        assert legal_texts(ask, unit) == [str(order) for order in walked]
        tree = {plainly(ask, o) for o in walked}
        checked = {
            plainly(ask, order)
            for order in thinkable(ask, unit)
            if check_order(ask, unit, order) is None and not said_twice(ask, order, unit)
        }
        assert tree == checked


@pytest.mark.parametrize(
    "lines",
    [
        # Constantinople lies on two flotillas, and Bulgaria could support what comes with either.
        ["A con", "F aeg", "F bla", "A bul", "A ser", "F sev"],
        # Without the fleet between, two are left of one flotilla, and who could board which.
        ["F nth", "F eng", "F mao", "A lon", "A bre", "A spa", "F bel", "A hol", "A yor", "A wal"],
        ["A ven", "F adr", "A apu", "F ion", "A tun", "F tys", "F aeg", "A gre", "A mun"],
    ],
)
def test_texts_by_sea_are_those_of_the_tree(
    monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    """Written, known again, and forgotten because they are too many, they are the same."""
    standard = load("standard")
    opening = standard.rules.opening(standard, (), Lots("texts"))

    def position(lines: list[str]) -> Ask:
        rows = (line.split() for line in lines)
        units = [Unit(n, FRANCE, kind, Place(at)) for n, (kind, at) in enumerate(rows, 1)]
        return Ask(standard, State(opening.phase, opening.seats, tuple(units)))

    def agree(lines: list[str]) -> int:
        """How many texts are remembered after lists that are as the tree has them."""
        ask, again = position(lines), position(lines)
        for unit in ask.state.units:
            walked: list[Order] = []
            walk(ask.rule.choices, ask, Subject(unit.power, unit.id), (), walked)
            assert legal_texts(again, unit) == [str(order) for order in walked]
        return standard.flotillas.written

    standard.flotillas.forget()
    written = agree(lines)
    assert 0 < written == agree(lines)
    monkeypatch.setattr(texts, "MOST_TEXTS", 1)
    assert agree([*lines, "F bar"]) <= written


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
        texts = texts_of(ask.rule.choices, ask, [subject])[0]
        assert texts == [str(order) for order in legal_orders(ask, subject)]
    assert "A bur S Germany A par" in texts_of(ask.rule.choices, ask, [Subject(FRANCE, 2)])[0]
