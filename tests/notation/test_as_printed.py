"""Orders as the documents of the variants print them, each read in its variant."""

import pytest

from dragoman.errors import NotationError
from dragoman.model import Power
from dragoman.notation import read_orders
from dragoman.variants import load
from dragoman.words.language import language
from tests.modules.table import placed

CLINE = "Italy: A rom, A sic, F ion\nAustria: F tys\nFrance: F wat, F spa/sc"
HEPTA = (
    "Austria@1: A 1:tri\nFrance@1: A 1:par\nFrance@3: A 3:bur\nItaly@5: A 5:tri, A 5:tyr\n"
    "England@1: A 1:lon\nEngland@2: A 2:wal, A 2:cly, A 2:lvp"
)
LED = "England: L bel\nFrance: A par, L par"
CROSSED = "F tys - ion; A sic - nap"
CAT = "Telahoma: CG iro, A cin\nCassiusica: F cgp"
BOARDS = {
    "cline": CLINE,
    "heptadiplomacy": HEPTA,
    "cat": CAT,
    "catspaw": "Germany: A mun",
    "militarism": LED,
}


def read(variant: str, phase: str, text: str, power: str = "") -> list[str]:
    """The orders of a text in the position of its variant."""
    ask = placed(load(variant), phase, BOARDS.get(variant, ""))
    powers = [Power(power)] if power else []
    return [str(o) for o in read_orders(text, language(ask), ask.state, powers=powers)]


@pytest.mark.parametrize(
    ("variant", "text", "orders"),
    [
        ("cline", "F Tyn-Ion", "F tys - ion"),
        ("cline", "A Sic-Nap, A Rom (s) Sic-Nap", "A sic - nap; A rom S A sic - nap"),
        ("cline", "Fleet Tyrrhenian to Ionian", "F tys - ion"),
        ("cline", "Fleet Ionian (c) Sicily-Naples", "F ion C A sic - nap"),
        ("cline", "A Rom (S) (A Sic - Nap)", "A rom S A sic - nap"),
        ("cline", "F Ion (C) A Sic - Nap", "F ion C A sic - nap"),
        ("cline", "A Rom (s) Sic (h)", "A rom S A sic"),
        ("cline", "A Rom (h)", "A rom H"),
        ("cline", "A Rom (stands)", "A rom H"),
        ("cline", "F Spa (s) - Lyo", "F spa/sc - lyo"),
        ("cline", "F Spa (s) Ion - Tys", "F spa/sc S F ion - tys"),
        ("cline", "F tys - spa (s) (via sea)", "F tys - spa/sc via"),
        ("cline", "F Western Atlantic - Antarctic Sea Box", "F wat - ant"),
        ("heptadiplomacy", "A(1:Par)-3:Par", "A 1:par - 3:par"),
        ("heptadiplomacy", "A(3:Bur)SA(1:Par)-3:Par", "A 3:bur S A 1:par - 3:par"),
        (
            "heptadiplomacy",
            "A(1:Lon)-Wal A(2:Wal)SA(2:Cly)-2:Lpl, A(2:Cly)-2:Lpl, A(2:Lpl)-H",
            "A 1:lon - 1:wal; A 2:wal S A 2:cly - 2:lvp; A 2:cly - 2:lvp; A 2:lvp H",
        ),
        ("heptadiplomacy", "AUSTRIA A(1:Tri)-5:Tri", "A 1:tri - 5:tri"),
        ("heptadiplomacy", "ITALY: A(5:Tri)SA(5:Tyr)-1:Tri", "A 5:tri S A 5:tyr - 1:tri"),
        ("heptadiplomacy", "Austrian A 1:tri - 5:tri", "A 1:tri - 5:tri"),
        ("heptadiplomacy", "Austrian A Tri - 5:Tri", "A 1:tri - 5:tri"),
        ("heptadiplomacy", "A Par - 3:Par", "A 1:par - 3:par"),
        ("heptadiplomacy", "A 1 Tri - 5 Tri", "A 1:tri - 5:tri"),
        ("cat", "DCG Iron-Silver, DCG Iron Stand", "CG iro - sil; CG iro H"),
        ("cat", "DA Cinnabar to Silver", "A cin - sil"),
        ("cat", "DA Cinnabar S Cinnabar-Silver", "A cin S A cin - sil"),
        ("cat", "Casiusica fleet CGP to Iron", "F cgp - iro"),
        ("cat", "Casiusica fleet CGP is ordered to Iron", "F cgp - iro"),
        ("cat", "Casiusica fleet CGP is ordered to support Iron", "F cgp S CG iro"),
        ("cat", "Tellahoma orders DCG (double Coast Guard) Iro S Cin", "CG iro S A cin"),
        ("cat", 'Tellahoma writes "DCG Iron-Silver, DCG Iron Stand."', "CG iro - sil; CG iro H"),
        ("cline", "Fleet Tyrrhenian to Ionian, versus Army Sicily to Naples", CROSSED),
        ("cline", "army move Sicily to Naples", "A sic - nap"),
        ("cline", "fleet from West Atlantic to Antarctic Sea", "F wat - ant"),
        ("cline", "F Tyn-Corasica", "F tys - cor"),
        ("militarism", "an L may move from Bel to Eng", "L bel - eng"),
        ("militarism", "IA (A with L) Par-Bur", "A par - bur; L par - bur"),
        ("heptadiplomacy", "A(1:Tri) can move to Ven", "A 1:tri - 1:ven"),
        ("heptadiplomacy", "A 3:bur S A Par-3:Par", "A 3:bur S A 1:par - 3:par"),
        ("heptadiplomacy", "A 2:wal S A Lon-2:Lon", "A 2:wal S A 1:lon - 2:lon"),
        ("heptadiplomacy", "A 5:tyr S A Tri-1:Tri", "A 5:tyr S A 5:tri - 1:tri"),
        ("catspaw", "3 x A mun - tyr", "A mun - tyr; A mun - tyr; A mun - tyr"),
        ("catspaw", "2x A mun - tyr", "A mun - tyr; A mun - tyr"),
        ("catspaw", "Germany: 2 times A mun - tyr", "A mun - tyr; A mun - tyr"),
    ],
)
def test_orders_are_read_as_they_are_printed(variant: str, text: str, orders: str) -> None:
    assert read(variant, "S3M" if variant == "cat" else "S1901M", text) == orders.split("; ")


