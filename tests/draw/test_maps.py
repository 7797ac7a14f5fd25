"""Every shipped map is drawn exactly: each place can be clicked, each name read."""

import hashlib
import math

import pytest

from dragoman.draw.compiled import Compiled
from dragoman.draw.passages import WORDS, key_extent, key_rows
from dragoman.draw.picture import SMALL_SCALE
from dragoman.draw.static import CLOSED, static
from dragoman.draw.themes import LIGHT
from dragoman.geo import IMPASSABLE, load_map
from tests.draw.boards import MAPS, NAMES, around, board, extent, gap, inside, overlap, rings

BESIDE = 30.0
"""How far from its province a name may stand, in pixels."""


@pytest.mark.parametrize("name", NAMES)
def test_the_compiled_map_belongs_to_its_file(name: str) -> None:
    """Whoever changes a map file compiles it again."""
    digest = hashlib.sha256((MAPS / name / "map.txt").read_bytes()).hexdigest()[:16]
    assert board(name).digest == digest, f"run `dragoman map compile {name}`"


@pytest.mark.parametrize("name", NAMES)
def test_every_province_is_on_the_board(name: str) -> None:
    spaces = load_map(MAPS / name / "map.txt").spaces
    assert set(board(name).shapes) == set(spaces)


@pytest.mark.parametrize("name", NAMES)
def test_every_place_has_an_anchor_inside_its_province_alone(name: str) -> None:
    """A click on a unit's place hits its province and no other."""
    compiled = board(name)
    outlines = {k: list(rings(compiled, k)) for k in compiled.shapes}
    extents = {k: extent(outline) for k, outline in outlines.items()}
    spaces = load_map(MAPS / name / "map.txt").spaces
    wrong = []
    for space in spaces.values():
        shape = compiled.shapes[space.id]
        anchors = {str(space.id): shape.unit, **shape.coasts}
        assert set(anchors) == set(map(str, space.places))
        if shape.center:
            anchors["center"] = shape.center
        for place, at in anchors.items():
            near = [k for k, area in extents.items() if overlap(area, around(at, 1))]
            hit = [k for k in near if inside(at, outlines[k])]
            if hit != [space.id]:
                wrong.append((place, hit))
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
def test_no_name_covers_another_or_a_center(name: str) -> None:
    compiled = board(name)
    names = {k: s.label.box for k, s in compiled.shapes.items()}
    marks = {
        f"center {k}": (s.center[0] - 6.3, s.center[1] - 6.3, s.center[0] + 6.3, s.center[1] + 6.3)
        for k, s in compiled.shapes.items()
        if s.center
    }
    coasts = {
        c: (x - 7, y - 6, x + 7, y + 6)
        for s in compiled.shapes.values()
        for c, (x, y) in s.coasts.items()
    }
    both = [*names.items(), *marks.items(), *coasts.items()]
    clashes = [
        (a, b)
        for n, (a, one) in enumerate(both[: len(names)])
        for b, two in both[n + 1 :]
        if overlap(one, two)
    ]
    assert clashes == []


def anchors(name: str) -> dict[str, tuple[float, float]]:
    """Where units may stand on a map, by place."""
    shapes = {k: s for k, s in board(name).shapes.items() if s.kind not in CLOSED}
    return {p: at for k, s in shapes.items() for p, at in {k: s.unit, **s.coasts}.items()}


@pytest.mark.parametrize("name", NAMES)
def test_short_names_keep_off_each_other_and_their_units(name: str) -> None:
    """On small pictures units and marks are larger; no name touches one."""
    compiled = board(name)
    names = {k: s.short.box for k, s in compiled.shapes.items()}
    large = {k: around(at, 13 * SMALL_SCALE - 5) for k, at in anchors(name).items()}
    large |= {f"center {k}": around(s.center, 8) for k, s in compiled.shapes.items() if s.center}
    pairs = [(a, b) for n, a in enumerate(names) for b in list(names)[:n]]
    assert [(a, b) for a, b in pairs if overlap(names[a], names[b])] == []
    assert [(a, b) for a in names for b in large if overlap(names[a], large[b])] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_unit_covers_a_name(name: str) -> None:
    names = {k: s.label.box for k, s in board(name).shapes.items()}
    units = {k: around(at, 11) for k, at in anchors(name).items()}
    assert [(a, b) for a in names for b in units if overlap(names[a], units[b])] == []


