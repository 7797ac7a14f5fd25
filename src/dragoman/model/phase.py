"""Phases: when orders are due; and the year, which says in what order they come."""

import re
from functools import cached_property, lru_cache

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError, shown

SPRING, FALL, WINTER = "S", "F", "W"
MOVEMENT, RETREAT, ADJUSTMENT = "M", "R", "A"

_CODE = re.compile(r"([A-Z])(\d{1,6})([A-Z])(?:\.(\d{1,6}))?")


class Phase(Struct, frozen=True):
    """A season of a year, the kind of orders due, and a step where a kind comes repeatedly."""

    year: int
    season: str
    kind: str
    step: int = 0

    def __str__(self) -> str:
        step = f".{self.step}" if self.step else ""
        return f"{self.season}{self.year}{self.kind}{step}"


@lru_cache(maxsize=1024)
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


class Season(Struct, frozen=True):
    """A season: the letter of its codes, and its name."""

    letter: str
    name: str


class PhaseKind(Struct, frozen=True):
    """A kind of phase: the letter of its codes, its name, and where in the year it stands.

    One that a module brings comes `before` another kind, in the seasons and years that the module
    says. There, an order that names no verb has the verb `bare`.
    """

    letter: str
    name: str
    before: str = ""
    bare: str = ""


Slot = tuple[str, str]
"""A season and a kind of phase, by their letters."""


class Year(Struct, frozen=True, dict=True):
    """The phases of a year in their order, and after which seasons centers change hands.

    `kinds` are those of the regular phases and those that modules bring, which come besides.
    """

    seasons: tuple[Season, ...] = (
        Season(SPRING, "Spring"),
        Season(FALL, "Fall"),
        Season(WINTER, "Winter"),
    )
    kinds: tuple[PhaseKind, ...] = (
        PhaseKind(MOVEMENT, "movement"),
        PhaseKind(RETREAT, "retreats"),
        PhaseKind(ADJUSTMENT, "adjustments"),
    )
    phases: tuple[Slot, ...] = (
        (SPRING, MOVEMENT),
        (SPRING, RETREAT),
        (FALL, MOVEMENT),
        (FALL, RETREAT),
        (WINTER, ADJUSTMENT),
    )
    captures: tuple[str, ...] = (FALL,)

    @cached_property
    def kind(self) -> dict[str, PhaseKind]:
        """The kinds of phase by letter."""
        return {kind.letter: kind for kind in self.kinds}

    @cached_property
    def name(self) -> dict[str, str]:
        """The names of the seasons by letter."""
        return {season.letter: season.name for season in self.seasons}

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The phases that a year can have, those of the modules before what they come before."""
        extra = [kind for kind in self.kinds if kind.before]
        return tuple(
            slot
            for season, kind in self.phases
            for slot in (*((season, k.letter) for k in extra if k.before == kind), (season, kind))
        )

    def has(self, phase: Phase) -> bool:
        """Whether such a phase can come; only a kind that a module brings comes in steps."""
        slot = (phase.season, phase.kind)
        return slot in self.slots and (not phase.step or slot not in self.phases)

    def rank(self, phase: Phase) -> tuple[int, int, int]:
        """What orders phases in time."""
        return (phase.year, self.slots.index((phase.season, phase.kind)), phase.step)

    def after(self, phase: Phase) -> Phase:
        """The regular phase that follows."""
        slot = (phase.season, phase.kind)
        if slot not in self.phases:
            return Phase(phase.year, phase.season, self.kind[phase.kind].before)
        season, kind = self.phases[(self.phases.index(slot) + 1) % len(self.phases)]
        return Phase(phase.year + (slot == self.phases[-1]), season, kind)

    def settles(self, phase: Phase) -> bool:
        """Whether centers change hands after the season of a phase."""
        return phase.season in self.captures

    def is_first(self, phase: Phase) -> bool:
        """Whether a phase is of the year's first season."""
        return phase.season == self.phases[0][0]

    def is_last(self, phase: Phase) -> bool:
        """Whether a phase is of the last season in which units move."""
        return phase.season == [s for s, kind in self.phases if kind == MOVEMENT][-1]

    def with_kinds(self, *kinds: PhaseKind) -> "Year":
        """This year with further kinds of phase."""
        return msgspec.structs.replace(self, kinds=tuple(dict.fromkeys((*self.kinds, *kinds))))
