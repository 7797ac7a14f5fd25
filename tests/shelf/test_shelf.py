"""The shelf of rules: each does what it is for in games of bots, and goes with what it says."""

from collections import Counter
from random import Random

import pytest

from dragoman.bots import look, make_bot
from dragoman.judge import adjudicate
from dragoman.lab.play import Laboratory
from dragoman.lab.setup import Setup
from dragoman.model import Build, Move, Resolution, State
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots, Variant
from dragoman.variants import load
from tests.shelf.pairs import PAGE, Pair, page, sample

DEEDS = {
    "nuclear": ("order strike", "done struck"),
    "transform": ("order become", "done became"),
    "cores": ("order core", "done cored"),
    "payola": ("vote counted", "outvoted outbid"),
}
"""What greedy orders in a game of each rule, and what comes of it."""


@pytest.mark.parametrize("name", DEEDS)
def test_greedy_uses_the_orders_that_a_rule_brings(name: str) -> None:
    lab = Laboratory(Setup(name, bot="greedy", years=7))
    counts: Counter[str] = Counter()
    for number in range(3):
        counts.update(lab.play(number).counts)
    assert all(counts[deed] for deed in DEEDS[name])


def turns(ref: str, years: int) -> list[tuple[Variant, State, Resolution]]:
    """The phases of one game of greedy."""
    variant, bot = load(ref), make_bot("greedy")
    state, found = opening(variant, (), "shelf"), []
    while state.result is None and state.phase.year < variant.start.year + years:
        ask = Ask(variant, state)
        seats = [seat for seat in state.seats if ask.mandate(seat).charges]
        rng = Random(f"{state.phase}")
        ballots = [b for seat in seats for b in bot.orders(look(ask, seat), rng)]
        judged = adjudicate(variant, state, ballots, Lots(str(state.phase)))
        found.append((variant, state, judged))
        state = judged.state
    return found


def test_units_are_built_away_from_home() -> None:
    built = [
        (variant, v.power, v.order.unit.place)
        for variant, _, judged in turns("build_anywhere", 5)
        for v in judged.verdicts
        if isinstance(v.order, Build) and v.reason.code == "built"
    ]
    assert any(str(place) not in variant.powers[power].homes for variant, power, place in built)


def test_wings_are_built_and_fly() -> None:
    flown = [
        v.order
        for _, _, judged in turns("wings", 7)
        for v in judged.verdicts
        if isinstance(v.order, Move) and v.order.unit.kind == "W" and v.outcome == "done"
    ]
    assert flown


def test_armies_ride_on_the_railway() -> None:
    [line] = load("railway").map.lines["railway"]
    rank = {str(province): n for n, province in enumerate(line)}
    ends = [
        (rank.get(v.order.unit.place), rank.get(v.order.to))
        for _, _, judged in turns("railway", 6)
        for v in judged.verdicts
        if isinstance(v.order, Move) and v.outcome == "done"
    ]
    assert any(a is not None and b is not None and abs(a - b) > 1 for a, b in ends)


def test_neutral_armies_are_beaten() -> None:
    driven = [d.unit.power for _, _, judged in turns("neutral_armies", 3) for d in judged.dislodged]
    assert "Neutral" in driven


def test_a_year_has_four_seasons_and_a_game_an_end() -> None:
    names = [str(state.phase)[0] for _, state, _ in turns("four_seasons", 1)]
    assert list(dict.fromkeys(names)) == ["S", "U", "F", "W"]
    last = turns("end_year", 20)[-1]
    assert last[1].phase.year <= 1910 and last[2].state.result is not None


@pytest.mark.parametrize("pair", sample(10, 1), ids=lambda pair: pair.ref)
def test_pairs_of_rules_play(pair: Pair) -> None:
    assert pair.faults(1) == []


@pytest.mark.long
def test_the_page_of_pairs_says_what_goes_together() -> None:
    assert page() == PAGE.read_text(encoding="utf-8")


def test_halves_whose_aid_was_struck_away_still_have_orders() -> None:
    assert Pair("nuclear", "cat", "+").faults(3) == []
