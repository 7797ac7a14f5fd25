"""What is particular to the bot with a learned value, and to the models that it plays by."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from dragoman.bots import Bot, look, make_bot
from dragoman.bots.afterwards import JudgedSamples, RowSamples, Valuer
from dragoman.bots.features import NAMES, features, moment_of
from dragoman.bots.learned import (
    EACH,
    FEWEST,
    LARGE,
    MOST,
    WORK,
    LearnedBot,
    budget_of,
    searched,
    valuer_of,
)
from dragoman.bots.models import SHIPPED, key_of, model_for, read_model, write_model
from dragoman.bots.reading import PositionReader, RowReader
from dragoman.bots.search import BUDGET, SearchBot
from dragoman.bots.value import Value
from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.lab.setup import read_ref
from dragoman.model import MOVEMENT, VOID, Ballot, Phase, Power, Result, Seat, State, Unit
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots, Variant
from dragoman.sim import LoopArena
from dragoman.sim.values import row_of
from dragoman.variants import load

LITTLE = 1
"""So little work that no more samples are judged than must be."""


@pytest.fixture
def lent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of models of one's own, of which the bot knows none yet."""
    monkeypatch.setenv("DRAGOMAN_MODELS", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Let models be looked for anew."""
    model_for.cache_clear()
    valuer_of.cache_clear()


def lend(folder: Path, variant: Variant) -> None:
    """Give a variant the model of another: its numbers are the same everywhere."""
    model = model_for(load("standard"))
    assert model is not None
    key = key_of(variant)
    write_model(folder / f"{key}.json", msgspec.structs.replace(model, key=key))
    forget()


def near_victory(variant: Variant) -> State:
    """Germany has 17 centers, and stands next to another that nobody guards."""
    france, germany = Power("France"), Power("Germany")
    mine = [c for c in variant.map.centers if c not in ("mar", "par", "bre")][:17]
    return State(
        phase=Phase(1901, "F", "M"),
        seats={Seat(p): (p,) for p in variant.powers},
        units=(Unit(1, germany, "A", Place("bur")), Unit(2, france, "F", Place("por"))),
        owners={**dict.fromkeys(mine, germany), Province("mar"): france},
        last_id=2,
    )


def ordered(ask: Ask, bot: Bot, seed: str, most: int = 9) -> list[Ballot]:
    """What a bot orders for the first seats."""
    seats = list(ask.state.seats)[:most]
    return [b for s in seats for b in bot.orders(look(ask, s), Random(f"{seed}/{s}"))]


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: path.stem)
def test_shipped_models_are_small_fit_their_variant_and_are_better_than_shares(path: Path) -> None:
    model = read_model(path)
    name, options = read_ref(model.variant)
    assert path.name == f"{name}-{model.key}.json"
    assert model.key == key_of(load(name, options))
    assert model.features == NAMES
    assert path.stat().st_size < 100_000
    assert model.quality.loss < model.quality.rivals


def test_a_model_serves_settings_that_change_no_position_and_no_others() -> None:
    key = key_of(load("standard"))
    assert key == key_of(load("standard", {"edition": "1971"})) == key_of(load("fog"))
    assert key not in {key_of(load("standard", {"win_at": 16})), key_of(load("fleet_rome"))}


def test_rows_of_the_arena_look_as_positions_of_the_judge_do() -> None:
    variant, bot = load("standard"), make_bot("greedy")
    arena, reader = LoopArena(variant, 1, 0, interpreted=True), PositionReader(variant)
    state, compared = opening(variant, (), "rows"), 0
    rows = RowReader(reader, arena.tables, Ask(variant, state))
    while state.phase.year < 1904:
        ask = Ask(variant, state)
        ballots = [b for s in state.seats for b in bot.orders(look(ask, s), Random(str(s)))]
        judged = adjudicate(variant, state, ballots, Lots("rows"))
        if state.phase.kind == MOVEMENT:
            mine = np.array([row_of(arena.tables, judged.left)])
            both = [rows.read(ask, mine), reader.read(ask, [judged.left])]
            first, second = (features(reader.board(ask), t, moment_of(ask)) for t in both)
            assert (first == second).all()
            compared += 1
        state = judged.state
    assert compared == 6


@pytest.mark.parametrize(
    "name", ["standard", "catspaw", "cat", "escalation", "heptadiplomacy", "militarism"]
)
def test_samples_of_the_arena_are_worth_what_those_of_the_judge_are(name: str) -> None:
    variant = load(name, {"boards": 2} if name == "heptadiplomacy" else {})
    arena, greedy = LoopArena(variant, 1, 0, interpreted=True), make_bot("greedy")
    model = msgspec.structs.replace(read_model(next(SHIPPED.glob("*.json"))), key=key_of(variant))
    valuer, state = Valuer(variant, model), opening(variant, (), "0")
    for year in ("first", "second"):
        state = until_movement(variant, state)
        ask = Ask(variant, state)
        samples = [ordered(ask, greedy, f"{year}/{n}") for n in range(3)]
        judged = JudgedSamples(valuer, ask).values(samples)
        assert RowSamples(valuer, arena, ask).values(samples) == judged
        me = next(iter(ask.state.seats))
        hands, rest = ([[b for b in s if (b.seat == me) == own] for s in samples] for own in (1, 0))
        judged = JudgedSamples(valuer, ask, rest).values(hands, slice(1, 3))
        assert len(judged) == 6
        assert RowSamples(valuer, arena, ask, rest).values(hands, slice(1, 3)) == judged
        state = adjudicate(variant, state, samples[0], Lots("0")).state


def until_movement(variant: Variant, state: State) -> State:
    """The next movement phase, played by `greedy`."""
    while state.phase.kind != MOVEMENT:
        ballots = ordered(Ask(variant, state), make_bot("greedy"), "0")
        state = adjudicate(variant, state, ballots, Lots("0")).state
    return state


def test_what_the_rules_call_won_is_won() -> None:
    variant = load("standard")
    model = model_for(variant)
    assert model is not None
    ask = Ask(variant, near_victory(variant))
    ballots = make_bot("greedy").orders(look(ask, Seat("Germany")), Random(1))
    [values] = JudgedSamples(Valuer(variant, model), ask).values([ballots])
    assert dict(zip(ask.state.seats, values, strict=True)) == {
        seat: float(seat == "Germany") for seat in ask.state.seats
    }


def test_it_takes_a_center_that_wins_the_game() -> None:
    variant = load("standard")
    state = near_victory(variant)
    ballots = LearnedBot().orders(look(Ask(variant, state), Seat("Germany")), Random(1))
    assert adjudicate(variant, state, ballots).state.result == Result("solo", (Seat("Germany"),))


@pytest.mark.parametrize("name", ["standard", "catspaw", "cat", "escalation", "militarism", "fog"])
def test_a_seed_decides_what_it_orders_and_all_of_it_is_legal(name: str, lent: Path) -> None:
    variant = load(name)
    lend(lent, variant)
    ask = Ask(variant, until_movement(variant, opening(variant, (), "0")))
    once, again = (ordered(ask, LearnedBot(LITTLE), "1", most=1) for _ in range(2))
    assert once
    assert once == again
    verdicts = adjudicate(variant, ask.state, once).verdicts
    assert [str(v.order) for v in verdicts if v.outcome == VOID] == []


def test_builds_are_those_that_it_values_most(monkeypatch: pytest.MonkeyPatch) -> None:
    variant, value_of = load("standard"), Value.of
    state = msgspec.structs.replace(opening(variant, (), "0"), phase=Phase(1901, "W", "A"))
    owners = {**state.owners, Province("spa"): Power("France")}
    army = next(u for u in state.units if u.power == "France" and u.kind == "A")
    others = (u for u in state.units if u.power != "France")
    units = (*others, msgspec.structs.replace(army, place=Place("spa")))
    ask = Ask(variant, msgspec.structs.replace(state, owners=owners, units=units))
    sight, found = look(ask, Seat("France")), list[list[str]]()
    for sign in (1, -1):
        monkeypatch.setattr(Value, "of", lambda *args, s=sign: s * value_of(*args))
        found.append([str(o) for b in LearnedBot().orders(sight, Random(3)) for o in b.orders])
    best, worst = found
    assert best != worst
    assert all(order.startswith("build") for order in (*best, *worst))


def test_the_number_of_samples_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    real = JudgedSamples.values

    def counted(self: JudgedSamples, hands: list[list[Ballot]], part: slice) -> list[list[float]]:
        counts.append(len(values := real(self, hands, part)))
        return values

    monkeypatch.setattr(JudgedSamples, "values", counted)
    variant = load("standard")
    sight = look(Ask(variant, opening(variant, (), "0")), Seat("Italy"))
    LearnedBot(LITTLE).orders(sight, Random(1))
    assert FEWEST - 20 <= sum(counts) <= FEWEST + 20


def test_whoever_has_many_units_among_many_judges_more_samples() -> None:
    seats: dict[Seat, tuple[Power, ...]] = {
        Seat("Many"): (Power("France"),),
        Seat("Few"): (Power("Italy"),),
    }
    units = tuple(Unit(n, p, "A", Place(f"p{n}")) for n, p in enumerate(200 * [Power("Italy")]))
    mine = tuple(msgspec.structs.replace(unit, power=Power("France")) for unit in units[:40])
    state = State(phase=Phase(1901, "S", "M"), seats=seats, units=(*mine, *units[40:]))
    ask = Ask(load("standard"), state)
    # 24,000 units are 120 samples of 200; a thousandth of them for each of 40 units is 960.
    assert budget_of(ask, Seat("Many"), WORK) == 960
    assert budget_of(ask, Seat("Few"), WORK) == MOST
    assert budget_of(ask, Seat("Nobody"), WORK) == 120
    assert budget_of(ask, Seat("Many"), LITTLE) == FEWEST
    assert searched(ask, Seat("Many")) == 40 * EACH
    assert searched(ask, Seat("Nobody")) == BUDGET
    few = Ask(ask.variant, msgspec.structs.replace(state, units=units[:LARGE]))
    assert searched(few, Seat("Few")) == BUDGET


def test_the_clock_cuts_it_short() -> None:
    variant = load("standard")
    sight = look(Ask(variant, opening(variant, (), "0")), Seat("Italy"))
    assert len(LearnedBot(work=10**9, seconds=0.0).orders(sight, Random(1))) == 3


def test_without_a_model_it_plays_as_search_does(lent: Path) -> None:
    variant = load("standard", {"win_at": 5})
    sight = look(Ask(variant, opening(variant, (), "0")), Seat("Italy"))
    assert valuer_of(variant) is None
    assert LearnedBot().orders(sight, Random(1)) == SearchBot().orders(sight, Random(1))


def test_a_file_that_is_no_model_is_named(lent: Path) -> None:
    path = lent / f"{key_of(load('standard'))}.json"
    path.write_text("{}")
    with pytest.raises(RequestError, match=f"{path.name} is no model"):
        model_for(load("standard"))
