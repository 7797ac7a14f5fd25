"""docs/api.md lists every route, docs/hosting.md every option of `dragoman serve`."""

import re
from pathlib import Path

from click.testing import CliRunner

from dragoman.cli import main
from dragoman.web.routes import Row
from tests.web.world import Site

DOCS = Path(__file__).parents[2] / "docs"


def line(row: Row) -> str:
    """A route as a row of the table in docs/api.md."""
    return f"| `{row.method}` | `{row.path}` | {row.tells} |"


def test_the_page_of_the_api_lists_every_route(here: Site) -> None:
    rows = sorted(here.app.state.rows, key=lambda row: (row.path, row.method))
    written = re.findall(r"^\| `[A-Z]+` \| .*$", (DOCS / "api.md").read_text("utf-8"), re.M)
    assert written == [line(row) for row in rows]


def test_the_page_of_hosting_lists_every_option() -> None:
    told = CliRunner().invoke(main, ["serve", "--help"]).output
    options = set(re.findall(r"--[a-z][a-z-]+", told)) - {"--help"}
    page = (DOCS / "hosting.md").read_text("utf-8")
    assert options == set(re.findall(r"^\| (?:`(--[a-z-]+)`)", page, re.M)) | {"--port"}
