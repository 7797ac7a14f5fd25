"""Modules that installed packages bring by entry points."""

import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.modules import MODULES
from dragoman.variants import answers, load
from tests.variants.test_own_modules import MODULE, VARIANT

METADATA = "Metadata-Version: 2.1\nName: {}\nVersion: 1.0\n"


def install(site: Path, name: str, points: str, source: str) -> None:
    """Install a little package of one file, as pip does: its file, and its metadata beside it."""
    (site / f"{name}.py").write_text(source, encoding="utf-8")
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name), encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[dragoman.modules]\n{points}\n", encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages that Python looks into."""
    site = tmp_path / "site-packages"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    return site


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    """A folder with a variant that uses the module."""
    (tmp_path / "own/deep").mkdir(parents=True)
    (tmp_path / "own/deep/variant.toml").write_text(VARIANT, encoding="utf-8")
    return tmp_path / "own"


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test imports the next one does not find."""
    for name in ("waters", "seas"):
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("value", ["waters", "waters:MODULE"])
def test_a_package_brings_a_module(site: Path, variants: Path, value: str) -> None:
    install(site, "waters", f"deep_water = {value}", MODULE)
    assert answers(load("deep", None, [variants])) == {"deep_water": ("strength",)}
    assert answers(load(f"{variants}/deep")) == {"deep_water": ("strength",)}
    assert "deep_water" not in MODULES


def test_it_is_found_by_the_command(site: Path, variants: Path) -> None:
    """A new interpreter, with the folder of packages on its path and nothing said about it."""
    install(site, "waters", "deep_water = waters", MODULE)
    code = f"import sys; sys.path.append({str(site)!r}); from dragoman.cli import main; main()"
    words = ("variants", "--describe", "deep", "--folder", str(variants))
    run = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    assert "deep_water: Fleets at sea count more." in run.stdout


def test_a_folder_that_is_named_comes_first(site: Path, variants: Path) -> None:
    install(site, "waters", "deep_water = waters", "raise SystemExit('was imported')")
    (variants / "deep_water.py").write_text(MODULE, encoding="utf-8")
    assert answers(load("deep", None, [variants])) == {"deep_water": ("strength",)}


def test_names_of_shipped_modules_are_taken(site: Path) -> None:
    install(site, "waters", "plurality = waters", "raise SystemExit('was imported')")
    assert load("catspaw").modules == ("victory", "plurality")


def test_it_is_named_among_those_there_are(site: Path, variants: Path) -> None:
    install(site, "waters", "shallow_water = waters", MODULE)
    with pytest.raises(DataError, match=r"no module 'deep_water'; there are: .*shallow_water"):
        load("deep", None, [variants])


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = 1", "waters (waters): MODULE: is missing: expected MODULE = Module(…)"),
        ("MODULE = 7", "waters (waters): MODULE: expected a Module, found 7"),
        (
            "import nowhere",
            "waters (waters): entry point deep_water: "
            "ModuleNotFoundError: No module named 'nowhere'",
        ),
        (
            MODULE.replace('Module("deep_water"', 'Module("deep"'),
            "waters (waters): MODULE: its name is deep: "
            "expected deep_water, as the entry point is called",
        ),
        (
            MODULE.replace('"number"', '"numbr"'),
            "waters (waters): MODULE: option deep has the type 'numbr': expected one of "
            "choice, flag, lines, names, number, table, text",
        ),
    ],
)
def test_a_fault_is_named_with_the_package(
    site: Path, variants: Path, source: str, fault: str
) -> None:
    install(site, "waters", "deep_water = waters", source)
    with pytest.raises(DataError) as caught:
        load("deep", None, [variants])
    assert str(caught.value) == fault


def test_two_packages_with_one_module_are_refused(site: Path, variants: Path) -> None:
    install(site, "waters", "deep_water = waters", MODULE)
    install(site, "seas", "deep_water = seas", MODULE)
    with pytest.raises(DataError) as caught:
        load("deep", None, [variants])
    assert str(caught.value) == (
        "module deep_water: entry points: seas (seas) and waters (waters) both bring it: "
        "uninstall one"
    )
