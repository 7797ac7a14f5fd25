"""Modules of one's own: the file `NAME.py` in a folder that was named on starting the program.

Such a file is a program and is run, so it is looked for in no other place: not beside a variant
that a request names by its path.
"""

import re
import traceback
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from dragoman.errors import DataError
from dragoman.rules import Module, Option
from dragoman.variants.kept import looked_at
from dragoman.variants.options import OPTION_TYPES

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def own_module(name: str, folders: Sequence[Path]) -> Module | None:
    """The module of a name in the first folder that has one."""
    for folder in folders:
        file = folder / f"{name}.py"
        if _NAME.fullmatch(name) and looked_at(file).is_file():
            return _module(file.resolve(), file.read_bytes())
    return None


@lru_cache(maxsize=64)
def _module(file: Path, source: bytes) -> Module:
    """What a file calls MODULE; run once for what it says, so that equal loads share it."""
    made = ModuleType(file.stem)
    made.__file__ = str(file)
    try:
        exec(compile(source, str(file), "exec"), made.__dict__)
    except Exception as error:
        problem = (
            f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
        )
        raise DataError(str(file), f"line {_line(file, error)}", problem) from error
    found = getattr(made, "MODULE", None)
    if found is None:
        raise DataError(str(file), "MODULE", "is missing: expected MODULE = Module(…)")
    if not isinstance(found, Module):
        raise DataError(str(file), "MODULE", f"expected a Module, found {found!r}")
    if found.name != file.stem:
        raise DataError(
            str(file),
            "MODULE",
            f"its name is {found.name}: expected {file.stem}, as the file is called",
        )
    _check_options(file, found.options)
    return found


def _check_options(file: Path, options: object) -> None:
    """Refuse what are no options, and an option of an unknown type."""
    if not isinstance(options, tuple) or not all(isinstance(o, Option) for o in options):
        problem = "its options are no tuple: write options=(OPTION, OPTION,)"
        raise DataError(str(file), "MODULE", problem)
    for option in options:
        if option.type not in OPTION_TYPES:
            problem = f"option {option.name} has the type {option.type!r}"
            right = ", ".join(sorted(OPTION_TYPES))
            raise DataError(str(file), "MODULE", f"{problem}: expected one of {right}")


def _line(file: Path, error: Exception) -> int:
    """The last line of a file that was reached before an error."""
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    return next((f.lineno or 1 for f in reversed(frames) if f.filename == str(file)), 1)
