"""The desk: an order that is added leaves the rest of the draft as it was written."""

from collections.abc import Iterator

import pytest

from dragoman.house.play.adding import merged
from dragoman.house.play.drafts import SeatReader
from dragoman.model import Seat
from dragoman.record.game import Game
from dragoman.web.pages.desk import Desk, laid_out
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


def test_rows_come_board_by_board_wherever_their_units_are_from() -> None:
    game = Game.new("heptadiplomacy")
    game.submit("Austria", "A 1:bud - 3:tri; A 1:vie - 7:gal; F 5:tri - 2:tri")
    game.advance()
    reader, empty = (
        SeatReader(game.ask, Seat("Austria")),
        Desk("", 0, "", True, False, "", 0, [], []),
    )
    rows = laid_out(empty, reader, reader.draft("")).charges
    boards = [row.board for row in rows]
    assert [board for board in boards if board] == sorted(board for board in boards if board)
    assert [row.subject for row in rows if row.board == "7"][:1] == ["A 7:gal"]
    assert [row.verbs for row in rows if not row.board] == [["claim"]]
    assert not boards[-1]
