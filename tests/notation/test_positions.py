"""Units and positions in plain text."""

import pytest

from dragoman.errors import NotationError
from dragoman.geo import Place, Province
from dragoman.model import Power
from dragoman.notation import (
    Driven,
    Language,
    Placed,
    Position,
    read_position,
    read_unit,
    read_units,
    read_units_by_power,
)
from tests.notation.boards import BOARDS, FRANCE, GERMANY, GUARDS, LEADERS, ODD, STANDARD


def placed(kind: str, place: str, *marks: str) -> Placed:
    return Placed(kind, Place(place), marks)


@pytest.mark.parametrize(
    ("language", "text", "unit"),
    [
        (STANDARD, "A par", placed("A", "par")),
        (STANDARD, "army Paris", placed("A", "par")),
        (STANDARD, "F spa/sc", placed("F", "spa/sc")),
        (STANDARD, "Fleet Spain (south coast)", placed("F", "spa/sc")),
        (STANDARD, "F bre/nc", placed("F", "bre")),
        (STANDARD, "A spa/nc", placed("A", "spa")),
        (STANDARD, "French A par,", placed("A", "par")),
        (GUARDS, "A sil [single]", placed("A", "sil", "single")),
        (GUARDS, "coast guard iro [Single, cut off]", placed("CG", "iro", "Single", "cut off")),
        (GUARDS, "A sil []", placed("A", "sil")),
        (BOARDS, "A 3:par", placed("A", "3:par")),
    ],
)
def test_a_unit(language: Language, text: str, unit: Placed) -> None:
    assert read_unit(text, language) == unit


def test_a_list_of_units() -> None:
    assert read_units("A par, F bre; A mar and F spa/sc", STANDARD) == (
        placed("A", "par"),
        placed("F", "bre"),
        placed("A", "mar"),
        placed("F", "spa/sc"),
    )
    assert read_units("", STANDARD) == ()
    assert read_units("LA par, F bre", LEADERS) == (
        placed("A", "par"),
        placed("L", "par"),
        placed("F", "bre"),
    )


def test_units_by_power() -> None:
    text = "France: A par, F bre\n\nGermany:\nA mun\nFrance: A mar"
    assert read_units_by_power(text, STANDARD) == {
        FRANCE: (placed("A", "par"), placed("F", "bre"), placed("A", "mar")),
        GERMANY: (placed("A", "mun"),),
    }


