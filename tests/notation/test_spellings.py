"""Every way of writing an order that is understood, with what it means."""

import pytest

from dragoman.model import Power
from tests.notation.boards import BOARDS, ODD, canonical, position

FRANCE = Power("France")

STATE = position(
    "S1901M",
    "France A par, France A mar, France F bre, Germany A mun, Germany A ber, England F nth, "
    "England A yor, England F eng, England A lon, Italy A ven, Russia F stp/sc, Turkey A con",
)

MOVES = """
A par - bur
a par - bur
A Par - Bur
A PAR -> BUR
A par-bur
A par--bur
A par-->bur
A par=>bur
A par > bur
A par – bur
A par — bur
A par − bur
A par → bur
A par ⇒ bur
A par ➡️ bur
A par to bur
A par m bur
A par move bur
A par moves to bur
A par attacks bur
army paris to burgundy
army paris moves to burgundy
Army Paris - Burgundy
A. Par. - Bur.
Par-Bur
par to bur
A(par)-bur
A (par) - bur
French A par - bur
France: A par - bur
france : par-bur
FRANCE A par - bur
France's A par - bur
France’s A par - bur
"A par - bur"
“A par” – “bur”
'A par - bur'
*A par - bur*
`A par - bur`
   A   par   -    bur
A\tpar\t-\tbur
A\u00a0par\u00a0-\u00a0bur
\u200eA par - bur\u200f
\ufeffA par - bur
A par - bur;
A par - bur.
; A par - bur
F par - bur
army par - burg
A pari - burgun
Ä pár - bür
1. A par - bur
1) A par - bur
(1) A par - bur
12. Par-Bur
- A par - bur
-- A par - bur
* A par - bur
• A par - bur
•A par - bur
‣ par to bur
The army in Paris to Burgundy
the Army in Paris moves to the Burgundy
Army in Paris to Burgundy
army at paris - burgundy
The French army in Paris - Burgundy
French: the army in Paris - Burgundy
an army in Paris - Burgundy
A in par - bur
Fra: A par - bur
Fr: A par - bur
fran : A par - bur
1. France: A par - bur
- Fra: A par - bur
""".strip().split("\n")


@pytest.mark.parametrize("text", MOVES)
def test_a_move_has_many_spellings(text: str) -> None:
    assert canonical(text, STATE) == ["A par - bur"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Par H", "A par H"),
        ("par hold", "A par H"),
        ("A Par holds", "A par H"),
        ("A par stand", "A par H"),
        ("army paris stands", "A par H"),
        ("F Nth S A Yor - Nwy", "F nth S A yor - nwy"),
        ("f nth sup a yor-nwy", "F nth S A yor - nwy"),
        ("F North Sea supports Army Yorkshire to Norway", "F nth S A yor - nwy"),
        ("nth supp yor - nor", "F nth S A yor - nwy"),
        ("F nth S English A yor - nwy", "F nth S A yor - nwy"),
        ("F nth S England's A yor moves to nwy", "F nth S A yor - nwy"),
        ("F nth S A yor - nwy via convoy", "F nth S A yor - nwy"),
        ("F nth S A lon - nth - nwy", "F nth S A lon - nwy"),
        ("A par S A mar", "A par S A mar"),
        ("A par S A mar H", "A par S A mar"),
        ("A par supports A mar holds", "A par S A mar"),
        ("A par S A mar to hold", "A par S A mar"),
        ("A par S mar", "A par S A mar"),
        ("A par S mar - bur", "A par S A mar - bur"),
        ("French A Par S Italian A Ven - Tyr", "A par S A ven - tyr"),
        ("A par S (A mar - bur)", "A par S A mar - bur"),
        ("A par S (mar - bur)", "A par S A mar - bur"),
        ("A par supports (French A mar to bur)", "A par S A mar - bur"),
        ("A par S (A mar) - bur", "A par S A mar - bur"),
        ("A par S (mar) - bur", "A par S A mar - bur"),
        ("A par S (A mar)", "A par S A mar"),
        ("A par S (A mar H)", "A par S A mar"),
        ("A par S (F mao - spa(nc))", "A par S F mao - spa/nc"),
        ("A par S (F stp)(sc) - bot", "A par S F stp/sc - bot"),
        ("F nth S (A yor - nwy via convoy)", "F nth S A yor - nwy"),
        ("F eng C (A lon - bel)", "F eng C A lon - bel"),
        ("the army in Paris supports the army in Marseilles to Burgundy", "A par S A mar - bur"),
        ("the fleet in the North Sea supports the army in York to Norway", "F nth S A yor - nwy"),
        ("The fleet in the English Channel holds", "F eng H"),
        ("F eng C A lon - bel", "F eng C A lon - bel"),
        ("F eng convoys A lon to bel", "F eng C A lon - bel"),
        ("F eng convoy lon-bel", "F eng C A lon - bel"),
        ("F eng con A lon - bel", "F eng C A lon - bel"),
        ("F eng conv English A lon - bel by convoy", "F eng C A lon - bel"),
        ("English Channel C lon - bel", "F eng C A lon - bel"),
        ("A lon - bel via convoy", "A lon - bel via"),
        ("A lon - bel by convoy", "A lon - bel via"),
        ("A lon - bel by sea", "A lon - bel via"),
        ("A lon - bel via", "A lon - bel via"),
        ("A lon - bel VIA", "A lon - bel via"),
        ("A lon - bel (via convoy)", "A lon - bel via"),
        ("A lon - bel (by convoy)", "A lon - bel via"),
        ("A lon - bel via nth", "A lon - bel via"),
        ("A lon - bel via eng - nth", "A lon - bel via"),
        ("A yor - nth - bel", "A yor - bel via"),
        ("A yor -> nth -> eng -> bel", "A yor - bel via"),
        ("A yor - bel (nc) via", "A yor - bel via"),
        ("con - bul", "A con - bul"),
        ("A con S bul", "A con S A bul"),
        ("A vie retreats to boh", "A vie - boh"),
        ("A par disband", "A par disband"),
        ("disband A par", "A par disband"),
        ("remove A par", "remove A par"),
        ("build A par", "build A par"),
        ("place A par", "place A par"),
        ("waive", "waive"),
    ],
)
def test_other_orders_have_many_spellings(text: str, order: str) -> None:
    assert canonical(text, STATE) == [order]


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("st. petersburg", "stp"),
        ("St Petersburg", "stp"),
        ("stpetersburg", "stp"),
        ("ST.PETERSBURG", "stp"),
        ("Saint Petersburg", "stp"),
        ("st. p", "stp"),
        ("petrograd", "stp"),
        ("Mid-Atlantic Ocean", "mao"),
        ("mid atlantic ocean", "mao"),
        ("midatlanticocean", "mao"),
        ("Mid\u2011Atlantic", "mao"),
        ("mid-atl", "mao"),
        ("mid", "mao"),
        ("norweg", "nwg"),
        ("Norwegian Sea", "nwg"),
        ("norwa", "nwy"),
        ("nor", "nwy"),
        ("eastern medi", "eas"),
        ("gulf of bo", "bot"),
        ("Gulf of Lyon", "lyo"),
        ("north sea", "nth"),
        ("northse", "nth"),
        ("ki", "kie"),
        ("switz", "swi"),
    ],
)
def test_a_place_goes_by_id_name_and_any_clear_beginning(written: str, place: str) -> None:
    assert canonical(f"A par - {written}", STATE) == [f"A par - {place}"]
    assert canonical(f"A par S A {written} - mos", STATE)[0].startswith("A par S ")


