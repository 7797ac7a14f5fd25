"""Many games a step, over the arena, by Gymnasium's conventions (extras `rl` and `sim`).

One seat of each game is the learner's, another in each; a bot plays the others. A step is a phase:
for each of its units, or builds and removals, the learner picks one of the legal orders by its
place in a list, and arrays of masks say which places there are. A game that has ended begins anew
in the step after, whatever is picked there.
"""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dragoman.bots.chorus import Chorus
from dragoman.errors import RequestError
from dragoman.lab.environment import YEARS, at_least_one
from dragoman.sim import LoopArena, is_plain
from dragoman.sim.codes import (
    ADJUSTMENTS,
    KIND_AT,
    KIND_MASK,
    ME_AT,
    NUMBER,
    OUT,
    OWNER,
    PLACE_MASK,
    POWER_AT,
    RESULT,
    RETREATS,
    SEASON,
    SOLO,
    STAGE,
    STOOD,
    TO_AT,
    UNDECIDED,
    UNIT,
    UNITS,
    VERB,
    WHOM_AT,
    YEAR,
)
from dragoman.variants import load

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

BOTS = ("random", "greedy")
MOST = 128
"""How many orders of one unit are listed; more, as fleets on a wide sea have, are left out."""

RELATIVE = ("own unit", "other unit", "own center", "other center", "neutral", "due")


