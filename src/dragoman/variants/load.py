"""Loading: a reference and options become a `Variant`.

A reference is an id (`standard`), the path of a folder or of a `variant.toml`, or a composition:
`a+b@c` is the rules of `a` and then of `b` on the board of `c`; without `@c`, on `a`'s own board.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any

import msgspec

from dragoman.errors import DataError, RequestError
from dragoman.geo import Map, Province, load_map, map_id
from dragoman.model import ARMY, FLEET, Kind, Power, Seat, Vocabulary, read_phase
from dragoman.modules import MODULES
from dragoman.rules import (
    EDITIONS,
    EDITIONS_ABOUT,
    POLICIES,
    STANDARD,
    Draft,
    Module,
    Option,
    Policies,
    PowerInfo,
    Ruleset,
    Settings,
    Variant,
    playable,
    policies,
)
from dragoman.rules.editions import TITLES
from dragoman.variants.books import books_option, on_board
from dragoman.variants.checks import (
    check_repeats,
    check_seasons,
    check_shared,
    check_start,
    check_unit,
    no_option,
    share_homes,
)
from dragoman.variants.files import (
    CALLED,
    MAPS,
    VariantFile,
    aged,
    inherited,
    is_path,
    leads_to_variant,
    read_sheet,
)
from dragoman.variants.kept import FileCache, Stamp, looked_at, stamp
from dragoman.variants.language import clashes, kinds_of, year_of
from dragoman.variants.options import check_option, validated
from dragoman.variants.own import own_module, packaged
from dragoman.variants.pickles import made_by
from dragoman.variants.plan import Plan, rules_of

POWER_KEYS = frozenset(
    {"adjective", "also", "homes", "units", "centers", "lands", "color", "neutral"}
)


def load(
    ref: str,
    options: dict[str, Any] | None = None,
    folders: Sequence[str | Path] = (),
    version: int | None = None,
) -> Variant:
    """The variant that a reference names, with its options set.

    With an earlier version its rules are as they were then, if its file tells them. It is kept:
    the same files and options give the same value, until a file changes. Those that came with
    the program are looked at every half second at most.
    """
    given, places = options or {}, tuple(map(Path, folders))
    # The same words lead elsewhere from another folder, so that one is part of the key.
    here = "" if _is_fixed(ref, places) else str(Path.cwd())
    try:
        key = ref, msgspec.json.encode(given, order="deterministic"), places, here, version
    except TypeError:
        # No option has such a value; building says which it is.
        return _built(ref, given, places, version)
    # Those of the catalog as they are lie apart: whatever options others try, they stay.
    mixed = "+" in ref or "@" in ref
    cache = _VARIANTS if given or mixed or version is not None else _CATALOG
    return cache.get(key, lambda: _built(ref, given, places, version))


def _is_fixed(ref: str, folders: Sequence[Path]) -> bool:
    """Whether a reference and its folders lead to the same files wherever one is."""
    return not is_path(ref) and all(folder.is_absolute() for folder in folders)


def _built(
    ref: str, options: dict[str, Any], folders: Sequence[Path], version: int | None
) -> Variant:
    builder = _Builder(ref, sheet_of(ref, folders, version), folders)
    try:
        variant = builder.build(options)
    except DataError as error:
        if is_path(ref) or not {"+", "@"} & {*ref}:
            raise
        # Each file is right by itself: it is the composition that cannot be.
        raise RequestError(f"{ref}: {error.key}: {error.problem}") from error
    # A pickle may be read in another folder.
    whole = str(Path(ref).resolve()) if leads_to_variant(ref) else ref
    places = tuple(folder.resolve() for folder in folders)
    return made_by(variant, loaded_again, variant.version, whole, options, places)


def loaded_again(
    version: int, ref: str, options: dict[str, Any], folders: Sequence[Path]
) -> Variant:
    """What `load` gave, wherever its pickle is read; refused if the rules have changed since."""
    variant = load(ref, options, folders, version)
    if variant.version != version:
        problem = f"version {version} was pickled, and here is version {variant.version}"
        raise RequestError(f"{ref}: {problem}")
    return variant


_VARIANTS: FileCache[Variant] = FileCache(64)
_CATALOG: FileCache[Variant] = FileCache(256)


def sheet_of(ref: str, folders: Sequence[Path] = (), version: int | None = None) -> VariantFile:
    """What the files behind a reference say together, now or in an earlier version."""
    rules, _, board = ref.partition("@")
    parts = rules.split("+")
    if (len(parts) == 1 and not board) or leads_to_variant(ref):
        sheet = read_sheet(ref, folders)
        return sheet if version is None else aged(sheet, version)
    for part in parts:
        if parts.count(part) > 1:
            raise RequestError(f"{ref}: {part} is named twice")
    numbers = _versions(version, len(parts) + bool(board))
    first, *others = [sheet_of(part, folders, n) for part, n in zip(parts, numbers, strict=False)]
    for part, sheet in zip(parts[1:], others, strict=True):
        if not sheet.added:
            raise RequestError(f"{ref}: {part} adds no rules; to play on its board write @{part}")
    base = sheet_of(board, folders, numbers[-1]) if board else first
    added = [row for sheet in ([first] if board else []) + others for row in sheet.added]
    data = inherited(base.data) | {"modules": [*base.data["modules"], *added]}
    data |= {key: first.data[key] for key in ("edition", "policies") if key in first.data}
    if "policies" not in first.data:
        data.pop("policies", None)
    sheets = [first, *others, *([base] if board else [])]
    # What others than the board's own variant say of the year and of kinds goes with their rules.
    for sheet in sheets[:-1] if board else others:
        data |= {key: sheet.data[key] for key in ("year", "kinds") if key in sheet.data}
    data |= composed(ref, sheets)
    if board and isinstance(first.data.get("boards"), dict):
        data["boards"] = {n: on_board(row, board) for n, row in first.data["boards"].items()}
    for sheet in sheets[:-1] if board else others:
        for key in ("options", "data"):
            data[key] = data.get(key, {}) | sheet.data.get(key, {})
    return VariantFile(first.file, data, tuple(added))


def _versions(version: int | None, count: int) -> list[int | None]:
    """The versions of the parts of a composition, from its own (see `composed`)."""
    if version is None:
        return [None] * count
    return [version // 100**n % 100 for n in reversed(range(count))]


def composed(ref: str, sheets: list[VariantFile]) -> dict[str, Any]:
    """The name and number of a composition, made from those of its parts."""
    names = [sheet.data["name"] for sheet in sheets]
    board = f" on {names.pop()}" if "@" in ref else ""
    return {
        "id": ref,
        "name": " + ".join(names) + board,
        "version": reduce(lambda so_far, sheet: 100 * so_far + sheet.data["version"], sheets, 0),
        "summary": " ".join(f"{sheet.data['name']}: {sheet.data['summary']}" for sheet in sheets),
        "credits": "; ".join(
            dict.fromkeys(s.data["credits"] for s in sheets if s.data.get("credits"))
        ),
        "open_table": max(sheet.data.get("open_table", 0) for sheet in sheets),
    }


class _Builder:
    """Builds one variant and checks its file on the way."""

    def __init__(self, ref: str, sheet: VariantFile, folders: Sequence[Path]) -> None:
        self.ref, self.sheet, self.data, self.folders = ref, sheet, sheet.data, folders

    def need(self, key: str, kind: type) -> Any:
        value = self.data.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.sheet.fault(key, f"is missing: expected {CALLED[kind]}")
        return value

    def build(self, given: dict[str, Any]) -> Variant:
        plan = self.plan(given)
        variant = self.variant(plan, given, rules_of(plan))
        check_start(self.fault, variant.start, variant.year)
        check_seasons(self.fault, variant.map, variant.year)
        rows = self.data.get("boards")
        if rows is None:
            return variant
        # Few variants are tables; the others need not wait for what makes them.
        from dragoman.variants.tables import seated

        return seated(self, variant, plan, rows)

    def fault(self, key: str, problem: str) -> DataError:
        """A complaint about one key of the file."""
        return self.sheet.fault(key, problem)

    def called(self, ref: str) -> str:
        """The name of another variant."""
        return str(sheet_of(ref, self.folders).data["name"])

    def planned(self, ref: str, given: dict[str, Any]) -> Plan:
        """The plan of another variant."""
        return _Builder(ref, sheet_of(ref, self.folders), self.folders).plan(given)

    def plan(self, given: dict[str, Any]) -> Plan:
        """Everything that a variant is made of, its rules excepted."""
        # Parts of a composition may bring the same module; it is used once.
        used = {row["use"]: self.module(row) for row in self.data["modules"]}
        modules = list(used.values())
        schema = tuple(self.schema(modules))
        settings = validated(given, schema)
        chosen = self.policies(given, settings)
        settings |= {name: getattr(chosen, name) for name in POLICIES}
        draft = self.draft(settings, modules)
        by_board: Settings = {}
        for module in modules:
            found = {n: v for n, v in module.defaults(draft).items() if n not in self.presets()}
            settings |= {name: v for name, v in found.items() if name not in given}
            by_board |= found
            draft = module.shape(module.speak(draft), settings)
            draft = msgspec.structs.replace(draft, modules=(*draft.modules, module.name))
        self.refuse(modules, draft, settings)
        schema = tuple(adapted(option, by_board) for option in schema)
        return Plan(tuple(modules), schema, settings, chosen, draft)

    def variant(self, plan: Plan, given: dict[str, Any], rules: Ruleset) -> Variant:
        draft, settings = plan.draft, plan.settings
        return Variant(
            id=self.need("id", str),
            version=self.need("version", int),
            name=self.need("name", str),
            summary=self.need("summary", str),
            credits=self.data.get("credits", ""),
            map=draft.map,
            kinds=draft.kinds,
            powers=draft.powers,
            start=draft.start,
            rules=rules,
            policies=plan.policies,
            options={name: settings[name] for name in given},
            settings=settings,
            schema=plan.schema,
            seats=draft.seats,
            numbers=draft.numbers,
            words=draft.words,
            vocabulary=draft.vocabulary,
            modules=draft.modules,
            parts=plan.modules,
            folder=str(self.sheet.file.parent),
            map_folder=str(self.map_file().parent),
            open_table=self.data.get("open_table", 0),
            is_rule=self.data.get("rule", False),
            data=draft.data,
        )

    def module(self, row: dict[str, Any]) -> Module:
        name = row["use"]
        module = MODULES[name] if name in MODULES else own_module(name, self.folders)
        if module is None:
            known = ", ".join(sorted({*MODULES, *packaged()}))
            raise self.sheet.fault(
                "modules",
                f"no module {name!r}; there are: {known}; one of your own is the file {name}.py "
                "in a folder named with --folder, or comes with a package that you install",
            )
        known_options = {o.name for o in module.options}
        for key in sorted(row.keys() - known_options - {"use"}):
            right = (
                f"those are {', '.join(sorted(known_options))}" if known_options else "it has none"
            )
            problem = f"is not an option of the module; {right}"
            raise self.sheet.fault(f"modules.{name}.{key}", problem)
        return module

    def schema(self, modules: list[Module]) -> Iterable[Option]:
        """Every option: the edition, its policies, the winning number, and the modules' own."""
        edition = self.data.get("edition", "2023")
        books = "; ".join(f"{name}: {text}" for name, text in EDITIONS_ABOUT.items())
        yield Option("edition", "choice", edition, books, tuple(EDITIONS), title="Rulebook")
        preset = policies(edition, self.data.get("policies", {}))
        for name, choices in POLICIES.items():
            about = "; ".join(f"{choice}: {text}" for choice, text in choices.items())
            called = TITLES[name]
            yield Option(name, "choice", getattr(preset, name), about, tuple(choices), title=called)
        win_at = self.need("win_at", int)
        rows = [Option("win_at", "number", win_at, WIN_ABOUT, least=1, title="Winning number")]
        rows += [option for module in modules for option in module.options]
        if self.data.get("boards") is not None:
            rows.append(books_option(self.data["boards"]))
        presets = self.presets()
        # A part of a composition that sets such an option needs it for its own rules.
        idle = {name for module in modules for name in module.without} - presets.keys()
        known = {option.name: option for option in rows if option.name not in idle}
        for name in sorted(presets.keys() - known.keys()):
            raise self.sheet.fault(f"options.{name}", no_option(name, presets[name], known))
        for name, option in known.items():
            yield self.preset(option, presets[name]) if name in presets else option

    def presets(self) -> dict[str, Any]:
        """What the file sets options to: in its options, and beside the modules that it uses."""
        beside = {k: v for row in self.data["modules"] for k, v in row.items() if k != "use"}
        return {**beside, **self.data.get("options", {})}

    def preset(self, option: Option, value: Any) -> Option:
        try:
            return msgspec.structs.replace(option, default=check_option(option, value))
        except RequestError as error:
            raise self.sheet.fault(f"options.{option.name}", str(error)) from error

    def policies(self, given: dict[str, Any], settings: Settings) -> Policies:
        """The file's policies; an edition named in the options replaces them whole."""
        single = {name: given[name] for name in POLICIES if name in given}
        preset = {} if "edition" in given else self.data.get("policies", {})
        return policies(settings["edition"], {**preset, **single})

    def draft(self, settings: Settings, modules: list[Module]) -> Draft:
        board = self.map()
        kinds = {k.letter: k for k in (ARMY, FLEET)} | kinds_of(self.fault, self.data)
        brought = kinds | {k.letter: k for module in modules for k in module.kinds}
        powers = {
            Power(name): self.power(name, board, brought) for name in self.need("powers", dict)
        }
        powers = share_homes(powers)
        check_shared(self.fault, powers)
        return Draft(
            map=board,
            kinds=kinds,
            powers=powers,
            start=read_phase(self.need("start", str)),
            seats=tuple(Seat(p) for p in playable(powers)),
            numbers={"win_at": settings.get("win_at", self.need("win_at", int))},
            words={},
            data=self.data.get("data", {}),
            vocabulary=Vocabulary(year=year_of(self.fault, self.data)),
        )

    def map(self) -> Map:
        return _map(self.map_file())

    def map_file(self) -> Path:
        """The file of the variant's map: in a folder of its name, or beside the variant's own."""
        name, own = self.need("map", str), Path(self.data["map_folder"])
        beside = map_id(looked_at(own / "map.txt"))
        if beside == name:
            return own / "map.txt"
        for place in (own, *self.folders, MAPS):
            for file in (place / name / "map.txt", place / f"{name}.txt"):
                if looked_at(file).is_file():
                    return file
        other = f"; map.txt here is {beside}" if beside else ""
        raise self.sheet.fault(
            "map", f"no {name}/map.txt beside the variant, in your folders or in the package{other}"
        )

    def power(self, name: str, board: Map, kinds: dict[str, Kind]) -> PowerInfo:
        row, where = self.data["powers"][name], f"powers.{name}"
        for key in sorted(row.keys() - POWER_KEYS):
            raise self.sheet.fault(f"{where}.{key}", "is not a key of a power")
        for key in ("homes", "centers"):
            for center in row.get(key, ()):
                if center not in board.spaces or not board.spaces[Province(center)].center:
                    raise self.sheet.fault(
                        f"{where}.{key}", f"{center} is not a center of the map {board.id}"
                    )
        for land in row.get("lands", ()):
            if land not in board.spaces:
                raise self.sheet.fault(f"{where}.lands", f"{land} is not on the map {board.id}")
        for text in row.get("units", ()):
            check_unit(self.fault, f"{where}.units", text, board, kinds, self.data["powers"])
        check_repeats(self.fault, where, row)
        return PowerInfo(
            name=Power(name),
            adjective=row.get("adjective", name),
            homes=tuple(Province(h) for h in row.get("homes", ())),
            units=tuple(row.get("units", ())),
            centers=tuple(map(Province, row["centers"])) if "centers" in row else None,
            lands=tuple(Province(p) for p in row.get("lands", ())),
            color=row.get("color", ""),
            also=tuple(row.get("also", ())),
            neutral=row.get("neutral", False),
        )

    def refuse(self, modules: list[Module], draft: Draft, settings: Settings) -> None:
        """Refuse a combination that cannot work, with the reason of the module that objects."""
        for module in modules:
            objection = module.objects(draft, settings)
            if objection:
                raise RequestError(f"{self.ref}: {module.name} cannot be used here: {objection}")
        for clash in clashes(modules):
            raise RequestError(f"{self.ref}: {clash}, so one of them could not be understood")
        owner: dict[str, str] = {}
        for module in modules:
            for option in module.options:
                first = owner.setdefault(option.name, module.name)
                if first != module.name:
                    raise RequestError(
                        f"{self.ref}: {first} and {module.name} both have an option {option.name}, "
                        "so one of them could not be set"
                    )


