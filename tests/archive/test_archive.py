"""Sites and game files of earlier programs: they open, are read, are shown and go on.

Each folder beside this file was made by the program of its day (`make.py`), with what it showed of
every judged phase. Nothing in them is ever made anew.
"""

import gzip
import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.house.play.history import phase_rows, phase_view
from dragoman.house.play.orders import my_orders
from dragoman.house.play.sandbox import fork
from dragoman.house.play.turns import judge
from dragoman.house.tables.organizer import adjudicate, resume
from dragoman.house.tables.press import read_press
from dragoman.house.tables.views import table_view
from dragoman.record import Game, write_record
from dragoman.store.export import import_site
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import SeatRow
from dragoman.store.sqlite import SqliteStore
from tests.archive.make import plain, position
from tests.house.tools import NOON, TestHouse, game, make_house, row, twin

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/site.jsonl.gz"))
LATER = 60 * 365 * 24 * 3_600_000
"""How long after the archive was made it is opened: after all of its deadlines."""


def unpacked(path: Path) -> bytes:
    """What a packed file holds; the oldest are packed otherwise."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else lzma.decompress(data)


def packed(folder: Path, name: str) -> bytes:
    """What a file of a folder holds, however it is packed."""
    (path,) = folder.glob(f"{name}.[gx]z")
    return unpacked(path)


@cache
def expected(folder: Path) -> dict[str, Any]:
    """What a folder of the archive must show."""
    found: dict[str, Any] = msgspec.json.decode(packed(folder, "expected.json"))
    return found


def names(status: tuple[str, ...] = ()) -> list[Any]:
    """Every table of the archive as a parameter of a test."""
    return [
        pytest.param(folder, name, id=f"{folder.name} {name}")
        for folder in FOLDERS
        for name, entry in expected(folder).items()
        if not status or entry["status"] in status
    ]


@pytest.fixture(scope="module", params=["sqlite", "text"])
def houses(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[Path, TestHouse]]:
    """A house in every folder of the archive, opened from SQLite's file or from the text."""
    scratch = tmp_path_factory.mktemp("archive")
    opened = {folder: opened_house(folder, request.param, scratch) for folder in FOLDERS}
    yield opened
    for house in opened.values():
        house.store.close()


@cache
def site_of(folder: Path) -> MemoryStore:
    """A site of the archive, read from its text."""
    store = MemoryStore()
    import_site(folder / "site.jsonl.gz", store)
    return store


def opened_house(folder: Path, form: str, scratch: Path) -> TestHouse:
    """A house on a copy of a site of the archive."""
    if form == "text":
        house = make_house(twin(site_of(folder)), seed=1)
    else:
        file = scratch / f"{folder.name}.sqlite"
        file.write_bytes(packed(folder, "site.sqlite"))
        house = make_house(SqliteStore(file), seed=1)
    house.clock.at = NOON + LATER
    return house


def alike(found: dict[str, Any], wanted: dict[str, Any], kept: bool) -> bool:
    """Whether a phase is shown as it was: word for word if that was kept, else by its orders.

    What was not kept is said in today's words.
    """
    if kept:
        return {key: found[key] for key in wanted} == wanted
    parts = ("power", "seat", "order", "supplied")
    rows = [
        [[row[part] for part in parts] for row in sorted_rows(each)["orders"]]
        for each in (found, wanted)
    ]
    return rows[0] == rows[1] and found["standoffs"] == wanted["standoffs"]


def sorted_rows(phase: dict[str, Any]) -> dict[str, Any]:
    """A phase with its rows in one order: that of the seats was not kept in every case."""
    rows = sorted(phase["orders"], key=lambda r: (r["power"], r["seat"], r["order"]))
    return {**phase, "orders": rows}


