"""Every shipped map is drawn exactly: each place can be clicked, each name read."""

import hashlib
import math

import pytest

from dragoman.draw.compiled import Compiled, Link, unfold
from dragoman.draw.passages import key_extent, key_rows
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
    """Whoever owns a center is shown by its mark: only where an isle is a dot is it hidden."""
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
    rows = key_rows(compiled.links)
    expected = {
        "ancient_mediterranean": [
            "Nile, for fleets",
            "Strait of Messina, for armies and fleets",
            "Strait of Bonifacio, for armies and fleets",
            "border of spaces apart, for fleets",
        ],
        "hundred": ["Strait of Dover, for armies and fleets"],
        "cline": [
            "Volga Canal, for fleets",
            "Suez Canal, for fleets",
            "Moses crossing, Ireland and Clyde, for armies and fleets",
            "Moses crossing, Sicily and Naples, for armies and fleets",
            "border of a box, for fleets",
        ],
        "colonial": [
            "Suez Canal, for fleets",
            "Bosporus and Dardanelles, for fleets",
            "Soya Strait, for armies and fleets",
            "Tsugaru Strait, for armies and fleets",
            "Kanmon Strait, for armies and fleets",
            "Trans-Siberian Railway",
        ],
        "modern": [
            "Volga Canal, for fleets",
            "Suez Canal, for fleets",
            "border of spaces apart, for fleets",
        ],
        "nineteen_hundred": [
            "Suez Canal, for fleets",
            "North Channel, for armies and fleets",
            "border of spaces apart, for fleets",
        ],
        "youngstown": ["border of a box"],
    }
    assert [row.words for row in rows] == expected.get(name, [])
    names = static(compiled, LIGHT, "", False).names
    assert [names.count(f">{row.words}</text>") for row in rows] == [1] * len(rows)
    if rows:
        left, top = compiled.key
        wide, high = key_extent(rows)
        area = (left, top, left + wide, top + high)
        things = [s.label.box for s in compiled.shapes.values()]
        things += [around(at, 13) for at in anchors(name).values()]
        assert not any(overlap(area, thing) for thing in things)
        assert left > 0 and top > 0 and area[2] < compiled.width and area[3] < compiled.height


def test_a_key_of_many_names_goes_by_styles() -> None:
    links = [Link("canal", f"Canal {n}", "a", "b", (), "fleets") for n in range(9)]
    assert [row.words for row in key_rows(links)] == ["canal"]
    assert [row.words for row in key_rows(links[:2])] == [
        "Canal 0, for fleets",
        "Canal 1, for fleets",
    ]


def test_lines_to_the_antarctic_box_lie_in_the_two_seas_alone() -> None:
    """Cline, rule 6: West Atlantic and Indian Ocean border the box; Mauritania and Ethiopia not."""
    compiled = board("cline")
    lines = [link for link in compiled.links if link.style == "box"]
    assert {frozenset((link.a, link.b)) for link in lines} == {
        frozenset(("ant", "ind")),
        frozenset(("ant", "wat")),
    }
    for link in lines:
        (x, y), end = ((x / 10, y / 10) for x, y in unfold(link.line))
        there = link.b if link.a == "ant" else link.a
        assert inside(end, list(rings(compiled, there)))
        beside = [(x + dx, end[1]) for dx in (-30, 30)]
        for land in ("mau", "eth"):
            assert not any(inside(spot, list(rings(compiled, land))) for spot in beside)
        assert y > end[1]


def test_the_volga_canal_parts_moscow_and_georgia_and_cuts_sevastopol() -> None:
    """Cline, rule 7: from the Caspian by Moscow or Georgia to Sevastopol and the Black Sea."""
    compiled = board("cline")
    (canal,) = (link for link in compiled.links if link.name == "Volga Canal")
    course = [(x / 10, y / 10) for x, y in unfold(canal.line)]
    outlines = {k: list(rings(compiled, k)) for k in ("cas", "geo", "mos", "sev")}
    assert gap(around(course[0], 1), outlines["cas"]) < 3
    assert all(gap(around(at, 1), outlines[k]) < 3 for at in course[1:4] for k in ("geo", "mos"))
    assert all(inside(at, outlines["sev"]) for at in course[4:6])


def test_boxes_say_where_they_lead_in_every_size() -> None:
    shapes = board("youngstown").shapes
    assert shapes["sue"].label.lines == ("Suez", "to EAS Egy RED")
    assert shapes["sue"].short.lines == ("Suez: EAS Egy RED",)
    boxes = [s for k, s in shapes.items() if s.box and k != "sue"]
    assert len(boxes) == 12
    for shape in boxes:
        name, leads = shape.label.lines
        assert shape.short.lines == (f"{name.split()[-1]}: {leads.removeprefix('to ')}",)
    ways = {link.b if link.a == "sue" else link.a for link in board("youngstown").links
            if "sue" in (link.a, link.b)}  # fmt: skip
    assert ways == {"eas", "red"}


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
