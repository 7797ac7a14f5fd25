"""DAIDE map definitions: `.mdf`, with the opening in `.now` and names in `.nam` beside it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.importing.board import BadFile, Ids, Imported, Nation, Site, slug
from dragoman.importing.files import folded, read_text

NAME = "daide"
COASTS = {
    **{"NCS": "nc", "SCS": "sc", "ECS": "ec", "WCS": "wc"},
    **{"NEC": "ne", "NWC": "nw", "SEC": "se", "SWC": "sw"},
}
SEASONS = {"SPR": "S1901M", "SUM": "S1901M", "FAL": "F1901M", "AUT": "F1901M", "WIN": "W1901A"}
_TOKEN = re.compile(r"[()]|[^\s()]+")

Node = Any
"""A token, or a list of nodes."""


def files(folder: Path) -> list[Path]:
    """The map definitions under a folder."""
    return sorted(f for f in folder.rglob("*") if f.suffix.lower() == ".mdf" and f.is_file())


def read(file: Path) -> list[Imported]:
    """The board of a map definition."""
    return [_Reader(file).board]


def nodes(text: str, file: str) -> list[Node]:
    """The nested lists that a text writes with parentheses."""
    top: list[Node] = []
    stack = [(top, 1)]
    for number, line in enumerate(text.splitlines(), 1):
        for token in _TOKEN.findall(line):
            if token == "(":
                inner: list[Node] = []
                stack[-1][0].append(inner)
                stack.append((inner, number))
            elif token != ")":
                stack[-1][0].append(token.upper())
            elif len(stack) == 1:
                raise BadFile(file, number, "a parenthesis is closed that was not opened")
            else:
                stack.pop()
    if len(stack) > 1:
        problem = "a parenthesis is opened here and not closed: is the file cut off?"
        raise BadFile(file, stack[-1][1], problem)
    return top


class _Reader:
    """Reads one definition with what lies beside it."""

    def __init__(self, file: Path) -> None:
        self.file, self.ids = file, Ids()
        name = file.stem.replace("_", " ")
        self.board = Imported(slug(file.stem), name.title(), NAME, file.name)
        found = nodes(read_text(file), str(file))
        if len(found) != 4 or found[0] != "MDF" or not all(isinstance(n, list) for n in found[1:]):
            raise BadFile(str(file), 1, "expected `MDF (powers) (provinces) (adjacencies)`")
        self.nations = {p: Nation(p.title()) for p in found[1]}
        self.centers(found[2])
        self.names()
        self.borders(found[3])
        self.opening()
        self.board.nations = list(self.nations.values())

    def key(self, node: Node) -> str:
        """The id of a province, which must be a word."""
        if not isinstance(node, str):
            raise BadFile(str(self.file), 0, f"expected a province, found {_written(node)}")
        return self.ids.of(node)

    def place(self, node: Node) -> str:
        """A place: `SPA`, or `(SPA NCS)` for a coast."""
        if not isinstance(node, list):
            return self.key(node)
        if len(node) != 2 or _written(node[1]) not in COASTS:
            raise BadFile(str(self.file), 0, f"no such coast: {_written(node)}")
        return f"{self.key(node[0])}/{COASTS[node[1]]}"

    def centers(self, node: Node) -> None:
        """Who owns which center; a list of powers shares its homes."""
        if len(node) != 2:
            raise BadFile(str(self.file), 0, "expected centers and other provinces")
        for owner, *provinces in (n for n in node[0] if isinstance(n, list) and n):
            owners = owner if isinstance(owner, list) else [owner]
            for province in provinces:
                key = self.key(province)
                self.board.sites[key] = Site(province.title(), center=True)
                for power in owners:
                    self.home(power, key)
        for province in node[1]:
            self.board.sites[self.key(province)] = Site(province.title())

    def home(self, power: str, place: str) -> None:
        if power in self.nations:
            self.nations[power].homes.append(place)
        elif power != "UNO":
            self.board.leave(f"{place} as a home of {power}: no such power")

    def borders(self, rows: Node) -> None:
        for province, *lists in (r for r in rows if isinstance(r, list) and r):
            key = self.key(province)
            if key not in self.board.sites:
                self.board.sites[key] = Site(province.title())
                self.board.leave(f"{province} is missing in the list of provinces")
            for unit, *goals in (r if isinstance(r, list) and r else [r] for r in lists):
                word, coast = (*unit, "", "")[:2] if isinstance(unit, list) else (unit, "")
                here = self.place([province, coast]) if coast else key
                pairs = {(here, self.place(goal)) for goal in goals}
                if word not in ("AMY", "FLT"):
                    raise BadFile(str(self.file), 0, f"no such unit: {_written(unit)}")
                (self.board.army if word == "AMY" else self.board.fleet).update(pairs)
                # An island has a list of armies, though an empty one.
                here_now = self.board.sites[key].kind
                alone = "inland" if word == "AMY" else "sea"
                self.board.sites[key].kind = "coast" if here_now not in ("", alone) else alone

    def opening(self) -> None:
        """Units and the first phase, from `.now`; owners from `.sco`."""
        file = folded(self.file.parent, f"{self.file.stem}.now")
        if file is None:
            self.board.leave(f"the opening: no {self.file.stem}.now lies beside the map")
            return
        found = nodes(read_text(file), str(file))
        if found[:1] != ["NOW"] or len(found) < 2 or not isinstance(found[1], list):
            raise BadFile(str(file), 1, "expected `NOW (season year) (power unit place) …`")
        season, year = (*found[1], "", "")[:2]
        if season not in SEASONS or not str(year).isdigit():
            raise BadFile(str(file), 1, f"no such phase: {_written(found[1])}")
        self.board.start = SEASONS[season].replace("1901", str(int(year)))
        for power, unit, place, *_ in (n for n in found[2:] if isinstance(n, list) and len(n) > 2):
            nation = self.nations.get(power)
            if nation is None or unit not in ("AMY", "FLT"):
                self.board.leave(f"a unit: {_written([power, unit, place])}")
            else:
                nation.units.append(f"{'A' if unit == 'AMY' else 'F'} {self.place(place)}")
        self.owners()

    def owners(self) -> None:
        file = folded(self.file.parent, f"{self.file.stem}.sco")
        for power, *centers in _lists(file) if file else ():
            nation = self.nations.get(power) if isinstance(power, str) else None
            if nation:
                owned = [self.ids.of(c) for c in centers if isinstance(c, str)]
                nation.centers = owned if sorted(owned) != sorted(nation.homes) else None

    def names(self) -> None:
        """Full names, from a file beside the map or in a folder of names."""
        near = (self.file.parent, self.file.parent.parent / "names")
        found = (folded(folder, f"{self.file.stem}.nam") for folder in near)
        file = next((f for f in found if f), None)
        for line in read_text(file).splitlines() if file else ():
            key, _, rest = line.strip().partition(":")
            name, _, adjective = rest.partition(":")
            nation = self.nations.get(key.upper())
            site = self.board.sites.get(self.ids.given.get(key.upper(), ""))
            if nation and adjective:
                nation.name, nation.adjective = name.strip(), adjective.strip()
            elif site and name.strip():
                site.name = name.strip()


def _lists(file: Path) -> Iterator[list[Node]]:
    yield from (n for n in nodes(read_text(file), str(file)) if isinstance(n, list) and n)


def _written(node: Node) -> str:
    return " ".join(map(_written, node)) if isinstance(node, list) else str(node)
