"""A draft to take along: for other programs."""

from collections.abc import Sequence
from pathlib import Path

from dragoman.errors import RequestError
from dragoman.importing.export import to_dvar
from dragoman.variants import load
from dragoman.workshop.examine import examine
from dragoman.workshop.texts import Files, laid_out


def as_dvar(files: Files, folders: Sequence[Path]) -> tuple[str, str]:
    """The name of a draft, and its text for Diplicity."""
    found = examine(files, folders)
    if found.faults:
        raise RequestError(f"{found.faults[0].file}: {found.faults[0].text}")
    with laid_out(files, found.id) as place:
        return found.id, to_dvar(load(found.id, {}, (place.parent, *folders)))
