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
the loader refuses a file in which the two sides differ. It also refuses borders and names that make
no sense: an army's border into a sea, a province that nothing leads to, one name for two provinces.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from dragoman.errors import DataError, did_you_mean, not_utf8
from dragoman.geo.compass import PLANE
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
    }
)
"""Words of the same file that only the drawing reads."""

_ID = re.compile(r"[a-z][a-z0-9_]*")
_KINDS = (INLAND, COASTAL, WATER, IMPASSABLE)
_MARKS = ("center", "noconvoy")


class _Entry:
    """One province block while it is being read."""

    def __init__(self, line: int, province: str, kind: str, marks: list[str], name: str) -> None:
        self.line, self.id, self.kind, self.marks, self.name = line, province, kind, marks, name
        self.also: tuple[str, ...] = ()
        self.sort = ""
        self.army: list[str] = []
        self.fleet: dict[str, list[str]] = {}
        self.lines: dict[str, int] = {}
        self.points: list[str] = []

    def borders(self) -> Iterator[tuple[str, str, str]]:
        """Each neighbor with the word of the line that names it, and the place it borders."""
        yield from (("army", self.id, b) for b in self.army)
        yield from ((f"fleet{c}", self.id + c, b) for c, bs in self.fleet.items() for b in bs)


class _Reader:
    """Reads one map file and keeps its name for errors."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.head: dict[str, str] = {}
        self.crossings: list[tuple[int, list[str]]] = []
        self.plane: tuple[str, ...] = ()
        self.entries: dict[str, _Entry] = {}
        self.known: set[str] = set()

    def fault(self, line: int, problem: str) -> DataError:
        return DataError(self.file, f"line {line}", problem)

    def read(self, text: str) -> Map:
        entry = None
        for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
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
            if word in self.head:
                raise self.fault(number, f"@{word} is given twice")
            self.head[word] = rest.strip()
            if not self.head[word]:
                right = "ID" if word == "map" else "NAME"
                raise self.fault(number, f"@{word} is empty: write `@{word} {right}`")
        elif word == "projection":
            self.plane = (PLANE,) if rest.split()[:1] == [PLANE] else ()
        elif word == "crossing":
            self.crossings.append((number, rest.split()))
        elif word not in DRAWING:
            meant = did_you_mean(word, (*DRAWING, "map", "name", "crossing"), "@")
            raise self.fault(number, f"unknown directive @{word}{meant}")

    def province(self, number: int, line: str) -> _Entry:
        words = line.split()
        detail = words[0].partition("/")[0] in ("also", "sort", "army", "fleet")
        if detail and not {*words[1:2]} & {*_KINDS}:
            raise self.fault(number, f"write a blank before {words[0]}, which tells of a province")
        if len(words) < 3:
            raise self.fault(number, f"expected `id kind [center] [noconvoy] Name`, found {line!r}")
        if not _ID.fullmatch(words[0]):
            right = "write lower case letters, digits and _, beginning with a letter"
            raise self.fault(number, f"{words[0]!r} is no id: {right}")
        if words[1] not in _KINDS:
            raise self.fault(number, f"unknown kind {words[1]!r}: inland, coast, sea or impassable")
        if words[0] in self.entries:
            raise self.fault(number, f"province {words[0]} is declared twice")
        marks = list(takewhile(_MARKS.__contains__, words[2:]))
        name = " ".join(words[2 + len(marks) :])
        self.check_head(number, words[0], words[1], marks, name)
        self.entries[words[0]] = entry = _Entry(number, words[0], words[1], marks, name)
        return entry

    def check_head(self, number: int, id_: str, kind: str, marks: list[str], name: str) -> None:
        """Refuse a province line whose marks or name make no sense."""
        if not name:
            told = " ".join([id_, kind, *marks])
            raise self.fault(number, f"{id_} has no name: write `{told} NAME`")
        first = name.split()[0]
        meant = did_you_mean(first, _MARKS) if first.islower() and first not in _MARKS else ""
        if meant:
            raise self.fault(number, f"{id_}: unknown mark {first!r}{meant}")
        for mark in _MARKS:
            if mark in name.split():
                raise self.fault(number, f"write the mark {mark} before the name of {id_}")
        if "noconvoy" in marks and kind != WATER:
            raise self.fault(number, f"{id_} is no sea, so noconvoy says nothing about it")
        if "center" in marks and kind == IMPASSABLE:
            raise self.fault(number, f"{id_} is impassable, so nobody could own a center there")

    def detail(self, number: int, entry: _Entry, words: list[str]) -> None:
        key, rest = words[0], words[1:]
        if key in entry.lines and key not in DRAWING:
            raise self.fault(number, f"{entry.id} has two lines {key}: put all of it on one")
        entry.lines[key] = number
        if key == "also":
            entry.also = tuple(a.strip() for a in " ".join(rest).split(","))
            if "" in entry.also:
                raise self.fault(number, "an empty name in the list: write `also NAME, NAME`")
        elif key == "sort":
            entry.sort = " ".join(rest)
        elif key == "army":
            entry.army = rest
        elif key == "fleet" or key.startswith("fleet/"):
            entry.fleet[key[5:]] = rest
        elif key in ("seeds", "outline"):
            entry.points += rest
        elif key not in DRAWING:
            meant = did_you_mean(key, (*DRAWING, "also", "sort", "army", "fleet"))
            raise self.fault(number, f"unknown line {key!r} in province {entry.id}{meant}")

    def build(self) -> Map:
        for key in ("map", "name"):
            if key not in self.head:
                right = "ID" if key == "map" else "NAME"
                raise DataError(self.file, f"@{key}", f"is missing: write `@{key} {right}`")
        self.check_names()
        self.known = {e.id + c for e in self.entries.values() for c in (*e.fleet, "")}
        self.check_coasts()
        for entry in self.entries.values():
            self.check_borders(entry)
        spaces = {Province(e.id): self.space(e) for e in self.entries.values()}
        edges = [*self.army_edges(), *self.fleet_edges(spaces)]
        self.check_lonely()
        return Map(self.head["map"], self.head["name"], spaces, tuple(self.crossed(edges)))

    def check_names(self) -> None:
        """Refuse two provinces of one name, and another name that means a different province."""
        owner: dict[str, str] = {}
        for e in self.entries.values():
            other = owner.setdefault(e.name.lower(), e.id)
            if other != e.id:
                problem = f"{e.id} is called {e.name}, like {other}: give each its own name"
                raise self.fault(e.line, problem)
        owner |= {e.id: e.id for e in self.entries.values()}
        for e in self.entries.values():
            for name in e.also:
                if owner.get(name.lower(), e.id) != e.id:
                    raise self.fault(
                        e.lines["also"],
                        f"{e.id} is also called {name}, which is another province: choose another",
                    )

    def check_coasts(self) -> None:
        """Refuse a province with coasts whose fleets could stand on none of them."""
        for e in self.entries.values():
            if "" in e.fleet and len(e.fleet) > 1:
                problem = f"{e.id} has coasts, so its fleet borders belong to those"
                raise self.fault(e.lines["fleet"], problem)

    def check_borders(self, e: _Entry) -> None:
        """Refuse borders that no unit could use."""
        for word, bs in (("army", e.army), *((f"fleet{c}", bs) for c, bs in e.fleet.items())):
            for b in bs:
                problem = self.border_problem(e, word, b)
                if bs.count(b) > 1:
                    problem = f"{e.id} borders {b} twice"
                if problem:
                    raise self.fault(e.lines[word], problem)

    def check_lonely(self) -> None:
        """Refuse a province that nothing leads to."""
        for e in self.entries.values():
            if e.kind != IMPASSABLE and not any(e.borders()):
                right = "give it army or fleet lines, or make it impassable"
                raise self.fault(e.line, f"{e.id} has no borders: {right}")

    def border_problem(self, e: _Entry, word: str, to: str) -> str:
        """What is wrong with a border, if anything is."""
        root = to.split("/")[0]
        other = self.entries.get(root)
        for side in (e, other):
            if side is not None and side.kind == IMPASSABLE:
                return f"{side.id} is impassable, so it has no borders"
        if root == e.id:
            return f"{e.id} borders itself"
        if other is None or (to not in self.known and word != "army"):
            return f"{e.id} borders {to}, which is not a place of this map{self.near(to)}"
        if word == "army":
            return self.army_problem(e, other, to)
        return self.fleet_problem(e, other, to)

    def near(self, to: str) -> str:
        """What may have been meant by a place that is not on the map."""
        if "," in to:
            return ": write blanks between neighbors, no commas"
        return did_you_mean(to.lower(), sorted(self.known))

    def army_problem(self, e: _Entry, other: _Entry, to: str) -> str:
        if e.kind == WATER:
            return f"{e.id} is a sea, which no army enters: write its borders on a fleet line"
        if other.kind == WATER:
            return f"no army enters {to}, a sea: write it on a fleet line"
        return f"an army knows no coasts: write {other.id} in place of {to}" if "/" in to else ""

    def fleet_problem(self, e: _Entry, other: _Entry, to: str) -> str:
        if e.kind == INLAND:
            return f"{e.id} is inland, and no fleet enters it: make it a coast, or use an army line"
        if other.kind == INLAND:
            return f"no fleet enters {other.id}, which is inland"
        coasts = [other.id + coast for coast in other.fleet if coast]
        if coasts and to == other.id:
            return f"{to} has coasts: write {' or '.join(coasts)}"
        return ""

    def space(self, e: _Entry) -> Space:
        return Space(
            id=Province(e.id),
            name=e.name,
            kind=e.kind,
            center="center" in e.marks,
            coasts=tuple(Place(e.id + c) for c in sorted(e.fleet) if c),
            convoys=e.kind == WATER and "noconvoy" not in e.marks,
            also=e.also,
            sort=e.sort,
            points=(*self.plane, *e.points),
        )

    def army_edges(self) -> Iterator[Edge]:
        for a, b in self.one_way(army=True):
            yield Edge(Place(a), Place(b), frozenset({LAND}), frozenset({MOVE, SUPPORT}))

    def fleet_edges(self, spaces: dict[Province, Space]) -> Iterator[Edge]:
        for a, b in self.one_way(army=False):
            ends = [spaces[Province(x.split("/")[0])] for x in (a, b)]
            shore = all(s.kind == COASTAL for s in ends)
            sails = any(s.convoys for s in ends) and all(
                s.convoys or s.kind == COASTAL for s in ends
            )
            modes = frozenset({SEA, COAST}) if shore else frozenset({SEA})
            uses = frozenset({MOVE, SUPPORT, CONVOY}) if sails else frozenset({MOVE, SUPPORT})
            yield Edge(Place(a), Place(b), modes, uses)

    def one_way(self, *, army: bool) -> Iterator[tuple[str, str]]:
        """Each border of armies or of fleets once, after checking that both sides declare it."""
        borders = {
            (a, b): e.lines[word]
            for e in self.entries.values()
            for word, a, b in e.borders()
            if (word == "army") == army
        }
        for (a, b), line in borders.items():
            if (b, a) not in borders:
                raise self.fault(line, self.one_sided(a, b, "army" if army else "fleet"))
            if a < b:
                yield a, b

    def one_sided(self, a: str, b: str, word: str) -> str:
        """What is wrong with a border that only its first side declares."""
        root, slash, coast = b.partition("/")
        other = self.entries[root]
        own = word + slash + coast
        at = other.lines.get(own, other.line)
        right = f"write {a} on its {own} line, or take {b} from this one"
        return f"{a} borders {b} by {word}, but {b} (line {at}) does not border {a}: {right}"

    def crossed(self, edges: list[Edge]) -> Iterator[Edge]:
        """The edges, those of a crossing marked with its name."""
        names: dict[tuple[str, str, str], str] = {}
        for number, words in self.crossings:
            if not words:
                raise self.fault(number, "expected `@crossing NAME army a-b fleet c-d`")
            name, before = words[0], len(names)
            for mode, border in self.crossing_borders(number, words, edges):
                a, b = sorted(border.split("-"))
                if (a, b, mode) in names:
                    other = names[a, b, mode]
                    twice = "is named twice" if other == name else f"is part of {other}"
                    raise self.fault(number, f"crossing {name}: {border} {twice}")
                names[a, b, mode] = name
            if len(names) - before < 2:
                count = f"{len(names) - before} border{'s' * (len(names) == before)}"
                raise self.fault(
                    number, f"crossing {name} has {count}: a crossing needs two or more"
                )
        for e in edges:
            found = [
                n for (a, b, mode), n in names.items() if (a, b) == (e.a, e.b) and mode in e.modes
            ]
            yield Edge(e.a, e.b, e.modes, e.uses, found[0]) if found else e

    def crossing_borders(
        self, number: int, words: list[str], edges: list[Edge]
    ) -> Iterator[tuple[str, str]]:
        """The borders that a crossing names, each with its mode, if they are there."""
        mode = ""
        for word in words[1:]:
            if word in ("army", "fleet"):
                mode = LAND if word == "army" else SEA
                continue
            if not mode:
                raise self.fault(number, f"crossing {words[0]}: say army or fleet before {word}")
            a, _, b = word.partition("-")
            if not any({e.a, e.b} == {a, b} and mode in e.modes for e in edges):
                raise self.fault(number, f"crossing {words[0]}: there is no {mode} border {word}")
            yield mode, word


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
        raise DataError(str(path), "map", not_utf8(error)) from error
    return read_map(text, str(path))
