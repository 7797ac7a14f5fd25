"""The compiler draws exactly the declared borders, or refuses and says where it cannot."""

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from shapely.geometry import box
from shapely.ops import unary_union

from dragoman.cli import main
from dragoman.draw.compiled import unfold
from dragoman.draw.passages import key_rows
from dragoman.draw.static import static
from dragoman.draw.themes import LIGHT
from dragoman.errors import DataError
from dragoman.geo import load_map, read_map
from dragoman.mapmaker.arcs import CutArc, crossing
from dragoman.mapmaker.borders import EXTRA, MISSING, Drawn, box_links, faults, roots
from dragoman.mapmaker.build import check, compile_map, drawn_links, make_plan, missing, suggestions
from dragoman.mapmaker.faces import Face, settle
from dragoman.mapmaker.plan import FacePlan
from dragoman.mapmaker.quality import LEAST, shares
from dragoman.mapmaker.sheet import DOTTED, DrawingSheet, read_sheet
from tests.draw.boards import MAPS, NAMES, board

IBERIA = """
@map iberia
@name Iberia
@projection albers -4 40 36 44
@frame -700 -560 700 640
@size 700
@window -20 30 10 50
@coastline natural-earth

por coast center Portugal
  army  spa
  fleet mao spa
  seeds -8.2,39.6 -8,41.5 -8,37.9
spa coast Spain
  army  gas por
  fleet gas mao por wes
  seeds -3.7,40.4 -6,37.4 -8,43 -0.8,41.6 2,41.6 -0.5,38.5 -3.5,43
gas coast France
  army  spa
  fleet mao spa wes
  seeds 0,44.3 2,44 -1,46 3,43.6
mao sea Atlantic
  fleet gas por spa wes
  seeds -12,40 -10,44 -4,45 -9,36 -3,44
wes sea Mediterranean
  fleet gas mao spa
  seeds 1,39 3,41 -2,36.3 4,37 3.6,43
mor impassable Africa
  seeds -5.2,35.3 -4,35 0,35.6 -5.6,35.5
"""


def written(folder: Path, text: str) -> Path:
    """A map file with this text."""
    file = folder / "map.txt"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", NAMES)
def test_the_drawn_borders_are_the_declared_ones(name: str) -> None:
    """Measured on the compiled lines themselves, for armies and fleets, split coasts included."""
    file = MAPS / name / "map.txt"
    declared, sheet = load_map(file), read_sheet(file.read_text(encoding="utf-8"), str(file))
    compiled = board(name)
    arcs = []
    for arc in compiled.arcs:
        points = [(x / 10, y / 10) for x, y in unfold(arc.steps)]
        arcs.append(CutArc(arc.sides, arc.kind, points))
    boxes = [k for k, s in compiled.shapes.items() if s.box]
    dotted = {(link.a, link.b) for link in compiled.links if link.style == DOTTED}
    found = faults(declared, arcs, [*sheet.links, *box_links(declared, boxes)])
    assert [f for f in found if f.problem != MISSING or roots(f) not in dotted] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_lines_cross(name: str) -> None:
    compiled = board(name)
    arcs = [
        CutArc(a.sides, a.kind, [(x / 10, y / 10) for x, y in unfold(a.steps)])
        for a in compiled.arcs
    ]
    assert [arcs[k].sides for k in crossing(arcs)] == []


@pytest.mark.parametrize(("clear", "crossed"), [(0.06, set()), (0.04, {0, 1})])
def test_lines_that_cross_only_as_they_are_written_are_found(
    clear: float, crossed: set[int]
) -> None:
    """A compiled map has tenths of a pixel: what passes a line by less may meet it."""
    low = CutArc(("a", "b"), "coast", [(0.0, 0.0), (4.0, 0.0)])
    high = CutArc(("b", "c"), "coast", [(1.0, 2.0), (2.0, clear), (3.0, 2.0)])
    assert crossing([low, high]) == crossed


def test_iberia_compiles(tmp_path: Path) -> None:
    compiled = compile_map(written(tmp_path, IBERIA))
    assert set(compiled.shapes) == {"por", "spa", "gas", "mao", "wes", "mor"}


def test_a_border_that_is_not_drawn_is_named(tmp_path: Path) -> None:
    text = IBERIA.replace("  army  spa\n  fleet mao spa\n", "  army  gas spa\n  fleet mao spa\n")
    text = text.replace("  army  spa\n  fleet mao spa wes", "  army  por spa\n  fleet mao spa wes")
    with pytest.raises(
        DataError, match=r"army border gas-por is declared but not drawn near \d+,\d+"
    ):
        compile_map(written(tmp_path, text))


