"""The texts of a draft: which files it may have, how large they are, and where they lie."""

import io
import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from dragoman.errors import RequestError

Files = dict[str, str]
"""The files of a draft by name."""

TOML, MAP, RULES, BOARD = "variant.toml", "map.txt", "rules.md", "board.json"
CASE = re.compile(r"cases/[A-Za-z0-9_-]{1,60}\.case")
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
"""What a variant may be called in files; a published one has its print behind that."""
PREFIX = "dragoman-draft-"
"""How the folders begin in which drafts are laid out."""
MOST_TEXT, MOST_ALL, MOST_FILES = 500_000, 1_000_000, 100


def is_file(name: str) -> bool:
    """Whether a draft may have a file of this name."""
    return name in (TOML, MAP, RULES) or bool(CASE.fullmatch(name))


def check_files(files: Files) -> None:
    """Refuse files that a draft cannot have, and texts that are too long."""
    for name, text in files.items():
        if not is_file(name):
            right = f"{TOML}, {MAP}, {RULES} and cases/NAME.case"
            raise RequestError(f"{name[:80]!r} is no file of a variant: those are {right}")
        if "\0" in text:
            raise RequestError(f"{name} contains a NUL")
        if len(text) > MOST_TEXT:
            raise RequestError(f"{name} has {len(text)} letters: {MOST_TEXT} are the most")
    if len(files) > MOST_FILES:
        raise RequestError(f"there are {len(files)} files: {MOST_FILES} are the most")
    if sum(map(len, files.values())) > MOST_ALL:
        raise RequestError(f"all texts together may have {MOST_ALL} letters")


def lay_out(files: Files, folder: Path) -> Path:
    """Write the files of a draft into a folder."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def sweep_left(older: float) -> None:
    """Delete folders of drafts that processes left behind when they were ended."""
    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.stat().st_mtime < time.time() - older:
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def laid_out(files: Files, name: str) -> Iterator[Path]:
    """The files of a draft in a folder of its name, as long as they are looked at."""
    with TemporaryDirectory(prefix=PREFIX) as place:
        yield lay_out(files, Path(place) / name)


def packed(files: Files, name: str) -> bytes:
    """The files of a draft as a zip with one folder in it, the same for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for file in sorted(files):
            row = zipfile.ZipInfo(f"{name}/{file}", (1980, 1, 1, 0, 0, 0))
            row.compress_type, row.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            pack.writestr(row, files[file])
    return out.getvalue()


MOST_PACKED, MOST_UNPACKED = 400, 20_000_000


def unpacked(data: bytes, folder: Path) -> None:
    """The files of a zip in a folder; what would lie elsewhere, or is too large, is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            rows = [row for row in pack.infolist() if not row.is_dir()]
            _check_pack(rows)
            for row in rows:
                file = folder / row.filename
                file.parent.mkdir(parents=True, exist_ok=True)
                with pack.open(row) as opened:
                    file.write_bytes(opened.read(MOST_UNPACKED))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        # What the system says names the folder as well.
        why = getattr(error, "strerror", None) or error
        raise RequestError(f"the zip cannot be read: {why}") from error


def _check_pack(rows: list[zipfile.ZipInfo]) -> None:
    if len(rows) > MOST_PACKED or sum(row.file_size for row in rows) > MOST_UNPACKED:
        most = f"{MOST_PACKED} files and {MOST_UNPACKED} bytes"
        raise RequestError(f"the zip holds too much: a variant has at most {most}")
    for row in rows:
        parts = Path(row.filename.replace("\\", "/")).parts
        if row.filename.startswith("/") or ".." in parts or ":" in row.filename:
            raise RequestError(f"the zip has a file outside its folder: {row.filename[:80]!r}")