class ArenaEnv(VectorEnv):
    """So many games of a variant at once, one seat of each for a learner."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        variant: str = "standard",
        num_envs: int = 64,
        *,
        against: str = "random",
        years: int = YEARS,
        seed: int = 0,
        interpreted: bool = False,
        **options: Any,
    ) -> None:
        self.variant = load(variant, options)
        if not is_plain(self.variant):
            raise RequestError(
                f"the arena does not play {variant} by itself: use parallel_env or seat_env"
            )
        if against not in BOTS:
            raise RequestError(f"against {against!r}: there are {' and '.join(BOTS)}")
        at_least_one("num_envs", num_envs)
        at_least_one("years", years)
        self.num_envs, self.years, self.against = num_envs, years, against
        self.arena = LoopArena(self.variant, num_envs, seed, interpreted=interpreted)
        self.openings = self.rows().copy()
        self.chorus = Chorus(self.arena) if against == "greedy" else None
        tables = self.arena.tables
        self.places, self.powers = [str(p) for p in tables.places], list(tables.powers)
        self.province = np.array([tables.province(place) for place in tables.places])
        self.provinces, self.cells = tables.provinces, max(4, len(self.variant.map.centers))
        # The learner sits at another seat in each game, so that it learns all of them.
        self.seat = np.arange(num_envs) % len(self.powers) + 1
        self.planes = {name: n for n, name in enumerate(self._planes())}
        self.round, self.begun = seed, False
        self._spaces()
        self.over = np.zeros(num_envs, np.bool_)

    def _planes(self) -> list[str]:
        powers, kinds = self.powers, self.arena.tables.kinds
        by_power = (f"{what} {p}" for what in ("owner", "unit", "driven out") for p in powers)
        return [*RELATIVE, "center", "stand-off", *by_power, *(f"kind {k}" for k in kinds)]

    def _spaces(self) -> None:
        shape = (self.cells, MOST)
        self.single_observation_space = Dict(
            {
                "observation": Box(0, 1, (len(self.planes), len(self.places)), np.float32),
                "table": Box(0, 1, (7 + len(self.powers),), np.float32),
                "orders": Box(0, 2**62, shape, np.int64),
                "action_mask": Box(0, 1, shape, np.int8),
            }
        )
        self.single_action_space = MultiDiscrete([MOST] * self.cells)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games anew, by a seed."""
        self.round = self.round + 1 if seed is None else seed
        mix = [(self.round * 1000003 + g * 7919) & 0xFFFFFFFF for g in range(self.num_envs)]
        self.arena.seeds = self.arena.array(mix)
        self.begin(np.ones(self.num_envs, np.bool_))
        self.over[:], self.begun = False, True
        self.held = self.shares()
        return self.observe(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, Any], Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """A phase of every game; those that had ended begin anew instead."""
        actions = np.asarray(actions)
        if not self.begun:
            raise ResetNeeded("reset the games before the first step")
        # Cells that no game uses may be left out, as long as all that are used are there.
        used = int(self.mask.any((0, 2)).sum())
        games, cells = actions.shape if actions.ndim == 2 else (0, 0)
        if games != self.num_envs or cells < used:
            least = f"an action for each of {self.num_envs} games and {used} cells at least"
            raise RequestError(f"{least} is needed: the shape {actions.shape} is another")
        begins = self.over.copy()
        for g in np.flatnonzero(begins):
            self.arena.states[g][RESULT] = UNDECIDED
        orders = self.combined(actions)
        machine = self.arena.compiled.machine
        self.arena.step(orders if machine else orders.tolist(), checked=False)
        self.begin(begins)
        rows = self.rows()
        got = self.points(rows)
        rewards = np.where(begins, 0, got - self.held).astype(np.float32)
        ended = (rows[:, RESULT] != 0) & ~begins
        cut = ~ended & (rows[:, YEAR] >= self.variant.start.year + self.years) & ~begins
        self.held, self.over = got, ended | cut
        return self.observe(), rewards, ended, cut, {}

    def begin(self, which: NDArray[np.bool_]) -> None:
        """Set some games to their opening."""
        machine = self.arena.compiled.machine
        for g in np.flatnonzero(which):
            row = self.openings[g]
            self.arena.states[g][:] = row if machine else row.tolist()

    def rows(self) -> Ints:
        """The games as one array."""
        return np.asarray(self.arena.states, np.int64)

    def column(self, rows: Ints, which: int) -> Ints:
        """What is known of every province, game by game."""
        start = UNITS + which * self.provinces
        return rows[:, start : start + self.provinces]

    def shares(self) -> NDArray[np.float64]:
        """The learner's share of the centers that anybody owns."""
        owners = self.column(self.rows(), OWNER)
        mine = (owners == self.seat[:, None]).sum(1)
        return np.asarray(mine / np.maximum(1, (owners > 0).sum(1)), np.float64)

    def points(self, rows: Ints) -> NDArray[np.float64]:
        """What the learner has: its share, and once somebody has won alone all or nothing."""
        won, shares = rows[:, RESULT] - SOLO + 1, self.shares()
        found: NDArray[np.float64] = np.where(won > 0, (won == self.seat).astype(float), shares)
        return found

    def combined(self, actions: NDArray[Any]) -> Ints:
        """The orders of all seats: the learner's where it may order, the bot's elsewhere."""
        orders = np.array(self.rivals(), np.int64)
        rows = self.rows()
        units = self.column(rows, UNIT)
        driven = self.column(rows, OUT)
        stage = rows[:, STAGE][:, None]
        standing = np.where(stage == RETREATS, driven, units) >> POWER_AT
        owned = self.column(rows, OWNER)
        mine = standing == self.seat[:, None]
        mine |= (stage == ADJUSTMENTS) & (owned == self.seat[:, None]) & (standing == 0)
        orders[mine] = 0
        for g, cell in zip(*np.nonzero(self.mask.any(2)), strict=True):
            order = self.picked(g, cell, actions[g, cell], orders)
            if order:
                orders[g, order >> ME_AT & NUMBER] = order
        return orders

    def picked(self, g: int, cell: int, action: int, orders: Ints) -> int:
        """The order that was picked; of builds and removals one that is not given yet."""
        listed = self.listed[g, cell][self.mask[g, cell] > 0]
        order = int(listed[action]) if action < len(listed) else int(listed[0])
        if self.rows()[g, STAGE] != ADJUSTMENTS or not orders[g, order >> ME_AT & NUMBER]:
            return order
        free = (int(o) for o in listed if o and not orders[g, o >> ME_AT & NUMBER])
        return next(free, 0)

    def rivals(self) -> Any:
        """What the bot orders at every seat."""
        if self.chorus is None:
            return self.arena.random()
        whens = [f"{g}/{row[YEAR]}/{row[SEASON]}/{row[STAGE]}" for g, row in enumerate(self.rows())]
        seeds = [[f"{self.round}/{when}/{power}" for power in self.powers] for when in whens]
        return self.chorus.orders(seeds)

    def listing(self, rows: Ints) -> None:
        """List the legal orders of the learner's seats, in cells, with their masks."""
        legal = self.arena.legal()
        columns = (legal.games, legal.subjects, legal.due, legal.starts, legal.orders)
        games, subjects, due, starts, orders = (np.asarray(part, np.int64) for part in columns)
        self.listed = np.zeros((self.num_envs, self.cells, MOST), np.int64)
        self.mask = np.zeros((self.num_envs, self.cells, MOST), np.int8)
        units, driven = self.column(rows, UNIT), self.column(rows, OUT)
        used = np.zeros(self.num_envs, np.int64)
        for r, (g, subject) in enumerate(zip(games, subjects, strict=True)):
            stage = rows[g, STAGE]
            unit = driven[g, subject] if stage == RETREATS else units[g, subject]
            power = subject + 1 if stage == ADJUSTMENTS else unit >> POWER_AT
            if power == self.seat[g]:
                found = orders[starts[r] : starts[r + 1]][:MOST]
                for _ in range(abs(int(due[r]))):
                    if used[g] < self.cells and len(found):
                        self.listed[g, used[g], : len(found)] = found
                        self.mask[g, used[g], : len(found)] = 1
                        used[g] += 1

    def observe(self) -> dict[str, Any]:
        """What the learner sees of every game."""
        rows = self.rows()
        self.listing(rows)
        return {
            "observation": self.seen(rows),
            "table": self.table(rows),
            "orders": self.listed,
            "action_mask": self.mask,
        }

    def seen(self, rows: Ints) -> Floats:
        """The planes of every game, over places: provinces first, then coasts."""
        found = np.zeros((len(rows), len(self.planes), len(self.places)), np.float32)
        units, driven, owners = (self.column(rows, which) for which in (UNIT, OUT, OWNER))
        seat, n = self.seat[:, None], self.provinces
        self.scatter(found, "own unit", units, (units >> POWER_AT) == seat)
        self.scatter(found, "other unit", units, ((units >> POWER_AT) != seat) & (units > 0))
        center = np.isin(np.array(self.places[:n]), [str(c) for c in self.variant.map.centers])
        found[:, self.planes["center"], :n] = center
        found[:, self.planes["own center"], :n] = owners == seat
        found[:, self.planes["other center"], :n] = (owners != seat) & (owners > 0)
        found[:, self.planes["neutral"], :n] = center & (owners == 0)
        found[:, self.planes["stand-off"], :n] = self.column(rows, STOOD) > 0
        for k, power in enumerate(self.powers, 1):
            found[:, self.planes[f"owner {power}"], :n] = owners == k
            self.scatter(found, f"unit {power}", units, (units >> POWER_AT) == k)
            self.scatter(found, f"driven out {power}", driven, (driven >> POWER_AT) == k)
        for k, kind in enumerate(self.arena.tables.kinds):
            of_kind = (units > 0) & ((units >> KIND_AT & KIND_MASK) == k)
            self.scatter(found, f"kind {kind}", units, of_kind)
        me = decoded(self.listed)["me"]
        games, cells = np.nonzero(self.mask[:, :, 0])
        found[games, self.planes["due"], me[games, cells, 0]] = 1
        return found

    def scatter(self, found: Floats, plane: str, codes: Ints, which: NDArray[np.bool_]) -> None:
        """Mark the places of some units, coasts distinguished."""
        games, provinces = np.nonzero(which)
        found[games, self.planes[plane], codes[games, provinces] & PLACE_MASK] = 1

    def table(self, rows: Ints) -> Floats:
        """Season, kind of phase, how far the game is, and the shares of all powers."""
        found = np.zeros((len(rows), 7 + len(self.powers)), np.float32)
        games, owners = np.arange(len(rows)), self.column(rows, OWNER)
        found[games, np.minimum(2, rows[:, SEASON])] = 1
        found[games, 3 + np.minimum(2, rows[:, STAGE])] = 1
        found[:, 6] = np.clip((rows[:, YEAR] - self.variant.start.year) / self.years, 0, 1)
        for k in range(len(self.powers)):
            found[:, 7 + k] = (owners == k + 1).sum(1) / max(1, len(self.variant.map.centers))
        return found


def decoded(orders: Ints) -> dict[str, Ints]:
    """Orders taken apart: the verb, the province ordered, whom it helps, and the place it names."""
    return {
        "verb": orders & VERB,
        "me": orders >> ME_AT & NUMBER,
        "whom": orders >> WHOM_AT & NUMBER,
        "to": orders >> TO_AT,
    }
