"""A Gymnasium environment of one seat against bots, over any variant (extra `rl`)."""

from collections.abc import Iterable
from os import PathLike
from random import Random
from typing import Any

from dragoman.bots import make_bot
from dragoman.errors import RequestError
from dragoman.lab.environment import YEARS, Observation, SingleEnv, VariantEnv, setup_for


class SeatEnv(SingleEnv[Observation, int]):
    """One seat of a variant's table; bots sit at all others.

    A step is one word of the seat's orders; when it has no more to say the bots order, and phases
    are judged until it has something to say again. The mask is in the observation.
    """

    metadata = VariantEnv.metadata

    def __init__(self, table: VariantEnv, seat: int = 1, against: str = "greedy") -> None:
        self.table, self.against, self.bot = table, against, make_bot(against)
        if not 1 <= seat <= len(table.possible_agents):
            raise RequestError(f"seat {seat}: there are 1 to {len(table.possible_agents)}")
        self.agent, self.render_mode = f"seat_{seat}", table.render_mode
        self.observation_space = table.spaces
        self.action_space = table.actions  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the game of a seed; without one, the game after the last."""
        super().reset(seed=seed)
        self.table.reset(seed=seed)
        self.go_on()
        return self.table.observe(self.agent), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One word of the seat; what follows until it is asked again."""
        self.table.write(self.agent, int(action))
        reward, table = self.go_on(), self.table
        return table.observe(self.agent), reward, table.over, table.late, {}

    def go_on(self) -> float:
        """Judge phases until the seat has something to say, or the game is over; what it gained."""
        table, gained = self.table, 0.0
        while not table.scribes[self.agent].busy and not table.over and not table.late:
            for agent, scribe in table.scribes.items():
                if agent != self.agent:
                    draw = Random(f"{table.seed}/{table.position.phase}/{agent}")
                    scribe.ballots = self.bot.orders(table.sights[agent], draw)
            gained += table.judge()[self.agent]
        return gained

    def render(self) -> Any:
        """The position as the table renders it."""
        return self.table.render()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: the table, the seat, and the bot's name."""
        return {"table": self.table, "agent": self.agent, "against": self.against}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        seat = int(kept["agent"].removeprefix("seat_"))
        SeatEnv.__init__(self, kept["table"], seat, kept["against"])


def seat_env(
    variant: str = "standard",
    *,
    seat: int = 1,
    against: str = "greedy",
    years: int = YEARS,
    seed: int = 0,
    folders: Iterable[str | PathLike[str]] = (),
    render_mode: str | None = None,
    **options: Any,
) -> SeatEnv:
    """The environment of one seat of a variant, by its number, against a kind of bot."""
    setup = setup_for(variant, years, seed, folders, options)
    return SeatEnv(VariantEnv(setup, render_mode), seat, against)
