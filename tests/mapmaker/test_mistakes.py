"""A map file with a mistake is refused in one line: what is wrong, where, what would be right."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from tests.mapmaker.test_compiler import IBERIA, written

OUTLINES = """
@map o
@name O
@frame 0 0 100 100
@size 400
a inland A
  army b
  outline 0,0 50,0 50,100 0,100
b inland B
  army a
  outline 50,0 100,0 100,100 50,100
"""

BARE = "@map g\n@name G\na inland A\n  army b\nb inland B\n  army a\n"

POR = "  seeds -8.2,39.6 -8,41.5 -8,37.9\n"
WES = "  seeds 1,39 3,41 -2,36.3 4,37 3.6,43\n"
MAO = "  seeds -12,40 -10,44 -4,45 -9,36 -3,44\n"
CONE = "@projection albers -4 40 36 44\n"
FRAME = "@frame -700 -560 700 640\n"
SIZE = "@size 700\n"

MISTAKES = [
    (CONE, "", "@projection: is missing: with @coastline write `@projection albers LON LAT"),
    (CONE, "@projection mercator 1\n", "line 4:.*no projection 'mercator': there is albers, grid"),
    (CONE, "@projection albers -4 40\n", "line 4:.*expected 4 numbers, LON LAT SOUTH NORTH"),
    (CONE, "@projection albers west 40 36 44\n", "line 4:.*'west' is not a number"),
    (CONE, "@projection albers -4 40 -44 44\n", "SOUTH and NORTH are two latitudes"),
    (CONE, "@projection grid -10:0 10:100\n", "expected `grid .*there is no `by`"),
    (CONE, "@projection grid -10:0 10 by 30:9 50:0\n", "'10' is not a knot: expected `grid"),
    (CONE, "@projection grid -10:0 by 30:9 50:0\n", "two knots or more on either side"),
    (CONE, "@projection grid -10:0 0:9 10:0 by 30:9 50:0\n", "line 4:.*turn back at '10:0'"),
    (CONE, "@projection grid 0:9 -10:0 by 30:9 50:9\n", "line 4:.*turn back at '50:9'"),
    (CONE, "@projection plane\n", "line 4: plane is for outlines: with @coastline, albers or grid"),
    (FRAME, "", "@frame: is missing: with @coastline write `@frame LEFT TOP RIGHT BOTTOM`"),
    (FRAME, "@frame -700 -560 700\n", "line 5:.*expected 4 numbers, LEFT TOP .* and found 3"),
    (FRAME, "@frame 700 -560 -700 640\n", "line 5:.*with LEFT less than RIGHT"),
    (FRAME, "@frame 9000 9000 9900 9900\n", "line 5: no land of the coastline lies within"),
    (SIZE, "@size\n", "line 6:.*expected a number, WIDTH, and found 0"),
    (SIZE, "@size -700\n", "line 6:.*WIDTH is a number from 100 to 10000"),
    (SIZE, "@size nan\n", "line 6:.*'nan' is not a number"),
    (SIZE, "@sise 700\n", "line 6: unknown directive @sise: did you mean @size\\?"),
    (SIZE, SIZE + "@margin 10\n", "line 7:.*expected 4 numbers, TOP RIGHT BOTTOM LEFT"),
    (SIZE, SIZE + "@margin 0 0 -9 0\n", "line 7:.*no margin is less than 0"),
    (SIZE, SIZE + "@lens 2300\n", "line 7:.*expected 3 numbers, RADIUS LON LAT"),
    (SIZE, SIZE + "@lens 0 -4 40\n", "line 7:.*RADIUS is a number of km, more than 0"),
    (SIZE, SIZE + "@compartment Spian\n", "line 7: no country 'Spian' .*did you mean Spain\\?"),
    (SIZE, SIZE + "@scenery Libya\n", "line 7:.*expected a point written x,y, and found 0"),
    (SIZE, SIZE + "@scenery 14,30\n", "line 7:.*there is no name"),
    (SIZE, SIZE + "@style baroque\n", "line 7:.*no style 'baroque': there is antique, fantasy"),
    (SIZE, SIZE + "@decor dragons por\n", "line 7:.*no sign 'dragons': there is eye, mountains"),
    (SIZE, SIZE + "@decor trees\n", "line 7:.*expected `@decor trees PROVINCE"),
    (SIZE, SIZE + "@decor trees pro\n", "line 7: no province 'pro': did you mean por\\?"),
    (SIZE, SIZE + "@link canal x\n", "line 7:.*link x joins nothing: add `army a-b`"),
    (SIZE, SIZE + "@link canal x fleet por-xyz\n", "line 7: link x: no fleet border por-xyz is d"),
    (SIZE, SIZE + "@link canal x along 1,40\n", "line 7:.*expected 2 points or more"),
    (SIZE, SIZE + "@seeds 1,40\n", "line 7:.*write `seeds` without @, indented under its province"),
    ("@window -20 30 10 50", "@window -20 30", "line 7:.*expected 4 numbers, WEST SOUTH EAST NOR"),
    ("natural-earth", "naturalearth", "line 8:.*did you mean natural-earth\\?"),
    ("@coastline natural-earth\n", "", "line 9: por is placed on a coastline, and there is none"),
    (POR, POR.replace("-8.2,", "-8.2, "), "line 13:.*'-8.2,' is not a point: write two numbers"),
    (POR, "  seeds 39.6,-8.2\n", "line 10: no seed of por lies near the @fr.*written lon,lat"),
    (POR, "  seeds -12,42\n", "line 10: por is land, but all its seeds lie on the water"),
    (POR, "  seeds -3.7,40.4\n" + POR, "line 15: spa and por have the same seed -3.7,40.4"),
    (POR, "  seeds\n", "line 13:.*expected a point written x,y"),
    (POR, "  outline 0,0 1,0 1,1\n" + POR, "line 10: por has an outline, and @coastline takes se"),
    (POR, "  strait 1,2 3,4\n" + POR, "line 13:.*expected 3 points or more written x,y, and fou"),
    (POR, "  size 700\n" + POR, "line 13:.*write `@size` on a line of its own, not indented"),
    (POR, POR.replace("seeds", "seed"), "line 13: unknown line 'seed' .*did you mean seeds\\?"),
    (MAO, "  seeds -4,40\n", "line 22: mao is a sea, but all its seeds lie on the land"),
    (WES, "  inset 10 10 100\n", "line 27:.*expected 4 numbers, LEFT TOP WIDTH HEIGHT"),
    (WES, "  inset 9000 10 100 50\n", "line 25: the inset of wes leaves the picture, 700 by 600"),
    (WES, "  inset 10 10 9 50\n", "line 25: the inset of wes is under 30 pixels"),
    (WES, "  inset 10 10 99 50\n" + WES, "line 25: wes has seeds and an inset: leave out one"),
]


def refused(folder: Path, text: str) -> str:
    """What the command says of a map with this text, which it must refuse in a line of its own."""
    written(folder, text)
    result = CliRunner().invoke(main, ["map", "compile", str(folder)])
    assert result.exit_code == 2, result.exception
    assert not (folder / "board.json").exists()
    return result.output


def matches(pattern: str, text: str) -> None:
    """Fail with the text if a pattern is not found in it."""
    with pytest.raises(ValueError, match=pattern):
        raise ValueError(text)


@pytest.mark.parametrize(("right", "wrong", "fault"), MISTAKES, ids=[m[2][:50] for m in MISTAKES])
def test_a_mistake_on_real_geography(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    assert right in IBERIA
    matches(fault, refused(tmp_path, IBERIA.replace(right, wrong, 1)))


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("@frame 0 0 100 100\n", "", "@frame: is missing: write `@frame LEFT TOP RIGHT BOTTOM`"),
        ("@frame 0 0 100 100", "@frame 0 0 60 100", "line 9: the outline of b leaves the @frame"),
        ("  outline 50,0 100,0 100,100 50,100\n", "", "line 9: b has no outline, though others"),
        ("0,0 50,0 50,100 0,100", "0,0 50,0", "line 8:.*expected 3 points or more"),
        ("0,0 50,0 50,100 0,100", "0,0 50,100 50,0 0,100", "line 6: .* a crosses itself near 25,5"),
        ("0,0 50,0 50,100 0,100", "0,0 80,0 80,100 0,100", "line 6: .* a and b lie over each oth"),
        ("0,0 50,0 50,100 0,100", "0,0 40,0 40,100 0,100", "army border a-b is declared but not"),
    ],
)
def test_a_mistake_in_outlines(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    assert right in OUTLINES
    matches(fault, refused(tmp_path, OUTLINES.replace(right, wrong, 1)))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "@map: is missing: write `@map ID`"),
        ("@map a\n@name A\n", "map: has no provinces: write `ID KIND NAME` for each"),
        ("@map a\n@name A\nalp impassable Alp\n", "map: has no province that a unit may enter"),
    ],
)
def test_a_file_without_a_map(tmp_path: Path, text: str, fault: str) -> None:
    matches(fault, refused(tmp_path, text))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_bytes(b"\xff\xfe\x00")
    result = CliRunner().invoke(main, ["map", "compile", str(tmp_path)])
    assert result.exit_code == 2 and "cannot be read as UTF-8 text" in result.output


@pytest.mark.parametrize("text", ["\ufeff" + BARE, BARE.replace("\n", "\r\n")])
def test_marks_and_line_ends_of_other_editors_are_no_mistake(tmp_path: Path, text: str) -> None:
    written(tmp_path, text)
    assert CliRunner().invoke(main, ["map", "compile", str(tmp_path)]).exit_code == 0


def test_a_wrong_border_is_placed_in_degrees_as_well(tmp_path: Path) -> None:
    printed = refused(tmp_path, IBERIA.replace("  seeds 0,44.3 2,44", "  seeds -7,40.5 2,44"))
    matches(r"army border gas-por is .* near \d+,\d+ \(lon,lat -\d[\d.]*,[34]\d[\d.]*\)", printed)
    matches("`dragoman map suggest` proposes seeds", printed)


def test_a_province_that_gets_no_ground_is_named_by_itself(tmp_path: Path) -> None:
    """Its borders are not named as well: they are all missing for the same reason."""
    printed = refused(tmp_path, IBERIA.replace(MAO, "  seeds -14,40\n"))
    matches("drawing: mao is not on the board: others have all the ground; ", printed)
    assert "border gas-mao" not in printed


def test_suggest_says_what_it_cannot_mend(tmp_path: Path) -> None:
    written(tmp_path, OUTLINES.replace("0,0 50,0 50,100 0,100", "0,0 40,0 40,100 0,100"))
    printed = CliRunner().invoke(main, ["map", "suggest", str(tmp_path)]).output
    assert printed.startswith("no seed is known to mend this: army border a-b is declared but not")
