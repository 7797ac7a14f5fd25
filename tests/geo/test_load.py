"""Map files: what they say, and every fault reported with file and line."""

import re
from pathlib import Path

import pytest

import dragoman.geo
from dragoman.errors import DataError
from dragoman.geo import (
    COAST,
    CONVOY,
    LAND,
    MOVE,
    SEA,
    SUPPORT,
    Edge,
    Map,
    Place,
    Province,
    load_map,
    read_map,
)

MAPS = Path(dragoman.geo.__file__).parents[1] / "maps"
SHIPPED = sorted(file.parent.name for file in MAPS.glob("*/map.txt"))

TEXT = """
# A remark.
@map toy
@name Toy Land
@style plain
@crossing ford army cap-hil fleet bay-gul
cap coast center Capital City   # where the court is
  also    city, the capital
  sort    Capital
  army    hil
  fleet   bay
hil inland Hill
  army    cap
two coast Two Shores
  fleet/nc bay
  fleet/sc gul
bay sea Bay
  fleet   cap gul two/nc
gul sea noconvoy Gulf of Toys
  fleet   bay two/sc
nul impassable Nowhere
"""
TOY = read_map(TEXT, "toy.txt")


def edge(a: str, b: str) -> Edge:
    """The edge between two places of the toy map."""
    return next(e for e in TOY.edges if {e.a, e.b} == {a, b})


def test_provinces_are_read_with_all_their_marks() -> None:
    cap, gul, two = (TOY.spaces[Province(p)] for p in ("cap", "gul", "two"))
    assert (TOY.id, TOY.name) == ("toy", "Toy Land")
    assert (cap.name, cap.kind, cap.center) == ("Capital City", "coast", True)
    assert (cap.also, cap.sort) == (("city", "the capital"), "Capital")
    assert (cap.convoys, gul.convoys, TOY.spaces[Province("bay")].convoys) == (False, False, True)
    assert two.coasts == ("two/nc", "two/sc")
    assert two.places == ("two", "two/nc", "two/sc")
    assert TOY.centers == ("cap",)
    assert TOY.spaces[Province("nul")].kind == "impassable"


def test_borders_know_whom_they_serve() -> None:
    """Armies go by land; a convoy needs a sea that carries."""
    move = frozenset({MOVE, SUPPORT})
    assert (edge("cap", "hil").modes, edge("cap", "hil").uses) == (frozenset({LAND}), move)
    assert edge("cap", "bay").uses == move | {CONVOY}
    assert edge("bay", "gul").uses == move
    assert edge("two/sc", "gul").uses == move
    assert edge("cap", "bay").modes == frozenset({SEA})


def test_a_border_between_two_shores_is_open_along_the_coast() -> None:
    text = "@map t\n@name T\nabc coast A\n  fleet xyz\nxyz coast X\n  fleet abc\n"
    [border] = read_map(text, "t").edges
    assert border.modes == frozenset({SEA, COAST})


def test_crossings_mark_their_edges() -> None:
    assert {e.crossing for e in TOY.edges if e.crossing} == {"ford"}
    assert [str(e.a) for e in TOY.crossings[Place("hil"), Place("cap")]] == ["hil"]
    assert (Place("cap"), Place("bay")) not in TOY.crossings


def test_names_are_sorted_as_people_file_them() -> None:
    assert TOY.by_name(Province("cap")) == ("capital", "cap")
    assert TOY.by_name(Province("gul")) == ("gulf of toys", "gul")


