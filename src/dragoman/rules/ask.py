"""Ask: a position together with the finished rules, with the indexes that answers need."""

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.geo import Map, Place, Province
from dragoman.model import Ballot, Force, Hold, Kind, Piece, Power, Seat, State, Subject, Unit, kept
from dragoman.rules.notes import widened
from dragoman.rules.variant import (
    Aided,
    Aims,
    Flotillas,
    Loans,
    Moves,
    Variant,
    Voyages,
    Ways,
    Written,
    aided_from,
    carrying_on,
    loans_on,
    moves_on,
    ways_on,
)

if TYPE_CHECKING:
    from dragoman.rules.convoys import Flotilla
    from dragoman.rules.questions import Ruleset
    from dragoman.rules.values import Charge, Mandate, PhaseRule

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

SHARED = frozenset(
    {"map", "province", "moves", "ways", "lends", "at", "standing", "units_of", "unit", "seas"}
)
"""What follows from the board and the units alone."""


def grouped(rows: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Rows sorted into lists by what a function says of them."""
    found: dict[K, list[T]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def placed(units: Iterable[Unit], keys: list[K]) -> dict[K, list[Unit]]:
    """Units by keys of which most have one only."""
    found = {key: [unit] for key, unit in zip(keys, units, strict=True)}
    if len(found) < len(keys):
        found = {key: [] for key in found}
        for key, unit in zip(keys, units, strict=True):
            found[key].append(unit)
    return found


class Seas(Struct):
    """What was worked out about convoys in a position, and about supports on a board of its own."""

    afloat: "dict[str, dict[Province, Flotilla]]" = {}
    flotillas: Flotillas = msgspec.field(default_factory=Flotillas)
    crews: "dict[Flotilla, list[int]] | None" = None
    voyages: Voyages | None = None
    havens: dict[tuple[str, int, Province | None], list[Place]] = {}
    aided: dict[tuple[str, Place], Aided] = {}
    written: dict[str, Written] = {}
    backing: dict[Unit, dict[str, tuple[Piece, Aims]]] = {}


class Ask:
    """What every question is asked with: the variant, the position, and what follows from them."""

    def __init__(self, variant: Variant, state: State) -> None:
        self.variant = variant
        self.state = state
        self.rules: Ruleset = variant.rules
        if variant.fixed:
            self.map, self.province, self.moves, self.lends, self.at_sea = variant.fixed
        self._mandates: dict[Seat, Mandate] = {}
        self._charges: dict[Power, tuple[Charge, ...]] = {}
        self._charged: dict[Seat, dict[int | Subject, Charge]] = {}
        self.whole: Ask | None = None

    @kept
    def scopes(self) -> "dict[str, Ask]":
        """The position as the rules of each board see it, as it was asked for."""
        return {}

    @kept
    def answers(self) -> "dict[Callable[[Ask], Any], Any]":
        """What functions said of the position."""
        return {}

    def once(self, say: "Callable[[Ask], T]") -> T:
        """What a function says of the position, which it is asked once."""
        if say not in self.answers:
            self.answers[say] = say(self)
        found: T = self.answers[say]
        return found

    @kept
    def sound(self) -> dict[int, Ballot]:
        """Ballots by their units, of which whoever filed them knows that the map allows them."""
        return {}

    @kept
    def seas(self) -> Seas:
        """What was worked out about convoys so far."""
        return Seas()

    def seen_by(self, variant: Variant, state: State) -> "Ask":
        """The same position as one of several rule books at the table sees it.

        What follows from the board and the units is shared; seats and memory are the book's.
        """
        for index in SHARED:
            getattr(self, index)
        seen = Ask(variant, state)
        seen.__dict__ |= self.__dict__ | {"variant": variant, "state": state, "whole": self}
        seen._mandates, seen._charged = {}, {}
        for own in ("rule", "sound", "answers"):
            seen.__dict__.pop(own, None)
        return seen

    def with_state(self, state: State) -> "Ask":
        """Another position of the same game, asked with the same rules."""
        found = Ask(self.variant, state)
        if self.whole is not None:
            whole = widened(self.whole.state, state, *self.variant.boards)
            found.whole = self.whole.with_state(whole)
        return found

    def later(self, state: State) -> "Ask":
        """A later position of the same turn; what follows from the units is kept while they stay.

        That is asked of the whole table, by default rules of the map alone.
        """
        found, now = Ask(self.variant, state), self.state
        stay = state.units is now.units and state.dislodged is now.dislodged
        if stay and self.rules.is_default("map") and not self.variant.map.seasonal:
            mine = self.__dict__
            found.__dict__ |= {index: mine[index] for index in SHARED & mine.keys()}
        return found

    def governs(self, board: str) -> bool:
        """Whether the rules that are asked with are those of a board."""
        return not self.variant.boards or board in self.variant.boards

    def win_at(self) -> int:
        """The number that wins, by the finished rules."""
        return self.rules.win_at(self)

    def kind(self, letter: str) -> Kind:
        """The kind of piece that a letter stands for."""
        return self.variant.kinds[letter]

    @kept
    def rule(self) -> "PhaseRule":
        """The rule of the present phase."""
        return self.rules.phases[self.state.phase.kind]

    @kept
    def map(self) -> Map:
        """The board as it is now, each of its boards as its own rules have it."""
        board = self.variant.map
        for name in self.variant.map.boards:
            board = self.rules.map(self, name, board)
        return board

    @kept
    def province(self) -> dict[Place, Province]:
        """The province of every place."""
        return self.map.province

    @kept
    def moves(self) -> Moves:
        """For each kind, where a unit gets from each place by itself."""
        variant = self.variant
        return variant.moves if self.map is variant.map else moves_on(self.map, variant.kinds)

    @kept
    def ways(self) -> Ways:
        """For each kind, the provinces to which a unit gets from each place, and where there."""
        variant = self.variant
        return variant.ways if self.map is variant.map else ways_on(self.map, variant.kinds)

    def aided(self, kind: str, place: Place) -> Aided:
        """For each unit, by kind and place, in what one could support it by what lies near."""
        known = self.variant.aided if self.map is self.variant.map else self.seas.aided
        if (kind, place) not in known:
            known[kind, place] = aided_from(self.ways, self.province, self.lends[kind].get(place))
        return known[kind, place]

    @kept
    def written(self) -> dict[str, Written]:
        """The texts of what units can do by what lies near, by their names, as it was asked for."""
        return self.variant.written if self.map is self.variant.map else self.seas.written

    @kept
    def flotillas(self) -> Flotillas:
        """What is known of fleets that hang together on the board as it is."""
        return self.variant.flotillas if self.map is self.variant.map else self.seas.flotillas

    @kept
    def lends(self) -> Loans:
        """For each kind, the provinces into which a unit at each place can lend support."""
        variant = self.variant
        return variant.loans if self.map is variant.map else loans_on(self.map, variant.kinds)

    @kept
    def at(self) -> dict[Province, list[Unit]]:
        """The units that stand in each province."""
        province, units = self.province, self.state.units
        return placed(units, [province[unit.place] for unit in units])

    @kept
    def units_of(self) -> dict[Power, list[Unit]]:
        """The units on the board of each power that has any."""
        found: dict[Power, list[Unit]] = {}
        for unit in self.state.units:
            power = unit.power
            if power in found:
                found[power].append(unit)
            else:
                found[power] = [unit]
        return found

    def charges(self, power: Power) -> "tuple[Charge, ...]":
        """What must be decided for a power in this phase."""
        if power not in self._charges:
            self._charges[power] = self.rule.subjects(self, power)
        return self._charges[power]

    @kept
    def subjects(self) -> "dict[int, Subject]":
        """What is decided where each unit on the board is given orders, by its id."""
        return {unit.id: Subject(unit.power, unit.id) for unit in self.state.units}

    def mandate(self, seat: Seat) -> "Mandate":
        """All that a seat may order in this phase."""
        if seat not in self._mandates:
            self._mandates[seat] = self.rules.mandate(self, seat)
        return self._mandates[seat]

    def charged(self, seat: Seat) -> "dict[int | Subject, Charge]":
        """The charges of a seat by their subjects; units by their numbers, which is quicker."""
        found = self._charged.get(seat)
        if found is None:
            charges = self.mandate(seat).charges
            found = self._charged[seat] = {c.subject.unit or c.subject: c for c in charges}
        return found

    @kept
    def standing(self) -> dict[tuple[str, Place], list[Unit]]:
        """The units of each kind that stand on each place."""
        units = self.state.units
        return placed(units, [(unit.kind, unit.place) for unit in units])

    @kept
    def pieces(self) -> list[tuple[str, Piece]]:
        """How orders name each unit on the board, as text and as value, by rank."""
        pieces = [self.piece(unit) for unit in self.state.units]
        return [(str(piece), piece) for piece in pieces]

    @kept
    def called(self) -> dict[int, str]:
        """How orders name each unit, the dislodged ones too, by its id."""
        names = self.names
        if not self.state.dislodged and len({*names}) == len(names):
            return dict(zip([unit.id for unit in self.state.units], names, strict=True))
        return {number: str(self.piece(unit)) for number, unit in self.unit.items()}

    @kept
    def names(self) -> list[str]:
        """Each unit on the board by kind and place, by rank."""
        return [f"{unit.kind} {unit.place}" for unit in self.state.units]

    @kept
    def rank(self) -> dict[int, int]:
        """The number of each unit on the board, in the order of the position."""
        return {unit.id: n for n, unit in enumerate(self.state.units)}

    @kept
    def unit(self) -> dict[int, Unit]:
        """Every unit, the dislodged ones too, by its id."""
        found = {unit.id: unit for unit in self.state.units}
        found.update((d.unit.id, d.unit) for d in self.state.dislodged)
        return found

    @kept
    def at_sea(self) -> frozenset[tuple[str, Place]]:
        """The kinds and places of units that could carry others."""
        variant = self.variant
        own = self.map is variant.map
        return variant.at_sea if own else carrying_on(self.map, variant.kinds)

    @kept
    def carriers(self) -> dict[str, dict[Province, Unit]]:
        """For each kind that can be carried, the units at sea that could carry it, by province."""
        found: dict[str, dict[Province, Unit]] = {}
        at_sea, province, kinds = self.at_sea, self.province, self.variant.kinds
        for unit in [u for u in self.state.units if (u.kind, u.place) in at_sea]:
            for letter in sorted(kinds[unit.kind].carries):
                found.setdefault(letter, {})[province[unit.place]] = unit
        return found

    def named(self, piece: Piece) -> Unit | None:
        """The unit on the board that a piece names, if there is one."""
        units = self.standing.get((piece.kind, piece.place))
        if not units or piece.power is None:
            return units[0] if units else None
        return next((unit for unit in units if unit.power == piece.power), None)

    def piece(self, unit: Unit, part: str = "") -> Piece:
        """How orders name a unit, or a part of it; with its power where that would be unclear."""
        alike = self.standing.get((unit.kind, unit.place), ())
        if len(alike) == 1 and alike[0] is unit:
            return Piece(unit.kind, unit.place, part)
        if unit not in alike:
            alike = [
                d.unit for d in self.state.dislodged if Piece(unit.kind, unit.place).means(d.unit)
            ]
        return Piece(unit.kind, unit.place, part, unit.power if len(alike) > 1 else None)

    def has_room(self, unit: Unit, province: Province) -> bool:
        """Whether a unit may stand in a province with those that stand there."""
        there = self.at.get(province)
        if there is None or self.rules.defaults["contests"]:
            return there is None
        mine = force_of(unit)
        return not any(self.rules.contests(self, mine, force_of(u), province) for u in there)

    def alive(self, power: Power) -> bool:
        """Whether a power still has a unit or a center."""
        return bool(self.state.centers(power)) or power in self.units_of


def force_of(unit: Unit) -> Force:
    """A unit by itself, as the question who contests whom knows it."""
    return Force(unit.power, (unit,), unit.place, Hold(Piece(unit.kind, unit.place)))
