"""The arena on the loops: whole games as rows of integers."""

from collections.abc import Sequence
from typing import Any

from dragoman.model import Remove, Seat, State
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.replay import opening
from dragoman.rules import Ask, Variant
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BITS,
    ME_AT,
    MORE_TOLD,
    MOST_ORDERS,
    NUMBER,
    OUT,
    OWNER,
    POWER_AT,
    RESULT,
    RETREATS,
    STAGE,
    UNITS,
    VERDICTS,
)
from dragoman.sim.interface import Compilation, Legal, Rows
from dragoman.sim.lists import FULL
from dragoman.sim.machine import Progress, compiled, plain, quietly
from dragoman.sim.tables import Tables
from dragoman.sim.values import order_code, order_value, row_of, state_of


class LoopArena:
    """Games of a variant whose rules the loops know, compiled if numba is installed."""

    def __init__(
        self,
        variant: Variant,
        games: int,
        seed: int,
        progress: Progress = quietly,
        *,
        interpreted: bool = False,
    ) -> None:
        self.variant, self.games, self.seed = variant, games, seed
        self.tables = Tables(variant)
        code = None if interpreted else compiled(progress)
        self.code = code or plain()
        self.compiled = Compilation(code is not None)
        self.first = opening(variant, (), f"{seed}")
        n = self.tables.provinces
        self.t = self.array(self.tables.t)
        self.work, self.spare = self.zeros(self.tables.work), self.zeros(n + MORE_TOLD)
        self.fight: Any = self.zeros(self.tables.fight, "int32")
        self.start = self.zeros(max(n, len(self.tables.powers)) + 2)
        self.out = self.zeros(self.tables.t[MOST_ORDERS] * 8 + 4096)
        rows = games * len(self.start) + 1
        self.starts, self.about = self.zeros(rows), self._grid(rows)
        self.begun = self.array(row_of(self.tables, self.first))
        self.states = self._rows(self.begun)
        self.told = self._rows(self.zeros(n + MORE_TOLD))
        self.seeds = self.array([(seed * 1000003 + g * 7919) & 0xFFFFFFFF for g in range(games)])

    def array(self, values: list[int]) -> Any:
        """Integers as the loops take them; a word of 64 bits has its sign in the highest."""
        if not self.compiled.machine:
            return list(values)
        import numpy as np

        return np.array([v - (1 << BITS) if v >= 1 << (BITS - 1) else v for v in values], np.int64)

    def fractions(self, values: list[float]) -> Any:
        """Fractions as the loops take them."""
        if not self.compiled.machine:
            return list(values)
        import numpy as np

        return np.array(values, np.float64)

    def rows_of(self, rows: list[Any]) -> Any:
        """Copies of some rows, together."""
        if not self.compiled.machine:
            return [list(row) for row in rows]
        import numpy as np

        return np.array(rows, np.int64)

    def zeros(self, size: int, kind: str = "int64") -> Any:
        """So many cells that are 0."""
        if not self.compiled.machine:
            return [0] * size
        import numpy as np

        return np.zeros(size, kind)

    def _rows(self, row: Any) -> Any:
        """A row for every game."""
        if not self.compiled.machine:
            return [list(row) for _ in range(self.games)]
        import numpy as np

        return np.repeat(row[None], self.games, axis=0)

    def legal(self) -> Legal:
        """Every legal order of the games that are being played."""
        starts, about = self.starts, self.about
        while True:
            n: int = self.code.list_all(
                self.t, self.states, self.work, self.out, self.start, starts, about
            )
            if n != FULL:
                break
            self.out = self.zeros(2 * len(self.out))
        if self.compiled.machine:
            games, subjects, due = about[:n].T
        else:
            games, subjects, due = zip(*about[:n], strict=True) if n else ((), (), ())
        return Legal(self.out[: starts[n]], starts[: n + 1], games, subjects, due)

    def _grid(self, rows: int) -> Any:
        """Three cells for each of some rows."""
        if not self.compiled.machine:
            return [[0, 0, 0] for _ in range(rows)]
        import numpy as np

        return np.zeros((rows, 3), np.int64)

    def fill(self, legal: Legal, picks: Sequence[Sequence[int]]) -> Rows:
        """Rows of orders from the places that were picked in each row of a listing."""
        orders = self._rows(self.zeros(self.tables.provinces))
        for at, picked in enumerate(picks):
            for k in picked:
                order = legal.orders[legal.starts[at] + k]
                if order:
                    orders[legal.games[at]][order >> ME_AT & NUMBER] = order
        return orders

    def random(self) -> Rows:
        """Orders drawn evenly from the legal ones."""
        orders = self._rows(self.zeros(self.tables.provinces))
        done = 0
        while True:
            done = self.code.choose_all(
                self.t, self.states, self.work, self.out, self.start, self.seeds, orders, done
            )
            if done == self.games:
                return orders
            self.out = self.zeros(2 * len(self.out))

    def step(self, orders: Rows) -> None:
        """Judge a phase of every game that is being played."""
        self.code.step_all(
            self.t, self.states, orders, self.work, self.fight, self.told, self.spare
        )

    def play(self, last_year: int) -> int:
        """Play all games with random orders to the end of a year; how many phases that took."""
        phases = 0
        orders = self.zeros(self.tables.provinces)
        while True:
            count: int = self.code.play_all(
                self.t,
                self.states,
                self.seeds,
                last_year,
                self.work,
                self.fight,
                self.told,
                self.spare,
                self.out,
                self.start,
                orders,
            )
            phases += count >> 1
            if not count & 1:
                return phases
            self.out = self.zeros(2 * len(self.out))

    def verdicts(self) -> Rows:
        """What came of the orders of the last step, by their cells, as numbers of `names`."""
        return self.told

    def playing(self) -> list[int]:
        """The games that have not ended."""
        return [g for g in range(self.games) if not self.states[g][RESULT]]

    def renew(self) -> list[int]:
        """Begin anew the games that have ended; which they were."""
        ended = [g for g in range(self.games) if self.states[g][RESULT]]
        for g in ended:
            self.states[g][:] = self.begun
        return ended

    @property
    def names(self) -> Sequence[tuple[str, str]]:
        """The outcome and the reason's code of each number that `verdicts` tells."""
        return VERDICTS

    def row(self, game: int) -> list[int]:
        """The integers of a game."""
        return [int(v) for v in self.states[game]]

    def position(self, game: int) -> State:
        """The position of a game, as the judge would have it."""
        return state_of(self.tables, self.row(game), self.first)

    def place(self, game: int, state: State) -> None:
        """Go on with a game from a position."""
        self.states[game][:] = self.array(row_of(self.tables, state))

    def orders(self, game: int, row: Sequence[int]) -> dict[Seat, list[str]]:
        """A row of orders as text, by seat."""
        return self.orders_in(self.row(game), row)

    def orders_in(self, s: list[int], row: Sequence[int]) -> dict[Seat, list[str]]:
        """A row of orders as text, by seat, for a game that is given by its integers."""
        found = dict[Seat, list[str]]()
        for p, order in enumerate(row):
            power = self._ordered_by(s, p, int(order))
            if power:
                seat = self.first.holder[self.tables.powers[power - 1]]
                meant = order_value(self.tables, s, int(order) or p << ME_AT)
                found.setdefault(seat, []).append(str(meant))
        return found

    def _ordered_by(self, s: list[int], p: int, order: int) -> int:
        """The power, counted from 1, that has something to order at a cell; 0 if none has."""
        n = self.tables.provinces
        if s[STAGE] == ADJUSTMENTS:
            if not order:
                return 0
            meant = order_value(self.tables, s, order)
            if isinstance(meant, Remove):
                return s[UNITS + p] >> POWER_AT
            return s[UNITS + OWNER * n + p]
        return s[UNITS + (OUT * n if s[STAGE] == RETREATS else 0) + p] >> POWER_AT

    def read(self, game: int, lines: dict[Seat, list[str]]) -> list[int]:
        """A row of orders from text; what is impossible is left out."""
        ask = Ask(self.variant, self.position(game))
        row = [0] * self.tables.provinces
        for seat, texts in lines.items():
            filed = file_orders(ask, seat, read_lines(ask, seat, texts))
            for ballot in filed.ballots:
                faults = ask.rules.legal(ask, ballot)
                for order, fault in zip(ballot.orders, faults, strict=True):
                    code = 0 if fault else order_code(self.tables, order)
                    if code:
                        row[code >> ME_AT & NUMBER] = code
        return row
