"""Finding variant files and reading what they say, with their bases under them."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from dragoman.errors import DataError, RequestError, not_utf8, shown
from dragoman.model import read_phase
from dragoman.rules import POLICIES, policies
from dragoman.variants.kept import looked_at

PACKAGE = Path(__file__).parent
MAPS = PACKAGE.parent / "maps"

KEYS = frozenset(
    {
        "id",
        "name",
        "version",
        "summary",
        "credits",
        "base",
        "map",
        "edition",
        "policies",
        "start",
        "year",
        "kinds",
        "win_at",
        "powers",
        "modules",
        "options",
        "boards",
        "open_table",
        "rule",
        "data",
        "versions",
    }
)
MADE_FOR = "numbers_of_centers"
"""Under which name a file says for how many centers its winning numbers are made."""
_COLOR = re.compile("#[0-9a-fA-F]{6}")
_INHERITED = ("boards", "map", "edition", "policies", "start", "year", "kinds", "win_at", "powers")


class VariantFile(Struct, frozen=True):
    """What a variant file says, its base's lines filled in under its own."""

    file: Path
    data: dict[str, Any]
    added: tuple[dict[str, Any], ...]
    """The modules of the file itself, without those of its base."""

    def fault(self, key: str, problem: str) -> DataError:
        """A complaint about one key of the file."""
        return DataError(str(self.file), key, problem)


def aged(sheet: VariantFile, version: int) -> VariantFile:
    """A file as it stood in an earlier version: options set to what that version did.

    Each of its `versions` says what differs from the one after it. A version that is not given
    leaves the file as it is.
    """
    now, versions = sheet.data["version"], sheet.data.get("versions", {})
    steps = [str(n) for n in range(now - 1, version - 1, -1)]
    if not steps or any(n not in versions for n in steps):
        return sheet
    options = dict(sheet.data.get("options", {}))
    for n in steps:
        options |= versions[n]
    data = {**sheet.data, "version": version, "options": options}
    return VariantFile(sheet.file, data, sheet.added)


def variant_ids(folders: Sequence[str | Path] = ()) -> list[str]:
    """Every variant that can be loaded by id, sorted."""
    places = (*map(Path, folders), PACKAGE)
    return sorted({f.parent.name for place in places for f in place.glob("*/variant.toml")})


def find(ref: str, folders: Sequence[Path] = ()) -> Path:
    """The folder of a variant: by path, or by id in the given folders and the package."""
    try:
        return _find(ref, folders)
    except (OSError, ValueError) as error:
        raise RequestError(f"no variant {shown(ref)}: {error.__class__.__name__}") from error


@lru_cache(maxsize=256)
def is_path(ref: str) -> bool:
    """Whether a reference leads to a folder, rather than naming a variant by its id."""
    return "/" in ref or len(Path(ref).parts) > 1 or ref.startswith(".")


def is_folder(path: Path) -> bool:
    """Whether a folder is a variant's."""
    return looked_at(path / "variant.toml").is_file()


def is_known(name: str, folders: Sequence[Path] = ()) -> bool:
    """Whether a variant can be loaded by this id."""
    return any(is_folder(place / name) for place in (*folders, PACKAGE))


def leads_to_variant(ref: str) -> bool:
    """Whether a reference is the path of a variant, whatever signs its folders are called with."""
    try:
        return is_path(ref) and _find(ref, ()).is_dir()
    except (OSError, ValueError, RequestError):
        return False


def _find(ref: str, folders: Sequence[Path]) -> Path:
    path = Path(ref)
    if path.name == "variant.toml" and looked_at(path).is_file():
        return path.parent
    if is_path(ref):
        if is_folder(path):
            return path
        raise RequestError(f"no variant.toml in {shown(ref)}")
    for place in (*folders, PACKAGE):
        if ref and is_folder(place / ref):
            return place / ref
    own = (
        f"; for the one in {ref}/ name its folder with --folder" if ref and is_folder(path) else ""
    )
    known = ", ".join(variant_ids(folders))
    raise RequestError(f"no variant {shown(ref)}: there are {known}{own}")


def read_sheet(ref: str, folders: Sequence[Path] = (), seen: tuple[str, ...] = ()) -> VariantFile:
    """What the file of a variant says, on top of what its base says."""
    file = find(ref, folders) / "variant.toml"
    own = read_toml(file)
    for key in sorted(own.keys() - KEYS):
        raise DataError(
            str(file), key, f"is not a key of a variant file; those are {', '.join(sorted(KEYS))}"
        )
    check_sorts(file, own)
    if file.parent.name == ref != own["id"]:
        # Records name the id: under another name their games could not be found again.
        raise DataError(
            str(file),
            "id",
            f"is {own['id']!r}, but its folder is called {ref!r}: call both the same",
        )
    added = tuple(_module_row(file, row) for row in own.get("modules", []))
    if "base" not in own:
        return VariantFile(
            file, own | {"modules": list(added), "map_folder": str(file.parent)}, added
        )
    if str(file) in seen:
        raise DataError(str(file), "base", "the variant is its own base")
    base = _base(file, own["base"], folders, seen)
    under = inherited(base.data)
    if "edition" in own:
        # An edition takes its book whole, so the base's own choices go with the base's edition.
        under.pop("policies", None)
    data = under | own | {"modules": [*base.data["modules"], *added]}
    if "map" in own:
        data["map_folder"] = str(file.parent)
    options = {k: v for k, v in base.data.get("options", {}).items() if k not in own}
    data["options"] = options | own.get("options", {})
    # A winning number of the file's own is not made for the centers that its base's was made for.
    kept = {
        k: v for k, v in base.data.get("data", {}).items() if k != MADE_FOR or "win_at" not in own
    }
    data["data"] = kept | own.get("data", {})
    return VariantFile(file, data, added)