@pytest.mark.parametrize(
    "coast",
    [
        "/nc",
        "/NC",
        " / nc",
        "/n",
        "/north",
        "/north coast",
        "(nc)",
        " (NC)",
        " (n.c.)",
        " (n)",
        " (north coast)",
        " (northern)",
        " nc",
        " north coast",
        " northern coast",
        " n coast",
        " N. Coast",
    ],
)
def test_a_coast_has_many_spellings(coast: str) -> None:
    assert canonical(f"F mao - spa{coast}", STATE) == ["F mao - spa/nc"]
    assert canonical(f"F gas S F mao - Spain{coast} via", STATE) == ["F gas S F mao - spa/nc"]
    assert canonical(f"F spa{coast} H", STATE) == ["F spa/nc H"]


@pytest.mark.parametrize(
    "text",
    [
        "A par - bur; A mar S A par - bur",
        "A par - bur;A mar S A par - bur;",
        "A par - bur\nA mar S A par - bur",
        "A par - bur\r\n\r\nA mar S A par - bur\n",
        "A par - bur, A mar S A par - bur",
        "A par - bur. A mar S A par - bur.",
        "A par - bur and A mar S A par - bur",
        "A par - bur, and A mar S A par - bur",
        "A par - bur & A mar S A par - bur",
        "par-bur,mar s par-bur",
        "France: A par - bur; France: A mar S A par - bur",
        "France:\nA par - bur\nA mar S A par - bur",
        "1. A par - bur\n2. A mar S A par - bur",
        "1. A par - bur 2. A mar S A par - bur",
        "1) A par - bur; 2) A mar S A par - bur",
        "- A par - bur\n- A mar S (A par - bur)",
        " * A par - bur\n * A mar S A par - bur",
        "•\tA par - bur\n•\tA mar S A par - bur",
        "Fra:\n- A par - bur\n- A mar S A par - bur\n-",
        "France: 1. A par - bur, 2. A mar S A par - bur",
    ],
)
def test_a_line_may_hold_several_orders(text: str) -> None:
    assert canonical(text, STATE) == ["A par - bur", "A mar S A par - bur"]


@pytest.mark.parametrize("text", ["", "  ", ";", "\n.\n", "France:", "France: ;", "''"])
def test_a_text_may_hold_no_order(text: str) -> None:
    assert canonical(text, STATE) == []


WINTER = position("W1901A", "France A par, France A mar, Germany A mun")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("- A par", ["remove A par"]),
        ("- remove A par", ["remove A par"]),
        ("- build F bre", ["build F bre"]),
        ("- waive", ["waive"]),
        ("1. build F bre\n2. waive", ["build F bre", "waive"]),
        ("1. - A par", ["remove A par"]),
        ("1. + F bre", ["build F bre"]),
        ("* build F bre", ["build F bre"]),
        ("build an army in Brest", ["build A bre"]),
        ("build a fleet in Brest", ["build F bre"]),
        ("Fra: build a fleet in Brest", ["build F bre"]),
        ("remove the army in Paris", ["remove A par"]),
    ],
)
def test_a_dash_before_an_adjustment_is_a_removal_unless_a_verb_follows(
    text: str, orders: list[str]
) -> None:
    assert canonical(text, WINTER, power=FRANCE) == orders


def test_words_that_are_also_places_stay_places() -> None:
    """On a board with such names, neither articles nor numbers are passed over."""
    state = position("S1901M", "")
    assert canonical("F and - ben", state, ODD) == ["F and - ben"]
    assert canonical("A 1:par - 3:bur", state, BOARDS) == ["A 1:par - 3:bur"]
    assert canonical("1. A 1:par - bur", state, BOARDS) == ["A 1:par - 1:bur"]
