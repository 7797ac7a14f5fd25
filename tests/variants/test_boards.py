"""The boards of Cline and Youngstown: every border and center against a list of the sources."""

from collections import Counter
from pathlib import Path

import pytest

from dragoman.geo import CONVOY, LAND, MOVE, SEA, Map, Province, distances
from dragoman.model import ARMY, FLEET, Power
from dragoman.rules import Variant
from dragoman.variants import load

DATA = Path(__file__).parent / "data"
STANDARD_ONLY = {"naf"}


def listed(board: str, word: str) -> set[tuple[str, str]]:
    """The rows that begin with a word: borders as ordered pairs, centers with their home."""
    rows = [line.split("#")[0].split() for line in (DATA / f"{board}.txt").read_text().splitlines()]
    found = [row[1:] for row in rows if row and row[0] == word]
    pairs = [row[0].split("-") if len(row) == 1 else row for row in found]
    return {tuple(pair if word == "center" else sorted(pair)) for pair in pairs}  # type: ignore[misc]


def borders(board: Map, mode: str) -> set[tuple[str, str]]:
    """The borders of a map that are open to a mode of travel."""
    pairs = [(e.a, e.b) for e in board.edges if mode in e.modes and MOVE in e.uses]
    assert len(pairs) == len({tuple(sorted(p)) for p in pairs}), "a border is declared twice"
    return {(min(a, b), max(a, b)) for a, b in pairs}


@pytest.fixture(params=["cline", "youngstown"])
def variant(request: pytest.FixtureRequest) -> Variant:
    """The variants whose boards are listed."""
    return load(request.param)


@pytest.fixture
def cline() -> Variant:
    """Cline Nine-Person."""
    return load("cline")


def test_every_border_is_the_listed_one(variant: Variant) -> None:
    """No border is missing, none is there that the list does not have."""
    assert borders(variant.map, LAND) == listed(variant.id, "army")
    assert borders(variant.map, SEA) == listed(variant.id, "fleet")


def test_every_center_and_home_is_the_listed_one(variant: Variant) -> None:
    """Centers and the powers at home in them."""
    home = {h: p for p, info in variant.powers.items() for h in info.homes}
    found = {(str(c), str(home.get(c, "-"))) for c in variant.map.centers}
    assert found == listed(variant.id, "center")


def test_every_border_goes_both_ways(variant: Variant) -> None:
    """What reaches a place is reached from it, for armies and fleets."""
    for kind in (ARMY, FLEET):
        reach = variant.map.reach(kind.modes, MOVE, coasts=kind.coasts)
        assert all(a in reach[b] for a, bs in reach.items() for b in bs)


def test_the_board_hangs_together(variant: Variant) -> None:
    """Every open space can be reached from every other."""
    open_spaces = [p for p, s in variant.map.spaces.items() if s.kind != "impassable"]
    assert len(distances(variant.map.borders, [open_spaces[0]])) == len(open_spaces)


def test_every_coast_has_a_sea(variant: Variant) -> None:
    """Each named coast, and each coastal province, borders water."""
    reach = variant.map.reach(FLEET.modes, MOVE, coasts=True)
    for space in variant.map.spaces.values():
        for place in (space.coasts or (space.id,)) if space.kind == "coast" else ():
            near = {variant.map.spaces[variant.map.province[p]].kind for p in reach[place]}  # type: ignore[index]
            # Youngstown: the sea off Omsk is not a space, yet fleets sail its shore.
            assert "sea" in near or place == "oms", place


def test_units_open_at_home(variant: Variant) -> None:
    """One unit in every home center, nowhere else."""
    for info in variant.powers.values():
        places = sorted(u.split()[1].split("/")[0] for u in info.units)
        assert places == sorted(info.homes)


def test_cline_counts(cline: Variant) -> None:
    """58 coastal and 14 inland spaces, 26 seas and the box; 45 centers, 28 homes; 23 win."""
    spaces = cline.map.spaces.values()
    kinds = Counter("box" if s.id == "ant" else s.kind for s in spaces if s.kind != "impassable")
    assert kinds == {"coast": 58, "inland": 14, "sea": 26, "box": 1}
    assert len(cline.map.centers) == 45
    assert sum(len(info.homes) for info in cline.powers.values()) == 28
    assert (len(cline.powers), cline.numbers["win_at"]) == (9, 23)