def test_a_border_that_is_not_declared_is_named(tmp_path: Path) -> None:
    text = IBERIA.replace("fleet gas por spa wes\n", "fleet gas por spa\n").replace(
        "fleet gas mao spa\n  seeds 1", "fleet gas spa\n  seeds 1"
    )
    with pytest.raises(
        DataError, match=r"fleet border mao-wes is drawn but not declared near \d+,\d+"
    ):
        compile_map(written(tmp_path, text))


def test_suggested_seeds_mend_a_map(tmp_path: Path) -> None:
    """With too few seeds the Atlantic is lost to the other sea; suggestions bring it back."""
    text = IBERIA.replace("seeds -12,40 -10,44 -4,45 -9,36 -3,44", "seeds -14,40")
    for _ in range(6):
        file = written(tmp_path, text)
        found = suggestions(file).seeds
        if not found:
            break
        for seed in found:
            head = f"{seed.province} "
            lines = text.splitlines()
            at = next(n for n, line in enumerate(lines) if line.startswith(head))
            seeds = next(n for n in range(at, len(lines)) if lines[n].strip().startswith("seeds"))
            lines[seeds] += f" {seed.lon},{seed.lat}"
            text = "\n".join(lines) + "\n"
    check(make_plan(written(tmp_path, text)))