@pytest.mark.parametrize("name", NAMES)
def test_units_leave_the_marks_of_centers_to_be_seen(name: str) -> None:
    """Whoever owns a center is told by its mark: only where an isle is a dot is it hidden."""
    centers = {k: s.center for k, s in board(name).shapes.items() if s.center}
    near = {
        (place, k)
        for place, at in anchors(name).items()
        for k, center in centers.items()
        if math.dist(at, center) < 17
    }
    assert near <= {("can", "can")}
    pairs = [(a, b) for n, a in enumerate(centers) for b in list(centers)[:n]]
    assert [(a, b) for a, b in pairs if math.dist(centers[a], centers[b]) < 14] == []


@pytest.mark.parametrize("name", NAMES)
def test_units_stand_near_their_names(name: str) -> None:
    """Far from its name a unit seems to be in the province next door."""
    compiled = board(name)
    far = {k for k, at in anchors(name).items() if k in compiled.shapes and apart(compiled, k) > 55}
    assert far <= {"phi", "vtn"}


def apart(compiled: Compiled, province: str) -> float:
    """How far a unit stands from its province's name."""
    shape = compiled.shapes[province]
    left, top, right, bottom = shape.label.box
    x, y = shape.unit
    return math.hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0))


@pytest.mark.parametrize("name", NAMES)
def test_a_key_explains_the_links_and_hides_nothing(name: str) -> None:
    """Canals, crossings, borders of boxes and of spaces apart: whichever the board has."""
    compiled = board(name)
    rows = key_rows(link.style for link in compiled.links)
    expected = {
        "ancient_mediterranean": ["canal", "crossing", "dotted"],
        "hundred": ["crossing"],
        "modern": ["canal", "dotted"],
        "cline": ["canal", "crossing", "box"],
        "youngstown": ["box"],
    }
    assert rows == expected.get(name, [])
    names = static(compiled, LIGHT, "", False).names
    assert [names.count(f">{WORDS[row]}</text>") for row in rows] == [1] * len(rows)
    if rows:
        left, top = compiled.key
        wide, high = key_extent(rows)
        area = (left, top, left + wide, top + high)
        things = [s.label.box for s in compiled.shapes.values()]
        things += [around(at, 13) for at in anchors(name).values()]
        assert not any(overlap(area, thing) for thing in things)
        assert left > 0 and top > 0 and area[2] < compiled.width and area[3] < compiled.height


@pytest.mark.parametrize("name", NAMES)
def test_every_name_stands_in_or_beside_its_province(name: str) -> None:
    compiled = board(name)
    far = []
    for k, shape in compiled.shapes.items():
        left, top, right, bottom = shape.label.box
        outline = list(rings(compiled, k))
        middle = inside(((left + right) / 2, (top + bottom) / 2), outline)
        if not middle and gap(shape.label.box, outline) > BESIDE:
            far.append(k)
        assert left > 0 and top > 0 and right < compiled.width and bottom < compiled.height
    assert far == []


@pytest.mark.parametrize("name", NAMES)
def test_most_names_are_whole(name: str) -> None:
    """Abbreviations are for those few provinces that have no room."""
    spaces = load_map(MAPS / name / "map.txt").spaces
    short = [
        k
        for k, s in board(name).shapes.items()
        if s.label.lines == (k.upper() if s.kind == "sea" else k.title(),)
        and len(spaces[k].name) > 3  # type: ignore[index]
        and s.kind != IMPASSABLE
    ]
    assert len(short) <= 0.02 * len(spaces), short


@pytest.mark.parametrize("name", NAMES)
def test_each_line_has_two_sides(name: str) -> None:
    compiled = board(name)
    known = {*compiled.shapes, *compiled.backdrop, "#"}
    assert all(set(arc.sides) <= known and arc.sides[0] != arc.sides[1] for arc in compiled.arcs)


@pytest.mark.parametrize("name", NAMES)
def test_each_province_is_one_path_with_its_name(name: str) -> None:
    compiled = board(name)
    base = static(compiled, LIGHT, "", False)
    text = base.water + base.backdrop + base.lands
    missing = [
        k for k, s in compiled.shapes.items() if text.count(f'id="p-{k}"') != (0 if s.box else 1)
    ]
    assert missing == []
