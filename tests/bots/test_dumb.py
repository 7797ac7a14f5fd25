"""The bot `dumb`: what places are worth to it."""

from random import Random

import pytest

from dragoman.bots.dumb import DumbWorth
from dragoman.bots.field import Field, GroundCache
from dragoman.geo import Province
from dragoman.record.replay import opening
from dragoman.rules import Ask
from dragoman.variants import load


@pytest.mark.parametrize(
    ("variant", "center"),
    [("standard", "por"), ("twin_earths_1", "1:por"), ("heptadiplomacy", "1:por")],
)
def test_a_center_is_worth_most_near_it_on_linked_boards_too(variant: str, center: str) -> None:
    """Seven linked boards have seven times as many steps, and what is far away counted most."""
    rules = load(variant)
    ask = Ask(rules, opening(rules, (), ""))
    worth = DumbWorth(
        Field(ask, GroundCache().grounds(ask)), next(iter(ask.state.seats)), Random(1)
    )
    worth.centers = {Province(center): 1.0}
    ground = worth.field.grounds["F"]
    worth.field.pressure = {}  # only what the center adds
    places = worth.of_kind("F")
    best = max(places, key=lambda place: places[place])
    near = {place for place in ground.places if any(p == center for _, p in ground.ways[place])}
    far = min(places[place] for place in near)
    assert best in near | {center}
    assert all(x < far for place, x in places.items() if place not in near | {center})
