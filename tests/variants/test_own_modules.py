"""Modules of one's own: in the folders that are named and in packages, never anywhere else."""

import re
from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.modules import MODULES
from dragoman.variants import answers, described, load

MODULE = '''
"""Deep water: fleets at sea count more."""

from dragoman.geo import WATER
from dragoman.rules import Module, Option

DEEP = Option("deep", "number", 1, "how much more a fleet at sea counts", least=0, most=3)


def deep_water(rules, draft, settings):
    def strength(ask, force):
        tally = rules.strength(ask, force)
        at_sea = ask.map.spaces[ask.province[force.place]].kind == WATER
        return tally.plus(settings["deep"], "deep water") if tally and at_sea else tally

    return rules.answering(strength=strength)


def goal(earlier, draft, settings):
    return f"{earlier} Mind the water."


MODULE = Module("deep_water", "Fleets at sea count more.", deep_water, (DEEP,), goal=goal)
'''
VARIANT = """
id = "deep"
name = "Deep"
version = 1
summary = "Standard with deep water."
base = "standard"
modules = ["deep_water"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module and a variant that uses it."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/variant.toml").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "deep_water.py").write_text(MODULE, encoding="utf-8")
    return tmp_path


def test_a_module_is_found_in_a_folder_that_is_named(folder: Path) -> None:
    variant = load("deep", {"deep": 2}, [folder])
    assert answers(variant) == {"deep_water": ("strength",)}
    assert "18 centers win. Mind the water." in described(variant)
    assert "deep_water: Fleets at sea count more." in described(variant)
    assert "deep_water" not in MODULES


def test_it_goes_with_others(folder: Path) -> None:
    assert list(answers(load("catspaw+deep", None, [folder]))) == [
        "victory",
        "plurality",
        "deep_water",
    ]


def test_nothing_is_run_that_lies_in_no_folder_named(folder: Path) -> None:
    """A path in a request may lead anywhere; only who starts the program names folders."""
    for file in (folder / "deep" / "deep_water.py", folder / "deep_water.py"):
        file.write_text("raise SystemExit('was run')", encoding="utf-8")
    with pytest.raises(DataError, match=r"no module 'deep_water'; there are: .*; one of your own"):
        load(f"{folder}/deep")


def test_names_of_the_package_are_taken(folder: Path) -> None:
    (folder / "plurality.py").write_text("raise SystemExit('was run')", encoding="utf-8")
    assert load("catspaw", None, [folder]).modules == ("victory", "plurality")


@pytest.mark.parametrize("name", ["../deep_water", "deep.water", "", "Deep-Water"])
def test_a_name_is_a_name(folder: Path, name: str) -> None:
    (folder / "deep/variant.toml").write_text(VARIANT.replace("deep_water", name))
    with pytest.raises(DataError, match="no module"):
        load("deep", None, [folder / "deep", folder])


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = 1", "deep_water.py: MODULE: is missing: expected MODULE = Module(…)"),
        ("MODULE = 7", "deep_water.py: MODULE: expected a Module, found 7"),
        ("\nx = = 1", "deep_water.py: line 2: SyntaxError: invalid syntax"),
        ("\n\nx = y", "deep_water.py: line 3: NameError: name 'y' is not defined"),
        ("import nowhere", "deep_water.py: line 1: ModuleNotFoundError: No module named 'nowhere'"),
        (
            MODULE.replace('Module("deep_water"', 'Module("deep"'),
            "deep_water.py: MODULE: its name is deep: expected deep_water, as the file is called",
        ),
        (
            MODULE.replace("(DEEP,)", "DEEP"),
            "deep_water.py: MODULE: its options are no tuple: write options=(OPTION, OPTION,)",
        ),
        (
            MODULE.replace('"number"', '"numbr"'),
            "deep_water.py: MODULE: option deep has the type 'numbr': expected one of "
            "choice, flag, lines, names, number, table, text",
        ),
        (
            MODULE.replace("    return rules.answering", "    rules.answering"),
            "deep_water.py: MODULE: its answer gave None: end it with return rules.answering(…)",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(folder: Path, source: str, fault: str) -> None:
    (folder / "deep_water.py").write_text(source, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load("deep", None, [folder])
    assert str(caught.value).endswith(fault)


def test_a_file_that_was_changed_is_read_again(folder: Path) -> None:
    load("deep", None, [folder])
    changed = MODULE.replace("count more.", "count for more, as sailors say.")
    (folder / "deep_water.py").write_text(changed, encoding="utf-8")
    assert "as sailors say" in described(load("deep", None, [folder]))


@pytest.fixture
def of_two_files(folder: Path) -> Path:
    """The same, with the module in a folder of its own and its options in a file beside it."""
    home = folder / "deep_water"
    home.mkdir()
    (folder / "deep_water.py").unlink()
    option = next(line for line in MODULE.splitlines() if line.startswith("DEEP"))
    (home / "depth.py").write_text(f"from dragoman.rules import Option\n\n{option}\n")
    (home / "__init__.py").write_text(MODULE.replace(option, "from .depth import DEEP"))
    return folder


def test_a_module_of_several_files_is_a_folder(of_two_files: Path) -> None:
    variant = load("deep", {"deep": 2}, [of_two_files])
    assert answers(variant) == {"deep_water": ("strength",)}
    depth = of_two_files / "deep_water/depth.py"
    depth.write_text(depth.read_text().replace("how much more", "by how many points more"))
    assert "by how many points more" in described(load("deep", None, [of_two_files]))


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("\nDEEP = = 3", "depth.py: line 2: SyntaxError: invalid syntax"),
        ("\nDEEP = y", "depth.py: line 2: NameError: name 'y' is not defined"),
    ],
)
def test_a_fault_in_a_second_file_is_named_with_its_line(
    of_two_files: Path, source: str, fault: str
) -> None:
    (of_two_files / "deep_water/depth.py").write_text(source, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load("deep", None, [of_two_files])
    assert str(caught.value).endswith(fault)


@pytest.mark.parametrize(
    ("brings", "problem"),
    [
        ("marks=frozenset({'x'})", "its marks must be a tuple of Mark, not frozenset({'x'})"),
        ("verbs=(5,)", "its verbs must be a tuple of Verb, not (5,)"),
        ("facts=(FactKind('Depth', says='{5}'),)", "Depth: says names {5}, and it takes 1"),
        ("verbs=(Verb('dive', says='{0} dives'),)", "dive: says names {0}, and it takes 0"),
    ],
)
def test_what_a_module_brings_is_checked_at_load(folder: Path, brings: str, problem: str) -> None:
    """Values of a wrong type and sentences about nothing are refused, with what would be right."""
    text = MODULE.replace("goal=goal)", f"goal=goal, {brings})")
    text = text.replace(
        "import WATER\n", "import WATER\nfrom dragoman.model import FactKind, Verb\n"
    )
    (folder / "deep_water.py").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(problem)):
        load("deep", {}, [folder])
