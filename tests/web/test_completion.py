"""Completion knows what people call things: full names, also begun ones, and plain words."""

from urllib.parse import quote

import pytest

from tests.web.world import Site


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Budapest", "A bud "),
        ("budap", "A bud "),
        ("army bud", "A bud "),
        ("Budapest to Gal", "A bud - gal"),
        ("Budapest to Galicia", "A bud - gal"),
        ("army budapest - rum", "A bud - rum"),
        ("trieste - adriatic s", "F tri - adr"),
        ("A bud - ser", "A bud - ser"),
        ("F t", "F tri "),
    ],
)
def test_full_names_are_completed(here: Site, text: str, wanted: str) -> None:
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    found = ann.get(f"/tables/{table}/complete?text={quote(text)}").json
    assert wanted in found["choices"], found


def test_what_nobody_could_mean_is_not_completed(here: Site) -> None:
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    found = ann.get(f"/tables/{table}/complete?text={quote('Budapest to Paris')}").json
    assert found["choices"] == [] and found["problem"]
