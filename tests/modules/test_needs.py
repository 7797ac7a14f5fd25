"""Rules that need something of the variant or its map are refused where that is missing."""

from pathlib import Path

import pytest

from dragoman import load
from dragoman.errors import RequestError

VARIANT = """
id = "calm"
name = "Calm"
version = 1
summary = "The classic with a rule that lacks what it needs."
credits = "nobody"
base = "standard"
modules = ["MODULE"]
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


@pytest.mark.parametrize(
    ("module", "data", "problem"),
    [
        ("emergency", "", "names nobody for it"),
        ("denied_centers", "", "the variant names none"),
        ("denied_centers", "China = ['hon']", "there is no China; there are Austria"),
        ("denied_centers", "Turkey = ['con', 'bur']", "Turkey: 'bur' is no center of standard"),
        ("canals", "", "the map standard names no canal: write `@line waterway sea land sea`"),
    ],
)
def test_a_variant_must_say_what_its_rule_needs(
    tmp_path: Path, module: str, data: str, problem: str
) -> None:
    (tmp_path / "calm").mkdir()
    text = VARIANT.replace("MODULE", module) + (data and f"[data.{module}]\n{data}\n")
    (tmp_path / "calm" / "variant.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RequestError, match=problem):
        load("calm", folders=[tmp_path])
