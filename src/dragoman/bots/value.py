"""The value of positions: the points that every seat may expect, as a small model tells them."""

import numpy as np

from dragoman.bots.features import ALIVE, Array
from dragoman.bots.models import ValueModel

NEVER = -1e9
"""The score of a seat that is out."""


class Value:
    """A model ready to be asked; features are standardized by its weights."""

    def __init__(self, model: ValueModel) -> None:
        mean, spread = np.array(model.mean), np.array(model.spread)
        layer = np.array(model.layer)
        self.layer = layer / spread[:, None]
        self.bias = np.array(model.bias) - (mean / spread) @ layer
        self.out, self.skip = np.array(model.out), np.array(model.skip) / spread

    def of(self, numbers: Array) -> Array:
        """By position and seat, from features by position, seat and number."""
        scores = np.tanh(numbers @ self.layer + self.bias) @ self.out + numbers @ self.skip
        return softmax(scores, numbers[..., ALIVE] > 0.5)


def softmax(scores: Array, alive: Array) -> Array:
    """Shares of one for those alive, by scores."""
    scores = np.where(alive, scores, NEVER)
    parts = np.exp(scores - scores.max(-1, keepdims=True)) * alive
    total = parts.sum(-1, keepdims=True)
    return parts / np.where(total > 0, total, 1)
