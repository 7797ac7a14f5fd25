"""A PettingZoo parallel environment over any variant, with action masks (extra `rl`).

In each step every agent that has something to order takes one step in the tree of what is legal;
actions are the words of that tree, the same numbers throughout a variant. When all have ordered the
phase is judged, and each agent is rewarded by what its share of the centers grew.
"""

from collections.abc import Iterable
from os import PathLike
from typing import Any

from dragoman.extras import install

try:
    import numpy as np
    from gymnasium import Env as SingleEnv
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import ParallelEnv
except ModuleNotFoundError as error:
    raise ImportError(
        f"learning environments need numpy, gymnasium and pettingzoo: {install('rl')}"
    ) from error

from dragoman.bots.base import look
from dragoman.draw.game import Moment, draw_moment
from dragoman.errors import RequestError
from dragoman.judge import adjudicate
from dragoman.lab.observing import SAID, Observer, Vector
from dragoman.lab.play import points
from dragoman.lab.scribe import DONE, Scribe, WordNumbers
from dragoman.lab.setup import Setup
from dragoman.model import State
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots

Mask = NDArray[np.int8]

YEARS = 10
"""For how many years a game of a learner is played, if nothing else is said."""

Observation = dict[str, Any]
ByAgent = dict[str, Any]

__all__ = ["YEARS", "Observation", "SingleEnv", "VariantEnv", "parallel_env", "setup_for"]


class VariantEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """The table of a variant as an environment; its agents are seats by number."""

    metadata = {"name": "dragoman", "render_modes": ["ansi", "svg"]}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise RequestError(f"render_mode {render_mode!r}: there are ansi and svg")
        self.setup, self.render_mode, self.variant = setup, render_mode, setup.load()
        self.vocabulary = WordNumbers(self.variant)
        self.observer = Observer(self.variant, self.vocabulary, setup.years)
        first = opening(self.variant, (), "0")
        self.possible_agents = [f"seat_{n}" for n in range(1, len(first.seats) + 1)]
        self.agents = list(self.possible_agents)
        words, planes = len(self.vocabulary), self.observer.fixed.shape
        self.spaces = Dict(
            {
                "observation": Box(-1.0, 1.0, planes, np.float32),
                "table": Box(-1.0, 1.0, (len(self.observer.facts),), np.float32),
                "said": Box(0, words - 1, (SAID,), np.int32),
                "action_mask": Box(0, 1, (words,), np.int8),
            }
        )
        size = planes[0] * planes[1] + len(self.observer.facts)
        self.state_space = Box(-1.0, 1.0, (size,), np.float32)
        self.actions = Discrete(words)
        self.game = -1
        self.begin(0)

    def observation_space(self, agent: str) -> Dict:
        """What an agent may see: the board as numbers, and what it may do next."""
        return self.spaces

    def action_space(self, agent: str) -> Discrete:
        """The words of the tree of orders."""
        return self.actions

    def begin(self, game: int) -> None:
        """A new game."""
        self.game, self.seed = game, f"{self.setup.seed}/{game}"
        self.put(opening(self.variant, (), self.seed))

    def put(self, position: State) -> None:
        """Go on from a position: every seat is given its pen."""
        self.position = position
        self.seats = dict(zip(self.possible_agents, position.seats, strict=True))
        ask = Ask(self.variant, position)
        self.sights = {agent: look(ask, seat) for agent, seat in self.seats.items()}
        self.scribes = {a: Scribe(sight, self.vocabulary) for a, sight in self.sights.items()}
        self.written: dict[str, list[int]] = {agent: [] for agent in self.possible_agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, ByAgent]:
        """Begin the game of a seed; without one, the game after the last."""
        self.agents = list(self.possible_agents)
        self.begin(self.game + 1 if seed is None else seed)
        return self.observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """One word of every agent; the phase is judged when none has more to say."""
        for agent, action in actions.items():
            self.write(agent, int(action))
        rewards = dict.fromkeys(self.agents, 0.0)
        if not any(scribe.busy for scribe in self.scribes.values()):
            rewards = self.judge()
        over, late = self.over, self.late
        seen = self.observations()
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, late)
        infos: ByAgent = {agent: {} for agent in self.agents}
        if over or late:
            self.agents = []
        return seen, rewards, ended, cut, infos

    def write(self, agent: str, word: int) -> None:
        """One word of an agent."""
        self.scribes[agent].write(word)
        self.written[agent].append(word)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.result is not None

    @property
    def late(self) -> bool:
        """Whether the game is broken off."""
        last = self.variant.start.year + self.setup.years
        return not self.over and self.position.phase.year >= last

    def judge(self) -> dict[str, float]:
        """Judge the phase by what was written; what each agent gained."""
        ballots = [b for scribe in self.scribes.values() for b in scribe.ballots]
        before = self.position
        lots = Lots(f"{self.seed}/{before.phase}")
        self.put(adjudicate(self.variant, before, ballots, lots).state)
        return {
            agent: points(self.position, seat) - points(before, seat)
            for agent, seat in self.seats.items()
            if agent in self.agents
        }

    def observations(self) -> ByAgent:
        """What every agent sees, and the mask of what it may do."""
        return {agent: self.observe(agent) for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and the mask of what it may do."""
        sight, scribe = self.sights[agent], self.scribes[agent]
        return {
            "observation": self.observer.seen(sight, scribe),
            "table": self.observer.table(sight.ask.state, sight.seat),
            "said": self.observer.said(scribe),
            "action_mask": self.mask(agent),
        }

    def mask(self, agent: str) -> Mask:
        """Which words an agent may say next."""
        found = np.zeros(len(self.vocabulary), np.int8)
        found[[DONE] if self.over else list(self.scribes[agent].open)] = 1
        return found

    def state(self) -> Vector:
        """The whole position, whatever seats may see of it: its planes, then its facts."""
        planes = self.observer.position(self.position)
        return np.concatenate([planes.ravel(), self.observer.table(self.position)])

    def render(self) -> str | None:
        """The position as a line of text, or drawn, as `render_mode` asks."""
        if self.render_mode == "svg":
            return draw_moment(self.variant, Moment(self.position))
        return str(self.position) if self.render_mode == "ansi" else None

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: the setup, the position, and the words said since."""
        return {
            "setup": self.setup,
            "render_mode": self.render_mode,
            "game": self.game,
            "position": self.position,
            "written": self.written,
            "agents": self.agents,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        VariantEnv.__init__(self, kept["setup"], kept["render_mode"])
        self.begin(kept["game"])
        self.put(kept["position"])
        for agent, words in kept["written"].items():
            for word in words:
                self.write(agent, word)
        self.agents = kept["agents"]


def at_least_one(name: str, number: int) -> None:
    """Refuse a number of which there must be some."""
    if number < 1:
        raise RequestError(f"{name} {number}: there must be one at least")


def setup_for(
    variant: str, years: int, seed: int, folders: Iterable[str | PathLike[str]], options: Any
) -> Setup:
    """The setup that an environment is asked for."""
    at_least_one("years", years)
    places = tuple(str(folder) for folder in folders)
    return Setup(variant, options, years=years, seed=seed, folders=places)


def parallel_env(
    variant: str = "standard",
    *,
    years: int = YEARS,
    seed: int = 0,
    folders: Iterable[str | PathLike[str]] = (),
    render_mode: str | None = None,
    **options: Any,
) -> VariantEnv:
    """The environment of a variant, perhaps from folders of your own, with its options."""
    return VariantEnv(setup_for(variant, years, seed, folders, options), render_mode)
