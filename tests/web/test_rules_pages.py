"""The rules of a variant on its page: what the file says, with links that lead somewhere."""

import re
from pathlib import Path

import pytest

import dragoman.variants
from dragoman.variants import load, variant_ids
from dragoman.variants.compositions import credited
from dragoman.web.pages.site import written

FOLDER = Path(dragoman.variants.__file__).parent


def rules(variant: str) -> str:
    """The rules of a shipped variant, as its page has them."""
    file = FOLDER / variant / "rules.md"
    return str(written(file.read_text(encoding="utf-8"))) if file.is_file() else ""


@pytest.mark.parametrize("variant", variant_ids(()))
def test_links_lead_to_pages_of_the_site(variant: str) -> None:
    found = re.findall(r'href="([^"#]+)', rules(variant))
    pages = {f"/variants/{ref}" for ref in variant_ids(())}
    assert [link for link in found if not link.startswith("https:") and link not in pages] == []


def test_rules_of_one_variant_lead_to_those_of_another() -> None:
    assert '<a href="/variants/standard">Standard</a>' in rules("fog")


def test_a_sentence_that_mentions_the_documentation_stays_whole() -> None:
    assert "the rest follow the rule for civil disorder: the" in rules("standard")
    assert "2023, with Szykman" in rules("standard")


def test_a_line_that_only_leads_to_the_documentation_is_left_out() -> None:
    assert "the page of the variant" not in rules("catspaw")
    assert "how orders may be written" not in rules("standard")


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        ("standard", "By Allan B. Calhamer, 1959."),
        ("fog", "A rule of many variants since the 1970s."),
        ("payola", "After the Payola variants of play by mail, 1990s."),
        (
            "fleet_rome",
            "An old proposal of the hobby; played by post and on judges since the 1980s.",
        ),
    ],
)
def test_credits_are_a_sentence(variant: str, sentence: str) -> None:
    assert credited(load(variant).credits) == sentence
