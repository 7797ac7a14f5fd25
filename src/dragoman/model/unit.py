"""Pieces: the kinds there are, the units that stand on the board, and how an order names one."""

from typing import NewType

from msgspec import Struct

from dragoman.geo import LAND, SEA, Place
from dragoman.model.sign import Sign

Power = NewType("Power", str)
"""A country, as the variant names it: `France`, `France@4`."""

Seat = NewType("Seat", str)
"""A place at the table; it holds any set of powers."""


class Kind(Struct, frozen=True):
    """A sort of piece. Armies, fleets and whatever a variant adds are rows of this, not classes.

    `glyph` names a picture that is known (army, fleet), `sign` is one of the kind's own. A kind
    that stands with another unit may be shown by its `beside`, a small flag on that one. Of a kind
    that has a `most` no power ever has more.
    """

    letter: str
    name: str
    modes: frozenset[str]
    coasts: bool = False
    carries: frozenset[str] = frozenset()
    needs_supply: bool = True
    captures: bool = True
    splits_into: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    glyph: str = ""
    sign: Sign | None = None
    beside: Sign | None = None
    most: int | None = None


ARMY = Kind("A", "army", frozenset({LAND}), also=("army", "armies"), glyph="army")
FLEET = Kind(
    "F",
    "fleet",
    frozenset({SEA}),
    coasts=True,
    carries=frozenset({"A"}),
    also=("fleet", "fleets"),
    glyph="fleet",
)


class Unit(Struct, frozen=True, gc=False):
    """A piece on the board; its id stays the same for the whole game."""

    id: int
    power: Power
    kind: str
    place: Place
    marks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Unit {self.id} {self.power} {self}>"

    def __str__(self) -> str:
        if self.marks:
            return f"{self.kind} {self.place} [{', '.join(self.marks)}]"
        return f"{self.kind} {self.place}"


class Piece(Struct, frozen=True, gc=False, cache_hash=True):
    """How an order names a unit: kind and place, and which part of it when it is divided.

    The power is named only where several units of a kind stand on one place.
    """

    kind: str
    place: Place
    part: str = ""
    power: Power | None = None

    def __repr__(self) -> str:
        return f"<Piece {self}>"

    def __str__(self) -> str:
        named = (
            f"{self.kind} {self.place} ({self.part})" if self.part else f"{self.kind} {self.place}"
        )
        return f"{self.power} {named}" if self.power else named

    def means(self, unit: Unit) -> bool:
        """Whether this is how a unit may be named."""
        alike = self.kind == unit.kind and self.place == unit.place
        return alike and self.power in (None, unit.power)
