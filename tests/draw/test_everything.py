"""Every kind of unit, order and outcome has a picture; so have boards beside boards."""

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.draw.atlas import draw_atlas, panels
from dragoman.draw.orders import Orders
from dragoman.draw.picture import draw_board
from dragoman.draw.scene import Scene
from dragoman.draw.themes import LIGHT
from dragoman.geo import Place
from dragoman.model import DONE, FAILED, VOID, Build, Convoy, Move
from dragoman.record import Game, write_record
from dragoman.record.conformance import random_game
from dragoman.variants import load, variant_ids
from tests.draw.boards import board
from tests.draw.full import draw_all
from tests.draw.gallery import (
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    MOVEMENT,
    RETREATS,
    boards,
    piece,
    stacked,
    units,
    verdict,
)

STANDARD = board("standard")


@pytest.mark.parametrize("scene", [MOVEMENT, RETREATS], ids=["movement", "retreats and builds"])
@pytest.mark.parametrize("small", [False, True])
def test_every_order_is_drawn(scene: Scene, small: bool) -> None:
    picture = draw_board(STANDARD, scene, small=small, alone=False)
    ET.fromstring(picture)
    assert picture.count('class="order ') == len(scene.verdicts)


def test_outcomes_have_four_different_signs() -> None:
    picture = draw_board(STANDARD, MOVEMENT, alone=False)
    signs = set(re.findall(r'class="sign (\w+)">(.*?)</g>', picture))
    assert {name for name, _ in signs} == {"failed", "cut", "void", "outvoted"}
    assert len({shape for _, shape in signs}) == 4


def test_votes_holes_doubles_and_leaders_are_shown() -> None:
    picture = draw_board(STANDARD, MOVEMENT, alone=False)
    assert ">3–1</text>" in picture and 'class="signs"' in picture
    # A plate belongs to its piece: whoever makes both larger where they stand keeps it in sight.
    votes = re.findall(r'transform="([^"]+)" class="votes"', picture)
    stands = set(re.findall(r'transform="([^"]+)" class="unit"', picture))
    assert votes and set(votes) <= stands
    assert ">2</text>" in picture and 'class="unit led"' in picture
    assert picture.count('class="unit"') == len(MOVEMENT.units) - 1


def test_a_convoyed_army_sails_through_its_fleet() -> None:
    """Its line has one stretch to the fleet and one from it."""
    root = ET.fromstring(draw_board(STANDARD, MOVEMENT, alone=False))
    sail = next(g for g in root.iter() if g.get("class") == "order move convoyed done")
    assert len([p for p in sail if p.tag.endswith("path") and p.get("fill") == "none"]) == 4


def test_a_convoy_that_failed_is_a_row_of_whole_waves() -> None:
    """Dashes would tear its waves: it has gaps between them, and no dashes."""
    verdicts = (
        verdict(ENGLAND, Move(piece("A lon"), Place("nwy"), via=True), FAILED, "bounced"),
        verdict(ENGLAND, Convoy(piece("F nth"), piece("A lon"), Place("nwy"))),
        verdict(ENGLAND, Convoy(piece("F eng"), piece("A yor"), Place("bel")), FAILED, "unmatched"),
    )
    scene = msgspec.structs.replace(MOVEMENT, verdicts=verdicts)
    root = ET.fromstring(draw_board(STANDARD, scene, alone=False))
    for kind in ("order move convoyed failed", "order convoy failed"):
        drawn = next(g for g in root.iter() if g.get("class") == kind)
        waves = [p for p in drawn if p.tag.endswith("path") and "Q" in p.get("d", "")]
        assert waves and all((p.get("d") or "").count("M") > 2 for p in waves)
        assert not any(p.get("stroke-dasharray") for p in waves)


def test_the_dots_of_a_void_convoy_are_wider_than_nothing() -> None:
    """Of a thinner line nothing but its pale casing is seen."""
    verdicts = (
        verdict(ENGLAND, Convoy(piece("F nwg"), piece("A yor"), Place("nwy")), VOID, "far"),
    )
    scene = msgspec.structs.replace(MOVEMENT, verdicts=verdicts)
    root = ET.fromstring(draw_board(STANDARD, scene, alone=False))
    drawn = next(g for g in root.iter() if g.get("class") == "order convoy void")
    widths = [float(p.get("stroke-width", 0)) for p in drawn if p.get("stroke-dasharray")]
    assert widths and min(widths) >= 2


def test_the_sign_of_a_short_arrow_stands_beside_it() -> None:
    """A move from Belgium to Picardy fails: the cross leaves its arrow to be seen."""
    order = Move(piece("A bel"), Place("pic"))
    scene = msgspec.structs.replace(MOVEMENT, verdicts=(verdict(FRANCE, order, FAILED, "bounced"),))
    orders = Orders(STANDARD, scene, LIGHT, 1.75, small=True)
    drawn = orders.draw()
    (bow,) = orders.moves.values()
    assert math.dist(bow.a, bow.b) < 32 * 1.75
    x, y = map(float, re.findall(r"translate\(([-\d.]+) ([-\d.]+)\) scale", drawn)[-1])
    assert min(math.dist((x, y), bow.at(t / 20)) for t in range(21)) > 7.6 * 1.75


