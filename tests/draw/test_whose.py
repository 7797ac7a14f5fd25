"""Whose is every piece and every center: read from the picture alone, without its colors too."""

import re
import xml.etree.ElementTree as ET

import msgspec
import pytest

from dragoman.draw.game import Moment, compiled_map, draw_moment
from dragoman.draw.layers import draw_overlay
from dragoman.draw.picture import Board
from dragoman.draw.scene import initials, scene
from dragoman.geo import Place, Province
from dragoman.model import Mark, Power, Sign, State, Unit, Vocabulary
from dragoman.record import Game
from dragoman.rules import Variant
from dragoman.variants import load
from tests.draw.boards import board as compiled
from tests.draw.gallery import KINDS, units


def texts(element: ET.Element, kind: str) -> list[str]:
    """What stands on the plates of one sort inside an element."""
    return ["".join(g.itertext()) for g in element.iter("g") if g.get("class") == kind]


def pieces(part: str) -> dict[str, ET.Element]:
    """The pieces of a picture by where they stand."""
    root = ET.fromstring(f"<g>{part}</g>")
    return {g.get("data-unit", ""): g for g in root.iter("g") if g.get("data-unit")}


def centers(part: str) -> dict[str, ET.Element]:
    """The centers of a picture."""
    root = ET.fromstring(f"<g>{part}</g>")
    return {g.get("data-center", ""): g for g in root.iter("g") if g.get("data-center")}


def stranger(state: State) -> State:
    """A position with a French unit of board 1 on board 2, which has a center there too."""
    moved = [
        msgspec.structs.replace(u, place=Place("2:bur")) if u.place == "1:par" else u
        for u in state.units
    ]
    owners = {**state.owners, Province("2:mun"): Power("France@1")}
    return msgspec.structs.replace(state, units=tuple(moved), owners=owners)


def drawn(variant: Variant, state: State, board: str, **look: object) -> Board:
    """One board of a position."""
    return Board(compiled_map(variant), scene(variant, state, None, board), **look)  # type: ignore[arg-type]


@pytest.mark.parametrize("ref", ["heptadiplomacy", "twin_earths", "twin_earths_1", "para_time"])
@pytest.mark.parametrize("small", [False, True])
def test_every_piece_bears_the_board_on_which_it_was_built(ref: str, small: bool) -> None:
    game = Game.new(ref)
    game.advance()
    picture = drawn(game.variant, game.state, "2", small=small)
    found = pieces(picture.units())
    assert all(texts(piece, "tag") == ["2"] for piece in found.values())
    assert len(found) == len({u.place for u in picture.scene.units}) > 0


def test_a_stranger_and_what_it_owns_show_where_they_are_from() -> None:
    game = Game.new("heptadiplomacy")
    picture = drawn(game.variant, stranger(game.state), "2")
    assert texts(pieces(picture.units())["2:bur"], "tag") == ["1"]
    owned = centers(picture.centers())
    assert texts(owned["mun"], "tag") == ["1"] and texts(owned["ber"], "tag") == []
    assert 'id="foreign-mun"' in picture.owners() and "foreign-ber" not in picture.owners()


def test_under_option_b_pieces_and_centers_show_their_player() -> None:
    game = Game.new("heptadiplomacy", options={"assignment": "B"})
    number = {p: str(n) for n, ps in enumerate(game.state.seats.values(), 1) for p in ps}
    picture = drawn(game.variant, game.state, "3")
    for place, piece in pieces(picture.units()).items():
        power = Power(piece.get("data-power", ""))
        assert texts(piece, "player") == [number[power]], place
        assert texts(piece, "tag") == ["3"]
        assert f"{power} ({number[power]}): " in piece.findtext("title", "")
    owned = centers(picture.centers())
    assert texts(owned["par"], "player") == [number[Power("France@3")]]
    assert scene(load("heptadiplomacy"), Game.new("heptadiplomacy").state, None, "3").players == {}


