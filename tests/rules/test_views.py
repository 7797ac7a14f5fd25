"""What a viewer may know, asked in one place: positions, results and facts."""

import msgspec

from dragoman.geo import Province
from dragoman.model import Fact, Result, Seat
from dragoman.record import Game
from dragoman.rules import Ask, revealed, seen
from dragoman.variants import load
from dragoman.words.speech import shown

FRANCE = Seat("France")


def test_where_nothing_is_hidden_a_position_is_seen_as_it_is() -> None:
    ask = Game.new("standard").ask
    assert seen(ask, FRANCE) is ask
    assert seen(ask, None) is ask


def test_results_tell_the_positions_that_one_may_see() -> None:
    game = Game.new("fog")
    ask = game.ask
    result = game.advance()
    shown = revealed(ask, result, FRANCE)
    assert (
        {unit.power for unit in shown.state.units}
        == {"France"}
        == {v.power for v in shown.verdicts}
    )
    assert shown.state == seen(game.ask, FRANCE).state


def test_what_ends_the_game_is_shown_whole() -> None:
    game = Game.new("fog")
    ask = game.ask
    result = game.advance()
    state = msgspec.structs.replace(result.state, result=Result("draw"))
    over = msgspec.structs.replace(result, state=state)
    assert revealed(ask, over, None) is over


def test_facts_of_what_is_not_known_are_bare() -> None:
    """A hole is on everybody's map; what it swallowed is shown to those who saw it."""
    facts = (
        Fact("hole", ("bur", "S1901, with French A bur"), news=True),
        Fact("hole", ("par", "S1902")),
        Fact("rumor", ("bur", "is full of armies"), about="as they say"),
    )
    variant = load("black_hole")
    rules = variant.rules.answering(show=lambda ask: facts)
    ask = Ask(msgspec.structs.replace(variant, rules=rules), Game.new("black_hole").state)
    assert shown(ask) == facts
    dark = rules.answering(known=lambda ask: frozenset({Province("par")}))
    ask = Ask(msgspec.structs.replace(variant, rules=dark), ask.state)
    assert shown(ask) == (
        Fact("hole", ("bur", ""), news=True),
        Fact("hole", ("par", "S1902")),
        Fact("rumor", ("", "")),
    )
