"""Every seed against a referee written apart from the judge: no difference in any position."""

import ast
from pathlib import Path
from random import Random

import pytest

from tests.amounts import amount
from tests.referees.against import REFEREES, differences

HERE = Path(__file__).parent
POSITIONS, FEWEST = 200, 3
SORTS = {
    "catspaw": ("dislodged", "standoffs", "outcomes"),
    "cline": ("dislodged", "standoffs"),
    "escalation": ("stages", "homes", "units"),
    "cat": ("dislodged", "standoffs", "winners"),
    "militarism": ("dislodged", "standoffs", "moves"),
    "heptadiplomacy": ("dislodged", "standoffs", "winners"),
}
"""What must come up in some of the positions."""


@pytest.mark.parametrize("name", REFEREES)
def test_judge_and_referee_agree(name: str) -> None:
    found, undecided = differences(name, range(amount(POSITIONS)))
    assert not found, "\n".join(map(str, found[:3]))
    assert undecided == 0


@pytest.mark.parametrize("path", sorted(HERE.glob("*.py")), ids=lambda path: path.stem)
def test_referees_share_nothing_with_the_program(path: Path) -> None:
    """They know the contract's JSON and the map files; only the comparison calls the judge."""
    shared = {"against": {"dragoman.contract"}, "test_referees": {"tests.amounts"}}
    allowed = shared.get(path.stem, set())
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        used = {n for n in names if n.split(".")[0] == "dragoman"}
        others = {n for n in names if n.startswith("tests.") and "referees" not in n}
        assert used <= allowed, f"{path.name} imports {used}"
        assert others <= allowed, f"{path.name} imports {others}"


def test_referees_draw_what_the_seeds_are_about() -> None:
    """The positions are not all quiet: each sort of outcome comes up."""
    for name, fields in SORTS.items():
        draw = REFEREES[name].drawn
        requests = [draw(Random(n)) for n in range(POSITIONS)]
        answers = [REFEREES[name].answer(r) for r in requests]
        for field in fields:
            assert sum(bool(a.get(field)) for a in answers) >= FEWEST, (name, field)
