"""The formats that can be imported, and finding files of them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.importing import daide, dotmap, dvar, jdip, njudge, webdip
from dragoman.importing.board import Imported


class Format(Struct, frozen=True):
    """A format: what it is called, how its files are found under a folder, and read."""

    name: str
    about: str
    files: Callable[[Path], list[Path]]
    read: Callable[[Path], list[Imported]]
    mine: Callable[[Path], bool]
    """Whether a single file or folder looks like one."""


FORMATS: dict[str, Format] = {
    f.name: f
    for f in (
        Format(
            webdip.NAME,
            "webDiplomacy and vDiplomacy: folders with install.php and variant.php",
            webdip.files,
            webdip.read,
            webdip.is_variant,
        ),
        Format(
            dotmap.NAME,
            "DPjudge and the PyPI package diplomacy: .map",
            dotmap.files,
            dotmap.read,
            lambda p: p.is_file() and p.suffix.lower() == ".map",
        ),
        Format(
            daide.NAME,
            "DAIDE: .mdf, with .now and .nam beside it",
            daide.files,
            daide.read,
            lambda p: p.is_file() and p.suffix.lower() == ".mdf",
        ),
        Format(
            jdip.NAME,
            "jDip: variants.xml",
            jdip.files,
            jdip.read,
            lambda p: p.is_file() and p.name.lower() == "variants.xml",
        ),
        Format(
            njudge.NAME,
            "njudge: map.NAME, with seed.NAME beside it",
            njudge.files,
            njudge.read,
            lambda p: p.is_file() and (p.name == "map" or p.name.startswith("map.")),
        ),
        Format(
            dvar.NAME,
            "Diplicity: DVAR in JSON",
            dvar.files,
            dvar.read,
            lambda p: p.is_file() and p.suffix.lower() in (".json", ".dvar"),
        ),
    )
}


def found(path: Path, name: str = "") -> list[tuple[Format, Path]]:
    """What there is to import at a path: in one format, or in all."""
    if name and name not in FORMATS:
        raise RequestError(f"no format {name!r}: there are {', '.join(FORMATS)}")
    if not path.exists():
        raise RequestError(f"there is no {path}")
    formats = [FORMATS[name]] if name else list(FORMATS.values())
    sources = list(_sources(path, formats))
    if not sources:
        known = "; ".join(f"{f.name} ({f.about})" for f in formats)
        raise RequestError(f"nothing to import in {path}: looked for {known}")
    return sources


def _sources(path: Path, formats: Sequence[Format]) -> Iterator[tuple[Format, Path]]:
    for one in formats:
        if one.mine(path) or (path.is_file() and len(formats) == 1):
            yield one, path
        elif path.is_dir():
            yield from ((one, file) for file in one.files(path))
