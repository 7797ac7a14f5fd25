"""The arena on the loops: whole games as rows of integers."""

from collections.abc import Sequence
from operator import index
from struct import iter_unpack
from typing import Any

from dragoman.errors import RequestError
from dragoman.model import Act, Remove, Seat, State
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.replay import opening
from dragoman.rules import Ask, Variant
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BITS,
    BLOCK,
    BY_AT,
    BY_MASK,
    GUEST_ROW,
    ME_AT,
    MOST_ORDERS,
    MOVEMENT,
    NUMBER,
    ORDER_MASK,
    OUT,
    OWNER,
    POWER_AT,
    RESULT,
    RETREATS,
    SEATS,
    SECOND,
    SPEECH,
    STAGE,
    TIMES_AT,
    TIMES_MASK,
    UNDECIDED,
    UNITS,
    VERB,
    VERDICTS,
    YEAR,
)
from dragoman.sim.fitness import brought
from dragoman.sim.interface import Compilation, Legal, Rows, fitting, game_at, lines_of
from dragoman.sim.lists import FULL
from dragoman.sim.machine import Progress, compiled, plain, quietly
from dragoman.sim.tables import LETTERS, Tables
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
        self.own = brought(variant)
        self.tables = Tables(variant, self.own)
        self.votes = self.tables.votes
        code = None if interpreted else compiled(progress, *self.own)
        self.code = code or plain(self.own)
        self.compiled = Compilation(code is not None)
        self.t = self.array(self.tables.t)
        self.work, self.spare = self.zeros(self.tables.work), self.zeros(self.tables.verdict_cells)
        self.fight: Any = self.zeros(self.tables.fight, "int32")
        self.start = self.zeros(self.tables.rows)
        self.out = self.zeros(self.tables.t[MOST_ORDERS] * 8 + 4096)
        rows = games * len(self.start) + 1
        self.starts, self.about = self.zeros(rows), self._grid(rows)
        self.begun = self._openings()
        self.placed = list(self.begun)
        self.states = self._rows(self.zeros(self.tables.row))
        for game, state in enumerate(self.begun):
            self._put(game, state)
        self.verdict_rows = self._rows(self.zeros(self.tables.verdict_cells))
        self._names = [*VERDICTS, *[("", "")] * (LETTERS - len(VERDICTS))]
        for loops in self.own:
            if hasattr(loops, "VERDICT"):
                self._names[loops.PHASE] = loops.VERDICT
        self.seeds = self.array([(seed * 1000003 + g * 7919) & 0xFFFFFFFF for g in range(games)])

    @property
    def first(self) -> State:
        """The opening of the first game."""
        return self.begun[0]

    def _openings(self) -> list[State]:
        """The opening of every game; they differ where the rules draw lots for it."""
        if self.variant.rules.is_default("opening"):
            return [opening(self.variant, (), f"{self.seed}")] * self.games
        return [opening(self.variant, (), f"{self.seed}/{game}") for game in range(self.games)]

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

    def words_of(self, rows: list[bytes]) -> Any:
        """Rows of words of 32 bits, each row as bytes."""
        if not self.compiled.machine:
            return [[word for (word,) in iter_unpack("<I", row)] for row in rows]
        import numpy as np

        words = np.frombuffer(b"".join(rows), "<u4").astype(np.int64)
        return words.reshape(len(rows), -1)

    def used(self, row: Any) -> list[int]:
        """The cells of a row that are not 0."""
        if not self.compiled.machine:
            return [at for at, value in enumerate(row) if value]
        return [int(at) for at in row.nonzero()[0]]

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
        orders = self._rows(self.zeros(self.tables.cells))
        for at, picked in legal.picked(picks):
            row = orders[legal.games[at]]
            stage = self.states[legal.games[at]][STAGE]
            twice = stage == MOVEMENT and self.tables.t[SECOND] << BY_AT
            for n, listed in enumerate(picked):
                order = listed | (twice if n else 0)
                cell = self.cell(order, n if stage == RETREATS else 0)
                # Of two builds in one home the first stands, as it does by the rules.
                row[cell] = row[cell] or order
        return orders

    def cell(self, order: int, n: int = 0) -> int:
        """Where an order stands in a row: at its province, a vote in the block of its seat.

        A unit's second order stands in a block of its own; a guest's list of n retreats goes on
        after the first ones of all.
        """
        number, block = order >> ME_AT & NUMBER, self.tables.t[BLOCK]
        if self.tables.guest and number >= block:
            return number + n * len(self.tables.powers)
        return number + (order >> BY_AT & BY_MASK) * block

    def random(self) -> Rows:
        """Orders drawn evenly from the legal ones."""
        orders = self._rows(self.zeros(self.tables.cells))
        done = 0
        while True:
            done = self.code.choose_all(
                self.t, self.states, self.work, self.out, self.start, self.seeds, orders, done
            )
            if done == self.games:
                return orders
            self.out = self.zeros(2 * len(self.out))

    def step(self, orders: Rows, *, checked: bool = True) -> None:
        """Judge a phase of every game that is being played; refuse orders that are not possible."""
        rows = self._given(orders)
        if checked:
            self._check(rows)
        self._step(self.states, rows, self.verdict_rows, acts=True, goes_on=True)

    def _given(self, orders: Rows) -> Rows:
        """Rows of orders as the loops take them, if there is one for each game."""
        size = self.tables.cells
        wanted = f"orders must be {self.games} rows of {size} whole numbers, one row a game"
        if not self.compiled.machine:
            try:
                rows = [row if are_integers(row) else [*map(index, row)] for row in orders]
            except TypeError:
                raise RequestError(wanted) from None
            if len(rows) != self.games or any(len(row) != size for row in rows):
                raise RequestError(wanted)
            return rows
        import numpy as np

        try:
            found = np.asarray(orders)
        except ValueError:
            raise RequestError(wanted) from None
        if found.shape != (self.games, size) or found.dtype.kind not in "iu":
            raise RequestError(f"{wanted}, not {found.dtype} of the shape {found.shape}")
        return np.require(found, np.int64, ["C", "W"])

    def _check(self, orders: Rows) -> None:
        """Refuse orders that are not possible: those that are not listed are asked for one by one.

        Lists name a province where an order may name its coast as well, and leave out what means
        the same as another order.
        """
        doubtful, done = self.zeros(self.games), 0
        while done < self.games:
            done = self.code.check_all(
                self.t,
                self.states,
                self.work,
                self.out,
                self.start,
                orders,
                doubtful,
                done,
                not self.own,
            )
            if done < self.games:
                self.out = self.zeros(2 * len(self.out))
        for game in self.used(doubtful):
            row = [index(order) for order in orders[game]]
            read = self.read(game, self.orders(game, row))
            # What only a half could do is read together with what the other one does.
            listed = self._listed(game) if self.tables.twice else ()
            for cell, order in enumerate(row):
                if order and order != read[cell] and order & ORDER_MASK not in listed:
                    meant = self._said(self.row(game), cell, order)[1] or f"{order} at cell {cell}"
                    raise RequestError(f"game {game}: {meant} is not possible")

    def _listed(self, game: int) -> set[int]:
        """Every order that is listed for one game."""
        legal = self.legal()
        rows = (legal.row(at) for at, g in enumerate(legal.games) if g == game)
        return {int(order) for row in rows for order in row}

    def act(self, states: Rows, orders: Rows, verdicts: Rows) -> None:
        """Judge a phase of some games, and work out what came of each order."""
        self._step(states, orders, verdicts, acts=True, goes_on=False)

    def go_on(self, states: Rows, orders: Rows, verdicts: Rows) -> None:
        """Go on to the next phase of some games."""
        self._step(states, orders, verdicts, acts=False, goes_on=True)

    def _step(
        self, states: Rows, orders: Rows, verdicts: Rows, *, acts: bool, goes_on: bool
    ) -> None:
        self.code.step_all(
            self.t, states, orders, self.work, self.fight, verdicts, self.spare, acts, goes_on
        )

    def play(self, last_year: int) -> int:
        """Play all games with random orders to the end of a year; how many phases that took."""
        if self.own:
            return self._play_by_steps(last_year)
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
                self.verdict_rows,
                self.spare,
                self.out,
                self.start,
                orders,
            )
            phases += count >> 1
            if not count & 1:
                return phases
            self.out = self.zeros(2 * len(self.out))

    def _play_by_steps(self, last_year: int) -> int:
        """The same step by step; games that have come to the end of the year wait."""
        phases, waiting = 0, list[int]()
        while True:
            late = [g for g in self.playing() if self.states[g][YEAR] > last_year]
            waiting += late
            for game in late:
                self.states[game][RESULT] = UNDECIDED
            if not (playing := len(self.playing())):
                break
            phases += playing
            self.step(self.random())
        for game in waiting:
            self.states[game][RESULT] = 0
        return phases

    def verdicts(self) -> Rows:
        """What came of the orders of the last step, by their cells, as numbers of `names`."""
        return self.verdict_rows

    def playing(self) -> list[int]:
        """The games that have not ended."""
        return [g for g in range(self.games) if not self.states[g][RESULT]]

    def renew(self) -> list[int]:
        """Begin anew the games that have ended; which they were."""
        ended = [g for g in range(self.games) if self.states[g][RESULT]]
        for g in ended:
            self._put(g, self.begun[g])
        return ended

    @property
    def names(self) -> Sequence[tuple[str, str]]:
        """The outcome and the reason's code of each number that `verdicts` tells."""
        return self._names

    def row(self, game: int) -> list[int]:
        """The integers of a game."""
        return [int(v) for v in self.states[game]]

    def position(self, game: int) -> State:
        """The position of a game, as the judge would have it."""
        row = self.row(game_at(game, self.games))
        return state_of(self.tables, row, self.placed[game])

    def place(self, game: int, state: State) -> None:
        """Go on with a game from a position."""
        if len(fitting(self.variant, state).seats) != self.tables.t[SEATS]:
            raise RequestError(f"must be {self.tables.t[SEATS]}, as at the opening", "seats")
        self._put(game_at(game, self.games), state)

    def _put(self, game: int, state: State) -> None:
        self.states[game][:] = self.array(row_of(self.tables, state))
        self.placed[game] = state

    def orders(self, game: int, row: Sequence[int]) -> dict[Seat, list[str]]:
        """A row of orders as text, by seat."""
        s, found = self.row(game_at(game, self.games)), dict[Seat, list[str]]()
        seats = list(self.placed[game].seats)
        if len(row) != self.tables.cells:
            raise RequestError(f"a row has {self.tables.cells} cells for orders, not {len(row)}")
        for cell, order in enumerate(map(index, row)):
            seat, text = self._said(s, cell, order)
            if seat:
                times = 1 + (order >> TIMES_AT & TIMES_MASK)
                found.setdefault(seats[seat - 1], []).extend([text] * times)
        return found

    def _said(self, s: list[int], cell: int, order: int) -> tuple[int, str]:
        """Whose an order at a cell is, 0 if nobody's, and its text; 0 is to hold."""
        at = (cell if self.tables.guest else cell % self.tables.t[BLOCK]) << ME_AT
        try:
            seat = self._seat_of(s, cell, order)
            if not 0 <= seat <= self.tables.t[SEATS]:
                raise IndexError
            return seat, str(order_value(self.tables, s, order & ORDER_MASK or at)) if seat else ""
        except (LookupError, StopIteration):
            raise RequestError(f"{order} at cell {cell} is no order") from None

    def _seat_of(self, s: list[int], cell: int, order: int) -> int:
        """The seat, counted from 1, that has something to order at a cell; 0 if none has."""
        if cell >= self.tables.provinces and self.tables.guest:
            return self._seat_of_guest(s, cell - self.tables.t[BLOCK], order)
        if cell >= self.tables.provinces and not self.tables.twice:
            return order >> BY_AT & BY_MASK
        if cell >= self.tables.provinces:
            cell -= self.tables.t[BLOCK]
            if not order:
                return 0
        power = self._ordered_by(s, cell, order)
        return s[self.tables.holders + power] if power else 0

    def _seat_of_guest(self, s: list[int], at: int, order: int) -> int:
        """The seat that has something to order for a guest; where it says nothing, to hold."""
        n, power = divmod(at, len(self.tables.powers))
        moves = n == 0 and s[STAGE] == MOVEMENT and s[self.tables.guests + GUEST_ROW * power] != 0
        return s[self.tables.holders + power + 1] if at >= 0 and (order or moves) else 0

    def _ordered_by(self, s: list[int], p: int, order: int) -> int:
        """The power, counted from 1, that has something to order at a cell; 0 if none has."""
        n = self.tables.provinces
        if s[STAGE] >= ADJUSTMENTS and not order:
            return 0
        if s[STAGE] > ADJUSTMENTS:
            return int(self.tables.brings(s[STAGE]).writer(self.tables, s, p))
        if s[STAGE] == ADJUSTMENTS:
            meant = order_value(self.tables, s, order)
            if isinstance(meant, Remove):
                return s[UNITS + p] >> POWER_AT
            return s[UNITS + OWNER * n + p]
        return s[UNITS + (OUT * n if s[STAGE] == RETREATS else 0) + p] >> POWER_AT

    def read(self, game: int, lines: dict[Seat, list[str]]) -> list[int]:
        """A row of orders from text; what is impossible is left out."""
        ask = Ask(self.variant, self.position(game))
        row, seats, s = [0] * self.tables.cells, list(ask.state.seats), self.row(game)
        for seat, texts in lines_of(lines, seats):
            filed, charged = file_orders(ask, seat, read_lines(ask, seat, texts)), ask.charged(seat)
            for ballot in filed.ballots:
                charge = charged.get(ballot.subject.unit or ballot.subject)
                if charge is None or charge.subject != ballot.subject:
                    continue
                faults = ask.rules.legal(ask, ballot)
                votes = ballot.subject.power not in ask.state.seats[seat]
                by = seats.index(seat) + 1 if votes else 0
                twice = self.tables.twice and bool(ballot.subject.unit)
                for n, (order, fault) in enumerate(zip(ballot.orders, faults, strict=True)):
                    code = 0 if fault else order_code(self.tables, order, s)
                    unknown = isinstance(order, Act) and not (fault or code)
                    if unknown or (n and code & VERB == SPEECH):
                        raise RequestError(f"the arena knows no such order of {seat}: {order}")
                    if code & VERB == SPEECH:
                        by = seats.index(seat) + 1
                    # To hold at the first province is 0, and no less an order.
                    if n and twice and not fault:
                        self.enter_second(row, code)
                    elif code and self.tables.guest:
                        row[self.cell(code, n if s[STAGE] == RETREATS else 0)] = code
                    elif code:
                        self.enter(row, code | by << BY_AT)
        return row

    def enter(self, row: Any, code: int) -> None:
        """Put an order into its cell; a vote that stands there already counts once more."""
        cell = self.cell(code)
        again = code >> BY_AT and row[cell] and not (row[cell] ^ code) & ORDER_MASK
        row[cell] = row[cell] + (1 << TIMES_AT) if again else code

    def enter_second(self, row: Any, code: int) -> None:
        """Put the second order of a unit into its cell; the same as the first is no second."""
        second = code | self.tables.t[SECOND] << BY_AT
        if row[self.cell(code)] != code:
            row[self.cell(second)] = second


def are_integers(row: object) -> bool:
    """Whether a row is a list of integers, as loops take it."""
    return type(row) is list and {*map(type, row)} <= {int}
