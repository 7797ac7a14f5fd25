"""The pictures of the documentation: each is shown, and each game behind one still plays."""

import re

import pytest

from tests.docs.pages import ROOT
from tests.docs.pictures import PICTURES, SHOTS, SIGNS

PAGES = sorted((ROOT / "docs").rglob("*.md"))


def shown() -> set[str]:
    """The names of the pictures that pages show."""
    words = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    return set(re.findall(r"!\[[^\]]+\]\((?:\.\./)?pictures/([\w-]+)\.png\)", words))


def test_every_picture_is_shown_and_every_shown_one_is_there() -> None:
    assert shown() == {file.stem for file in PICTURES.glob("*.png")}


def test_every_picture_can_be_drawn_anew() -> None:
    """Those of pages are taken in a browser: `python -m tests.browser.newcomer`."""
    drawn = {name for name in shown() if not name.startswith("page-")}
    assert drawn == {*SHOTS, *SIGNS}


@pytest.mark.parametrize("name", SHOTS)
def test_the_game_of_a_picture_is_drawn(name: str) -> None:
    assert SHOTS[name].draw().startswith("<svg ")
