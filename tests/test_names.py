"""Names of the package: each is used, and no class name stands for two things."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dragoman"
WORD = re.compile(r"\w+")

# One thing: the game of a record, and the same with the sheets and pictures that lie above it.
ONE_THING = {"Game"}

# What others call by these names.
CALLED_FROM_OUTSIDE = {
    *("revision", "down_revision"),  # Alembic reads them of every migration
    "metadata",  # SQLAlchemy's, of the declarative base
    "preprocess",  # Jinja calls it of an extension
    *("action_space", "observation_space", "parallel_env"),  # PettingZoo's names
    "resolve_command",  # click calls it of a group
    *("matches", "handle"),  # Starlette calls these of a route
    # asyncio and httptools call these of a connection
    *("connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing"),
    *("on_message_begin", "on_headers_complete", "on_message_complete"),
    "fight_of",  # the fights that benches and the tests of the solver solve
    *("compile_", "compare_two", "tune"),  # commands, called by click
    "_repr_svg_",  # notebooks ask for it
}


# Its names are those of another program's package, which it stands in for.
STAND_IN = "compat/"


@cache
def trees() -> list[tuple[str, ast.Module]]:
    """Every file of the package whose names are our own, parsed."""
    files = [(file.relative_to(SOURCE).as_posix(), file) for file in sorted(SOURCE.rglob("*.py"))]
    ours = [(name, file) for name, file in files if not name.startswith(STAND_IN)]
    return [(name, ast.parse(file.read_text(encoding="utf-8"))) for name, file in ours]


def defined(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Every function and class of a file, and every name at its top."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node
    for node in tree.body:
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        yield from ((target.id, node) for target in targets if isinstance(target, ast.Name))


def words(node: ast.AST) -> list[str]:
    """What a node reads, calls or hands on, also as a text of one word."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.keyword) and node.arg:
        return [node.arg]
    if isinstance(node, ast.alias) and node.asname:
        return [node.name]
    if isinstance(node, ast.Constant) and re.fullmatch(r"[\w.:]+", str(node.value)):
        return WORD.findall(str(node.value))
    return []


def used(tree: ast.AST) -> dict[str, list[int]]:
    """The lines in which each name of a file is used."""
    found = defaultdict(list)
    for node in ast.walk(tree):
        for word in words(node):
            found[word].append(cast(ast.expr, node).lineno)
    return found


def words_of(folder: Path, *endings: str) -> set[str]:
    """Every word of the files of some sorts."""
    files = (f for ending in endings for f in folder.rglob(f"*.{ending}"))
    return {word for file in files for word in WORD.findall(file.read_text(encoding="utf-8"))}


def dead() -> list[str]:
    """Every name that nothing but its own definition uses, in the package or in the docs."""
    parsed = [(file, tree, used(tree)) for file, tree in trees()]
    count = Counter[str]()
    for _, _, lines in parsed:
        count.update({name: len(found) for name, found in lines.items()})
    outside = CALLED_FROM_OUTSIDE | words_of(SOURCE, "html", "xml") | words_of(ROOT / "docs", "md")
    return [
        f"{file}:{node.lineno}: {name}"
        for file, tree, lines in parsed
        for name, node in defined(tree)
        if not name.startswith("__") and name not in outside
        # A function that only calls itself is not used.
        if count[name] <= sum(node.lineno <= at <= (node.end_lineno or 0) for at in lines[name])
    ]


def test_nothing_is_shipped_that_nothing_uses() -> None:
    assert dead() == []


def test_no_class_name_stands_for_two_things() -> None:
    names = Counter(
        node.name
        for _, tree in trees()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} == ONE_THING
