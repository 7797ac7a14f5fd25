"""What is clicked on the picture is written into the texts, and they stay sound."""

import json
import math
from typing import Any

import pytest

from dragoman.errors import RequestError
from dragoman.workshop.begin import from_variant
from dragoman.workshop.blank import blank
from dragoman.workshop.cards import shelf
from dragoman.workshop.edits import TextEdit, edited
from dragoman.workshop.examine import Examined, examine
from dragoman.workshop.mapedits import Spots
from dragoman.workshop.picture import draw
from dragoman.workshop.texts import MAP, TOML, Files
from dragoman.workshop.watching import watch

FOUR = {name: text for name, text in blank("Four Winds").files.items() if "case" not in name}


def spots_of(files: Files) -> Spots:
    """Where a picture in the round has its provinces, without drawing it."""
    rows = [line.split() for line in files[MAP].split("\n")]
    heads = [
        words[0] for words in rows if len(words) > 1 and words[1] in ("inland", "coast", "sea")
    ]
    points = [words[1].split(",") for words in rows if words[:1] == ["at"]]
    return {p: (float(x), float(y)) for p, (x, y) in zip(heads, points, strict=True)}


SPOTS = spots_of(FOUR)


def after(**change: Any) -> tuple[Files, Examined]:
    """The texts after a change, and what they come to."""
    files = {**FOUR, **edited(FOUR, TextEdit(**change))}
    return files, examine(files)


@pytest.mark.parametrize("province", SPOTS)
def test_any_province_can_be_divided(province: str) -> None:
    _, found = after(what="split", province=province, spots=SPOTS)
    assert found.faults == [] and len(found.spots) == 21
    assert {f"{province}2"} <= {spot.id for spot in found.spots}


@pytest.mark.parametrize(
    ("a", "b"), [("amc", "bic"), ("amp", "bip"), ("ams", "cos"), ("amh", "bih")]
)
def test_a_border_is_made_and_taken_away(a: str, b: str) -> None:
    files, found = after(what="join", province=a, other=b)
    assert found.faults == [] and files[MAP] != FOUR[MAP]
    again = edited(files, TextEdit(what="join", province=b, other=a))
    assert again[MAP].split() == FOUR[MAP].split()


def test_what_has_no_way_between_it_is_not_joined() -> None:
    for a, b in (("amc", "ams"), ("amc", "amc"), ("amc", "nowhere")):
        with pytest.raises(RequestError):
            after(what="join", province=a, other=b)


def test_a_province_is_renamed_and_removed() -> None:
    for name in ("  east  of Eden ", 'The "Old" Town', '"Old"', "Trade center", "D'Arc"):
        files, found = after(what="rename", province="amc", name=name)
        assert found.faults == []
        assert found.spots[0].name == " ".join(name.split())
    with pytest.raises(RequestError, match="no #"):
        after(what="rename", province="amc", name="Pier #3")
    files, found = after(what="remove", province="amc")
    assert found.faults == [] and "amc" not in files[MAP] + files[TOML]


def test_centers_homes_units_and_colors_follow_one_another() -> None:
    files, found = after(what="home", province="amh", power="Birch")
    assert found.faults == [] and found.powers[1].homes == ["bic", "bip", "amh"]
    files |= edited(files, TextEdit(what="unit", province="amh"))
    assert '"A amh"' in files[TOML] and examine(files).faults == []
    files |= edited(files, TextEdit(what="center", province="amh"))
    assert "amh" not in files[TOML] and examine(files).faults == []
    files |= edited(files, TextEdit(what="color", power="Birch", color="#123456"))
    assert 'color = "#123456"' in files[TOML]
    with pytest.raises(RequestError, match="nobody's home"):
        edited(files, TextEdit(what="unit", province="ams"))
    with pytest.raises(RequestError, match="centers lie on land"):
        edited(files, TextEdit(what="center", province="ams"))


def test_a_dragged_province_lies_where_it_was_dropped() -> None:
    files, found = after(what="move", province="amc", to=(600.0, 90.0), spots=SPOTS)
    x, y = spots_of(files)["amc"]
    assert found.faults == [] and math.dist((x, y), (600, 90)) < 1


def test_a_board_without_points_gets_them_when_one_is_dragged() -> None:
    bare = {**FOUR, MAP: "\n".join(r for r in FOUR[MAP].split("\n") if " at " not in r)}
    change = TextEdit(what="move", province="amc", to=(10.0, 20.0), spots=SPOTS)
    files = {**bare, **edited(bare, change)}
    assert examine(files).faults == [] and files[MAP].count("  at ") == len(SPOTS)


def test_with_outlines_the_points_that_are_shared_go_along() -> None:
    files = from_variant("cat", name="Cats").files
    board = json.loads(draw(files, "cats").board)
    spots = {k: tuple(v["unit"]) for k, v in board["shapes"].items()}
    x, y = spots["eye"]
    change = TextEdit(what="move", province="eye", to=(x + 4, y + 4), spots=spots)
    moved = {**files, **edited(files, change)}
    assert moved[MAP] != files[MAP] and draw(moved, "cats").faults == []
    with pytest.raises(RequestError, match="divided in its text"):
        edited(files, TextEdit(what="split", province="eye", spots=spots))


def test_modules_are_used_set_and_left() -> None:
    files, found = after(what="use", module="end_year")
    assert found.modules == ["end_year"]
    option = next(card for card in shelf(files) if card.name == "end_year").options[0]
    change = TextEdit(what="use", module="end_year", settings={option.name: 1905})
    files |= edited(files, change)
    cards = {card.name: card for card in shelf(files)}
    assert cards["end_year"].options[0].value == 1905 and cards["end_year"].used
    assert cards["railway"].reason and not cards["fog"].reason
    files |= edited(files, TextEdit(what="drop", module="end_year"))
    assert files[TOML] == FOUR[TOML]


def test_a_game_is_watched_phase_by_phase() -> None:
    files = blank("Two Shores", 2).files
    seen = watch(files, "two_shores", (), 1)
    assert seen.fault == "" and 'data-slot="over"' in seen.base
    assert seen.frames[0].phase == "S1901M" and sum(seen.frames[0].centers.values()) == 4


def test_a_graph_that_cannot_be_drawn_says_so() -> None:
    """Every province borders on every other: no plane shows that, so dotted lines do."""
    many = 8
    ids = [f"p{n}" for n in range(many)]
    rows = [f"{p} inland P{p}\n  army {' '.join(q for q in ids if q != p)}" for p in ids]
    text = "\n".join(["@map four_winds", "@name X", *rows]).replace("p0 inland", "p0 inland center")
    power = '\n[powers.A]\nhomes = ["p0"]\nunits = ["A p0"]\n'
    files = {MAP: text, TOML: FOUR[TOML].split("\n[powers")[0] + power}
    assert examine(files).faults == []
    drawn = draw(files, "four_winds")
    assert drawn.poor or drawn.faults
