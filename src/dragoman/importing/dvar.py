"""Variants of Diplicity: one JSON document, DVAR or as its creator of variants writes it."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.importing.board import (
    BadFile,
    Ids,
    Imported,
    Nation,
    Site,
    SourcePicture,
    SourceShape,
    slug,
)
from dragoman.importing.files import folded, read_text
from dragoman.importing.svg import path_rings

NAME = "dvar"
KINDS = {"land": "inland", "coastal": "coast", "sea": "sea"}
ANYWHERE = "allow-builds-in-non-home-centers"
SEASONS = ("Spring", "Fall")
NO_BORDERS = (
    "it lists provinces without their borders, as the tables of Diplicity's service do: "
    "import the variant's DVAR document, in which provinces have adjacencies"
)


class Border(Struct, frozen=True, rename="camel"):
    """A border as the document writes it."""

    to: str
    pass_: str = msgspec.field(name="pass", default="both")


class Province(Struct, frozen=True, rename="camel"):
    """A province of the document."""

    id: str
    name: str
    type: str
    supply_center: bool = False
    home_nation: str = ""
    adjacencies: list[Border] = []


class Shore(Struct, frozen=True, rename="camel"):
    """A named coast of the document."""

    id: str
    parent_province: str
    name: str = ""
    adjacencies: list[Border] = []


class Country(Struct, frozen=True):
    """A nation of the document."""

    id: str
    name: str
    color: str = ""
    non_playable: bool = False


class Start(Struct, frozen=True, rename="camel"):
    """The first phase."""

    season: str = "Spring"
    year: int = 1901
    type: str = "Movement"


class DvarPiece(Struct, frozen=True, rename="camel"):
    """A unit of the opening."""

    nation: str
    type: str
    location: str


class Owned(Struct, frozen=True, rename="camel"):
    """A center that is owned in the opening."""

    nation: str
    province: str


class DvarOpening(Struct, frozen=True, rename="camel"):
    """The opening."""

    phase: Start = Start()
    units: list[DvarPiece] = []
    supply_centers: list[Owned] = []


class Victory(Struct, frozen=True, rename="camel"):
    """One way to win."""

    type: str
    supply_centers: int = 0
    year: int = 0
    resolution: str = ""


class Document(Struct, frozen=True, rename="camel"):
    """A variant."""

    id: str
    name: str
    nations: list[Country]
    provinces: list[Province]
    initial_state: DvarOpening
    schema_version: int = 1
    description: str = ""
    author: str = ""
    rules: str = ""
    named_coasts: list[Shore] = []
    victory_conditions: list[Victory] = []
    adjudication_modifiers: list[str] = []
    phase_progression: dict[str, Any] = {}
    dominance_rules: list[dict[str, Any]] = []


class CreatorSpace(Struct, frozen=True, rename="camel"):
    """A province or a coast as the creator writes it: its shape, and whom it touches."""

    id: str
    name: str
    type: str = ""
    path: str = ""
    parent_id: str = ""
    home_nation: str | None = None
    supply_center: bool = False
    starting_unit: dict[str, str] | None = None
    adjacencies: list[str] = []


class CreatorFile(Struct, frozen=True, rename="camel"):
    """A variant as the creator writes it."""

    name: str
    nations: list[Country]
    provinces: list[CreatorSpace]
    description: str = ""
    author: str = ""
    named_coasts: list[CreatorSpace] = []
    solo_victory: int = msgspec.field(name="soloVictorySCCount", default=0)
    dimensions: dict[str, float] = {}


def files(folder: Path) -> list[Path]:
    """The documents under a folder."""
    found = (f for f in folder.rglob("*") if f.suffix.lower() in (".json", ".dvar"))
    return sorted(f for f in found if f.is_file() and _is_dvar(f))


def _is_dvar(file: Path) -> bool:
    text = read_text(file)
    return _has(text, "provinces", "nations", "initialState") or _is_draft(text) or _is_table(text)


def _has(text: str, *words: str) -> bool:
    return all(f'"{word}"' in text for word in words)


def _is_draft(text: str) -> bool:
    """Whether it is what the creator of variants writes."""
    return _has(text, "provinces", "nations", "soloVictorySCCount", "adjacencies")


def _is_table(text: str) -> bool:
    """Whether it is a table of Diplicity's service, which has everything but the borders."""
    return _has(text, "provinces", "nations", "initial_units") and not _has(text, "initialState")