@pytest.mark.parametrize(
    ("variant", "phase", "text", "order"),
    [
        ("heptadiplomacy", "W1901A", "Austrian A 1:tri", "remove A 1:tri"),
        ("heptadiplomacy", "W1901A", "Austrian A 1:bud", "build A 1:bud"),
        ("twin_earths", "W1901A", "link 1:mun - 2:hol", "declare link 1:mun 2:hol"),
        ("twin_earths", "W1901A", "link 1:mun to 2:hol", "declare link 1:mun 2:hol"),
        ("twin_earths", "W1901A", "destroy 1:mun - 2:hol", "declare cut 1:mun 2:hol"),
        ("twin_earths", "W1901A", "destroy link 1:mun - 2:hol", "declare cut 1:mun 2:hol"),
        ("escalation", "S1900P", "deploy A par", "place A par"),
        ("escalation", "W1901D", "Brest, London, and Naples", "declare homes bre lon nap"),
        ("escalation", "W1901D", "declare Brest, London, and Naples", "declare homes bre lon nap"),
        (
            *("escalation", "W1901D"),
            "declare Brest, London, and Naples as his three home centers",
            "declare homes bre lon nap",
        ),
        ("escalation", "W1901D", "home centers Bre, Lon and Nap", "declare homes bre lon nap"),
        ("escalation", "W1901D", "home centers: Brest London Naples", "declare homes bre lon nap"),
    ],
)
def test_other_phases_too(variant: str, phase: str, text: str, order: str) -> None:
    assert read(variant, phase, text) == [order]


def test_a_board_is_left_out_where_one_can_be_meant() -> None:
    """One's own unit is meant, and where none stands one's own home."""
    assert read("heptadiplomacy", "S1901M", "A tri H", "Italy@5") == ["A 5:tri H"]
    assert read("heptadiplomacy", "W1901A", "build A bud", "Austria@2") == ["build A 2:bud"]
    with pytest.raises(NotationError, match="expected a board before 'tri', such as 1:tri"):
        read("heptadiplomacy", "S1901M", "A tri H")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A 1:tri - 8:Tri", "no board called '8': there are boards 1 to 7"),
        ("8:Tri - 1:Tri", "no board called '8': there are boards 1 to 7"),
        ("draw", "'draw' is no order: it is put to the vote apart from the orders, if"),
    ],
)
def test_messages_know_boards_and_votes(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read("heptadiplomacy", "S1901M", text)
