"""The environment for learners: PettingZoo's own test, masks, and rewards that add up."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from dragoman.lab.environment import VariantEnv, parallel_env
from dragoman.lab.play import points
from dragoman.lab.scribe import DONE
from dragoman.variants import variant_ids
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
    before = {agent: points(env.state, seat) for agent, seat in env.seats.items()}
    total = played(env, 3)
    after = {agent: points(env.state, seat) for agent, seat in env.seats.items()}
    for agent in env.possible_agents:
        assert total[agent] == pytest.approx(after[agent] - before[agent])
    assert any(total.values())


def test_a_seed_decides_the_game() -> None:
    env = parallel_env("cat", years=2)
    played(env, 5)
    once = env.state
    played(env, 5)
    assert env.state == once


def test_after_a_seed_the_games_that_follow_are_decided_too() -> None:
    """Whatever was played before; the opening of Catspaw is drawn by lot."""
    fresh, used = parallel_env("catspaw"), parallel_env("catspaw")
    for _ in range(3):
        used.reset()
    games = [(env.reset(seed=5), env.seed, env.reset(), env.seed) for env in (fresh, used)]
    assert [(first, second) for _, first, _, second in games] == [("0/5", "0/6")] * 2
    assert fresh.state == used.state


def test_the_mask_is_open_and_a_word_outside_it_ends_the_order() -> None:
    env = parallel_env("standard")
    seen, _ = env.reset(seed=1)
    mask = seen["seat 1"]["action_mask"]
    assert mask[DONE] and mask.sum() > 1
    shut = int(np.flatnonzero(mask == 0)[0])
    env.step({agent: shut for agent in env.agents})
    assert env.scribes["seat 1"].ballots == []
    assert env.scribes["seat 1"].focus != env.scribes["seat 2"].focus


def test_numbers_of_words_keep_their_meaning() -> None:
    env = parallel_env("standard")
    env.reset(seed=1)
    number = env.vocabulary.numbers
    words = [number["move"], number["gal"]]
    scribe = env.scribes["seat 1"]
    for word in words:
        assert word in scribe.open
        scribe.write(word)
    [ballot] = scribe.ballots
    assert [str(order) for order in ballot.orders] == ["A bud - gal"]


def test_a_unit_that_takes_two_orders_may_be_given_both_or_one() -> None:
    """In its own year Austria may divide each unit; the word 0 leaves one whole."""
    env = parallel_env("doubling")
    env.reset(seed=1)
    number, scribe = env.vocabulary.numbers, env.scribes["seat 1"]
    divided = [number[word] for word in ("move", "gal", "move", "ser")]
    for word in (*divided, number["move"], number["tyr"], DONE):
        assert word in scribe.open
        scribe.write(word)
    told = [[str(order) for order in ballot.orders] for ballot in scribe.ballots]
    assert told == [["A bud - gal", "A bud - ser"], ["A vie - tyr"]]


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
        assert {unit.power for unit in shown.units} < set(dark.state.holder)
        assert {seat} <= {dark.state.holder[unit.power] for unit in shown.units}
        assert (seen[dark][agent]["observation"] != seen[light][agent]["observation"]).any()
