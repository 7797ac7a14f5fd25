"""What tests of several packages need: databases, and which tests are long."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest
from hypothesis import settings

from tests.amounts import amount

# A few games are played sooner by one process than others are started.
os.environ.setdefault("DRAGOMAN_PROCESSES", "1")
# Laws that say nothing of how many examples they are tried on.
settings.register_profile("ci", settings.get_profile("ci"), max_examples=amount(100))

LONG = (
    # Of every variant and composition a game of eight years is for every change, one of thirty not.
    r"variants/test_conformance\.py::.*-(0|[2-9]\d*)\]$",
    r"variants/test_conformance\.py::.*(games=|years=)",
    # The first chunks of random fights are for every change.
    r"judge/test_solver_twin\.py::.*\[[2-7]\]$",
    r"judge/test_solver_compiled\.py::test_compiled_equals.*\[[2-7]\]$",
    r"judge/test_variant_fights\.py::.*-[1-9]\]$",
    r"judge/test_formulas\.py::.*-[1-9]\]$",
    # Loops that stand in for many others take long to compile; as Python they are for every change.
    r"sim/test_equal\.py::test_whole_games_agree_compiled\[(catspaw|escalation|cat) ",
    r"bots/test_swift\.py::test_swift_games.*\[(heptadiplomacy|militarism)",
    # Of boards by the dozen these are the largest.
    r"laws/test_hash_seeds\.py::.*\[para_time",
    r"modules/test_black_hole\.py::test_a_contracted_board_hangs_together\[youngstown",
    r"bots/test_bots\.py::test_every_order_is_legal.*\[para_time",
    r"generate/test_generate\.py::test_a_board_is_whole.*\[salt-6-45\]",
    r"draw/test_pictures\.py::.*\[playthroughs-(heptadiplomacy|para_time)\]",
    r"docs/test_picture_pages\.py::.*\[para_time\]",
    # Many boards side by side are drawn by tests/draw/test_pictures.py and test_layers.py too.
    r"draw/test_everything\.py::.*\[(para_time|heptadiplomacy|twin_earths)\]$",
    # What the readme and the first pages show is for every change.
    r"docs/test_pages\.py::test_commands.*\[(?!README|docs/(playing|contract)\.md)",
    # Every page is looked at with one look and in one state. A first year is played with votes;
    # what is special of other variants is done in test_verbs, test_sets, test_ways and test_clear.
    r"browser/test_everyone\.py::.*(phone, dark|others)",
    r"browser/test_first_years\.py::test_(?!catspaw)",
    r"browser/test_first_years_more\.py",
    # All ways of giving an order are gone side by side in test_ways.
    r"browser/test_hands\.py::test_all_goes_by",
    # A variant is made from nothing for every change.
    r"browser/test_workshop\.py::test_quick_hands",
    r"browser/test_budgets\.py::test_a_game_page_is_light\[(cat|cline)\]",
    r"browser/test_readable\.py::.*\[(cat|militarism|heptadiplomacy|youngstown)\]",
    r"browser/test_workshop\.py::test_from_an_uploaded_board",
    # A server is killed, and workers replaced, in tests/web/test_servers.py too.
    r"web/test_kills\.py",
    r"web/test_workers\.py",
    # One seed of each is for every change.
    r"house/test_season\.py::.*\[[1-9]\d*\]$",
    r"web/test_sealed\.py::.*\[[1-9]\d*\]$",
    r"web/test_seasons\.py::.*\[(?!standard|catspaw)",
    r"web/test_dark\.py::.*dark\[[236-8]\]$",
    r"web/test_dark\.py::.*to_see\[1\]$",
    r"web/test_new_table\.py::.*\[everywhere\]$",
    # What was kept before is opened of a few variants; what is kept today of all but the largest.
    r"archive/.*\[(sqlite-|text-)?2026-11 (?!standard|catspaw|cat,|escalation)",
    r"archive/.*\[(sqlite-|text-)?2026-11-kept para_time",
    # Everything that one database does, the other does.
    r"store/test_schema\.py::.*postgresql",
    r"store/test_doctor\.py::.*postgres_url",
    r"notation/test_laws\.py::test_a_megabyte",
    r"web/test_order_text\.py::test_four_times",
)
"""Tests that only `scripts/test --all` runs: they say again, longer, what shorter ones say."""


SLOW = ("web/test_kills.py", "web/test_workers.py", "web/test_seasons.py", "house/test_season.py")
"""Files of few tests that take long: they come first, lest one process waits for the other."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the long tests, and let the slow files come first."""
    pattern = re.compile("|".join(LONG))
    for item in items:
        if pattern.search(item.nodeid):
            item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: not item.path.as_posix().endswith(SLOW))


def pytest_sessionfinish() -> None:
    """Keep what was measured while the run still waits for this process.

    One that takes more than ten seconds to exit is killed by xdist, and on a busy machine what it
    had measured was lost with it.
    """
    measuring = coverage.Coverage.current()
    if measuring:
        measuring.stop()
        measuring.save()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A PostgreSQL server that is started once."""
    from tests.store.servers import running

    with running() as server:
        yield server


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> str:
    """The address of a PostgreSQL database."""
    return str(postgres_server.get_uri())


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The address of a PostgreSQL database that is empty again."""
    from tests.store.servers import emptied

    emptied(postgres)
    return postgres


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the newest schema and no rows."""
    from dragoman.store import open_store

    path = tmp_path_factory.mktemp("sqlite") / "empty.db"
    open_store(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def sqlite_url(sqlite_file: Path, tmp_path: Path) -> str:
    """The address of an SQLite database without rows."""
    path = tmp_path / "site.db"
    shutil.copyfile(sqlite_file, path)
    return f"sqlite:///{path}"
