"""Sheets are plain text of eighty columns, whatever is played."""

from random import Random

import pytest

from dragoman.geo import Place
from dragoman.record import Game
from dragoman.record.trees import legal_orders
from dragoman.report import position_sheet, results_sheet
from dragoman.report.layout import WIDTH, beside, filled, ruled, stacked
from dragoman.words.phrases import place_name
from tests.report.table import at


def test_orders_and_their_numbers_are_not_torn() -> None:
    text = f"{'x' * 70} German A mun S A bur - par 2 against 1"
    assert filled(text, "", "  ") == ["x" * 70 + " German", "  A mun S A bur - par 2 against 1"]


def test_a_long_order_has_its_remark_below() -> None:
    long = "CG iro (army) S CG silver (fleet) - cinnabar"
    assert beside([("A par H", ""), (long, "fails"), ("A mar H", "no order")]) == [
        "  A par H",
        f"  {long}",
        "      fails",
        "  A mar H  no order",
    ]


def test_words_longer_than_a_line_are_broken() -> None:
    assert [len(line) for line in filled("y" * 100)] == [WIDTH, 20]
    assert [len(line) for line in ruled("z" * 100)] == [WIDTH, 20, WIDTH]


def test_empty_blocks_leave_no_gap() -> None:
    assert stacked([["a  "], [], ["b"]]) == "a\n\nb\n"


def test_a_place_that_no_map_knows_is_called_by_its_id() -> None:
    assert place_name(at("S1901M", {}), Place("9:nowhere")) == "9:nowhere"


def phases(seed: int, most: int) -> list[str]:
    """Sheets of a game in which every seat orders at random, or now and then not at all."""
    rng, game = Random(seed), Game.new("standard")
    sheets = [position_sheet(game.ask)]
    while not game.over and len(sheets) < 2 * most:
        before = game.ask
        for seat, charges in game.owed().items():
            chosen = [rng.choice(legal_orders(before, charge.subject)) for charge in charges]
            if rng.random() < 0.9:
                game.submit(seat, "\n".join(map(str, chosen)))
        sheets += [results_sheet(game.advance(), before, game.ask), position_sheet(game.ask)]
    return sheets


@pytest.mark.parametrize("seed", range(4))
def test_no_line_is_wider_than_the_page(seed: int) -> None:
    for sheet in phases(seed, 30):
        assert sheet.endswith("\n") and not sheet.endswith("\n\n")
        for line in sheet.splitlines():
            assert len(line) <= WIDTH and line.rstrip() == line
