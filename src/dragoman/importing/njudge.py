"""Map files of the njudge: `map.NAME`, with the opening in `seed.NAME` and `report.NAME`."""

import re
from collections.abc import Iterator
from pathlib import Path

from dragoman.errors import brief
from dragoman.importing.board import BadFile, Ids, Imported, Nation, Site, slug
from dragoman.importing.files import read_text

NAME = "njudge"
_CITY = re.compile(r"[A-Za-z]\d[.A-Za-z]*")
_COAST = {"nc", "sc", "ec", "wc", "ne", "nw", "se", "sw"}
_UNIT = re.compile(r"^(\w)\s*:\s*([AF])\s+(.+?)\s*$")
_BORDERS = re.compile(r"(\S+?)\s*-\s*(\w\w)\s*[:\s]\s*(.*)")
_RAILWAY = re.compile(r"(\w+)\s*:\s*(\w)((?:\s+\w+)+)")
_SECTIONS = ("gateway", "railway", "hongkong", "center order", "storms", "famine", "plague")

Line = tuple[int, str]


def files(folder: Path) -> list[Path]:
    """The map files under a folder."""
    return sorted(
        f
        for f in folder.rglob("map*")
        if f.is_file() and (f.name == "map" or f.name.startswith("map.")) and _is_map(f)
    )


def _is_map(file: Path) -> bool:
    if file.suffix.lower() in (".txt", ".json", ".png", ".gif", ".svg", ".php", ".py", ".js"):
        return False
    return bool(re.search(r"^-1\s*$", read_text(file), re.MULTILINE))


def read(file: Path) -> list[Imported]:
    """The board of a map file, with the opening that lies beside it."""
    return [_Reader(file).board]


