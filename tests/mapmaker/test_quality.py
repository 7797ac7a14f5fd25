"""A poor picture is called one: small provinces, covered names, borders without a line."""

import math

import msgspec
import networkx as nx
import numpy as np
import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.draw.compiled import Compiled
from dragoman.mapmaker import graph
from dragoman.mapmaker.build import compile_plan, make_plan
from dragoman.mapmaker.plan import FacePlan
from dragoman.mapmaker.quality import listed, poor, shares

FIVE = "".join(
    f"p{k} inland Place {k}\n  army  {' '.join(f'p{n}' for n in range(5) if n != k)}\n"
    for k in range(5)
)
"""Five provinces of which each borders on all others, as no plane can show them."""


@pytest.fixture(name="drawing", scope="module")
def _drawing(tmp_path_factory: pytest.TempPathFactory) -> tuple[FacePlan, Compiled]:
    file = tmp_path_factory.mktemp("five") / "map.txt"
    file.write_text(f"@map five\n@name Five\n\n{FIVE}", encoding="utf-8")
    plan = make_plan(file)
    return plan, compile_plan(plan)


def test_the_command_says_what_is_poor(drawing: tuple[FacePlan, Compiled]) -> None:
    said = CliRunner().invoke(main, ["map", "compile", drawing[0].sheet.file])
    assert said.exit_code == 0
    assert "dragoman: borders that are only dotted lines: p" in said.stderr


def test_small_provinces_are_named_with_their_share(drawing: tuple[FacePlan, Compiled]) -> None:
    plan, board = drawing
    whole = shares(plan)
    assert sum(whole.values()) == pytest.approx(len(whole))
    assert not any("smaller" in line for line in poor(plan, board))
    kept = plan.shapes["p1"]
    plan.shapes["p1"] = kept.buffer(-0.45 * kept.area**0.5).buffer(1)
    share = shares(plan)["p1"]
    assert f"smaller than a third of the mean province: p1 ({share:.0%})" in [*poor(plan, board)]
    plan.shapes["p1"] = kept


def test_covered_names_are_named(drawing: tuple[FacePlan, Compiled]) -> None:
    plan, board = drawing
    assert not any("covered" in line for line in poor(plan, board))
    x, y = board.shapes["p2"].unit
    moved = msgspec.structs.replace(board.shapes["p1"].label, x=x, y=y)
    shape = msgspec.structs.replace(board.shapes["p1"], label=moved)
    worse = msgspec.structs.replace(board, shapes={**board.shapes, "p1": shape})
    (covered,) = [line for line in poor(plan, worse) if "covered" in line]
    assert covered.startswith("names that are covered: p1 by the unit in p2")


def test_a_long_list_is_cut() -> None:
    assert listed([*"abc"]) == "a, b, c"
    assert listed([*"abcdefgh"]) == "a, b, c, d, e, f, and 2 more"


def test_a_large_board_keeps_the_borders_that_its_points_have_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(graph, "LARGE", 3)
    whole = nx.complete_graph("abcde")
    turns = [2 * math.pi * k / 5 for k in range(5)]
    points = {k: np.array([math.cos(t), math.sin(t)]) for k, t in zip("abcde", turns, strict=True)}
    kept, embedding = graph.planar_part(whole, points)
    # Of a pentagon all sides, and two of the five diagonals, which meet in a corner.
    assert len(kept.edges) == len(embedding.edges) / 2 == 7
    assert {("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("a", "e")} <= {*kept.edges}
