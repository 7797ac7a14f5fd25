"""Directions on a map, from the points that its file gives for drawing."""

import pytest

from dragoman.geo import read_map, turn
from dragoman.geo.compass import middle
from dragoman.variants import load


def test_the_middle_of_points() -> None:
    """On a plane points are counted downwards, on the globe they keep their directions."""
    assert middle(["plane", "1,2", "3,6"]) == (2, -4)
    assert middle([]) is None
    assert middle(["plane", "nonsense"]) is None
    west, east = middle(["-10,50"]), middle(["10,50"])
    assert west is not None and east is not None
    assert turn(west, east) == 270
    assert middle(["0,-90"]) == middle(["0,-85"])


def test_no_direction_to_the_same_point() -> None:
    assert turn((1, 1), (1, 1)) is None


def test_maps_know_their_points() -> None:
    """A map without points is a map all the same."""
    spaces = load("standard").map.spaces
    points = {name: space.point for name, space in spaces.items()}
    assert None not in [point for name, point in points.items() if name != "swi"]
    text = "@map m\n@name M\none inland One\n army two\ntwo inland Two\n army one\n"
    assert [s.point for s in read_map(text, "m").spaces.values()] == [None, None]


@pytest.mark.parametrize(
    ("start", "end", "low", "high"),
    [
        ("mos", "stp", 0, 15),
        ("mos", "sev", 165, 195),
        ("par", "bre", 60, 90),
        ("nth", "den", 255, 285),
    ],
)
def test_compass_points_of_the_standard_board(start: str, end: str, low: int, high: int) -> None:
    spaces = load("standard").map.spaces
    a, b = (spaces[name].point for name in (start, end))  # type: ignore[index]
    assert a is not None and b is not None
    found = turn(a, b)
    assert found is not None and low <= found <= high
