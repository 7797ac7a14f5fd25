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
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import ParallelEnv
except ModuleNotFoundError as error:
    raise ImportError(
        f"learning environments need numpy, gymnasium and pettingzoo: {install('rl')}"
    ) from error

from dragoman.bots.base import look
from dragoman.judge import adjudicate
from dragoman.lab.play import points
from dragoman.lab.scribe import DONE, Scribe, WordNumbers
from dragoman.lab.setup import Setup
from dragoman.model import ADJUSTMENT, FALL, MOVEMENT, RETREAT, SPRING, State, Unit
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]

LAST = DRIVEN, DUE, OWN = -3, -2, -1
"""The last columns of a province: a unit driven out of it, one to order now, a center of one's own.
"""

SEASONS, KINDS = (SPRING, FALL), (MOVEMENT, RETREAT, ADJUSTMENT)


class VariantEnv(ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """The table of a variant as an environment; its agents are seats by number."""

    metadata = {"name": "dragoman", "render_modes": []}  # noqa: RUF012
    render_mode = None

    def __init__(self, setup: Setup) -> None:
        self.setup, self.variant = setup, setup.load()
        self.vocabulary = WordNumbers(self.variant)
        self.provinces = {p: n for n, p in enumerate(self.variant.map.spaces)}
        self.powers = {p: n for n, p in enumerate(self.variant.powers)}
        self.kinds = {k: n for n, k in enumerate(self.variant.kinds)}
        first = opening(self.variant, (), "0")
        self.possible_agents = [f"seat {n}" for n in range(1, len(first.seats) + 1)]
        self.agents = list(self.possible_agents)
        # Of a province: its owner, or that it has none; whose unit; its kind; the last columns.
        self.unit_at, self.kind_at = len(self.powers) + 2, 2 * len(self.powers) + 2
        self.width = self.kind_at + len(self.kinds) + len(LAST)
        size = len(self.provinces) * self.width + len(SEASONS) + len(KINDS) + 1
        words = len(self.vocabulary)
        self.spaces = Dict(
            {
                "observation": Box(0.0, 1.0, (size,), np.float32),
                "action_mask": Box(0, 1, (words,), np.int8),
            }
        )
        self.actions = Discrete(words)
        self.game = -1
        self.begin(0)

    def observation_space(self, agent: str) -> Dict:
        """What an agent may see: the board as numbers, and what it may do next."""
        return self.spaces

    def action_space(self, agent: str) -> Discrete:
        """The words of the tree of orders."""
        return self.actions

    def begin(self, seed: int) -> None:
        """A new game."""
        self.seed = f"{self.setup.seed}/{seed}"
        self.state = opening(self.variant, (), self.seed)
        self.seats = dict(zip(self.possible_agents, self.state.seats, strict=True))
        self.first = self.state.phase.year
        self.open_phase()

    def open_phase(self) -> None:
        """Give every seat its pen."""
        ask = Ask(self.variant, self.state)
        self.sights = {agent: look(ask, seat) for agent, seat in self.seats.items()}
        self.scribes = {a: Scribe(sight, self.vocabulary) for a, sight in self.sights.items()}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin the game of a seed; without one, the game after the last."""
        self.game = self.game + 1 if seed is None else seed
        self.agents = list(self.possible_agents)
        self.begin(self.game)
        return self.observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One word of every agent; the phase is judged when none has more to say."""
        for agent, action in actions.items():
            self.scribes[agent].write(int(action))
        rewards = dict.fromkeys(self.agents, 0.0)
        if not any(scribe.busy for scribe in self.scribes.values()):
            rewards = self.judge()
        over = self.state.result is not None
        late = not over and self.state.phase.year >= self.first + self.setup.years
        seen = self.observations()
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, late)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over or late:
            self.agents = []
        return seen, rewards, ended, cut, infos

    def judge(self) -> dict[str, float]:
        """Judge the phase by what was written; what each agent gained."""
        ballots = [b for scribe in self.scribes.values() for b in scribe.ballots]
        before = self.state
        lots = Lots(f"{self.seed}/{before.phase}")
        self.state = adjudicate(self.variant, before, ballots, lots).state
        self.open_phase()
        return {
            agent: points(self.state, seat) - points(before, seat)
            for agent, seat in self.seats.items()
            if agent in self.agents
        }

    def observations(self) -> dict[str, dict[str, Any]]:
        """What every agent sees, and the mask of what it may do."""
        return {
            agent: {"observation": self.board(agent), "action_mask": self.mask(agent)}
            for agent in self.agents
        }

    def mask(self, agent: str) -> Mask:
        """Which words an agent may say next."""
        found = np.zeros(len(self.vocabulary), np.int8)
        over = self.state.result is not None
        found[[DONE] if over else list(self.scribes[agent].open)] = 1
        return found

    def board(self, agent: str) -> Vector:
        """The position as a seat sees it, province by province, and what it must order now."""
        sight, focus = self.sights[agent], self.scribes[agent].focus
        state = sight.ask.state
        table = np.zeros((len(self.provinces), self.width), np.float32)
        table[:, 0] = 1
        for center, owner in state.owners.items():
            table[self.provinces[center], [0, 1 + self.powers[owner]]] = (0, 1)
        for unit in (*state.units, *(lost.unit for lost in state.dislodged)):
            table[self.row(unit), self.unit_at + self.powers[unit.power]] = 1
            table[self.row(unit), self.kind_at + self.kinds[unit.kind]] = 1
        for lost in state.dislodged:
            table[self.row(lost.unit), DRIVEN] = 1
        if focus is not None and focus.unit in sight.ask.unit:
            table[self.row(sight.ask.unit[focus.unit]), DUE] = 1
        for power in state.seats[sight.seat]:
            for center in state.centers(power):
                table[self.provinces[center], OWN] = 1
        return np.concatenate([table.ravel(), self.calendar(state)])

    def row(self, unit: Unit) -> int:
        """The number of the province in which a unit stands."""
        return self.provinces[self.variant.map.province[unit.place]]

    def calendar(self, state: State) -> Vector:
        """The season, the kind of phase, and how far the game has come."""
        seasons = [float(state.phase.season == season) for season in SEASONS]
        kinds = [float(state.phase.kind == kind) for kind in KINDS]
        far = (state.phase.year - self.first) / max(1, self.setup.years)
        return np.array([*seasons, *kinds, min(1.0, max(0.0, far))], np.float32)


def parallel_env(
    variant: str = "standard",
    *,
    years: int = 10,
    seed: int = 0,
    folders: Iterable[str | PathLike[str]] = (),
    **options: Any,
) -> VariantEnv:
    """The environment of a variant, perhaps from folders of your own, with its options."""
    places = tuple(str(folder) for folder in folders)
    return VariantEnv(Setup(variant, options, years=years, seed=seed, folders=places))
