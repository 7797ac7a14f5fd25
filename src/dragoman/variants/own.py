"""Modules that are not shipped: from folders named on starting the program, and from packages.

A module is a program and is run, so it is looked for in no other place: not beside a variant that
a request names by its path. In a folder it is the file `NAME.py`, or the folder `NAME` with an
`__init__.py`. An installed package brings it by an entry point of the group `dragoman.modules`.
"""

import re
import sys
import traceback
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from dragoman.errors import DataError
from dragoman.model import Argument, FactKind, Kind, Mark, PhaseKind, ReasonKind, Verb
from dragoman.rules import Module, Option
from dragoman.variants.kept import looked_at
from dragoman.variants.options import OPTION_TYPES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

GROUP = "dragoman.modules"
"""The group of entry points by which packages bring modules."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def own_module(name: str, folders: Sequence[Path]) -> Module | None:
    """The module of a name in the first folder that has one, else from a package."""
    if not _NAME.fullmatch(name):
        return None
    for folder in folders:
        for file in (folder / f"{name}.py", folder / name / "__init__.py"):
            if looked_at(file).is_file():
                return _from_file(file.resolve(), name, _sources(file))
    return _from_package(name)


def packaged() -> list[str]:
    """The names of all modules that installed packages bring."""
    return sorted(_entry_points().names)


def _entry_points() -> "EntryPoints":
    """The entry points of modules; what reads them is imported only where one is asked for."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _sources(file: Path) -> tuple[bytes, ...]:
    """What the file of a module says, then the other files of its folder if it has one."""
    others = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else ()
    return (file.read_bytes(), *(looked_at(other).read_bytes() for other in others))


@lru_cache(maxsize=64)
def _from_file(file: Path, name: str, sources: tuple[bytes, ...]) -> Module:
    """What a file calls MODULE; run once for what it says, so that equal loads share it."""
    # What changed gets another name, and so do the files that it imports from its folder.
    digest = sha256(b"\0".join((str(file).encode(), *sources))).hexdigest()[:16]
    made = ModuleType(f"{name}_{digest}")
    made.__file__ = str(file)
    if file.name == "__init__.py":
        made.__path__, made.__package__ = [str(file.parent)], made.__name__
    sys.modules[made.__name__] = made
    try:
        exec(compile(sources[0], str(file), "exec"), made.__dict__)
    except Exception as error:
        del sys.modules[made.__name__]
        problem = error.msg if isinstance(error, SyntaxError) else error
        where, line = _place(file, error)
        raise DataError(where, f"line {line}", f"{type(error).__name__}: {problem}") from error
    return _checked(str(file), made, name, "as the file is called")


def _from_package(name: str) -> Module | None:
    """The module of a name that an installed package brings."""
    points = tuple(_entry_points().select(name=name))
    if not points:
        return None
    if len(points) > 1:
        both = " and ".join(sorted(map(_origin, points)))
        raise DataError(f"module {name}", "entry points", f"{both} both bring it: uninstall one")
    try:
        found = points[0].load()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise DataError(_origin(points[0]), f"entry point {name}", problem) from error
    return _checked(_origin(points[0]), found, name, "as the entry point is called")


def _origin(point: "EntryPoint") -> str:
    """Where an entry point comes from, and what it leads to."""
    return f"{point.dist.name if point.dist else 'a package'} ({point.value})"


def _checked(where: str, found: object, name: str, called: str) -> Module:
    """The module that was found, or the MODULE of a file; refused if it is none, or another."""
    if isinstance(found, ModuleType):
        if not hasattr(found, "MODULE"):
            raise DataError(where, "MODULE", "is missing: expected MODULE = Module(…)")
        found = found.MODULE
    if not isinstance(found, Module):
        raise DataError(where, "MODULE", f"expected a Module, found {found!r}")
    if found.name != name:
        raise DataError(where, "MODULE", f"its name is {found.name}: expected {name}, {called}")
    _check_options(where, found.options)
    _check_language(where, found)
    return found


def _check_options(where: str, options: object) -> None:
    """Refuse what are no options, and an option of an unknown type."""
    if not isinstance(options, tuple) or not all(isinstance(o, Option) for o in options):
        problem = "its options are no tuple: write options=(OPTION, OPTION,)"
        raise DataError(where, "MODULE", problem)
    for option in options:
        if option.type not in OPTION_TYPES:
            problem = f"option {option.name} has the type {option.type!r}"
            right = ", ".join(sorted(OPTION_TYPES))
            raise DataError(where, "MODULE", f"{problem}: expected one of {right}")


_BROUGHT: dict[str, type] = {
    **{"verbs": Verb, "reasons": ReasonKind, "marks": Mark, "facts": FactKind},
    **{"phases": PhaseKind, "kinds": Kind, "without": str, "fixed": str},
}
"""What a module brings beside its options, and of what each is a tuple."""


def _check_language(where: str, module: Module) -> None:
    """Refuse values of the wrong type, and sentences about what their words do not take."""
    for field, kind in _BROUGHT.items():
        found = getattr(module, field)
        if not isinstance(found, tuple) or not all(isinstance(one, kind) for one in found):
            problem = f"its {field} must be a tuple of {kind.__name__}, not {found!r}"
            raise DataError(where, "MODULE", problem)
    words: tuple[Verb | FactKind, ...] = (*module.verbs, *module.facts)
    for word in words:
        for field in ("title", "says", "about"):
            if beyond := _beyond(getattr(word, field, ""), word.takes):
                problem = f"{word.name}: {field} names {beyond}, and it takes {len(word.takes)}"
                raise DataError(where, "MODULE", problem)


def _beyond(sentence: str, takes: tuple[Argument, ...]) -> str:
    """The first value that a sentence names and that there is not, counted from 0."""
    endless = bool(takes) and takes[-1].is_many
    named = re.findall(r"\{(\d+)", sentence)
    return next(("{" + n + "}" for n in named if int(n) >= len(takes) and not endless), "")


def _place(file: Path, error: Exception) -> tuple[str, int]:
    """The file of a module and the last line of it that was reached before an error."""
    if isinstance(error, SyntaxError):
        return error.filename or str(file), error.lineno or 1
    mine = {str(file)} if file.name != "__init__.py" else set(map(str, file.parent.rglob("*.py")))
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next(((f.filename, f.lineno or 1) for f in frames if f.filename in mine), (str(file), 1))