class _Reader:
    """Reads one map with its seed."""

    def __init__(self, file: Path) -> None:
        self.file, self.ids = file, Ids()
        self.name = file.name.partition(".")[2] or "standard"
        self.board = Imported(slug(self.name), self.name.replace("_", " ").title(), NAME, file.name)
        self.letters: dict[str, Nation] = {}
        self.riders: list[str] = []
        self.keys: dict[str, str] = {}
        parts = list(self.sections())
        if len(parts) < 2:
            raise BadFile(str(file), 0, "expected provinces, `-1` and borders: is it cut off?")
        for line in parts[0]:
            self.province(line)
        for line in parts[1]:
            self.borders(line)
        for part in parts[2:]:
            self.extras(part)
        self.opening()
        self.board.nations = list(self.letters.values())
        if self.riders:
            riders = sorted({self.letters[letter].name for letter in self.riders})
            self.board.rules["railway"] = {"riders": riders}

    def fault(self, line: Line, problem: str) -> BadFile:
        return BadFile(str(self.file), line[0], problem)

    def sections(self) -> Iterator[list[Line]]:
        """The lines between those that say -1."""
        found: list[Line] = []
        for number, raw in enumerate(read_text(self.file).splitlines(), 1):
            text = raw.split("#")[0].strip()
            if text.split()[:1] == ["-1"]:
                yield found
                found = []
            elif text:
                found.append((number, text))
        if found:
            yield found

    def province(self, line: Line) -> None:
        """`Name, kind abbreviation other names`: a letter is the power whose home it is."""
        name, comma, rest = line[1].rpartition(",")
        words = rest.split()
        if not comma or len(words) < 2:
            raise self.fault(line, "expected `Name, kind abbreviation …`")
        kind, key, *also = words
        if _CITY.fullmatch(kind) and len(kind) > 1 and kind[1].isdigit():
            raise self.fault(line, "a board of Machiavelli, with cities and garrisons: not read")
        if not key[0].isalpha():
            raise self.fault(line, f"no abbreviation: {key}")
        place = self.ids.of(key)
        for word in (key, *also, name.strip()):
            self.keys.setdefault(word.lower(), place)
        site = Site(name.strip(), "sea" if kind == "w" else "inland", also=tuple(also))
        if kind[0] not in "lw":
            site.center = True
        if kind[0] not in "lwx":
            self.nation(kind[0]).homes.append(place)
        site.ferry = kind.endswith("w") and len(kind) > 1
        self.board.sites[place] = site

    def nation(self, letter: str) -> Nation:
        return self.letters.setdefault(letter, Nation(letter))

    def borders(self, line: Line) -> None:
        """`stp-nc: bar nor`: from a province and coast; mv is for armies, xc any coast."""
        match = _BORDERS.fullmatch(line[1])
        if match is None or match[1].lower() not in self.keys:
            raise self.fault(line, f"expected `province-mv: …`, found {brief(line[1])!r}")
        place, mode, right = self.keys[match[1].lower()], match[2].lower(), match[3]
        here = f"{place}/{mode}" if mode in _COAST else place
        if mode not in ("mv", "xc", *_COAST):
            self.board.leave(f"borders of the kind {mode}: {line[1]}")
            return
        for word in right.split():
            goal = self.goal(line, word)
            if goal and goal != place:
                (self.board.army if mode == "mv" else self.board.fleet).add((here, goal))

    def goal(self, line: Line, word: str) -> str:
        key, slash, coast = word.lower().partition("/")
        if key not in self.keys:
            raise self.fault(line, f"{word} is not on the map")
        return self.keys[key] + slash + coast

    def extras(self, part: list[Line]) -> None:
        """What follows the borders: railways, gateways and other rules, noted by name."""
        for _, text in part:
            railway = _RAILWAY.fullmatch(text)
            if railway and self.railway(railway[2], railway[3].split()):
                continue
            word = next((s for s in _SECTIONS if text.lower().startswith(s)), "")
            if word == "railway" or word == "center order":
                continue
            if word:
                self.board.leave(f"the setting {word}: {' '.join(text.split())}")
            elif ":" in text and not text.lower().startswith("center"):
                self.board.leave(f"a setting: {' '.join(text.split())}")

    def railway(self, letter: str, stops: list[str]) -> bool:
        """A line on which armies of one power ride, if its stops are on the map."""
        places = [self.keys.get(stop.lower(), "") for stop in stops]
        if len(places) < 2 or "" in places or letter not in self.letters:
            return False
        self.board.lines.append(("railway", *places))
        self.riders.append(letter)
        return True

    def opening(self) -> None:
        """Units and the first phase from the seed, names of powers from the report."""
        seed = self.file.parent / f"seed.{self.name}"
        if not seed.is_file():
            self.board.leave(f"the opening: no {seed.name} lies beside the map")
            return
        lines = read_text(seed).splitlines()
        match = re.match(r"([SFW])(\d+)([MBA])", lines[0].strip()) if lines else None
        if not match:
            raise BadFile(str(seed), 1, "expected a phase such as S1901M")
        season, year, kind = match.groups()
        # Builds are counted to the fall before them; here they are a winter of their own.
        self.board.start = f"W{year}A" if kind in "BA" else f"{season}{year}M"
        for number, text in enumerate(lines[1:], 2):
            unit = _UNIT.match(text)
            if unit:
                self.unit(seed, number, *unit.groups())
        self.names()

    def unit(self, seed: Path, number: int, letter: str, kind: str, where: str) -> None:
        key, slash, coast = where.lower().partition("/")
        if key not in self.keys:
            raise BadFile(str(seed), number, f"{where} is not on the map")
        self.nation(letter).units.append(f"{kind} {self.keys[key]}{slash}{coast}")

    def names(self) -> None:
        report = self.file.parent / f"report.{self.name}"
        text = read_text(report) if report.is_file() else ""
        units = {
            (kind[0], self.keys.get(where.lower().partition(" (")[0])): name
            for name, kind, where in re.findall(
                r"^([\w .'-]+?)\s*:\s*(Army|Fleet)\s+([^.(]+?)(?: \(.*)?\.?\s*$", text, re.M
            )
        }
        for letter, nation in self.letters.items():
            found = [units.get((u[0], u[2:].partition("/")[0]), "") for u in nation.units]
            nation.name = next(filter(None, found), f"Power {letter}").strip()
