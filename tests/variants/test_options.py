"""Options: checked against the variant's schema, with a word about what would be right."""

from typing import Any

import pytest

from dragoman.errors import RequestError
from dragoman.rules import Option
from dragoman.variants import load
from dragoman.variants.options import check_option, validated

SCHEMA = (
    Option("edition", "choice", "2023", "the book", ("1971", "2023")),
    Option("win_at", "number", 18, "how many", least=1, most=34),
    Option("least", "number", 1, "at least", least=1),
    Option("most", "number", 1, "at most", most=9),
    Option("free", "number", 1, "any number"),
    Option("open", "flag", False, "whether"),
    Option("title", "text", "", "a text"),
    Option("who", "names", [], "some names"),
    Option("rows", "table", [], "some rows"),
    Option("points", "choice", 2, "how many points", (2, 1)),
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "1971"),
        ("win_at", 34),
        ("least", 999),
        ("most", -5),
        ("free", -1000),
        ("open", True),
        ("title", "x"),
        ("who", ["a", "b"]),
        ("rows", [["a", 1]]),
        ("points", 1),
    ],
)
def test_a_fitting_value_is_taken(name: str, value: Any) -> None:
    settings = validated({name: value}, SCHEMA)
    assert settings[name] == value
    assert {o.name: o.default for o in SCHEMA if o.name != name}.items() <= settings.items()


def test_a_year_may_be_written_as_a_number_and_a_number_as_text() -> None:
    assert validated({"edition": 1971}, SCHEMA)["edition"] == "1971"
    assert validated({"points": "1"}, SCHEMA)["points"] == 1


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("edition", "1959", "option edition cannot be '1959': choose one of 1971, 2023"),
        ("edition", 1959, "option edition cannot be 1959: choose one of 1971, 2023"),
        ("edition", True, "option edition cannot be True"),
        ("edition", ["1971"], "option edition cannot be"),
        ("win_at", 0, "option win_at must be from 1 to 34, not 0"),
        ("win_at", 35, "option win_at must be from 1 to 34, not 35"),
        ("win_at", "18", "option win_at must be a number, not '18'"),
        ("win_at", 1.5, "option win_at must be a number, not 1.5"),
        ("win_at", True, "option win_at must be a number, not True"),
        ("least", 0, "option least must be at least 1, not 0"),
        ("most", 10, "option most must be at most 9, not 10"),
        ("open", 1, "option open must be true or false, not 1"),
        ("title", 3, "option title must be a text, not 3"),
        ("who", 3, "option who must be a list of names, not 3"),
        ("rows", {}, "option rows must be a list of rows, not {}"),
        ("points", True, "option points cannot be True: choose one of 2, 1"),
        ("points", "3", "option points cannot be '3': choose one of 2, 1"),
        ("points", 2.0, "option points cannot be 2.0: choose one of 2, 1"),
        ("weather", 1, "no option 'weather': there are edition, free, least"),
    ],
)
def test_an_unfitting_value_is_refused(name: str, value: Any, problem: str) -> None:
    with pytest.raises(RequestError) as error:
        validated({name: value}, SCHEMA)
    assert str(error.value).startswith(problem)


def test_an_option_alone_is_checked_alike() -> None:
    assert check_option(SCHEMA[1], 20) == 20


def test_a_variant_keeps_what_was_chosen_apart_from_what_holds() -> None:
    """Options are what was given; settings are all of them."""
    variant = load("standard", {"win_at": 20, "edition": "1971"})
    assert variant.options == {"win_at": 20, "edition": "1971"}
    assert variant.settings["paradox"] == "attack"
    assert variant.numbers["win_at"] == 20
    assert load("standard").options == {}


def test_a_single_policy_changes_alone() -> None:
    variant = load("standard", {"edition": "1971", "convoy_routes": "any"})
    assert (variant.policies.convoy_routes, variant.policies.convoy_intent) == ("any", "swap")
    assert load("standard", {"paradox": "water"}).policies.convoy_routes == "any"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"weather": 1}, "no option 'weather'"),
        ({"edition": "1959"}, "option edition cannot be '1959'"),
        ({"paradox": "dice"}, "option paradox cannot be 'dice'"),
        ({"win_at": 0}, "option win_at must be at least 1"),
    ],
)
def test_standard_refuses_what_it_does_not_know(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(RequestError) as error:
        load("standard", options)
    assert str(error.value).startswith(problem)
