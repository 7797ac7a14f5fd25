"""The environments for learners: their interfaces' own tests, masks, rewards that add up."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from msgspec.structs import replace
from pettingzoo.test import parallel_api_test

from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.lab.environment import VariantEnv, parallel_env
from dragoman.lab.observing import remembered
from dragoman.lab.play import points
from dragoman.lab.scribe import DONE, WordNumbers
from dragoman.lab.solo import seat_env
from dragoman.lab.vector import ArenaEnv, decoded
from dragoman.model import Dislodged
from dragoman.variants import load, variant_ids
from tests.lab.learner import the_learner
from tests.lab.toys import write_toys

SMALL: dict[str, dict[str, Any]] = {"heptadiplomacy": {"boards": 2}}


def played(env: VariantEnv, seed: int, most: int = 4000) -> dict[str, float]:
    """A game of random legal words; what each agent was given in all."""
    draw = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for _ in range(most):
        words = {a: int(draw.choice(np.flatnonzero(o["action_mask"]))) for a, o in seen.items()}
        seen, rewards, ended, cut, _ = env.step(words)
        for agent, reward in rewards.items():
            total[agent] += reward
        if not env.agents:
            assert all(ended.values()) or all(cut.values())
            return total
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("variant", variant_ids())
def test_it_passes_the_test_of_its_interface(variant: str) -> None:
    env = parallel_env(variant, years=1, **SMALL.get(variant, {}))
    parallel_api_test(env, num_cycles=60)


def test_rewards_add_up_to_what_each_seat_has_gained() -> None:
    env = parallel_env("standard", years=2)
    env.reset(seed=3)
    before = {agent: points(env.position, seat) for agent, seat in env.seats.items()}
    total = played(env, 3)
    after = {agent: points(env.position, seat) for agent, seat in env.seats.items()}
    for agent in env.possible_agents:
        assert total[agent] == pytest.approx(after[agent] - before[agent])
    assert any(total.values())


def test_a_seed_decides_the_game() -> None:
    env = parallel_env("cat", years=2)
    played(env, 5)
    once = env.position
    played(env, 5)
    assert env.position == once


def test_after_a_seed_the_games_that_follow_are_decided_too() -> None:
    """Whatever was played before; the opening of Catspaw is drawn by lot."""
    fresh, used = parallel_env("catspaw"), parallel_env("catspaw")
    for _ in range(3):
        used.reset()
    games = [(env.reset(seed=5), env.seed, env.reset(), env.seed) for env in (fresh, used)]
    assert [(first, second) for _, first, _, second in games] == [("0/5", "0/6")] * 2
    assert fresh.position == used.position


def test_the_mask_is_open_and_a_word_outside_it_ends_the_order() -> None:
    env = parallel_env("standard")
    seen, _ = env.reset(seed=1)
    mask = seen["seat_1"]["action_mask"]
    assert mask[DONE] and mask.sum() > 1
    shut = int(np.flatnonzero(mask == 0)[0])
    env.step({agent: shut for agent in env.agents})
    assert env.scribes["seat_1"].ballots == []
    assert env.scribes["seat_1"].focus != env.scribes["seat_2"].focus


def test_numbers_of_words_keep_their_meaning() -> None:
    env = parallel_env("standard")
    env.reset(seed=1)
    number = env.vocabulary.numbers
    words = [number["move"], number["gal"]]
    scribe = env.scribes["seat_1"]
    for word in words:
        assert word in scribe.open
        scribe.write(word)
    [ballot] = scribe.ballots
    assert [str(order) for order in ballot.orders] == ["A bud - gal"]


def test_a_unit_that_takes_two_orders_may_be_given_both_or_one() -> None:
    """In its own year Austria may divide each unit; the word 0 leaves one whole."""
    env = parallel_env("doubling")
    env.reset(seed=1)
    number, scribe = env.vocabulary.numbers, env.scribes["seat_1"]
    divided = [number[word] for word in ("move", "gal", "move", "ser")]
    for word in (*divided, number["move"], number["tyr"], DONE):
        assert word in scribe.open
        scribe.write(word)
    orders = [[str(order) for order in ballot.orders] for ballot in scribe.ballots]
    assert orders == [["A bud - gal", "A bud - ser"], ["A vie - tyr"]]


def test_a_variant_may_lie_in_a_folder_of_ones_own(tmp_path: Path) -> None:
    write_toys(tmp_path)
    env = parallel_env("even", years=1, folders=[tmp_path], win_at=5)
    assert len(env.possible_agents) == 4
    assert env.variant.settings["win_at"] == 5


def test_what_lies_in_fog_is_not_observed() -> None:
    """A learner's eyes are its seat's: the position that it observes is the one that it may see."""
    light, dark = parallel_env("standard", years=1), parallel_env("fog", years=1)
    seen = {env: env.reset(seed=1)[0] for env in (light, dark)}
    for agent, seat in dark.seats.items():
        shown = dark.sights[agent].ask.state
        assert {unit.power for unit in shown.units} < set(dark.position.holder)
        assert {seat} <= {dark.position.holder[unit.power] for unit in shown.units}
        units = [f"unit {power}" for power in light.variant.powers]
        there, here = (
            seen[env][agent]["observation"][[env.observer.planes[name] for name in units]]
            for env in (light, dark)
        )
        assert here.sum() == len(shown.units) < there.sum()


def test_a_center_in_fog_is_not_called_neutral() -> None:
    """Whose it is cannot be seen: no plane says that nobody owns it."""
    env = parallel_env("fog", years=1)
    seen, _ = env.reset(seed=1)
    planes, places = env.observer.planes, env.observer.places
    neutral = {agent: sight["observation"][planes["neutral"]] for agent, sight in seen.items()}
    for agent, seat in env.seats.items():
        there = {place for place, n in places.items() if neutral[agent][n]}
        assert not there & set(env.position.owners), seat
    assert neutral["seat_1"].any()


def test_what_boards_of_their_own_rules_remember_is_observed() -> None:
    env = parallel_env("para_time")
    planes, places, facts = env.observer.planes, env.observer.places, env.observer.facts
    immune = {"5": {"black_hole": {"immune": {"England@5": "5:edi"}}}}
    after = replace(env.position, notes={"boards": immune})
    assert env.observer.position(after)[planes["notes boards"], places[Place("5:edi")]]
    assert env.observer.table(after)[facts["notes boards England@5"]]
    assert not env.observer.table(after)[facts["notes boards France@5"]]


def test_what_is_remembered_of_a_seat_of_several_powers_is_observed() -> None:
    env = parallel_env("heptadiplomacy", boards=2)
    facts = env.observer.facts
    after = replace(env.position, notes={"joint_claims": {"texts": {"Austria": "SOLO"}}})
    assert env.observer.table(after)[facts["notes joint_claims Austria"]]
    assert not env.observer.table(after)[facts["notes joint_claims France"]]


def test_one_number_is_one_word_and_what_is_made_up_is_spelled() -> None:
    for variant in ("standard", "twin_earths", "heptadiplomacy"):
        words = WordNumbers(load(variant))
        assert len(words.words) == len(words.numbers) == len(words) - 1
    pairs = WordNumbers(load("twin_earths"))
    spelled = [pairs.words[n] for n in pairs.spelled("1:den 2:gre")]
    assert spelled == ["1:den", "2:gre"]
    assert "".join(pairs.words[n] for n in pairs.spelled("solo")) == "solo "


def test_an_observation_has_ones_own_orders_and_words_so_far() -> None:
    env = parallel_env("standard")
    env.reset(seed=1)
    number, planes, places = env.vocabulary.numbers, env.observer.planes, env.observer.places

    def seen(plane: str, place: str) -> float:
        return float(env.observe("seat_1")["observation"][planes[plane], places[Place(place)]])

    assert seen("due", "bud") and not seen("said", "gal")
    env.write("seat_1", number["support"])
    env.write("seat_1", number["A vie"])
    assert list(env.observe("seat_1")["said"][:3]) == [number["A vie"], number["support"], 0]
    env.write("seat_1", number["gal"])
    assert seen("order support", "bud") and seen("aim", "vie") and seen("aim", "gal")
    assert seen("due", "tri") or seen("due", "vie")
    assert seen("neutral", "ser") and seen("owner Austria", "vie") and seen("kind F", "tri")
    assert not env.observe("seat_2")["observation"][planes["order support"]].any()


def test_planes_show_coasts_stand_offs_attackers_and_what_modules_remember() -> None:
    env = parallel_env("standard")
    russia = next(u for u in env.position.units if u.place == "stp/sc")
    bud = next(u for u in env.position.units if u.place == "bud")
    after = replace(
        env.position,
        dislodged=(Dislodged(bud, Province("rum")),),
        standoffs=(Province("gal"),),
        notes={"rail": {"cut": ["mos"]}},
    )
    found, planes, places = env.observer.position(after), env.observer.planes, env.observer.places

    def seen(plane: str, place: str) -> float:
        return float(found[planes[plane], places[Place(place)]])

    assert seen("unit Russia", russia.place) and not seen("unit Russia", "stp")
    assert seen("driven out Austria", "bud") and seen("driven out kind A", "bud")
    assert seen("attacker", "rum") and seen("stand-off", "gal")
    assert list(remembered(after.notes)) == [("rail", ("cut", "mos"), 1.0)]
    coasts = {tuple(pair) for pair in env.observer.graph["coast"].T.tolist()}
    assert (places[Place("stp/sc")], places[Place("stp")]) in coasts


def test_a_pickle_goes_on_where_it_was_and_a_table_renders() -> None:
    env = parallel_env("standard", years=2, render_mode="ansi")
    env.reset(seed=4)
    env.step(dict.fromkeys(env.agents, env.vocabulary.numbers["move"]))
    twin = pickle.loads(pickle.dumps(env))
    assert twin.render() == env.render() == str(env.position)
    for agent in env.agents:
        assert (twin.observe(agent)["action_mask"] == env.observe(agent)["action_mask"]).all()
        assert (twin.observe(agent)["said"] == env.observe(agent)["said"]).all()
    assert env.state_space.contains(env.state()) and (twin.state() == env.state()).all()
    assert "<svg" in str(parallel_env("standard", render_mode="svg").render())
    with pytest.raises(RequestError, match="there are ansi and svg"):
        parallel_env("standard", render_mode="human")


def test_one_seat_plays_against_bots_by_gymnasiums_rules() -> None:
    from gymnasium.utils.env_checker import check_env

    env = seat_env("hundred", seat=2, against="random", years=1)
    check_env(env, skip_render_check=True)
    seen, _ = env.reset(seed=3)
    total, over = 0.0, False
    while not over:
        word = int(np.flatnonzero(seen["action_mask"])[-1])
        seen, reward, ended, cut, _ = env.step(word)
        total, over = total + reward, ended or cut
    seat = env.table.seats["seat_2"]
    assert total == pytest.approx(points(env.table.position, seat) - 1 / 3, abs=0.15)
    with pytest.raises(RequestError, match="there are 1 to 3"):
        seat_env("hundred", seat=4)


def test_one_seat_against_bots_is_pickled_with_the_bots_that_follow() -> None:
    env = seat_env("cat", seat=2, years=1)
    seen, _ = env.reset(seed=4)
    env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    twin = pickle.loads(pickle.dumps(env))
    over = False
    while not over:
        word = int(np.flatnonzero(env.table.mask("seat_2"))[-1])
        seen, reward, won, cut, _ = env.step(word)
        same, *others = twin.step(word)
        assert [reward, won, cut] == others[:3]
        assert all((seen[part] == same[part]).all() for part in seen)
        over = won or cut


def test_many_games_refuse_a_step_before_the_first_and_actions_for_others() -> None:
    env = ArenaEnv("hundred", 3, years=1, interpreted=True)
    nothing = np.zeros((3, env.cells), np.int64)
    with pytest.raises(ResetNeeded, match="reset the games"):
        env.step(nothing)
    env.reset(seed=1)
    for wrong in (nothing[:2], nothing[:, :4], nothing[0]):
        with pytest.raises(RequestError, match="for each of 3 games and 5 cells at least"):
            env.step(wrong)
    env.step(nothing[:, :5])


def test_many_games_a_step_go_by_gymnasiums_conventions() -> None:
    env = ArenaEnv("hundred", 3, years=1, interpreted=True)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.seat.tolist() == [1, 2, 3]
    draw, gained = np.random.default_rng(1), np.zeros(3)
    began = env.held.copy()
    for _ in range(12):
        before = env.over.copy()
        seen, rewards, ended, cut, _ = env.step(draw.integers(0, 5, (3, env.cells)))
        gained += rewards
        assert (rewards[before] == 0).all()
        if (ended | cut).all():
            break
    assert cut.all() and gained == pytest.approx(env.held - began, abs=1e-5)
    first = env.reset()[0]["observation"]
    again, rewards, *_ = env.step(np.zeros((3, env.cells), int))
    assert not rewards.any() or (again["observation"] != first).any()
    me = decoded(seen["orders"])["me"]
    assert ((me >= 0) & (me < env.provinces)).all()
    for wrong in ({"years": 0}, {"num_envs": 0}):
        with pytest.raises(RequestError, match="there must be one at least"):
            ArenaEnv("hundred", **wrong)  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="years -1: there must be one at least"):
        seat_env("hundred", years=-1)
    with pytest.raises(RequestError, match="parallel_env"):
        ArenaEnv("doubling", 2)


def test_the_learner_of_the_page_learns() -> None:
    """Two updates; that it beats `random` is shown by `python -m tests.lab.learner`, in minutes."""
    found, weights = the_learner()["learned"](2, games=2, steps=4, interpreted=True)
    assert len(found) == 2 and weights.any() and np.isfinite(weights).all()