@pytest.mark.parametrize(("folder", "name"), names())
def test_every_judged_phase_is_shown_as_it_was(
    houses: dict[Path, TestHouse], folder: Path, name: str
) -> None:
    """Labels, orders, outcomes, reasons, sheets and positions are those of the day."""
    house, entry = houses[folder], expected(folder)[name]
    play, found = game(house, entry["table"]), row(house, entry["table"])
    assert (found.status, found.phase, found.result) == (
        entry["status"],
        entry["phase"],
        entry["result"],
    )
    assert position(play.state) == entry["position"]
    if found.status == "forming":
        return
    assert len(play.steps) == len(entry["steps"]) + 1
    for n, wanted in enumerate(entry["steps"], 1):
        have = plain(phase_rows(play)[n - 1])
        assert {key: wanted[key] for key in ("n", "kind", "phase", "label")} == have
        assert position(play.steps[n].state) == wanted["position"]
        if "public" in wanted:
            with house.store.read() as tx:
                public = plain(phase_view(tx, play, n, None))
                sheets = {s: phase_view(tx, play, n, s).sheet for s in wanted["sheets"]}
            assert alike(public, wanted["public"], play.steps[n].kept)
            assert public["note"] == ""
            assert sheets == wanted["sheets"] or not play.steps[n].kept


@pytest.mark.parametrize(("folder", "name"), names())
def test_the_table_and_its_press_are_shown(
    houses: dict[Path, TestHouse], folder: Path, name: str
) -> None:
    """The page of a table, its press and its drafts can be read by those who sit there."""
    house, entry = houses[folder], expected(folder)[name]
    with house.store.read() as tx:
        seats = [r for r in tx.find(SeatRow, table=entry["table"]) if r.account]
    assert table_view(house, seats[0].account, entry["table"]).status == entry["status"]
    mail = read_press(house, seats[0].account, entry["table"], seat=seats[0].seat)
    assert all(message.text for message in mail.messages)
    for seat, draft in entry["drafts"].items():
        sitter = next(r.account for r in seats if r.seat == seat)
        mine = my_orders(house, sitter, entry["table"], seat=seat)
        assert (mine.text, plain(mine.lines)) == (draft["text"], draft["lines"])


def judge_on(house: TestHouse, table: str) -> None:
    """Let a game go on: its deadline has passed, or whoever plays alone says so."""
    found = row(house, table)
    if found.deadline is None:
        adjudicate(house, found.organizer, table, found.turn, sure=True)
    else:
        assert judge(house, table)


@pytest.mark.parametrize(("folder", "name"), names(("running", "stuck")))
def test_a_game_goes_on(tmp_path: Path, folder: Path, name: str) -> None:
    """A game under way, and one that was set aside, is judged on from where it stood."""
    house, entry = opened_house(folder, "text", tmp_path), expected(folder)[name]
    table, organizer = entry["table"], row(house, entry["table"]).organizer
    if entry["status"] == "stuck":
        resume(house, organizer, table)
    turn = row(house, table).turn
    judge_on(house, table)
    assert row(house, table).turn == turn + 1
    assert len(game(house, table).steps) == len(entry["steps"]) + 2


@pytest.mark.parametrize(("folder", "name"), names(("finished",)))
def test_a_finished_game_can_be_forked(tmp_path: Path, folder: Path, name: str) -> None:
    """From every game that is over somebody can play on."""
    house, entry = opened_house(folder, "text", tmp_path), expected(folder)[name]
    copy = fork(house, "player 9", entry["table"], 2)
    assert position(game(house, copy).state) == entry["steps"][1]["position"]


@pytest.mark.parametrize("file", sorted(HERE.glob("*/records/*.json.[gx]z")), ids=lambda p: p.name)
def test_a_game_file_is_read_and_watched(file: Path) -> None:
    """A game file leads to the positions of its day, and is written as it was."""
    text = unpacked(file)
    played = Game.from_text(text)
    (entry,) = (
        each
        for name, each in expected(file.parents[1]).items()
        if each["status"] == "finished"
        and name.partition(",")[0].replace(" ", "-") == file.name.partition(".json")[0]
    )
    assert [position(step.state) for step in played.history[1:]] == [
        step["position"] for step in entry["steps"]
    ]
    assert write_record(played.record).encode() == text
