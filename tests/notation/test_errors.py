"""What is not understood: where reading stopped, and what was expected there."""

import pytest

from dragoman.errors import NotationError
from dragoman.model import Power, State
from dragoman.notation import Language, read_orders
from tests.notation.boards import BOARDS, FRANCE, GUARDS, LEADERS, ODD, STANDARD, position

MOVEMENT = position("S1901M", "France A par, France L par")
SPRING = position("S1901M", "France A par, Germany A mun, England F eng")
RETREATS = position("S1901R", "", "France A par")
WINTER = position("W1901A", "France A par")


def complaint(
    text: str, state: State, language: Language = STANDARD, power: Power | None = None
) -> str:
    """The text with a caret under the place of the error, and the error."""
    with pytest.raises(NotationError) as caught:
        read_orders(text, language, state, power=power)
    assert caught.value.text == text
    return caught.value.pointed()


@pytest.mark.parametrize(
    ("text", "caret"),
    [
        ("A Par", "     ^ expected -, S, C or H after A par"),
        ("France: A Par; A mun", "             ^ expected -, S, C or H after A par"),
        ("A Par xyz bur", "      ^ expected -, S, C or H after A par"),
        ("F par", "     ^ expected -, S, C or H after A par"),
        ("A bur", "     ^ expected -, S, C or H after A bur"),
        ("A Par - Brestt", "        ^ no place called 'Brestt': did you mean Brest (bre)?"),
        ("A Par - Germany", "        ^ 'Germany' is a power, not a place"),
        ("A Par - Qqq", "        ^ no place called 'Qqq'"),
        (
            "A par - North Seaa",
            "        ^ no place called 'North Seaa': did you mean North Sea (nth)?",
        ),
        ("Qqq - bur", "^ no place called 'Qqq'"),
        (
            "A Par - North",
            "        ^ 'North' could be North Africa (naf), North Atlantic Ocean (nao) or "
            "North Sea (nth)",
        ),
        ("A par - liv", "        ^ 'liv' could be Liverpool (lvp) or Livonia (lvn)"),
        (
            "A par - no",
            "        ^ 'no' could be North Africa (naf), North Atlantic Ocean (nao), "
            "North Sea (nth), Norway (nwy) or Norwegian Sea (nwg)",
        ),
        (
            "A par - g",
            "        ^ 'g' could be Galicia (gal), Gascony (gas), Greece (gre), "
            "Gulf of Bothnia (bot) or Gulf of Lyon (lyo)",
        ),
        (
            "A par - t",
            "        ^ 't' could be Trieste (tri), Tunis (tun), Tuscany (tus), Tyrolia (tyr) "
            "or Tyrrhenian Sea (tys)",
        ),
        (
            "A par - a",
            "        ^ 'a' could be Adriatic Sea (adr), Aegean Sea (aeg), Albania (alb), "
            "Ankara (ank) or 2 others",
        ),
        ("A par - bur xyz", "            ^ did not expect 'xyz' here"),
        ("A par - bur A mun H", "            ^ did not expect 'A' here"),
        ("A par H H", "        ^ did not expect 'H' here"),
        ("A par S A mun S A ber", "              ^ did not expect 'S' here"),
        ("A par H)", "       ^ did not expect ')' here"),
        ("A", " ^ expected a place"),
        ("A par -", "       ^ expected a place"),
        ("A par - ; A mun H", "        ^ expected a place"),
        ("A par - S", "        ^ expected a place"),
        ("A par S", "       ^ expected a place"),
        ("= bur", "^ expected a place"),
        ("- A par", "       ^ expected -, S, C or H after A par"),
        ("- - A par", "  ^ expected a place"),
        ("1. 2. A par H", "   ^ no place called '2'"),
        ("A par S (A mar - bur", "                    ^ expected )"),
        ("A par S (A mar - bur A ber H", "                     ^ expected )"),
        ("the", "   ^ expected a place"),
        ("A in", "    ^ expected a place"),
        ("A (par - bur", "       ^ expected )"),
        ("F eng - spa (nc", "               ^ expected )"),
        ("F eng - spa/", "            ^ expected a coast, such as nc"),
        ("F eng - spa/xc", "            ^ expected a coast, such as nc"),
        ("F eng - spa (here)", "             ^ expected a coast, such as nc"),
        ("F eng C A lon", "             ^ expected - after A lon"),
        ("F eng C A lon H", "               ^ expected - after A lon"),
        ("A lon - bel by", "              ^ expected convoy"),
        ("A lon - bel (via nth", "                    ^ expected )"),
        ("A lon - bel via xyz", "                ^ did not expect 'xyz' here"),
        ("waive 0", "      ^ expected a number from 1 to 99"),
        ("waive 100", "      ^ expected a number from 1 to 99"),
        (
            "declare",
            "       ^ expected cut, home, home centers, homes, link, reinforce after declare",
        ),
        (
            "declare - par",
            "        ^ expected cut, home, home centers, homes, link, reinforce after declare",
        ),
        ("declare homes par xyz", "                  ^ no place called 'xyz'"),
        ("claim ", "      ^ expected the words of the claim"),
        ("build bre", "      ^ army or fleet? write A bre or F bre"),
        ("“A” – bür", "    ^ expected a place"),
    ],
)
def test_an_error_points_at_the_place(text: str, caret: str) -> None:
    assert complaint(text, SPRING) == f"{text}\n{caret}"


