"""Placement and declared homes: the piece table, the order of placing, colors, limits, secrecy."""

from typing import Any

import msgspec
import pytest

from dragoman.errors import NotationError, RequestError
from dragoman.geo import Map, Province
from dragoman.model import Phase, Power, Reason, Result, Seat
from dragoman.modules.placement import RANKS, colors, objects, pieces_each
from dragoman.record import Game
from dragoman.record.conformance import random_game
from dragoman.rules import Ask, Draft
from dragoman.variants import load
from dragoman.variants.load import draft_of
from tests.modules.table import judged, placed

TABLE = {2: 12, 3: 8, 4: 6, 5: 5, 6: 4, 7: 3, 8: 3, 9: 3, 10: 3, 11: 3}


def first_placers(count: int, **options: Any) -> list[str]:
    """Who has a piece to place in each of the first phases of a game."""
    play = Game.new("escalation", options=options, seed="4")
    found = []
    spots = iter(sorted(s.id for s in play.variant.map.spaces.values() if s.kind == "sea"))
    for _ in range(count):
        [seat] = play.owed()
        found.append(str(seat))
        play.submit(seat, f"F {next(spots)}")
        play.advance()
    return found


@pytest.mark.parametrize(("players", "pieces"), TABLE.items())
def test_piece_table(players: int, pieces: int) -> None:
    """Rule 3: the number of pieces follows from the number of seats, and all of them get placed."""
    variant = load("escalation", {"players": players})
    assert pieces_each(draft_of(variant), variant.settings) == pieces
    play = random_game(variant, "table", players * pieces)
    assert str(play.phase) == "S1901M"
    assert len(play.state.units) == players * pieces


def test_teaching_game() -> None:
    """E12: two seats, seventeen pieces each."""
    play = random_game(load("escalation", {"players": 2, "pieces": 17}), "teach", 34)
    assert str(play.phase) == "S1901M"
    assert [len(play.state.forces_of(p)) for p in play.variant.powers] == [17, 17]


def test_order_of_placing() -> None:
    """Rule 2 and E1: as listed, the same every round; with the snake every second one goes back."""
    assert first_placers(7) == ["First", "Second", "Third"] * 2 + ["First"]
    assert first_placers(7, snake=True) == [
        *("First", "Second", "Third"),
        *("Third", "Second", "First"),
        "First",
    ]


def test_order_by_the_alphabet_or_by_lot() -> None:
    """Rule 2: the table may place by name, or by lot."""
    names = ["Zoe", "Adam", "Kim"]
    assert first_placers(3, names=names, order="alphabetical") == ["Adam", "Kim", "Zoe"]
    people = ["Zoe Adams", "Adam Zorn", "Kim Baker", "Lee"]
    owner = first_placers(4, players=4, names=people, order="owner_first")
    assert owner == ["Zoe Adams", "Kim Baker", "Lee", "Adam Zorn"]
    for order in ("owner_first", "alphabetical"):
        assert first_placers(11, order=order, players=11) == list(RANKS)
    by_lot = [
        Game.new("escalation", options={"order": "lot"}, seed=str(n)).state.notes["placement"][
            "order"
        ]
        for n in range(20)
    ]
    assert len({tuple(order) for order in by_lot}) == 6


def test_eighteen_centers_by_placement_win_after_a_fall() -> None:
    """E10: nobody has won before the first Fall is over."""
    play = Game.new("escalation", options={"players": 2, "pieces": 18})
    centers = play.variant.map.centers
    while str(play.phase).startswith("S1901P"):
        (seat,) = play.owed()
        free = (c for c in centers if c not in play.ask.at)
        play.submit(seat, f"A {next(free) if seat == 'First' else 'boh'}")
        play.advance()
    assert len(play.state.centers(Power("First"))) == 18
    play.advance()
    assert (str(play.phase), play.over) == ("F1901M", False)
    play.advance()
    assert play.state.result == Result("solo", (Seat("First"),))
    early = load("escalation", {"players": 2, "pieces": 18}, version=1)
    assert early.settings["early_win"]


def test_seats_of_any_name() -> None:
    """Seats are called as the table likes; powers by the option, else by rank."""
    play = Game.new("escalation", seats=["Ann", "Bob", "Cy"])
    assert dict(play.state.seats) == {"Ann": ("First",), "Bob": ("Second",), "Cy": ("Third",)}
    assert list(Game.new("escalation", options={"names": ["X", "Y", "Z"]}).seats) == ["X", "Y", "Z"]


def test_colors_are_all_different() -> None:
    """E17: a color for every seat, up to eleven."""
    for count in range(2, 12):
        assert len(set(colors(count))) == count
        variant = load("escalation", {"players": count})
        assert [info.color for info in variant.powers.values()] == colors(count)


