"""Modules are found by name, and imported only when something uses them."""

import subprocess
import sys
from pathlib import Path

import pytest

import dragoman.modules
from dragoman.modules import MODULES
from dragoman.variants import load

FILES = Path(dragoman.modules.__file__).parent

LOADED = """
import sys, dragoman
dragoman.load({!r})
print(*sorted(m for m in sys.modules if m.startswith("dragoman.modules.")))
"""


def imported(variant: str) -> list[str]:
    """The rule modules that loading a variant in a new interpreter imports."""
    code = LOADED.format(variant)
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    names = [name.removeprefix("dragoman.modules.") for name in run.stdout.split()]
    return [name for name in names if not name.startswith("_")]


def test_each_module_has_the_name_of_its_file() -> None:
    assert {name: MODULES[name].name for name in MODULES} == {name: name for name in MODULES}


def test_every_file_and_folder_is_a_module() -> None:
    """What helps a module lies in its folder, so each name in the package is a module's."""
    files = {f.stem for f in FILES.glob("[a-z]*.py")} | {
        f.parent.name for f in FILES.glob("*/__init__.py")
    }
    assert files == set(MODULES)
    assert len(MODULES) == len(files)


def test_only_what_a_variant_uses_is_imported() -> None:
    assert imported("standard") == []
    parts = [name for name in imported("catspaw") if "." not in name]
    assert parts == sorted(load("catspaw").modules) == ["plurality", "victory"]


def test_a_module_can_be_put_on_the_shelf_and_taken_off() -> None:
    MODULES["spare"] = MODULES["victory"]
    assert MODULES["spare"].name == "victory"
    del MODULES["spare"]
    assert "spare" not in MODULES
    with pytest.raises(KeyError):
        MODULES["spare"]
