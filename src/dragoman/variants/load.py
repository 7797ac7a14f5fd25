"""Variant files: a folder with `variant.toml` becomes a `Variant`, from the package or from anywhere.

A reference is an id (`standard`), or the path of a folder or of a `variant.toml`. Ids are looked for
in the folders the caller names first, then in the package.
"""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from dragoman.errors import DataError, RequestError
from dragoman.geo import Map, Place, Province, load_map
from dragoman.model import ARMY, FLEET, Kind, Power, Seat, read_phase
from dragoman.rules import (
    EDITIONS,
    POLICIES,
    Option,
    Policies,
    PowerInfo,
    Variant,
    policies,
    standard_rules,
)

PACKAGE = Path(__file__).parent
MAPS = PACKAGE.parent / "maps"

_KEYS = frozenset(
    "id name version summary credits map edition policies start win_at powers kinds".split()
)
_POWER_KEYS = frozenset("adjective also homes units centers color".split())

EDITION = Option(
    "edition",
    "choice",
    "2023",
    "the rulebook that settles disputed points; naming one takes all of its policies",
    tuple(EDITIONS),
)


def variant_ids(folders: Sequence[Path] = ()) -> list[str]:
    """Every variant that can be loaded by id, sorted."""
    places = (*folders, PACKAGE)
    return sorted({f.parent.name for place in places for f in place.glob("*/variant.toml")})


def load(ref: str, options: dict[str, Any] | None = None, folders: Sequence[Path] = ()) -> Variant:
    """The variant that a reference names, with its options set."""
    folder = find(ref, folders)
    file = folder / "variant.toml"
    data = read_toml(file)
    return _Builder(file, data, folders).build(options or {})


def find(ref: str, folders: Sequence[Path] = ()) -> Path:
    """The folder of a variant: by path, or by id in the given folders and the package."""
    path = Path(ref)
    if path.name == "variant.toml" and path.is_file():
        return path.parent
    if path.is_absolute() or len(path.parts) > 1:
        if (path / "variant.toml").is_file():
            return path
        raise RequestError(f"no variant.toml in {ref!r}")
    for place in (*folders, PACKAGE):
        if (place / ref / "variant.toml").is_file():
            return place / ref
    known = ", ".join(variant_ids(folders))
    raise RequestError(f"no variant {ref!r}: there are {known}")


