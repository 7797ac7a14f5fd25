"""What each seat chooses for itself while its table forms: the rule book of its own board."""

import pytest

from dragoman.house.errors import Closed, Invalid, NotYours, TooMany
from dragoman.house.tables import choices
from dragoman.house.tables.choices import choose
from dragoman.house.tables.logbook import logbook
from dragoman.house.tables.seats import join, seat_bot
from dragoman.house.tables.tables import create_table, start_table
from dragoman.house.tables.views import table_view
from dragoman.words.speech import SpokenFact
from tests.house.tools import TestHouse, add_people, game, make_house

TWO = {"boards": 2}


def forming(house: TestHouse, variant: str = "para_time", **more: object) -> str:
    """A table of two boards at which Ann and Bob sit, for Austria and England."""
    add_people(house, "ann", "bob", "cy")
    table = create_table(house, "ann", variant=variant, options=TWO, **more)  # type: ignore[arg-type]
    join(house, "ann", table, "Austria")
    join(house, "bob", table, "England")
    return table


def books(facts: list[SpokenFact]) -> list[str]:
    """The books of the boards, as they are named beside them."""
    return [fact.value for fact in facts if fact.name.startswith("Book")]


def test_each_seat_chooses_the_book_of_its_own_board() -> None:
    """In any case and with options; the others stay as they were, and all of it is in the log."""
    house = make_house()
    table = forming(house)
    before = table_view(house, None, table)
    assert before.choices[0].values == {"Austria": "standard", "England": "militarism"}
    choose(house, "bob", table, "", "books", " Catspaw  powers=Austria,England,Turkey ")
    choose(house, "ann", table, "Austria", "books", "DOUBLING")
    view = table_view(house, None, table)
    assert view.options["books"] == ["doubling", "catspaw powers=Austria,England,Turkey"]
    assert books(view.facts) == ["Doubling", "Catspaw (powers Austria, England, Turkey)"]
    chosen = [row for row in logbook(house, None, table) if row.kind == "chosen"]
    assert [(row.by, row.words["entry"], row.words["text"]) for row in chosen] == [
        ("Bob", 2, "catspaw powers=Austria,England,Turkey"),
        ("Ann", 1, "doubling"),
    ]
    start_table(house, "ann", table)
    assert books(table_view(house, None, table).facts) == books(view.facts)
    assert game(house, table).variant.settings["books"][0] == "doubling"
    assert table_view(house, None, table).choices == []
    with pytest.raises(Closed, match="begun"):
        choose(house, "ann", table, "", "books", "standard")


def test_an_empty_choice_goes_back_to_what_was_and_the_same_again_is_no_event() -> None:
    house = make_house()
    table = forming(house)
    choose(house, "bob", table, "", "books", "doubling")
    events = table_view(house, None, table).events
    choose(house, "bob", table, "", "books", "doubling")
    assert table_view(house, None, table).events == events
    choose(house, "bob", table, "", "books", "")
    assert table_view(house, None, table).choices[0].values["England"] == "militarism"


@pytest.mark.parametrize(
    ("seat", "option", "value", "problem"),
    [
        ("England", "books", "atlantis", "books: boards.2: no variant 'atlantis'"),
        ("England", "books", "escalation", "books: boards.2: escalation has other powers"),
        ("England", "books", "../standard", "name a variant by its id"),
        ("England", "books", "standard " + 200 * "x", "at most 200 printable letters"),
        ("England", "win_at", "3", "no such choice: there is books"),
    ],
)
def test_what_does_not_fit_is_refused(seat: str, option: str, value: str, problem: str) -> None:
    house = make_house()
    table = forming(house)
    with pytest.raises(Invalid, match=problem):
        choose(house, "bob", table, seat, option, value)
    assert table_view(house, None, table).options == TWO


def test_nobody_chooses_for_another_or_where_there_is_nothing() -> None:
    house = make_house()
    table = forming(house)
    with pytest.raises(NotYours):
        choose(house, "bob", table, "Austria", "books", "standard")
    with pytest.raises(NotYours):
        choose(house, "cy", table, "", "books", "standard")
    join(house, "cy", table, "France")
    with pytest.raises(Invalid, match="France has none: Austria, England have"):
        choose(house, "cy", table, "", "books", "standard")
    plain = create_table(house, "ann", variant="standard")
    join(house, "ann", plain)
    with pytest.raises(Invalid, match="a seat chooses nothing in this variant"):
        choose(house, "ann", plain, "", "books", "standard")


def test_the_last_to_sit_down_chooses_on_the_way() -> None:
    """Then the game begins; a wrong choice leaves the seat open."""
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_table(house, "ann", variant="para_time", options=TWO)
    for seat in ("England", "France", "Germany", "Italy", "Russia", "Turkey"):
        seat_bot(house, "ann", table, seat, "random")
    with pytest.raises(Invalid):
        join(house, "bob", table, "Austria", choices={"books": "atlantis"})
    assert table_view(house, "bob", table).seats[0].open
    join(house, "bob", table, "Austria", choices={"books": "doubling"})
    view = table_view(house, "bob", table)
    assert view.status == "running"
    assert books(view.facts) == ["Doubling", "Militarism III"]


def test_a_choice_at_an_anonymous_table_names_the_seat_alone() -> None:
    house = make_house()
    table = forming(house, settings={"anonymous": True})
    choose(house, "bob", table, "", "books", "doubling")
    assert logbook(house, None, table)[-1].by == "England"


def test_choosing_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    house = make_house()
    table = forming(house)
    monkeypatch.setattr(choices, "MOST", 3)
    with pytest.raises(TooMany, match="begin the game"):
        choose(house, "bob", table, "", "books", "doubling")


def test_books_fit_the_board_of_the_table() -> None:
    """On another map a book that is named without a board is played there."""
    house = make_house()
    table = forming(house, "para_time@cline")
    choose(house, "ann", table, "", "books", "doubling")
    assert table_view(house, None, table).choices[0].values["Austria"] == "doubling@cline"
