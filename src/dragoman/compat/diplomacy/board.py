"""The board of a game as programs for the package read it: capitals, coasts, neighbors, phases."""

import re
from functools import cached_property

from dragoman.geo import COASTAL, IMPASSABLE, INLAND, MOVE, SUPPORT, WATER, Place, Province
from dragoman.record.diplomacy_json import phase_code
from dragoman.rules import Lots, Variant, playable

TYPES = {INLAND: "LAND", COASTAL: "COAST", WATER: "WATER", IMPASSABLE: "SHUT"}
SEASONS = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
KINDS = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
SEQUENCE = [
    *("NEWYEAR", "SPRING MOVEMENT", "SPRING RETREATS"),
    *("FALL MOVEMENT", "FALL RETREATS", "WINTER ADJUSTMENTS"),
]
PHASES = [("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A")]


def long_name(code: str) -> str:
    """A phase in full.

    >>> long_name("S1901M"), long_name("COMPLETED")
    ('SPRING 1901 MOVEMENT', 'COMPLETED')
    """
    if code in ("FORMING", "COMPLETED"):
        return code
    return f"{SEASONS[code[0]]} {code[1:-1]} {KINDS[code[-1]]}"


def short_name(name: str) -> str:
    """The code of a phase that is written in full.

    >>> short_name("FALL 1902 RETREATS"), short_name("COMPLETED")
    ('F1902R', 'COMPLETED')
    """
    season, _, rest = name.partition(" ")
    year, _, kind = rest.partition(" ")
    return f"{season[0]}{year}{kind[0]}" if kind else name