def test_the_sign_of_a_supported_move_is_not_under_its_supports() -> None:
    """The dot in which a support ends is drawn over the arrow: the cross keeps off it."""
    orders = Orders(STANDARD, MOVEMENT, LIGHT, 1.0, small=False)
    drawn = orders.draw()
    bow = orders.moves["mun", "bur"]
    group = drawn[drawn.index("A mun - bur") :]
    x, y = map(float, re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", group)[0])
    assert math.dist((x, y), bow.at(0.5)) > 7.6 + 4.8


def test_a_pennant_flies_clear_of_its_name() -> None:
    """London's name is right above its unit: the pennant flies to the left."""
    scene = msgspec.structs.replace(MOVEMENT, units=units(England="A lon, L lon, A par, L par"))
    picture = draw_board(STANDARD, scene, alone=False)
    london, paris = re.findall(r'class="unit led".*?(<g [^>]*>)', picture)
    assert 'transform="scale(-1 1)"' in london and "scale(-1 1)" not in paris


def test_a_leader_built_with_an_army_does_not_hide_it() -> None:
    verdicts = (
        verdict(GERMANY, Build(piece("L kie")), DONE, "built"),
        verdict(GERMANY, Build(piece("A kie")), DONE, "built"),
        verdict(ITALY, Build(piece("L rom")), DONE, "built"),
    )
    scene = msgspec.structs.replace(MOVEMENT, verdicts=verdicts, units=())
    picture = draw_board(STANDARD, scene, alone=False)
    *_, army, italian, german = picture.split('class="order build done"')
    assert "build A kie" in army and 'stroke-dasharray="7 4"' in army
    assert "build L rom" in italian and 'stroke-dasharray="7 4"' in italian
    assert "build L kie" in german and 'stroke-dasharray="7 4"' not in german


def test_arrows_keep_off_names() -> None:
    """No move of the gallery runs over the name of a third province for more than a touch."""
    orders = Orders(STANDARD, MOVEMENT, LIGHT, 1.0, small=False)
    orders.draw()
    covered = []
    for (start, goal), bow in orders.moves.items():
        for k, shape in STANDARD.shapes.items():
            left, top, right, bottom = shape.label.box
            points = [bow.at(t / 20) for t in range(2, 17)]
            hits = sum(left < x < right and top < y < bottom for x, y in points)
            if hits > 3 and k not in (start.split("/")[0], goal.split("/")[0]):
                covered.append((start, goal, k))
    assert covered == []


@pytest.mark.parametrize("chosen", ["", "4"])
def test_an_atlas_shows_every_board_and_the_moves_between(chosen: str) -> None:
    scenes = boards(7)
    books = {"4": "Catspaw (players 2)"}
    picture = draw_atlas(STANDARD, scenes, stacked(7), chosen=chosen, alone=False, books=books)
    assert ">Board 4: Catspaw (players 2)<" in picture and ">Board 3<" in picture
    root = ET.fromstring(picture)
    assert sorted(g.get("data-board") or "" for g in root.iter() if g.get("data-board")) == list(
        "1234567"
    )
    assert picture.count('class="order across') == 2
    assert picture.count('class="order support done"') == 1
    ids = [
        e.get("id")
        for e in root.iter()
        if e.get("id") and not (e.get("id") or "").startswith("sign-")
    ]
    assert len(ids) == len(set(ids))


def test_panels_do_not_overlap() -> None:
    places, (width, height) = panels(list("1234567"), "4", 1600, 1460)
    boxes = [(p.x, p.y, p.x + 1600 * p.scale, p.y + 1460 * p.scale) for p in places.values()]
    for n, a in enumerate(boxes):
        assert a[2] <= width and a[3] <= height
        assert not any(
            a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for b in boxes[:n]
        )


@pytest.mark.parametrize("variant", variant_ids())
def test_a_random_game_is_drawn(variant: str) -> None:
    assert draw_all(random_game(load(variant), "drawing", 12)) > 0


def test_the_command_draws_files(tmp_path: Path) -> None:
    game = Game.new("standard")
    game.advance()
    record = tmp_path / "game.json"
    record.write_text(write_record(game.record), encoding="utf-8")
    runner = CliRunner()
    for line in (
        f"draw {record} --phase S1901M -o {tmp_path}/board.svg",
        f"draw --variant standard -o {tmp_path}/opening.svg --theme dark --small",
        f"draw {record} -o {tmp_path}/replay.html",
    ):
        done = runner.invoke(main, line.split())
        assert done.exit_code == 0, done.output
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert (tmp_path / "replay.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    wrong = runner.invoke(
        main, ["draw", "--variant", "standard", "-o", str(tmp_path / "board.gif")]
    )
    assert wrong.exit_code == 2 and "end it in .svg, .png or .html" in wrong.output


def test_the_command_draws_png(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    done = CliRunner().invoke(
        main, ["draw", "--variant", "standard", "-o", str(out), "--width", "400"]
    )
    assert done.exit_code == 0, done.output
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
