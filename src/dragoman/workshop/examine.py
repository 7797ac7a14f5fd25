"""Examining a draft: what is wrong in which line, what is on its board, whether its cases hold."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dragoman.draw.palette import swatches
from dragoman.errors import DataError, DragomanError, RequestError
from dragoman.geo import IMPASSABLE, Map, MapError, read_map
from dragoman.record.cases import Case, cases_of, run_case
from dragoman.record.replay import opening
from dragoman.rules import Variant
from dragoman.rules import playable as playable_powers
from dragoman.translate import Said
from dragoman.variants import load
from dragoman.variants.doubts import doubts
from dragoman.variants.files import homely
from dragoman.variants.pages import rules_page
from dragoman.workshop.lines import KEY, LineFault, key_lines, line_of, toml_line, without_fault
from dragoman.workshop.repairs import with_repairs
from dragoman.workshop.texts import MAP, NAME, TOML, Files, check_files, laid_out

MOST_PROVINCES = 600
"""The largest board that is taken; the largest that is shipped has 180."""
MOST_CASES = 200
MOST_FAULTS = 10
"""How many faults of one file are looked for, where each has to be found behind another."""
REFERENCE = re.compile(r"[a-z0-9_]{1,60}(\+[a-z0-9_]{1,60}){0,5}(@[a-z0-9_]{1,60})?")
"""What a draft may call another variant by: never a path."""
SEED = "preview"


class Spot(Struct, frozen=True):
    """A province of the draft, with the line that declares it."""

    id: str
    name: str
    kind: str
    center: bool
    line: int


class PowerRow(Struct, frozen=True):
    """A power of the draft."""

    name: str
    color: str
    homes: list[str]


class CaseLine(Struct, frozen=True):
    """A case of the draft, and what is wrong with it."""

    file: str
    line: int
    id: str
    title: str
    faults: list[Said]


class Examined(Struct, frozen=True):
    """What a draft comes to: its faults, and as far as it could be read, what it is."""

    faults: list[LineFault]
    doubts: list[Said] = []
    id: str = ""
    name: str = ""
    summary: str = ""
    spots: list[Spot] = []
    powers: list[PowerRow] = []
    seats: list[str] = []
    modules: list[str] = []
    win_at: int = 0
    cases: list[CaseLine] = []
    rules: str = ""

    @property
    def sound(self) -> bool:
        """Whether it can be played."""
        return not self.faults


def examine(files: Files, folders: Sequence[Path] = ()) -> Examined:
    """Everything that is to be said about a draft; a fault never raises."""
    found = _examined(files, folders)
    faults = [*found.faults, *_further(files, folders, found.faults)]
    return replace(found, faults=[replace(f, text=homely(f.text, folders)) for f in faults])


def _further(files: Files, folders: Sequence[Path], known: list[LineFault]) -> list[LineFault]:
    """The faults behind the first of variant.toml, found by leaving out each key that is wrong.

    Where a whole table would have to go, what follows from its absence cannot be distinguished
    from what is wrong by itself, so the search ends there; so it does at a key that is then
    missing.
    """
    found: list[LineFault] = []
    fresh = known
    while len(found) < MOST_FAULTS and _is_one_key(files, fresh):
        at = fresh[0].line
        text = without_fault(files[TOML], at, {*key_lines(files[TOML]).values()})
        files = {**files, TOML: text}
        fresh = [f for f in _examined(files, folders).faults if f.line and f.line != at]
        fresh = [f for f in fresh if "is missing" not in f.text]
        found += fresh
    return found


def _is_one_key(files: Files, faults: list[LineFault]) -> bool:
    """Whether the only fault is that of a key with a line of its own."""
    if len(faults) != 1 or faults[0].file != TOML or TOML not in files:
        return False
    rows = files[TOML].splitlines()
    return 0 < faults[0].line <= len(rows) and KEY.match(rows[faults[0].line - 1]) is not None


def _examined(files: Files, folders: Sequence[Path]) -> Examined:
    """A draft, as far as its first fault of variant.toml."""
    try:
        check_files(files)
    except RequestError as error:
        return Examined([LineFault(_file_named(str(error), files), 0, str(error))])
    faults, data = read_head(files)
    board: Map | None = None
    if MAP in files:
        board, wrong = read_board(files[MAP])
        faults += wrong
    found = Examined(faults, spots=spots_of(board, files) if board else [])
    if faults:
        return _named(found, data)
    with laid_out(files, data["id"]) as folder:
        return _loaded(files, folder, (folder.parent, *folders))


def _file_named(message: str, files: Files) -> str:
    return next((name for name in files if message.startswith(name)), TOML)


def _named(found: Examined, data: dict[str, Any]) -> Examined:
    said = {key: data[key] for key in ("id", "name", "summary") if isinstance(data.get(key), str)}
    return Examined(found.faults, spots=found.spots, **said)


def read_head(files: Files) -> tuple[list[LineFault], dict[str, Any]]:
    """What variant.toml says, and what is wrong before anything is loaded."""
    text = files.get(TOML, "")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = toml_line(str(error)) or len(text.splitlines()) or 1
        return [LineFault(TOML, line, str(error))], {}
    except RecursionError:
        return [LineFault(TOML, 1, "is nested too deeply")], {}
    return list(_unsafe(text, data)), data


def _unsafe(text: str, data: dict[str, Any]) -> Iterator[LineFault]:
    """What a draft may not say, since it would lead out of its own files and the catalog."""
    name = data.get("id")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        right = "write a to z, 0 to 9 and _, beginning with a letter, at most 30"
        yield LineFault(TOML, line_of(text, "id"), f"id: {right}")
    for key, ref in _references(data):
        if not isinstance(ref, str) or not REFERENCE.fullmatch(ref):
            problem = f"expected the name of a variant or a map, found {str(ref)[:60]!r}"
            yield LineFault(TOML, line_of(text, key), f"{key}: {problem}")


def _references(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from ((key, data[key]) for key in ("base", "map") if key in data)
    boards = data.get("boards")
    for row in boards.values() if isinstance(boards, dict) else []:
        yield "boards", row.get("use") if isinstance(row, dict) else row
        if isinstance(row, dict):
            yield from _books(row.get("options"))
    yield from _books(data.get("options"))
    versions = data.get("versions")
    for row in versions.values() if isinstance(versions, dict) else []:
        yield from _books(row)


def _books(options: Any) -> Iterator[tuple[str, Any]]:
    """The variants that an option names, each before options of its own."""
    books = options.get("books", []) if isinstance(options, dict) else []
    for book in books if isinstance(books, list) else []:
        yield "options.books", book.split()[0] if isinstance(book, str) and book.split() else book


def read_board(text: str) -> tuple[Map | None, list[LineFault]]:
    """The board of a map text, or all of its faults with their lines."""
    try:
        board = read_map(text, MAP)
    except MapError as error:
        faults = [LineFault(MAP, line, problem) for line, problem in error.faults]
        return None, with_repairs(text, faults)
    except DataError as error:
        return None, [LineFault(MAP, toml_line(f"at {error.key}"), error.problem)]
    if len(board.spaces) > MOST_PROVINCES:
        last = list(board.spaces)[MOST_PROVINCES]
        problem = f"a board has at most {MOST_PROVINCES} provinces: this has {len(board.spaces)}"
        return None, [LineFault(MAP, declared(text).get(str(last), 0), problem)]
    return board, []


def declared(text: str) -> dict[str, int]:
    """The line on which each province of a map text is declared."""
    lines = enumerate(text.splitlines(), 1)
    heads = ((line.split("#")[0].split(), n) for n, line in lines if line[:1].isalpha())
    return {words[0]: n for words, n in heads if words}


def spots_of(board: Map, files: Files) -> list[Spot]:
    """The provinces of a board with their lines."""
    lines = declared(files.get(MAP, ""))
    return [
        Spot(str(s.id), s.name, s.kind, s.center, lines.get(str(s.id), 0))
        for s in board.spaces.values()
    ]


def _loaded(files: Files, folder: Path, places: tuple[Path, ...]) -> Examined:
    """A draft whose files can be read, loaded and played."""
    name = folder.name
    try:
        variant = load(name, {}, places)
        seats = list(opening(variant, (), SEED).seats)
        rules = rules_page(variant, places)
    except DataError as error:
        return Examined([_placed(files, folder, error)])
    except RequestError as error:
        problem = re.sub(rf"^{name}: ", "", str(error))
        key = "modules" if "module" in problem or "cannot be used" in problem else "id"
        return Examined([LineFault(TOML, line_of(files[TOML], key), problem)])
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        # A module that was not made for what this file says: the draft is at fault, not the site.
        problem = f"the modules cannot read this: {type(error).__name__}: {error}"
        return Examined([LineFault(TOML, line_of(files[TOML], "modules"), problem)])
    cases, faults = _cases(files, folder, places)
    return Examined(
        faults,
        doubts=doubts(variant),
        id=name,
        name=variant.name,
        summary=variant.summary,
        spots=_all_spots(variant, files),
        powers=_powers(variant),
        seats=[str(seat) for seat in seats],
        modules=[str(module) for module in variant.modules],
        win_at=variant.numbers["win_at"],
        cases=cases,
        rules=rules,
    )


def _powers(variant: Variant) -> list[PowerRow]:
    """The powers in the colors in which they are drawn."""
    wishes = {str(power): info.color for power, info in variant.powers.items()}
    found = swatches(wishes)
    return [
        PowerRow(str(p), found[p].color, [str(h) for h in variant.powers[p].homes])
        for p in playable_powers(variant.powers)
    ]


def _all_spots(variant: Variant, files: Files) -> list[Spot]:
    if MAP in files:
        board, _ = read_board(files[MAP])
        if board is not None:
            return spots_of(board, files)
    spaces = [s for s in variant.map.spaces.values() if s.kind != IMPASSABLE]
    return [Spot(str(s.id), s.name, s.kind, s.center, 0) for s in spaces]


def _placed(files: Files, folder: Path, error: DataError) -> LineFault:
    """A fault of a file beside the line of its key."""
    problem = error.problem.replace(f"{folder}/", "").replace(f"{folder.parent}/", "")
    file = Path(error.file)
    if file == folder / TOML or not file.is_relative_to(folder):
        named = f"{error.key}: {problem}" if error.key != "toml" else problem
        return LineFault(TOML, line_of(files[TOML], error.key), named)
    name = file.relative_to(folder).as_posix()
    return LineFault(name, toml_line(f"at {error.key}"), problem)


def _cases(
    files: Files, folder: Path, places: tuple[Path, ...]
) -> tuple[list[CaseLine], list[LineFault]]:
    """The cases of a draft, each run; a file that cannot be read is a fault."""
    rows: list[CaseLine] = []
    faults: list[LineFault] = []
    for name in sorted(n for n in files if n.startswith("cases/")):
        found, wrong = _read_cases(name, files[name])
        faults += wrong
        for case in found[: MOST_CASES - len(rows)]:
            try:
                said = run_case(case, folder.name, places)
            except DataError as error:
                faults.append(_case_fault(name, error))
            else:
                rows.append(CaseLine(name, case.line, case.id, case.title, said))
    return rows, faults


def _read_cases(name: str, text: str) -> tuple[list[Case], list[LineFault]]:
    """The cases of a file that can be read, and what is wrong with the others."""
    starts = {n for n, row in enumerate(text.splitlines(), 1) if row.split()[:1] == ["case"]}
    faults: list[LineFault] = []
    while len(faults) < MOST_FAULTS:
        try:
            cases = cases_of(text, name)
            for case in cases:
                if case.variant and not REFERENCE.fullmatch(case.variant):
                    raise DataError(name, f"line {case.line}", "a case names variants by their id")
            return cases, faults
        except DataError as error:
            faults.append(_case_fault(name, error))
        except DragomanError as error:
            return [], [*faults, LineFault(name, 1, str(error))]
        text = without_fault(text, faults[-1].line, starts)
    return [], faults


def _case_fault(name: str, error: DataError) -> LineFault:
    return LineFault(name, toml_line(f"at {error.key}") or 1, error.problem)
