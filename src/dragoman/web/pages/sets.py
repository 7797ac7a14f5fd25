"""Choices that are sets: whichever place is picked first, all others stay open.

The rules offer every set once, its places by the alphabet; a page takes them in any order.
"""

from collections.abc import Sequence

from dragoman.model import Subject
from dragoman.rules import Ask, Step


class PlaceSet:
    """Places of which some are to be picked for a subject, after the words before them."""

    def __init__(self, ask: Ask, subject: Subject, words: Sequence[str]) -> None:
        self.ask, self.subject, self.words = ask, subject, tuple(words)
        self.levels = self._levels()

    @property
    def wanted(self) -> int:
        """How many places are to be picked; none if this is no choice of a set."""
        return len(self.levels) if len(self.levels) > 1 else 0

    def steps(self, picked: Sequence[str]) -> list[Step]:
        """The places that may be picked besides, in the order of the alphabet."""
        offered = sorted({token for level in self.levels for token in level} - set(picked))
        found = (self._step(picked, token) for token in offered)
        return [step for step in found if step is not None]

    def _step(self, picked: Sequence[str], token: str) -> Step | None:
        whole = sorted((*picked, token))
        if len(whole) < self.wanted:
            return Step(token, more=True)
        last = next((s for s in self._after(whole[:-1]) if s.token == whole[-1]), None)
        return Step(token, last.order, last.more) if last else None

    def _after(self, places: Sequence[str]) -> tuple[Step, ...]:
        return self.ask.rule.choices(self.ask, self.subject, (*self.words, *places))

    def _levels(self) -> list[list[str]]:
        """What is open at each step, along the first way through the tree."""
        found: list[list[str]] = []
        places: list[str] = []
        while steps := self._after(places):
            if not all(step.token in self.ask.map.spaces for step in steps):
                return []
            found.append([step.token for step in steps])
            if steps[0].order is not None:
                return found
            places.append(steps[0].token)
        return []


def place_set(ask: Ask, subject: Subject, prefix: Sequence[str]) -> tuple[PlaceSet, list[str]]:
    """The set that a prefix picks from, and what it has picked."""
    words = [token for token in prefix if token not in ask.map.spaces]
    return PlaceSet(ask, subject, words), [token for token in prefix if token not in words]
