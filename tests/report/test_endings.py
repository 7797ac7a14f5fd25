"""How games end, and what seats owe, in words."""

import msgspec
import pytest

from dragoman.model import Power, Result, Seat, Subject, Vocabulary
from dragoman.modules.declared_homes import HOMES
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.modules.placement import PLACE
from dragoman.report import position_sheet
from dragoman.report.charts import coming, outcome
from dragoman.rules import Ask, Charge, Mandate
from tests.report.table import STANDARD, at

BOARD = at("S1901M", {"France": "A par", "Austria": "A vie"})
FRANCE, AUSTRIA, ITALY = Seat("France"), Seat("Austria"), Seat("Italy")


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result("solo", (FRANCE,)), "France wins with 3 centers"),
        (Result("draw", (FRANCE, AUSTRIA, ITALY)), "a draw shared by France, Austria and Italy"),
        (Result("concession", (FRANCE,)), "conceded to France"),
        (Result("none"), "it ended without a result"),
        (Result("joint", (FRANCE, ITALY)), "France and Italy win (joint)"),
    ],
)
def test_an_ending_is_said_and_nothing_is_due_after_it(result: Result, text: str) -> None:
    ask = Ask(STANDARD, msgspec.structs.replace(BOARD.state, result=result))
    assert outcome(ask) == [f"The game is over: {text}."]
    assert coming(ask) == []
    assert "Orders due" not in position_sheet(ask)


def due_from(*charges: Charge, **quotas: int) -> list[str]:
    """What is due next where one seat has these charges."""
    mandate = Mandate(charges, quotas)
    nothing = Mandate()
    rules = STANDARD.rules.answering(
        mandate=lambda ask, seat: mandate if seat == FRANCE else nothing
    )
    words = Vocabulary(verbs=(PLACE, HOMES, CLAIM))
    variant = msgspec.structs.replace(STANDARD, rules=rules, vocabulary=words)
    return coming(Ask(variant, BOARD.state))


def test_other_things_than_moves_may_be_due() -> None:
    france = Power("France")
    due = [
        Charge(Subject(france, topic="pieces"), (PLACE.name,), 2),
        Charge(Subject(france, topic="homes"), (HOMES.name,)),
        Charge(Subject(france, topic="end"), (CLAIM.name,)),
        Charge(Subject(france, topic="odd"), ("whisper",)),
    ]
    assert due_from(*due) == [
        "Next: Spring 1901 movement; orders are due from France (2 placements,",
        "  1 declaration, 1 claim and 1 order).",
    ]


def test_ballots_for_what_nobody_holds_are_counted() -> None:
    mine = Charge(Subject(Power("France"), 1), ("hold",))
    theirs = Charge(Subject(Power("Austria"), 9), ("hold",), pool="vote")
    assert due_from(mine, theirs, vote=5) == [
        "Next: Spring 1901 movement; orders are due from France (1 order, up to 5 votes).",
    ]
