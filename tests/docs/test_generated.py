"""What is generated in the documentation is up to date."""

import pytest

from tests.docs.generate import PAGES, generated
from tests.docs.pages import ROOT


@pytest.mark.parametrize("page", PAGES)
def test_page_is_up_to_date(page: str) -> None:
    """A page says what would be generated now; `scripts/docs` writes it anew."""
    assert (ROOT / page).read_text(encoding="utf-8") == generated(page)
