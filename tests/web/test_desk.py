"""The desk: an order that is added leaves the rest of the draft as it was written."""

from collections.abc import Iterator

import pytest

from dragoman.game import Game
from dragoman.house.play.adding import merged
from dragoman.house.play.drafts import SeatReader
from dragoman.model import Seat
from dragoman.web.pages.desk import Desk, doubts_of, laid_out
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
    rows = page_desk(game, "Austria").charges
    boards = [row.board for row in rows]
    assert [board for board in boards if board] == sorted(board for board in boards if board)
    assert [row.subject for row in rows if row.board == "7"][:1] == ["A 7:gal"]
    assert [row.verbs for row in rows if not row.board] == [["claim"]]
    assert not boards[-1]


def page_desk(game: Game, seat: str, text: str = "") -> Desk:
    """What a seat's page shows of a draft."""
    reader = SeatReader(game.ask, Seat(seat))
    draft = reader.draft(text)
    empty = Desk("", 0, "", True, False, "", 0, [], [str(one) for one in draft.missing])
    return laid_out(empty, reader, draft)


def asked(game: Game, seat: str, text: str) -> list[str]:
    """What a seat is asked before its orders are final."""
    return [one.text for one in doubts_of(page_desk(game, seat, text))]


def test_opening_builds_that_nobody_chooses_are_not_said_to_be_unused() -> None:
    assert asked(Game.new("militarism"), "Austria", "build A bud") == [
        "3 builds are not chosen: the rules will choose."
    ]


def test_a_sentence_about_a_sea_begins_with_a_capital() -> None:
    at_sea = Game.from_text("S1901M | units England: F eng, F nth")
    assert asked(at_sea, "England", "F eng S F nth - bel\nF nth H") == [
        "The English Channel supports what is not ordered. The fleet in the North Sea holds."
    ]


def test_a_half_that_supports_the_other_is_not_taken_for_the_other() -> None:
    game = Game.new("cat")
    assert asked(game, "Cassiusica", "A oak S A oak - ast\nA cyp H\nF elm H") == [
        "1 unit has no order: it will hold."
    ]
