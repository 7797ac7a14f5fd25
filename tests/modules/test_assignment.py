"""Tables of seats and boards: what is accepted, what is refused, and what is generated."""

import json
import re
from typing import Any

import pytest

from dragoman.contract import judge, read_request
from dragoman.errors import RequestError
from dragoman.model import Seat
from dragoman.modules.boards.assignment import balanced_table, neighborhoods, read_table
from dragoman.record import Game
from dragoman.variants import load
from dragoman.words.speech import spoken_facts

DATA = load("standard").data
SAMPLE: list[str] = DATA["countries_by_board"]
NEIGHBORS = frozenset(map(frozenset, DATA["neighbors"]))
COUNTRIES = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def test_the_sample_is_a_latin_square_with_even_neighborhoods() -> None:
    """Any two players are neighbors on three, four or five boards (ruling H13)."""
    table = read_table(SAMPLE, COUNTRIES, 7)
    assert not isinstance(table, str)
    assert set(neighborhoods(table, NEIGHBORS)) == {3, 4, 5}
    assert sum(neighborhoods(table, NEIGHBORS)) == 7 * 12


def test_option_b_seats_players_by_the_table() -> None:
    """Player 1 is Austria on board 1 and Italy on board 6."""
    game = Game.new("heptadiplomacy", options={"assignment": "B"})
    nations = "Austria@1 Germany@2 Turkey@3 France@4 England@5 Italy@6 Russia@7"
    assert game.state.seats[Seat("1")] == tuple(nations.split())


def test_option_a_gives_one_country_everywhere() -> None:
    """France is France on all boards."""
    game = Game.new("heptadiplomacy", seats=["a", "b", "c", "d", "e", "f", "g"])
    assert game.state.seats[Seat("c")] == tuple(f"France@{b}" for b in range(1, 8))


def replaced(row: int, text: Any) -> list[Any]:
    """The sample with a row replaced."""
    return [*SAMPLE[: row - 1], text, *SAMPLE[row:]]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (SAMPLE[:6], "there are 7 seats, not 6"),
        (replaced(3, "ERFGIT"), "row 3: there are 7 boards, not 6"),
        (replaced(3, "EXFGITA"), "row 3: no country 'X'"),
        (replaced(3, ["Eng", 7, "F", "G", "I", "T", "A"]), "row 3: no country '7'"),
        (replaced(3, 5), "row 3: no country '5'"),
        (replaced(1, "RGTFEIA"), "column 1: R stands there twice"),
        ([*SAMPLE[:5], "TFIRAEG", "TFIRAEG"], "column 1: T"),
        (["AAAAAAA", "E" * 7, "F" * 7, "G" * 7, "I" * 7, "R" * 7, "T" * 7], "row 1: Austria"),
    ],
)
def test_other_tables_are_refused_with_the_place(table: list[Any], fault: str) -> None:
    """A table that is no Latin square is refused; the message names the row or column."""
    with pytest.raises(RequestError) as raised:
        load("heptadiplomacy", {"assignment": "B", "table": table})
    assert fault.replace(": R ", ": Russia ").replace(": T", ": Turkey") in str(raised.value)


@pytest.mark.parametrize("assignment", ["A", "each"])
@pytest.mark.parametrize("option", [{"table": SAMPLE}, {"table_seed": 4}])
def test_tables_are_for_option_b_alone(assignment: str, option: dict[str, Any]) -> None:
    """A table that would not be used is refused rather than forgotten."""
    with pytest.raises(RequestError, match="is for assignment B"):
        load("heptadiplomacy", {"assignment": assignment, **option})


def test_tables_are_read_by_name_initial_or_words() -> None:
    """Rows may be lists of names, or texts with or without blanks."""
    rows = [" ".join(SAMPLE[0]), [*SAMPLE[1]], *SAMPLE[2:]]
    assert read_table(rows, COUNTRIES, 7) == read_table(SAMPLE, COUNTRIES, 7)
    load("heptadiplomacy", {"assignment": "B", "table": rows})


@pytest.mark.parametrize("boards", range(2, 10))
def test_generated_tables_are_fair_for_any_number_of_boards(boards: int) -> None:
    """Every board has every country once, and neighborhoods differ by two at most."""
    for seed in ("1", "2"):
        table = balanced_table(COUNTRIES, boards, NEIGHBORS, seed)
        assert read_table(table, COUNTRIES, boards) == table
        counts = neighborhoods(table, NEIGHBORS)
        assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("boards", [2, 3, 5, 7])
