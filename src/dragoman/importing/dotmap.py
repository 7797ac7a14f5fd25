"""Map files of the DPjudge (`.map`, with parts in other files) and of the PyPI package."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from dragoman.importing.board import BadFile, Ids, Imported, Nation, Site, slug
from dragoman.importing.files import folded, is_text, read_text

NAME = "map"
_KINDS = {"LAND": "inland", "COAST": "coast", "PORT": "coast", "WATER": "sea", "SHUT": "impassable"}
_SEASONS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_PHASES = {"MOVEMENT": "M", "RETREATS": "R", "ADJUSTMENTS": "A"}
_MODULES = {"BUILD_ANY": "build_anywhere"}
_OTHERS = (
    *("DUMMY", "DUMMIES", "FLOW", "NEWHOMES", "RESERVES", "MILITIA", "CONTROL"),
    *("TEAM", "TEAMS", "LEAGUE", "TAX", "CAP"),
)
"""Words whose rules are not taken over."""

_SILENT = frozenset({"FLAG", "FLAGS", "NOTIFY", "TEXTONLY", "ROTATE"})
_LOCATION = re.compile(r"[A-Za-z][\w+.'&-]*(?:/[A-Za-z]+)?")


class _Line(Struct, frozen=True):
    """A line of a file, with where it is."""

    file: str
    number: int
    text: str

    def fault(self, problem: str) -> BadFile:
        return BadFile(self.file, self.number, problem)


class _Space(Struct):
    """A location while the file is read: `stp/nc` is one of its own."""

    kind: str
    abuts: dict[str, str] = {}
    """Neighbors by their place, each as it is written: capitals tell for whom."""

    armies_only: bool = False


def files(folder: Path) -> list[Path]:
    """The map files under a folder."""
    named = (f for f in folder.rglob("*") if f.suffix.lower() == ".map" and f.is_file())
    return sorted(f for f in named if is_text(f))


def read(file: Path) -> list[Imported]:
    """The board of a map file, with the files that it uses."""
    reader = _Reader(file)
    reader.load(file, ())
    return [reader.board_of()]


class _Reader:
    """Reads one map and the files that it builds on, in which later lines win."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.board = Imported(slug(file.stem), file.stem.replace("_", " ").title(), NAME, file.name)
        self.names: dict[str, str] = {}
        self.also: dict[str, tuple[str, ...]] = {}
        self.spaces: dict[str, _Space] = {}
        self.nations: dict[str, Nation] = {}
        self.centers: set[str] = set()
        self.power: Nation | None = None
        self.inside = ""
        self.declared: set[str] = set()
        self.half: set[tuple[str, str]] = set()

    def load(self, file: Path, seen: tuple[Path, ...]) -> None:
        """Read a file into what has been read already."""
        self.power = None
        for number, raw in enumerate(read_text(file).splitlines(), 1):
            text = raw.split("#")[0].strip()
            if text:
                self.line(_Line(str(file), number, text), (*seen, file))

    def line(self, line: _Line, seen: tuple[Path, ...]) -> None:
        words = line.text.split()
        first = words[0].upper()
        if words[-1].upper() in ("DIRECTIVE", "DIRECTIVES"):
            self.inside = "" if first == "END" else line.text
            if self.inside and len(words) > 1:
                self.board.leave(f"{line.text.lower()}")
        elif self.inside and first != "RULE":
            self.board.leave(f"{self.inside.lower()}: {line.text}")
        elif first in ("USE", "USES", "MAP"):
            for name in words[1:]:
                self.use(line, name, seen)
        elif first in ("IN", "FROM") and len(words) > 1:
            self.board.leave(f"changes with the season: {line.text}")
            self.inside = "" if ":" in line.text else line.text
        elif "=" in line.text and first not in ("FLOW", "BEGIN", "RULE"):
            self.name(line)
        elif first in ACTIONS:
            ACTIONS[first](self, line, words)
        elif first not in _SILENT:
            self.nation(line, words)

    def use(self, line: _Line, name: str, seen: tuple[Path, ...]) -> None:
        name = name if "." in name else f"{name}.map"
        file = folded(self.file.parent, name)
        if file is None:
            raise line.fault(f"it uses {name}, which does not lie beside it")
        if file in seen:
            raise line.fault(f"{name} uses itself")
        self.load(file, seen)

    def terrain(self, line: _Line, words: list[str]) -> None:
        """`COAST con ABUTS …`: what a location is, and what it borders on."""
        if len(words) < 2:
            raise line.fault(f"{words[0]} names no location")
        place = words[1].lower()
        amend = words[0].upper() == "AMEND"
        if amend and place not in self.spaces:
            raise line.fault(f"it amends {words[1]}, which is not on the map")
        if not amend:
            if words[1].isupper() and "/" not in place:
                self.spaces = {
                    k: s for k, s in self.spaces.items() if not k.startswith(f"{place}/")
                }
            old = self.spaces.get(place, _Space("")).abuts if len(words) == 2 else {}
            self.spaces[place] = _Space(_KINDS[words[0].upper()], dict(old))
            self.spaces[place].armies_only = words[1].islower()
            if words[0].upper() == "PORT":
                self.declared.add(place)
        if len(words) > 2 and words[2].upper() != "ABUTS":
            raise line.fault(f"expected ABUTS after {words[1]}, found {words[2]}")
        for word in words[3:]:
            self.abut(line, place, word)

    def abut(self, line: _Line, place: str, word: str) -> None:
        abuts = self.spaces[place].abuts
        if word.startswith("-"):
            gone = word[1:].lower()
            for name in [n for n in abuts if n.startswith(gone)]:
                del abuts[name]
            return
        match = _LOCATION.search(word.partition(":")[2] if ":" in word else word)
        if match is None:
            raise line.fault(f"{word} is no location")
        goal = match.group().lower()
        self.half.discard((place, goal))
        if word == f"*{match.group()}":
            self.half.add((place, goal))
        elif match.group() != word:
            self.board.leave(f"a restricted border: {place} - {word}")
        abuts[goal] = match.group()

    def name(self, line: _Line) -> None:
        """`Full Name = abb other names`; `ABB -> Full Name = …` renames."""
        left, _, right = line.text.partition("=")
        old, arrow, name = left.rpartition("->")
        words = right.split()
        if not words:
            raise line.fault("a name without an abbreviation")
        key = words[0].lower()
        if arrow:
            self.rename(old.strip().lower(), key)
        self.names[key] = name.strip()
        self.also[key] = tuple(w.rstrip("?").replace("+", " ") for w in words[1:])

    def rename(self, old: str, new: str) -> None:
        self.names.pop(old, None)
        self.spaces = {_swap(k, old, new): s for k, s in self.spaces.items()}
        for space in self.spaces.values():
            space.abuts = {_swap(k, old, new): _swap(v, old, new) for k, v in space.abuts.items()}
        self.centers = {_swap(c, old, new) for c in self.centers}
        self.half = {(_swap(a, old, new), _swap(b, old, new)) for a, b in self.half}
        for nation in self.nations.values():
            nation.homes = [_swap(h, old, new) for h in nation.homes]
            nation.units = [u[:2] + _swap(u[2:], old, new) for u in nation.units]

    def drop(self, line: _Line, words: list[str]) -> None:
        for word in words[1:]:
            gone = word.lower()
            self.spaces = {
                k: s for k, s in self.spaces.items() if k != gone and not k.startswith(f"{gone}/")
            }
            self.centers.discard(gone)
            self.names.pop(gone, None)
            for space in self.spaces.values():
                space.abuts = {k: v for k, v in space.abuts.items() if k.partition("/")[0] != gone}
            for nation in self.nations.values():
                nation.homes = [h for h in nation.homes if h != gone]
                nation.units = [u for u in nation.units if u[2:].partition("/")[0] != gone]

    def unit(self, line: _Line, words: list[str]) -> None:
        if self.power is None or len(words) != 2:
            raise line.fault("a unit before any power, or no place for it")
        place = words[1].lower()
        for nation in self.nations.values():
            nation.units = [
                u for u in nation.units if u[2:].partition("/")[0] != place.partition("/")[0]
            ]
        self.power.units.append(f"{words[0].upper()} {place}")

    def owns(self, line: _Line, words: list[str]) -> None:
        if self.power is None:
            if words[0].upper() == "CENTERS":
                self.centers |= set(self.homes(words[1:]))
                return
            raise line.fault(f"{words[0]} before any power")
        places = list(self.homes(words[1:]))
        self.centers |= set(places)
        self.power.centers = [*(self.power.centers or []), *places]

    def inhabits(self, line: _Line, words: list[str]) -> None:
        if self.power is None:
            raise line.fault(f"{words[0]} before any power")
        self.power.homes = list(self.homes(words[1:]))
        self.centers |= set(self.power.homes)

    def unowned(self, line: _Line, words: list[str]) -> None:
        self.power = None
        self.centers |= set(self.homes(words[1:]))
        self.centers -= {w[1:].lower() for w in words[1:] if w.startswith("-")}

    def unplayed(self, line: _Line, words: list[str]) -> None:
        gone = {_key(w) for w in words[1:]}
        if gone and "all" in {g.lower() for g in gone}:
            kept = {_key(w) for w in words[3:]}
            gone = set(self.nations) - kept
        elif not gone and self.power is not None:
            gone = {_key(self.power.name)}
        for name in gone:
            nation = self.nations.pop(name, None)
            self.centers |= set(nation.homes) if nation else set()
        self.power = None

    def begin(self, line: _Line, words: list[str]) -> None:
        season, year, phase = (*words[1:], "", "", "")[:3]
        season, phase = season.upper(), phase.upper()
        if not year.isdigit():
            raise line.fault(f"expected `BEGIN SEASON YEAR PHASE`, found {line.text}")
        if season not in _SEASONS or phase not in _PHASES:
            self.board.leave(f"the calendar: {line.text}")
        letter = _SEASONS.get(season, "S")
        kind = "A" if letter == "W" else "M"
        self.board.start = f"{letter}{year}{kind}"

    def victory(self, line: _Line, words: list[str]) -> None:
        if len(words) < 2 or not words[1].isdigit():
            raise line.fault("expected `VICTORY NUMBER`")
        self.board.win_at = int(words[1])

    def rule(self, line: _Line, words: list[str]) -> None:
        for word in words[1:]:
            if word.startswith("!"):
                self.board.rules.pop(_MODULES.get(word[1:], ""), None)
            elif word in _MODULES:
                self.board.rules[_MODULES[word]] = {}
            else:
                self.board.leave(f"the rule {word}")

    def other(self, line: _Line, words: list[str]) -> None:
        self.board.leave(line.text)

    def clear_units(self, line: _Line, words: list[str]) -> None:
        if self.power is not None:
            self.power.units = []

    def nation(self, line: _Line, words: list[str]) -> None:
        """`AUSTRIA (AUSTRIAN) BUD TRI VIE`, or the name alone before its units."""
        match = re.match(r"([^\s(]+)\s*(?:->\s*(\S+)\s*)?(\([^)]*\))?\s*(.*)", line.text)
        name, new, adjective, homes = match.groups() if match else (words[0], None, None, "")
        if _key(name) in ("-", "UNPLAYED"):
            self.power = None
            return
        if new:
            old = self.nations.pop(_key(name), Nation(""))
            old.name = _titled(new)
            self.nations[_key(new)] = old
            name = new
        self.power = self.nations.setdefault(_key(name), Nation(_titled(name)))
        if adjective:
            self.power.adjective = _titled(adjective.strip("()").partition(":")[0])
        places = list(self.homes(homes.split()))
        self.power.homes = list(dict.fromkeys([*self.power.homes, *places]))
        self.power.homes = [h for h in self.power.homes if h not in _minus(homes)]
        self.centers |= set(places)

    def homes(self, words: list[str]) -> Iterator[str]:
        """The centers that a list names; marks for special homes are noted."""
        for word in words:
            if word.startswith("-"):
                continue
            match = _LOCATION.search(word)
            if match and match.group() != word:
                self.board.leave(f"a special home: {word}")
            if match:
                yield match.group().lower()

    def refuse_bare(self) -> None:
        """Refuse a sea without a border on which others border: the end of its line is missing."""
        named = {goal: key for key, space in self.spaces.items() for goal in space.abuts}
        for key, space in self.spaces.items():
            if key in named and space.kind == "sea" and not space.abuts:
                problem = f"{named[key]} borders on {key}, which borders on nothing: cut off?"
                raise BadFile(str(self.file), 0, problem)

    def board_of(self) -> Imported:
        """The board that the lines have described."""
        if not self.spaces:
            raise BadFile(str(self.file), 0, "it describes no location (LAND, COAST, WATER)")
        self.refuse_bare()
        board, ids = self.board, Ids()
        at = {key: _placed(key, ids) for key in self.spaces}
        for key, space in self.spaces.items():
            if "/" not in key:
                site = Site(_titled(self.names.get(key, key)), space.kind)
                site.center, site.also = key in self.centers, self.also.get(key, ())
                site.ferry = key in self.declared
                board.sites[at[key]] = site
        for key, space in self.spaces.items():
            for goal, written in space.abuts.items():
                if goal in self.spaces:
                    self.border(at, key, goal, written)
                else:
                    board.leave(f"border {key} - {goal}: {goal} is not on the map")
        self.halves(at)
        for nation in self.nations.values():
            self.place(nation, at)
        board.nations = list(self.nations.values())
        return board

    def border(self, at: dict[str, str], key: str, goal: str, written: str) -> None:
        """Capitals are open to all, small letters to armies, a capital first to fleets."""
        here, there = self.spaces[key], self.spaces[goal]
        dry = {"inland", "coast"}
        fleets = not written.partition("/")[0].islower() and not here.armies_only
        armies = written.isupper() or written.islower()
        if armies and "/" not in key and here.kind in dry and there.kind in dry:
            self.board.army.add((at[key], at[goal]))
        if fleets and {here.kind, there.kind} <= {"coast", "sea"} and not there.armies_only:
            self.board.fleet.add((at[key], at[goal]))

    def halves(self, at: dict[str, str]) -> None:
        """`*EGY` is a border for moves of half strength only, as the module can have it.

        The DPjudge also lets a retreat over it yield to others into the same province.
        """
        drawn = {(a, b) for a, b in self.half if b in self.spaces.get(a, _Space("")).abuts}
        for a, b in sorted(pair for pair in drawn if pair[::-1] not in drawn):
            self.board.leave(f"a restricted border: {a} - *{b}, but not back")
        both = {tuple(sorted(pair)) for pair in drawn if pair[::-1] in drawn}
        for a, b in sorted(both):
            self.board.lines.append(("half", *(at[k].partition("/")[0] for k in (a, b))))
        if both:
            self.board.rules["half_borders"] = {"half_moves_only": True}
            self.board.leave("over a half border (*), that a retreat yields to others")

    def place(self, nation: Nation, at: dict[str, str]) -> None:
        """The places of a nation under their ids; homes are centers."""
        nation.homes = [at.get(h, h) for h in nation.homes]
        nation.units = [u[:2] + at.get(u[2:], u[2:]) for u in nation.units]
        if nation.centers is not None:
            nation.centers = [at.get(c, c) for c in nation.centers]


