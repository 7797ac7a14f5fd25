"""Canals as people write of them: the words for leave, and what is said of a closed one."""

import pytest

from dragoman.game import Game

KEPT = "S1870M | units Turkey: A egy; Britain: F med"


@pytest.mark.parametrize(
    "text",
    [
        "open med",
        "opens F Mediterranean",
        "open the fleet in med",
        "Egypt opens med",
        "A egy lets pass F Med",
        "Turkey: A Egypt lets pass British F Med",
    ],
)
def test_leave_is_given_in_many_words(text: str) -> None:
    game = Game.from_text(KEPT, variant="colonial")
    assert [str(order) for order in game.read_orders("Turkey", text)] == ["opens med"]


def test_leave_may_stand_between_other_orders() -> None:
    game = Game.from_text(KEPT, variant="colonial")
    found = game.read_orders("Turkey", "Egypt lets pass F Med, A egy H")
    assert [str(order) for order in found] == ["opens med", "A egy H"]


def test_where_nobody_stands_at_the_canal_no_convoy_is_spoken_of() -> None:
    game = Game.from_text("S1870M | units Britain: F med", variant="colonial")
    game.submit("Britain", ["F med - red"])
    game.advance()
    said = " ".join(game.report().split())
    assert "cannot reach red (nobody stands at the canal to open it)" in said


def test_whoever_keeps_it_is_asked_about_the_canal() -> None:
    game = Game.from_text(KEPT, variant="colonial")
    asked = game.observe("Turkey").split("WHAT YOU CAN ORDER")[1]
    assert "Turkey canal, if you like\n  opens med" in asked