def test_youngstown_counts() -> None:
    """Ten powers, 72 centers, 37 win, twelve boxes; four units each, Russia six, Asia three."""
    variant = load("youngstown")
    assert len(variant.map.centers) == 72
    assert (len(variant.powers), variant.numbers["win_at"]) == (10, 37)
    boxes = [s for s in variant.map.spaces.values() if s.name.startswith("Off Board")]
    assert len(boxes) == 12
    counts = {power: len(info.units) for power, info in variant.powers.items()}
    assert {p for p, n in counts.items() if n == 3} == {"China", "India", "Japan"}
    assert counts[Power("Russia")] == 6
    assert sum(counts.values()) == 39


def test_cline_keeps_the_standard_board(cline: Variant) -> None:
    """Every standard border stands, but North Africa's; Moscow to Sevastopol by sea is new."""
    standard = load("standard").map
    old = {p for p, s in standard.spaces.items() if s.kind != "impassable"} - STANDARD_ONLY
    for mode, added in ((LAND, set()), (SEA, {("mos", "sev")})):
        was = {
            b
            for b in borders(standard, mode)
            if not any(x.split("/")[0] in STANDARD_ONLY for x in b)
        }
        now = {b for b in borders(cline.map, mode) if all(x.split("/")[0] in old for x in b)}
        assert now - was == added
        assert was <= now


def test_cline_coasts(cline: Variant) -> None:
    """Iran has a north and a south coast, Jordan a west and a south one."""
    coasts = {p: s.coasts for p, s in cline.map.spaces.items() if s.coasts}
    assert coasts[Province("ira")] == ("ira/nc", "ira/sc")
    assert coasts[Province("jor")] == ("jor/sc", "jor/wc")
    assert set(coasts) == {"bul", "ira", "jor", "spa", "stp"}


def test_cline_canals(cline: Variant) -> None:
    """The Volga leads over Moscow or Georgia to Sevastopol; Suez is one place with both seas."""
    reach = cline.map.reach(FLEET.modes, MOVE, coasts=True)
    assert reach["cas"] == {"geo", "ira/nc", "mos"}  # type: ignore[index]
    assert reach["geo"] == {"cas", "ira/nc", "mos", "sev"}  # type: ignore[index]
    assert reach["mos"] == {"cas", "geo", "sev"}  # type: ignore[index]
    assert {"eas", "sme", "red"} <= reach["egy"]  # type: ignore[index]


def test_cline_box(cline: Variant) -> None:
    """The Antarctic box touches two seas, takes fleets only, and no convoy passes it."""
    space = cline.map.spaces[Province("ant")]
    assert cline.map.borders[space.id] == {"ind", "wat"}
    assert not space.convoys
    assert all(CONVOY not in e.uses for e in cline.map.edges if "ant" in (e.a, e.b))
    assert "ant" not in cline.map.reach(ARMY.modes, MOVE, coasts=False)


def test_cline_islands_bear_armies(cline: Variant) -> None:
    """Canary Islands, Corsica and Crete have no land border, yet an army can stand there."""
    reach = cline.map.reach(ARMY.modes, MOVE, coasts=False)
    assert all(reach[p] == frozenset() for p in ("can", "cor", "cre"))  # type: ignore[index]


def test_cline_crossings(cline: Variant) -> None:
    """Rule 8's two crossings and the moves that sail through them, and no others."""
    found = {(e.crossing, min(e.a, e.b), max(e.a, e.b)) for e in cline.map.edges if e.crossing}
    assert found == {
        ("moses", "cly", "ire"),
        ("moses", "lvp", "nao"),
        ("messina", "nap", "sic"),
        ("messina", "ion", "tys"),
    }


def test_cline_abbreviations(cline: Variant) -> None:
    """Rule 10: three letters name every new space but four, which take a letter and two more."""
    old = load("standard").map.spaces
    new = [s for p, s in cline.map.spaces.items() if p not in old and s.kind != "impassable"]
    odd = {s.id for s in new if s.name[:3].lower() != s.id}
    assert odd == {"waf", "wat", "sat", "sme"}
    assert {a for s in new for a in s.also if "." in a} == {"w.af", "w.at", "s.at", "s.me"}
