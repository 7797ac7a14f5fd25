"""Boards in two parts for pages, and boards small enough for a card."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from dragoman.draw.game import Moment, compiled_map, moments
from dragoman.draw.layers import SLOTS, base_digest, draw_base, draw_overlay
from dragoman.draw.palette import swatches
from dragoman.draw.scene import many, split, taken
from dragoman.draw.thumbnail import draw_thumbnail
from dragoman.geo import Place
from dragoman.model import Move, Order, Piece, Power
from dragoman.record.conformance import random_game
from dragoman.record.game import Game
from dragoman.variants import load, variant_ids


def move(power: str, place: str, to: str) -> tuple[Power, Order]:
    return Power(power), Move(Piece("A", Place(place)), Place(to))


def test_the_base_has_every_province_and_the_slots_in_their_order() -> None:
    variant = load("standard")
    base = draw_base(variant)
    ElementTree.fromstring(base)
    assert re.findall(r'data-slot="(\w+)"', base) == list(SLOTS)
    drawn = set(re.findall(r'data-province="([a-z]+)"', base))
    assert drawn == set(compiled_map(variant).shapes)


def test_nothing_of_a_game_is_in_the_base() -> None:
    assert not re.search(r"data-(unit|owner|center|power)=", draw_base(load("standard")))


def test_bases_have_one_name_exactly_if_they_are_the_same_picture() -> None:
    standard, hepta, cat = load("standard"), load("heptadiplomacy"), load("cat")
    assert base_digest(standard, "light") == base_digest(hepta, "light")
    assert base_digest(standard, "light") != base_digest(standard, "dark")
    assert base_digest(standard, "light") != base_digest(cat, "light")


@pytest.mark.parametrize("name", ["standard", "cline", "youngstown", "cat"])
def test_a_base_is_light(name: str) -> None:
    assert len(gzip.compress(draw_base(load(name)).encode())) < 220_000


def test_an_overlay_shows_units_owners_and_results() -> None:
    game = random_game(load("standard"), "1", 2)
    *judged, _ = moments(game.history)
    overlay = draw_overlay(game.variant, judged[-1])
    for slot in SLOTS:
        ElementTree.fromstring(f"<svg>{getattr(overlay, slot)}</svg>")
    assert overlay.over.count("data-unit=") == len(judged[-1].state.units)
    assert "data-owner=" in overlay.under


def test_orders_not_judged_yet_are_drawn_for_the_one_who_gave_them() -> None:
    game = Game.new("standard")
    bare = draw_overlay(game.variant, Moment(game.state))
    mine = draw_overlay(game.variant, Moment(game.state), pending=[move("France", "par", "bur")])
    assert "<path" not in bare.middle.split('class="orders"')[1]
    assert "<path" in mine.middle.split('class="orders"')[1]


def test_an_order_to_another_board_leaves_one_and_enters_the_other() -> None:
    """Each half names its far end to those whom it concerns; others see the number of its board."""
    game = Game.new("heptadiplomacy")
    moves = [move("France@1", "1:par", to) for to in ("1:bur", "3:par")]
    for board, halves in (("1", "leaving"), ("3", "entering"), ("2", "")):
        for own in ((), ("France@1",)):
            drawn = draw_overlay(
                game.variant, Moment(game.state), board=board, pending=moves, own=own
            ).over
            assert drawn.count("order half") == bool(halves)
            assert (f"half {halves} " in drawn) == bool(halves)
            assert ("pill named" in drawn) == bool(halves and own)


@pytest.mark.parametrize("name", variant_ids())
def test_a_thumbnail_is_light_and_shows_the_opening(name: str) -> None:
    game = Game.new(name)
    picture = draw_thumbnail(game.variant, Moment(game.state))
    ElementTree.fromstring(picture)
    first = game.variant.map.boards[0]
    standing = [u for u in game.state.units if split(u.place)[0] == first]
    assert picture.count('class="unit"') == len(standing)
    assert len(gzip.compress(picture.encode())) < 60_000


def test_links_are_drawn_on_each_board_alone() -> None:
    """Within the board as a line; to another board as a plate that names the other end."""
    game = Game.new("twin_earths")
    game.submit("Germany@1", "link 1:mun 2:hol")
    game.submit("France@1", "link 1:bre 1:nao")
    game.submit("Italy@2", "link 1:spa 2:hol")
    game.advance()
    *_, now = moments(game.history)
    first, second = (draw_overlay(game.variant, now, board=board).over for board in "12")
    for layer in (first, second):
        ElementTree.fromstring(f"<svg>{layer}</svg>")
    titles = [set(re.findall("<title>link: (.*?)</title>", layer)) for layer in (first, second)]
    assert titles[0] == {"1:mun - 2:hol", "1:bre - 1:nao", "1:spa - 2:hol"}
    assert titles[1] == {"2:hol - 1:mun", "2:hol - 1:spa"}
    assert first.count(">2:hol</text>") == 2 and ">1:nao</text>" not in first
    # Both belong to their place, one below the other; whoever makes them larger keeps that.
    at = r'transform="([^"]*)"'
    plates = re.findall(rf'{at} font-family="[^"]*" class="end"><g {at}', second)
    (here, high), (there, low) = plates
    assert here == there and high != low


def test_a_map_without_links_has_none_drawn() -> None:
    *_, now = moments(Game.new("standard").history)
    assert "link" not in draw_overlay(load("standard"), now).over


def test_letters_tell_powers_apart_where_somebody_wishes_it() -> None:
    game = Game.new("standard")
    plain = draw_overlay(game.variant, Moment(game.state))
    lettered = draw_overlay(game.variant, Moment(game.state), letters=True)
    assert 'class="tag"' not in plain.over and lettered.over.count('class="tag"') == 22
    assert not many(game.variant) and many(load("chaos"))


def test_a_center_that_changed_hands_bears_its_new_color() -> None:
    game = random_game(load("standard"), "1", 2)
    *judged, _ = moments(game.history)
    found = [(m, taken(m.state, m.resolution, "")) for m in judged]
    moment, changed = next((m, new) for m, new in found if new)
    drawn = draw_overlay(game.variant, moment)
    assert (drawn.middle + drawn.over + drawn.under).count('class="taken"') == len(changed)


def test_colors_go_on_beyond_eleven() -> None:
    looks = swatches({str(n): "" for n in range(34)})
    assert len({look.color for look in looks.values()}) == 34
