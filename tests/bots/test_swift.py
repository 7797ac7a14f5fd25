"""`greedy` in loops orders what `greedy` orders, in every phase of whole games."""

from random import Random

import pytest

from dragoman.bots import look
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.swift import Swift, SwiftWorth
from dragoman.bots.worth import Worth
from dragoman.judge import adjudicate
from dragoman.lab.play import Laboratory
from dragoman.lab.setup import Setup
from dragoman.model import MOVEMENT, Ballot
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots
from dragoman.variants import load

MOODS = (0.1, 0.5)


@pytest.mark.parametrize(("name", "years"), [("standard", 4), ("cline", 2), ("youngstown", 2)])
def test_the_loops_order_the_same(name: str, years: int) -> None:
    variant, bot = load(name), GreedyBot(MOODS)
    swift, state = Swift(variant, interpreted=True), opening(variant, (), name)
    compared = 0
    while state.result is None and state.phase.year < variant.start.year + years:
        ask, ballots = Ask(variant, state), list[Ballot]()
        for seat in state.seats:
            if ask.mandate(seat).charges:
                chance = f"{state.phase}/{seat}"
                mine = bot.orders(look(ask, seat), Random(chance))
                if state.phase.kind == MOVEMENT:
                    assert swift.ballots(ask, seat, Random(chance), MOODS) == mine
                    compared += 1
                ballots += mine
        state = adjudicate(variant, state, ballots, Lots("swift")).state
    assert compared > 25


def test_places_are_worth_the_same() -> None:
    variant, bot = load("standard"), GreedyBot()
    swift, ask = Swift(variant, interpreted=True), Ask(variant, opening(variant, (), ""))
    for seat in ask.state.seats:
        theirs = Worth(bot.field(ask), seat, Random(1), 0.3)
        mine = SwiftWorth(swift, bot.field(ask), seat, Random(1), 0.3)
        for kind in variant.kinds:
            assert mine.of_kind(kind) == theirs.of_kind(kind)
            for place in variant.moves[kind]:
                assert mine.afoot(kind, place) == theirs.afoot(kind, place)


@pytest.mark.parametrize(
    ("name", "bot", "years", "games"),
    [
        ("standard", "greedy", 4, 3),
        ("standard", "search", 1, 1),
        ("standard", "learned", 1, 1),
        ("catspaw", "greedy", 2, 1),
        ("cat", "greedy", 4, 1),
        ("militarism", "greedy", 2, 1),
        ("escalation", "greedy", 2, 1),
        ("heptadiplomacy", "greedy", 1, 1),
    ],
)
def test_swift_games_are_the_same_games(name: str, bot: str, years: int, games: int) -> None:
    setup = Setup(name, bot=bot, years=years)
    plain, swift = Laboratory(setup), Laboratory(setup, swift=True)
    assert [swift.play(n) for n in range(games)] == [plain.play(n) for n in range(games)]
