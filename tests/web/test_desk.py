"""The desk: an order that is added leaves the rest of the draft as it was written."""

from collections.abc import Iterator

import pytest

from dragoman.house.play.adding import merged
from dragoman.house.play.drafts import SeatReader
from dragoman.model import Seat
from dragoman.record.game import Game
from tests.web.world import Site, site


@pytest.fixture
def here() -> Iterator[Site]:
    with site() as made:
        yield made


def test_a_line_that_is_not_understood_stays_as_it_was_typed(here: Site) -> None:
    organizer = here.person("Ann")
    table = here.table([organizer], organizer)
    typed = "Army Vienna to Galizia\nF Trieste -> Albania"
    assert organizer.put(f"/tables/{table}/orders", {"turn": 1, "text": typed}).status == 200
    more = {"turn": 1, "order": "A bud - ser"}
    added = organizer.post(f"/tables/{table}/orders/add", more)
    assert added.json["text"] == f"{typed}\nA bud - ser"


def test_only_what_the_new_order_contradicts_goes() -> None:
    ask = Game.new("standard").ask
    draft = "A vie - gal; F tri - alb\nA bud holds"
    assert merged(SeatReader(ask, Seat("Austria")), draft, "F tri - ven", split=False) == [
        "A vie - gal",
        "A bud holds",
        "F tri - ven",
    ]
