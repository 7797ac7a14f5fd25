"""Variants of jDip: `variants.xml`, the borders in a file of their own, points from the SVG."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from dragoman.importing.board import BadFile, Ids, Imported, Nation, Site, slug
from dragoman.importing.files import folded, read_text
from dragoman.importing.tidy import root

NAME = "jdip"
_COASTS = {"nc", "sc", "ec", "wc"}
_TURN = re.compile(r"(spring|fall|winter)\W+(\d+)\W+(movement|retreat|adjustment)", re.IGNORECASE)
_SEASONS = ("spring", "fall", "winter")
_ICE = {"id", "description", "from", "season"}
_HALF = {"id", "description", "from", "baseMoveModifier"}
_PROVINCE = re.compile(r'<jdipNS:PROVINCE\s+name="([^"]+)"\s*>(.*?)</jdipNS:PROVINCE>', re.DOTALL)
_UNIT = re.compile(r'<jdipNS:UNIT\s+x="([-\d.]+)"\s+y="([-\d.]+)"')


def files(folder: Path) -> list[Path]:
    """The lists of variants under a folder."""
    return sorted(f for f in folder.rglob("variants.xml") if f.is_file())


def read(file: Path) -> list[Imported]:
    """Every variant that a list describes."""
    tree = _tree(file)
    found = list(tree.iter("VARIANT"))
    if not found:
        raise BadFile(str(file), 0, "it describes no VARIANT")
    return [_Reader(file, tree, node, len(found) > 1).board for node in found]


def _tree(file: Path) -> ET.Element:
    try:
        return ET.fromstring(read_text(file).lstrip())
    except ET.ParseError as error:
        line = error.position[0]
        raise BadFile(str(file), line, f"is not well-formed XML: {error}") from error
    except ValueError as error:
        raise BadFile(str(file), 0, str(error)) from error


class _Reader:
    """Reads one variant."""

    def __init__(self, file: Path, tree: ET.Element, node: ET.Element, several: bool) -> None:
        self.file, self.tree, self.node, self.ids = file, tree, node, Ids()
        self.keys: dict[str, str] = {}
        name = node.get("name", "") or file.parent.name
        key = f"{file.parent.name} {name}" if several else file.parent.name
        self.board = Imported(slug(key), name, NAME, f"{file.parent.name}/{file.name}")
        self.provinces(self.beside(self.need(node, "MAP").get("adjacencyURI", "")))
        self.powers()
        self.numbers()
        self.board.called = self.keys
        self.board.pictures = [*self.pictures()]
        self.points()

    def need(self, node: ET.Element, tag: str) -> ET.Element:
        found = node.find(tag)
        if found is None:
            raise BadFile(str(self.file), 0, f"the variant {self.board.name} has no {tag}")
        return found

    def beside(self, name: str) -> Path:
        found = folded(self.file.parent, Path(name).name) if name else None
        if found is None:
            raise BadFile(str(self.file), 0, f"it uses {name!r}, which does not lie beside it")
        return found

    def provinces(self, file: Path) -> None:
        """The provinces and their borders: mv for armies, xc for fleets, or a coast."""
        nodes = list(_tree(file).iter("PROVINCE"))
        for node in nodes:
            short, name = node.get("shortname", ""), node.get("fullname", "")
            if not short:
                raise BadFile(str(file), 0, f"a PROVINCE without shortname: {name}")
            if short.lower() in self.keys:
                raise BadFile(str(file), 0, f"two PROVINCEs have the shortname {short}")
            self.keys[short.lower()] = place = self.ids.of(short.lower())
            also = tuple(n.get("name", "") for n in node.iter("UNIQUENAME"))
            ferry = node.get("isConvoyableCoast") == "true"
            self.board.sites[place] = Site(name or short, also=also, ferry=ferry)
        for node, site in zip(nodes, list(self.board.sites.values()), strict=True):
            for word in (site.name, *site.also):
                self.keys.setdefault(word.lower(), self.keys[node.get("shortname", "").lower()])
        for node in nodes:
            rows = list(node.iter("ADJACENCY"))
            for row in rows:
                self.borders(node.get("shortname", "").lower(), row, file)
            # An island has a line for armies, though an empty one.
            dry, wet = (any((r.get("type", "mv") == "mv") == way for r in rows) for way in (1, 0))
            site = self.board.sites[self.keys[node.get("shortname", "").lower()]]
            site.kind = ("coast" if wet else "inland") if dry else "sea"
            if node.get("isImpassable") == "true":
                site.kind = "impassable"
        closed: dict[tuple[str, str, str], str] = {}
        for border in (b for node in _tree(file).iter("BORDER_DEFINITIONS") for b in node):
            rule = " ".join(f"{k}={v}" for k, v in border.attrib.items() if v and k != "id")
            uses = [n.get("shortname", "") for n in nodes if border.get("id") in _uses(n)]
            season = border.get("season", "").lower()
            if set(border.keys()) <= _HALF and border.get("baseMoveModifier") == "-1":
                self.halve(border.get("from", "").split(), uses)
            elif set(border.keys()) <= _ICE and season in _SEASONS:
                for a, b in product(border.get("from", "").split() or [""], uses):
                    closed[season, a, b] = rule
            else:
                self.board.leave(f"a border rule into {' '.join(uses)}: {rule}")
        self.close(closed)

    def close(self, closed: dict[tuple[str, str, str], str]) -> None:
        """Borders that are closed in a season, in both directions; one way alone is left out."""
        for season, a, b in closed:
            if a and (season, b, a) in closed:
                line = (f"closed-{season}", *sorted((self.place(a), self.place(b))))
                if line not in self.board.lines:
                    self.board.lines.append(line)
            elif not a:
                self.board.lines += self.all_round(season, self.place(b))
                self.board.leave(f"that {b} may be left in {season}, when nobody may enter it")
            else:
                self.board.leave(f"a border rule into {b}: {closed[season, a, b]}")

    def all_round(self, season: str, place: str) -> list[tuple[str, ...]]:
        """Lines for a province that nobody enters in a season; who is there may not leave."""
        pairs = {(root(a), root(b)) for a, b in self.board.army | self.board.fleet}
        near = sorted({a for a, b in pairs if b == place} | {b for a, b in pairs if a == place})
        return [(f"closed-{season}", *sorted((place, other))) for other in near]

    def halve(self, starts: list[str], goals: list[str]) -> None:
        """Borders over which a move is worth one less, which is what half borders are for."""
        self.board.rules["half_borders"] = {}
        for a, b in product(starts, goals):
            ends = sorted((self.place(a), self.place(b)))
            if ("half", *ends) not in self.board.lines:
                self.board.lines.append(("half", *ends))

    def borders(self, key: str, row: ET.Element, file: Path) -> None:
        mode = row.get("type", "mv").lower()
        if mode not in ("mv", "xc", *_COASTS):
            raise BadFile(str(file), 0, f"{key}: no such kind of border {mode!r}")
        here = self.keys[key] + (f"/{mode}" if mode in _COASTS else "")
        kind = self.board.army if mode == "mv" else self.board.fleet
        for word in row.get("refs", "").split():
            goal = self.place(word)
            if goal:
                kind.add((here, goal))
            else:
                self.board.leave(f"border {key} - {word}: no such province")

    def place(self, word: str) -> str:
        """A place as borders name it: `stp-nc`, or `stp/nc`."""
        word = word.lower()
        if word in self.keys:
            return self.keys[word]
        key, _, coast = word.replace("/", "-").rpartition("-")
        if key not in self.keys:
            return ""
        return self.keys[key] + (f"/{coast}" if coast in _COASTS else "")

    def powers(self) -> None:
        named: dict[str, Nation] = {}
        nations: list[Nation] = []
        for node in self.node.iter("POWER"):
            name = node.get("name", "")
            nation = Nation(name, node.get("adjective", ""))
            nations.append(nation)
            others = (node.get("altnames") or node.get("altname") or "").split(",")
            for word in (name, *others):
                named.setdefault(word.strip().lower(), nation)
            if node.get("active") == "false":
                self.board.leave(f"{name} as a power that nobody plays")
        owned: dict[int, list[str]] = {}
        for node in self.node.iter("SUPPLYCENTER"):
            place = self.place(node.get("province", ""))
            if not place:
                self.board.leave(f"the center {node.get('province')}: no such province")
                continue
            self.board.sites[place].center = True
            home, owner = (node.get(k, "none").lower() for k in ("homepower", "owner"))
            if home in named:
                named[home].homes.append(place)
            elif home not in ("", "none", "any"):
                self.board.leave(f"{place} as a home of {home}: no such power")
            if owner in named or home in named:
                holder = named[owner if owner in named else home]
                owned.setdefault(id(holder), []).append(place)
        for nation in nations:
            has = owned.get(id(nation), [])
            nation.centers = has if sorted(has) != sorted(nation.homes) else None
        self.units(named)
        self.board.nations = nations

    def units(self, named: dict[str, Nation]) -> None:
        for node in self.node.iter("INITIALSTATE"):
            nation = named.get(node.get("power", "").lower())
            place, kind = self.place(node.get("province", "")), node.get("unit", "").lower()
            coast = node.get("unitcoast", "").lower()
            if nation is None or not place or kind not in ("army", "fleet"):
                self.board.leave(f"a unit: {' '.join(node.attrib.values())}")
                continue
            shore = f"/{coast}" if coast in _COASTS and kind == "fleet" else ""
            nation.units.append(f"{kind[0].upper()} {place}{shore}")

    def numbers(self) -> None:
        win = next(self.node.iter("WINNING_SUPPLY_CENTERS"), None)
        wanted = win.get("value", "") if win is not None else ""
        if wanted.isdigit():
            self.board.win_at = int(wanted)
        elif wanted:
            self.board.leave(f"the number of centers that wins: {wanted}")
        turn = next(self.node.iter("STARTINGTIME"), None)
        match = _TURN.search(turn.get("turn", "")) if turn is not None else None
        if match:
            letter, year, kind = match.group(1)[0].upper(), int(match.group(2)), match.group(3)
            builds = kind.lower() == "adjustment"
            self.board.start = f"W{year}A" if builds else f"{letter}{year}M"
        for option in self.node.iter("RULEOPTION"):
            self.option(option.get("name", ""), option.get("value", ""))

    def option(self, name: str, value: str) -> None:
        if value.startswith("VALUE_BUILDS_ANY_OWNED"):
            self.board.rules["build_anywhere"] = {}
        elif value != "VALUE_BUILDS_HOME_ONLY":
            self.board.leave(f"the rule {name} {value}")

    def pictures(self) -> Iterator[Path]:
        """The pictures that the variant names, or else all that lie beside it."""
        homes = {n.get("id"): n.get("URI", "") for n in self.tree.iter("MAP_DEFINITION")}
        named = [homes.get(n.get("ref"), "") for n in self.node.iter("MAP_GRAPHIC")]
        beside = {f.name: f for f in sorted(self.file.parent.glob("*.svg"))}
        yield from [beside[n] for n in dict.fromkeys(named) if n in beside] or beside.values()

    def points(self) -> None:
        """Where units stand in the first picture that says it."""
        for file in sorted(self.file.parent.glob("*.svg")):
            found = dict(_PROVINCE.findall(read_text(file)))
            for key, inner in found.items():
                unit, place = _UNIT.search(inner), self.keys.get(key.lower())
                if unit and place:
                    self.board.sites[place].at = (float(unit[1]), float(unit[2]))
            if found:
                return


def _uses(node: ET.Element) -> list[str]:
    return node.get("borders", "").split()
