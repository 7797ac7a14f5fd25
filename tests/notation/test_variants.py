"""Boards, divisible units and names that other maps bring along."""

import pytest

from tests.notation.boards import BOARDS, GUARDS, ODD, canonical, position

SEVEN = position("S1901M", "France A 1:par, France A 3:bur, England F 1:gas, England A 3:par")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A 1:par - 3:par", "A 1:par - 3:par"),
        ("A(1:Par)-3:Par", "A 1:par - 3:par"),
        ("A(3:Bur) S A(1:Par)-3:Par", "A 3:bur S A 1:par - 3:par"),
        ("A 1:par - bur", "A 1:par - 1:bur"),
        ("1:par-bur", "A 1:par - 1:bur"),
        ("A 3:bur S A par", "A 3:bur S A 3:par"),
        ("A 3:bur S A 1:par - pic", "A 3:bur S A 1:par - 1:pic"),
        ("F 1:gas - spa", "F 1:gas - 1:spa/nc"),
        ("F 1:gas - 3:spa/sc", "F 1:gas - 3:spa/sc"),
        ("French army 1:Paris to 3: Burgundy", "A 1:par - 3:bur"),
        ("A(1:Par)(nc) H", "A 1:par H"),
    ],
)
def test_places_on_several_boards(text: str, order: str) -> None:
    assert canonical(text, SEVEN, BOARDS) == [order]


CAT = position("S1901M", "Telahoma CG iro, Telahoma A sil")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("CG iro (army) - sil", "CG iro (army) - sil"),
        ("DCG Iro(army)-Tin", "CG iro (army) - tin"),
        ("DCG Iro (fleet) - Tin", "CG iro (fleet) - tin/wc"),
        ("coast guard iron (F) H", "CG iro (fleet) H"),
        ("iro (fleet) H", "CG iro (fleet) H"),
        ("CG (iro) (army) H", "CG iro (army) H"),
        ("CG iro/nc (army) H", "CG iro (army) H"),
        ("CG iro - tin", "CG iro - tin"),
        ("CG iro stand", "CG iro H"),
        ("A sil S CG iro (army) - tin", "A sil S CG iro (army) - tin"),
        ("A sil (army) - iro", "A sil - iro"),
        ("CG tin (fleet) - cgp", "CG tin (fleet) - cgp"),
        ("F Cheshire Gate Passage - tin", "F cgp - tin/ec"),
    ],
)
def test_a_part_of_a_unit_is_named_in_parentheses(text: str, order: str) -> None:
    assert canonical(text, CAT, GUARDS) == [order]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Coruna - Bosnia", "A aco - bos"),
        ("army A Coruña - Bosnia-Herzegovina", "A aco - bos"),
        ("A aco - bosnia-her", "A aco - bos"),
        ("A aco - Bosnia Herzegovina", "A aco - bos"),
        ("A aco-bos", "A aco - bos"),
        ("F and - ben", "F and - ben"),
        ("F ben - and", "F ben - and"),
        ("and - ben", "F and - ben"),
        ("; and - ben and", "F and - ben"),
        ("F Trinidad and Tobago - Land's End", "F tri - lan"),
        ("F trinid - lands end", "F tri - lan"),
        ("F Land’s End H", "F lan H"),
        ("F ben - xan", "F ben - xan/harbor"),
        ("F ben - xan/harbor", "F ben - xan/harbor"),
        ("F ben - xan harbor", "F ben - xan/harbor"),
        ("rome - aco", "A rom - aco"),
        ("Rome A aco - bos", "A aco - bos"),
        ("Rome: aco - bos", "A aco - bos"),
        ("Austria-Hungary: A aco - bos", "A aco - bos"),
        ("Austria Hungary's A aco - bos", "A aco - bos"),
        ("Great Britain A aco - bos", "A aco - bos"),
        ("A aco S A Rome", "A aco S A rom"),
    ],
)
def test_odd_names(text: str, order: str) -> None:
    assert canonical(text, position("S1901M"), ODD) == [order]


def test_a_sea_named_like_a_power_is_a_sea() -> None:
    state = position("S1901M", "England F eng")
    assert canonical("English Channel - bel", state) == ["F eng - bel"]
    assert canonical("English F English Channel - bel", state) == ["F eng - bel"]