def test_a_seedless_province_is_refused(tmp_path: Path) -> None:
    text = IBERIA.replace("  seeds -8.2,39.6 -8,41.5 -8,37.9\n", "")
    with pytest.raises(DataError, match="line 10: por has no seeds"):
        compile_map(written(tmp_path, text))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("@link bridge x army a-b", "expected `@link canal"),
        ("@link canal x a-b", "'a-b' comes before"),
        ("@link canal x army ab", "'ab' is not a border"),
        ("  seeds 1,2,3", "'1,2,3' is not a point"),
        ("  seeds north", "'north' is not a point: write two numbers with a comma"),
    ],
)
def test_a_wrong_line_of_drawing_is_named(line: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        read_sheet(f"por coast Portugal\n{line}\n", "map.txt")


def graph_map(borders: dict[str, str], kinds: str = "inland") -> FacePlan:
    """A map of nothing but borders between armies' provinces."""
    near: dict[str, set[str]] = {}
    for a, others in borders.items():
        for b in others.split():
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    blocks = [
        f"{a} {kinds} {a.title()}\n  army {' '.join(sorted(bs))}" for a, bs in sorted(near.items())
    ]
    return FacePlan(read_map("@map g\n@name G\n" + "\n".join(blocks), "g"), DrawingSheet("g"))


def linked(plan: FacePlan) -> int:
    """How many borders had to become links."""
    return sum(len(link.army) + len(link.fleet) for link in plan.links)


GRID = {f"x{r}{c}": f"x{r}{c + 1} x{r + 1}{c}" for r in range(4) for c in range(4)}


@pytest.mark.parametrize(
    ("borders", "links"),
    [
        (GRID, 0),
        ({"hub": "a b c d e f", "a": "b"}, 0),
        ({"a": "b", "b": "c", "c": "d", "d": "e"}, 0),
        ({"a": "b c d e", "b": "c d e", "c": "d e", "d": "e"}, 1),
        ({"a": "b", "c": "d e", "d": "e"}, 0),
    ],
    ids=["grid", "star", "path", "five all round", "two parts"],
)
def test_a_graph_becomes_a_board(borders: dict[str, str], links: int) -> None:
    """Provinces touch exactly when they should; what a plane cannot show becomes a link."""
    plan = graph_map(borders)
    assert plan.faults() == [] and linked(plan) == links
    assert not crossing(plan.arcs)


def test_standard_as_a_bare_graph_needs_few_links() -> None:
    declared = load_map(MAPS / "standard" / "map.txt")
    plan = FacePlan(declared, DrawingSheet("standard"))
    assert plan.faults() == [] and linked(plan) <= 4
    assert missing(plan) == [] and "swi" not in plan.shapes
    lines = [unfold(d.line) for link in plan.links for d in drawn_links(plan, link)]
    assert lines and all(math.dist(line[0], line[-1]) > 300 for line in lines)


COASTS = """
@map c
@name C
nor inland Northmark
  army kel mid
kel coast Kelstrand
  army nor mid
  fleet inn out oss/wc
mid inland Middle March
  army nor kel oss
oss coast Ossuary
  army mid
  fleet/ec inn
  fleet/wc out kel
inn sea Inner Sea
  fleet kel oss/ec
out sea Outer Ocean
  fleet kel oss/wc
"""


def test_fleets_that_pass_where_no_army_does_get_a_link(tmp_path: Path) -> None:
    """Two coasts joined by sea alone share no line: they meet at a point, or have a dotted one."""
    plan = make_plan(written(tmp_path, COASTS))
    shown = Drawn(plan.board, plan.arcs, plan.links)
    assert ("kel", "oss/wc") in shown.fleet and ("kel", "oss") not in shown.army
    compiled = compile_map(written(tmp_path, COASTS))
    assert not any(set(arc.sides) == {"kel", "oss"} for arc in compiled.arcs)


def test_a_border_that_a_season_closes_is_marked(tmp_path: Path) -> None:
    lines = "@name C\n@line closed-fall nor mid oss\n@line road nor kel"
    drawn = compile_map(written(tmp_path, COASTS.replace("@name C", lines)))
    marked = [link for link in drawn.links if link.style == "seasonal"]
    assert {(link.a, link.b) for link in marked} == {("nor", "mid"), ("mid", "oss")}
    assert "border closed in Fall" in [row.words for row in key_rows(drawn.links)]
    assert f'stroke="{LIGHT.alarm}"' in static(drawn, LIGHT, "", False).lines


def test_coasts_that_no_fleet_joins_do_not_meet_at_sea(tmp_path: Path) -> None:
    """Two neighbors on one sea between which no fleet may pass: a gap keeps their shores apart."""
    text = "@map d\n@name D\na coast A\n  army b\n  fleet s\nb coast B\n  army a\n  fleet s\n"
    plan = make_plan(written(tmp_path, text + "s sea S\n  fleet a b\n"))
    assert plan.faults() == [] and linked(plan) == 0


def test_a_graph_fills_its_board_and_takes_the_width_it_is_given(tmp_path: Path) -> None:
    """Little is left to the void, and many provinces get a larger board than few."""
    few, many = graph_map({"a": "b c", "b": "c"}), graph_map(GRID)
    assert few.size[0] < many.size[0]
    for plan in (few, many):
        left, top, right, bottom = unary_union(list(plan.shapes.values())).bounds
        assert (right - left) * (bottom - top) > 0.7 * plan.size[0] * plan.size[1]
    assert make_plan(written(tmp_path, COASTS.replace("@name C", "@name C\n@size 900"))).size == (
        900,
        675,
    )


def test_faults_know_both_ways_of_being_wrong() -> None:
    declared = load_map(MAPS / "cat" / "map.txt")
    compiled = board("cat")
    arcs = [
        CutArc(a.sides, a.kind, [(x / 10, y / 10) for x, y in unfold(a.steps)])
        for a in compiled.arcs
    ]
    swapped = [
        CutArc(("met", "oak") if set(a.sides) == {"oak", "elm"} else a.sides, a.kind, a.raw)
        for a in arcs
    ]
    found = {(f.problem, f.mode, f.a, f.b) for f in faults(declared, swapped)}
    assert (MISSING, "army", "elm", "oak") in found and (EXTRA, "army", "met", "oak") in found


def test_points_come_back_from_pixels() -> None:
    plan_file = MAPS / "standard" / "map.txt"
    from dragoman.mapmaker.projection import Projection

    project = Projection(read_sheet(plan_file.read_text(encoding="utf-8"), str(plan_file)))
    for lon, lat in ((2.3, 48.9), (30.3, 59.9), (-9.1, 38.7)):
        assert project.back(project(np.array([lon, lat])), (13, 48)) == (lon, lat)


def test_the_commands_compile_check_and_suggest(tmp_path: Path) -> None:
    """A folder of one's own is compiled in place; a fault ends in one clear line."""
    runner = CliRunner()
    written(tmp_path, IBERIA)
    assert "every declared border" in runner.invoke(main, ["map", "check", str(tmp_path)]).output
    done = runner.invoke(main, ["map", "compile", str(tmp_path)])
    assert done.exit_code == 0 and (tmp_path / "board.json").is_file()
    assert runner.invoke(main, ["map", "suggest", str(tmp_path)]).output == "nothing to mend\n"
    written(tmp_path, IBERIA.replace("seeds -12,40 -10,44 -4,45 -9,36 -3,44", "seeds -14,40"))
    assert "mao: seed " in runner.invoke(main, ["map", "suggest", str(tmp_path)]).output
    wrong = runner.invoke(main, ["map", "compile", str(tmp_path)])
    assert wrong.exit_code == 2 and "mao is not on the board" in wrong.output
    assert runner.invoke(main, ["map", "check", "nowhere"]).exit_code == 2


PLACED = """
@map p
@name P
@projection plane
nw inland Northwest
  army ne sw mid
  at 100,100
ne inland Northeast
  army nw se mid
  at 900,100
sw inland Southwest
  army nw se mid
  at 100,700
se inland Southeast
  army ne sw mid
  at 900,700
mid inland Middle
  army nw ne sw se
"""


def test_points_of_a_plane_are_kept_and_no_board_is_mirrored_or_turned(tmp_path: Path) -> None:
    plan = make_plan(written(tmp_path, PLACED))
    spot = {k: plan.shapes[k].centroid for k in ("nw", "ne", "sw", "se", "mid")}
    for corner, x, y in (("nw", -1, -1), ("ne", 1, -1), ("sw", -1, 1), ("se", 1, 1)):
        assert (spot[corner].x - spot["mid"].x) * x > 0
        assert (spot[corner].y - spot["mid"].y) * y > 0
    assert plan.size[1] / plan.size[0] == pytest.approx(0.75)


def test_what_lies_outside_can_be_said(tmp_path: Path) -> None:
    """Every province of a wheel could be its rim; the one that is named reaches the edge."""
    borders = "\n".join(
        f"{a} inland {a.title()}\n  army {' '.join(b for b in 'abcd' if b != a)}" for a in "abcd"
    )
    for inner in "abcd":
        said = " ".join(k for k in "abcd" if k != inner)
        text = f"@map w\n@name W\n@outside {said}\n{borders}\n"
        plan = make_plan(written(tmp_path, text))
        whole = unary_union(list(plan.shapes.values()))
        assert plan.shapes[inner].distance(whole.boundary) > 20


def test_an_unknown_outside_is_refused(tmp_path: Path) -> None:
    text = COASTS.replace("@name C", "@name C\n@outside inn outt")
    with pytest.raises(DataError, match=r"line 4: no province 'outt': did you mean out"):
        make_plan(written(tmp_path, text))


def test_no_province_is_tiny() -> None:
    """None is under a third of the mean, on Standard's borders and on a grid."""
    declared = load_map(MAPS / "standard" / "map.txt")
    for plan in (FacePlan(declared, DrawingSheet("standard")), graph_map(GRID)):
        assert min(shares(plan).values()) > LEAST


def test_provinces_deep_within_others_keep_their_ground() -> None:
    """Each borders on the three before it, so that it lies within them: none is lost on the way."""
    plan = graph_map(
        {f"n{k}": " ".join(f"n{j}" for j in range(max(0, k - 3), k)) for k in range(30)}
    )
    assert missing(plan) == [] and linked(plan) == 0
    check(plan)


def test_a_sea_lies_outside_if_there_is_one(tmp_path: Path) -> None:
    isle = Path(__file__).parents[2] / "docs" / "writing-a-variant.md"
    text = isle.read_text().split("```text\n@map isle")[1].split("```")[0]
    plan = make_plan(written(tmp_path, "@map isle" + text))
    edge = unary_union(list(plan.shapes.values())).boundary
    assert {k for k in ("bay", "sou") if plan.shapes[k].distance(edge) < 1} == {"bay", "sou"}


def test_a_sliver_beside_a_strait_goes_to_whose_land_it_touches() -> None:
    """It lies nearest to a seed far away, and the strait is another's."""
    ground = SimpleNamespace(
        seeds={"nap": [(5.0, 5.0)], "gre": [(90.0, 5.0)]},
        straits={"nap": box(10, 0, 12, 10)},
        boxes={},
        is_water=lambda label: False,
    )
    shapes = {
        "land": box(0, 0, 10, 10),
        "strait": box(10, 0, 12, 10),
        "sliver": box(12, 0, 12.3, 10),
    }
    labels = {"land": "nap", "strait": "nap", "sliver": "gre"}
    faces = [Face(labels[k], shape) for k, shape in shapes.items()]
    settle(faces, ground)  # type: ignore[arg-type]
    assert [face.label for face in faces] == ["nap"] * 3
