"""Every sentence and example of the seeds is held by something that is judged or tested."""

from typing import Any

import pytest

from tests.docs.seeds import has_test, is_test, known_cases, result_of, seeds, text_of

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
