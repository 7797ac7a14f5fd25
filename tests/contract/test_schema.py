"""The published schema: what we send fits it, what it forbids we refuse."""

import pytest

from dragoman.model import REASONS
from tests.contract.exchange import EXAMPLE, SCHEMA, Json, faults, judged, position


def test_the_example_fits_on_both_sides() -> None:
    assert list(faults(EXAMPLE, SCHEMA["request"])) == []
    assert list(faults(judged(EXAMPLE), SCHEMA["answer"])) == []
    assert list(faults(judged({}), SCHEMA["answer"])) == []


@pytest.mark.parametrize(
    "request_",
    [
        {"weather": 1},
        {"variant": 3},
        {"units": {"France": "A par"}},
        {"units": {"France": [3]}},
        {"orders": ["A par H"]},
        {"dislodged": [{"unit": "A par"}]},
        {"dislodged": [{"power": "France", "unit": "A par", "weather": 1}]},
        {"seed": 1.5},
        {"state": {}},
        {"seats": "Ann"},
    ],
)
def test_what_is_refused_does_not_fit(request_: Json) -> None:
    assert list(faults(request_, SCHEMA["request"])) != []


def test_every_definition_is_described() -> None:
    """Each object of the contract says what it is, and names its type everywhere."""
    for name, definition in SCHEMA["$defs"].items():
        assert definition.get("description"), name


def test_reasons_are_listed_by_outcome() -> None:
    assert SCHEMA["reasons"] == REASONS
    assert set(REASONS) == {"done", "failed", "void", "outvoted"}
    codes = [code for rows in REASONS.values() for code in rows]
    assert len(set(codes)) == len(codes)


def test_outcomes_in_answers_are_listed() -> None:
    answer = judged(position(orders={"France": ["A par - bur", "A par - ber", "A vie H"]}))
    for row in answer["orders"]:
        assert row["reason"] in REASONS[row["outcome"]]
