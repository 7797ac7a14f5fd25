"""What orders of a movement phase lead to: many samples judged and valued together."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from dragoman.bots.features import CENTERS, Array, Positions, features, moment_of
from dragoman.bots.models import ValueModel
from dragoman.bots.reading import PositionReader, RowReader
from dragoman.bots.samples import OrderWriter, arena_of
from dragoman.bots.value import Value
from dragoman.judge import adjudicate
from dragoman.judge.turn import admit, close_season, elect, resolve, subjects
from dragoman.model import Ballot, State
from dragoman.rules import Ask, Elected, Lots, Variant
from dragoman.sim import LoopArena
from dragoman.sim.values import row_of

Guesses = Sequence[Sequence[Ballot]]
"""What others might order, several times over."""

DIGITS = 9
"""To how many digits values are compared, so that the last bits of a sum decide nothing."""

MODEL = "model"
"""The seed of lots in what is only imagined."""


class Valuer:
    """Values positions of one variant by its model."""

    def __init__(self, variant: Variant, model: ValueModel) -> None:
        self.variant, self.value, self.reader = variant, Value(model), PositionReader(variant)
        # Where something else wins than centers, the rules are asked about every year's end.
        self.other_goal = not variant.rules.is_default("winner")
        self.rows: RowReader | None = None

    def of(self, ask: Ask, positions: Positions, ended: "Ended") -> Array:
        """What every seat may expect of each position; where the rules end the game, what it got.

        `ended` gives the state of a position, for the rules.
        """
        now = moment_of(ask)
        numbers = features(self.reader.board(ask), positions, now)
        found = self.value.of(numbers)
        if now.settles:
            near = numbers[:, :, CENTERS].max(1) >= 1
            for n in range(len(found)):
                if (near[n] or self.other_goal) and (won := got(ask, ended.left(n))) is not None:
                    found[n] = won
        return found


class Ended(Protocol):
    """Positions as states."""

    def left(self, n: int) -> State:
        """The position of a number."""


def got(ask: Ask, left: State) -> list[float] | None:
    """What every seat gets if the season that a position closes ends the game."""
    result = left.result or close_season(ask.later(left), Lots(MODEL)).result
    if result is None or result.how == "draw" or not result.winners:
        return None
    return [(seat in result.winners) / len(result.winners) for seat in left.seats]


ALL = slice(None)
"""All guesses."""

NOTHING: Guesses = ((),)
"""No guess: what is judged are all orders that there are."""


class JudgedSamples:
    """A movement phase judged again and again by the judge, without reports and what follows.

    Every sample is a hand of orders together with a guess of what others order.
    """

    def __init__(self, valuer: Valuer, ask: Ask, guesses: Guesses = NOTHING) -> None:
        self.valuer, self.ask, self.guesses, rules = valuer, ask, guesses, ask.rules
        plain = all(map(rules.is_default, ("review", "elect", "counted")))
        self.plain = plain and not any(ask.mandate(seat).quotas for seat in ask.state.seats)
        self.default = {s: rules.default(ask, s) for s in subjects(ask)}
        self.lefts: list[State] = []

    def settled(self, ballots: Sequence[Ballot]) -> State:
        """What a phase leaves."""
        ask, lots = self.ask, Lots(MODEL)
        if self.plain:
            elected = Elected(self.default)
            elected.update((b.subject, b.orders) for b in ballots)
            return resolve(ask, elected, {}, lots).left
        faults = ask.rules.review(ask, ballots, admit(ask, ballots))
        return resolve(ask, *elect(ask, ballots, faults), lots).left

    def values(self, hands: Sequence[Sequence[Ballot]], part: slice = ALL) -> list[list[float]]:
        """What every seat may expect after each hand with each of some guesses."""
        guesses = self.guesses[part]
        self.lefts = [self.settled([*hand, *guess]) for hand in hands for guess in guesses]
        positions = self.valuer.reader.read(self.ask, self.lefts)
        return rounded(self.valuer.of(self.ask, positions, self))

    def left(self, n: int) -> State:
        """What the last samples left."""
        return self.lefts[n]


class RowSamples:
    """The same in the arena's compiled loops."""

    def __init__(
        self, valuer: Valuer, arena: LoopArena, ask: Ask, guesses: Guesses = NOTHING
    ) -> None:
        self.valuer, self.arena, self.ask, self.guesses = valuer, arena, ask, guesses
        if valuer.rows is None:
            valuer.rows = RowReader(valuer.reader, arena.tables, ask)
        self.rows, self.before = valuer.rows, arena.array(row_of(arena.tables, ask.state))
        self.writer, self.states = OrderWriter(arena, ask.state), arena.rows_of([])
        self.guessed = arena.rows_of([arena.zeros(arena.tables.cells)] * len(guesses))
        for row, ballots in zip(self.guessed, guesses, strict=True):
            self.writer.write(row, ballots)

    def values(self, hands: Sequence[Sequence[Ballot]], part: slice = ALL) -> list[list[float]]:
        """What every seat may expect after each hand with each of some guesses."""
        arena, rivals = self.arena, list(self.guessed[part])
        orders = arena.rows_of(rivals * len(hands))
        for n, row in enumerate(orders):
            self.writer.write(row, hands[n // len(rivals)])
        if self.writer.lost:
            return JudgedSamples(self.valuer, self.ask, self.guesses).values(hands, part)
        self.states = states = arena.rows_of([self.before] * len(orders))
        verdicts = arena.rows_of([arena.verdict_rows[0]] * len(orders))
        arena.act(states, orders, verdicts)
        return rounded(self.valuer.of(self.ask, self.rows.read(self.ask, np.array(states)), self))

    def left(self, n: int) -> State:
        """What the last samples left."""
        return self.rows.state(self.ask, self.states[n])


class Outcomes:
    """What follows orders outside the fight, judged as far as somebody has to order again."""

    def __init__(self, valuer: Valuer, ask: Ask) -> None:
        self.valuer, self.ask, self.states = valuer, ask, list[State]()

    def values(self, samples: Sequence[Sequence[Ballot]]) -> list[list[float]]:
        """What every seat may expect after each sample."""
        ask = self.ask
        self.states = [adjudicate(ask.variant, ask.state, s, Lots(MODEL)).state for s in samples]
        positions = self.valuer.reader.read(ask, self.states)
        return rounded(self.valuer.of(ask, positions, self))

    def left(self, n: int) -> State:
        """What the last samples left."""
        return self.states[n]


def rounded(values: Array) -> list[list[float]]:
    """Values as plain numbers that can be compared."""
    found: Any = np.round(values, DIGITS).tolist()
    return [list(row) for row in found]


def samples_for(
    valuer: Valuer, ask: Ask, guesses: Guesses, swift: bool
) -> JudgedSamples | RowSamples:
    """What judges the samples of a position: compiled loops, if wanted and possible."""
    arena = arena_of(ask.variant) if swift else None
    if arena is None:
        return JudgedSamples(valuer, ask, guesses)
    return RowSamples(valuer, arena, ask, guesses)
