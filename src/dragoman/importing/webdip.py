"""Variants of webDiplomacy and vDiplomacy: `install.php`, `variant.php` and the opening's class."""

import re
from pathlib import Path
from typing import Any

from msgspec import Struct

from dragoman.importing.board import BadFile, Ids, Imported, Nation, Site, plain, slug
from dragoman.importing.files import folded, read_text
from dragoman.importing.php import Assignment, PhpArray, assignments, classes

NAME = "webdiplomacy"
KINDS = {"coast": "coast", "land": "inland", "sea": "sea", "strait": "coast"}
NEUTRAL = frozenset({"", "neutral", "neutral units", "global"})

_COAST = re.compile(r"^(?P<parent>.+?)\s*\((?P<word>[^()]*?)\s*[Cc]oast\)$")
_SHORT = re.compile(r"\s*\{(\w+)\}")
_YEAR = re.compile(r"\+\s*(\d{1,4})\s*\)")
_LOOKS = re.compile(r"drawmap|OrderArchiv|Chatbox|^panel|^Maps$", re.IGNORECASE)
"""Classes that only change how things look."""

_MODULES = {
    "BuildAnywhere": "build_anywhere",
    "BuildAnywhereVariant": "build_anywhere",
    "Fog": "fog",
    "Transform": "transform",
}
_PICTURES = re.compile(r"Custom\w*Icon|^Zoom|Warp|NewUnitNames|Palette|Flags$|^Country")


class WebdipSettings(Struct):
    """What `variant.php` says, with what it inherits."""

    values: dict[str, Any]
    classes: dict[str, str]
    start: int = 0


def files(folder: Path) -> list[Path]:
    """The variants under a folder."""
    return sorted(f.parent for f in folder.rglob("variant.php") if is_variant(f.parent))


def is_variant(folder: Path) -> bool:
    """Whether a folder is a variant; that of all variants has a file of the same name."""
    return (folder / "variant.php").is_file() and folder.name != "variants"


def read(folder: Path) -> list[Imported]:
    """The variant in a folder; base variants are looked for beside it."""
    settings = _settings(folder, ())
    if not isinstance(settings.values.get("countries") or None, PhpArray):
        raise BadFile(str(folder / "variant.php"), 0, "it says nothing of $countries")
    territories, borders, file = _raw(folder)
    values = settings.values
    board = Imported(
        id=slug(folder.name),
        name=str(values.get("fullName") or values.get("name") or folder.name),
        format=NAME,
        source=folder.name,
        credits=_credits(values),
        win_at=values["supplyCenterTarget"] if _number(values.get("supplyCenterTarget")) else 0,
    )
    _Reader(board, settings, file).fill(folder, territories, borders)
    return [board]


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _credits(values: dict[str, Any]) -> str:
    made = [f"by {values['author']}"] if isinstance(values.get("author"), str) else []
    if isinstance(values.get("adapter"), str):
        made.append(f"coded for webDiplomacy by {values['adapter']}")
    return ", ".join(made)


def _settings(folder: Path, seen: tuple[str, ...]) -> WebdipSettings:
    """What a variant and its parents say of themselves; the nearest has the last word."""
    file = folder / "variant.php"
    if not file.is_file():
        raise BadFile(str(file), 0, "is missing: an inherited variant must lie beside the others")
    text = read_text(file)
    found = WebdipSettings({}, {})
    parent = _parent(text, file)
    if parent and parent.lower() != "wd" and parent not in seen:
        found = _settings(_beside(folder, parent), (*seen, parent))
    for row in assignments(text, str(file)):
        if row.name == "variantClasses" and row.keys:
            found.classes[str(row.keys[0])] = str(row.value)
        elif not row.keys:
            found.values[row.name] = row.value
    years = [int(y) for y in _YEAR.findall(text) if int(y) > 1]
    found.start = years[0] if years else found.start
    return found


def _parent(text: str, file: Path) -> str:
    """The variant that a variant builds on, if any."""
    found = [base for _, base in classes(text, str(file)) if base]
    return found[0].removesuffix("Variant") if found else ""


def _beside(folder: Path, name: str) -> Path:
    """The folder of another variant, whatever capitals it is written with."""
    return folded(folder.parent, name) or folder.parent / name


