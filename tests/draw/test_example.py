"""Examples as pictures: what they are about, and nothing else."""

import re

import pytest

from dragoman.draw.example import concerned, draw_example
from dragoman.draw.game import Moment
from dragoman.record.examples import Example, find_example
from dragoman.variants import variant_ids


def example(name: str) -> Example:
    found = find_example(name)
    assert found is not None
    return found


def drawn(name: str, theme: str = "light") -> str:
    one = example(name)
    return draw_example(one.variant, Moment(one.state, one.resolution), theme=theme)


def test_it_shows_the_units_the_arrows_and_the_land_around() -> None:
    picture = drawn("militarism")
    assert {*re.findall(r'data-unit="(\w+)"', picture)} == {"par", "mun"}
    assert 'class="order move done"' in picture
    assert 'class="order move failed"' in picture
    assert {">Burgundy<", ">Paris<", ">Munich<"} <= {*re.findall(r">\w+<", picture)}
    assert 'id="p-bur"' in picture
    assert 'id="p-mos"' not in picture


def test_a_name_that_the_edge_would_cut_is_left_out() -> None:
    picture = drawn("militarism")
    assert 'id="p-lon"' in picture
    assert "London</text>" not in picture


def test_what_is_concerned_are_units_and_every_place_in_an_order() -> None:
    one = example("escalation")
    places = concerned(one.variant, Moment(one.state, one.resolution))
    assert places == ["bre", "mun", "bla", "par"]


def test_a_position_without_results_is_about_its_units() -> None:
    one = example("fog")
    assert concerned(one.variant, Moment(one.state)) == ["mar", "mun"]


def test_boards_stand_side_by_side_and_what_never_changes_is_drawn_once() -> None:
    picture = drawn("heptadiplomacy")
    assert re.findall(r">(Board \d)<", picture) == ["Board 1", "Board 3"]
    assert picture.count('id="p-par"') == 1
    assert picture.count('href="#ground"') == 1
    assert 'class="order across done"' in picture


@pytest.mark.parametrize("name", [name for name in variant_ids() if name != "standard"])
def test_every_example_is_light_and_has_its_ids_once(name: str) -> None:
    picture = drawn(name, "dark")
    ids = re.findall(r' id="([^"]+)"', picture)
    assert len(ids) == len({*ids})
    assert len(picture) < 120_000
