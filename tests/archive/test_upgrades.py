"""Upgrades take no game away: other rules, rules that no longer fit, and variants that are gone."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.play import history
from dragoman.house.play.history import AGAIN, UNFIT, phase_view
from dragoman.house.play.orders import my_orders, save_orders
from dragoman.house.play.turns import judge
from dragoman.house.play.upgrades import concerned, hold_all
from dragoman.house.tables import organizer
from dragoman.house.tables.press import read_press
from dragoman.house.tables.scores import results
from dragoman.house.tables.tables import list_tables
from dragoman.house.tables.views import table_view
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.store.doctor import examine
from dragoman.store.rows import Account, JudgedRow, PositionRow, SeatRow, Table
from dragoman.web.settings import WebSettings
from tests.archive.make import plain, position
from tests.archive.test_archive import (
    FOLDERS,
    HERE,
    LATER,
    alike,
    expected,
    judge_on,
    names,
    opened_house,
    packed,
    site_of,
    unpacked,
)
from tests.house.tools import NOON, TestHouse, game, make_house, row, twin
from tests.web.world import site

FIRST = FOLDERS[0]
"""The oldest site of the archive: nothing that was shown is kept in it."""


def kept_house(folder: Path, name: str, scratch: Path) -> tuple[TestHouse, dict[str, Any]]:
    """A house in which all phases of a table are kept, as one more of them was judged."""
    house, entry = opened_house(folder, "text", scratch), expected(folder)[name]
    judge_on(house, entry["table"])
    return house, entry


def later(house: TestHouse, table: str, **changes: Any) -> TestHouse:
    """The house of a later program, for which a table was begun by other rules."""
    copy = twin(house.store)  # type: ignore[arg-type]
    with copy.write() as tx:
        tx.change(Table, {"id": table}, **changes)
    next_ = make_house(copy, seed=2)
    next_.clock.at = house.clock.at
    return next_


def views(house: House, table: str, watcher: str | None = None) -> list[Any]:
    """Every judged phase, as somebody sees it."""
    play = game(house, table)
    with house.store.read() as tx:
        return [
            plain(phase_view(tx, play, n, watcher))  # type: ignore[arg-type]
            for n, step in enumerate(play.steps)
            if step.judged
        ]


@pytest.mark.parametrize(("folder", "name"), names(("running",)))
def test_what_was_judged_is_served_as_it_was_shown(
    tmp_path: Path, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is judged to show a phase that was kept, and nothing depends on the version."""
    house, entry = kept_house(folder, name, tmp_path)
    before = views(house, entry["table"])
    old = later(house, entry["table"], version="0")

    def never(*_: object) -> None:
        raise AssertionError("judged again")

    monkeypatch.setattr("dragoman.house.play.games.follow", never)
    monkeypatch.setattr("dragoman.house.play.games.shown_step", never)
    assert views(old, entry["table"]) == before
    wanted = [step["public"] for step in entry["steps"] if "public" in step]
    for found, want in zip(before, wanted, strict=False):
        assert alike(found, want, kept=folder != FIRST)


@pytest.mark.parametrize(("folder", "name"), names(("finished",)))
def test_a_finished_game_of_other_rules_is_read(tmp_path: Path, folder: Path, name: str) -> None:
    """Phases from before they were kept are judged by today's rules, and marked so."""
    entry = expected(folder)[name]
    house = later(opened_house(folder, "text", tmp_path), entry["table"], version="0")
    notes = {view["note"] for view in views(house, entry["table"])}
    assert notes == ({AGAIN} if folder == FIRST else {""})
    seen = table_view(house, "player 0", entry["table"])
    assert (seen.status, seen.version) == ("finished", "0")
    assert results(house, None, entry["table"]).how == msgspec.json.decode(entry["result"])["how"]
    assert history.record(house, None, entry["table"]).entries
    assert history.sheet(house, None, entry["table"])


