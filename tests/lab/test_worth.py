"""What a rule is worth: one seat in turn plays without it, as if it did not know of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dragoman.bots import Sight, look
from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.geo import Place
from dragoman.lab.arena import in_arena
from dragoman.lab.lesser import allowed, blinkered, lesser
from dragoman.lab.play import GameRow, Laboratory
from dragoman.lab.report import worth_title
from dragoman.lab.setup import Setup
from dragoman.lab.summary import summarize
from dragoman.lab.worth import worth_of
from dragoman.model import Ballot, Convoy, Hold, Piece
from dragoman.record.replay import opening
from dragoman.rules import Ask
from dragoman.variants import load


def test_who_does_not_know_the_convoy_has_none_to_order() -> None:
    standard = load("standard")
    ask = Ask(standard, opening(standard, (), "0"))
    moves = {"lon": "nth", "lvp": "yor"}
    units = [replace(u, place=Place(moves.get(u.place, u.place))) for u in ask.state.units]
    ship = next(u for u in units if u.place == "nth")
    whole = look(
        Ask(standard, replace(ask.state, units=tuple(units))), ask.state.holder[ship.power]
    )
    less = blinkered(whole, lesser(standard, "convoy"))
    charges = whole.ask.mandate(whole.seat).charges
    [subject] = [charge.subject for charge in charges if charge.subject.unit == ship.id]

    def words(sight: Sight) -> set[str]:
        return {step.token for step in sight.ask.rule.choices(sight.ask, subject, ())}

    assert "convoy" in words(whole) and "convoy" not in words(less)
    fleet, far = Piece("F", Place("nth")), Piece("A", Place("spa"))
    void = Ballot(whole.seat, subject, (Convoy(fleet, far, Place("nwy")),))
    good = Ballot(whole.seat, subject, (Hold(fleet),))
    assert allowed(whole.ask, [void, good]) == [good]


def test_a_module_can_be_done_without_and_what_is_none_is_refused() -> None:
    doubling = load("doubling")
    [module, *_] = doubling.modules
    assert module not in lesser(doubling, module).modules
    game = Laboratory(Setup("doubling", bot="random", years=1, without=module)).play(0)
    assert game.turns
    with pytest.raises(RequestError, match="the rules of Doubling are convoy, "):
        lesser(doubling, "magic")
    assert not in_arena(Laboratory(Setup("standard", without="convoy")))


def test_worth_is_what_the_seat_that_did_without_lost() -> None:
    lab = Laboratory(Setup("hundred", bot="random", years=1, seed=3))
    free = [lab.play(n) for n in range(6)]

    def poorer(game: GameRow) -> GameRow:
        n = game.game % 3
        seats = [replace(r, points=r.points - 0.1 * (k == n)) for k, r in enumerate(game.seats)]
        return replace(game, seats=tuple(seats))

    every, *each = worth_of(free, [poorer(game) for game in free])
    assert (every.seat, every.games) == ("all", 6)
    assert every.worth.value == pytest.approx(0.3)
    assert [row.games for row in each] == [2, 2, 2]
    order = sorted((row.seat for row in each), reverse=True)
    assert [r.seat for r in worth_of(free, free, [*order, "Nobody"])] == ["all", *order]


def test_the_command_tells_what_a_rule_is_worth(tmp_path: Path) -> None:
    args = ["lab", "hundred", "--bots", "random", "--games", "3", "--years", "1", "--also", ""]
    done = CliRunner().invoke(main, [*args, "--without", "convoy", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "What the rule “convoy” is worth: " in done.output
    assert "<h2>What the rule “convoy” is worth</h2>" in (tmp_path / "report.html").read_text()


def test_a_rule_that_is_none_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    args = ["lab", "hundred", "--bots", "random", "--games", "3", "--years", "1"]
    wrong = CliRunner().invoke(main, [*args, "--without", "magic", "--out", str(tmp_path / "x")])
    assert wrong.exit_code and "--without 'magic': the rules of Hundred are convoy" in wrong.output
    assert not (tmp_path / "x").exists()


def test_the_name_of_a_module_is_written_in_words() -> None:
    setup = Setup("black_hole", bot="random", years=1, without="black_hole")
    found = summarize(setup, [Laboratory(setup).play(0)])
    assert worth_title(found) == "What the rule “black hole” is worth"
