"""Map files: one text file a map, the only place where a border is declared.

    @map standard
    @name Standard
    @crossing messina army nap-sic fleet ion-tys

    stp coast center St. Petersburg
      also    saint petersburg, st pete
      sort    Saint Petersburg
      army    fin lvn mos nwy
      fleet/nc bar nwy
      fleet/sc bot fin lvn

A province line is its id, its kind (inland, coast, sea or impassable), marks (center, noconvoy) and
its name. The indented lines under it name its neighbors; every border is written on both sides, and
the loader refuses a file in which the two sides differ.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from dragoman.errors import DataError
from dragoman.geo.edge import COAST, CONVOY, LAND, MOVE, SEA, SUPPORT, Edge, Place, Province
from dragoman.geo.map import COASTAL, IMPASSABLE, INLAND, WATER, Map, Space

DRAWING = frozenset(
    {
        "projection",
        "frame",
        "size",
        "margin",
        "window",
        "lens",
        "coastline",
        "compartment",
        "scenery",
        "decor",
        "style",
        "link",
        "seeds",
        "strait",
        "inset",
        "outline",
        "label",
    }
)
"""Words of the same file that only the drawing reads."""

_ID = re.compile(r"[a-z][a-z0-9_]*")
_MARKS = ("center", "noconvoy")


class _Entry:
    """One province block while it is being read."""

    def __init__(self, line: int, province: str, kind: str, marks: list[str], name: str) -> None:
        self.line, self.id, self.kind, self.marks, self.name = line, province, kind, marks, name
        self.also: tuple[str, ...] = ()
        self.sort = ""
        self.army: list[str] = []
        self.fleet: dict[str, list[str]] = {}


class _Reader:
    """Reads one map file and keeps its name for errors."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.head: dict[str, str] = {}
        self.crossings: list[tuple[int, list[str]]] = []
        self.entries: dict[str, _Entry] = {}

    def fault(self, line: int, problem: str) -> DataError:
        return DataError(self.file, f"line {line}", problem)

    def read(self, text: str) -> Map:
        entry = None
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.split("#")[0].rstrip()
            if not line:
                continue
            if line[0] == "@":
                self.directive(number, line[1:])
            elif not line[0].isspace():
                entry = self.province(number, line)
            elif entry is None:
                raise self.fault(number, "a neighbor line before any province")
            else:
                self.detail(number, entry, line.split())
        return self.build()

    def directive(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("map", "name"):
            self.head[word] = rest.strip()
        elif word == "crossing":
            self.crossings.append((number, rest.split()))
        elif word not in DRAWING:
            raise self.fault(number, f"unknown directive @{word}")

    def province(self, number: int, line: str) -> _Entry:
        words = line.split()
        if len(words) < 3 or not _ID.fullmatch(words[0]):
            raise self.fault(number, f"expected `id kind [center] [noconvoy] Name`, found {line!r}")
        if words[1] not in (INLAND, COASTAL, WATER, IMPASSABLE):
            raise self.fault(number, f"unknown kind {words[1]!r}: inland, coast, sea or impassable")
        if words[0] in self.entries:
            raise self.fault(number, f"province {words[0]} is declared twice")
        marks = [w for w in words[2:] if w in _MARKS]
        name = " ".join(words[2 + len(marks) :])
        self.entries[words[0]] = entry = _Entry(number, words[0], words[1], marks, name)
        return entry

    def detail(self, number: int, entry: _Entry, words: list[str]) -> None:
        key, rest = words[0], words[1:]
        if key == "also":
            entry.also = tuple(a.strip() for a in " ".join(rest).split(","))
        elif key == "sort":
            entry.sort = " ".join(rest)
        elif key == "army":
            entry.army = rest
        elif key == "fleet" or key.startswith("fleet/"):
            entry.fleet[key[5:]] = rest
        elif key not in DRAWING:
            raise self.fault(number, f"unknown line {key!r} in province {entry.id}")

    def build(self) -> Map:
        for key in ("map", "name"):
            if key not in self.head:
                raise DataError(self.file, f"@{key}", "is missing")
        spaces = {Province(e.id): self.space(e) for e in self.entries.values()}
        edges = [*self.army_edges(), *self.fleet_edges(spaces)]
        return Map(self.head["map"], self.head["name"], spaces, tuple(self.crossed(edges)))

    def space(self, e: _Entry) -> Space:
        if "" in e.fleet and len(e.fleet) > 1:
            raise self.fault(e.line, f"{e.id} has coasts, so its fleet borders belong to those")
        return Space(
            id=Province(e.id),
            name=e.name,
            kind=e.kind,
            center="center" in e.marks,
            coasts=tuple(Place(e.id + c) for c in sorted(e.fleet) if c),
            convoys=e.kind == WATER and "noconvoy" not in e.marks,
            also=e.also,
            sort=e.sort,
        )

    def army_edges(self) -> Iterator[Edge]:
        borders = {(e.id, b): e for e in self.entries.values() for b in e.army}
        for a, b in self.one_way(borders):
            yield Edge(Place(a), Place(b), frozenset({LAND}), frozenset({MOVE, SUPPORT}))

    def fleet_edges(self, spaces: dict[Province, Space]) -> Iterator[Edge]:
        borders = {
            (e.id + c, b): e for e in self.entries.values() for c, bs in e.fleet.items() for b in bs
        }
        for a, b in self.one_way(borders):
            ends = [spaces[Province(x.split("/")[0])] for x in (a, b)]
            shore = all(s.kind == COASTAL for s in ends)
            sails = any(s.convoys for s in ends) and all(
                s.convoys or s.kind == COASTAL for s in ends
            )
            modes = frozenset({SEA, COAST}) if shore else frozenset({SEA})
            uses = frozenset({MOVE, SUPPORT, CONVOY}) if sails else frozenset({MOVE, SUPPORT})
            yield Edge(Place(a), Place(b), modes, uses)

    def one_way(self, borders: dict[tuple[str, str], _Entry]) -> Iterator[tuple[str, str]]:
        """Each border once, after checking that both sides declare it."""
        known = {e.id + c for e in self.entries.values() for c in (*e.fleet, "")}
        for (a, b), entry in borders.items():
            if b not in known:
                raise self.fault(entry.line, f"{a} borders {b}, which is not a place of this map")
            if (b, a) not in borders:
                raise self.fault(entry.line, f"{a} borders {b}, but {b} does not border {a}")
            if a < b:
                yield a, b

    def crossed(self, edges: list[Edge]) -> Iterator[Edge]:
        """The edges, those of a crossing marked with its name."""
        names: dict[tuple[str, str, str], str] = {}
        for number, words in self.crossings:
            mode = ""
            for word in words[1:]:
                if word in ("army", "fleet"):
                    mode = LAND if word == "army" else SEA
                    continue
                a, _, b = word.partition("-")
                if not any({e.a, e.b} == {a, b} and mode in e.modes for e in edges):
                    raise self.fault(
                        number, f"crossing {words[0]}: there is no {mode} border {word}"
                    )
                names[min(a, b), max(a, b), mode] = words[0]
        for e in edges:
            found = [
                n for (a, b, mode), n in names.items() if (a, b) == (e.a, e.b) and mode in e.modes
            ]
            yield Edge(e.a, e.b, e.modes, e.uses, found[0]) if found else e


def read_map(text: str, file: str) -> Map:
    """The map that a text describes; `file` is named in errors."""
    return _Reader(file).read(text)


def load_map(path: Path) -> Map:
    """The map in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(str(path), "map", error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise DataError(str(path), "map", str(error)) from error
    return read_map(text, str(path))