def _raw(folder: Path) -> tuple[PhpArray, PhpArray, str]:
    """The lists of territories and borders; some variants take over those of another."""
    for number in range(5):
        file = folder / "install.php"
        if number and not file.is_file():
            raise BadFile(str(file), 0, "is missing: an inherited map must lie beside the others")
        text = read_text(file) if file.is_file() else ""
        rows = [row for row in assignments(text, str(file)) if not row.keys]
        if any(row.name == "territoryRawData" for row in rows):
            return (
                _list(rows, "territoryRawData", file),
                _list(rows, "bordersRawData", file),
                str(file),
            )
        parent = re.search(r"variants/(\w+)/install\.php", text)
        own = folder / "variant.php"
        folder = _beside(folder, parent[1] if parent else _parent(read_text(own), own))
    raise BadFile(str(file), 0, "it has no $territoryRawData")


def _list(rows: list[Assignment], name: str, file: Path) -> PhpArray:
    """A list, which may come in several parts."""
    found, whole = [row for row in rows if row.name == name], PhpArray()
    for row in found:
        if not isinstance(row.value, PhpArray):
            raise BadFile(str(file), row.line, f"${name} is no list")
        whole |= {len(whole) + number: value for number, value in enumerate(row.value.values())}
    if not found:
        raise BadFile(str(file), 0, f"it has no list ${name}")
    return whole


