"""The position: everything the next turn depends on."""

from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.geo import Province
from dragoman.model.phase import Phase
from dragoman.model.unit import Power, Seat, Unit


class Dislodged(Struct, frozen=True):
    """A unit driven out, and the province its attacker came from, which is closed to it."""

    unit: Unit
    by: Province | None = None


class Result(Struct, frozen=True):
    """How a game ended: who won or shares, in what way, and when it counts from if not the end."""

    how: str
    winners: tuple[Seat, ...] = ()
    dated: str = ""


class State(Struct, frozen=True, dict=True):
    """A position. `notes` holds what each module remembers, under the module's name."""

    phase: Phase
    seats: dict[Seat, tuple[Power, ...]]
    units: tuple[Unit, ...] = ()
    owners: dict[Province, Power] = {}
    homes: dict[Power, tuple[Province, ...]] = {}
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: tuple[Province, ...] = ()
    notes: dict[str, Any] = {}
    result: Result | None = None
    last_id: int = 0

    def __hash__(self) -> int:
        return hash(msgspec.json.encode(self, order="deterministic"))

    @cached_property
    def holder(self) -> dict[Power, Seat]:
        """The seat that holds each power; powers nobody holds are left out."""
        return {power: seat for seat, powers in self.seats.items() for power in powers}

    @cached_property
    def holdings(self) -> dict[Power, tuple[Province, ...]]:
        """The centers of each power, sorted."""
        found: dict[Power, list[Province]] = {}
        for province, power in self.owners.items():
            found.setdefault(power, []).append(province)
        return {power: tuple(sorted(provinces)) for power, provinces in found.items()}

    def centers(self, power: Power) -> tuple[Province, ...]:
        """The centers that a power owns."""
        return self.holdings.get(power, ())

    def forces_of(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power on the board."""
        return tuple(u for u in self.units if u.power == power)