def test_names_may_be_of_any_script_and_of_several_words() -> None:
    """E17: players identified by name, as people are called."""
    names = ["Zoë O'Neill-Smith", "Ångström Jr.", "Иван", "C" * 40]
    assert list(load("escalation", {"players": 4, "names": names}).powers) == names


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 12}, "from 2 to 11"),
        ({"players": 1}, "from 2 to 11"),
        ({"names": ["Ann", "Bob"]}, "names must give 3 different names"),
        ({"names": ["Ann", "Ann", "Bob"]}, "names must give 3 different names"),
        ({"names": ["Ann", "ann", "Bob"]}, "names must give 3 different names"),
        ({"names": ["Ann", "Bob", "Cy "]}, "'Cy ' is not a name"),
        ({"names": ["Ann", "Bob", "Cy  Lee"]}, "'Cy  Lee' is not a name"),
        ({"names": ["Ann", "Bob", "Cy; Dee"]}, "'Cy; Dee' is not a name"),
        ({"names": ["Ann", "Bob", "Cy\n"]}, "is not a name: begin with a letter"),
        ({"names": ["Ann", "Bob", "7"]}, "'7' is not a name"),
        ({"names": ["Ann", "Bob", "C" * 41]}, "40 in all at most"),
        ({"names": ["Ann", "Paris", "Bob"]}, "Paris is a place on the board"),
        ({"players": 11, "pieces": 7}, "77 pieces, 7 each, do not fit on 75 spaces"),
        ({"homes": 0}, "from 1 to 9"),
        ({"order": "size"}, "choose one of listed, owner_first, alphabetical, lot"),
    ],
)
def test_options_are_checked(options: dict[str, Any], complaint: str) -> None:
    """A wrong option is refused with a word about what would be right."""
    with pytest.raises(RequestError, match=complaint):
        load("escalation", options)


def test_every_space_can_be_filled() -> None:
    """E11: seventy-five pieces stand on seventy-five spaces."""
    variant = load("escalation", {"players": 5, "pieces": 15})
    play = random_game(variant, "full", 75)
    assert len({variant.map.province[u.place] for u in play.state.units}) == 75
    assert str(play.phase) == "S1901M"


def test_declarations_are_secret_until_all_are_in() -> None:
    """E7: nobody sees what another declares before the phase is judged."""
    play = random_game(load("escalation"), "homes", 24)
    while play.phase.kind != "D":
        play.advance()
    first, second, *_ = play.seats
    before = play.view(second)
    centers = play.state.centers(play.state.seats[first][0])
    play.submit(first, f"declare homes {' '.join(centers[:3])}")
    assert play.view(second) == before
    assert len(play.view(first).ballots) == 1
    play.advance()
    assert play.state.homes[play.state.seats[first][0]] == centers[:3]


def test_forfeited_pieces_are_reported() -> None:
    """E16: a turn missed once is reported as postponed, missed twice as forfeited."""
    play = Game.new("escalation", options={"players": 2, "pieces": 1})
    reports = [play.advance().news, play.advance().news, play.advance().news, play.advance().news]
    assert [news[0].split(" has placed nothing ")[1] for news in reports] == [
        "and comes again at the end of the round.",
        "and comes again at the end of the round.",
        "again and forfeits the piece.",
        "again and forfeits the piece.",
    ]
    assert play.over


def test_a_piece_out_of_turn_is_refused_alike_when_written_and_when_judged() -> None:
    """Both say whose turn it is (rule 2)."""
    play = Game.new("escalation")
    [taken] = play.submit("Second", "A par")
    assert taken.fault == Reason("out_of_turn", note="it is the turn of First")
    verdicts = play.advance().verdicts
    assert [v.reason for v in verdicts if str(v.order) == "place A par"] == [taken.fault]


@pytest.mark.parametrize(
    ("homes", "news"),
    [
        ("bre, lon, par", ("First does not own Paris; chosen instead: Moscow.",)),
        ("bre, lon, lon", ("First declares too few homes; chosen as well: Moscow.",)),
        ("bre, lon, nap, par", ("First does not own Paris; chosen instead: nothing.",)),
        ("bre, lon, nap", ()),
    ],
)
def test_what_is_struck_from_a_declaration_is_named(homes: str, news: tuple[str, ...]) -> None:
    """E8: and what is chosen in its place."""
    ask = placed(load("escalation"), "W1901D", "First: A bre, A nap")
    owners = dict.fromkeys(map(Province, ("bre", "lon", "nap", "mos")), Power("First"))
    ask = Ask(ask.variant, msgspec.structs.replace(ask.state, owners=owners))
    assert judged(ask, First=homes).news == news


def test_only_homes_are_declared() -> None:
    """Nothing but homes can be declared, and the rules choose for who says nothing."""
    play = random_game(load("escalation"), "what", 24)
    while play.phase.kind != "D":
        play.advance()
    with pytest.raises(NotationError, match="no place called 'immune'"):
        play.submit(play.seats[0], "declare immune par")
    [taken] = play.submit(play.seats[0], "waive")
    assert taken.fault is not None
    assert taken.fault.code == "wrong_phase"


def test_a_game_that_starts_otherwise_is_refused() -> None:
    """Pieces are placed on one board only."""
    variant = load("escalation")
    boards = msgspec.structs.replace(
        next(iter(variant.map.spaces.values())), board="2", id=Province("2:par")
    )
    spaces = {**variant.map.spaces, boards.id: boards}
    two = Map(variant.map.id, variant.map.name, spaces, variant.map.edges)
    draft = Draft(
        two, variant.kinds, variant.powers, variant.start, variant.seats, variant.numbers, {}
    )
    assert objects(draft, variant.settings) == "it places pieces on one board only"
    late = msgspec.structs.replace(draft, start=Phase(1900, "W", "A"))
    assert objects(late, variant.settings) == "another module has moved the start of the game"