class Map:
    """The board of a variant; names are those of the package."""

    def __init__(self, variant: Variant | str = "standard") -> None:
        if isinstance(variant, str):
            from dragoman.variants import load

            variant = load(variant)
        self.variant, self.board = variant, variant.map
        opening = variant.rules.opening(variant, (), Lots("opening"))
        self.name = self.root_map = variant.id
        self.powers = [power.upper() for power in playable(variant.powers)]
        self.homes = {p.upper(): _capitals(opening.homes.get(p, ())) for p in variant.powers}
        self.centers = {p.upper(): _capitals(opening.centers(p)) for p in variant.powers}
        self.units = {
            p.upper(): [f"{u.kind} {u.place}".upper() for u in opening.forces_of(p)]
            for p in variant.powers
        }
        owned = [c for row in self.homes.values() for c in row]
        self.scs = list(dict.fromkeys([*owned, *_capitals(self.board.centers)]))
        self.first_year = opening.phase.year
        self.phase = long_name(phase_code(opening.phase))
        self.victory = [variant.numbers["win_at"]]
        self.seq, self.flow_sign = list(SEQUENCE), 1
        self.flow = ["SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS"]
        self.own_word = {
            p.upper(): (info.adjective or p).upper() for p, info in variant.powers.items()
        }
        self.pow_name = {power: power for power in self.powers}

    @cached_property
    def locs(self) -> list[str]:
        """Every place; a province with several coasts is written small, as the package does."""
        return [name for space in self.board.spaces.values() for name in self._written(space.id)]

    def _written(self, province: Province) -> list[str]:
        space = self.board.spaces[province]
        return [*_capitals(space.coasts), str(province)] if space.coasts else [province.upper()]

    @cached_property
    def loc_type(self) -> dict[str, str]:
        """What kind of place each is: LAND, COAST, WATER or SHUT."""
        return {
            name: TYPES[space.kind]
            for space in self.board.spaces.values()
            for name in self._written(space.id)
        }

    @cached_property
    def loc_coasts(self) -> dict[str, list[str]]:
        """Every province with its coasts and itself."""
        found: dict[str, list[str]] = {}
        for space in self.board.spaces.values():
            names = [*_capitals(space.coasts), space.id.upper()]
            found |= dict.fromkeys(names, names)
        return found

    @cached_property
    def loc_name(self) -> dict[str, str]:
        """The abbreviation of every full name."""
        return {space.name.upper(): space.id.upper() for space in self.board.spaces.values()}

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What stands for what in an order: full names of provinces, and of armies and fleets."""
        kinds = {kind.name.upper(): letter for letter, kind in self.variant.kinds.items()}
        return self.loc_name | kinds

    def norm(self, phrase: str) -> str:
        """A phrase in capitals, with spaces about its dashes and abbreviations for full names."""
        text = " ".join(re.sub(r"\s*(->|-)\s*", " - ", phrase.upper()).split())
        for name in sorted(self.aliases, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.aliases[name], text)
        return text

    def with_dashes(self, order: str) -> str:
        """An order with the dash that may be left out: `A PAR BUR`, `F ENG C A LON BRE`."""
        words = order.split(" ")
        for at in range(len(words) - 1, 1, -1):
            moves = words[at - 2].upper() in self.variant.kinds
            if moves and all(word.upper() in self.loc_coasts for word in words[at - 1 : at + 1]):
                words.insert(at, "-")
        return " ".join(words)

    @cached_property
    def loc_abut(self) -> dict[str, list[str]]:
        """The neighbors of every place, by any kind of unit."""
        return {name: self._near(Place(name.lower())) for name in self.locs}

    def _near(self, place: Place) -> list[str]:
        kinds, found = self.variant.kinds.values(), dict[Place, None]()
        here = self.board.province.get(place)
        whole = here is not None and place == Place(here)
        for kind in kinds:
            reach = self.board.reach(kind.modes, MOVE, coasts=kind.coasts)
            starts = self.board.spaces[here].places if whole and here else (place,)
            for start in starts:
                if kind.coasts or start == place:
                    found |= dict.fromkeys(reach.get(start, ()))
        return sorted({self._plain(to) for to in found})

    def _plain(self, to: Place) -> str:
        return to.upper()

    @cached_property
    def dest_with_coasts(self) -> dict[str, list[str]]:
        """The neighbors of every place, their provinces and their coasts."""
        return {
            name.upper(): sorted({c for n in near for c in (n, self.root(n))})
            for name, near in self.loc_abut.items()
        }

    def root(self, loc: str) -> str:
        """The province of a place."""
        return loc.upper()[:3] if "/" not in loc else loc.upper().partition("/")[0]

    def abut_list(self, site: str, incl_no_coast: bool = False) -> list[str]:
        """The places next to a place."""
        near = self.loc_abut.get(site) or self.loc_abut.get(site.lower(), [])
        roots = [self.root(n) for n in near if "/" in n] if incl_no_coast else []
        return list(dict.fromkeys([*near, *roots]))

    def find_coasts(self, loc: str) -> list[str]:
        """A province with its coasts."""
        return list(self.loc_coasts.get(loc.upper(), []))

    def area_type(self, loc: str, no_coast_ok: bool = False) -> str | None:
        """What kind of place this is."""
        return self.loc_type.get(loc.upper()) or self.loc_type.get(loc.lower())

    def is_valid_unit(self, unit: str, no_coast_ok: bool = False, shut_ok: bool = False) -> bool:
        """Whether a unit such as `F STP/NC` could stand on the board."""
        kind, _, at = unit.removeprefix("*").partition(" ")
        if kind not in self.variant.kinds:
            return False
        stands = self.variant.moves[kind]
        coasts = self.loc_coasts.get(at.upper(), []) if no_coast_ok else []
        return any(Place(name.lower()) in stands for name in (at, *coasts))

    def abuts(self, unit_type: str, unit_loc: str, order_type: str, other_loc: str) -> int:
        """1 if a unit could go (`-`), support (`S`) or carry (`C`) into another place, else 0."""
        kind = self.variant.kinds.get(unit_type)
        here, there = Place(unit_loc.lower()), Place(other_loc.lower())
        if kind is None or here not in self.board.province or there not in self.board.province:
            return 0
        if order_type == "S":
            lent = self.board.reach_provinces(kind.modes, SUPPORT, coasts=kind.coasts)
            return int(self.board.province[there] in lent.get(here, ()))
        return int(there in self.board.reach(kind.modes, MOVE, coasts=kind.coasts).get(here, ()))

    def phase_abbr(self, phase: str, default: str = "?????") -> str:
        """The code of a phase that is written in full."""
        return short_name(phase) or default

    def phase_long(self, phase_abbr: str, default: str = "?????") -> str:
        """A phase in full."""
        return long_name(phase_abbr) if len(phase_abbr) > 5 else default

    def find_next_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """The phase after another, whatever happens in it; of one kind, if that is given."""
        return self._along(phase, 1, phase_type, skip)

    def find_previous_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """The phase before another."""
        return self._along(phase, -1, phase_type, skip)

    def _along(self, phase: str, step: int, kind: str | None, skip: int) -> str:
        code = short_name(phase)
        if code in ("FORMING", "COMPLETED"):
            return phase
        year, at = int(code[1:-1]), PHASES.index((code[0], code[-1]))
        while True:
            at += step
            year, at = year + at // len(PHASES), at % len(PHASES)
            if kind in (None, PHASES[at][1]):
                if not skip:
                    return long_name(f"{PHASES[at][0]}{year:04}{PHASES[at][1]}")
                skip -= 1

    def compare_phases(self, phase1: str, phase2: str) -> int:
        """-1, 0 or 1, as the first phase comes before, is, or comes after the second."""
        first, second = (self._rank(phase) for phase in (phase1, phase2))
        return (first > second) - (first < second)

    def _rank(self, phase: str) -> tuple[int, int]:
        code = short_name(phase)
        if code in ("FORMING", "COMPLETED"):
            return (-1 if code == "FORMING" else 10**9, 0)
        return int(code[1:-1]), PHASES.index((code[0], code[-1]))


def _capitals(places: tuple[Province, ...] | tuple[Place, ...]) -> list[str]:
    return [place.upper() for place in places]