def read(file: Path) -> list[Imported]:
    """The board of a document."""
    text = read_text(file)
    if _is_table(text):
        raise BadFile(str(file), 0, NO_BORDERS)
    try:
        if _is_draft(text):
            return [_drafted(file, msgspec.json.decode(text, type=CreatorFile))]
        document = msgspec.json.decode(text, type=Document)
    except msgspec.DecodeError as error:
        line = text.count("\n") + 1 if "truncated" in str(error) else 0
        raise BadFile(str(file), line, f"it is no DVAR document: {error}") from error
    board = _Reader(file, document).board
    names = (f"{file.stem}.svg", f"{file.stem}.d.svg", f"{file.stem}.dsvg", "map.svg")
    board.pictures = [f for name in names if (f := folded(file.parent, name))]
    return [board]


def _drafted(file: Path, draft: CreatorFile) -> Imported:
    """The board of a draft, with the shapes that it has."""
    board = _Reader(file, _document(draft)).board
    board.leave("which coasts fleets pass between: they do where both lie on one sea, as a guess")
    wide, high = (draft.dimensions.get(k, 0.0) for k in ("width", "height"))
    shapes = tuple(
        SourceShape("provinces", p.id, tuple(path_rings(p.path))) for p in draft.provinces
    )
    view = (0.0, 0.0, wide, high) if wide and high else None
    if any(shape.rings for shape in shapes):
        board.pictures = [SourcePicture(file.name, tuple(s for s in shapes if s.rings), view)]
    return board


def _document(draft: CreatorFile) -> Document:
    """A draft as a document: its borders say only who touches whom, so kinds say who may pass."""
    split = {c.parent_id for c in draft.named_coasts}
    kinds = {p.id: "coastal" if p.id in split else p.type for p in draft.provinces}
    kinds |= {c.id: "shore" for c in draft.named_coasts}
    near = {p.id: {*p.adjacencies} for p in (*draft.provinces, *draft.named_coasts)}
    seas = {k: {n for n in ns if kinds.get(n) == "sea"} for k, ns in near.items()}

    def passes(a: str, b: str) -> str:
        sails = "sea" in (kinds.get(a), kinds.get(b)) or bool(seas[a] & seas.get(b, set()))
        walks = not {"sea", "shore"} & {kinds.get(a), kinds.get(b)}
        sails = sails and not (walks and split & {a, b})
        return "both" if sails and walks else "fleet" if sails else "army" if walks else ""

    def borders(place: CreatorSpace) -> list[Border]:
        return [Border(b, how) for b in place.adjacencies if (how := passes(place.id, b))]

    units = [
        DvarPiece(p.home_nation or "", p.starting_unit.get("type", ""), p.id)
        for p in draft.provinces
        if p.starting_unit
    ]
    return Document(
        id=draft.name,
        name=draft.name,
        author=draft.author,
        nations=draft.nations,
        provinces=[
            Province(p.id, p.name, kinds[p.id], p.supply_center, p.home_nation or "", borders(p))
            for p in draft.provinces
        ],
        named_coasts=[Shore(c.id, c.parent_id, c.name, borders(c)) for c in draft.named_coasts],
        initial_state=DvarOpening(
            units=units,
            supply_centers=[
                Owned(p.home_nation, p.id)
                for p in draft.provinces
                if p.supply_center and p.home_nation
            ],
        ),
        victory_conditions=[Victory("supply-center-majority", draft.solo_victory)],
    )


