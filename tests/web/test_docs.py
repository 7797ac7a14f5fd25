"""docs/api.md: every route, and a game that goes as it says; docs/hosting.md: every option."""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.web.routes import ApiRoute
from tests.docs.pages import blocks
from tests.web.real import Real, sqlite_url
from tests.web.world import Site

DOCS = Path(__file__).parents[2] / "docs"


def line(row: ApiRoute) -> str:
    """A route as a row of the table in docs/api.md."""
    return f"| `{row.method}` | `{row.path}` | {row.tells} |"


def test_the_page_of_the_api_lists_every_route(here: Site) -> None:
    rows = sorted(here.app.state.rows, key=lambda row: (row.path, row.method))
    written = re.findall(r"^\| `[A-Z]+` \| .*$", (DOCS / "api.md").read_text("utf-8"), re.M)
    assert written == [line(row) for row in rows]


def test_the_page_of_hosting_lists_every_option() -> None:
    help_text = CliRunner().invoke(main, ["serve", "--help"]).output
    options = set(re.findall(r"--[a-z][a-z-]+", help_text)) - {"--help"}
    page = (DOCS / "hosting.md").read_text("utf-8")
    assert options == set(re.findall(r"^\| (?:`(--[a-z-]+)`)", page, re.M)) | {"--port"}


CURL = """
import sys, urllib.error, urllib.request
flags, words = {"-X": [], "-H": [], "-d": []}, iter(sys.argv[1:])
for word in words:
    if word in flags:
        flags[word].append(next(words))
    elif not word.startswith("-"):
        url = word
data = flags["-d"][0].encode() if flags["-d"] else None
headers = dict(header.split(": ", 1) for header in flags["-H"])
method = flags["-X"][0] if flags["-X"] else None
try:
    answer = urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method))
except urllib.error.HTTPError as error:
    sys.exit(f"{url}: {error.code}" if "-sf" not in sys.argv else 22)
print(answer.read().decode())
"""
JQ = """
import json, sys
print(json.load(sys.stdin)[sys.argv[2].removeprefix(".")])
"""


def program(folder: Path, name: str, source: str) -> None:
    """A program that does what the page asks of the one of its name, which may not be here."""
    file, code = folder / name, folder / f"{name}.py"
    code.write_text(source, encoding="utf-8")
    # The first line of a script cannot name a program in a folder with a space.
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{code}" "$@"\n', encoding="utf-8")
    file.chmod(0o755)


def test_the_game_of_the_page_goes_as_it_says(tmp_path: Path) -> None:
    """Every request of the page is answered, and the last with what came of the orders."""
    [session] = blocks((DOCS / "api.md").read_text("utf-8"), "sh")
    program(tmp_path, "curl", CURL)
    program(tmp_path, "jq", JQ)
    with Real(sqlite_url(tmp_path)) as server:
        done = subprocess.run(
            ["bash", "-e", "-c", session.body.replace(":8000", f":{server.port}")],
            env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, "")
    answer = msgspec.json.decode(done.stdout.splitlines()[-1])
    assert answer["phase"] == "S1901M"
    assert "A par - bur" in [row["order"] for row in answer["orders"] if row["seat"] == "France"]
