"""The arena on the judge: the same interface for variants whose rules the loops do not know."""

from collections.abc import Sequence
from random import Random

from dragoman.errors import RequestError, shown
from dragoman.judge import adjudicate
from dragoman.model import REASONS, Ballot, Order, Seat, State, Support
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.replay import opening
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Charge, Lots, Variant, seen
from dragoman.sim.interface import Compilation, Legal, Rows, fitting, game_at, lines_of

Options = list[tuple[Seat, Charge, list[Order]]]
"""What may be ordered in a game: by whom, for what, and which orders."""


class JudgedArena:
    """Games of any variant, judged one by one.

    The cells of a game are those of its charges one after the other, so many for each as orders
    are due; an order is its place in the list of its charge, counted from 1.
    """

    def __init__(self, variant: Variant, games: int, seed: int, left_out: tuple[str, ...]) -> None:
        self.variant, self.games, self.seed = variant, games, seed
        self.compiled = Compilation(False, left_out)
        self._names = [("", ""), *((o, code) for o, codes in REASONS.items() for code in codes)]
        self.states = [self._opening(g) for g in range(games)]
        self.chance = [Random(f"{seed}/{g}") for g in range(games)]
        self.verdict_rows: list[list[int]] = [[] for _ in range(games)]
        self._open: list[Options | None] = [None] * games

    def _opening(self, game: int) -> State:
        return opening(self.variant, (), f"{self.seed}/{game}")

    def options(self, game: int) -> Options:
        """What may be ordered in a game now."""
        found = self._open[game]
        if found is None:
            ask = Ask(self.variant, self.states[game])
            views = ((seat, seen(ask, seat)) for seat in ask.state.seats)
            found = self._open[game] = [
                (seat, charge, legal_orders(mine, charge.subject))
                for seat, mine in views
                for charge in mine.mandate(seat).charges
            ]
        return found

    def legal(self) -> Legal:
        """Every legal order of the games that are being played."""
        orders: list[int] = []
        starts, games, subjects, due = [0], list[int](), list[int](), list[int]()
        for game in self.playing():
            for n, (_, charge, listed) in enumerate(self.options(game)):
                orders += range(1, len(listed) + 1)
                starts.append(len(orders))
                games.append(game)
                subjects.append(n)
                due.append(-charge.count if charge.verbs == ("remove",) else charge.count)
        return Legal(orders, starts, games, subjects, due)

    def cells(self, game: int) -> list[int]:
        """The first cell of each charge of a game, and where the last one's end."""
        found = [0]
        for _, charge, _ in self.options(game):
            found.append(found[-1] + max(1, charge.count))
        return found

    def _blank(self) -> list[list[int]]:
        over = [state.result is not None for state in self.states]
        return [[] if over[g] else [0] * self.cells(g)[-1] for g in range(self.games)]

    def fill(self, legal: Legal, picks: Sequence[Sequence[int]]) -> Rows:
        """Rows of orders from the places that were picked in each row of a listing."""
        rows = self._blank()
        for at, orders in legal.picked(picks):
            game = legal.games[at]
            cell = self.cells(game)[legal.subjects[at]]
            rows[game][cell : cell + len(orders)] = orders
        return rows

    def random(self) -> Rows:
        """Orders drawn evenly from the legal ones."""
        rows = self._blank()
        for game in self.playing():
            first = self.cells(game)
            for n, (_, charge, listed) in enumerate(self.options(game)):
                drawn = self.chance[game].sample(
                    range(1, len(listed) + 1), min(max(1, charge.count), len(listed))
                )
                rows[game][first[n] : first[n] + len(drawn)] = drawn
        return rows

    def ballots(self, game: int, row: Sequence[int]) -> list[tuple[int, Ballot]]:
        """The ballots of a row, each with its first cell; refused if it is no row of the game."""
        found, first = list[tuple[int, Ballot]](), self.cells(game)
        if len(row) != first[-1]:
            raise RequestError(f"game {game} has {first[-1]} cells for orders, not {len(row)}")
        for n, (seat, charge, listed) in enumerate(self.options(game)):
            for k in row[first[n] : first[n + 1]]:
                if not hasattr(k, "__index__") or not 0 <= k <= len(listed):
                    cells = f"cells {first[n]} to {first[n + 1] - 1}"
                    raise RequestError(f"game {game}: {shown(k)} is no order of {seat} in {cells}")
            chosen = tuple(listed[k - 1] for k in row[first[n] : first[n + 1]] if k)
            if chosen:
                found.append((first[n], Ballot(seat, charge.subject, chosen)))
        return found

    def step(self, orders: Rows, *, checked: bool = True) -> None:
        """Judge a phase of every game that is being played."""
        if not hasattr(orders, "__len__") or len(orders) != self.games:
            raise RequestError(f"there must be a row of orders for each of {self.games} games")
        given = [(game, self.ballots(game, orders[game])) for game in self.playing()]
        for game, cast in given:
            state = self.states[game]
            lots = Lots(f"{self.seed}/{game}/{state.phase}")
            judged = adjudicate(self.variant, state, [ballot for _, ballot in cast], lots)
            self.verdict_rows[game] = numbers = [0] * len(orders[game])
            verdicts = iter(judged.verdicts)
            for cell, ballot in cast:
                for k in range(len(ballot.orders)):
                    verdict = next(verdicts)
                    numbers[cell + k] = self._number((verdict.outcome, verdict.reason.code))
            self._put(game, judged.state)

    def _number(self, name: tuple[str, str]) -> int:
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name)

    @property
    def names(self) -> Sequence[tuple[str, str]]:
        """The outcome and the reason's code of each number that `verdicts` tells."""
        return self._names

    def verdicts(self) -> Rows:
        """What came of the orders of the last step, by their cells, as numbers of `names`."""
        return self.verdict_rows

    def playing(self) -> list[int]:
        """The games that have not ended."""
        return [g for g, state in enumerate(self.states) if state.result is None]

    def renew(self) -> list[int]:
        """Begin anew the games that have ended; which they were."""
        ended = [g for g, state in enumerate(self.states) if state.result is not None]
        for game in ended:
            self._put(game, self._opening(game))
        return ended

    def position(self, game: int) -> State:
        """The position of a game."""
        return self.states[game_at(game, self.games)]

    def place(self, game: int, state: State) -> None:
        """Go on with a game from a position."""
        self._put(game_at(game, self.games), fitting(self.variant, state))

    def _put(self, game: int, state: State) -> None:
        self.states[game] = state
        self._open[game] = None

    def orders(self, game: int, row: Sequence[int]) -> dict[Seat, list[str]]:
        """A row of orders as text, by seat."""
        found: dict[Seat, list[str]] = {}
        for _, ballot in self.ballots(game_at(game, self.games), row):
            found.setdefault(ballot.seat, []).append("; ".join(map(str, ballot.orders)))
        return found

    def read(self, game: int, lines: dict[Seat, list[str]]) -> list[int]:
        """A row of orders from text; what is impossible is left out."""
        ask, first = Ask(self.variant, self.position(game)), self.cells(game)
        row = [0] * first[-1]
        places = {(seat, c.subject): n for n, (seat, c, _) in enumerate(self.options(game))}
        for seat, texts in lines_of(lines, list(ask.state.seats)):
            for ballot in file_orders(ask, seat, read_lines(ask, seat, texts)).ballots:
                n = places.get((seat, ballot.subject))
                if n is not None:
                    listed = self.options(game)[n][2]
                    meant = [as_listed(ask, order, listed) for order in ballot.orders]
                    known = [listed.index(o) + 1 for o in meant if o in listed]
                    room = first[n + 1] - first[n]
                    row[first[n] : first[n] + len(known[:room])] = known[:room]
        return row


def as_listed(ask: Ask, order: Order, listed: list[Order]) -> Order:
    """An order as lists name it: a support may name a coast that they leave out."""
    if order in listed or not isinstance(order, Support) or order.to is None:
        return order
    return Support(order.unit, order.whom, ask.map.root(order.to))
