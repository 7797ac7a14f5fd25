"""Phases: when orders are due, in an order that never repeats."""

import re

from msgspec import Struct

from dragoman.errors import RequestError, shown

SPRING, FALL, WINTER = "S", "F", "W"
MOVEMENT, RETREAT, ADJUSTMENT = "M", "R", "A"

_SEASONS = (SPRING, FALL, WINTER)
_KINDS = "PDMRA"
_CODE = re.compile(r"([SFW])(\d{1,6})([A-Z])(?:\.(\d{1,6}))?")


class Phase(Struct, frozen=True):
    """A season of a year, the kind of orders due, and a step where a kind comes repeatedly."""

    year: int
    season: str
    kind: str
    step: int = 0

    def __str__(self) -> str:
        step = f".{self.step}" if self.step else ""
        return f"{self.season}{self.year}{self.kind}{step}"

    def __lt__(self, other: "Phase") -> bool:
        return self.rank < other.rank

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What orders phases in time."""
        return (self.year, _SEASONS.index(self.season), _KINDS.find(self.kind), self.step)


def read_phase(code: str) -> Phase:
    """The phase that a code names.

    >>> read_phase("S1901M")
    Phase(year=1901, season='S', kind='M', step=0)
    """
    match = _CODE.fullmatch(code.strip().upper())
    if not match:
        right = "write season, year, kind, such as S1901M, F1902R, W1903A"
        raise RequestError(f"{shown(code)} is not a phase: {right}")
    season, year, kind, step = match.groups()
    return Phase(int(year), season, kind, int(step or 0))


def is_possible(phase: Phase) -> bool:
    """Whether such a phase can come: movement in Spring and Fall, adjustments in Winter."""
    if phase.kind in (MOVEMENT, RETREAT):
        return phase.season in (SPRING, FALL) and not phase.step
    return phase.season in _SEASONS and (phase.kind != ADJUSTMENT or phase.season == WINTER)
