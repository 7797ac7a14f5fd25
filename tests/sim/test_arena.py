"""The arena's interface: the same for every variant, whoever plays its games."""

import sys

import msgspec
import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate, batch
from dragoman.model import Power, Unit
from dragoman.sim import AnyArena, Arena, JudgedArena, LoopArena, left_out, machine
from dragoman.sim.codes import RESULT, SOLO
from dragoman.sim.measure import measured
from dragoman.sim.progress import on_terminal
from dragoman.variants import load, variant_ids

# Half borders of which none is marked change nothing.
LOOPED = (
    *("ancient_mediterranean", "build_anywhere", "cat", "catspaw", "chaos", "chromatic"),
    *("cline", "doubling", "escalation", "fleet_rome", "france_austria", "half_borders"),
    *("heptadiplomacy", "hundred", "militarism", "modern", "standard"),
    *("twin_earths_1", "wings", "youngstown"),
)


@pytest.mark.parametrize("name", variant_ids())
def test_every_variant_has_an_arena(name: str) -> None:
    variant = load(name)
    missing = left_out(variant)
    assert (not missing) == (name in LOOPED)
    arena = LoopArena(variant, 2, 7, interpreted=True) if not missing else Arena(name, 2, 7)
    assert arena.compiled.left_out == missing
    for _ in range(2):
        legal = arena.legal()
        orders = arena.fill(legal, [[0] for _ in legal.games])
        for game in range(2):
            texts = arena.orders(game, orders[game])
            read = arena.read(game, texts)
            assert arena.orders(game, read) == texts
        before = arena.position(0).phase
        arena.step(arena.random())
        assert arena.position(0).phase != before or name == "escalation"
        assert all(0 <= n < len(arena.names) for row in arena.verdicts() for n in row)
    assert arena.playing() == [0, 1]


def test_equal_seeds_play_equal_games_and_others_do_not() -> None:
    def played(seed: int) -> list[object]:
        arena = LoopArena(load("standard"), 3, seed, interpreted=True)
        for _ in range(6):
            arena.step(arena.random())
        return [arena.position(n) for n in range(3)]

    assert played(7) == played(7)
    assert played(7) != played(8)
    assert len({str(state.units) for state in played(7)}) == 3  # type: ignore[attr-defined]


def test_a_game_that_has_ended_stays_and_can_be_begun_anew() -> None:
    arena = LoopArena(load("standard", {"win_at": 4}), 2, 1, interpreted=True)
    first = arena.position(0)
    arena.play(1904)
    ended = [n for n in range(2) if n not in arena.playing()]
    assert ended
    after = arena.position(ended[0])
    assert after.result is not None
    assert after.result.how == "solo"
    assert arena.row(ended[0])[RESULT] >= SOLO
    arena.step(arena.random())
    assert arena.position(ended[0]) == after
    assert arena.renew() == ended
    assert arena.position(ended[0]) == first


def test_orders_of_text_that_are_impossible_are_left_out() -> None:
    arena = LoopArena(load("standard"), 1, 0, interpreted=True)
    seats = arena.first.seats
    france = next(seat for seat in seats if seat == "France")
    row = arena.read(0, {france: ["A par - mos", "A mar - spa", "F bre - mao"]})
    assert arena.orders(0, row)[france] == ["F bre - mao", "A mar - spa", "A par H"]


def test_lists_that_need_more_room_get_it() -> None:
    arena = LoopArena(load("standard"), 2, 3, interpreted=True)
    whole = arena.legal()
    lists = list(whole.orders), list(whole.starts)
    arena.out = [0] * 10
    small = arena.legal()
    assert (list(small.orders), list(small.starts)) == lists
    arena.out = [0] * 10
    again = LoopArena(load("standard"), 2, 3, interpreted=True)
    assert arena.random() == again.random()
    arena.out, phases = [0] * 10, arena.play(1901)
    assert phases == again.play(1901)
    assert arena.position(1) == again.position(1)


def test_an_arena_without_games_is_refused() -> None:
    with pytest.raises(RequestError, match="at least one game"):
        Arena("standard", games=0)


def test_options_are_set_and_what_is_left_out_is_named() -> None:
    arena = Arena("catspaw", games=1, strict_rule_9=True)
    assert isinstance(arena, JudgedArena)
    assert arena.compiled.left_out == ("review",)
    assert not arena.compiled
    assert left_out(load("catspaw", {"extra_targets": "rivals"})) == ("mandate",)
    assert left_out(load("escalation", {"homes": 4})) == ("next_phase", "phases")
    assert left_out(load("standard", {"win_at": 5})) == ()


def test_without_numba_the_loops_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    batch.solver_code.cache_clear()
    machine.compiled.cache_clear()
    arena = Arena("standard", games=2, seed=1)
    batch.solver_code.cache_clear()
    machine.compiled.cache_clear()
    assert not arena.compiled
    assert arena.compiled.left_out == ()
    arena.step(arena.random())
    rank = arena.variant.year.rank
    assert rank(arena.position(0).phase) > rank(arena.variant.start)


@pytest.mark.parametrize("name", ["standard", "catspaw", "nuclear"])
def test_the_machine_is_measured(name: str) -> None:
    variant = load(name)

    def begin(games: int) -> AnyArena:
        if name == "nuclear":
            return Arena(variant, games, 1)
        return LoopArena(variant, games, 1, interpreted=True)

    figures = list(measured(begin, 2, 1))
    assert [figure.what for figure in figures] == [
        "judge: phases, with every reason",
        "judge: legal lists of a phase",
        "arena: phases",
        "arena: legal lists of a phase",
        "arena: random games of 1 years",
    ]
    assert all(figure.rate > 0 for figure in figures)


def test_the_command_tells_what_is_not_compiled() -> None:
    run = CliRunner().invoke(main, ["bench", "nuclear", "--games", "1", "--years", "1"])
    assert run.exit_code == 0
    assert "for what is not compiled" in run.output
    assert "before" in run.output.splitlines()[0]
    assert "arena: phases" in run.output


@pytest.mark.parametrize(("owners", "how"), [({}, "none"), ({"bel": "Austria"}, "draw")])
def test_a_game_in_which_nobody_decides_anything_ends(owners: dict[str, str], how: str) -> None:
    arena = LoopArena(load("standard"), 1, 1, interpreted=True)
    lone = Unit(1, Power("France"), "A", Place("boh"))
    held = {Province(center): Power(power) for center, power in owners.items()}
    state = msgspec.structs.replace(arena.first, units=(lone,), owners=held)
    arena.place(0, state)
    for _ in range(2):
        state = adjudicate(arena.variant, state, ()).state
        arena.step([[0] * arena.tables.provinces])
        assert arena.position(0) == state
    assert state.result is not None
    assert state.result.how == how


def test_compiling_is_shown_at_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(0, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    on_terminal(0, 2)
    on_terminal(1, 2)
    assert capsys.readouterr().err == "\rcompiling, once: 1 of 2\rcompiling, once: 2 of 2\n"