@pytest.mark.parametrize(
    ("change", "to", "line", "problem"),
    [
        ("  army    cap\n", "  army    cap lan\n", 13, "hil borders lan, which is not a place"),
        # The misspelt name is reported, not the border that is missing because of it.
        (
            "  army    cap\n",
            "  army    capp\n",
            13,
            "hil borders capp, which is not a place of this map: did you mean cap?",
        ),
        ("  army    cap\n", "  army    CAP\n", 13, "hil borders CAP, which is not a place of this"),
        (
            "  fleet   cap gul two/nc",
            "  fleet   cap, gul, two/nc",
            18,
            "bay borders cap,, which is not a place of this map: write blanks between neighbors",
        ),
        (
            "  army    cap\n",
            "",
            10,
            "cap borders hil by army, but hil (line 12) does not border cap: "
            "write cap on its army line, or take hil from this one",
        ),
        (
            "  fleet   bay two/sc\n",
            "  fleet   bay\n",
            16,
            "two/sc borders gul by fleet, but gul (line 20) does not border two/sc: "
            "write two/sc on its fleet line",
        ),
        (
            "  fleet   cap gul two/nc\n",
            "  fleet   cap gul\n",
            15,
            "two/nc borders bay by fleet, but bay (line 18) does not border two/nc",
        ),
        (
            "  fleet   bay two/sc\n",
            "  fleet   bay two\n",
            20,
            "two has coasts: write two/nc or two/sc",
        ),
        (
            "  fleet   bay two/sc\n",
            "  fleet   bay two/ec\n",
            20,
            "gul borders two/ec, which is not a place of this map: did you mean two/",
        ),
        (
            "  fleet   bay\n",
            "  fleet   bay gul/sc\n",
            11,
            "cap borders gul/sc, which is not a place of this map",
        ),
        ("hil inland Hill\n", "hil inland Hill\narmy cap\n", 13, "write a blank before army"),
        ("hil inland Hill\n", "hil inland Hill\nfleet/nc bay\n", 13, "write a blank before fleet"),
        (
            "cap coast center",
            "cap coast centre",
            7,
            "cap: unknown mark 'centre': did you mean cent",
        ),
        ("gul sea noconvoy", "gul sea noconvoi", 19, "gul: unknown mark 'noconvoi': did you mean"),
        ("hil inland Hill", "hil mountain Hill", 12, "unknown kind 'mountain': inland, coast, sea"),
        (
            "hil inland Hill",
            "HIL inland Hill",
            12,
            "'HIL' is no id: write lower case letters, digits and _, beginning with a letter",
        ),
        ("hil inland Hill", "hil inland center", 12, "hil has no name: write `hil inland center"),
        ("hil inland Hill", "hil inland Hill center", 12, "write the mark center before the name"),
        ("hil inland Hill", "hil inland noconvoy Hill", 12, "hil is no sea, so noconvoy says"),
        ("nul impassable N", "nul impassable center N", 21, "nul is impassable, so nobody could"),
        ("hil inland Hill", "hil inland Bay", 17, "bay is called Bay, like hil: give each"),
        ("Gulf of Toys", "Two  shores", 19, "gul is called Two shores, like two"),
        ("also    city", "also    hil", 8, "cap is also called hil, which is another province"),
        ("also    city", "also    HILL", 8, "cap is also called HILL, which is another province"),
        (
            "also    city,",
            "also    city,,",
            8,
            "an empty name in the list: write `also NAME, NAME`",
        ),
        ("also    city, the capital", "also", 8, "an empty name in the list"),
        ("  sort    Capital", "  army    hil", 10, "cap has two lines army: put all of it on one"),
        ("  army    hil\n", "  army    hil hil\n", 10, "cap borders hil twice"),
        ("  army    hil\n", "  army    hil bay\n", 10, "no army enters bay, a sea: write it on a"),
        (
            "  fleet   cap gul",
            "  army    cap\n  fleet   cap gul",
            18,
            "bay is a sea, which no army",
        ),
        ("  fleet   bay\n", "  fleet   bay hil\n", 11, "no fleet enters hil, which is inland"),
        ("  army    cap\n", "  army    cap\n  fleet cap\n", 14, "hil is inland, and no fleet"),
        ("  army    cap\n", "  army    cap hil\n", 13, "hil borders itself"),
        ("  fleet/nc bay\n", "  fleet/nc bay two/nc\n", 15, "two borders itself"),
        ("  army    cap\n", "  army    cap two/nc\n", 13, "an army knows no coasts: write two"),
        ("  army    cap\n", "  army    cap nul\n", 13, "nul is impassable, so it has no borders"),
        ("Nowhere\n", "Nowhere\n  army hil\n", 22, "nul is impassable, so it has no borders"),
        ("Nowhere\n", "Nowhere\nlon inland Lone\n", 22, "lon has no borders: give it army or"),
        ("Nowhere\n", "Nowhere\nlon sea Lone\n  fleet\n", 22, "lon has no borders: give it army"),
        (" fleet bay-gul", "", 6, "crossing ford has 1 border: a crossing needs two or more"),
        (" army cap-hil fleet bay-gul", "", 6, "crossing ford has 0 borders: a crossing needs"),
        (" ford army cap-hil fleet bay-gul", "", 6, "expected `@crossing NAME army a-b fleet c-d`"),
        ("ford army cap-hil", "ford cap-hil", 6, "crossing ford: say army or fleet before cap-hil"),
        ("fleet bay-gul", "army hil-cap", 6, "crossing ford: hil-cap is named twice"),
        ("@map toy", "@map", 3, "@map is empty: write `@map ID`"),
        ("@name Toy Land", "@name  ", 4, "@name is empty: write `@name NAME`"),
        ("@name Toy Land", "@map toy", 4, "@map is given twice"),
        ("hil inland Hill", "hil inland", 12, "expected `id kind [center] [noconvoy] Name`"),
        ("hil inland Hill", "cap inland Hill", 12, "province cap is declared twice"),
        ("@style plain", "@weather wet", 5, "unknown directive @weather"),
        ("  sort    Capital", "  color   red", 9, "unknown line 'color' in province cap"),
        ("army cap-hil", "army cap-two", 6, "crossing ford: there is no land border cap-two"),
        ("fleet bay-gul", "army bay-gul", 6, "crossing ford: there is no land border bay-gul"),
    ],
)
def test_a_fault_names_file_and_line(change: str, to: str, line: int, problem: str) -> None:
    with pytest.raises(DataError) as error:
        read_map(TEXT.replace(change, to), "toy.txt")
    assert error.value.file == "toy.txt"
    assert f" line {line}: {problem}" in str(error.value)
    assert str(error.value) == f"toy.txt: {error.value.key}: {error.value.problem}"