def test_option_b_says_how_far_it_keeps_players_apart(boards: int) -> None:
    """With fewer boards as evenly as can be, and shown beside the board."""
    game = Game.new("heptadiplomacy", options={"assignment": "B", "boards": boards})
    (sentence,) = [f.value for f in spoken_facts(game.ask) if f.name == "Neighbors"]
    few, many = [int(n) for n in re.findall(r"\d", sentence)][:2]
    assert sentence.endswith(f"of the {boards} boards")
    assert 0 <= few <= many and many - few <= 2
    other = Game.new("heptadiplomacy", options={"boards": boards})
    assert not [f for f in spoken_facts(other.ask) if f.name == "Neighbors"]


def test_a_seed_gives_always_the_same_table() -> None:
    """Tables by lot can be repeated, and differ from seed to seed."""
    first, again, other = (
        balanced_table(COUNTRIES, 7, NEIGHBORS, seed) for seed in ("a", "a", "b")
    )
    assert first == again != other
    options = {"assignment": "B", "table_seed": 5}
    seats = [Game.new("heptadiplomacy", options=options).state.seats for _ in range(2)]
    assert seats[0] == seats[1]


@pytest.mark.parametrize("boards", [2, 9])
@pytest.mark.parametrize("assignment", ["A", "B"])
def test_numbers_go_with_the_boards(boards: int, assignment: str) -> None:
    """From two to nine boards the winning numbers are in proportion, unless set otherwise."""
    options = {"boards": boards, "assignment": assignment}
    variant = load("heptadiplomacy", options)
    assert len(variant.map.centers) == 34 * boards
    assert variant.numbers["win_at"] == {2: 20, 9: 90}[boards]
    assert variant.numbers["two_way"] == {2: 38, 9: 168}[boards]
    plain = load("heptadiplomacy", options | {"scaled": False, "win_at": 25})
    assert (plain.numbers["win_at"], plain.numbers["two_way"]) == (25, 130)


@pytest.mark.parametrize("boards", [1, 10])
def test_too_few_and_too_many_boards_are_refused(boards: int) -> None:
    """There are two to nine boards."""
    with pytest.raises(RequestError, match="boards must be from 2 to 9"):
        load("heptadiplomacy", {"boards": boards})


def test_numbers_go_with_the_centers_of_other_boards() -> None:
    """A board's own winning number is for one board, so the rules keep theirs, in proportion."""
    cline = load("heptadiplomacy@cline", {"boards": 2})
    assert len(cline.map.centers) == 90
    assert cline.numbers["win_at"] == 27
    assert cline.numbers["two_way_each"] == 24
    for ref in (
        "heptadiplomacy+black_hole",
        "black_hole+heptadiplomacy",
        "doubling@heptadiplomacy",
    ):
        assert load(ref).numbers["win_at"] == 70
    assert load("twin_earths@youngstown").numbers["win_at"] == 23
    assert load("catspaw@youngstown").numbers["win_at"] == 37


def test_lands_without_centers_are_on_their_boards() -> None:
    """Where the board has home provinces without centers, each copy has its own."""
    powers = load("heptadiplomacy@cat", {"boards": 2}).powers
    assert {name: info.lands for name, info in powers.items()} == {
        "Cassiusica@1": ("1:row",),
        "Andromeda@1": ("1:den",),
        "Telahoma@1": ("1:sil",),
        "Cassiusica@2": ("2:row",),
        "Andromeda@2": ("2:den",),
        "Telahoma@2": ("2:sil",),
    }


@pytest.mark.parametrize(
    ("module", "orders", "outcome"),
    [
        (2, ["ITALY A(5:Tri)SA(5:Ven)-5:Tyr", "A(5:Ven)-5:Tyr"], "failed"),
        (3, ["ITALY A(5:Tri)SA(5:Tyr)-1:Tri", "A(5:Tyr)-1:Tri"], "done"),
    ],
)
def test_rule_6_as_it_is_printed(module: int, orders: list[str], outcome: str) -> None:
    """A player who is Austria on board 1 and Italy on board 5 cuts his support, or does not."""
    request = {
        "variant": "heptadiplomacy",
        "options": {"assignment": "B", "module": module},
        "phase": "S1901M",
        "units": {"Austria@1": ["A 1:tri"], "Italy@5": ["A 5:tri", "A 5:ven", "A 5:tyr"]},
        "seats": {"one": ["Austria@1", "Italy@5"]},
        "orders": {"one": ["AUSTRIA A(1:Tri)-5:Tri", *orders]},
    }
    assert judge(read_request(json.dumps(request))).orders[1].outcome == outcome
