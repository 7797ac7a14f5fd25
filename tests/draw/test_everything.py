"""Every kind of unit, order and outcome has a picture; so have boards beside boards."""

import re
import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.draw.atlas import draw_atlas, panels
from dragoman.draw.orders import Orders
from dragoman.draw.picture import draw_board
from dragoman.draw.themes import LIGHT
from dragoman.record import Game, write_record
from dragoman.record.conformance import random_game
from dragoman.variants import load, variant_ids
from tests.draw.boards import board
from tests.draw.full import draw_all
from tests.draw.gallery import MOVEMENT, RETREATS, boards, stacked

STANDARD = board("standard")


@pytest.mark.parametrize("scene", [MOVEMENT, RETREATS], ids=["movement", "retreats and builds"])
@pytest.mark.parametrize("small", [False, True])
def test_every_order_is_drawn(scene: object, small: bool) -> None:
    assert isinstance(scene, type(MOVEMENT))
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
    assert ">3–1</text>" in picture and 'class="holes"' in picture
    assert ">2</text>" in picture and 'class="unit led"' in picture
    assert picture.count('class="unit"') == len(MOVEMENT.units) - 1


def test_a_convoyed_army_sails_through_its_fleet() -> None:
    """Its line has one stretch to the fleet and one from it."""
    root = ET.fromstring(draw_board(STANDARD, MOVEMENT, alone=False))
    sail = next(g for g in root.iter() if g.get("class") == "order move convoyed done")
    assert len([p for p in sail if p.tag.endswith("path") and p.get("fill") == "none"]) == 4


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
    picture = draw_atlas(STANDARD, scenes, stacked(7), chosen=chosen, alone=False)
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


def test_the_command_draws_files(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    game = Game.new("standard")
    game.advance()
    record = folder / "game.json"
    record.write_text(write_record(game.record), encoding="utf-8")
    runner = CliRunner()
    for line in (
        f"draw {record} --phase S1901M -o {folder}/board.svg",
        f"draw --variant standard -o {folder}/opening.svg --theme dark --small",
        f"draw {record} -o {folder}/replay.html",
    ):
        done = runner.invoke(main, line.split())
        assert done.exit_code == 0, done.output
    assert (folder / "board.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert (folder / "replay.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    wrong = runner.invoke(main, ["draw", "--variant", "standard", "-o", str(folder / "board.gif")])
    assert wrong.exit_code == 2 and "end it in .svg, .png or .html" in wrong.output


def test_the_command_draws_png(tmp_path: object) -> None:
    from pathlib import Path

    out = Path(str(tmp_path)) / "board.png"
    done = CliRunner().invoke(
        main, ["draw", "--variant", "standard", "-o", str(out), "--width", "400"]
    )
    assert done.exit_code == 0, done.output
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