def read_toml(file: Path) -> dict[str, Any]:
    """What a TOML file says."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(str(file), "toml", str(error)) from error


class _Builder:
    """Builds one variant and checks its file on the way."""

    def __init__(self, file: Path, data: dict[str, Any], folders: Sequence[Path]) -> None:
        self.file, self.data, self.folders = file, data, folders

    def fault(self, key: str, problem: str) -> DataError:
        return DataError(str(self.file), key, problem)

    def need(self, key: str, kind: type) -> Any:
        value = self.data.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.fault(key, f"expected {kind.__name__}, found {value!r}")
        return value

    def build(self, given: dict[str, Any]) -> Variant:
        for key in self.data.keys() - _KEYS:
            raise self.fault(key, f"is not a key of a variant file ({', '.join(sorted(_KEYS))})")
        board = self.map()
        kinds = {k.letter: k for k in (ARMY, FLEET)}
        schema = self.schema()
        options = validated(given, schema)
        chosen = self.policies(given, options)
        powers = {Power(name): self.power(name, board, kinds) for name in self.need("powers", dict)}
        self.check_centers(powers, board)
        return Variant(
            id=self.need("id", str),
            version=self.need("version", int),
            name=self.need("name", str),
            summary=self.need("summary", str),
            credits=self.data.get("credits", ""),
            map=board,
            kinds=kinds,
            powers=powers,
            start=read_phase(self.need("start", str)),
            rules=standard_rules(chosen),
            policies=chosen,
            options={k: v for k, v in options.items() if k in given},
            schema=schema,
            seats=tuple(Seat(p) for p in powers),
            numbers={"win_at": options["win_at"]},
            words=kind_words(kinds.values()),
            folder=str(self.file.parent),
        )

    def map(self) -> Map:
        name = self.need("map", str)
        for place in (self.file.parent, *self.folders, MAPS):
            for file in (place / name / "map.txt", place / f"{name}.txt"):
                if file.is_file():
                    return load_map(file)
        raise self.fault("map", f"no map {name!r}: there is no {name}/map.txt beside the variant or in the package")

    def schema(self) -> tuple[Option, ...]:
        edition = self.data.get("edition", "2023")
        preset = policies(edition, self.data.get("policies", {}))
        rows = [
            Option(name, "choice", getattr(preset, name), "; ".join(f"{c}: {text}" for c, text in choices.items()), tuple(choices))
            for name, choices in POLICIES.items()
        ]
        number = Option("win_at", "number", self.need("win_at", int), "how many centers win", least=1)
        return (Option(EDITION.name, EDITION.type, edition, EDITION.about, EDITION.choices), *rows, number)

    def policies(self, given: dict[str, Any], options: dict[str, Any]) -> Policies:
        """The file's policies; an edition named in the options replaces them whole."""
        single = {name: given[name] for name in POLICIES if name in given}
        preset = {} if "edition" in given else self.data.get("policies", {})
        return policies(options["edition"], {**preset, **single})

    def power(self, name: str, board: Map, kinds: dict[str, Kind]) -> PowerInfo:
        row = self.data["powers"][name]
        for key in row.keys() - _POWER_KEYS:
            raise self.fault(f"powers.{name}.{key}", "is not a key of a power")
        homes = tuple(Province(h) for h in row.get("homes", ()))
        for home in homes:
            if home not in board.spaces or not board.spaces[home].center:
                raise self.fault(f"powers.{name}.homes", f"{home} is not a center of map {board.id}")
        for text in row.get("units", ()):
            self.check_unit(f"powers.{name}.units", text, board, kinds)
        return PowerInfo(
            name=Power(name),
            adjective=row.get("adjective", name),
            homes=homes,
            units=tuple(row.get("units", ())),
            centers=tuple(Province(c) for c in row.get("centers", ())),
            color=row.get("color", ""),
            also=tuple(row.get("also", ())),
        )

    def check_unit(self, key: str, text: str, board: Map, kinds: dict[str, Kind]) -> None:
        letter, _, place = text.partition(" ")
        if letter not in kinds:
            raise self.fault(key, f"{text!r}: no kind of unit {letter!r}")
        kind = kinds[letter]
        if Place(place) not in board.reach(kind.modes, "move", coasts=kind.coasts):
            raise self.fault(key, f"{text!r}: a {kind.name} cannot stand in {place!r}")

    def check_centers(self, powers: dict[Power, PowerInfo], board: Map) -> None:
        seen: dict[str, Power] = {}
        for power, info in powers.items():
            for place in (*info.homes, *(u.partition(" ")[2].split("/")[0] for u in info.units)):
                if seen.setdefault(place, power) != power:
                    raise self.fault(f"powers.{power}", f"{place} already belongs to {seen[place]}")


def validated(given: dict[str, Any], schema: Iterable[Option]) -> dict[str, Any]:
    """The options with their defaults filled in; a wrong one is refused with what would be right."""
    known = {option.name: option for option in schema}
    for name in given.keys() - known.keys():
        raise RequestError(f"no option {name!r}: there are {', '.join(sorted(known))}")
    return {name: check_option(option, given.get(name, option.default)) for name, option in known.items()}


def check_option(option: Option, value: Any) -> Any:
    """A value, if the option may have it."""
    if option.choices:
        if value not in option.choices:
            raise RequestError(
                f"option {option.name} cannot be {value!r}: choose one of {', '.join(map(str, option.choices))}"
            )
    elif isinstance(value, bool) or not isinstance(value, int):
        raise RequestError(f"option {option.name} must be a number, not {value!r}")
    elif option.least is not None and value < option.least:
        raise RequestError(f"option {option.name} must be at least {option.least}, not {value}")
    return value


def kind_words(kinds: Iterable[Kind]) -> dict[str, tuple[str, ...]]:
    """The words by which people call each kind of piece."""
    return {word.lower(): (kind.letter,) for kind in kinds for word in (kind.letter, *kind.also)}
