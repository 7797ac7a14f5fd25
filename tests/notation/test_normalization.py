"""Poorly written orders with one meaning are followed: DATC 4.A.6, 4.B and 4.C."""

import pytest

from tests.notation.boards import FRANCE, LEADERS, canonical, position

STATE = position(
    "S1901M",
    "France F por, France F gas, France A par, France A bre, Italy F spa/sc, Turkey F con, "
    "Turkey F bla, Russia A rum, Russia F stp/nc, England A yor",
)


@pytest.mark.parametrize(
    ("issue", "text", "order"),
    [
        ("4.A.6", "A yor - nth - bel", "A yor - bel via"),
        ("4.B.1 two coasts open", "F por - spa", "F por - spa"),
        ("4.B.1 two coasts open", "F con - bul", "F con - bul"),
        ("4.B.2 one coast open", "F gas - spa", "F gas - spa/nc"),
        ("4.B.2 one coast open", "F bla - bul", "F bla - bul/ec"),
        ("4.B.3 impossible coast", "F gas - spa/sc", "F gas - spa/sc"),
        ("4.B.3 no coast open", "F bla - spa", "F bla - spa"),
        ("4.B.4 coast in support", "A rum S F con - bul/sc", "A rum S F con - bul/sc"),
        ("4.B.4 omitted, two open", "A rum S F con - bul", "A rum S F con - bul"),
        ("4.B.4 omitted, one open", "A rum S F bla - bul", "A rum S F bla - bul/ec"),
        ("4.B.5 wrong coast of unit", "F spa/nc - lyo", "F spa/sc - lyo"),
        ("4.B.5 no coast of unit", "F spa - lyo", "F spa/sc - lyo"),
        ("4.B.5 wrong coast of other", "F por S F spa/nc - mao", "F por S F spa/sc - mao"),
        ("4.B.6 unknown coast", "F gas - spa/wc", "F gas - spa/nc"),
        ("4.B.6 unknown coast", "F por - spa west coast", "F por - spa"),
        ("4.B.6 irrelevant coast", "F gas - bre (ec)", "F gas - bre"),
        ("4.B.6 army to a coast", "A par - spa/nc", "A par - spa"),
        ("4.B.6 army at a coast", "A bre/nc H", "A bre H"),
        ("4.B.6 convoy to a coast", "F bla C A rum - bul/ec", "F bla C A rum - bul"),
        ("4.C.1 no kind", "spa - lyo", "F spa/sc - lyo"),
        ("4.C.1 no kind", "rum S con - bul/ec", "A rum S F con - bul/ec"),
        ("4.C.2 wrong kind", "A gas - spa", "F gas - spa/nc"),
        ("4.C.2 wrong kind", "F bre - eng", "A bre - eng"),
        ("4.C.2 wrong kind of other", "F bla S F rum", "F bla S A rum"),
        ("4.C.5 no nationality", "A rum S F con - bul/ec", "A rum S F con - bul/ec"),
        ("4.C.6 wrong nationality", "A rum S French F con - bul/ec", "A rum S F con - bul/ec"),
        ("nobody there", "A mun - bur", "A mun - bur"),
        ("nobody there", "F mun - bur", "F mun - bur"),
        ("nobody there", "A bul/ec H", "A bul H"),
        ("nobody there", "F bul/ec H", "F bul/ec H"),
        ("nobody there", "F bul/nc H", "F bul H"),
        ("nobody there", "F bul H", "F bul H"),
        ("nobody there, no kind", "mun - bur", "A mun - bur"),
        ("nobody there, no kind", "kie - bur", "A kie - bur"),
        ("nobody there, no kind", "nth - nwy", "F nth - nwy"),
        ("nobody there, no kind", "bul/ec - bla", "F bul/ec - bla"),
        ("nobody there, no kind", "swi H", "A swi H"),
        ("no other there", "A par S F mar - spa", "A par S F mar - spa/sc"),
        ("no other there", "A par S eng - bre", "A par S F eng - bre"),
    ],
)
def test_an_order_is_followed_as_meant(issue: str, text: str, order: str) -> None:
    assert canonical(text, STATE) == [order], issue


