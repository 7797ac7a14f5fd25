"""What `import dragoman` gives, and what it does not wait for."""

import subprocess
import sys

import pytest

import dragoman
from dragoman import record

UNNEEDED = {
    *("dragoman.judge", "dragoman.notation", "dragoman.record"),
    *("asyncio", "email", "importlib.metadata", "importlib.resources", "pickle", "pkgutil"),
    *("random", "socket", "tempfile", "zipfile"),
}
"""What neither importing the package nor loading a variant has a use for."""

LOADED = """
import sys, dragoman
dragoman.load("standard")
print(*sys.modules)
"""


def test_every_name_that_is_promised_is_there() -> None:
    assert {name for name in dragoman.__all__ if not hasattr(dragoman, name)} == set()
    assert issubclass(dragoman.Game, record.Game)
    assert dir(dragoman) == sorted(dragoman.__all__)


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'dragoman' has no attribute 'Gaem'"):
        dragoman.Gaem  # type: ignore[attr-defined]  # noqa: B018


def test_loading_a_variant_waits_for_neither_judge_nor_network() -> None:
    # Without the site's own start-up files, which import what they like.
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{LOADED}"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    assert "dragoman.variants" in loaded
    assert loaded & UNNEEDED == set()


def test_the_package_is_a_command_too() -> None:
    command = [sys.executable, "-m", "dragoman", "variants", "--ids"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout.split() == dragoman.variant_ids()
