"""Reading the files of other programs, whatever they are encoded in."""

from pathlib import Path

from dragoman.importing.board import BadFile

MOST = 20_000_000
"""No file of a board is larger."""


def read_text(file: Path) -> str:
    """The text of a file, in UTF-8 or, if it is not, in Latin-1."""
    try:
        if file.stat().st_size > MOST:
            raise BadFile(str(file), 0, f"is larger than {MOST} bytes: it is no board")
        data = file.read_bytes()
    except OSError as error:
        raise BadFile(str(file), 0, error.strerror or "cannot be read") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def is_text(file: Path) -> bool:
    """Whether a file is text, and not a picture or a program that is named like one."""
    with file.open("rb") as opened:
        return b"\0" not in opened.read(1024)


def folded(folder: Path, name: str) -> Path | None:
    """A file of a folder, whatever capitals it is written with."""
    if not folder.is_dir():
        return None
    return next((f for f in sorted(folder.iterdir()) if f.name.lower() == name.lower()), None)
