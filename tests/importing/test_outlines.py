"""Outlines from pictures that lie beside a source."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dragoman import load
from dragoman.cli import main
from dragoman.draw.compiled import FILE, Compiled
from dragoman.importing.board import BadFile, SourcePicture
from dragoman.importing.dvar import read
from dragoman.importing.svg import path_rings, read_picture
from dragoman.mapmaker.build import make_plan

from .test_command import run
from .test_formats import borders
from .toys import ARMY, DRAFT, DVAR, FLEET, SVG, lay_out


def test_a_picture_gives_the_board_its_outlines(tmp_path: Path) -> None:
    said = run(lay_out("jdip", tmp_path), "--out", tmp_path / "out")
    assert said.stdout.splitlines()[1].split()[5] == "outlines", said.stderr
    folder = tmp_path / "out" / "toy"
    variant = load(str(folder))
    assert borders(variant.map, "land") == ARMY and borders(variant.map, "sea") == FLEET
    plan = make_plan(folder / "map.txt")
    assert plan.faults() == [] and plan.links == []
    # Harbor is 20 wide and 40 high in the picture, Rock the same turned on its side but for 1.5.
    assert plan.shapes["har"].area / plan.shapes["roc"].area == pytest.approx(20 / 18, rel=0.05)
    middle = plan.shapes["har"].centroid.x / plan.size[0], plan.shapes["har"].centroid.y
    assert middle[0] == pytest.approx(0.1, abs=0.02)
    assert middle[1] / plan.size[1] == pytest.approx(0.5, abs=0.02)
    page = (folder / "rules.md").read_text()
    assert "outlines of t.svg" in page and "- Copyright nobody;" in page
    drawn = msgspec.json.decode((folder / FILE).read_bytes(), type=Compiled)
    assert "~scenery" in drawn.backdrop


def test_a_picture_of_other_borders_is_not_used(tmp_path: Path) -> None:
    folder = lay_out("jdip", tmp_path)
    (folder / "toy" / "t.svg").write_text(SVG.replace('points="148,50', 'points="120,50'))
    said = run(folder, "--out", tmp_path / "out")
    assert "outlines of t.svg not used: " in said.stderr and "cap-roc is drawn" in said.stderr
    assert "outlines" not in said.stdout
    assert "## Its outlines" not in (tmp_path / "out" / "toy" / "rules.md").read_text()


def test_a_picture_without_a_province_is_not_used(tmp_path: Path) -> None:
    folder = lay_out("jdip", tmp_path)
    (folder / "toy" / "t.svg").write_text(SVG.replace("_roc", "_stone"))
    said = run(folder, "--out", tmp_path / "out")
    assert "outlines not used: t.svg has no shape for 1 provinces: roc" in said.stderr


def test_a_dvar_document_has_its_picture_beside_it(tmp_path: Path) -> None:
    (tmp_path / "toy.json").write_text(DVAR)
    (tmp_path / "toy.d.svg").write_text(SVG.replace("MapLayer", "provinces").replace('"_', '"'))
    said = run(tmp_path / "toy.json", "--out", tmp_path / "out")
    assert said.stdout.splitlines()[1].split()[5] == "outlines", said.stderr


def test_what_the_creator_of_variants_writes(tmp_path: Path) -> None:
    (tmp_path / "draft.json").write_text(DRAFT)
    said = run(tmp_path, "--out", tmp_path / "out")
    assert said.stdout.splitlines()[1].split()[5] == "outlines", said.stderr
    variant = load(str(tmp_path / "out" / "draft"))
    assert borders(variant.map, "land") == {(a, b) for a, b in _both("har-cap cap-inn")}
    assert borders(variant.map, "sea") == {(a, b) for a, b in _both("har-bay har-cap cap-bay")}
    assert {p: info.units for p, info in variant.powers.items()} == {"Red": ("F har",)}
    assert "fleets pass between" in (tmp_path / "out" / "draft" / "rules.md").read_text()
    (board,) = read(tmp_path / "draft.json")
    assert [p.view for p in board.pictures if isinstance(p, SourcePicture)] == [(0, 0, 40, 30)]


def _both(text: str) -> list[tuple[str, ...]]:
    pairs = [tuple(word.split("-")) for word in text.split()]
    return pairs + [pair[::-1] for pair in pairs]


def test_paths_in_every_way_of_writing_them() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    for text in ("M0 0L2 0 2 2 0 2Z", "m0,0h2v2h-2z", "M0 0H2V2H0", "m0 0 2 0 0 2-2 0z"):
        assert path_rings(text) == [square]
    assert path_rings("M0 0H2V2H0zm4 4h2v2h-2z")[1][0] == (4, 4)
    (curve,) = path_rings("M0 0C0 4 4 4 4 0z")
    assert max(y for _, y in curve) == 3
    (smooth,) = path_rings("M0 0Q1 2 2 0T4 0z")
    assert min(y for _, y in smooth) == -1
    (arc,) = path_rings("M0 0A1 1 0 01.5.5L0 2z")
    assert arc == ((0, 0), (0.5, 0.5), (0, 2))


def test_a_broken_picture_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "t.svg").write_text("<svg>\n<g>")
    with pytest.raises(BadFile, match=r"t.svg: line 2: is not well-formed XML"):
        read_picture(tmp_path / "t.svg")


WALLED = """@map walled
@name Walled
@projection plane
@frame 0 0 90 60
@link closed "The Wall" army eas-wes fleet eas-wes
wes coast West
  fleet    sou
  outline  0,0 45,0 45,40 0,40
eas coast East
  fleet    sou
  outline  45,0 90,0 90,20 90,40 45,40
sou sea Sound
  fleet    eas wes
  outline  0,40 45,40 90,40 90,60 0,60
"""


def test_a_drawn_border_may_be_closed(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text(WALLED)
    compiled = CliRunner().invoke(main, ["map", "compile", str(tmp_path)])
    assert compiled.exit_code == 0, compiled.output
    drawn = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Compiled)
    (wall,) = drawn.links
    assert (wall.style, {wall.a, wall.b}) == ("closed", {"eas", "wes"})
    (tmp_path / "map.txt").write_text(WALLED.replace("army eas-wes ", ""))
    said = CliRunner().invoke(main, ["map", "compile", str(tmp_path)])
    assert "army border eas-wes is drawn but not declared" in said.output
    (tmp_path / "map.txt").write_text(WALLED.replace("fleet eas-wes", "fleet eas-sou"))
    said = CliRunner().invoke(main, ["map", "compile", str(tmp_path)])
    assert "the fleet border eas-sou is declared, so it cannot be closed" in said.output
