"""The page on notation says what is so."""

import re
from pathlib import Path

import pytest

from dragoman.errors import NotationError
from dragoman.model import State, Unit, read_phase
from dragoman.notation import read_orders, read_position
from tests.notation.boards import STANDARD, canonical

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE.split("## Positions")[0], re.DOTALL)
ROWS = re.findall(r"\| `([^`|]*)` \| `([^`|]*)` \|$", PAGE.split("## Errors")[0], re.MULTILINE)
FORMS = re.findall(r"^\| [a-z][a-z ]* \| `([^`|]*)` \|$", PAGE, re.MULTILINE)


def documented() -> State:
    """The position at the top of the page."""
    given = read_position(BLOCKS[0], STANDARD)
    pieces = [(power, unit) for power, units in given.units.items() for unit in units]
    units = [Unit(n, power, u.kind, u.place, u.marks) for n, (power, u) in enumerate(pieces, 1)]
    return State(read_phase(given.phase), {}, tuple(units))


def test_the_tables_are_found() -> None:
    assert (len(BLOCKS), len(ROWS), len(FORMS)) == (6, 52, 11)


@pytest.mark.parametrize(("text", "order"), ROWS)
def test_every_row_of_the_page_holds(text: str, order: str) -> None:
    assert canonical(text, documented()) == [order]


@pytest.mark.parametrize("text", FORMS)
def test_every_canonical_form_of_the_page_is_canonical(text: str) -> None:
    assert canonical(text, documented()) == [text]


@pytest.mark.parametrize("block", BLOCKS[1:])
def test_every_error_of_the_page_is_raised(block: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_orders(block.split("\n")[0], STANDARD, documented())
    assert f"{caught.value.pointed()}\n" == block