def test_a_long_word_is_quoted_in_part() -> None:
    found = complaint("A par - " + "x" * 1000, SPRING)
    assert found.endswith(f"^ no place called '{'x' * 39}…'")


@pytest.mark.parametrize(
    ("text", "caret"),
    [
        ("A par", "     ^ expected - or disband after A par"),
        ("A par - bur - mun", "            ^ did not expect '-' here"),
        ("A par - bur via", "            ^ did not expect 'via' here"),
    ],
)
def test_errors_in_retreats(text: str, caret: str) -> None:
    assert complaint(text, RETREATS) == f"{text}\n{caret}"


@pytest.mark.parametrize(
    ("text", "caret"),
    [
        ("A par", "^ expected build or remove before A par"),
        ("waive; par", "       ^ expected build or remove before A par"),
    ],
)
def test_a_bare_unit_needs_a_power(text: str, caret: str) -> None:
    assert complaint(text, WINTER) == f"{text}\n{caret}"


@pytest.mark.parametrize(
    ("text", "caret"),
    [
        ("F par", "^ expected build or remove before F par"),
        ("mar", "^ army or fleet? write A mar or F mar"),
        ("build stp/xx", "          ^ expected a coast, such as nc"),
        ("build stp/wc", "      ^ army or fleet? write A stp or F stp"),
    ],
)
def test_errors_in_adjustments(text: str, caret: str) -> None:
    assert complaint(text, WINTER, power=FRANCE) == f"{text}\n{caret}"


@pytest.mark.parametrize(
    ("language", "text", "caret"),
    [
        (LEADERS, "par - bur", "^ which one: A par or L par?"),
        (BOARDS, "A Par - 3:Par", "  ^ expected a board before 'Par', such as 1:Par"),
        (BOARDS, "A - 3:Par", "  ^ expected a place"),
        (BOARDS, "A", " ^ expected a place"),
        (BOARDS, "A 2:par H", "  ^ no board called '2': there are boards 1, 3"),
        (BOARDS, "A 1:xyz H", "    ^ no place called 'xyz'"),
        (ODD, "F georgia H", "  ^ 'georgia' could be Georgia (egn) or Georgia (wgn)"),
        (
            GUARDS,
            "build iro",
            "      ^ army or fleet or coast guard? write A iro or F iro or CG iro",
        ),
        (GUARDS, "CG iro (army - sil", "        ^ expected a coast, such as nc"),
    ],
)
def test_errors_of_other_variants(language: Language, text: str, caret: str) -> None:
    state = MOVEMENT if language is LEADERS else position("S1901M")
    assert complaint(text, state, language) == f"{text}\n{caret}"


def test_an_error_in_a_later_line_points_into_the_whole_text() -> None:
    with pytest.raises(NotationError) as caught:
        read_orders("A par H\nA mun - brestt", STANDARD, SPRING)
    assert caught.value.at == len("A par H\nA mun - ")
