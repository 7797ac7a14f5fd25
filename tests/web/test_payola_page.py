"""Payola on the page: whose purse is whose."""

from dragoman.house.tables.views import table_view
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
