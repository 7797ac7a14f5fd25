"""A game at the table: orders submitted, seats that change, and how it ends."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from dragoman import Game
from dragoman.errors import NotationError, RequestError
from dragoman.geo import Place, Province
from dragoman.model import Power, Result, Seat, Unit, Waive, read_phase
from dragoman.record import read_record, write_record
from dragoman.record.filing import file_orders, read_lines
from dragoman.variants import load
from tests.modules.table import placed

SPOILS = "par mar bre spa por bel hol lon lvp edi kie ber den swe nwy rom ven"


def set_up(game: Game, phase: str, units: str, owners: str = "") -> None:
    """Correct the position: `France A par, Germany A mun` and `France par mar, Germany mun`."""
    rows = [row.split() for row in units.split(",") if row.strip()]
    state = replace(
        game.state,
        phase=read_phase(phase),
        units=tuple(Unit(n, Power(p), k, Place(at)) for n, (p, k, at) in enumerate(rows, 1)),
        owners={
            Province(center): Power(power)
            for power, *centers in (row.split() for row in owners.split(",") if row.strip())
            for center in centers
        },
        last_id=len(rows),
    )
    game.correct(state, "set up by a test")


def test_a_game_as_a_newcomer_plays_it() -> None:
    game = Game.new("standard")
    assert str(game.phase) == "S1901M"
    assert "A par - bur" in game.legal("France")["A par"]
    taken = game.submit("France", "A Paris - Burgundy\nfleet brest to mid-atlantic")
    assert [str(t) for t in taken] == ["A par - bur", "F bre - mao"]
    assert [t.written for t in taken] == ["A Paris - Burgundy", "fleet brest to mid-atlantic"]
    resolution = game.advance()
    assert str(resolution.phase) == "S1901M"
    assert "  A par - bur\n  F bre - mao\n" in game.report()
    assert not game.over


def test_before_the_first_turn_the_report_is_the_position() -> None:
    assert "A par" in Game.new("standard").report()


def test_a_void_order_is_reported_at_once() -> None:
    game = Game.new("standard")
    [taken] = game.submit("France", "A par - mos")
    assert str(taken) == "A par - mos (void: cannot_reach)"


def test_a_later_order_replaces_an_earlier_one_for_the_same_unit() -> None:
    game = Game.new("standard")
    game.submit("France", "A par - bur; A mar - spa")
    game.submit("France", "A par - pic")
    assert game.pending("France") == ("A mar - spa", "A par - pic")
    game.withdraw("France")
    assert game.pending("France") == ()


def test_orders_that_are_not_understood_change_nothing() -> None:
    game = Game.new("standard")
    game.submit("France", "A par - bur")
    with pytest.raises(NotationError):
        game.submit("France", "A mar - spa\nA mar - Xanadu")
    assert game.pending("France") == ("A par - bur",)


def test_two_orders_for_one_unit_in_one_go_contradict() -> None:
    game = Game.new("standard")
    taken = game.submit("France", "A par - bur\nA par - pic")
    assert {t.fault.code for t in taken if t.fault} == {"contradicted"}


@pytest.mark.parametrize(
    "call",
    [
        lambda game: game.submit("Atlantis", "A par H"),
        lambda game: game.legal("Atlantis"),
        lambda game: game.pending("Atlantis"),
        lambda game: game.withdraw("Atlantis"),
        lambda game: game.view("Atlantis"),
        lambda game: game.agree_draw("Atlantis"),
        lambda game: game.concede("Atlantis"),
        lambda game: game.concede("France", "Atlantis"),
        lambda game: game.resign("Atlantis"),
    ],
)
def test_a_seat_that_is_not_at_the_table_is_refused(call: Callable[[Game], object]) -> None:
    game = Game.new("standard")
    with pytest.raises(RequestError, match="no seat 'Atlantis': there are Austria, England"):
        call(game)
    assert game.record.entries == ()


def test_seats_are_found_in_any_case() -> None:
    game = Game.new("standard")
    game.submit(" france ", "A par H")
    assert game.pending("FRANCE") == ("A par H",)


def test_seats_may_have_names() -> None:
    names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus"]
    game = Game.new("standard", seats=names)
    assert game.seats == tuple(names)
    assert game.state.seats[Seat("Cy")] == ("France",)
    game.submit("cy", "A par - bur")
    assert game.advance().verdicts[0].seat == "Cy"
    with pytest.raises(RequestError, match="standard has 7 seats, not 2"):
        Game.new("standard", seats=["Ann", "Bob"])


def test_a_draw_is_one_of_all_survivors() -> None:
    """Known bug 27: two of seven agree to nothing; a draw of all is shared by all."""
    game = Game.new("standard")
    assert not game.agree_draw("France", "Germany")
    assert game.state.result is None
    assert game.agree_draw(*game.seats)
    assert game.state.result == Result("draw", game.seats)


def test_the_eliminated_have_no_part_in_a_draw() -> None:
    """Known bug 27: what two survivors agree on is a draw, never a concession to two."""
    game = Game.new("standard")
    set_up(game, "S1905M", "France A par, Germany A mun", "France par, Germany mun")
    assert not game.agree_draw("France")
    assert game.agree_draw("Germany", "France", "Italy")
    assert game.state.result == Result("draw", (Seat("France"), Seat("Germany")))


def test_a_concession_needs_every_other_survivor() -> None:
    game = Game.new("standard")
    set_up(game, "S1905M", "France A par, Germany A mun, Italy A rom")
    assert not game.concede("France", "Germany")
    assert game.concede("France", "Germany", "Italy")
    assert game.state.result == Result("concession", (Seat("France"),))


def test_a_vote_that_fails_leaves_orders_alone() -> None:
    game = Game.new("standard")
    game.submit("France", "A par - bur")
    game.agree_draw("France")
    game.concede("France", "Italy")
    assert game.pending("France") == ("A par - bur",)


def test_nothing_follows_the_end_but_a_rollback_or_a_correction() -> None:
    game = Game.new("standard")
    game.advance()
    game.agree_draw(*game.seats)
    assert (game.owed(), game.legal("France")) == ({}, {})
    with pytest.raises(RequestError, match="the game is over"):
        game.submit("France", "A par H")
    for act in (game.advance, game.abandon, lambda: game.resign("France")):
        with pytest.raises(RequestError, match="the game ended in F1901M; only a rollback or a"):
            act()
    game.roll_back("S1901M")
    assert (str(game.phase), game.over) == ("S1901M", False)


def test_an_abandoned_game_has_no_winners() -> None:
    game = Game.new("standard")
    game.abandon("the table broke up")
    assert game.state.result == Result("none")


def test_a_rollback_goes_to_the_start_of_a_phase() -> None:
    game = Game.new("standard")
    game.submit("France", "A par - bur")
    game.advance()
    game.submit("France", "A bur - mun")
    game.roll_back("S1901M")
    assert game.state == Game.new("standard").state
    assert game.pending("France") == ()
    with pytest.raises(RequestError, match="the game has no earlier phase S1950M"):
        game.roll_back("S1950M")
    with pytest.raises(RequestError, match="is not a phase"):
        game.roll_back("yesterday")


def test_a_power_that_was_given_up_and_taken_over_orders_again() -> None:
    """Known bug 28: between resignation and takeover its units hold; afterwards they obey."""
    game = Game.new("standard")
    game.submit("France", "A par - bur")
    game.submit("Italy", "A ven - tri")
    game.resign("France")
    assert game.pending("Italy") == ("A ven - tri",)
    assert "France" not in game.owed()
    [refused] = game.submit("France", "A par - bur")
    assert refused.fault is not None
    assert refused.fault.code == "not_yours"
    game.withdraw("France")
    game.advance()
    assert "A par" in [str(u) for u in game.state.forces_of(Power("France"))]
    game.take_over("Zoe", "France")
    assert set(game.owed()) >= {"Zoe"}
    game.submit("Zoe", "A par - bur")
    game.advance()
    assert "A bur" in [str(u) for u in game.state.forces_of(Power("France"))]


def test_only_powers_that_nobody_holds_are_taken_over() -> None:
    game = Game.new("standard")
    with pytest.raises(RequestError, match="France is held by France"):
        game.take_over("Zoe", "France")
    with pytest.raises(RequestError, match="no power 'Atlantis': there are Austria"):
        game.take_over("Zoe", "Atlantis")
    game.resign("France")
    game.take_over("Germany", "France")
    assert game.state.seats[Seat("Germany")] == ("Germany", "France")


def test_a_seat_that_takes_over_is_found_in_any_case() -> None:
    game = Game.new("standard")
    game.resign("France")
    game.take_over(" germany ", "France", "France")
    assert game.state.seats[Seat("Germany")] == ("Germany", "France")
    assert game.seats == Game.new("standard").seats
    game.resign("Italy")
    with pytest.raises(RequestError, match="a seat needs a name"):
        game.take_over("  ", "Italy")


def test_the_orders_of_an_eliminated_seat_are_refused() -> None:
    """Known bug 30: who has neither unit nor center orders nothing, least of all another's."""
    game = Game.new("standard")
    set_up(game, "S1905M", "Germany A mun", "Germany mun")
    assert "France" not in game.owed()
    assert game.legal("France") == {}
    taken = game.submit("France", "A mun - bur; A par H")
    assert [t.fault and t.fault.code for t in taken] == ["not_yours", "no_such_unit"]
    resolution = game.advance()
    assert [str(u) for u in resolution.left.units] == ["A mun"]