def _map(file: Path) -> Map:
    return _read_map(file, stamp(file))


@lru_cache(maxsize=64)
def _read_map(file: Path, _: Stamp) -> Map:
    """The map of a file as it is now: boards of several variants are read once."""
    return load_map(file)


def adapted(option: Option, by_board: Settings) -> Option:
    """An option with its default on this board."""
    default = by_board.get(option.name, option.default)
    return msgspec.structs.replace(option, default=default)


WIN_ABOUT = "the winning number: of centers, unless the variant counts something else"


def draft_of(variant: Variant) -> Draft:
    """The draft that a variant was built from, as its modules left it."""
    return Draft(
        variant.map,
        variant.kinds,
        variant.powers,
        variant.start,
        variant.seats,
        variant.numbers,
        variant.words,
        variant.modules,
        variant.data,
        variant.vocabulary,
    )


def modules_of(variant: Variant) -> list[Module]:
    """The modules of a variant in their order."""
    brought: dict[str, Module] = {part.name: part for part in variant.parts}
    return [brought.get(name) or MODULES[name] for name in variant.modules]


def goal(variant: Variant) -> str:
    """What must be had to win: so many centers, unless modules say otherwise."""
    draft = draft_of(variant)
    found = f"{variant.numbers['win_at']} centers win."
    for module in modules_of(variant):
        found = module.goal(found, draft, variant.settings)
    return found


def answers(variant: Variant) -> dict[str, tuple[str, ...]]:
    """For each module of a variant, in order, the questions it answers."""
    draft = draft_of(variant)
    rules = STANDARD
    found: dict[str, tuple[str, ...]] = {}
    for module in modules_of(variant):
        changed = module.answer(rules, draft, variant.settings)
        found[module.name] = changed.answered_unlike(rules)
        rules = changed
    return found


def shared_questions(variant: Variant) -> dict[str, tuple[str, ...]]:
    """The questions that several modules answer, with those modules in the order that decides."""
    found: dict[str, list[str]] = {}
    for module, questions in answers(variant).items():
        for question in questions:
            found.setdefault(question, []).append(module)
    return {q: tuple(ms) for q, ms in found.items() if len(ms) > 1}
