"""The client of a site, against a real server: docs/client.md, and what a program meets."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from dragoman import Game
from dragoman.client import Client, SiteAnswer, SiteError, SiteTable
from dragoman.client.calls import Caller
from tests.docs.pages import PAGES, blocks, write_files
from tests.web.real import Real, free_port, sqlite_url

SHORT = {"end_year": 1901}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    with Real(sqlite_url(tmp_path_factory.mktemp("site"))) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(autouse=True)
def hung_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every client of a test hangs up after it."""
    made: list[Caller] = []
    begin = Caller.__init__

    def noted(self: Caller, *args: Any) -> None:
        begin(self, *args)
        made.append(self)

    monkeypatch.setattr(Caller, "__init__", noted)
    yield
    for caller in made:
        caller.http.close()


def short_table(ann: Client) -> SiteTable:
    """A table for two that ends after a year."""
    return ann.open("france_austria+end_year", options=SHORT, title="Two for a year")


def test_the_bot_of_the_page_plays_a_game_to_its_end(site: str, tmp_path: Path) -> None:
    ann = Client.register(site, "Ann", "correct horse battery")
    table = short_table(ann)
    table.add_bot("Austria", "random")
    write_files(PAGES["docs/client.md"], tmp_path)
    command = [sys.executable, str(tmp_path / "bot.py"), site, table.id]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[:3] == ["playing France", "S1901M", "F1901M"]
    assert table.view().status == "finished"
    game = table.game()
    assert isinstance(game, Game)
    assert game.over
    assert game.record.options == {**game.variant.options, **SHORT}
    verdicts = game.results("S1901M")
    assert {v.outcome for v in verdicts if v.power == "France"} <= {"done", "failed"}


def test_the_bot_of_the_page_has_thirty_lines() -> None:
    [bot] = [block.body for block in blocks(PAGES["docs/client.md"]) if block.file == "bot.py"]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 30


def test_two_play_talk_and_hear_of_each_other(site: str) -> None:
    ann, bob = Client.as_guest(site, "Ann of Two"), Client.as_guest(site, "Bob of Two")
    mine = short_table(ann)
    assert mine.join("France") == "France"
    before = mine.view()
    assert [row.id for row in ann.tables("forming", mine=True)] == [mine.id]
    theirs = bob.table(mine.id)
    assert theirs.join() == "Austria"
    view = mine.wait(before)
    assert (view.status, view.phase) == ("running", "S1901M")
    assert mine.press().messages == []
    # Whether it is said before or while one waits, it is heard.
    later = threading.Timer(0.2, lambda: theirs.say("Peace?"))
    later.start()
    view = mine.wait(view)
    later.join()
    assert [m.text for m in mine.press().messages] == ["Peace?"]
    given = mine.order("A par - bur; A mar S A par - bur")
    assert given.missing == ["F bre"]
    assert given.text.splitlines()[0].startswith("A par - bur")
    assert "A par - bur" in mine.legal()["A par"]
    mine.ready()
    theirs.ready(theirs.orders().turn)
    while view.phase == "S1901M":
        view = mine.wait(view)
    assert {row.order for row in mine.history(1).orders} >= {"A par - bur"}
    assert "Fall 1901" in mine.sheet()
    assert "A bur" in mine.observe()
    theirs.vote(draw=True)
    mine.vote(draw=True)
    assert [due.phase for due in mine.turns()] in ([], ["F1901M"])
    assert mine.view().result.how == "draw"
    assert repr(mine) == f"<SiteTable {mine.id} of {site}>"
    assert repr(bob) == f"<Client of {site}, Bob of Two>"


def test_a_table_of_ones_own_against_bots(site: str) -> None:
    with Client.as_guest(site, "Solo") as me:
        assert "greedy" in me.bots()
        assert "standard" in [variant.id for variant in me.variants()]
        table = me.play_alone("france_austria", "Austria", "random")
        again = Client(site, me.token).table(table.id)
        [due] = [next(again.turns())]
        assert due.phase == "S1901M"
        table.ready(due.turn, ready=True)
        assert Client(site, me.token).me().name == "Solo"
        table.leave()
        assert table.seat == ""


def test_a_table_begins_with_empty_seats_if_its_organizer_says_so(site: str) -> None:
    table = short_table(Client.as_guest(site, "Impatient"))
    table.join("Austria")
    table.start()
    assert table.view().status == "running"
    with pytest.raises(SiteError, match="nothing happened at"):
        for due in table.turns(seconds=0.2):
            assert due.seat == "Austria"


def test_what_the_site_refuses_is_said_in_its_words(site: str) -> None:
    nobody = Client(site)
    with pytest.raises(SiteError, match="log in") as refused:
        nobody.open("standard")
    assert (refused.value.status, refused.value.code) == (401, "not_logged_in")
    ann = Client.as_guest(site)
    with pytest.raises(SiteError) as refused:
        ann.open("nonsense")
    assert (refused.value.status, refused.value.field) == (422, "variant")
    assert str(refused.value) == f"{refused.value.message} (variant)"
    with pytest.raises(SiteError) as refused:
        Client.log_in(site, "Nobody", "wrong password")
    assert refused.value.status == 401
    with pytest.raises(SiteError) as refused:
        ann.table("nowhere").wait(SiteAnswer(events=0), 1)
    assert refused.value.status == 404


def test_a_site_that_is_not_there_is_said() -> None:
    away = Client(f"http://127.0.0.1:{free_port()}/")
    with pytest.raises(SiteError, match="does not answer") as refused:
        away.bots()
    assert refused.value.status == 0
    with pytest.raises(SiteError, match="does not answer"):
        away.table("any").wait(SiteAnswer(events=0), 1)


def client_of(answers: list[httpx.Response], patience: float = 60) -> Client:
    """A client whose site gives these answers, one after the other."""
    client = Client("http://site", patience=patience)
    client.caller.http.close()
    client.caller.http = httpx.Client(transport=httpx.MockTransport(lambda _: answers.pop(0)))
    return client


def busy() -> httpx.Response:
    """The answer of a site that wants to be asked again in three seconds."""
    said = {"error": {"code": "too_many", "message": "too often", "field": None}}
    return httpx.Response(429, json=said, headers={"retry-after": "3"})


def test_a_busy_site_is_asked_again_when_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    # The client's clock alone: other threads of this process sleep too.
    clock = SimpleNamespace(sleep=slept.append, monotonic=time.monotonic)
    monkeypatch.setattr("dragoman.client.calls.time", clock)
    assert client_of([busy(), busy(), httpx.Response(200, json=["greedy"])]).bots() == ["greedy"]
    assert slept == [3.0, 3.0]
    with pytest.raises(SiteError, match="too often"):
        client_of([busy()], patience=1).bots()
    with pytest.raises(SiteError, match="Bad Gateway"):
        client_of([httpx.Response(502, text="<html>")]).bots()


def test_fields_are_attributes_and_what_is_not_there_is_said() -> None:
    answer = SiteAnswer(phase="S1901M", turn=1)
    assert (answer.phase, answer["turn"]) == ("S1901M", 1)
    with pytest.raises(AttributeError, match="no field 'phas': there are phase, turn"):
        answer.phas  # noqa: B018