def _placed(key: str, ids: Ids) -> str:
    province, slash, coast = key.partition("/")
    return ids.of(province) + slash + coast


def _swap(place: str, old: str, new: str) -> str:
    """A place with its province renamed, in the same capitals."""
    province, slash, coast = place.partition("/")
    if province.lower() != old:
        return place
    return (new.upper() if province.isupper() else new) + slash + coast


def _key(name: str) -> str:
    return name.upper().replace("+", " ").replace(".", "").strip()


def _minus(text: str) -> set[str]:
    return {w[1:].lower() for w in text.split() if w.startswith("-")}


def _titled(name: str) -> str:
    """A name in ordinary capitals, if it is written in large or small ones only."""
    name = " ".join(name.replace("+", " ").split())
    if name.isupper() or name.islower():
        return re.sub(r"[A-Za-z]+('[a-z]+)?", lambda m: m.group().capitalize(), name.lower())
    return name


ACTIONS: dict[str, Callable[[_Reader, _Line, list[str]], None]] = {
    **dict.fromkeys((*_KINDS, "AMEND"), _Reader.terrain),
    **dict.fromkeys(("A", "F"), _Reader.unit),
    **dict.fromkeys(("OWNS", "CENTERS"), _Reader.owns),
    **dict.fromkeys(("INHABITS", "HOME", "HOMES"), _Reader.inhabits),
    **dict.fromkeys(("UNOWNED", "NEUTRAL"), _Reader.unowned),
    **dict.fromkeys(("RULE", "RULES"), _Reader.rule),
    **dict.fromkeys(_OTHERS, _Reader.other),
    "DROP": _Reader.drop,
    "UNITS": _Reader.clear_units,
    "UNPLAYED": _Reader.unplayed,
    "BEGIN": _Reader.begin,
    "VICTORY": _Reader.victory,
}
"""What the first word of a line does."""
