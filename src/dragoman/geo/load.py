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

A province line is its id, its kind (inland, coast, sea or impassable), marks (center, noconvoy,
convoy) and its name. The indented lines under it name its neighbors; every border is written on
both sides, and the loader refuses a file in which the two sides differ. `>b` under a and `<a` under
b make a border that leads from a to b only. It also refuses borders and names that make no sense:
an army's border into a sea, a province that nothing leads to, one name for two provinces. All
faults of a file are reported at once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from dragoman.errors import DataError, did_you_mean, not_utf8
from dragoman.geo.compass import PLANE
from dragoman.geo.edge import COAST, CONVOY, LAND, MOVE, SEA, SUPPORT, Edge, Place, Province
from dragoman.geo.lines import read_lines
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
        "outside",
        "at",
    }
)
"""Words of the same file that only the drawing reads."""

_ID = re.compile(r"[a-z][a-z0-9_]*")
_KINDS = (INLAND, COASTAL, WATER, IMPASSABLE)
_MARKS = ("center", "noconvoy", "convoy")
_MOST = 20
"""How many faults of a file are reported; the others are counted."""

_OTHER_WAY = {"": "", ">": "<", "<": ">"}


class MapError(DataError):
    """A map file that is wrong, with every fault that was found and its line (0: the whole)."""

    def __init__(self, file: str, faults: Sequence[tuple[int, str, str]]) -> None:
        rows = [(key, text) for _, key, text in faults]
        more = [f"and {len(rows) - _MOST} faults more"] if len(rows) > _MOST else []
        others = [f"{where}: {text}" for where, text in rows[1:_MOST]]
        super().__init__(file, rows[0][0], "; ".join([rows[0][1], *others, *more]))
        self.faults = tuple((line, text) for line, _, text in faults)


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
        self.ways: dict[tuple[str, str], str] = {}

    def neighbors(self, key: str, words: list[str]) -> list[str]:
        """The neighbors of a line; those that are open one way only begin with a sign."""
        for word in words:
            if word[0] in "<>":
                self.ways[self.id + key[5:] if key != "army" else self.id, word[1:]] = word[0]
        return [word.lstrip("<>") for word in words]

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
        self.lines: list[tuple[int, list[str]]] = []
        self.plane: tuple[str, ...] = ()
        self.entries: dict[str, _Entry] = {}
        self.known: set[str] = set()
        self.faults: list[tuple[int, str, str]] = []
        self.unread: set[str] = set()

    def note(self, line: int, problem: str, key: str = "") -> None:
        """Keep a fault, to be reported with the others."""
        self.faults.append((line, key or f"line {line}", problem))

    def refuse(self) -> None:
        """Report all faults that were found, if there are any."""
        if self.faults:
            raise MapError(self.file, sorted(set(self.faults)))

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
                self.note(number, "a neighbor line before any province")
            else:
                self.detail(number, entry, line.split())
        return self.build()

    def directive(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("map", "name"):
            if word in self.head:
                self.note(number, f"@{word} is given twice")
                return
            self.head[word] = rest.strip()
            if not self.head[word]:
                right = "ID" if word == "map" else "NAME"
                self.note(number, f"@{word} is empty: write `@{word} {right}`")
        elif word == "projection":
            self.plane = (PLANE,) if rest.split()[:1] == [PLANE] else ()
        elif word == "crossing":
            self.crossings.append((number, rest.split()))
        elif word == "line":
            self.lines.append((number, rest.split()))
        elif word not in DRAWING:
            meant = did_you_mean(word, (*DRAWING, "map", "name", "crossing", "line"), "@")
            self.note(number, f"unknown directive @{word}{meant}")

    def province(self, number: int, line: str) -> _Entry:
        """The block that a line opens; one with a fault is read on, so that others are found."""
        words = line.split()
        problem = self.head_problem(line, words)
        if problem:
            self.note(number, problem)
            self.unread.add(words[0])
            return _Entry(number, words[0], "", [], "")
        marks = list(takewhile(_MARKS.__contains__, words[2:]))
        name = " ".join(words[2 + len(marks) :])
        self.check_head(number, words[0], words[1], marks, name)
        self.entries[words[0]] = entry = _Entry(number, words[0], words[1], marks, _unquoted(name))
        return entry

    def head_problem(self, line: str, words: list[str]) -> str:
        """What is wrong with a line that should declare a province, if anything is."""
        detail = words[0].partition("/")[0] in ("also", "sort", "army", "fleet")
        if detail and not {*words[1:2]} & {*_KINDS}:
            return f"write a blank before {words[0]}, which tells of a province"
        if len(words) < 3:
            return f"expected `id kind [center] [noconvoy] Name`, found {line!r}"
        if not _ID.fullmatch(words[0]):
            self.unread.add(words[0].lower())
            right = "write lower case letters, digits and _, beginning with a letter"
            return f"{words[0]!r} is no id: {right}"
        if words[1] not in _KINDS:
            return f"unknown kind {words[1]!r}: inland, coast, sea or impassable"
        return f"province {words[0]} is declared twice" if words[0] in self.entries else ""

    def check_head(self, number: int, id_: str, kind: str, marks: list[str], name: str) -> None:
        """Note what makes no sense in the marks or the name of a province."""
        if not name:
            head = " ".join([id_, kind, *marks])
            self.note(number, f"{id_} has no name: write `{head} NAME`")
            return
        if not _is_quoted(name):
            self.check_name(number, id_, name.split())
        if "noconvoy" in marks and kind != WATER:
            self.note(number, f"{id_} is no sea, so noconvoy says nothing about it")
        if "convoy" in marks and kind != COASTAL:
            self.note(number, f"{id_} is no coast: the mark convoy is for coasts where fleets do")
        if "center" in marks and kind == IMPASSABLE:
            self.note(number, f"{id_} is impassable, so nobody could own a center there")

    def check_name(self, number: int, id_: str, words: list[str]) -> None:
        """Note a name that looks like a mark in the wrong place or misspelled."""
        first = words[0]
        meant = did_you_mean(first, _MARKS) if first.islower() and first not in _MARKS else ""
        if meant and len(words) > 1:
            self.note(number, f"{id_}: unknown mark {first!r}{meant} (a name may be in quotes)")
        for mark in _MARKS:
            if mark in words:
                self.note(number, f"write the mark {mark} before the name of {id_}")

    def detail(self, number: int, entry: _Entry, words: list[str]) -> None:
        key, rest = words[0], words[1:]
        if key in entry.lines and key not in DRAWING:
            self.note(number, f"{entry.id} has two lines {key}: put all of it on one")
            return
        entry.lines[key] = number
        if key == "also":
            entry.also = tuple(a.strip() for a in " ".join(rest).split(","))
            if "" in entry.also:
                self.note(number, "an empty name in the list: write `also NAME, NAME`")
        elif key == "sort":
            entry.sort = " ".join(rest)
        elif key == "army":
            entry.army = entry.neighbors(key, rest)
        elif key == "fleet" or key.startswith("fleet/"):
            entry.fleet[key[5:]] = entry.neighbors(key, rest)
        elif key in ("seeds", "outline", "at"):
            entry.points += rest
        elif key not in DRAWING:
            meant = did_you_mean(key, (*DRAWING, "also", "sort", "army", "fleet"))
            self.note(number, f"unknown line {key!r} in province {entry.id}{meant}")

    def build(self) -> Map:
        for key in ("map", "name"):
            if key not in self.head:
                right = "ID" if key == "map" else "NAME"
                self.note(0, f"is missing: write `@{key} {right}`", f"@{key}")
        if not self.entries and not self.unread:
            self.note(0, "has no provinces: write `ID KIND NAME` for each", "map")
        self.check_names()
        self.known = {e.id + c for e in self.entries.values() for c in (*e.fleet, "")}
        self.check_coasts()
        for entry in self.entries.values():
            self.check_borders(entry)
        self.check_sides()
        self.check_lonely()
        self.refuse()
        spaces = {Province(e.id): self.space(e) for e in self.entries.values()}
        edges = tuple(self.crossed([*self.army_edges(), *self.fleet_edges(spaces)]))
        lines = read_lines(self.lines, spaces, edges, self.note)
        self.refuse()
        return Map(self.head["map"], self.head["name"], spaces, edges, lines)

    def check_names(self) -> None:
        """Note two provinces of one name, and another name that means a different province."""
        owner: dict[str, str] = {}
        for e in self.entries.values():
            other = owner.setdefault(e.name.lower(), e.id)
            if other != e.id:
                self.note(
                    e.line, f"{e.id} is called {e.name}, like {other}: give each its own name"
                )
        owner |= {e.id: e.id for e in self.entries.values()}
        for e in self.entries.values():
            for name in e.also:
                if owner.get(name.lower(), e.id) != e.id:
                    right = "which is another province: choose another"
                    self.note(e.lines["also"], f"{e.id} is also called {name}, {right}")

    def check_coasts(self) -> None:
        """Note a province with coasts whose fleets could stand on none of them."""
        for e in self.entries.values():
            if "" in e.fleet and len(e.fleet) > 1:
                problem = f"{e.id} has coasts, so its fleet borders belong to those"
                self.note(e.lines["fleet"], problem)

    def check_borders(self, e: _Entry) -> None:
        """Note borders that no unit could use."""
        for word, bs in (("army", e.army), *((f"fleet{c}", bs) for c, bs in e.fleet.items())):
            for b in bs:
                problem = self.border_problem(e, word, b)
                if bs.count(b) > 1:
                    problem = f"{e.id} borders {b} twice"
                if problem:
                    self.note(e.lines[word], problem)

    def check_sides(self) -> None:
        """Note borders of which the two sides tell different things."""
        for army in (True, False):
            borders = self.sides(army=army)
            for (a, b), (line, way) in borders.items():
                if b not in self.known or self.has_fault(line) or self.has_fault_of(b, army):
                    continue
                word = "army" if army else "fleet"
                if (b, a) not in borders:
                    self.note(line, self.one_sided(a, b, word, way))
                elif borders[b, a][1] != _OTHER_WAY[way]:
                    right = f"write {_OTHER_WAY[way]}{a} there, or {b} here"
                    self.note(line, f"{a} says {way or 'nothing'} of {b}: {right}")

    def has_fault(self, line: int) -> bool:
        """Whether something is wrong with a line already."""
        return any(number == line for number, *_ in self.faults)

    def has_fault_of(self, place: str, army: bool) -> bool:
        """Whether something is wrong with the line on which a place lists its borders."""
        root, slash, coast = place.partition("/")
        lines, word = self.entries[root].lines, "army" if army else f"fleet{slash}{coast}"
        return word in lines and self.has_fault(lines[word])

    def check_lonely(self) -> None:
        """Note a province that nothing leads to."""
        for e in self.entries.values():
            if e.kind != IMPASSABLE and not any(e.borders()):
                right = "give it army or fleet lines, or make it impassable"
                self.note(e.line, f"{e.id} has no borders: {right}")

    def border_problem(self, e: _Entry, word: str, to: str) -> str:
        """What is wrong with a border, if anything is."""
        root = to.split("/")[0]
        if root in self.unread:
            return ""
        other = self.entries.get(root)
        for side in (e, other):
            if side is not None and side.kind == IMPASSABLE:
                return f"{side.id} is impassable, so it has no borders"
        if root == e.id and (word == "army" or to == e.id + word[5:] or to not in self.known):
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
            convoys=(e.kind == WATER and "noconvoy" not in e.marks) or "convoy" in e.marks,
            also=e.also,
            sort=e.sort,
            points=(*self.plane, *e.points),
        )

    def army_edges(self) -> Iterator[Edge]:
        for a, b, one_way in self.once(army=True):
            uses = frozenset({MOVE, SUPPORT})
            yield Edge(Place(a), Place(b), frozenset({LAND}), uses, one_way=one_way)

    def fleet_edges(self, spaces: dict[Province, Space]) -> Iterator[Edge]:
        for a, b, one_way in self.once(army=False):
            ends = [spaces[Province(x.split("/")[0])] for x in (a, b)]
            shore = all(s.kind == COASTAL for s in ends)
            sails = any(s.convoys for s in ends) and all(
                s.convoys or s.kind == COASTAL for s in ends
            )
            modes = frozenset({SEA, COAST}) if shore else frozenset({SEA})
            uses = frozenset({MOVE, SUPPORT, CONVOY}) if sails else frozenset({MOVE, SUPPORT})
            yield Edge(Place(a), Place(b), modes, uses, one_way=one_way)

    def sides(self, *, army: bool) -> dict[tuple[str, str], tuple[int, str]]:
        """Each border as each side writes it: the line, and the sign if it is open one way."""
        return {
            (a, b): (e.lines[word], e.ways.get((a, b), ""))
            for e in self.entries.values()
            for word, a, b in e.borders()
            if (word == "army") == army
        }

    def once(self, *, army: bool) -> Iterator[tuple[str, str, bool]]:
        """Each border once, and whether it leads one way only."""
        for (a, b), (_, way) in self.sides(army=army).items():
            if way == ">" or (not way and a < b):
                yield a, b, way == ">"

    def one_sided(self, a: str, b: str, word: str, way: str) -> str:
        """What is wrong with a border that only its first side declares."""
        root, slash, coast = b.partition("/")
        other = self.entries[root]
        own = word + slash + coast
        at = other.lines.get(own, other.line)
        right = f"write {_OTHER_WAY[way]}{a} on its {own} line, or take {way}{b} from this one"
        return f"{a} borders {b} by {word}, but {b} (line {at}) does not border {a}: {right}"

    def crossed(self, edges: list[Edge]) -> Iterator[Edge]:
        """The edges, those of a crossing marked with its name."""
        names: dict[tuple[str, str, str], str] = {}
        for number, words in self.crossings:
            self.crossing(number, words, edges, names)
        for e in edges:
            ends = tuple(sorted((e.a, e.b)))
            found = [
                n for (*pair, mode), n in names.items() if (*pair,) == ends and mode in e.modes
            ]
            yield Edge(e.a, e.b, e.modes, e.uses, found[0], e.one_way) if found else e

    def crossing(
        self,
        number: int,
        words: list[str],
        edges: list[Edge],
        names: dict[tuple[str, str, str], str],
    ) -> None:
        """Add the borders of one crossing to those that have a name."""
        if not words:
            self.note(number, "expected `@crossing NAME army a-b fleet c-d`")
            return
        name, before = words[0], len(names)
        for mode, border in self.crossing_borders(number, words, edges):
            a, b = sorted(border.split("-"))
            if (a, b, mode) in names:
                other = names[a, b, mode]
                twice = "is named twice" if other == name else f"is part of {other}"
                self.note(number, f"crossing {name}: {border} {twice}")
            names[a, b, mode] = name
        if len(names) - before < 2 and not self.has_fault(number):
            count = f"{len(names) - before} border{'s' * (len(names) == before)}"
            self.note(number, f"crossing {name} has {count}: a crossing needs two or more")

    def crossing_borders(
        self, number: int, words: list[str], edges: list[Edge]
    ) -> Iterator[tuple[str, str]]:
        """The borders that a crossing names, each with its mode, if they are there."""
        mode = ""
        for word in words[1:]:
            if word in ("army", "fleet"):
                mode = LAND if word == "army" else SEA
                continue
            a, _, b = word.partition("-")
            if not mode:
                self.note(number, f"crossing {words[0]}: say army or fleet before {word}")
            elif not any({e.a, e.b} == {a, b} and mode in e.modes for e in edges):
                self.note(number, f"crossing {words[0]}: there is no {mode} border {word}")
            else:
                yield mode, word


def _is_quoted(name: str) -> bool:
    return len(name) > 2 and name[0] == name[-1] == '"'


def _unquoted(name: str) -> str:
    """A name without the quotes that keep its first word from being read as a mark."""
    return name[1:-1].strip() if _is_quoted(name) else name


def read_map(text: str, file: str) -> Map:
    """The map that a text describes; `file` is named in errors."""
    return _Reader(file).read(text)


def map_id(path: Path) -> str:
    """The id that a map's file says it has; empty if there is no such file."""
    if not path.is_file():
        return ""
    match = re.search(rb"^@map[ \t]+(\S+)", path.read_bytes(), re.MULTILINE)
    return match[1].decode("utf-8", "replace") if match else ""


def load_map(path: Path) -> Map:
    """The map in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(str(path), "map", error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise DataError(str(path), "map", not_utf8(error)) from error
    return read_map(text, str(path))
