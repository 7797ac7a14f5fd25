"""Every case file holds: those shared by the tests and those beside each variant."""

from pathlib import Path

import pytest

from dragoman.record.cases import Case, read_cases, run_case
from dragoman.variants import find, variant_ids

SHARED = Path(__file__).parent / "cases"


def all_cases() -> list[tuple[str, Case]]:
    """Each case with the variant that it is about unless it names another."""
    shared = [
        ("standard", case) for file in sorted(SHARED.rglob("*.case")) for case in read_cases(file)
    ]
    beside = [
        (name, case)
        for name in variant_ids()
        for file in sorted((find(name) / "cases").glob("*.case"))
        for case in read_cases(file)
    ]
    return shared + beside


@pytest.mark.parametrize(
    ("variant", "case"), all_cases(), ids=lambda x: x.name if isinstance(x, Case) else x
)
def test_case_holds(variant: str, case: Case) -> None:
    """A case finds nothing wrong."""
    assert run_case(case, variant) == []


def test_every_case_asserts_every_order_and_the_position() -> None:
    """A stage that gives orders says what stands afterwards, unless nothing does."""
    for _, case in all_cases():
        assert case.stages, case.name
        for stage in case.stages:
            assert stage.then or stage.out or not stage.units, case.name
