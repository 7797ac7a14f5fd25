"""Amounts: what is given for orders is written with them, read back and kept."""

import msgspec
import pytest

from dragoman.errors import NotationError
from dragoman.model import Seat
from dragoman.record import Game, GameRecord
from dragoman.record.filing import Line, read_lines
from dragoman.rules import Ask, Mandate
from tests.rules.table import STANDARD, by_order, ruled


def most_three(ask: Ask, seat: Seat) -> Mandate:
    """Three at most may be given for each order."""
    own = STANDARD.rules.mandate(ask, seat)
    charges = tuple(msgspec.structs.replace(c, most=3) for c in own.charges)
    return msgspec.structs.replace(own, charges=charges)


def game() -> Game:
    """A game in which orders carry amounts."""
    variant = ruled(mandate=most_three)
    return Game(variant, GameRecord(variant.id, variant.version))


@pytest.mark.parametrize(
    "text", ["A par - bur $3", "3 for A par - bur", "$3 for a par-bur", "Par to Bur  $ 3 "]
)
def test_an_amount_is_read_and_written_in_one_way(text: str) -> None:
    """However it is written, it is kept as `$3` behind the orders."""
    play = game()
    [taken] = play.submit("France", text)
    assert taken.fault is None
    assert play.pending("France") == ("A par - bur $3",)
    [ballot] = play.view("France").ballots
    assert ballot.amount == 3


def test_more_than_is_allowed_is_void() -> None:
    """More than a ballot may carry; where none may, any amount."""
    play = game()
    play.submit("France", "A par - bur $4\nA mar - spa $1\nF bre - mao")
    rows = by_order(play.advance())
    assert rows["A par - bur"] == "void too_much"
    assert rows["A mar - spa"] == rows["F bre - mao"] == "done moved"
    assert play.record.entries[0].orders[Seat("France")] == (  # type: ignore[union-attr]
        "A par - bur $4",
        "A mar - spa $1",
        "F bre - mao",
    )
    [plain] = Game.new("standard").submit("France", "A par - bur $1")
    assert plain.fault is not None and plain.fault.code == "too_much"


def test_a_later_order_replaces_an_earlier_with_its_amount() -> None:
    """Orders left standing keep what is given for them."""
    play = game()
    play.submit("France", "A par - bur $2\nA mar - spa $1")
    play.submit("France", "A mar H $3")
    assert play.pending("France") == ("A par - bur $2", "A mar H $3")


def test_a_fault_is_shown_where_it_stands() -> None:
    """An amount before the orders moves no place in the text."""
    ask = game().ask
    text = "3 for A par - xyzzy"
    with pytest.raises(NotationError) as caught:
        read_lines(ask, Seat("France"), [text])
    assert caught.value.at == text.index("xyzzy")


def test_lines_are_equal_with_equal_amounts() -> None:
    """A line is its orders and what is given for them."""
    [line] = read_lines(game().ask, Seat("France"), ["A par H; A mar H $2"])
    assert str(line) == "A par H; A mar H $2"
    assert line == Line.worth(line, 2) and line != Line.worth(line, 1) and line != list(line)
