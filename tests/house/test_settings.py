"""Settings of a table: read with their defaults, refused with the field that is wrong."""

import re
from pathlib import Path
from typing import Any

import pytest

from dragoman.house.errors import Invalid
from dragoman.house.settings import Limit, TableSettings, read_settings, settings_of, written


def test_a_table_that_says_nothing_has_the_defaults() -> None:
    assert read_settings(None) == read_settings({}) == TableSettings()
    assert settings_of(written(TableSettings())) == TableSettings()


def test_settings_are_read() -> None:
    given = {"press": "none", "limits": {"movement": {"at": "18:30", "zone": "Europe/Vienna"}}}
    read = read_settings(given)
    assert read.press == "none"
    assert read.limits == {"movement": Limit(0, "18:30", "Europe/Vienna")}


def test_every_setting_is_in_the_page_about_tables() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)` \|", page, re.M)
    assert named == list(TableSettings.__struct_fields__)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"press": "loud"}, "settings.press"),
        ({"grace": -1}, "settings.grace"),
        ({"grace": "long"}, "settings.grace"),
        ({"absent_after": 0}, "settings.absent_after"),
        ({"longest_extension": 10**9}, "settings.longest_extension"),
        ({"limits": {"movement": {"seconds": -1}}}, "settings.limits.movement.seconds"),
        ({"limits": {"other": {"at": "25:00"}}}, "settings.limits.other.at"),
        ({"limits": {"other": {"at": "6"}}}, "settings.limits.other.at"),
        ({"limits": {"other": {"zone": "Mars/Olympus"}}}, "settings.limits.other.zone"),
        ({"limits": {"other": {"zone": "../passwd"}}}, "settings.limits.other.zone"),
        ({"limits": {"other": {"days": ["funday"]}}}, "settings.limits.other.days"),
        ({"unheard": 1}, "settings"),
    ],
)
def test_a_wrong_setting_is_named(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_settings(given)
    assert refused.value.field == field
