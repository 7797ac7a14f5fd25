"""Boards, read from map files anew: spaces, and who touches whom."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

MAPS = Path(__file__).parents[2] / "src" / "dragoman" / "maps"

HOMES = {
    "Austria": ("bud", "tri", "vie"),
    "England": ("edi", "lon", "lvp"),
    "France": ("bre", "mar", "par"),
    "Germany": ("ber", "kie", "mun"),
    "Italy": ("nap", "rom", "ven"),
    "Russia": ("mos", "sev", "stp", "war"),
    "Turkey": ("ank", "con", "smy"),
}
"""The home centers of the usual seven."""

Border = frozenset[str]


def province(place: str) -> str:
    """The province of a place: what stands before its coast."""
    return place.partition("/")[0]


@dataclass
class Board:
    """Spaces by kind, and the borders of armies (by province) and of fleets (by coast)."""

    kind: dict[str, str] = field(default_factory=dict)
    sort: dict[str, str] = field(default_factory=dict)
    centers: set[str] = field(default_factory=set)
    boxes: set[str] = field(default_factory=set)
    army: dict[str, set[str]] = field(default_factory=dict)
    fleet: dict[str, set[str]] = field(default_factory=dict)
    crossings: list[set[Border]] = field(default_factory=list)

    def near(self, kind: str, place: str) -> set[str]:
        """Where an army or a fleet can go by itself."""
        if kind == "A":
            return self.army.get(province(place), set())
        return self.fleet.get(place, set())

    def coasts(self, where: str) -> list[str]:
        """The places of a province where fleets can be."""
        return sorted(p for p in self.fleet if province(p) == where)

    def shores(self, sea: str) -> set[str]:
        """The coastal provinces at a sea."""
        return {province(p) for p in self.fleet[sea] if self.kind[province(p)] == "coast"}

    def seas(self, sea: str) -> set[str]:
        """The seas beside a sea."""
        return {p for p in self.fleet[sea] if self.kind.get(p) == "sea"}

    def is_deep(self, place: str) -> bool:
        """Whether a fleet there can carry armies."""
        return self.kind[province(place)] == "sea" and province(place) not in self.boxes

    def may_support(self, kind: str, place: str, into: str) -> bool:
        """Whether a unit can support into a province."""
        return into in {province(p) for p in self.near(kind, place)}

    def may_carry(self, fleets: Iterable[str], start: str) -> bool:
        """Whether these fleets together may make up one convoy."""
        return True

    def name(self, where: str) -> tuple[str, str]:
        """What a province is filed under."""
        return self.sort[where], where


@cache
def load(name: str) -> Board:
    """The board of a map file."""
    board, here = Board(), ""
    for line in (MAPS / name / "map.txt").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if line.startswith("@crossing"):
            pairs = [frozenset(w.split("-")) for w in words if "-" in w]
            board.crossings.append(set(pairs))
        elif line[:1].isalpha():
            here = _space(board, words)
        elif words and words[0] == "army":
            board.army[here] = set(words[1:])
        elif words and words[0].startswith("fleet"):
            board.fleet[here + words[0][len("fleet") :]] = set(words[1:])
        elif words and words[0] == "sort":
            board.sort[here] = " ".join(words[1:]).lower()
    return board


def _space(board: Board, words: list[str]) -> str:
    here, board.kind[words[0]] = words[0], words[1]
    if "center" in words[:4]:
        board.centers.add(here)
    if "noconvoy" in words[:4]:
        board.boxes.add(here)
    marks = {"center", "noconvoy"}
    board.sort[here] = " ".join(w for w in words[2:] if w not in marks).lower()
    return here