def test_an_edge_belongs_to_one_crossing() -> None:
    text = TEXT.replace("@style plain", "@crossing pass army hil-cap fleet cap-bay")
    with pytest.raises(DataError, match="line 6: crossing ford: cap-hil is part of pass"):
        read_map(text, "toy.txt")


def test_provinces_may_share_another_name() -> None:
    """Whoever uses it is asked which one is meant."""
    text = TEXT.replace("hil inland Hill\n", "hil inland Hill\n  also  city\n")
    assert read_map(text, "toy.txt").spaces[Province("hil")].also == ("city",)


def test_a_province_with_coasts_has_no_shore_besides() -> None:
    """A fleet that came over such a border would stand on no coast at all."""
    text = TEXT.replace("  fleet/sc gul\n", "  fleet/sc gul\n  fleet gul\n")
    text = text.replace("  fleet   bay two/sc\n", "  fleet   bay two/sc two\n")
    with pytest.raises(DataError, match="line 17: two has coasts, so its fleet borders belong"):
        read_map(text, "toy.txt")


@pytest.mark.parametrize("key", ["map", "name"])
def test_a_map_needs_id_and_name(key: str) -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith(f"@{key}")]
    with pytest.raises(DataError, match="is missing") as error:
        read_map("\n".join(lines), "toy.txt")
    assert error.value.key == f"@{key}"


def test_a_border_before_any_province_is_refused() -> None:
    with pytest.raises(DataError, match="line 1: a neighbor line before any province"):
        read_map("  army hil\n", "toy.txt")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none.txt: map: No such file"):
        load_map(tmp_path / "none.txt")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes(b"\xff\xfe@map")
    with pytest.raises(DataError, match=r"map.txt: map: is not written in UTF-8 \(line 1\)"):
        load_map(file)


def test_a_name_may_be_like_a_mark() -> None:
    """Names begin with a capital letter; only a small one in their place may be a slip."""
    text = TEXT.replace("hil inland Hill", "hil inland Centre of the World")
    assert read_map(text, "toy.txt").spaces[Province("hil")].name == "Centre of the World"


