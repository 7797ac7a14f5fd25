"""Without the extras the judge works, and whatever needs one says which to install."""

import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.extras import install

EXTRAS = (
    *("starlette", "uvicorn", "sqlalchemy", "alembic", "jinja2", "argon2", "markdown_it"),
    *("numpy", "numba", "shapely", "networkx", "gymnasium", "pettingzoo", "distributed"),
    *("resvg_py", "psycopg", "mcp", "httpx"),
)
BARE = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS!r}))\n"
"""A beginning after which no package of an extra can be imported."""
COMMAND = "from dragoman.cli import main; main(sys.argv[1:])"


def bare(code: str, folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and all that is printed where only the two packages of the judge are."""
    done = subprocess.run(
        [sys.executable, "-c", BARE + code, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "demo",
        "variants",
        "cases catspaw",
        "schema",
        "draw --variant standard -o board.svg",
        "lab standard --games 1 --years 1 --bots random --out run",
    ],
)
def test_these_need_no_extra(line: str, tmp_path: Path) -> None:
    code, printed = bare(COMMAND, tmp_path, *line.split())
    assert code == 0, printed


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("serve --port 0", "web"),
        ("mcp", "mcp"),
        ("play --no-browser", "web"),
        ("backup site.jsonl", "web"),
        ("restore site.jsonl", "web"),
        ("doctor", "web"),
        ("map check cat", "maps"),
        ("lab train cat --minutes 0", "sim"),
        ("map compile cat", "maps"),
        ("draw --variant standard -o board.png", "png"),
        ("lab standard --games 1 --years 1 --out run --scheduler tcp://127.0.0.1:1", "cluster"),
    ],
)
def test_a_command_says_which_extra_it_needs(line: str, extra: str, tmp_path: Path) -> None:
    code, printed = bare(COMMAND, tmp_path, *line.split())
    assert code == 2, printed
    assert printed.splitlines()[-1].startswith("dragoman: ")
    assert f"pip install 'dragoman[{extra}]'" in printed
    assert not any(tmp_path.glob("*/dragoman.sqlite"))


def test_the_environment_says_which_extra_it_needs(tmp_path: Path) -> None:
    code, printed = bare("import dragoman.lab.environment", tmp_path)
    assert (code, printed.splitlines()[-1]) == (
        1,
        "ImportError: learning environments need numpy, gymnasium and pettingzoo: "
        "pip install 'dragoman[rl]'",
    )


def test_the_client_says_which_extra_it_needs(tmp_path: Path) -> None:
    code, printed = bare("import dragoman.client", tmp_path)
    wanted = "ImportError: dragoman.client needs httpx: pip install 'dragoman[client]'"
    assert (code, printed.splitlines()[-1]) == (1, wanted)


def test_while_packages_are_being_installed_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert install("maps") == "pip install 'dragoman[maps]'"
    (tmp_path / "dragoman-setup-under-way").touch()
    assert install("maps") == "it is being installed in the background, so try again in a minute"