@pytest.mark.parametrize(
    ("language", "text", "caret"),
    [
        (STANDARD, "", "^ expected one unit, such as A par"),
        (STANDARD, "A par, A mar", "^ expected one unit, such as A par"),
        (STANDARD, "par", "^ expected a kind of unit, such as A"),
        (STANDARD, "F par", "^ no fleet can stand in par"),
        (STANDARD, "A nth", "^ no army can stand in nth"),
        (STANDARD, "F spa", "^ which coast: spa/nc or spa/sc?"),
        (STANDARD, "A par H", "      ^ did not expect 'H' here"),
        (STANDARD, "A Brestt", "  ^ no place called 'Brestt': did you mean Brest (bre)?"),
        (GUARDS, "A sil [single", "             ^ expected ]"),
        (BOARDS, "A par", "  ^ expected a board before 'par', such as 1:par"),
    ],
)
def test_a_unit_that_is_not_understood(language: Language, text: str, caret: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_unit(text, language)
    assert caught.value.pointed() == f"{text}\n{caret}"


def test_a_position() -> None:
    text = """
# The first spring.
phase S1901M
units
France: A par, F bre, A mar
Germany: A mun

centers
France: par, bre, mar
orders
France:
A par - bur
A mar S A par - bur
Germany: A mun - bur; A ber H
"""
    assert read_position(text, STANDARD) == Position(
        phase="S1901M",
        units={
            FRANCE: (placed("A", "par"), placed("F", "bre"), placed("A", "mar")),
            GERMANY: (placed("A", "mun"),),
        },
        centers={FRANCE: (Province("par"), Province("bre"), Province("mar"))},
        orders={
            FRANCE: ("A par - bur", "A mar S A par - bur"),
            GERMANY: ("A mun - bur; A ber H",),
        },
        phase_line=3,
        order_lines={FRANCE: (12, 13), GERMANY: (14,)},
    )


def test_a_sheet_may_abbreviate_its_powers_and_number_its_orders() -> None:
    text = """
phase S1901M
units
Fra: A par, A mar
ger: A mun
orders
FRANCE
1. A par - bur
2. A mar S A par - bur
Ger:
- A mun - ruh
* Aus: A vie H
"""
    page = read_position(text, STANDARD)
    assert page.units == {
        FRANCE: (placed("A", "par"), placed("A", "mar")),
        GERMANY: (placed("A", "mun"),),
    }
    assert page.orders == {
        FRANCE: ("1. A par - bur", "2. A mar S A par - bur"),
        GERMANY: ("- A mun - ruh",),
        Power("Austria"): ("A vie H",),
    }
    assert page.order_lines == {FRANCE: (8, 9), GERMANY: (11,), Power("Austria"): (12,)}


def test_a_power_alone_on_a_line_may_be_a_place_as_well() -> None:
    """Where Rome is a power and a province, Rome alone is the province."""
    page = read_position("phase S1901M\ncenters\nAustria-Hungary: ben\nRome", ODD)
    assert page.centers == {Power("Austria-Hungary"): (Province("ben"), Province("rom"))}


def test_a_position_with_retreats_due() -> None:
    text = """
  Phase: F1902R
dislodged
Austria: A rum from ukr, A bud
standoffs bul, ser
gal
units Russia: A rum
orders
Austria: A rum - bul
Russia:
claim: all
"""
    austria, russia = Power("Austria"), Power("Russia")
    assert read_position(text, STANDARD) == Position(
        phase="F1902R",
        units={russia: (placed("A", "rum"),)},
        dislodged={
            austria: (
                Driven(placed("A", "rum"), Province("ukr")),
                Driven(placed("A", "bud")),
            )
        },
        standoffs=(Province("bul"), Province("ser"), Province("gal")),
        orders={austria: ("A rum - bul",), russia: ("claim: all",)},
        phase_line=2,
        order_lines={austria: (9,), russia: (11,)},
    )


def test_boards_and_odd_names_in_a_position() -> None:
    text = "phase S1901M\nunits\nFrance:\nA 3:par\ncenters\nFrance: 3:par 1:bre"
    france = read_position(text, BOARDS)
    assert france.units == {FRANCE: (placed("A", "3:par"),)}
    assert france.centers == {FRANCE: (Province("3:par"), Province("1:bre"))}
    listed = read_position("phase S1901M\ncenters\nRome: ben and lan", ODD)
    assert listed.centers == {Power("Rome"): (Province("ben"), Province("and"), Province("lan"))}


def test_orders_may_stand_under_seats_that_are_no_powers() -> None:
    text = """
phase S1901M
orders
1: A 1:par - 3:par
1:bre H
1:Bur - Mun
2
F 1:bre H
2:claim TWO 1
Ann Lee:
F 3:bre H
ann: A 3:par H
France: A 1:mar H
"""
    page = read_position(text, BOARDS, ["1", "2", "Ann Lee"])
    assert page.orders == {
        "1": ("A 1:par - 3:par", "1:bre H", "1:Bur - Mun"),
        "2": ("F 1:bre H", "claim TWO 1"),
        "Ann Lee": ("F 3:bre H", "A 3:par H"),
        "France": ("A 1:mar H",),
    }
    assert page.order_lines == {"1": (4, 5, 6), "2": (8, 9), "Ann Lee": (11, 12), "France": (13,)}


def test_homes_are_a_section_and_an_order() -> None:
    text = "phase W1901D\nhomes\nFrance: par, bre\norders\nFrance:\nhomes bre par mar"
    page = read_position(text, STANDARD)
    assert page.homes == {FRANCE: (Province("par"), Province("bre"))}
    assert page.centers is None
    assert page.orders == {"France": ("homes bre par mar",)}


def test_a_phase_may_be_a_label() -> None:
    assert read_position("phase Telahoma I, Spring", GUARDS).phase == "Telahoma I, Spring"


@pytest.mark.parametrize(
    ("text", "caret"),
    [
        (
            "A par",
            "^ expected one of phase, units, centers, homes, dislodged, standoffs, orders (line 1)",
        ),
        ("phase", "^ expected one phase, such as phase S1901M (line 1)"),
        ("phase A\nphase B", "^ expected one phase, such as phase S1901M (line 2)"),
        (
            "phase A\nFrance: A par",
            "^ expected one of units, centers, homes, dislodged, standoffs, orders (line 2)",
        ),
        ("phase A\nunits\nA par", "^ expected a power and a colon, such as Austria: (line 3)"),
        (
            "phase A\nunits\nFrance: A par\nGermny: A mun",
            "^ no power called 'Germny': did you mean Germany? (line 4)",
        ),
        ("phase A\norders\nXyz: A mun H", "^ no power called 'Xyz' (line 3)"),
        (
            "phase A\norders\nA par H",
            "^ expected who orders and a colon, such as Austria: (line 3)",
        ),
        (
            "phase A\nunits\nFrance: A brestt",
            "          ^ no place called 'brestt': did you mean Brest (bre)? (line 3)",
        ),
        ("phase A\nunits France: A xx", "                ^ no place called 'xx' (line 2)"),
        ("dislodged\nItaly: A rom by ven", "             ^ did not expect 'by' here (line 2)"),
    ],
)
def test_an_error_names_its_line(text: str, caret: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_position(text, STANDARD)
    line = text.split("\n")[-1]
    assert caught.value.pointed() == f"{line}\n{caret}"


def test_a_position_needs_a_phase() -> None:
    with pytest.raises(NotationError) as caught:
        read_position("units France: A par", STANDARD)
    assert caught.value.expected == "expected a line such as phase S1901M"