@pytest.mark.parametrize("how", ["organizer", "vote"])
@pytest.mark.parametrize(("folder", "name"), names(("running",)))
def test_a_running_game_goes_on_by_todays_rules(
    tmp_path: Path, folder: Path, name: str, how: str
) -> None:
    """Its clock stops, nobody misses anything, and it goes on where it stood, with its drafts."""
    house, entry = kept_house(folder, name, tmp_path)
    table, sitter = entry["table"], sitters(house, entry["table"])
    if row(house, table).status != "running":
        return
    seat = next(iter(sitter))
    turn = row(house, table).turn
    save_orders(house, sitter[seat], table, turn, "A nowhere H", seat=seat)
    old = later(house, table, version="0")
    stood, missed = position(game(house, table).state), [s.missed for s in seats(old, table)]
    assert table in [c.table for c in hold_all(old)]
    old.clock.move(30 * 365 * 24 * 3_600_000)
    assert not judge(old, table)
    assert row(old, table).status == "paused"
    assert [s.missed for s in seats(old, table)] == missed
    with pytest.raises(Closed, match="version 0"):
        save_orders(old, sitter[seat], table, turn, "A nowhere H", seat=seat)
    with pytest.raises(Closed, match="version 0"):
        organizer.resume(old, row(old, table).organizer, table)
    agree(old, table, sitter, how)
    assert row(old, table).status == "running"
    assert position(game(old, table).state) == stood
    mine = my_orders(old, sitter[seat], table, seat=seat)
    assert (mine.text, mine.turn) == ("A nowhere H", turn + 1)
    old.clock.move(30 * 24 * 3_600_000)
    judge_on(old, table)
    assert row(old, table).turn == turn + 2
    assert concerned(old) == []


def agree(house: TestHouse, table: str, sitter: dict[str, str], how: str) -> None:
    """Let the organizer, or more than half of the players, agree to today's rules."""
    if how == "organizer" or len(set(sitter.values())) < 2:
        organizer.adopt(house, row(house, table).organizer, table)
        return
    living = game(house, table).living
    for seat in [s for s in sitter if s in living]:
        if row(house, table).status == "paused":
            turn = row(house, table).turn
            cast_votes(house, sitter[seat], table, turn, SeatVotes(resume=True), seat=seat)


def seats(house: House, table: str) -> list[SeatRow]:
    """The seats of a table."""
    with house.store.read() as tx:
        return tx.find(SeatRow, table=table)


def sitters(house: House, table: str) -> dict[str, str]:
    """Who sits at each seat."""
    return {r.seat: r.account for r in seats(house, table) if r.account}


@pytest.mark.parametrize("change", [{"variant": "lost"}, {"options": '{"edition": "3000"}'}])
@pytest.mark.parametrize("name", ["standard, running", "standard, finished"])
def test_a_table_whose_variant_is_gone_is_read_and_given_up(
    tmp_path: Path, name: str, change: dict[str, str]
) -> None:
    """Orders, press and result are shown as text; the organizer can end the game."""
    entry = expected(FIRST)[name]
    house = opened_house(FIRST, "text", tmp_path)
    if entry["status"] == "running":
        house, entry = kept_house(FIRST, name, tmp_path)
    before = views(house, entry["table"], "France")
    old = later(house, entry["table"], **change)
    seen = table_view(old, sitters(old, entry["table"])["France"], entry["table"])
    assert not seen.readable
    assert seen.fault
    assert entry["table"] in [each.id for each in list_tables(old, "player 0", mine=True)]
    assert read_press(old, sitters(old, entry["table"])["France"], entry["table"]).messages
    after = views(old, entry["table"], "France")
    if entry["status"] == "running":
        assert after == before
        organizer.abandon(old, "umpire", entry["table"], "nobody can play this any more")
        assert row(old, entry["table"]).status == "finished"
        assert len(views(old, entry["table"])) == len(before)
    else:
        assert {view["note"] for view in after} == {UNFIT}
        lines = {r["order"] for view in after for r in view["orders"]}
        assert {r["order"] for v in before for r in v["orders"] if not r["supplied"]} & lines


