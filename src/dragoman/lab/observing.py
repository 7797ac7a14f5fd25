"""What a seat sees, as planes over places and facts about the whole board (extra `rl`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.bots.base import Sight
from dragoman.geo import Place
from dragoman.lab.scribe import Scribe, WordNumbers
from dragoman.model import ADJUSTMENT, FALL, MOVEMENT, RETREAT, SPRING, VERBS, Order, State, verb_of
from dragoman.rules import Ask, Variant
from dragoman.rules.notes import BOARDS

Vector = NDArray[np.float32]
Edges = NDArray[np.int64]

SEASONS, KINDS = (SPRING, FALL), (MOVEMENT, RETREAT, ADJUSTMENT)

SAID = 24
"""How many of the words said so far of one order are shown, the last ones."""

COASTS = "coast"
"""The name of the edges between a province and its coasts."""


class Observer:
    """The planes, facts and graph of a variant: every name has one number, whatever happens."""

    def __init__(self, variant: Variant, words: WordNumbers, years: int) -> None:
        self.variant, self.words, self.years = variant, words, years
        self.places = {place: n for n, place in enumerate(variant.map.province)}
        self.planes = {name: n for n, name in enumerate(dict.fromkeys(self._planes()))}
        self.facts = {name: n for n, name in enumerate(dict.fromkeys(self._facts()))}
        self.graph = {name: self._edges(pairs) for name, pairs in self._graph().items()}
        self.fixed = self._fixed()
        self._seen: tuple[State | None, Vector] = (None, self.fixed)

    def _planes(self) -> Iterator[str]:
        variant = self.variant
        verbs = (*VERBS.values(), *variant.vocabulary.verb)
        yield from sorted({str(space.kind) for space in variant.map.spaces.values()})
        yield from ("center", "neutral")
        for what in ("owner", "home", "unit", "driven out"):
            yield from (f"{what} {power}" for power in variant.powers)
        for what in ("kind", "driven out kind"):
            yield from (f"{what} {kind}" for kind in variant.kinds)
        yield from ("attacker", "stand-off", "own center", "own unit", "due", "aim", "said")
        yield from (f"order {verb}" for verb in verbs)
        yield from (f"notes {module}" for module in variant.modules)

    def _facts(self) -> Iterator[str]:
        yield from (*SEASONS, *KINDS, "far")
        for what in ("centers", "units", "own"):
            yield from (f"{what} {power}" for power in self.variant.powers)
        for module in self.variant.modules:
            yield f"notes {module}"
            yield from (f"notes {module} {n}" for n in (*self.variant.powers, *self.variant.seats))

    def _graph(self) -> dict[str, list[tuple[str, str]]]:
        board = self.variant.map
        found: dict[str, list[tuple[str, str]]] = {}
        for letter, kind in self.variant.kinds.items():
            reach = board.reach(kind.modes, "move", coasts=kind.coasts)
            found[letter] = sorted((a, b) for a, there in reach.items() for b in there)
        found[COASTS] = sorted((p, q) for p, q in board.province.items() if str(p) != str(q))
        return found

    def _edges(self, pairs: Sequence[tuple[str, str]]) -> Edges:
        rows = [[self.places[Place(p)] for p in pair] for pair in pairs]
        return np.array(rows, np.int64).reshape(-1, 2).T

    def _fixed(self) -> Vector:
        """What never changes: the kinds of provinces, and which have a center."""
        found = np.zeros((len(self.planes), len(self.places)), np.float32)
        centers = set(map(str, self.variant.map.centers))
        for place, province in self.variant.map.province.items():
            self.mark(found, str(self.variant.map.spaces[province].kind), place)
            if place in centers:
                self.mark(found, "center", place)
        return found

    def mark(self, planes: Vector, name: str, place: str, value: float = 1.0) -> None:
        """Write into a plane at a place."""
        planes[self.planes[name], self.places[Place(place)]] = value

    def position(self, state: State) -> Vector:
        """The planes of a position, whoever looks at it; made once for all who see the same."""
        if self._seen[0] is not state:
            self._seen = (state, self._position(state))
        return self._seen[1]

    def _position(self, state: State) -> Vector:
        found, ask = self.fixed.copy(), Ask(self.variant, state)
        known = ask.rules.known(ask)
        for center in self.variant.map.centers:
            owner = state.owners.get(center)
            if known is None or center in known:
                self.mark(found, f"owner {owner}" if owner else "neutral", center)
        for power, homes in state.homes.items():
            for home in homes:
                self.mark(found, f"home {power}", home)
        for unit in state.units:
            self.mark(found, f"unit {unit.power}", unit.place)
            self.mark(found, f"kind {unit.kind}", unit.place)
        for lost in state.dislodged:
            self.mark(found, f"driven out {lost.unit.power}", lost.unit.place)
            self.mark(found, f"driven out kind {lost.unit.kind}", lost.unit.place)
            if lost.by is not None:
                self.mark(found, "attacker", lost.by)
        for province in state.standoffs:
            self.mark(found, "stand-off", province)
        for module, words, value in remembered(state.notes):
            for word in words:
                if f"notes {module}" in self.planes and Place(word) in self.places:
                    self.mark(found, f"notes {module}", word, value)
        return found

    def seen(self, sight: Sight, scribe: Scribe) -> Vector:
        """The planes that a seat sees: the position, what is its own, and what it says."""
        state = sight.ask.state
        found, mine = self.position(state).copy(), set(state.seats[sight.seat])
        for unit in state.units:
            if unit.power in mine:
                self.mark(found, "own unit", unit.place)
        for center, owner in state.owners.items():
            if owner in mine:
                self.mark(found, "own center", center)
        if scribe.focus is not None and scribe.focus.unit in sight.ask.unit:
            self.mark(found, "due", sight.ask.unit[scribe.focus.unit].place)
        orders = (order for ballot in scribe.ballots for order in ballot.orders)
        for order in (*orders, *scribe.orders):
            self._order(found, order)
        for number in scribe.said:
            for place in self._named(self.words.words[number]):
                self.mark(found, "said", place)
        return found

    def _order(self, planes: Vector, order: Order) -> None:
        """Mark an order of one's own: its verb where its unit stands, its aim elsewhere."""
        first, *others = [*self._named(str(order)), ""]
        if first:
            self.mark(planes, f"order {verb_of(order)}", first)
        for place in filter(None, others):
            self.mark(planes, "aim", place)

    def _named(self, text: str) -> list[str]:
        """The places that a text names."""
        return [word for word in text.split() if Place(word) in self.places]

    def table(self, state: State, seat: str | None = None) -> Vector:
        """The facts about the whole board, as a seat sees them."""
        found = np.zeros(len(self.facts), np.float32)
        for name in (state.phase.season, state.phase.kind):
            if name in self.facts:
                found[self.facts[name]] = 1
        far = (state.phase.year - self.variant.start.year) / max(1, self.years)
        found[self.facts["far"]] = min(1.0, max(0.0, far))
        for power in self.variant.powers:
            found[self.facts[f"centers {power}"]] = len(state.centers(power))
            found[self.facts[f"own {power}"]] = state.holder.get(power) == seat is not None
        for unit in state.units:
            found[self.facts[f"units {unit.power}"]] += 1
        for what in ("centers", "units"):
            at = [self.facts[f"{what} {power}"] for power in self.variant.powers]
            found[at] /= max(1, len(self.variant.map.centers))
        self._notes(found, state)
        return np.clip(found, -1, 1)

    def _notes(self, found: Vector, state: State) -> None:
        for module, words, value in remembered(state.notes):
            for name in (f"notes {module}", *(f"notes {module} {word}" for word in words)):
                if name in self.facts:
                    found[self.facts[name]] = value

    def said(self, scribe: Scribe) -> NDArray[np.int32]:
        """The words said so far of the order that is being said, the last first."""
        found = np.zeros(SAID, np.int32)
        last = scribe.said[::-1][:SAID]
        found[: len(last)] = last
        return found


def remembered(notes: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """What modules remember, leaf by leaf: the module, the words on the way, and a figure.

    Numbers are given between -1 and 1, as n / (1 + n); a word or a truth is 1. What the books of
    several boards remember counts as the memory of the module `boards`.

    >>> list(remembered({"rail": {"cut": ["mos", "war"], "age": 3, "on": False}}))
    [('rail', ('cut', 'mos'), 1.0), ('rail', ('cut', 'war'), 1.0), ('rail', ('age',), 0.75)]
    """
    for module, note in notes.items():
        if module == BOARDS:
            for board, part in note.items():
                for _, words, value in remembered(part):
                    yield module, (*words, *(f"{board}:{word}" for word in words)), value
            continue
        for path, value in _leaves(note):
            if value:
                yield module, tuple(w for word in path for w in word.split()), value


def _leaves(note: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], float]]:
    if isinstance(note, Mapping):
        for key, value in note.items():
            yield from _leaves(value, (*words, str(key)))
    elif isinstance(note, Iterable) and not isinstance(note, str):
        for value in note:
            yield from _leaves(value, words)
    elif isinstance(note, str):
        yield (*words, note), 1.0
    elif note is not None:
        yield words, float(note) / (1 + abs(float(note))) if note is not True else 1.0
