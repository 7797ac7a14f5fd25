"""Orders in long form."""

import msgspec
import pytest

from dragoman.geo import Place
from dragoman.model import (
    VERBS,
    Act,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Remove,
    Retreat,
    Support,
    Vocabulary,
    Waive,
)
from dragoman.modules.declared_homes import HOMES
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.modules.placement import PLACE
from dragoman.report import describe_order
from dragoman.rules import Ask
from tests.report.table import at

PLAIN = at("S1901M", {"France": "A par, A mar, F mao, F spa/sc", "Germany": "A mun"})
WORDS = Vocabulary(verbs=(PLACE, HOMES, CLAIM))
BOARD = Ask(msgspec.structs.replace(PLAIN.variant, vocabulary=WORDS), PLAIN.state)
PAR, MAR, MUN = (Piece("A", Place(place)) for place in ("par", "mar", "mun"))
MAO, BUR = Piece("F", Place("mao")), Place("bur")

DESCRIBED: list[tuple[Order, str]] = [
    (Hold(PAR), "The army in Paris holds"),
    (Move(PAR, BUR), "The army in Paris moves to Burgundy"),
    (Move(MAR, Place("spa"), via=True), "The army in Marseilles moves to Spain by convoy"),
    (
        Move(MAO, Place("spa/sc")),
        "The fleet in the Mid-Atlantic Ocean moves to Spain (south coast)",
    ),
    (Support(PAR, MAR), "The army in Paris supports the army in Marseilles where it stands"),
    (
        Support(PAR, MUN, BUR),
        "The army in Paris supports the German army in Munich moving to Burgundy",
    ),
    (
        Convoy(MAO, MAR, Place("por")),
        "The fleet in the Mid-Atlantic Ocean convoys the army in Marseilles to Portugal",
    ),
    (Retreat(PAR, BUR), "The dislodged army in Paris retreats to Burgundy"),
    (Disband(PAR), "The dislodged army in Paris is disbanded"),
    (Build(Piece("F", Place("stp/nc"))), "A new fleet is built in St Petersburg (north coast)"),
    (Remove(PAR), "The army in Paris is removed"),
    (Waive(), "One build is left unused"),
    (PLACE(PAR), "An army is placed in Paris"),
    (HOMES("par"), "Paris is declared as homes"),
    (HOMES("par", "mar", "bre"), "Paris, Marseilles and Brest are declared as homes"),
    (HOMES(), "Nothing is declared as homes"),
    (CLAIM("France alone"), "This claim is made: France alone"),
    (Act("strike", "strikes", PAR, ("bur",)), "The army in Paris strikes bur"),
    (Hold(Piece("A", Place("par"), "fleet")), "The army (fleet part) in Paris holds"),
    (Hold(Piece("X", Place("nowhere"))), "The X in nowhere holds"),
]


@pytest.mark.parametrize(("order", "text"), DESCRIBED, ids=lambda value: str(value))
def test_an_order_is_described_in_full(order: Order, text: str) -> None:
    assert describe_order(order, BOARD) == text


def test_every_class_of_order_is_described() -> None:
    assert {type(order) for order, _ in DESCRIBED} == {*VERBS, Act}