def test_an_id_may_be_like_a_word_of_the_file() -> None:
    text = "@map t\n@name T\narmy coast Army\n  fleet sort\nsort sea Sort\n  fleet army\n"
    assert list(read_map(text, "t").spaces) == ["army", "sort"]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_maps_are_connected_and_both_sides_agree(name: str) -> None:
    """Known bug 12: every border leads back, and no province is cut off."""
    board = load_map(MAPS / name / "map.txt")
    for a, bs in board.borders.items():
        assert all(a in board.borders[b] for b in bs)
    reached = board.steps_to(board.centers[:1])
    cut_off = {p for p, s in board.spaces.items() if s.kind != "impassable"} - reached.keys()
    assert cut_off == set()
    assert all(not board.borders[p] for p, s in board.spaces.items() if s.kind == "impassable")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_coast_is_touched_by_fleets_alone(name: str) -> None:
    board = load_map(MAPS / name / "map.txt")
    coasts = {c for s in board.spaces.values() for c in s.coasts}
    assert all(not {e.a, e.b} & coasts for e in board.edges if LAND in e.modes)
    split = {s.id for s in board.spaces.values() if s.coasts}
    assert all(not {e.a, e.b} & split for e in board.edges if SEA in e.modes)


def standard() -> Map:
    """The board of Standard."""
    return load_map(MAPS / "standard" / "map.txt")


def test_standard_has_the_numbers_of_the_game() -> None:
    kinds = [s.kind for s in standard().spaces.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "inland": 14,
        "coast": 42,
        "sea": 19,
        "impassable": 1,
    }
    assert len(standard().centers) == 34
    split = {s.id: s.coasts for s in standard().spaces.values() if s.coasts}
    assert split == {
        "bul": ("bul/ec", "bul/sc"),
        "spa": ("spa/nc", "spa/sc"),
        "stp": ("stp/nc", "stp/sc"),
    }


@pytest.mark.parametrize(
    ("kind", "place", "goals"),
    [
        ("A", "rom", "apu nap tus ven"),
        ("F", "rom", "nap tus tys"),
        ("F", "ven", "adr apu tri"),
        ("A", "kie", "ber den hol mun ruh"),
        ("F", "kie", "bal ber den hel hol"),
        ("F", "con", "aeg ank bla bul/ec bul/sc smy"),
        ("F", "bul/ec", "bla con rum"),
        ("F", "spa/nc", "gas mao por"),
        ("F", "mar", "lyo pie spa/sc"),
        ("F", "stp/sc", "bot fin lvn"),
        ("A", "stp", "fin lvn mos nwy"),
        ("F", "ank", "arm bla con"),
        ("F", "swe", "bal bot den fin nwy ska"),
        ("F", "den", "bal hel kie nth ska swe"),
        ("F", "mao", "bre eng gas iri naf nao por spa/nc spa/sc wes"),
    ],
)
def test_standard_borders(kind: str, place: str, goals: str) -> None:
    """Borders that maps get wrong: two coasts, canals, neighbors by land alone."""
    modes = frozenset({LAND if kind == "A" else SEA})
    reach = standard().reach(modes, MOVE, coasts=kind == "F")
    assert sorted(reach[Place(place)]) == goals.split()


def test_a_map_of_ones_own_can_lend_without_moving() -> None:
    """Uses are distinguished: an edge for support alone is no way to go."""
    lend = Edge(Place("cap"), Place("two"), frozenset({LAND}), frozenset({SUPPORT}))
    board = Map(TOY.id, TOY.name, TOY.spaces, (*TOY.edges, lend))
    land = frozenset({LAND})
    assert board.reach(land, MOVE, coasts=False)[Place("cap")] == {"hil"}
    assert board.reach_provinces(land, SUPPORT, coasts=False)[Place("cap")] == {"hil", "two"}
    assert "two" not in board.borders[Province("cap")]


def test_an_army_stands_on_an_island() -> None:
    """A shore without land borders holds an army, which can only sail."""
    assert TOY.reach(frozenset({LAND}), MOVE, coasts=False)[Place("two")] == frozenset()
    assert "bay" not in TOY.reach(frozenset({LAND}), MOVE, coasts=False)


def test_a_name_may_be_in_quotes() -> None:
    """So a name in small letters is never taken for a mark."""
    text = TEXT.replace("hil inland Hill", 'hil inland "centre hill"')
    assert read_map(text, "toy.txt").spaces[Province("hil")].name == "centre hill"
    text = TEXT.replace("hil inland Hill", "hil inland cent")
    assert read_map(text, "toy.txt").spaces[Province("hil")].name == "cent"