GOOD = ("", "/status", "/now", "/side", "/press", "/replay")
"""What a browser asks for at a table that has begun."""


@pytest.mark.parametrize("change", [{"version": "99"}, {"variant": "lost"}])
@pytest.mark.parametrize(
    "name", ["cat, running", "cat, finished", "heptadiplomacy, running", "forming"]
)
def test_no_route_breaks_at_a_table_of_other_rules(name: str, change: dict[str, str]) -> None:
    store, table = twin(site_of(FOLDERS[-1])), expected(FOLDERS[-1])[name]["table"]
    with store.write() as tx:
        tx.change(Table, {"id": table}, **change)
        at, found = tx.find(SeatRow, table=table), tx.get(Table, id=table)
        people = [tx.get(Account, id=who) for who in (found and found.organizer, at[0].account)]
    with site(store, WebSettings(limits=False)) as here:
        here.clock.at = NOON + LATER
        rows = [*here.app.state.rows, *here.app.state.page_rows]
        paths = {row.path for row in rows if row.method == "GET" and "{table}" in row.path}
        for browser in (here.visitor(), *(here.known(one) for one in people if one)):
            statuses = {path: browser.get(path.format(table=table, n=1)).status for path in paths}
            assert [path for path, status in statuses.items() if status >= 500] == []
            if name != "forming":
                assert {statuses[f"/tables/{{table}}{part}"] for part in GOOD} == {200}


@pytest.mark.parametrize("file", sorted(HERE.glob("*/records/*.json.[gx]z")), ids=lambda p: p.name)
def test_a_game_file_of_other_rules_is_read_and_watched(tmp_path: Path, file: Path) -> None:
    """It is judged by the rules there are; what does not fit them, and what has none, is text."""
    record = msgspec.json.decode(unpacked(file))
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode({**record, "version": 0}))
    said = replayed(path)
    assert said.startswith("this game was played by version 0")
    assert "not judged" not in said
    record["entries"][1]["orders"] = {"Nobody": ["A somewhere flies"]}
    path.write_bytes(msgspec.json.encode({**record, "version": 0}))
    said = replayed(path)
    assert "Nobody: A somewhere flies\n  not judged:" in said
    path.write_bytes(msgspec.json.encode({**record, "variant": "lost"}))
    assert "Nobody: A somewhere flies" in replayed(path)


def replayed(path: Path) -> str:
    """What `dragoman replay` prints."""
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_phase_that_no_longer_fits_is_text_and_the_next_kept_one_heals(tmp_path: Path) -> None:
    """Rules that refuse what was ordered once: what was not kept is text, the rest is as it was."""
    house, entry = kept_house(FIRST, "standard, running", tmp_path)
    table = entry["table"]
    before = views(house, table)
    broken = twin(house.store)  # type: ignore[arg-type]
    with broken.write() as tx:
        kept = tx.find(PositionRow, table=table)
        tx.drop(JudgedRow, table=table)
        tx.drop(PositionRow, table=table)
        tx.add(kept[-1])
        tx.change(Table, {"id": table}, options='{"edition": "3000"}')
    old = make_house(broken, seed=2)
    notes = [view["note"] for view in views(old, table)]
    assert notes == [UNFIT] * len(before)
    assert position(game(old, table).state) == position(game(house, table).state)


def test_the_doctor_says_before_an_upgrade_which_tables_are_concerned(tmp_path: Path) -> None:
    """Of a site that the earlier program wrote, as it lies there; those whose version is still
    known go on by it.
    """
    path = tmp_path / "dragoman.sqlite"
    path.write_bytes(packed(FIRST, "site.sqlite"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET version = '0' WHERE title = 'cat, running'")
        connection.commit()
    said = [finding.text for finding in examine(f"sqlite:///{path}") if not finding.well]
    table = expected(FIRST)["cat, running"]["table"]
    (concern,) = (text for text in said if "begun by" in text)
    assert concern.startswith(f"table {table} (cat, running): begun by version 0 of cat, here is")
    assert not any("damaged" in text for text in said)