def test_without_color_every_piece_and_center_has_letters() -> None:
    game = Game.new("heptadiplomacy")
    position = stranger(game.state)
    picture = drawn(game.variant, position, "2", theme="print")
    found = pieces(picture.units())
    assert texts(found["2:bur"], "tag") == ["F1"] and texts(found["2:mun"], "tag") == ["G2"]
    assert texts(centers(picture.centers())["mun"], "tag") == ["F1"]
    whole = draw_moment(game.variant, Moment(position), theme="print", board="2", alone=False)
    hues = {h for h in re.findall(r"#([0-9a-f]{6})\b", whole) if len({h[:2], h[2:4], h[4:]}) > 1}
    assert hues == set()


def test_initials_are_as_long_as_they_must_be() -> None:
    found = initials(load("youngstown").powers)
    assert (found[Power("India")], found[Power("Italy")], found[Power("Japan")]) == (
        "In",
        "It",
        "J",
    )
    assert len(set(found.values())) == len(found)
    eleven = initials(load("escalation", options={"players": 11}).powers)
    assert len(set(eleven.values())) == 11


def test_powers_that_share_colors_bear_their_names() -> None:
    game = Game.new("chaos")
    game.advance()
    picture = drawn(game.variant, game.state, "")
    assert texts(pieces(picture.units())["par"], "tag") == ["Par"]
    assert "foreign" not in picture.owners()


def test_all_marks_of_a_unit_are_drawn() -> None:
    words = Vocabulary(marks=(Mark("old", "", Sign(text="O")), Mark("wet", "", Sign(text="W"))))
    (unit,) = units(France="A par")
    marked = msgspec.structs.replace(unit, marks=("old", "wet", "strange"))
    seen = scene(load("standard"), Game.new("standard").state)
    seen = msgspec.structs.replace(
        seen, units=(marked,), kinds=KINDS, vocabulary=words, weights={unit.id: 2}
    )
    (piece,) = pieces(Board(compiled("standard"), seen).units()).values()
    assert [t.text for t in piece.iter("text")] == ["2", "O", "W", "str"]
    spots = {g.get("transform") for g in piece.iter("g") if g.find("rect") is not None}
    assert len(spots) == 4


def test_home_provinces_are_painted_for_who_controls_them() -> None:
    """Cat, rule 7: Silver is Telahoma's until somebody else stands there after a Fall."""
    game = Game.new("cat")
    painted = drawn(game.variant, game.state, "").owners()
    for land, power in (("sil", "Telahoma"), ("row", "Cassiusica"), ("den", "Andromeda")):
        assert re.search(f'data-province="{land}" data-owner="{power}"', painted)
    units = tuple(
        msgspec.structs.replace(u, place=Place("sil")) if u.place == "rig" else u
        for u in game.state.units
    )
    taken = msgspec.structs.replace(game.state, units=units)
    assert 'data-province="sil" data-owner="Telahoma"' in drawn(game.variant, taken, "").owners()


def test_ground_beside_a_center_that_nobody_has_is_nobodys() -> None:
    """Cline: the Sahara touches three Barbary centers, and Egypt and Ethiopia as well."""
    game = Game.new("cline")
    painted = drawn(game.variant, game.state, "").owners()
    assert 'data-province="sah"' not in painted and 'data-province="alg"' in painted
    assert 'data-province="apu"' in painted


def test_a_leader_alone_is_a_standard_not_a_center() -> None:
    game = Game.new("militarism")
    seen = scene(game.variant, game.state)
    alone = Unit(99, Power("France"), "L", Place("bur"))
    seen = msgspec.structs.replace(seen, units=(alone,))
    (piece,) = pieces(Board(compiled("standard"), seen).units()).values()
    assert not list(piece.iter("circle"))
    assert not any("A11.6 11.6" in (p.get("d") or "") for p in piece.iter("path"))


def test_what_is_built_shows_its_board_too() -> None:
    game = Game.new("twin_earths_1")
    before = game.state
    moment = Moment(before, game.advance())
    over = draw_overlay(game.variant, moment, board="1")
    assert "tag" in over.middle