def test_all_faults_are_reported_at_once() -> None:
    text = TEXT.replace("hil inland Hill", "hil inlandd Hill").replace("@style", "@stile")
    with pytest.raises(DataError) as error:
        read_map(text.replace("  sort    Capital", "  color   red"), "toy.txt")
    assert re.findall(r"line (\d+):", str(error.value)) == ["5", "9", "12"]
    assert "hil, which is not a place" not in str(error.value)


def test_of_very_many_faults_some_are_counted() -> None:
    with pytest.raises(DataError, match="; and 11 faults more"):
        read_map("\n".join(["@map toy", "@name Toy"] + ["x"] * 31), "toy.txt")


def test_a_map_without_provinces_is_refused() -> None:
    with pytest.raises(DataError, match=r"toy.txt: map: has no provinces: write `ID KIND NAME`"):
        read_map("@map toy\n@name Toy\n", "toy.txt")


ONE_WAY = """
@map falls
@name Falls
top coast Top
  army  >low
  fleet >gul bay
low coast Low
  army  <top
  fleet gul
bay sea Bay
  fleet top
gul sea Gulf
  fleet <top low
"""


def test_a_border_may_be_open_in_one_direction() -> None:
    board = read_map(ONE_WAY, "falls.txt")
    by_land = board.reach(frozenset({"land"}), "move", coasts=False)
    by_sea = board.reach(frozenset({"sea"}), "move", coasts=True)
    assert [sorted(by_land[Place(p)]) for p in ("top", "low")] == [["low"], []]
    assert [sorted(by_sea[Place(p)]) for p in ("top", "gul")] == [["bay", "gul"], ["low"]]


@pytest.mark.parametrize(
    ("change", "to", "problem"),
    [
        ("army  <top", "army  top", "line 5: top says > of low: write <top there, or low here"),
        ("army  <top", "army  >top", "line 5: top says > of low: write <top there"),
        ("  army  <top\n", "", "write <top on its army line, or take >low from this one"),
    ],
)
def test_both_sides_tell_which_way_a_border_leads(change: str, to: str, problem: str) -> None:
    with pytest.raises(DataError) as error:
        read_map(ONE_WAY.replace(change, to), "falls.txt")
    assert problem in str(error.value)


def test_coasts_of_one_province_may_touch() -> None:
    text = TEXT.replace("  fleet/sc gul", "  fleet/sc gul two/nc").replace(
        "  fleet/nc bay", "  fleet/nc bay two/sc"
    )
    board = read_map(text, "toy.txt")
    by_sea = board.reach(frozenset({"sea"}), "move", coasts=True)
    assert by_sea[Place("two/nc")] == {"bay", "two/sc"}
    with pytest.raises(DataError, match="two borders itself"):
        read_map(text.replace("two/nc\n", "two/sc\n"), "toy.txt")


def test_fleets_may_convoy_on_a_marked_coast() -> None:
    board = read_map(ONE_WAY.replace("low coast Low", "low coast convoy Low"), "falls.txt")
    assert board.spaces[Province("low")].convoys
    assert Province("low") in board.waters[Province("gul")]
    with pytest.raises(DataError, match="line 10: bay is no coast"):
        read_map(ONE_WAY.replace("bay sea", "bay sea convoy"), "falls.txt")


LINES = """@map two
@name Two
aaa inland center Aaa
  army bbb
bbb inland Bbb
  army aaa ccc
ccc inland Ccc
  army bbb
"""


def test_a_map_names_lines_for_rules_to_use() -> None:
    board = read_map(LINES + "@line rail aaa bbb ccc\n@line rail ccc bbb\n@line old aaa bbb\n", "x")
    assert board.lines == {
        "rail": (("aaa", "bbb", "ccc"), ("ccc", "bbb")),
        "old": (("aaa", "bbb"),),
    }


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("@line rail", "expected `@line NAME a b c`: two provinces or more"),
        ("@line rail aaa", "expected `@line NAME a b c`: two provinces or more"),
        ("@line rail aaa xyz", "line rail: no province 'xyz'"),
        ("@line rail aaa ccc", "line rail: aaa does not border ccc"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(line: str, fault: str) -> None:
    with pytest.raises(DataError, match=re.escape(fault)):
        read_map(LINES + line, "x")