class _Reader:
    """Reads one document."""

    def __init__(self, file: Path, document: Document) -> None:
        self.file, self.said, self.ids = file, document, Ids()
        self.board = Imported(slug(document.id), document.name, NAME, file.name)
        self.board.credits = document.author
        self.parents = {c.id: c.parent_province for c in document.named_coasts}
        self.nations = {n.id: Nation(n.name, color=n.color) for n in document.nations}
        for nation in document.nations:
            if nation.non_playable:
                self.board.leave(f"{nation.name} as a power that nobody plays")
        self.provinces()
        self.opening()
        self.rules()
        self.board.nations = list(self.nations.values())
        self.board.called = {row.id.lower(): self.ids.of(row.id) for row in document.provinces}

    def place(self, word: str) -> str:
        """A place by the id of its province or of a named coast."""
        if word not in self.parents:
            return self.ids.of(word)
        return f"{self.ids.of(self.parents[word])}/{slug(word.rpartition('/')[2])}"

    def provinces(self) -> None:
        if not self.said.provinces:
            raise BadFile(str(self.file), 0, "provinces: there are none")
        split = set(self.parents.values())
        for row in self.said.provinces:
            if row.type not in KINDS:
                problem = f"{row.id}: no type {row.type!r}; there are {', '.join(KINDS)}"
                raise BadFile(str(self.file), 0, problem)
            key = self.ids.of(row.id)
            kind = "coast" if row.id in split else KINDS[row.type]
            self.board.sites[key] = Site(row.name, kind, row.supply_center)
            if row.home_nation in self.nations:
                self.nations[row.home_nation].homes.append(key)
            elif row.home_nation:
                self.board.leave(f"{key} as a home of {row.home_nation}: no such nation")
        spaces: list[Province | Shore] = [*self.said.provinces, *self.said.named_coasts]
        for space in spaces:
            for border in space.adjacencies:
                self.border(self.place(space.id), border)
        if not any(space.adjacencies for space in spaces):
            raise BadFile(str(self.file), 0, NO_BORDERS)

    def border(self, here: str, border: Border) -> None:
        goal, word = self.place(border.to), border.pass_
        if word in ("army", "both"):
            self.board.army.add((here, goal))
        if word in ("fleet", "both"):
            self.board.fleet.add((here, goal))
        if word not in ("army", "fleet", "both"):
            self.board.leave(f"border {here} - {goal} for {word}")

    def opening(self) -> None:
        opening = self.said.initial_state
        phase = opening.phase
        builds = phase.type == "Adjustment"
        letter = "W" if builds else "F" if phase.season.lower() in ("fall", "autumn") else "S"
        self.board.start = f"{letter}{max(1, phase.year)}{'A' if builds else 'M'}"
        for unit in opening.units:
            if unit.nation in self.nations:
                text = f"{'F' if unit.type == 'Fleet' else 'A'} {self.place(unit.location)}"
                self.nations[unit.nation].units.append(text)
            else:
                self.board.leave(f"a unit of {unit.nation} in {unit.location}")
        for key, nation in self.nations.items():
            owned = [self.place(c.province) for c in opening.supply_centers if c.nation == key]
            nation.centers = owned if sorted(owned) != sorted(nation.homes) else None

    def rules(self) -> None:
        for row in self.said.victory_conditions:
            if row.type == "supply-center-majority":
                self.board.win_at = row.supply_centers
            elif row.type == "timed-resolution":
                at_the_end = "most" if row.resolution == "most-supply-centers" else "draw"
                self.board.rules["end_year"] = {"end_year": row.year, "at_the_end": at_the_end}
            else:
                self.board.leave(f"the victory condition {row.type}")
        for name in self.said.adjudication_modifiers:
            if name == ANYWHERE:
                self.board.rules["build_anywhere"] = {}
            else:
                self.board.leave(f"the rule {name}")
        seasons = tuple(self.said.phase_progression.get("seasons", SEASONS))
        if seasons != SEASONS:
            self.board.leave(f"the seasons {', '.join(map(str, seasons))}")
        for rule in self.said.dominance_rules:
            self.board.leave(f"who owns {rule.get('province')} without a unit there")
