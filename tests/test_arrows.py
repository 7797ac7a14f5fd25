"""Which package may import which, and what the engine may never touch."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "dragoman"

# The order, bottom up. Packages of one step (bots and store, say) never import each other.
GROUND = {"errors", "geo", "model"}
# What is said in other languages: it knows templates and files, and nothing of the game.
TONGUES = {"translate"}
# What to say where a package is missing; no part of the engine needs one.
EDGE = {"extras"}
ENGINE = GROUND | {"notation", "rules", "words", "modules", "judge"}
PLAYED = ENGINE | {"variants", "record"}
SERVED = PLAYED | EDGE | TONGUES | {"draw", "report", "bots", "store", "sim"}
OFFERED = SERVED | {"contract", "lab", "daide"}

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "extras": set(),
    "translate": {"errors"},
    "geo": {"errors"},
    "model": {"errors", "geo"},
    "notation": GROUND,
    "rules": GROUND,
    # A fact in words says which of its fields are sentences.
    "words": GROUND | TONGUES | {"rules", "notation"},
    "modules": GROUND | {"rules", "notation", "words"},
    "judge": GROUND | {"rules"},
    "maps": set(),
    "variants": ENGINE,
    "record": ENGINE | {"variants"},
    # A replay tells results in the words of the results sheet.
    "draw": PLAYED | EDGE | TONGUES | {"report"},
    "mapmaker": GROUND | EDGE | {"draw"},
    # Boards of other programs become variants, which are loaded and drawn at once.
    "importing": PLAYED | EDGE | {"draw", "mapmaker"},
    "report": PLAYED | TONGUES,
    "sim": PLAYED,
    "bots": PLAYED | {"sim"},
    "store": PLAYED | EDGE | {"draw"},
    "contract": SERVED,
    # The atlas draws boards that have no drawing yet.
    "lab": SERVED | {"mapmaker", "daide"},
    # A draft is read, drawn, imported and played at once.
    # Boards made from a seed are written as imported ones are, and tried out in the laboratory.
    "generate": PLAYED | EDGE | {"draw", "mapmaker", "importing", "lab"},
    "workshop": PLAYED | EDGE | TONGUES | {"draw", "mapmaker", "importing", "lab"},
    # Games over the DAIDE protocol; bots take the seats that clients do not.
    "daide": PLAYED | EDGE | {"draw", "bots"},
    # The server's core, without HTTP; and HTTP over it.
    "house": PLAYED | TONGUES | {"draw", "report", "bots", "store", "workshop"},
    "web": OFFERED | {"house", "workshop"},
    # Seats for programs and models: at tables of a site, and in tournaments.
    "agents": OFFERED | {"house", "web", "game", "client", "dragoman"},
    "cli": OFFERED
    | {
        "house",
        "web",
        "maps",
        "mapmaker",
        "importing",
        "agents",
        "dragoman",
        "workshop",
        "generate",
    },
    "__main__": {"cli"},
    # Doors for programs that were written for other software.
    "compat": SERVED,
    "game": OFFERED,
    # Asks a site over HTTP, as any program would.
    "client": EDGE | {"errors", "game"},
    "__init__": OFFERED | {"game"},
}

# The engine reads no file, no clock and no chance: equal arguments give equal answers.
PURE = {"geo", "model", "notation", "rules", "words", "judge", "modules"}
IMPURE_MODULES = {
    *("asyncio", "datetime", "glob", "http", "importlib.resources", "io", "multiprocessing", "os"),
    *("pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "tempfile"),
    *("threading", "time", "urllib", "uuid"),
}
IMPURE_CALLS = {"input", "open", "print"}

# The only files of the engine that may, and what.
IMPURE_ALLOWED: dict[str, set[str]] = {
    # The one loader of maps reads map files.
    "geo/load.py": {"importlib.resources", "io", "open", "os", "pathlib"},
    # Compiled code is kept on disk between runs.
    "judge/batch.py": {"os", "pathlib"},
}

# The judge knows no variant, no module and no kind of unit by name ("decline" is no variant).
FOREIGN_TO_THE_JUDGE = re.compile(
    r"catspaw|escalation|militarism|heptadip|(?<![a-z])cline|para[ _-]?time|black[ _-]?hole"
    r"|plurality|doubling|leader|coast[ _-]?guard|[\"']cat[\"']",
    re.IGNORECASE,
)

MOST_LINES = 499


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """Every Python file under the root: its path from there, and its text."""
    for path in sorted(root.rglob("*.py")):
        yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def home(file: str) -> str:
    """The package of `dragoman` that a file belongs to; a file at the top is its own.

    What a module brings to the arena lies beside its answers, but only the arena imports it.
    """
    if file.startswith("modules/") and file.rpartition("/")[2].startswith("loops"):
        return "sim"
    return file.split("/")[0].removesuffix(".py")


def imported(file: str, text: str) -> Iterator[tuple[int, str]]:
    """Every module, and every name in a module, that a file imports: its line and full name."""
    package = ("dragoman", *file.split("/")[:-1])
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join((*base, *([node.module] if node.module else [])))
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def target(name: str) -> str:
    """The package of `dragoman` that a full name lies in, or `dragoman` itself, or nothing."""
    first, _, rest = name.partition(".")
    package = rest.partition(".")[0]
    if first != "dragoman":
        return ""
    return package if package in MAY_IMPORT else "dragoman"


def wrong_arrows(root: Path) -> list[str]:
    """Every import inside the package that its place in the order does not allow."""
    return [
        f"{file}:{line}: {home(file)} may not import {name}"
        for file, text in sources(root)
        for line, name in imported(file, text)
        if target(name) not in {"", home(file), *MAY_IMPORT.get(home(file), ())}
    ]


def strangers(root: Path) -> list[str]:
    """Every package that has no place in the order yet."""
    return sorted({home(file) for file, _ in sources(root)} - set(MAY_IMPORT))


def impurities(root: Path) -> list[str]:
    """Every import or call by which the engine would touch the world outside."""
    return [
        f"{file}:{line}: {name}"
        for file, text in sources(root)
        if home(file) in PURE
        for line, name in (*imported(file, text), *called(text))
        if impure(name) - IMPURE_ALLOWED.get(file, set())
    ]


def called(text: str) -> Iterator[tuple[int, str]]:
    """Every plain name that a text calls: its line and the name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def impure(name: str) -> set[str]:
    """The impure module or function that a name stands for, if any."""
    return {bad for bad in IMPURE_MODULES if f"{name}.".startswith(f"{bad}.")} | (
        {name} & IMPURE_CALLS
    )