@pytest.mark.parametrize(
    ("issue", "text", "order"),
    [
        ("4.B.2", "F gas - spa", "F gas - spa/nc"),
        ("4.B.3", "F gas retreats to spa/sc", "F gas - spa/sc"),
        ("4.B.5", "F stp/sc - nwy", "F stp/nc - nwy"),
        ("4.C.1", "gas - spa", "F gas - spa/nc"),
        ("4.C.2", "A gas - spa", "F gas - spa/nc"),
        ("the attacker is not meant", "A gas disband", "F gas disband"),
    ],
)
def test_a_retreat_is_followed_as_meant(issue: str, text: str, order: str) -> None:
    state = position("S1901R", "Germany A gas", "France F gas, Russia F stp/nc")
    assert canonical(text, state) == [order], issue


@pytest.mark.parametrize(
    ("issue", "text", "order"),
    [
        ("4.B.7 no coast", "build F stp", "build F stp"),
        ("4.B.7", "build F stp/nc", "build F stp/nc"),
        ("4.B.6", "build F bre/nc", "build F bre"),
        ("4.B.6", "build A stp/nc", "build A stp"),
        ("4.C.3 inland", "build mos", "build A mos"),
        ("4.C.3 coast named", "build stp/nc", "build F stp/nc"),
        ("4.C.3 water", "build nth", "build F nth"),
        ("4.C.3 nothing fits", "build swi", "build A swi"),
        ("4.C.4", "build F mos", "build F mos"),
        ("4.C.2", "remove F par", "remove A par"),
        ("4.C.1", "remove par", "remove A par"),
    ],
)
def test_an_adjustment_is_followed_as_meant(issue: str, text: str, order: str) -> None:
    assert canonical(text, position("W1901A", "France A par")) == [order], issue


TOGETHER = position(
    "S1901M", "France A par, France L par, Germany L ruh, France L ruh, France A mar, France F bre"
)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A par - bur", ["A par - bur"]),
        ("L par - bur", ["L par - bur"]),
        ("leader par - bur", ["L par - bur"]),
        ("LA par - bur", ["A par - bur", "L par - bur"]),
        ("LF par - bur", ["F par - bur", "L par - bur"]),
        ("F par - bur", ["F par - bur"]),
        ("L ruh H", ["France L ruh H"]),
        ("ruh H", ["France L ruh H"]),
        ("German L ruh H", ["Germany L ruh H"]),
        ("A par S German L ruh", ["A par S Germany L ruh"]),
        ("A par S Germany L ruh - bur", ["A par S Germany L ruh - bur"]),
        ("A par S French leader in the Ruhr", ["A par S France L ruh"]),
        ("LA mar H", ["A mar H", "L mar H"]),
        ("LF mar H", ["F mar H", "L mar H"]),
        ("LA ruh H", ["A ruh H", "France L ruh H"]),
        ("A mar S LF par - bur", ["A mar S L par - bur"]),
        ("LF nth H", ["F nth H", "L nth H"]),
        ("A mar S LA par - bur", ["A mar S A par - bur"]),
        ("A mar S par - bur", ["A mar S A par - bur"]),
        ("A mar S L par", ["A mar S L par"]),
        ("L par - nth", ["L par - nth"]),
        ("build LA bre", ["build A bre", "build L bre"]),
        ("build par", ["build A par"]),
    ],
)
def test_units_that_share_a_space_are_distinguished_by_kind(text: str, orders: list[str]) -> None:
    assert canonical(text, TOGETHER, LEADERS, FRANCE) == orders


def test_fleets_on_two_coasts_are_distinguished_by_coast() -> None:
    state = position("S1901M", "France F spa/nc, Italy F spa/sc")
    assert canonical("F spa/sc - wes; F spa/nc - mao", state) == [
        "F spa/sc - wes",
        "F spa/nc - mao",
    ]
    italian = position("S1901M", "Italy F spa/nc, France F spa/sc")
    assert canonical("F spa H", italian, power=FRANCE) == ["F spa/sc H"]
