"""The published schema: what we send fits it, what it forbids we refuse."""

import re

import pytest
from jsonschema_rs import Draft202012Validator

from dragoman.model import REASONS
from dragoman.modules.joint_claims import KINDS
from dragoman.variants import variant_ids
from tests.contract.exchange import EXAMPLE, SCHEMA, Json, faults, judged, offered, position
from tests.docs.pages import ROOT


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
    """Those of every variant, and those that our modules bring."""
    assert set(SCHEMA["reasons"]) == {"done", "failed", "void", "outvoted"}
    assert all(
        REASONS[outcome].items() <= SCHEMA["reasons"][outcome].items() for outcome in REASONS
    )
    assert SCHEMA["reasons"]["done"]["placed"] == "the piece was placed"
    codes = [code for rows in SCHEMA["reasons"].values() for code in rows]
    assert len(set(codes)) == len(codes)


def test_outcomes_are_an_enumeration() -> None:
    """A program can be made from the schema alone."""
    row = SCHEMA["$defs"]["OrderRow"]["properties"]
    assert row["outcome"]["enum"] == list(REASONS)
    good = judged(EXAMPLE)
    bad = {**good, "orders": [{**good["orders"][0], "outcome": "glorious"}]}
    assert list(faults(bad, SCHEMA["answer"])) != []


@pytest.mark.parametrize("side", ["answer", "legal"])
def test_a_refusal_fits_too(side: str) -> None:
    """A bad line of many is answered as well."""
    assert list(faults({"error": "not JSON"}, SCHEMA[side])) == []
    assert list(faults({"error": 3}, SCHEMA[side])) != []
    assert list(faults({}, SCHEMA[side])) != []


FIELDS = list(SCHEMA["$defs"]["Request"]["properties"])


@pytest.mark.parametrize("field", FIELDS)
def test_null_means_left_out(field: str) -> None:
    """Every field of a request may be null, and then counts as if it were not there."""
    for whole in ({}, EXAMPLE):
        rest = {key: value for key, value in whole.items() if key != field}
        if rest.keys() >= {"phase", "units"} or not rest:
            assert judged({**rest, field: None}) == judged(rest)
        assert list(faults({**rest, field: None}, SCHEMA["request"])) == []


def test_all_null_is_the_opening() -> None:
    assert judged(dict.fromkeys(FIELDS)) == judged({})
    assert offered(dict.fromkeys(FIELDS)) == offered({})


def test_outcomes_in_answers_are_listed() -> None:
    answer = judged(position(orders={"France": ["A par - bur", "A par - ber", "A vie H"]}))
    for row in answer["orders"]:
        assert row["reason"] in REASONS[row["outcome"]]


def validator(side: str) -> Draft202012Validator:
    """A real validator of one side, put together as the page on the contract says."""
    return Draft202012Validator({"$defs": SCHEMA["$defs"], **SCHEMA[side]})


@pytest.mark.parametrize("variant", variant_ids())
def test_a_real_validator_says_the_same(variant: str) -> None:
    """Requests, openings, legal orders and a judged phase of every variant fit."""
    opening = judged({"variant": variant, "seed": 1})
    request = {"variant": variant, "state": opening["state"]}
    choices = offered(request)
    orders = {
        seat: [rows[-1] for rows in subjects.values() if rows]
        for seat, subjects in choices["legal"].items()
    }
    request["orders"] = orders
    validator("request").validate(request)
    validator("legal").validate(choices)
    for answer in (opening, judged(request)):
        validator("answer").validate(answer)
    assert not validator("answer").is_valid({**opening, "winners": "nobody"})
    assert not validator("legal").is_valid(opening)
    assert not validator("request").is_valid({**request, "weather": 1})


def test_the_page_names_every_way_in_which_a_game_ends() -> None:
    """What the rules and their modules call results is listed at the field `result`."""
    source = ROOT / "src" / "dragoman"
    texts = [
        file.read_text(encoding="utf-8")
        for folder in ("modules", "rules", "record", "judge")
        for file in (source / folder).rglob("*.py")
    ]
    named = {how for text in texts for how in re.findall(r'Result\("([a-z -]+)"', text)}
    named |= {*KINDS.values(), "first equal"}
    page = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| `result` |")]
    assert {how for how in named if f"`{how}`" not in row} == set()
