"""What is particular to the bot that searches."""

from random import Random

import pytest

from dragoman.bots import look, make_bot
from dragoman.bots.search import CANDIDATES, RIVALS, SearchBot
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import VOID, Ballot, Phase, Power, Result, Seat, State, Unit
from dragoman.record.replay import opening
from dragoman.rules import Ask
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
