"""The field: what a position is like before anybody orders, the same for every seat.

Maps are indexed once, positions once for all seats that see them.
"""

from collections.abc import Iterable
from functools import cached_property

from dragoman.geo import COASTAL, Map, Place, Province
from dragoman.model import Force, Hold, Kind, Piece, Power, Unit
from dragoman.rules import Ask

Ways = tuple[tuple[Place, Province], ...]

MOST_MAPS = 24
"""How many maps are remembered; rules that change the board make new ones all the time."""


class Ground:
    """One kind of piece on one map: its places, and the places near each, over water too.

    Everything is sorted, since sums of fractions depend on the order.
    """

    def __init__(self, board: Map, kind: Kind, moves: dict[Place, frozenset[Place]], sails: bool):
        self.places = sorted(moves)
        self.index = {place: n for n, place in enumerate(self.places)}
        self.provinces = [board.province[place] for place in self.places]
        self.ways: dict[Place, Ways] = {
            place: tuple((to, board.province[to]) for to in sorted(near))
            for place, near in moves.items()
        }
        self.afoot = [self._numbers(moves[place]) for place in self.places]
        self.near = [
            self._numbers({*moves[place], *(ferries(board, place) if sails else ())})
            for place in self.places
        ]
        self.beyond = self._beyond(board)
        self.usual = 1 + sum(map(len, self.near)) / max(1, len(self.near))

    def _beyond(self, board: Map) -> float:
        """How many times as many steps there are as within boards alone."""
        on = [board.spaces[province].board for province in self.provinces]
        steps = [on[k] == on[n] for n, near in enumerate(self.afoot) for k in near]
        return len(steps) / max(1, sum(steps)) if steps else 1.0

    def _numbers(self, places: Iterable[Place]) -> tuple[int, ...]:
        return tuple(self.index[place] for place in sorted(places) if place in self.index)


def ferries(board: Map, place: Place) -> set[Place]:
    """The shores that lie across one water from a place."""
    start, spaces = board.province[place], board.spaces
    if spaces[start].kind != COASTAL:
        return set()
    seas = (sea for sea in board.waters.get(start, ()) if spaces[sea].convoys)
    shores = {shore for sea in seas for shore in board.waters.get(sea, ()) if shore != start}
    return {Place(shore) for shore in shores if spaces[shore].kind == COASTAL}


class GroundCache:
    """The grounds of every map seen lately."""

    def __init__(self) -> None:
        self._maps: dict[tuple[int, int], tuple[object, dict[str, Ground]]] = {}

    def grounds(self, ask: Ask) -> dict[str, Ground]:
        """For each kind of piece, its ground on the board as it is now."""
        # Variants share a map, but not always the pieces upon it.
        key = id(ask.map), id(ask.variant.kinds)
        if key not in self._maps:
            if len(self._maps) >= MOST_MAPS:
                self._maps.clear()
            carried = {letter for kind in ask.variant.kinds.values() for letter in kind.carries}
            found = {
                letter: Ground(ask.map, kind, ask.moves[letter], letter in carried)
                for letter, kind in ask.variant.kinds.items()
            }
            # The two are kept too, so that their numbers stay their own.
            self._maps[key] = ((ask.map, ask.variant.kinds), found)
        return self._maps[key][1]


class Field:
    """A position described in parties: who stands where, how strong, and who could come.

    Each part is made when it is first asked for.
    """

    def __init__(self, ask: Ask, grounds: dict[str, Ground]) -> None:
        self.ask, self.grounds = ask, grounds
        holder = ask.state.holder
        self.party: dict[Power, str] = {p: holder.get(p, f"({p})") for p in ask.variant.powers}

    @cached_property
    def strength(self) -> dict[int, int]:
        """How strong each unit is; a piece that only goes along has no strength."""
        found = dict.fromkeys((unit.id for unit in self.ask.state.units), 0)
        return found | {force.units[0].id: total or 0 for _, force, total in self._mustered}

    @cached_property
    def leader(self) -> dict[int, Unit]:
        """The unit that each piece goes along with."""
        return {u.id: force.units[0] for _, force, _ in self._mustered for u in force.units[1:]}

    @cached_property
    def guard(self) -> dict[Province, Unit]:
        """The unit that would fight for each province."""
        return {p: force.units[0] for p, force, total in self._mustered if total is not None}

    @cached_property
    def _mustered(self) -> list[tuple[Province, Force, int | None]]:
        """Where each force stands that units make which hold, and how strong it is, if at all."""
        ask, found = self.ask, list[tuple[Province, Force, int | None]]()
        for province, units in ask.at.items():
            ordered = [(u, (Hold(Piece(u.kind, u.place)),)) for u in units]
            for force in ask.rules.muster(ask, province, ordered):
                tally = ask.rules.strength(ask, force)
                found.append((province, force, tally.total if tally else None))
        return found

    @cached_property
    def pressure(self) -> dict[Province, dict[str, int]]:
        """The strength that each party could bring to each province."""
        found: dict[Province, dict[str, int]] = {}
        for unit in self.ask.state.units:
            if self.strength[unit.id]:
                self._press(found, unit)
        return found

    def _press(self, found: dict[Province, dict[str, int]], unit: Unit) -> None:
        party, strength = self.party[unit.power], self.strength[unit.id]
        seen = None
        for _, province in self.grounds[unit.kind].ways.get(unit.place, ()):
            if province != seen:
                row = found.setdefault(province, {})
                row[party] = row.get(party, 0) + strength
            # The places of one province follow each other.
            seen = province

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many centers each party has."""
        sizes = dict.fromkeys(self.party.values(), 0)
        for power in self.ask.state.owners.values():
            sizes[self.party[power]] += 1
        return sizes

    def threat(self, province: Province, me: str) -> int:
        """The most strength that one other party could bring to a province."""
        row = self.pressure.get(province)
        return max((s for party, s in row.items() if party != me), default=0) if row else 0
