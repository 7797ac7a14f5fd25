"""Edges: where a piece may go, what else the border serves, and what it crosses."""

from typing import NewType

from msgspec import Struct

Place = NewType("Place", str)
"""Where a piece stands: `par`, `stp/nc`, `3:par`. Only `geo` knows how these are made."""

Province = NewType("Province", str)
"""The id of a space on the board; a place without its coast."""

LAND = "land"
SEA = "sea"
COAST = "coast"

MOVE = "move"
SUPPORT = "support"
CONVOY = "convoy"


class Edge(Struct, frozen=True):
    """A border between two places, open to some modes of travel and some uses.

    A one-way edge leads from `a` to `b` only.
    """

    a: Place
    b: Place
    modes: frozenset[str]
    uses: frozenset[str]
    crossing: str = ""
    one_way: bool = False

    def reversed(self) -> "Edge":
        """The same border seen from the other side."""
        return Edge(self.b, self.a, self.modes, self.uses, self.crossing, self.one_way)
