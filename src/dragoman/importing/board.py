"""A board on its way from another program: what its files say, under ids of our own."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from dragoman.errors import DataError

Border = tuple[str, str]
Point = tuple[float, float]

RESERVED = frozenset(
    [
        *("via", "the", "and", "north", "south", "east", "west", "to", "from", "with", "by"),
        *("nc", "sc", "ec", "wc", "ne", "nw", "se", "sw", "coast", "army", "fleet", "hold"),
        *("move", "support", "convoy", "retreat", "disband", "build", "remove", "waive", "place"),
    ]
)
"""Words that orders are written with, so that no province may have them as its id."""


class Site(Struct):
    """A province as a source describes it; without a kind, its borders tell."""

    name: str
    kind: str = ""
    center: bool = False
    also: tuple[str, ...] = ()
    at: Point | None = None
    ferry: bool = False
    """Whether it is a coast on which fleets may convoy."""

    rings: tuple[tuple[Point, ...], ...] = ()
    """Its outline, and its holes, as they are drawn."""


class Nation(Struct):
    """A power as a source describes it; without centers of its own it owns its homes."""

    name: str
    adjective: str = ""
    homes: list[str] = []
    centers: list[str] | None = None
    units: list[str] = []
    color: str = ""
    neutral: bool = False
    """Whether nobody plays it."""


class SourceShape(Struct, frozen=True):
    """An element of a picture with an id: the layer it lies in, and its rings."""

    layer: str
    id: str
    rings: tuple[tuple[Point, ...], ...]


class SourcePicture(Struct, frozen=True):
    """What a picture has: its elements in the order in which they are painted."""

    file: str
    shapes: tuple[SourceShape, ...]
    view: tuple[float, float, float, float] | None = None
    """The window on it that is shown: left, top, right, bottom."""

    notes: tuple[str, ...] = ()
    """What it says of its author and its licence."""


class Imported(Struct):
    """A variant as a source describes it."""

    id: str
    name: str
    format: str
    source: str
    sites: dict[str, Site] = {}
    army: set[Border] = set()
    fleet: set[Border] = set()
    nations: list[Nation] = []
    win_at: int = 0
    start: str = "S1901M"
    credits: str = ""
    rules: dict[str, dict[str, Any]] = {}
    """What the shelf of modules can do: a module and its settings."""

    lines: list[tuple[str, ...]] = []
    """Lines of the map that modules read: what they are, and their places."""

    left: list[str] = []
    """What the source says and is not taken over, by name."""

    pictures: list[Path | SourcePicture] = []
    """Pictures that may have the provinces' outlines, the best first."""

    called: dict[str, str] = {}
    """The source's ids of provinces, in small letters, and ours."""

    outlined: SourcePicture | None = None
    """The picture from which the outlines were taken over."""

    sheet: list[str] = []
    """Further lines of the map file that say how it is drawn."""

    about: str = ""
    """Where a board is from that is no file's."""

    def join(self, a: str, b: str, *, army: bool = False, fleet: bool = False) -> None:
        """Add a border in both directions."""
        if army:
            self.army |= {(a, b), (b, a)}
        if fleet:
            self.fleet |= {(a, b), (b, a)}

    def leave(self, what: str) -> None:
        """Note something that is not taken over, once."""
        if what not in self.left:
            self.left.append(what)


class BadFile(DataError):
    """A file of another program that cannot be read, with its line and the reason."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(file, f"line {line}" if line else "file", problem)


def plain(text: str) -> str:
    """A text in small letters of the English alphabet, whatever letters it had."""
    flat = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o"))
    return flat.encode("ascii", "ignore").decode().lower()


def slug(text: str) -> str:
    """A text as the id of a variant: `Ancient Med!` is ancient_med."""
    found = re.sub(r"[^a-z0-9]+", "_", plain(text)).strip("_") or "board"
    return found if found[0].isalpha() else f"v{found}"


class Ids:
    """Gives provinces ids: the source's own where it has good ones, else made from names."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}
        self.used: set[str] = set()

    def of(self, key: str, name: str = "") -> str:
        """The id for what the source calls `key`; the same whenever it is asked for."""
        if key not in self.given:
            chosen = next(c for c in _candidates(key, name) if self._free(c))
            self.used.add(chosen)
            self.given[key] = chosen
        return self.given[key]

    def _free(self, word: str) -> bool:
        return len(word) > 1 and word not in self.used and word not in RESERVED


def _candidates(key: str, name: str) -> Iterator[str]:
    """Ids in the order in which they are tried."""
    own = re.sub(r"[^a-z0-9_]", "", plain(key).replace("-", "_").replace(" ", "_"))
    if not name:
        yield own if own[:1].isalpha() else f"x{own}"
    words = re.findall(r"[a-z]+", plain(name or key)) or ["x"]
    base = "".join(words)
    yield base[:3]
    if len(words) > 1:
        yield "".join(w[0] for w in words)[:3]
        yield words[0][0] + words[1][:2]
        yield words[0][:2] + words[1][0]
    yield from (base[0] + a + b for k, a in enumerate(base[1:], 1) for b in base[k + 1 :])
    yield from (f"{base[:3]}{n}" for n in range(2, 1000))
