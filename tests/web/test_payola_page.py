"""Payola on the page: whose purse is whose."""

from dragoman.game import Game
from dragoman.house.play.adding import add_order
from dragoman.house.tables.views import table_view
from dragoman.web.pages.desk import desk
from dragoman.web.pages.facts import all_facts, badges
from tests.house.tools import full_table, make_house


def test_the_head_of_the_desk_shows_ones_own_purse_and_the_table_everybodys() -> None:
    house = make_house()
    table, at = full_table(house, "payola")
    view = table_view(house, at["Italy"], table)
    [own] = badges(view, "Italy")
    assert (own.name, own.values) == ("Purse", ["10"])
    [everybody] = all_facts(view)
    assert everybody.values[:2] == ["Austria: 10", "England: 10"]


def test_a_tie_of_offers_is_not_called_one_of_votes() -> None:
    game = Game.new("payola")
    for seat, order in (("France", "A bud - gal $3"), ("Russia", "A bud - rum $3")):
        game.submit(seat, order)
    game.advance()
    held = next(line for line in game.report().splitlines() if line.startswith("  A bud H"))
    assert held.endswith("no order was offered the most")


def test_the_desk_counts_money_and_not_ballots() -> None:
    house = make_house()
    table, at = full_table(house, "payola")
    [before] = desk(house, at["Italy"], table, "Italy").pools
    assert (before.name, before.all, before.left) == ("Purse", 10, 10)
    add_order(house, at["Italy"], table, 1, "A vie - tyr $3")
    add_order(house, at["Italy"], table, 1, "A ven H $2")
    now = desk(house, at["Italy"], table, "Italy")
    given = {row.subject: (row.given, row.amounts, row.most) for row in now.charges if row.given}
    assert given == {"A ven": (["A ven H"], [2], 10), "A vie": (["A vie - tyr"], [3], 10)}
    assert now.pools[0].left == 5