class _Reader:
    """Turns the lists of a variant into a board."""

    def __init__(self, board: Imported, settings: WebdipSettings, file: str) -> None:
        self.board, self.settings, self.file = board, settings, file
        self.ids = Ids()
        self.places: dict[str, str] = {}
        self.order: list[str] = []
        self.countries = [str(c) for c in settings.values["countries"].values()]
        self.nations = {c.lower(): Nation(c.replace("-", " ")) for c in self.countries}

    def fill(self, folder: Path, territories: PhpArray, borders: PhpArray) -> None:
        """Read everything into the board."""
        self.board.nations = list(self.nations.values())
        rows = [self.territory(row) for row in territories.values()]
        names = {row[0] for row in rows}
        for name, kind, center, owner, at in rows:
            self.place(name, names, kind, center, owner, at)
        for row in borders.values():
            self.border(row)
        self.ferries()
        self.units(folder)
        self.rules(folder)
        # Games begin in spring, or in the winter before it where the units are placed first.
        year = self.settings.start or 1901
        standing = any(nation.units for nation in self.board.nations)
        self.board.start = f"S{year}M" if standing else f"W{year - 1 or 1}A"

    def territory(self, row: Any) -> tuple[str, str, bool, str, tuple[float, float] | None]:
        """A row: name, kind, center, then either the owner's number and points, or points first."""
        values = list(row.values()) if isinstance(row, PhpArray) else []
        if len(values) < 3 or not all(isinstance(v, str) for v in values[:3]):
            line = row.line if isinstance(row, PhpArray) else 0
            raise BadFile(self.file, line, "a territory is array(name, kind, center, …)")
        name, kind, center = (str(v).strip() for v in values[:3])
        if kind.lower() not in KINDS:
            raise BadFile(self.file, row.line, f"unknown kind of territory {kind!r}")
        owner, numbers = "", [v for v in values[3:] if isinstance(v, int | float)]
        named = [v for v in values[3:] if isinstance(v, str)]
        if named:
            owner = named[0]
        elif len(numbers) >= 5:
            owner, numbers = self.country(int(numbers[0])), numbers[1:]
        at = (float(numbers[0]), float(numbers[1])) if len(numbers) > 1 else None
        return name, KINDS[kind.lower()], center.lower() == "yes", owner, at

    def country(self, number: int) -> str:
        return self.countries[number - 1] if 0 < number <= len(self.countries) else ""

    def place(
        self, name: str, names: set[str], kind: str, center: bool, owner: str, at: Any
    ) -> None:
        self.order.append(name)
        match = _COAST.match(name)
        if match and match["parent"] in names:
            parent = self.id_of(match["parent"])
            coast = _coast(match["word"], self.places, parent)
            self.places[name] = f"{parent}/{coast}"
            return
        self.places[name] = place = self.id_of(name)
        self.board.sites[place] = Site(_SHORT.sub("", name), kind, center, at=at)
        nation = self.nations.get(owner.lower())
        if nation and center:
            nation.homes.append(place)

    def id_of(self, name: str) -> str:
        """The id of a territory; some names bring it along in braces."""
        short = _SHORT.search(name)
        return self.ids.of(name, short[1] if short else name)

    def border(self, row: Any) -> None:
        values = [str(v).strip() for v in row.values()] if isinstance(row, PhpArray) else []
        if len(values) < 4:
            line = row.line if isinstance(row, PhpArray) else 0
            raise BadFile(self.file, line, "a border is array(from, to, fleets, armies)")
        a, b = (self.places.get(v) for v in values[:2])
        if a is None or b is None:
            self.board.leave(f"border {values[0]} - {values[1]}: no such territory")
            return
        fleets, armies = (v.lower() == "yes" for v in values[2:4])
        self.board.join(a, b, army=armies, fleet=fleets)

    def ferries(self) -> None:
        """The coasts on which fleets may convoy, listed by number."""
        listed = self.settings.values.get("convoyCoasts")
        for number in listed.values() if isinstance(listed, PhpArray) else ():
            index = int(number) - 1 if str(number).isdigit() else -1
            site = (
                self.board.sites.get(self.places[self.order[index]])
                if 0 <= index < len(self.order)
                else None
            )
            if site:
                site.ferry = True

    def units(self, folder: Path) -> None:
        """The units of the opening; a class may be another variant's."""
        for place in (folder, *(_beside(folder, c) for c in self.settings.classes.values())):
            file = place / "classes" / "adjudicatorPreGame.php"
            rows = assignments(read_text(file), str(file)) if file.is_file() else []
            listed = [r.value for r in rows if r.name == "countryUnits" and not r.keys]
            if listed and isinstance(listed[-1], PhpArray):
                for country, units in listed[-1].items():
                    self.army_list(str(country), units)
                return

    def army_list(self, country: str, units: Any) -> None:
        nation = self.nations.get(country.lower())
        if nation is None and country.lower() in NEUTRAL:
            nation = Nation("Neutral", "neutral", neutral=True)
            self.board.nations.append(nation)
        for name, kind in units.items() if isinstance(units, PhpArray) else ():
            place = self.places.get(str(name).strip())
            letter = next((w[0].upper() for w in ("fleet", "army") if w in str(kind).lower()), None)
            if nation is None:
                self.board.leave(f"units of {country}: {name}")
            elif place is None:
                self.board.leave(f"a unit in {name}: no such territory")
            elif letter is None:
                self.board.leave(f"a unit in {name}: {kind} is neither army nor fleet")
            else:
                nation.units.append(f"{letter} {place}")

    def rules(self, folder: Path) -> None:
        """Rules in code: those that the shelf knows by name, and a list of the others."""
        own = self.settings.values.get("name") or folder.name
        for file in sorted((folder / "classes").glob("*.php")):
            for name, _ in classes(read_text(file), str(file)):
                prefix, _, hook = name.rpartition("_")
                module = _MODULES.get(prefix)
                if module:
                    self.board.rules[module] = {}
                elif (
                    not _LOOKS.search(hook)
                    and not _PICTURES.search(prefix)
                    and prefix != "NeutralUnits"
                ):
                    ours = prefix.removesuffix("Variant") in (own, folder.name)
                    special = ours and hook in ("adjudicatorPreGame", "OrderInterface")
                    if not special and not prefix.startswith("CustomStart"):
                        self.board.leave(f"rules in code: {prefix}_{hook}")


def _coast(word: str, places: dict[str, str], parent: str) -> str:
    """The letters of a coast: `nc` for North, or the first that are free."""
    taken = {place for place in places.values() if place.startswith(f"{parent}/")}
    words = re.findall(r"[a-z]+", plain(word)) or ["x"]
    first = "".join(w[0] for w in words)[:1] + "c"
    choices = [first, *("".join(words)[:n] for n in range(2, 9)), *(f"c{n}" for n in range(99))]
    return next(c for c in choices if f"{parent}/{c}" not in taken)