def test_waives_are_kept_in_the_record() -> None:
    """Known bug 25: a build that was waived is waived again when the game is replayed."""
    game = Game.new("standard")
    set_up(game, "W1901A", "France A bur", "France par mar bre")
    game.submit("France", "waive; build A par")
    resolution = game.advance()
    assert [str(v.order) for v in resolution.verdicts] == ["waive", "build A par"]
    assert resolution.verdicts[0].order == Waive()
    again = Game.of(read_record(write_record(game.record)))
    assert again.state == game.state
    assert again.history[-1].resolution == resolution


def test_eighteen_centers_end_the_game() -> None:
    game = Game.new("standard")
    set_up(game, "F1905M", "France A bur", f"France {SPOILS}, Germany mun")
    game.submit("France", "A bur - mun")
    game.advance()
    assert game.state.result == Result("solo", (Seat("France"),))
    assert game.over


def test_a_game_by_other_options() -> None:
    """Five centers win, and Russia has four."""
    game = Game.new("standard", options={"win_at": 5})
    game.submit("Russia", "F stp/sc - bot")
    game.advance()
    assert not game.over
    game.submit("Russia", "F bot - swe")
    game.advance()
    assert game.state.result == Result("solo", (Seat("Russia"),))
    assert game.record.options == {"win_at": 5}


def test_a_bare_waive_is_booked_where_a_build_is_left() -> None:
    """Builds of the same seat are booked first, wherever `waive` stands among them."""
    variant = load("heptadiplomacy")
    ask = placed(variant, "W1901A", "Austria@1: A 1:bud, A 1:vie")
    seat = Seat("Austria")
    for lines in (["waive", "build F 1:tri"], ["build F 1:tri", "waive"]):
        filed = file_orders(ask, seat, read_lines(ask, seat, lines))
        booked = {str(o): str(b.subject.power) for b in filed.ballots for o in b.orders}
        assert booked == {"waive": "Austria@2", "build F 1:tri": "Austria@1"}


def test_a_seat_goes_by_every_name_of_its_power() -> None:
    """The document spells Telahoma with one l and with two."""
    game = Game.new("cat")
    assert [str(t) for t in game.submit("Tellahoma", "A cin H")] == ["A cin H"]
    assert list(game.legal("tellahoma")) == list(game.legal("Telahoma"))
    with pytest.raises(RequestError, match="no seat 'Oklahoma'"):
        game.submit("Oklahoma", "A cin H")