def foreign_words(root: Path) -> list[str]:
    """Every line of the judge that names what only a variant knows."""
    return [
        f"{file}:{number}: {found.group()}"
        for file, text in sources(root)
        if home(file) == "judge"
        for number, line in enumerate(text.splitlines(), start=1)
        for found in FOREIGN_TO_THE_JUDGE.finditer(line)
    ]


def long_files(root: Path) -> list[str]:
    """Every file with more lines than one can hold in mind."""
    counted = ((file, len(text.splitlines())) for file, text in sources(root))
    return [f"{file}: {lines} lines" for file, lines in counted if lines > MOST_LINES]


def test_imports_point_one_way() -> None:
    assert wrong_arrows(SOURCE) == []


def test_every_package_has_its_place() -> None:
    assert strangers(SOURCE) == []


def test_the_engine_is_pure() -> None:
    assert impurities(SOURCE) == []


def test_the_judge_knows_no_variant() -> None:
    assert foreign_words(SOURCE) == []


def test_files_stay_short() -> None:
    assert long_files(SOURCE) == []


def tree(root: Path, files: dict[str, str]) -> Path:
    """A package with these files, written under the root."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("geo/map.py", "import dragoman.model.unit"),
        ("geo/map.py", "from dragoman.model import Unit"),
        ("geo/map.py", "from dragoman import model"),
        ("geo/map.py", "from dragoman import Game"),
        ("geo/map.py", "import dragoman"),
        ("geo/map.py", "from ..model.unit import Unit"),
        ("geo/map.py", "from .. import model"),
        ("geo/map.py", "import os, dragoman.cli as c"),
        ("geo/__init__.py", "from ..model import Unit"),
        ("geo/deep/er.py", "from ...model import Unit"),
        ("modules/leaders.py", "def f() -> None:\n    from dragoman.judge import turn"),
        ("rules/standard.py", "if TYPE_CHECKING:\n    from dragoman.notation import orders"),
        ("judge/turn.py", "from dragoman.modules.leaders import leaders"),
        ("report/board.py", "from dragoman.draw import picture"),
        ("contract/answer.py", "from dragoman.lab import play"),
        ("store/rows.py", "from dragoman.bots import base"),
        ("store/rows.py", "from dragoman.house import tables"),
        ("house/play/turns.py", "from dragoman.web import app"),
        ("house/play/turns.py", "from dragoman.lab import play"),
        ("errors.py", "from dragoman.geo import map"),
        ("__init__.py", "from .web import app"),
    ],
)
def test_a_forbidden_arrow_is_found(tmp_path: Path, file: str, text: str) -> None:
    assert len(wrong_arrows(tree(tmp_path, {file: text}))) == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("geo/map.py", "from ..errors import DataError\nfrom . import edge\nimport os"),
        ("geo/__init__.py", "from .map import Map\nfrom ..errors import DataError"),
        (
            "judge/turn.py",
            "from dragoman.rules.variant import Variant\nimport dragoman.judge.solve",
        ),
        ("variants/load.py", "from dragoman.modules import leaders\nfrom dragoman import judge"),
        ("store/rows.py", "from dragoman.record.game import Game"),
        ("house/play/turns.py", "from dragoman.store import Store\nfrom dragoman.bots import base"),
        ("web/app.py", "from dragoman.contract.answer import answer"),
        ("web/app.py", "from dragoman.house import tables"),
        ("cli.py", "import dragoman\nfrom dragoman.web.app import app"),
        ("__init__.py", "from dragoman.record.game import Game"),
    ],
)
def test_an_allowed_arrow_is_no_fault(tmp_path: Path, file: str, text: str) -> None:
    assert wrong_arrows(tree(tmp_path, {file: text})) == []


def test_each_other_check_finds_its_fault(tmp_path: Path) -> None:
    files = {
        "helpers/tools.py": "",
        "geo/load.py": "import os\nopen(os.devnull)",
        "geo/map.py": "from os import path",
        "judge/batch.py": "import os\nimport time",
        "judge/turn.py": "# we decline\nLEADERS = 1\nwho = 'cat'\nCoastGuard = 2",
        "model/unit.py": "print(1)",
        "record/files.py": "import pathlib",
        "rules/long.py": "\n" * 500,
    }
    root = tree(tmp_path, files)
    assert strangers(root) == ["helpers"]
    assert impurities(root) == [
        "geo/map.py:1: os.path",
        "judge/batch.py:2: time",
        "model/unit.py:1: print",
    ]
    assert foreign_words(root) == [
        "judge/turn.py:2: LEADER",
        "judge/turn.py:3: 'cat'",
        "judge/turn.py:4: CoastGuard",
    ]
    assert long_files(root) == ["rules/long.py: 500 lines"]


def test_what_is_yet_to_be_written_is_no_fault(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    checks = (wrong_arrows, strangers, impurities, foreign_words, long_files)
    assert [check(nothing) for check in checks] == [[]] * len(checks)
