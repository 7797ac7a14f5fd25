"""Misuse of the site: what somebody might try who means no good, or does not know better."""

import pytest

from tests.web.world import Site

UP = "%2f.." * 12


@pytest.mark.parametrize(
    "name",
    [
        f"fonts/EBGaramond{UP}%2fetc%2fpasswd",
        f"fonts{UP}%2fetc%2fpasswd",
        f"vendor{UP}%2fetc%2fpasswd",
        "fonts/EBGaramond%2f..%2f__init__.py",
        "fonts/OFL.txt",
        "..%2fsettings.py",
        "%2fetc%2fpasswd",
        "fonts",
        "vendor",
    ],
)
def test_only_the_sites_own_files_are_handed_out(here: Site, name: str) -> None:
    """No name of a static file leads out of the folders that are meant for browsers."""
    assert here.visitor().get(f"/static/x/{name}").status == 404


def test_the_sites_own_files_are_handed_out(here: Site) -> None:
    """The typefaces and the style sheet are."""
    for name in ("site.css", "fonts/EBGaramond-Italic.woff2"):
        assert here.visitor().get(f"/static/x/{name}").status == 200
