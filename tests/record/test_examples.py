"""The example by which each variant shows its own rule."""

from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.record.cases import read_cases
from dragoman.record.examples import card_text, find_example
from dragoman.variants import find, variant_ids

PLAIN = "standard"
LONGEST = 160
"""Two lines of a card."""


def cards_of(name: str) -> list[str]:
    """Every sentence that the cases beside a variant have for its card."""
    files = (find(name) / "cases").glob("*.case")
    stages = (stage for file in files for case in read_cases(file) for stage in case.stages)
    return [stage.card for stage in stages if stage.card]


@pytest.mark.parametrize("name", variant_ids())
def test_every_variant_but_the_plain_game_has_one_example(name: str) -> None:
    cards = cards_of(name)
    assert len(cards) == (0 if name == PLAIN else 1)
    assert card_text(name) == "".join(cards)
    for text in cards:
        assert text.endswith(".")
        assert len(text) <= LONGEST


def test_an_example_is_the_phase_of_its_row_as_it_was_judged() -> None:
    hole = find_example("black_hole")
    assert hole is not None
    assert str(hole.state.phase) == "S1902M"
    assert [str(unit) for unit in hole.state.units] == ["A bur", "A mar"]
    outcomes = [(verdict.outcome, verdict.reason.code) for verdict in hole.resolution.verdicts]
    assert outcomes == [("void", "cannot_reach"), ("done", "moved"), ("done", "held")]


def test_a_variant_without_such_a_row_has_none() -> None:
    assert find_example(PLAIN) is None


def test_a_card_stands_in_a_phase(tmp_path: Path) -> None:
    file = tmp_path / "wrong.case"
    file.write_text("case a  title\ncard Too early.\n")
    with pytest.raises(DataError, match="'card' before the first phase"):
        read_cases(file)
