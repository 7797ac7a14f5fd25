"""The units that an order can mean, and what an order that names one poorly means."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from dragoman.geo import Province
from dragoman.model import NEW_PIECE, RETREAT, Kind, Move, Piece, Power, Retreat, State, Unit
from dragoman.notation.language import Language


class Named(NamedTuple):
    """A unit as a text names it; no letters if the text leaves its kind out."""

    letters: tuple[str, ...]
    province: Province
    coast: str
    part: str
    at: int
    power: Power | None = None


class Roster:
    """The units of a position that can be ordered in its phase."""

    def __init__(self, language: Language, state: State) -> None:
        self.language = language
        self.state = state
        self.phase = state.phase.kind
        self.units = _orderable(state)
        self.bare = language.bare(self.phase)
        # There, an order without a verb is no unit but a list of something else.
        self.is_list = self.bare is not None and self.bare.takes[:1] != (NEW_PIECE,)
        self.march: type[Move | Retreat] = Retreat if self.phase == RETREAT else Move
        self.read_before = language.read_before[self.phase]
        keys = [(u.kind, u.place) for u in self.units]
        self.alone = dict.fromkeys(keys)
        """The kinds and places by which one unit and no other is called."""
        self.alike: set[tuple[str, str]] = set()
        if len(self.alone) < len(keys):
            self.alike = {key for key, n in Counter(keys).items() if n > 1}
            self.alone = dict.fromkeys(key for key in keys if key not in self.alike)

    @cached_property
    def pieces(self) -> dict[tuple[str, str], Piece]:
        """The units that no other is called like, by kind and place in lower case."""
        known = self.language.known
        found = [known[key] for key in self.alone if key in known]
        return {(piece.kind.lower(), piece.place): piece for piece in found}

    @cached_property
    def here(self) -> dict[Province, list[Unit]]:
        """The units that stand in each province."""
        found: dict[Province, list[Unit]] = {}
        for unit in self.units:
            found.setdefault(self.language.map.province[unit.place], []).append(unit)
        return found

    def powers_at(self, province: Province) -> set[Power]:
        """The powers that have a unit in a province."""
        return {unit.power for unit in self.here.get(province, ())}

    def units_named(self, named: Named, owners: Sequence[Power]) -> list[Unit]:
        """The units that a name means, one for each letter where several stand together."""
        here = self.here.get(named.province, [])
        if len(here) < 2:
            return here
        owners = (named.power,) if named.power else owners
        if not named.letters:
            return [u for u in here if u.power in owners] or here
        alike = ([u for u in here if u.kind == letter] for letter in named.letters)
        return [self._likest(units, named, owners) for units in alike if units]

    def _likest(self, units: list[Unit], named: Named, owners: Sequence[Power]) -> Unit:
        coast = self.language.coasts.get((named.province, named.coast))
        return min(units, key=lambda u: (u.place != coast, u.power not in owners))

    def ordered(self, named: Named, owners: Sequence[Power]) -> list[Piece]:
        """The pieces that a name orders, whatever kind or coast was written (DATC 4.B.5, 4.C.2).

        Of several that are called alike, it is the one of the power that is named, or an own one.
        Where a word means two, one that is not there is ordered as written.
        """
        units = self.units_named(named, owners)
        there = {unit.kind: self.piece(unit, named.part) for unit in units}
        if len(named.letters) < 2:
            return list(there.values()) or self.written(named)
        return [there.get(piece.kind, piece) for piece in self.written(named)]

    def parted(self, named: Named) -> Named:
        """A name with its part, where its kind is that of a part of the unit: `F iro` for a CG."""
        kinds = self.language.kinds
        here = self.here.get(named.province, ())
        for letter in named.letters:
            if any(letter in kinds[unit.kind].splits_into for unit in here):
                return named._replace(part=named.part or kinds[letter].name)
        return named

    def piece(self, unit: Unit, part: str) -> Piece:
        """How orders name a unit; with its power where another of its kind stands there too."""
        power = unit.power if (unit.kind, unit.place) in self.alike else None
        return Piece(unit.kind, unit.place, self._part(unit.kind, part), power)

    def other(self, named: Named) -> Piece:
        """The piece that a support or convoy is for; of several, the first by kind."""
        units = self.units_named(named, ())
        pieces = [self.piece(unit, named.part) for unit in units] or self.written(named)
        rank = list(self.language.kinds)
        return pieces[0] if named.letters else min(pieces, key=lambda p: rank.index(p.kind))

    def written(self, named: Named) -> list[Piece]:
        """The pieces exactly as written, where no such unit stands."""
        letters = named.letters or (self._guess(named).letter,)
        stand = self.language.stand
        return [
            Piece(k, stand(k, named.province, named.coast), self._part(k, named.part))
            for k in letters
        ]

    def _guess(self, named: Named) -> Kind:
        fit = self.language.residents(named.province, named.coast)
        return next(iter(fit or self.language.kinds.values()))

    def _part(self, letter: str, part: str) -> str:
        return part if self.language.kinds[letter].splits_into else ""


def _orderable(state: State) -> tuple[Unit, ...]:
    """The dislodged units while retreats are due, otherwise those on the board."""
    if state.phase.kind == RETREAT:
        return tuple(dislodged.unit for dislodged in state.dislodged)
    return state.units


def roster_of(language: Language, state: State) -> Roster:
    """The roster of a position; the last one is kept, since orders come many to a position."""
    last: Roster | None = language.__dict__.get("last_roster")
    if last is None or last.state is not state:
        last = language.__dict__["last_roster"] = Roster(language, state)
    return last
