"""The words, places and kinds of a variant's language."""

from dragoman.geo import Place
from dragoman.model import Kind, Piece
from dragoman.notation import Language
from dragoman.notation.language import Gazetteer
from dragoman.notation.words import fold, plain
from tests.notation.boards import BOARDS, GUARDS, LEADERS, ODD, POWERS, STANDARD, STANDARD_MAP


def test_kind_words_come_from_the_kinds() -> None:
    assert STANDARD.words == {
        "army": ("A",),
        "armies": ("A",),
        "a": ("A",),
        "fleet": ("F",),
        "fleets": ("F",),
        "f": ("F",),
    }


def test_kind_words_of_the_variant_are_added() -> None:
    assert LEADERS.words["la"] == ("A", "L")
    assert LEADERS.words["leader"] == ("L",)
    assert GUARDS.words["dcg"] == GUARDS.words["coast guard"] == GUARDS.words["cg"] == ("CG",)


def test_a_letter_that_orders_two_kinds_is_not_canonical() -> None:
    led = Language(STANDARD_MAP, LEADERS.kinds, POWERS, {"a": ("A", "L")})
    assert {letter for letter, _ in led.pieces} == {"f", "l"}


def test_a_place_without_board_lies_on_the_only_one() -> None:
    assert STANDARD.board == ""
    assert BOARDS.board is None
    assert BOARDS.boards == {"1": "1", "3": "3"}


def test_canonical_pieces_name_a_coast_only_if_they_have_one() -> None:
    assert STANDARD.pieces["f", "stp/nc"] == Piece("F", Place("stp/nc"))
    assert ("a", "stp/nc") not in STANDARD.pieces
    assert ("f", "stp") in STANDARD.pieces
    assert "stp" not in STANDARD.goals["F"]
    assert "stp" in STANDARD.goals["A"]


def test_a_kind_of_another_mode_stands_where_its_borders_are() -> None:
    flyer = Kind("B", "balloon", frozenset({"air"}))
    province = next(iter(STANDARD.map.spaces))
    assert not STANDARD.can_stand(flyer, province)


def test_a_gazetteer_may_be_empty() -> None:
    assert Gazetteer(()).beginning("par") == ()
    assert Gazetteer(()).nearest("par") is None


def test_names_may_hold_dashes_dots_and_apostrophes() -> None:
    exact = ODD.any_board.exact
    assert exact.match(["lands", "end", ""], 0) == (("lan",), 2)
    assert exact.match(["bosnia-herzegovina", ""], 0) == (("bos",), 1)
    assert exact.match(["bosnia", "herzegovina", ""], 0) == (("bos",), 2)
    assert STANDARD.any_board.exact.match(["st", ".", "petersburg", ""], 0) == (("stp",), 3)


def test_plain_text_keeps_its_length() -> None:
    text = "İSTANBUL – “A” → ’\u200eß"
    assert plain(text) == 'istanbul - "a" > \' ß'
    assert len(plain(text)) == len(text)


def test_folding_never_empties_a_word() -> None:
    assert fold("curaçao") == "curacao"
    assert fold("land's") == "lands"
    assert fold("\u0301") == "\u0301"
    assert fold("é" * 65) == "é" * 65
