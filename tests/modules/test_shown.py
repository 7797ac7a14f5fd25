"""Facts beside the board say what holds now: homes, winning numbers, whose units are double."""

from collections.abc import Sequence

import msgspec
import pytest

from dragoman.model import Fact, Power
from dragoman.record import Game
from dragoman.rules import AnswerError, Ask
from dragoman.rules.views import seen
from dragoman.words.speech import spoken_facts


def facts(game: Game) -> dict[str, str]:
    """The facts of a position by title."""
    return {fact.name: fact.value for fact in spoken_facts(Ask(game.variant, game.state))}


def advanced(game: Game, names: Sequence[str]) -> Game:
    """A game played without orders until a phase that ends so."""
    while not str(game.state.phase).endswith(tuple(names)):
        game.advance()
    return game


def test_declared_homes_are_shown_with_their_owner() -> None:
    game = Game.new("escalation", options={"players": 2, "pieces": 3})
    sides = {seat: powers[0] for seat, powers in game.state.seats.items()}
    pieces = (["A par", "A mar", "F bre"], ["A ber", "A mun", "F kie"])
    placed = {seat: iter(mine) for seat, mine in zip(sides, pieces, strict=True)}
    while game.state.phase.kind == "P":
        (seat,) = game.owed()
        game.submit(seat, f"place {next(placed[seat])}")
        game.advance()
    assert not any(title.startswith("Homes of") for title in facts(game))
    advanced(game, ("A", "S1902M"))
    first = next(iter(sides.values()))
    assert facts(game)[f"Homes of {first}"] == "Brest, Marseilles, Paris"
    assert f"Homes of {first}" in {fact.heading for fact in spoken_facts(game.ask)}


def test_the_black_hole_tells_the_number_that_wins_now() -> None:
    game = Game.new("black_hole", seed="3")
    assert "winning number" not in facts(game)
    while len(Ask(game.variant, game.state).map.centers) > 32:
        game.advance()
    assert facts(game)["winning number"] == "17"


def test_a_majority_of_units_is_shown_as_a_number() -> None:
    game = Game.new("catspaw", options={"victory": "majority_of_units"})
    assert facts(game)["units that win"] == str(22 // 2 + 1)
    assert "units that win" not in facts(Game.new("catspaw", options={"victory": "units"}))
    dark = Game.new("catspaw+fog", options={"victory": "majority_of_units"})
    view = seen(dark.ask, dark.seats[0])
    assert "units that win" not in {fact.name for fact in spoken_facts(view)}


def test_nothing_is_double_in_winter() -> None:
    game = Game.new("cat")
    assert facts(game)["Double strength"] == "Cassiusica"
    winter = msgspec.structs.replace(
        game.state, phase=msgspec.structs.replace(game.state.phase, season="W", kind="A")
    )
    rows = spoken_facts(Ask(game.variant, winter))
    assert "Double strength" not in {row.name for row in rows}
    assert {row.value for row in rows} == {Power("Andromeda"), "Cassiusica", "Telahoma"}


@pytest.mark.parametrize(
    ("shown", "problem"),
    [
        (("the storm goes on",), "show: expected facts, found 'the storm goes on'"),
        ("storm", "show: expected facts, found 's'"),
        ((Fact("storm", {"in": "nth"}),), "show: a fact is of texts, numbers and pieces, not Fact"),  # type: ignore[arg-type]
        ((Fact("storm", about=3),), "show: a fact is of texts, numbers and pieces, not Fact"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_fact_is_refused(shown: tuple[Fact, ...], problem: str) -> None:
    """A module that shows something else is refused at once, not where it cannot be printed."""
    game = Game.new("standard")
    rules = game.variant.rules.answering(show=lambda ask: shown)
    with pytest.raises(AnswerError, match=problem):
        spoken_facts(Ask(msgspec.structs.replace(game.variant, rules=rules), game.state))
