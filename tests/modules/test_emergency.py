"""The emergency of a power: refused where its power or its place is missing."""

from pathlib import Path

import pytest

from dragoman import load
from dragoman.errors import RequestError

VARIANT = """
id = "calm"
name = "Calm"
version = 1
summary = "The classic with an emergency of nobody."
credits = "nobody"
base = "standard"
modules = ["emergency"]
"""


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("standard", "Russia: no province 'sib' on the map standard"),
        ("hundred", "there is no Russia; there are Burgundy, England, France"),
    ],
)
def test_it_needs_its_power_and_its_place(board: str, problem: str) -> None:
    with pytest.raises(RequestError, match=problem):
        load(f"nineteen_hundred@{board}")


def test_a_variant_must_say_whose_it_is(tmp_path: Path) -> None:
    (tmp_path / "calm").mkdir()
    (tmp_path / "calm" / "variant.toml").write_text(VARIANT, encoding="utf-8")
    with pytest.raises(RequestError, match="names nobody for it"):
        load("calm", folders=[tmp_path])
