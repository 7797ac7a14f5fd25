"""Beginning a draft: from nothing, from a variant or a mixture, from an uploaded file."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from dragoman.errors import DragomanError, RequestError
from dragoman.importing.board import slug
from dragoman.importing.sources import found
from dragoman.importing.tidy import tidy
from dragoman.importing.write import write
from dragoman.translate import Said
from dragoman.variants import load
from dragoman.variants.files import find, homely, inherited
from dragoman.variants.load import sheet_of
from dragoman.workshop.texts import (
    CASE,
    MAP,
    MOST_TEXT,
    PREFIX,
    RULES,
    TOML,
    Files,
    check_files,
    unpacked,
)

LONGEST_NAME = 60
OWN = ("id", "name", "version", "summary", "credits")
"""What a draft says of itself, in the order in which it is written."""


class NewDraft(Struct, frozen=True):
    """The first files of a draft, what it was made from, and what is to be known of it."""

    files: Files
    name: str
    origin: str = "from nothing"
    notes: list[Said] = []


def safe_name(name: str) -> str:
    """What a variant of this name is called in files.

    >>> safe_name("Three Cats!"), safe_name("1900")
    ('three_cats', 'v1900')
    """
    return slug(name)[:27].strip("_")


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def with_key(text: str, key: str, value: str) -> str:
    """A TOML text with one of its first keys written anew, or added at its beginning."""
    head, first, rest = _head(text)
    pattern = re.compile(rf"(?m)^{key}\s*=.*$")
    line = f"{key} = {value}"
    if pattern.search(head):
        return pattern.sub(lambda _: line, head, count=1) + first + rest
    return f"{line}\n{head}{first}{rest}"


def _head(text: str) -> tuple[str, str, str]:
    """A TOML text before its first table, and from there on."""
    found_ = re.search(r"(?m)^\s*\[(?=[^\],\n]+\]\s*(#.*)?$)", text)
    at = found_.start() if found_ else len(text)
    return text[:at], "", text[at:]


def called(files: Files, name: str) -> Files:
    """The files under another id: the variant's, and the map's if it has its own."""
    given = dict(files)
    given[TOML] = with_key(given[TOML], "id", quoted(name))
    if MAP in given:
        given[MAP] = re.sub(r"(?m)^@map\b.*$", f"@map {name}", given[MAP], count=1)
        given[TOML] = with_key(given[TOML], "map", quoted(name))
    return given


def from_variant(ref: str, folders: Sequence[Path] = (), name: str = "") -> NewDraft:
    """The files of a variant under a name of one's own, with its board to edit."""
    variant = load(ref, {}, folders)
    mixed = bool({"+", "@"} & {*ref})
    title = name or (variant.name if mixed else f"{variant.name}, changed")
    files = _mixture(ref, folders) if mixed else _own_files(find(ref, folders))
    board = Path(variant.map_folder) / MAP
    if "boards" not in tomllib.loads(files[TOML]) and board.is_file():
        files[MAP] = board.read_text(encoding="utf-8")
    files = called(files, safe_name(title))
    files[TOML] = with_key(files[TOML], "name", quoted(title[:LONGEST_NAME]))
    return NewDraft(files, title[:LONGEST_NAME], f"from {variant.name}")


def _own_files(folder: Path) -> Files:
    files = {TOML: (folder / TOML).read_text(encoding="utf-8")}
    if (folder / RULES).is_file():
        files[RULES] = (folder / RULES).read_text(encoding="utf-8")
    for file in sorted((folder / "cases").glob("*.case")):
        if CASE.fullmatch(f"cases/{file.name}") and file.stat().st_size < MOST_TEXT:
            files[f"cases/{file.name}"] = file.read_text(encoding="utf-8")
    return files


def _mixture(ref: str, folders: Sequence[Path]) -> Files:
    """What the files of a mixture say together, as one file."""
    data = sheet_of(ref, folders).data
    known = {key: data[key] for key in OWN if key in data} | inherited(data)
    known.pop("map_folder", None)
    known["version"] = 1
    return {TOML: written(known)}


def written(data: dict[str, Any]) -> str:
    """Data as TOML: plain keys first, then a table for each power."""
    plain = [f"{_key(k)} = {toml_value(v)}" for k, v in data.items() if k != "powers"]
    rows = ["\n".join(plain), ""]
    for power, row in data.get("powers", {}).items():
        rows.append(
            "\n".join(
                [
                    f"[powers.{_key(power)}]",
                    *(f"{_key(k)} = {toml_value(v)}" for k, v in row.items()),
                ]
            )
        )
        rows.append("")
    return "\n".join(rows)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, str):
        return quoted(value)
    return json.dumps(value)


def uploaded(data: bytes, filename: str) -> NewDraft:
    """A draft from a file: the folder of a variant as a zip, or a board of another program."""
    base = re.sub(r"[^A-Za-z0-9._-]", "_", filename)[-80:].lstrip(".") or "file"
    with TemporaryDirectory(prefix=PREFIX) as place:
        folder = Path(place) / "upload"
        folder.mkdir()
        if data[:4] == b"PK\x03\x04":
            unpacked(data, folder)
        else:
            (folder / base).write_bytes(data)
        own = sorted(folder.rglob(TOML), key=lambda file: len(file.parts))
        return _taken_over(own[0].parent, base) if own else _imported(folder, base)


def read_folder(folder: Path) -> Files:
    """The files of a variant's folder."""
    try:
        files = _own_files(folder)
        if (folder / MAP).is_file():
            files[MAP] = (folder / MAP).read_text(encoding="utf-8")
    except OSError as error:
        raise RequestError(f"{folder.name}: {error.strerror}: {TOML}") from error
    except UnicodeDecodeError as error:
        raise RequestError(f"{folder.name}: a file of it is not written in UTF-8") from error
    check_files(files)
    return files


def _taken_over(folder: Path, base: str) -> NewDraft:
    files = read_folder(folder)
    try:
        name = str(tomllib.loads(files[TOML]).get("name", ""))
    except tomllib.TOMLDecodeError:
        name = ""
    return NewDraft(files, name[:LONGEST_NAME] or base, f"from {base}")


def _half(folder: Path) -> str:
    """What is missing beside the map of webDiplomacy, which alone is no variant."""
    if not any(folder.rglob("install.php")):
        return ""
    right = "upload both, with what lies beside them, as a zip"
    return f"install.php has the map alone; the powers are in variant.php: {right}"


def _imported(folder: Path, base: str) -> NewDraft:
    """The first board that another program's file holds."""
    problems: list[str] = []
    try:
        sources = found(folder)
    except RequestError as error:
        problem = str(error).replace(f"{folder}", base)
        raise RequestError(_half(folder) or problem) from error
    for form, file in sources:
        try:
            board = tidy(form.read(file)[0])
            written_ = write(board, folder / "out")
            load(str(written_))
        except (DragomanError, IndexError) as error:
            problems.append(homely(f"{file.name}: {error}", (folder, folder.parent)))
            continue
        files = called(
            {**_own_files(written_), MAP: (written_ / MAP).read_text(encoding="utf-8")},
            safe_name(board.name),
        )
        notes = [f"not taken over: {what}" for what in board.left]
        return NewDraft(files, board.name[:LONGEST_NAME], f"from {base} ({form.name})", notes)
    raise RequestError("; ".join(problems[:3]) or f"{base} holds no board")
