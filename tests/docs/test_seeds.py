"""Every sentence and example of the seeds is held by something that is judged or tested."""

from typing import Any

import pytest

from tests.docs.seeds import has_test, is_test, known_cases, result_of, seeds, seeds_page, text_of

ROWS = [pytest.param(row, id=f"{s['variant']} {row['n']}") for s in seeds() for row in s["row"]]


@pytest.mark.parametrize("row", ROWS)
def test_no_sentence_is_without_a_case_that_holds(row: dict[str, Any]) -> None:
    assert row["says"] and row["held"]
    for name in row["held"]:
        assert has_test(name) if is_test(name) else name in known_cases(), name
        assert "**wrong**" not in result_of(name)


@pytest.mark.parametrize("row", ROWS)
def test_orders_are_judged_as_they_are_printed(row: dict[str, Any]) -> None:
    held = " ".join(map(text_of, row["held"]))
    for order in row.get("orders", ()):
        assert order.removesuffix("...") in held, order


def test_every_seed_has_each_of_its_numbers_once() -> None:
    for seed in seeds():
        numbers = [row["n"] for row in seed["row"]]
        assert len(set(numbers)) == len(numbers)
    assert len(seeds()) == 6


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("hepta.7b", ("**won by 1, 2**", "Claim of 1: TWO 2: made good")),
        ("hepta.7c", ("**nobody wins**", "Claim of 1: TWO 2: 129 of 130, 1 short")),
        ("hepta.7d", ("**nobody wins**", "Claim of 2: TWO 1: 1 has 62 of 63")),
        ("hepta.6", ("**won by 1, 2**",)),
        ("cline.3", ("**won by Turkey**",)),
        ("cline.3.one_short", ("**nobody wins** (twenty-two do not)",)),
    ],
)
def test_a_case_of_winning_says_who_wins(name: str, result: tuple[str, ...]) -> None:
    assert all(part in result_of(name) for part in result), result_of(name)


def test_a_printed_example_that_comes_out_otherwise_points_to_its_ruling() -> None:
    assert "[ruling H3](../src/dragoman/variants/heptadiplomacy/rules.md#rulings)" in seeds_page()
