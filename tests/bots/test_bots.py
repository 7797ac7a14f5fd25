"""What every bot must show in every variant: legal play, from what its seat sees alone."""

from random import Random
from typing import Any

import pytest

from dragoman.bots import BOTS, Bot, Sight, look, make_bot, order_for, play_phase, written
from dragoman.bots.base import quiet_years
from dragoman.errors import RequestError
from dragoman.judge import adjudicate
from dragoman.model import VOID, Ballot, Power, Seat, State
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.game import Game
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots, Variant
from dragoman.variants import load, variant_ids

FAST = ("random", "greedy", "dumb")

SHORT: dict[str, tuple[dict[str, Any], int]] = {
    "heptadiplomacy": ({"boards": 2}, 6),
    "para_time": ({}, 3),
    "twin_earths": ({}, 4),
}
"""Of big variants, with which options and for how many phases bots play here."""


def ballots_of(ask: Ask, bot: Bot, seed: str) -> list[Ballot]:
    """What a bot orders for every seat of a position."""
    return [
        ballot
        for seat in ask.state.seats
        for ballot in bot.orders(look(ask, seat), Random(f"{seed}/{ask.state.phase}/{seat}"))
    ]


def positions(name: str, bot: Bot, seed: str) -> list[tuple[Ask, list[Ballot]]]:
    """Some phases of a game that one bot plays for all seats, and what it ordered in them."""
    options, phases = SHORT.get(name, ({}, 26))
    variant = load(name, options)
    state = opening(variant, (), seed)
    found: list[tuple[Ask, list[Ballot]]] = []
    while len(found) < phases and state.result is None:
        ask = Ask(variant, state)
        found.append((ask, ballots_of(ask, bot, seed)))
        state = adjudicate(variant, state, found[-1][1], Lots(f"{seed}/{state.phase}")).state
    return found


@pytest.mark.parametrize(
    ("variant", "bot"),
    [
        *((variant, bot) for variant in variant_ids() for bot in ("random", "greedy")),
        # Beside its plan `dumb` does as `greedy` does.
        *((variant, "dumb") for variant in ("standard", "cat", "militarism", "catspaw")),
    ],
)
def test_every_order_is_legal_and_read_back_as_meant(variant: str, bot: str) -> None:
    for ask, ballots in positions(variant, make_bot(bot), "1"):
        judged = adjudicate(ask.variant, ask.state, ballots)
        struck = {"too_many"}
        void = [v for v in judged.verdicts if v.outcome == VOID and not v.supplied]
        assert [str(v.order) for v in void if v.reason.code not in struck] == []
        for seat in ask.state.seats:
            mine = [b for b in ballots if b.seat == seat]
            lines = read_lines(ask, seat, written(mine))
            assert same_ballots(file_orders(ask, seat, lines).ballots, mine)


def same_ballots(read: tuple[Ballot, ...], meant: list[Ballot]) -> bool:
    """Whether ballots say the same, in whatever order."""
    return sorted(map(repr, read)) == sorted(map(repr, meant))


@pytest.mark.parametrize("bot", FAST)
def test_a_bot_gives_every_order_that_its_seat_owes(bot: str) -> None:
    for ask, ballots in positions("standard", make_bot(bot), "2"):
        owed = {
            c.subject for s in ask.state.seats for c in ask.mandate(s).charges if c.subject.unit
        }
        assert owed <= {b.subject for b in ballots}


@pytest.mark.parametrize("bot", FAST)
@pytest.mark.parametrize("variant", ["standard", "catspaw", "black_hole", "cat"])
def test_orders_do_not_depend_on_what_others_have_written(variant: str, bot: str) -> None:
    player = make_bot(bot)
    for ask, ballots in positions(variant, player, "3")[:8]:
        for seat in ask.state.seats:
            others = [b for b in ballots if b.seat != seat]
            alone = player.orders(look(ask, seat), Random("x"))
            beside = player.orders(look(ask, seat, others), Random("x"))
            assert alone == beside


def test_a_bot_sees_no_ballots_but_its_own() -> None:
    [(ask, ballots), *_] = positions("standard", make_bot("random"), "4")
    seen = look(ask, Seat("Italy"), ballots)
    assert {b.seat for b in seen.ballots} == {Seat("Italy")}


@pytest.mark.parametrize("bot", FAST)
def test_a_seed_decides_a_game(bot: str) -> None:
    once, again = (positions("standard", make_bot(bot), "5")[-1][0].state for _ in range(2))
    assert once == again


def test_bots_play_a_recorded_game() -> None:
    game = Game.new("militarism", seed="6")
    bots: dict[Seat, Bot] = dict.fromkeys(game.seats, make_bot("greedy"))
    while game.phase.year < 1902:
        play_phase(game, bots, Random(str(game.phase)))
    assert Game.of(game.record).state == game.state


def test_orders_of_a_bot_replace_what_its_seat_had_submitted() -> None:
    game = Game.new("standard")
    game.submit("France", "A par H; A mar H; F bre H")
    order_for(game, Seat("France"), make_bot("greedy"), Random(1))
    assert len(game.pending("France")) == 3
    assert any(" - " in line for line in game.pending("France"))


def quiet(variant: Variant, state: State, seat: str, years: int) -> Sight:
    """What a seat sees after some years in which nothing changed hands."""
    return look(Ask(variant, state), Seat(seat), quiet=years)


@pytest.mark.parametrize("bot", FAST)
def test_a_bot_agrees_to_a_draw_when_nothing_moves_any_more(bot: str) -> None:
    variant = load("standard")
    state = opening(variant, (), "0")
    assert not make_bot(bot).agrees(quiet(variant, state, "Italy", 1))
    assert make_bot(bot).agrees(quiet(variant, state, "Italy", 6))


def test_quiet_years_are_whole_years_without_a_change_of_centers() -> None:
    game = Game.new("standard")
    while game.phase.year < 1903:
        game.advance()
    assert quiet_years(game.history) == 2
    game.submit("France", "F bre - mao")
    game.advance()
    game.submit("France", "F mao - por")
    game.advance()
    assert (str(game.phase), len(game.state.centers(Power("France")))) == ("W1903A", 4)
    assert quiet_years(game.history) == 0
    quiet: dict[str, int] = {}
    while game.phase.year < 1906:
        game.advance()
        quiet[str(game.phase)] = quiet_years(game.history)
    assert (quiet["S1904M"], quiet["F1904M"], quiet["S1905M"], quiet["S1906M"]) == (0, 0, 1, 2)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        RequestError,
        match="no bot 'hasty': there are random, dumb, greedy, search, learned, and classes of",
    ):
        make_bot("hasty")
    assert set(FAST) <= set(BOTS)
