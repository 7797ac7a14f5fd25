"""Fits a value to finished games: a small net scores seats, a softmax makes expected points of it.

A fifth of the games is held out whole and tells how good the value is; of the rest an eighth
decides when to stop.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from dragoman.bots.features import ALIVE, CENTERS, NAMES, Array
from dragoman.bots.models import Quality, ValueModel
from dragoman.bots.value import softmax
from dragoman.lab.training import Lesson

HIDDEN, ROUNDS, BATCH, STEPS = 24, 25, 512, 40
"""How wide the net is, how often it sees every position, how many at a time at most, and in how
many steps at least."""

RATE, DECAY, FADE, STEADY = 3e-3, 1e-4, 0.9, 0.999
"""How far a step goes, how weights shrink, and how long means of steps and squares are kept."""

LEAST = 1e-4
"""No seat's chance is taken to be smaller when losses are counted."""

DIGITS = 6
"""To how many digits weights are kept."""

Weights = dict[str, Array]
Epoch = Callable[[int, int], object]
"""Receives how many rounds are done, of how many."""


class Lot(Struct, frozen=True):
    """Positions of some games: their numbers, and what each seat got in the end."""

    numbers: Array
    points: Array

    @property
    def alive(self) -> Array:
        """Which seats are still in the game."""
        return self.numbers[..., ALIVE] > 0.5


def lot_of(lessons: Sequence[Lesson]) -> Lot:
    """The positions of games, end to end."""
    numbers = np.concatenate([one.numbers for one in lessons]).astype(float)
    points = [np.repeat(one.points[None], len(one.numbers), axis=0) for one in lessons]
    return Lot(numbers, np.concatenate(points))


def loss(expected: Array, points: Array) -> float:
    """The mean log loss of what was expected."""
    return float(-(points * np.log(np.clip(expected, LEAST, 1))).sum(-1).mean())


def shares(lot: Lot, power: float) -> Array:
    """Shares of centers, raised to a power and made shares again."""
    raised = (lot.numbers[..., CENTERS] + 1e-9) ** power
    return raised / raised.sum(-1, keepdims=True)


def best_power(lot: Lot) -> float:
    """The power of shares of centers that foretells games best."""
    return min(np.arange(0.5, 6, 0.1), key=lambda power: loss(shares(lot, power), lot.points))


class ValueNet:
    """The weights while they are learned."""

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        wide = rng.normal(0, 0.5 / np.sqrt(size), (size, HIDDEN))
        self.weights: Weights = {
            "layer": wide,
            "bias": np.zeros(HIDDEN),
            "out": np.zeros(HIDDEN),
            "skip": np.zeros(size),
        }
        self.means = {name: 0 * array for name, array in self.weights.items()}
        self.squares = {name: 0 * array for name, array in self.weights.items()}
        self.steps = 0

    def expected(self, lot: Lot) -> Array:
        """What every seat may expect."""
        return softmax(self.scores(lot.numbers)[0], lot.alive)

    def scores(self, numbers: Array) -> tuple[Array, Array]:
        """The scores of seats, and what the layer made of them."""
        w = self.weights
        hidden = np.tanh(numbers @ w["layer"] + w["bias"])
        return hidden @ w["out"] + numbers @ w["skip"], hidden

    def learn(self, lot: Lot, rate: float) -> None:
        """One step down the slope of the loss."""
        scores, hidden = self.scores(lot.numbers)
        off = (softmax(scores, lot.alive) - lot.points) / len(lot.points)
        back = off[..., None] * self.weights["out"] * (1 - hidden * hidden)
        slopes = {
            "layer": np.einsum("nsd,nsh->dh", lot.numbers, back),
            "bias": back.sum((0, 1)),
            "out": np.einsum("nsh,ns->h", hidden, off),
            "skip": np.einsum("nsd,ns->d", lot.numbers, off),
        }
        self.steps += 1
        for name, slope in slopes.items():
            self.step(name, slope + DECAY * self.weights[name], rate)

    def step(self, name: str, slope: Array, rate: float) -> None:
        """Adam's step (Kingma and Ba, 2015)."""
        mean = self.means[name] = FADE * self.means[name] + (1 - FADE) * slope
        square = self.squares[name] = STEADY * self.squares[name] + (1 - STEADY) * slope * slope
        size = np.sqrt(square / (1 - STEADY**self.steps)) + 1e-8
        self.weights[name] = self.weights[name] - rate * mean / (1 - FADE**self.steps) / size


def trained(lot: Lot, check: Lot, seed: int, tell: Epoch) -> Weights:
    """The weights that do best on games kept for that."""
    rng = np.random.default_rng(seed)
    net = ValueNet(lot.numbers.shape[-1], rng)
    least, best, count = np.inf, net.weights, len(lot.points)
    steps = min(count, max(STEPS, count // BATCH))
    for epoch in range(ROUNDS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / ROUNDS))
        for part in np.array_split(rng.permutation(count), steps):
            net.learn(Lot(lot.numbers[part], lot.points[part]), rate)
        now = loss(net.expected(check), check.points)
        if now < least:
            least, best = now, dict(net.weights)
        tell(epoch + 1, ROUNDS)
    return best


def fit(
    variant: str,
    key: str,
    lessons: Sequence[Lesson],
    seed: int,
    tell: Epoch = lambda done, total: None,
) -> ValueModel:
    """A model of games, with how well it foretells those that were held out."""
    held, checked, learned = divided(lessons, seed)
    lot = lot_of(learned)
    flat = lot.numbers.reshape(-1, lot.numbers.shape[-1])
    mean, spread = flat.mean(0), flat.std(0) + 1e-3

    def standard(numbers: Array) -> Array:
        scaled = (numbers - mean) / spread
        scaled[..., ALIVE] = numbers[..., ALIVE]
        return scaled

    mean[ALIVE], spread[ALIVE] = 0, 1
    check, test = lot_of(checked), lot_of(held)
    weights = trained(
        Lot(standard(lot.numbers), lot.points),
        Lot(standard(check.numbers), check.points),
        seed,
        tell,
    )
    net = ValueNet(len(NAMES), np.random.default_rng(0))
    net.weights = {name: np.round(array, DIGITS) for name, array in weights.items()}
    got = loss(net.expected(Lot(standard(test.numbers), test.points)), test.points)
    quality = Quality(
        len(held),
        len(test.points),
        round(got, 4),
        round(loss(shares(test, best_power(lot)), test.points), 4),
    )
    return ValueModel(
        variant,
        key,
        NAMES,
        len(lessons),
        seed,
        quality,
        row_of(np.round(mean, DIGITS)),
        row_of(np.round(spread, DIGITS)),
        tuple(map(row_of, net.weights["layer"])),
        *(row_of(net.weights[name]) for name in ("bias", "out", "skip")),
    )


def row_of(values: Array) -> tuple[float, ...]:
    """A row of numbers."""
    return tuple(float(value) for value in values)


def divided(
    lessons: Sequence[Lesson], seed: int
) -> tuple[list[Lesson], list[Lesson], list[Lesson]]:
    """Games held out, games to stop by, and games to learn from."""
    order = np.random.default_rng(seed).permutation(len(lessons))
    fifth = max(1, len(lessons) // 5)
    tenth = fifth + max(1, len(lessons) // 10)
    parts = order[:fifth], order[fifth:tenth], order[tenth:]
    held, checked, learned = ([lessons[n] for n in part] for part in parts)
    return held, checked, learned
