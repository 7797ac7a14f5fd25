"""No word of a module stands in the packages below: each is brought by its module alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.modules import MODULES
from dragoman.variants import variant_ids

SOURCE = Path(__file__).parents[1] / "src" / "dragoman"
CORE = ("model", "notation", "geo", "rules", "draw", "report", "words", "variants", "judge")

OWNED: dict[str, str] = {
    "a": "an article before a kind, and before a noun",
    "boards": "a map has boards, and a variant file lists the variant of each",
    "centers": "what powers own: a section of positions, and of variant files",
    "cut": "a support is cut in every variant: the reason and its sign",
    "home": "home centers: whence civil disorder measures distances",
    "homes": "home centers: of powers in variant files, and a section of positions",
    "link": "a map file's line for borders that no line shows",
    "L": "the command of a line in SVG path data",
    "place": "where a piece stands: what verbs may take, in model/vocabulary.py",
    "round": "how the ends of lines are drawn in SVG",
    "standard": "the rules of Standard are the answers that every question has",
    "W": "the letter of Winter, and the reader's sign for a waived build",
}
"""Words of modules that the core has for itself as well, each with what it means there."""


def words() -> Iterator[tuple[str, str]]:
    """Every word that a module brings, and the names of modules and variants."""
    for module in MODULES.values():
        yield from ((word, module.name) for word in (module.name, *brought(module.name)))
    yield from ((name, name) for name in variant_ids())


def brought(name: str) -> Iterator[str]:
    """The words that one module brings."""
    module = MODULES[name]
    for verb in module.verbs:
        yield from (verb.name, *(word for text in verb.spellings for word in text.split()))
    yield from (reason.code for reason in module.reasons)
    yield from (mark.name for mark in module.marks)
    yield from (fact.name for fact in module.facts)
    yield from (word for phase in module.phases for word in (phase.letter, phase.name))
    yield from (word for kind in module.kinds for word in (kind.letter, kind.name, *kind.also))


WORDS = dict(words())
NAMES = {*MODULES, *variant_ids()}


def literals(file: Path) -> Iterator[tuple[int, str]]:
    """The texts in a file that are no docstrings, with their lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def found(package: str) -> Iterator[tuple[str, str]]:
    """The words of modules that a package has as literals, and where."""
    for file in sorted((SOURCE / package).rglob("*.py")):
        for line, text in literals(file):
            where = f"{file.relative_to(SOURCE)}:{line}"
            if text in WORDS:
                yield text, where
            for name in NAMES.intersection(re.findall(r"\w+", text.lower())):
                yield name, where


@pytest.mark.parametrize("package", CORE)
def test_no_word_of_a_module_is_known_below(package: str) -> None:
    strays = [
        f"{where}: {word!r} of {WORDS[word]}" for word, where in found(package) if word not in OWNED
    ]
    assert strays == []


def test_every_owned_word_is_a_modules_and_is_used() -> None:
    """The list of exceptions has nothing that it does not need."""
    used = {word for package in CORE for word, _ in found(package)}
    assert used == OWNED.keys()


def test_a_stray_word_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "stray.py"
    file.write_text('"""immune"""\nx = "immune"\ny = {"reinforce": 1}\n', encoding="utf-8")
    assert [text for _, text in literals(file)] == ["immune", "reinforce"]
    assert {"immune", "reinforce", "P", "D", "single", "strike"} <= WORDS.keys()
