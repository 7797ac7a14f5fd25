"""What is particular to the bot that searches."""

from random import Random

import pytest

from dragoman.bots import look, make_bot, samples
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.outlook import Outlook
from dragoman.bots.search import CANDIDATES, RIVALS, SearchBot
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import (
    MOVEMENT,
    VOID,
    Ballot,
    Phase,
    Power,
    Result,
    Seat,
    State,
    Subject,
    Unit,
)
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots
from dragoman.sim import LoopArena
from dragoman.variants import load


def ordered(name: str, bot: SearchBot, seed: str) -> tuple[Ask, list[Ballot]]:
    """What a bot orders for all seats at the opening of a variant."""
    variant = load(name)
    ask = Ask(variant, opening(variant, (), "0"))
    seats = ask.state.seats
    return ask, [b for s in seats for b in bot.orders(look(ask, s), Random(f"{seed}/{s}"))]


@pytest.mark.parametrize("variant", ["standard", "catspaw", "cat", "escalation", "militarism"])
def test_a_seed_and_a_budget_decide_what_it_orders(variant: str) -> None:
    """With so many samples all starts are judged, and some that were changed."""
    budget = 2 * RIVALS * CANDIDATES
    ask, once = ordered(variant, SearchBot(budget), "1")
    assert ordered(variant, SearchBot(budget), "1")[1] == once
    judged = adjudicate(ask.variant, ask.state, once)
    assert [str(v.order) for v in judged.verdicts if v.outcome == VOID] == []


def test_a_bigger_budget_judges_more_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def counted(*args: object) -> object:
        judged.append(1)
        return adjudicate(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("dragoman.bots.search.adjudicate", counted)
    variant = load("standard")
    sight = look(Ask(variant, opening(variant, (), "0")), Seat("Italy"))
    SearchBot(budget=40).orders(sight, Random(1))
    few = len(judged)
    SearchBot(budget=80).orders(sight, Random(1))
    assert few <= 40 < len(judged) - few <= 80


def test_the_clock_cuts_the_search() -> None:
    variant = load("standard")
    sight = look(Ask(variant, opening(variant, (), "0")), Seat("Italy"))
    assert len(make_bot("search", seconds=0.0).orders(sight, Random(1))) == 3
    assert SearchBot(budget=10**9, seconds=0.05).orders(sight, Random(1))


def test_it_takes_a_center_that_wins_the_game() -> None:
    variant = load("standard")
    france, germany = Power("France"), Power("Germany")
    mine = [c for c in variant.map.centers if c not in ("mar", "par", "bre")][:17]
    state = State(
        phase=Phase(1901, "F", "M"),
        seats={Seat(p): (p,) for p in variant.powers},
        units=(Unit(1, germany, "A", Place("bur")), Unit(2, france, "F", Place("por"))),
        owners={**dict.fromkeys(mine, germany), Province("mar"): france},
        last_id=2,
    )
    ballots = make_bot("search").orders(look(Ask(variant, state), Seat("Germany")), Random(1))
    assert adjudicate(variant, state, ballots).state.result == Result("solo", (Seat("Germany"),))


@pytest.mark.parametrize(
    ("name", "options", "years"),
    [
        ("standard", {"win_at": 5}, 2),
        ("catspaw", {}, 1),
        ("escalation", {}, 1),
        ("heptadiplomacy", {"boards": 2}, 1),
        ("cat", {}, 1),
        ("militarism", {}, 3),
    ],
)
def test_samples_are_worth_the_same_in_the_arena(
    name: str, options: dict[str, int], years: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant, bot, compared = load(name, options), GreedyBot(), 0
    arena, state = LoopArena(variant, 2, 0, interpreted=True), opening(variant, (), "7")
    monkeypatch.setattr(samples, "arena_of", lambda variant: arena)
    while state.result is None and state.phase.year < variant.start.year + years:
        ask = Ask(variant, state)
        seats = [seat for seat in state.seats if ask.mandate(seat).charges]
        ballots = [b for s in seats for b in bot.orders(look(ask, s), Random(f"{state.phase}/{s}"))]
        judged = adjudicate(variant, state, ballots, Lots("model"))
        for seat in seats[:2] if state.phase.kind == MOVEMENT else ():
            outlook = Outlook(bot.field(ask), seat)
            mine, others = (
                [b for b in ballots if (b.seat == seat) is own] for own in (True, False)
            )
            ours = samples.samples_of(outlook)
            assert ours is not None
            assert ours.value(mine, [others, others]) == outlook.of(judged)
            compared += 1
        state = judged.state
    assert compared > 3
    assert (state.result is None) is (name != "standard")


def test_what_is_no_integer_is_left_to_the_judge() -> None:
    variant = load("heptadiplomacy", {"boards": 2})
    arena, state = LoopArena(variant, 1, 0, interpreted=True), opening(variant, (), "")
    writer, (seat, *_) = samples.OrderWriter(arena, state), state.seats
    ballot = Ballot(seat, Subject(state.seats[seat][0]), (CLAIM("TWO Nobody"),))
    writer.write(arena.zeros(arena.tables.cells), [ballot])
    assert writer.lost