def _base(file: Path, ref: str, folders: Sequence[Path], seen: tuple[str, ...]) -> VariantFile:
    """What the base of a variant says."""
    try:
        return read_sheet(ref, folders, (*seen, str(file)))
    except RequestError as error:
        raise DataError(str(file), "base", str(error)) from error


_SORTS: dict[str, type] = {
    **dict.fromkeys(("id", "name", "summary", "credits", "base", "map", "edition", "start"), str),
    **dict.fromkeys(("version", "win_at", "open_table"), int),
    **dict.fromkeys(("policies", "powers", "options", "data", "versions"), dict),
    **dict.fromkeys(("year", "kinds"), dict),
    "modules": list,
}
CALLED: dict[type, str] = {str: "a text", int: "a number", dict: "a table", list: "a list"}
"""What the sorts of values are called."""


def check_sorts(file: Path, data: dict[str, Any]) -> None:
    """Refuse a value of the wrong sort, or a missing one that every file needs."""
    for key, sort in _SORTS.items():
        value = data.get(key)
        if key not in data:
            if key in ("id", "name", "version", "summary"):
                raise DataError(str(file), key, f"is missing: expected {CALLED[sort]}")
            continue
        if not isinstance(value, sort) or isinstance(value, bool):
            raise DataError(str(file), key, f"expected {CALLED[sort]}, found {value!r}")
        if isinstance(value, int) and value < 1:
            raise DataError(str(file), key, f"expected at least 1, found {value}")
        if key in ("id", "name") and not str(value).strip():
            raise DataError(str(file), key, f"expected a text, found {value!r}")
    if not isinstance(data.get("rule", False), bool):
        raise DataError(str(file), "rule", f"expected true or false, found {data['rule']!r}")
    _check_powers(file, data.get("powers"))
    _check_versions(file, data)
    try:
        key = "edition"
        policies(data.get(key, "2023"), {})
        key = "start"
        read_phase(data.get(key, "S1901M"))
    except RequestError as error:
        raise DataError(str(file), key, str(error)) from error
    for name, choice in data.get("policies", {}).items():
        if choice not in POLICIES.get(name, ()):
            right = ", ".join(POLICIES.get(name, POLICIES))
            raise DataError(str(file), f"policies.{name}", f"expected one of {right}")


def _check_versions(file: Path, data: dict[str, Any]) -> None:
    """Refuse an earlier version that is none, or that is not given by options."""
    for number, row in data.get("versions", {}).items():
        where = f"versions.{number}"
        if not number.isdecimal() or not 0 < int(number) < data["version"]:
            raise DataError(str(file), where, f"is no version before {data['version']}")
        if not isinstance(row, dict):
            raise DataError(str(file), where, f"expected a table of options, found {row!r}")


def _check_powers(file: Path, rows: dict[str, Any] | None) -> None:
    if rows == {}:
        raise DataError(str(file), "powers", "expected at least one power, such as [powers.Red]")
    for name, row in (rows or {}).items():
        if not name.strip():
            raise DataError(str(file), f"powers.{name}", "a power needs a name")
        _check_power(file, f"powers.{name}", row)


def _check_power(file: Path, key: str, row: Any) -> None:
    if not isinstance(row, dict):
        raise DataError(str(file), key, f"expected a table, found {row!r}")
    for name in ("adjective", "color"):
        if not isinstance(row.get(name, ""), str):
            raise DataError(str(file), f"{key}.{name}", f"expected a text, found {row[name]!r}")
    if not isinstance(row.get("neutral", False), bool):
        problem = f"expected true or false, found {row['neutral']!r}"
        raise DataError(str(file), f"{key}.neutral", problem)
    if row.get("color") and not _COLOR.fullmatch(row["color"]):
        found = f"expected such as '#3d7ea6', found {shown(row['color'])}"
        raise DataError(str(file), f"{key}.color", found)
    if isinstance(row.get("also"), list) and not all(str(t).strip() for t in row["also"]):
        raise DataError(str(file), f"{key}.also", "a name is empty")
    for name in ("homes", "units", "centers", "lands", "also"):
        texts = row.get(name, [])
        if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
            raise DataError(
                str(file), f"{key}.{name}", f"expected a list of texts, found {texts!r}"
            )


def inherited(data: dict[str, Any]) -> dict[str, Any]:
    """What a variant takes over from its base."""
    return {
        key: data[key]
        for key in (*_INHERITED, "map_folder", "modules", "options", "data")
        if key in data
    }


def _module_row(file: Path, row: Any) -> dict[str, Any]:
    """A module as a file lists it: its name, or a table with its name and settings."""
    row = {"use": row} if isinstance(row, str) else row
    if not isinstance(row, dict) or not isinstance(row.get("use"), str):
        raise DataError(
            str(file), "modules", f"expected a module's name or {{ use = name }}, found {row!r}"
        )
    return row


def read_toml(file: Path) -> dict[str, Any]:
    """What a TOML file says."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(str(file), "toml", not_utf8(error)) from error
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DataError(str(file), "toml", str(error)) from error


def homely(text: str, folders: Sequence[Path]) -> str:
    """A message without the folders of this computer, which are no visitor's business."""
    for folder in (*folders, PACKAGE, PACKAGE.parent):
        text = text.replace(f"{folder.resolve()}/", "").replace(f"{folder}/", "")
    return text
